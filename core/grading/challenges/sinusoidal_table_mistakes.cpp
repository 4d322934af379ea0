#include "core/grading/challenges/sinusoidal_table_mistakes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "core/grading/axes/position_code.h"
#include "core/grading/comparison.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kRowAxis = kCodeAxes,
  kFirstAxis,
  kNumberAxis,
  kContainerAxis,
  kSizeAxis,
  kOutputAxis,
};

namespace row_rule {
enum : int { kRight, kAllLast, kAllFirst };
}
namespace first_rule {
enum : int { kRight, kOne, kMinusOne, kOffset, kReversed };
}
namespace container_rule {
enum : int {
  kRight,
  kFlat,
  kTransposed,
  kBatched,
  kMiddle,
  kArgumentsSwapped,
  kAxesSwapped,
};
}
namespace size_rule {
enum : int { kRight, kRowMore, kRowFewer, kTwiceAsWide };
}
namespace output_rule {
enum : int {
  kRight,
  kFirstRowZero,
  kTimesRoot,
  kOverRoot,
  kFactor,
  kUnitRange,
  kRounded,
  kAllZero,
};
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kRowChoices[] = {{"sin-rows-all-last"}, {"sin-rows-all-first"}};
constexpr Alternative kFirstChoices[] = {{"sin-positions-from-one"},
                                         {"sin-positions-from-minus-one"},
                                         {"sin-positions-offset", false, 2},
                                         {"sin-positions-reversed"}};
constexpr Alternative kContainerChoices[] = {{"shape-flat"},
                                             {"shape-transposed"},
                                             {"shape-batch-axis", true},
                                             {"shape-middle-axis", true},
                                             {"sin-arguments-swapped"},
                                             {"sin-table-axes-swapped"}};
constexpr Alternative kSizeChoices[] = {
    {"shape-row-more"}, {"shape-row-fewer"}, {"sin-twice-as-wide"}};
constexpr Alternative kOutputChoices[] = {
    {"sin-first-row-zero"},   {"sin-scaled-by-root-width"}, {"sin-divided-by-root-width"},
    {"sin-scaled", false, 1}, {"sin-in-unit-range"},        {"sin-rounded", false, 1},
    {"sin-all-zero"}};
constexpr Axis kAxes[] = {
    {"exponent", kExponentChoices},
    {"width in the exponent", kWidthChoices},
    {"base", kBaseChoices},
    {"angle", kAngleChoices},
    {"function", kFunctionChoices},
    {"layout", kLayoutChoices},
    {"odd width", kOddChoices},
    {"row", kRowChoices},
    {"first position", kFirstChoices},
    {"position as a number", kNumberChoices},
    {"container", kContainerChoices},
    {"size", kSizeChoices},
    {"output", kOutputChoices},
};

constexpr int kFarthestOffset = 512;

/// What the output rule multiplies by.
double output_scale(const Point& point, int width) {
  switch (point.choice(kOutputAxis)) {
    case output_rule::kTimesRoot:
      return std::sqrt(double(width));
    case output_rule::kOverRoot:
      return 1.0 / std::sqrt(double(width));
    case output_rule::kFactor:
      return point.value(kOutputAxis);
    case output_rule::kUnitRange:
      return 0.5;
    default:
      return 1.0;
  }
}

double output_shift(const Point& point) {
  return point.choice(kOutputAxis) == output_rule::kUnitRange ? 0.5 : 0.0;
}

// Arc sine and arc cosine by the one arc function that the core has anyway.
double arc_sine(double x) { return std::atan2(x, std::sqrt(1.0 - x * x)); }
double arc_cosine(double x) { return std::atan2(std::sqrt(1.0 - x * x), x); }

/// How many decimals all cells are rounded to, none if more than five.
std::optional<int> decimals(std::span<const Answer> answers) {
  double unit = 1.0;
  for (int digits = 1; digits <= 5; ++digits) {
    unit *= 10.0;
    bool rounded = true;
    for (const Answer& answer : answers) {
      for (double cell : answer.cells) {
        const double scaled = cell * unit;
        if (!(std::abs(scaled - std::nearbyint(scaled)) < 1e-7 * unit)) rounded = false;
        if (!rounded) break;
      }
      if (!rounded) break;
    }
    if (rounded) return digits;
  }
  return std::nullopt;
}

}  // namespace

SinusoidalTableMistakes::SinusoidalTableMistakes(std::vector<SinusoidalTableCall> calls)
    : calls_(std::move(calls)), longest_first_(calls_.size()) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    std::size_t at = i;
    for (; at > 0; --at) {
      const auto before = static_cast<std::size_t>(longest_first_[at - 1]);
      if (calls_[before].positions >= calls_[i].positions) break;
      longest_first_[at] = longest_first_[at - 1];
    }
    longest_first_[at] = static_cast<int>(i);
  }
}

std::span<const Axis> SinusoidalTableMistakes::axes() const { return kAxes; }

SinusoidalTableMistakes::Grid SinusoidalTableMistakes::grid(const SinusoidalTableCall& call,
                                                            const Point& point) const {
  Grid grid{{call.positions, call.width, logarithm(call.base)}, 0, {}};
  if (point.choice(kContainerAxis) == container_rule::kArgumentsSwapped) {
    std::swap(grid.code.length, grid.code.width);
  }
  grid.rows = grid.code.length;
  if (point.choice(kSizeAxis) == size_rule::kRowMore) ++grid.rows;
  if (point.choice(kSizeAxis) == size_rule::kRowFewer) grid.rows = std::max(0, grid.rows - 1);
  grid.columns = code_columns(grid.code.width, point);
  if (point.choice(kSizeAxis) == size_rule::kTwiceAsWide) {
    const int width = grid.code.width;
    grid.columns = {2 * width, width, width, width};
  }
  return grid;
}

SinusoidalTableMistakes::Place SinusoidalTableMistakes::place(const Grid& grid, const Point& point,
                                                              std::size_t cell) const {
  Place place{};
  const int i = static_cast<int>(cell);
  if (point.choice(kContainerAxis) == container_rule::kTransposed) {
    place.row = i % grid.rows;
    place.column = i / grid.rows;
  } else {
    place.row = i / grid.columns.columns;
    place.column = i % grid.columns.columns;
  }
  place.code = code_place(grid.columns, point, place.column);
  return place;
}

std::size_t SinusoidalTableMistakes::cell_at(const Grid& grid, const Point& point, int row,
                                             int column) const {
  const bool transposed = point.choice(kContainerAxis) == container_rule::kTransposed;
  return static_cast<std::size_t>(transposed ? column * grid.rows + row
                                             : row * grid.columns.columns + column);
}

Form SinusoidalTableMistakes::form(int case_index, const Point& point) const {
  const SinusoidalTableCall& call = calls_[static_cast<std::size_t>(case_index)];
  const Grid g = grid(call, point);
  Form form;
  switch (point.choice(kContainerAxis)) {
    case container_rule::kFlat:
      form.shape = ListShape::list(g.rows * g.columns.columns);
      break;
    case container_rule::kTransposed:
      form.shape = ListShape::rows(g.columns.columns, g.rows);
      break;
    case container_rule::kBatched:
      form.shape = ListShape::batch(1, g.rows, g.columns.columns);
      break;
    case container_rule::kMiddle:
      form.shape = ListShape::batch(g.rows, 1, g.columns.columns);
      break;
    default:
      form.shape = ListShape::rows(g.rows, g.columns.columns);
      break;
  }
  // A table of d rows: too few of them are an access beyond the last one, too many stay short.
  if (point.choice(kContainerAxis) == container_rule::kAxesSwapped && g.code.length > 0) {
    form.sometimes_fails = g.code.length > g.code.width;
    form.always_fails = g.code.length < g.code.width;
    form.failure = form.always_fails ? ProblemKind::kRagged : ProblemKind::kThrew;
  }
  if (point.choice(kOddAxis) == odd_rule::kCrash && g.code.width % 2 == 1 && g.rows > 0) {
    form.always_fails = true;
    form.failure = ProblemKind::kThrew;
  }
  // Divisions by zero, which some languages refuse.
  if (code_may_fail(g.code, point)) form.sometimes_fails = true;
  if (point.choice(kNumberAxis) == number_rule::kUnitInterval && g.rows == 1) {
    form.sometimes_fails = true;
  }
  return form;
}

double SinusoidalTableMistakes::row_position(const Grid& grid, const Point& point, int row) const {
  double p = row;
  if (point.choice(kRowAxis) == row_rule::kAllLast) p = grid.rows - 1;
  if (point.choice(kRowAxis) == row_rule::kAllFirst) p = 0.0;
  switch (point.choice(kFirstAxis)) {
    case first_rule::kOne:
      p += 1.0;
      break;
    case first_rule::kMinusOne:
      p -= 1.0;
      break;
    case first_rule::kOffset:
      p += point.value(kFirstAxis);
      break;
    case first_rule::kReversed:
      p = grid.rows - 1 - p;
      break;
    default:
      break;
  }
  return position_as_number(point.choice(kNumberAxis), p, grid.rows);
}

Prediction SinusoidalTableMistakes::cell(int case_index, const Point& point,
                                         std::size_t cell) const {
  const SinusoidalTableCall& call = calls_[static_cast<std::size_t>(case_index)];
  const Grid g = grid(call, point);
  const Place at = place(g, point, cell);
  const double exact = kTolerance.absolute;
  const int output = point.choice(kOutputAxis);
  if (output == output_rule::kAllZero) return {0.0, exact};
  if (output == output_rule::kFirstRowZero && at.row == 0) return {0.0, exact};
  if (at.code.slot < 0) return {0.0, exact};

  const double turn =
      row_position(g, point, at.row) * code_rate(g.code, point, at.code.pair, at.code.slot);
  const double angle = turn * code_angle_unit(point);
  const double value = code_is_sine(point, at.code.slot) ? std::sin(angle) : std::cos(angle);
  const double scale = output_scale(point, g.code.width);
  double tolerance = angle_tolerance(at.row, angle) * std::max(1.0, std::abs(scale));
  if (output == output_rule::kRounded)
    tolerance += 0.5 * power_of_ten(-static_cast<int>(point.value(kOutputAxis)));
  return {value * scale + output_shift(point), tolerance};
}

std::vector<double> SinusoidalTableMistakes::solve(int axis, const Point& point,
                                                   std::span<const Answer> answers) const {
  if (axis == kBaseAxis) return solve_base(point, answers);
  if (axis == kFirstAxis) return solve_offset(point, answers);
  if (point.choice(kOutputAxis) == output_rule::kRounded) {
    const std::optional<int> digits = decimals(answers);
    if (digits) return {double(*digits)};
    return {};
  }
  return solve_factor(point, answers);
}

/// The first pair is the same for every base. Its length gives the factor whatever the position,
/// its cells one by one give it where the position is known.
std::vector<double> SinusoidalTableMistakes::solve_factor(const Point& point,
                                                          std::span<const Answer> answers) const {
  Point plain = point;
  plain.set(kOutputAxis, 0);
  const bool offset_unknown = point.choice(kFirstAxis) == first_rule::kOffset;
  for (int c : longest_first_) {
    const Answer& answer = answers[static_cast<std::size_t>(c)];
    const Grid g = grid(calls_[static_cast<std::size_t>(c)], point);
    if (answer.problem || answer.shape != form(c, point).shape || g.rows < 3) continue;
    double length = 0.0;
    double largest = 0.25;  // below, the quotient would lose its digits
    double factor = kAny;
    for (int column = 0; column < g.columns.columns; ++column) {
      const std::size_t cell = cell_at(g, point, 1, column);
      const Place at = place(g, point, cell);
      if (at.code.pair != 0 || at.code.slot < 0) continue;
      const double got = answer.cells[cell];
      length = std::sqrt(length * length + got * got);
      const double predicted = this->cell(c, plain, cell).value;
      if (std::abs(predicted) > largest) {
        largest = std::abs(predicted);
        factor = got / predicted;
      }
    }
    if (offset_unknown) factor = length;
    if (!std::isfinite(factor) || std::abs(factor) < 1e-4) return {};
    factor = without_noise(factor);
    if (nearly(factor, 1.0) && !offset_unknown) return {};
    if (offset_unknown) return {factor, -factor};
    return {factor};
  }
  return {};
}

/// The first pair's angle is the position itself, but for full turns: only whole positions count.
std::vector<double> SinusoidalTableMistakes::solve_offset(const Point& point,
                                                          std::span<const Answer> answers) const {
  const double unit = code_angle_unit(point);
  if (std::abs(unit) != 1.0 || point.choice(kNumberAxis) == number_rule::kUnitInterval ||
      point.choice(kNumberAxis) == number_rule::kOverLength) {
    return {};
  }
  for (int c : longest_first_) {
    const Answer& answer = answers[static_cast<std::size_t>(c)];
    const Grid g = grid(calls_[static_cast<std::size_t>(c)], point);
    if (answer.problem || answer.shape != form(c, point).shape || g.rows < 3) continue;
    double sine = kAny;
    double cosine = kAny;
    const int row = point.choice(kOutputAxis) == output_rule::kFirstRowZero ? 1 : 0;
    for (int column = 0; column < g.columns.columns; ++column) {
      const std::size_t cell = cell_at(g, point, row, column);
      const Place at = place(g, point, cell);
      if (at.code.pair != 0 || at.code.slot < 0) continue;
      const double value =
          (answer.cells[cell] - output_shift(point)) / output_scale(point, g.code.width);
      (code_is_sine(point, at.code.slot) ? sine : cosine) = value;
    }
    const double angle = std::atan2(sine, cosine) * unit;
    if (!std::isfinite(angle)) return {};
    const double known = point.choice(kRowAxis) == row_rule::kAllLast ? g.rows - 1 : row;
    std::vector<double> offsets;
    for (int turns = -kFarthestOffset / 6; turns <= kFarthestOffset / 6; ++turns) {
      const double offset = angle + 2.0 * kPi * turns - known;
      const double whole = std::nearbyint(offset);
      if (std::abs(offset - whole) < 1e-4 && std::abs(whole) > 1.0) offsets.push_back(whole);
    }
    return offsets;
  }
  return {};
}

/// One cell of a pair that turns with the base gives its rate where the angle is small, further
/// rows sharpen it, and the exponent turns it into a base.
std::vector<double> SinusoidalTableMistakes::solve_base(const Point& point,
                                                        std::span<const Answer> answers) const {
  std::vector<double> bases = usual_bases();
  const double unit = code_angle_unit(point);
  for (int c : longest_first_) {
    const Answer& answer = answers[static_cast<std::size_t>(c)];
    const Grid g = grid(calls_[static_cast<std::size_t>(c)], point);
    if (answer.problem || answer.shape != form(c, point).shape || g.rows < 3 || g.code.width < 3) {
      continue;
    }
    const double scale = output_scale(point, g.code.width);
    const auto value_at = [&](int row, int column) {
      return (answer.cells[cell_at(g, point, row, column)] - output_shift(point)) / scale;
    };
    // The fastest pair that depends on the base; a sine tells a small angle better than a cosine.
    int column = -1;
    double least = std::numeric_limits<double>::infinity();
    bool sine = false;
    for (int i = 0; i < g.columns.columns; ++i) {
      const Place at = place(g, point, cell_at(g, point, 1, i));
      if (at.code.slot < 0) continue;
      const double e = std::abs(code_exponent(g.code, point, at.code.pair, at.code.slot));
      if (!(e > 1e-9) || !std::isfinite(e)) continue;
      const bool is = code_is_sine(point, at.code.slot);
      if (e < least || (e == least && is && !sine)) {
        least = e;
        column = i;
        sine = is;
      }
    }
    if (column < 0) return bases;
    const Place at = place(g, point, cell_at(g, point, 1, column));
    const double e = code_exponent(g.code, point, at.code.pair, at.code.slot);
    int row = -1;
    for (int r = 0; r < std::min(g.rows, 4) && row < 0; ++r) {
      const double p = row_position(g, point, r);
      if (p > 0.0 && std::isfinite(p)) row = r;
    }
    if (row < 0) return bases;
    const double first = value_at(row, column);
    if (!(std::abs(first) <= 1.0)) return bases;
    const double start = sine ? arc_sine(first) : arc_cosine(first);
    double estimate = start / (row_position(g, point, row) * unit);
    for (int r = 1; r < g.rows; r *= 2) {
      const double far = row_position(g, point, r) * unit;
      const double angle = far * estimate;
      const double slope = sine ? std::cos(angle) : -std::sin(angle);
      if (!(std::abs(slope) > 0.25)) continue;
      const double step =
          (value_at(r, column) - (sine ? std::sin(angle) : std::cos(angle))) / slope;
      if (std::abs(step) < 0.25 && far != 0.0) estimate += step / far;
    }
    if (!(estimate > 0.0)) return bases;
    const double base = without_noise(exponential(-logarithm(estimate) / e));
    const bool new_base =
        std::isfinite(base) && base > 0.0 && !nearly(base, 10'000.0) && !nearly(base, 1'000.0);
    if (new_base) bases.push_back(base);
    return bases;
  }
  return bases;
}

ChangeName SinusoidalTableMistakes::name(int axis, const Point& point) const {
  if (axis == kOutputAxis && point.choice(axis) == output_rule::kFactor &&
      nearly(point.value(axis), -1.0)) {
    return {"sin-output-negated"};
  }
  return code_change_name(kAxes[static_cast<std::size_t>(axis)], axis, point);
}

NamedValues SinusoidalTableMistakes::evidence(int axis, const Point& point, int case_index,
                                              bool has_cell, std::size_t cell) const {
  const SinusoidalTableCall& call = calls_[static_cast<std::size_t>(case_index)];
  const Grid g = grid(call, point);
  NamedValues values = {
      {"n", double(call.positions)}, {"d", double(call.width)}, {"base", call.base}};
  if (!has_cell) {
    const Form mine = form(case_index, point);
    values.add("rows", double(g.rows));
    values.add("columns", double(g.columns.columns));
    values.add("depth", double(mine.shape.depth));
    return values;
  }
  const Place at = place(g, point, cell);
  values.add("row", double(at.row));
  values.add("column", double(at.column));
  values.add("pair", double(at.code.pair));
  add_code_evidence(values, axis, g.code, point, at.code);
  switch (axis) {
    case kRowAxis:
    case kFirstAxis:
    case kNumberAxis:
      // Row `row` of the learner holds what row `rightRow` should hold.
      values.add("rightRow", row_position(g, point, at.row));
      if (point.choice(kFirstAxis) == first_rule::kOffset) {
        values.add("offset", point.value(kFirstAxis));
      }
      break;
    case kOutputAxis:
      values.add("factor", output_scale(point, g.code.width));
      if (point.choice(kOutputAxis) == output_rule::kRounded) {
        values.add("digits", point.value(kOutputAxis));
      }
      break;
    default:
      break;
  }
  return values;
}

}  // namespace posenc
