#include "core/grading/challenges/shift_matrix.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "core/grading/case_values.h"
#include "core/grading/challenges/shift_matrix_mistakes.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

struct Given {
  int offset;
  int width;
  double base;
};

// The first case has offset 1: there every angle is below half a turn.
constexpr Given kFixed[] = {{1, 4, 10'000.0}, {3, 6, 10'000.0}, {2, 4, 100.0}};
constexpr Given kEdges[] = {{0, 4, 10'000.0},  {-2, 4, 10'000.0}, {5, 2, 10'000.0},
                            {2'500, 4, 100.0}, {-70'001, 6, 1e6}, {7, 8, 2.0},
                            {-1, 10, 50.0}};
constexpr int kRandomCases = 6;

void add(std::vector<Case>& all, const Given& call, CaseKind kind) {
  CaseName name;
  name.text("offset ").whole(call.offset).text(", d = ").whole(call.width).base(call.base);
  auto& arguments = add_case(all, kind, name).arguments;
  arguments.push_back(Value::integer(call.offset));
  arguments.push_back(Value::integer(call.width));
  arguments.push_back(Value::number(call.base));
}

/// What one pair turns by.
struct Turn {
  double rate;
  double sine;
  double cosine;
};
Turn turn_of(const ShiftMatrixCall& call, std::size_t pair) {
  const TurnRate rate = turn_rates(call.width, call.base)[pair];
  const SineCosine code = rate.at(static_cast<std::uint32_t>(std::abs(call.offset)));
  return {rate.radians(), call.offset < 0 ? -code.sine : code.sine, code.cosine};
}

class ShiftMatrix final : public Challenge {
 public:
  std::string_view id() const override { return "shift-matrix"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    for (const Given& call : kFixed) add(all, call, CaseKind::kFixed);
    for (const Given& call : kEdges) add(all, call, CaseKind::kEdge);
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      const int offset = random.between(2, 60);
      const int width = 2 * random.between(2, 5);
      add(all, {i % 2 == 0 ? offset : -offset, width, random_base(random)}, CaseKind::kRandom);
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const ShiftMatrixCall call(arguments);
    Expected matrix;
    matrix.shape = ListShape::rows(call.width, call.width);
    const auto width = static_cast<std::size_t>(call.width);
    for (std::size_t i = 0; i < width * width; ++i) {
      matrix.cells.push_back(entry(call, i / width, i % width));
      matrix.positions.push_back(std::abs(call.offset));
    }
    return matrix;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const ShiftMatrixCall call(arguments);
    const auto width = static_cast<std::size_t>(call.width);
    const std::size_t row = cell / width;
    const std::size_t column = cell % width;
    NamedValues steps = {{"rowPair", double(row / 2)}, {"columnPair", double(column / 2)}};
    if (row / 2 == column / 2) {
      const Turn turn = turn_of(call, row / 2);
      steps.add("rate", turn.rate);
      steps.add("angle", call.offset * turn.rate);
    }
    steps.add("entry", entry(call, row, column));
    return steps;
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    return shift_matrix_mistakes(cases);
  }

  std::vector<Note> notes(std::span<const Expected> expected,
                          std::span<const Comparison> comparisons) const override {
    return float32_angle_notes(expected, comparisons);
  }

 private:
  /// sin(a + t) = cos(t) sin(a) + sin(t) cos(a); cos(a + t) = -sin(t) sin(a) + cos(t) cos(a).
  static double entry(const ShiftMatrixCall& call, std::size_t row, std::size_t column) {
    if (row / 2 != column / 2) return 0.0;
    const Turn turn = turn_of(call, row / 2);
    if (row == column) return turn.cosine;
    return row < column ? turn.sine : -turn.sine;
  }
};

}  // namespace

const Challenge& shift_matrix_challenge() {
  static const ShiftMatrix challenge;
  return challenge;
}

}  // namespace posenc
