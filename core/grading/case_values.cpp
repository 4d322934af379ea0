#include "core/grading/case_values.h"

#include <cmath>

namespace posenc {

CaseName& CaseName::text(const char* words) {
  text_ += words;
  return *this;
}

CaseName& CaseName::whole(int number) {
  text_ += std::to_string(number);
  return *this;
}

/// Every base is a whole number of hundredths.
CaseName& CaseName::base(double base) {
  const int hundredths = static_cast<int>(std::nearbyint(base * 100.0));
  text(", base ").whole(hundredths / 100);
  const int tenth = hundredths / 10 % 10;
  const int hundredth = hundredths % 10;
  if (tenth != 0 || hundredth != 0) text(".").whole(tenth);
  if (hundredth != 0) whole(hundredth);
  return *this;
}

CaseName& CaseName::sides(const ListShape& shape) {
  if (shape.sides[0] == 0) return text("[]");
  for (int i = 0; i < shape.depth; ++i) {
    if (i > 0) text(" by ");
    whole(shape.sides[static_cast<std::size_t>(i)]);
  }
  return *this;
}

double random_base(Random& random) {
  const int digits = random.between(150, 999);
  constexpr int kUnits[] = {1, 10, 100, 1'000, 10'000, 100'000};
  return digits * kUnits[random.between(0, 5)] / 100.0;
}

std::vector<double> random_cells(Random& random, std::size_t count, double limit) {
  const int most = static_cast<int>(limit * 100.0);
  std::vector<double> cells;
  cells.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int size = random.between(1, most);
    cells.push_back((random.between(0, 1) == 0 ? size : -size) / 100.0);
  }
  return cells;
}

int whole(const Value& value) { return static_cast<int>(value.cells[0]); }

ListShape shape_of_rows(int rows, int columns) {
  return rows == 0 ? ListShape::list(0) : ListShape::rows(rows, columns);
}

ListShape shape_of_tables(int tables, int rows, int columns) {
  if (tables == 0) return ListShape::list(0);
  return rows == 0 ? ListShape{2, {tables, 0, 0}} : ListShape::batch(tables, rows, columns);
}

Case& add_case(std::vector<Case>& cases, CaseKind kind, CaseName& name) {
  Case& added = cases.emplace_back();
  added.kind = kind;
  added.name = name.take();
  return added;
}

std::vector<Note> float32_angle_notes(std::span<const Expected> expected,
                                      std::span<const Comparison> comparisons) {
  double largest = kTolerance.absolute;
  std::vector<Note> notes;
  for (std::size_t c = 0; c < comparisons.size(); ++c) {
    if (comparisons[c].largest_deviation <= largest) continue;
    largest = comparisons[c].largest_deviation;
    const double row = expected[c].positions[comparisons[c].farthest_cell];
    notes = {{"sin-angle-float32", {{"deviation", largest}, {"row", row}}}};
  }
  return notes;
}

}  // namespace posenc
