#include "core/grading/sinusoidal_table_mistakes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "core/grading/comparison.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kExponentAxis,
  kWidthAxis,
  kBaseAxis,
  kRowAxis,
  kFirstAxis,
  kNumberAxis,
  kAngleAxis,
  kFunctionAxis,
  kLayoutAxis,
  kOddAxis,
  kContainerAxis,
  kSizeAxis,
  kOutputAxis,
};

namespace exponent_rule {
enum : int {
  kRight,
  kUnpaired,
  kDoubled,
  kHalved,
  kRawColumn,
  kOneStepFewer,
  kShifted,
  kInverted,
  kMissing,
  kFloorPrecedence,
  kSwapped,
  kXor,
  kProduct,
};
}
namespace exponent_width_rule {
enum : int { kRight, kRoundedUp, kRoundedDown, kLength };
}
namespace base_rule {
enum : int { kRight, kConstant, kLog10, kLog2 };
}
namespace row_rule {
enum : int { kRight, kAllLast, kAllFirst };
}
namespace first_rule {
enum : int { kRight, kOne, kMinusOne, kOffset, kReversed };
}
namespace number_rule {
enum : int { kRight, kUnitInterval, kOverLength, kBfloat16, kFloat16 };
}
namespace angle_rule {
enum : int { kRight, kInDegrees, kToDegrees, kTurns, kHalfTurns, kNegated };
}
namespace function_rule {
enum : int { kRight, kSwapped, kSineOnly, kCosineOnly };
}
namespace layout_rule {
enum : int { kRight, kHalves, kReversed };
}
namespace odd_rule {
enum : int { kRight, kExtraColumn, kShortRow, kLastZero, kLastCosine, kCrash };
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
constexpr Alternative kExponentChoices[] = {
    {"sin-exponent-unpaired"},     {"sin-exponent-doubled"},      {"sin-exponent-halved"},
    {"sin-exponent-raw-column"},   {"sin-t2t-denominator", true}, {"sin-exponent-shifted"},
    {"sin-exponent-inverted"},     {"sin-exponent-missing"},      {"sin-floor-precedence"},
    {"sin-base-exponent-swapped"}, {"sin-power-as-xor"},          {"sin-power-as-product"}};
constexpr Alternative kWidthChoices[] = {
    {"sin-odd-d-rounded-up", true}, {"sin-odd-d-rounded-down", true}, {"sin-length-as-width"}};
constexpr Alternative kBaseChoices[] = {{"sin-base-other", false, 3}, {"sin-log10"}, {"sin-log2"}};
constexpr Alternative kRowChoices[] = {{"sin-rows-all-last"}, {"sin-rows-all-first"}};
constexpr Alternative kFirstChoices[] = {{"sin-positions-from-one"},
                                         {"sin-positions-from-minus-one"},
                                         {"sin-positions-offset", false, 2},
                                         {"sin-positions-reversed"}};
constexpr Alternative kNumberChoices[] = {{"sin-time-in-unit-interval"},
                                          {"sin-positions-over-length"},
                                          {"sin-position-bfloat16"},
                                          {"sin-position-float16"}};
constexpr Alternative kAngleChoices[] = {{"sin-angle-as-degrees"},
                                         {"sin-angle-to-degrees"},
                                         {"sin-angle-turns"},
                                         {"sin-angle-half-turns"},
                                         {"sin-angle-negated"}};
constexpr Alternative kFunctionChoices[] = {
    {"sin-cos-swapped", true}, {"sin-sine-only"}, {"sin-cosine-only"}};
constexpr Alternative kLayoutChoices[] = {{"sin-halves-layout", true}, {"sin-pairs-reversed"}};
constexpr Alternative kOddChoices[] = {{"sin-odd-d-extra-column"},
                                       {"sin-odd-d-short-row"},
                                       {"sin-odd-d-last-zero", true},
                                       {"sin-odd-d-last-cosine"},
                                       {"sin-odd-d-crash"}};
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
    {"row", kRowChoices},
    {"first position", kFirstChoices},
    {"position as a number", kNumberChoices},
    {"angle", kAngleChoices},
    {"function", kFunctionChoices},
    {"layout", kLayoutChoices},
    {"odd width", kOddChoices},
    {"container", kContainerChoices},
    {"size", kSizeChoices},
    {"output", kOutputChoices},
};

constexpr double kPi = std::numbers::pi;
constexpr double kAny = std::numeric_limits<double>::quiet_NaN();

/// However large an angle, an explanation must be exact to this.
constexpr double kLoosest = 1e-3;
constexpr int kFarthestOffset = 512;

/// Rounded to a number of significant binary digits, half to even.
double round_to_bits(double value, int bits) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits)), exponent - bits);
}

double angle_unit(int rule) {
  switch (rule) {
    case angle_rule::kInDegrees:
      return kPi / 180.0;
    case angle_rule::kToDegrees:
      return 180.0 / kPi;
    case angle_rule::kTurns:
      return 2.0 * kPi;
    case angle_rule::kHalfTurns:
      return kPi;
    case angle_rule::kNegated:
      return -1.0;
    default:
      return 1.0;
  }
}

bool is_sine(int rule, int slot) {
  switch (rule) {
    case function_rule::kSwapped:
      return slot == 1;
    case function_rule::kSineOnly:
      return true;
    case function_rule::kCosineOnly:
      return false;
    default:
      return slot == 0;
  }
}

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

double power_of_ten(int exponent) {
  double power = 1.0;
  for (; exponent > 0; --exponent) power *= 10.0;
  for (; exponent < 0; ++exponent) power /= 10.0;
  return power;
}

// Arc sine and arc cosine by the one arc function that the core has anyway.
double arc_sine(double x) { return std::atan2(x, std::sqrt(1.0 - x * x)); }
double arc_cosine(double x) { return std::atan2(std::sqrt(1.0 - x * x), x); }

/// The nearest number of four digits, if `value` is that but for rounding.
double without_noise(double value) {
  const double digits = std::floor(std::log(std::abs(value)) * std::numbers::log10e);
  if (!(std::abs(digits) < 300.0)) return value;
  const double unit = power_of_ten(static_cast<int>(digits) - 3);
  const double round = std::nearbyint(value / unit) * unit;
  return std::abs(round - value) < 1e-5 * std::abs(value) ? round : value;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

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

SinusoidalTableMistakes::SinusoidalTableMistakes(std::vector<SinusoidalTableCall> calls) {
  for (const SinusoidalTableCall& call : calls) calls_.push_back({call, std::log(call.base)});
  for (int i = 0; i < static_cast<int>(calls.size()); ++i) {
    const auto shorter = std::find_if(longest_first_.begin(), longest_first_.end(), [&](int other) {
      return calls_[static_cast<std::size_t>(other)].given.positions <
             calls_[static_cast<std::size_t>(i)].given.positions;
    });
    longest_first_.insert(shorter, i);
  }
}

std::span<const Axis> SinusoidalTableMistakes::axes() const { return kAxes; }

SinusoidalTableMistakes::Grid SinusoidalTableMistakes::grid(const Call& call,
                                                            const Point& point) const {
  Grid grid{};
  grid.positions = call.given.positions;
  grid.width = call.given.width;
  if (point.choice(kContainerAxis) == container_rule::kArgumentsSwapped) {
    std::swap(grid.positions, grid.width);
  }
  grid.rows = grid.positions;
  if (point.choice(kSizeAxis) == size_rule::kRowMore) ++grid.rows;
  if (point.choice(kSizeAxis) == size_rule::kRowFewer) grid.rows = std::max(0, grid.rows - 1);

  const int width = grid.width;
  if (point.choice(kSizeAxis) == size_rule::kTwiceAsWide) {
    grid.pairs = grid.sines = grid.cosines = width;
    grid.columns = 2 * width;
    return grid;
  }
  grid.pairs = (width + 1) / 2;
  grid.sines = (width + 1) / 2;
  grid.cosines = width / 2;
  grid.columns = width;
  if (width % 2 == 1) {
    switch (point.choice(kOddAxis)) {
      case odd_rule::kExtraColumn:
        grid.cosines = grid.sines;
        grid.columns = width + 1;
        break;
      case odd_rule::kShortRow:
        grid.sines = grid.cosines;
        grid.columns = width - 1;
        break;
      case odd_rule::kLastZero:
        grid.sines = grid.cosines;
        break;
      case odd_rule::kLastCosine:
        std::swap(grid.sines, grid.cosines);
        break;
      default:
        break;
    }
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
    place.row = i / grid.columns;
    place.column = i % grid.columns;
  }
  const int c = place.column;
  if (c >= grid.sines + grid.cosines) {
    place.slot = -1;
    return place;
  }
  if (point.choice(kLayoutAxis) == layout_rule::kHalves) {
    place.slot = c < grid.sines ? 0 : 1;
    place.pair = c < grid.sines ? c : c - grid.sines;
  } else {
    place.pair = c / 2;
    place.slot = c % 2;
    if (grid.cosines > grid.sines && c == grid.columns - 1) place.slot = 1;
    if (point.choice(kLayoutAxis) == layout_rule::kReversed) place.pair = grid.pairs - 1 - c / 2;
  }
  return place;
}

std::size_t SinusoidalTableMistakes::cell_at(const Grid& grid, const Point& point, int row,
                                             int column) const {
  const bool transposed = point.choice(kContainerAxis) == container_rule::kTransposed;
  return static_cast<std::size_t>(transposed ? column * grid.rows + row
                                             : row * grid.columns + column);
}

Form SinusoidalTableMistakes::form(int case_index, const Point& point) const {
  const Call& call = calls_[static_cast<std::size_t>(case_index)];
  const Grid g = grid(call, point);
  Form form;
  switch (point.choice(kContainerAxis)) {
    case container_rule::kFlat:
      form.shape = ListShape::list(g.rows * g.columns);
      break;
    case container_rule::kTransposed:
      form.shape = ListShape::rows(g.columns, g.rows);
      break;
    case container_rule::kBatched:
      form.shape = ListShape::batch(1, g.rows, g.columns);
      break;
    case container_rule::kMiddle:
      form.shape = ListShape::batch(g.rows, 1, g.columns);
      break;
    default:
      form.shape = ListShape::rows(g.rows, g.columns);
      break;
  }
  // A table of d rows: too few of them are an access beyond the last one, too many stay short.
  if (point.choice(kContainerAxis) == container_rule::kAxesSwapped && g.positions > 0) {
    form.sometimes_fails = g.positions > g.width;
    form.always_fails = g.positions < g.width;
    form.failure = form.always_fails ? ProblemKind::kRagged : ProblemKind::kThrew;
  }
  if (point.choice(kOddAxis) == odd_rule::kCrash && g.width % 2 == 1 && g.rows > 0) {
    form.always_fails = true;
    form.failure = ProblemKind::kThrew;
  }
  // Divisions by zero, which some languages refuse.
  const double w = exponent_width(g, point);
  if (point.choice(kExponentAxis) == exponent_rule::kOneStepFewer && w == 2.0) {
    form.sometimes_fails = true;
  }
  if (w == 0.0) form.sometimes_fails = true;
  if (point.choice(kNumberAxis) == number_rule::kUnitInterval && g.rows == 1) {
    form.sometimes_fails = true;
  }
  return form;
}

double SinusoidalTableMistakes::log_base(const Call& call, const Point& point) const {
  switch (point.choice(kBaseAxis)) {
    case base_rule::kConstant:
      return std::log(point.value(kBaseAxis));
    case base_rule::kLog10:
      return call.log_base * std::numbers::log10e;
    case base_rule::kLog2:
      return call.log_base * std::numbers::log2e;
    default:
      return call.log_base;
  }
}

double SinusoidalTableMistakes::exponent_width(const Grid& grid, const Point& point) const {
  switch (point.choice(kWidthAxis)) {
    case exponent_width_rule::kRoundedUp:
      return grid.width + grid.width % 2;
    case exponent_width_rule::kRoundedDown:
      return grid.width - grid.width % 2;
    case exponent_width_rule::kLength:
      return grid.positions;
    default:
      return grid.width;
  }
}

/// The exponent of 1 / base; NaN where the rule has none or divides zero by zero.
double SinusoidalTableMistakes::exponent(const Grid& grid, const Point& point, int pair,
                                         int slot) const {
  const double w = exponent_width(grid, point);
  const double k = pair;
  switch (point.choice(kExponentAxis)) {
    case exponent_rule::kRight:
      return 2.0 * k / w;
    case exponent_rule::kUnpaired:
      return (2.0 * k + slot) / w;
    case exponent_rule::kDoubled:
      return 4.0 * k / w;
    case exponent_rule::kHalved:
      return k / w;
    case exponent_rule::kRawColumn:
      return 2.0 * (2.0 * k + slot) / w;
    case exponent_rule::kOneStepFewer:
      return k / (w / 2.0 - 1.0);
    case exponent_rule::kShifted:
      return 2.0 * (k + 1.0) / w;
    case exponent_rule::kInverted:
      return -2.0 * k / w;
    case exponent_rule::kMissing:
      return 0.0;
    default:
      return kAny;
  }
}

double SinusoidalTableMistakes::rate(const Call& call, const Grid& grid, const Point& point,
                                     int pair, int slot) const {
  const double logarithm = log_base(call, point);
  const double w = exponent_width(grid, point);
  switch (point.choice(kExponentAxis)) {
    case exponent_rule::kFloorPrecedence:
      return std::exp(2.0 * pair * std::floor(-logarithm / w / 2.0));
    case exponent_rule::kSwapped:
      return std::exp(std::exp(-logarithm) * std::log(2.0 * pair / w));
    case exponent_rule::kXor:
      // The powers below one are cut to 0, and base XOR 0 is the base, cut too.
      return 1.0 / std::trunc(std::exp(logarithm) * (1.0 + 1e-12));
    case exponent_rule::kProduct:
      return pair == 0 ? kAny : w / (2.0 * pair * std::exp(logarithm));
    default:
      return std::exp(-exponent(grid, point, pair, slot) * logarithm);
  }
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
  switch (point.choice(kNumberAxis)) {
    case number_rule::kUnitInterval:
      return p / (grid.rows - 1.0);
    case number_rule::kOverLength:
      return p / grid.rows;
    case number_rule::kBfloat16:
      return round_to_bits(p, 8);
    case number_rule::kFloat16:
      return round_to_bits(p, 11);
    default:
      return p;
  }
}

Prediction SinusoidalTableMistakes::cell(int case_index, const Point& point,
                                         std::size_t cell) const {
  const Call& call = calls_[static_cast<std::size_t>(case_index)];
  const Grid g = grid(call, point);
  const Place at = place(g, point, cell);
  const double exact = kTolerance.absolute;
  const int output = point.choice(kOutputAxis);
  if (output == output_rule::kAllZero) return {0.0, exact};
  if (output == output_rule::kFirstRowZero && at.row == 0) return {0.0, exact};
  if (at.slot < 0) return {0.0, exact};

  const double turn = row_position(g, point, at.row) * rate(call, g, point, at.pair, at.slot);
  const double angle = turn * angle_unit(point.choice(kAngleAxis));
  const double value =
      is_sine(point.choice(kFunctionAxis), at.slot) ? std::sin(angle) : std::cos(angle);
  const double scale = output_scale(point, g.width);
  const double counted = std::max(double(at.row), std::abs(angle));
  double tolerance = (exact + std::min(kLoosest, kTolerance.per_position * counted)) *
                     std::max(1.0, std::abs(scale));
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
    for (int column = 0; column < g.columns; ++column) {
      const std::size_t cell = cell_at(g, point, 1, column);
      const Place at = place(g, point, cell);
      if (at.pair != 0 || at.slot < 0) continue;
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
    if (near(factor, 1.0) && !offset_unknown) return {};
    if (offset_unknown) return {factor, -factor};
    return {factor};
  }
  return {};
}

/// The first pair's angle is the position itself, but for full turns: only whole positions count.
std::vector<double> SinusoidalTableMistakes::solve_offset(const Point& point,
                                                          std::span<const Answer> answers) const {
  const double unit = angle_unit(point.choice(kAngleAxis));
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
    for (int column = 0; column < g.columns; ++column) {
      const std::size_t cell = cell_at(g, point, row, column);
      const Place at = place(g, point, cell);
      if (at.pair != 0 || at.slot < 0) continue;
      const double value =
          (answer.cells[cell] - output_shift(point)) / output_scale(point, g.width);
      (is_sine(point.choice(kFunctionAxis), at.slot) ? sine : cosine) = value;
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
  std::vector<double> bases = {10'000.0, 1'000.0};
  const double unit = angle_unit(point.choice(kAngleAxis));
  for (int c : longest_first_) {
    const Answer& answer = answers[static_cast<std::size_t>(c)];
    const Grid g = grid(calls_[static_cast<std::size_t>(c)], point);
    if (answer.problem || answer.shape != form(c, point).shape || g.rows < 3 || g.width < 3) {
      continue;
    }
    const double scale = output_scale(point, g.width);
    const auto value_at = [&](int row, int column) {
      return (answer.cells[cell_at(g, point, row, column)] - output_shift(point)) / scale;
    };
    // The fastest pair that depends on the base; a sine tells a small angle better than a cosine.
    int column = -1;
    double least = std::numeric_limits<double>::infinity();
    bool sine = false;
    for (int i = 0; i < g.columns; ++i) {
      const Place at = place(g, point, cell_at(g, point, 1, i));
      if (at.slot < 0) continue;
      const double e = std::abs(exponent(g, point, at.pair, at.slot));
      if (!(e > 1e-9) || !std::isfinite(e)) continue;
      const bool is = is_sine(point.choice(kFunctionAxis), at.slot);
      if (e < least || (e == least && is && !sine)) {
        least = e;
        column = i;
        sine = is;
      }
    }
    if (column < 0) return bases;
    const Place at = place(g, point, cell_at(g, point, 1, column));
    const double e = exponent(g, point, at.pair, at.slot);
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
    const double base = without_noise(std::exp(-std::log(estimate) / e));
    const bool new_base =
        std::isfinite(base) && base > 0.0 && !near(base, 10'000.0) && !near(base, 1'000.0);
    if (new_base) bases.push_back(base);
    return bases;
  }
  return bases;
}

ChangeName SinusoidalTableMistakes::name(int axis, const Point& point) const {
  const Alternative& alternative =
      kAxes[static_cast<std::size_t>(axis)]
          .alternatives[static_cast<std::size_t>(point.choice(axis) - 1)];
  const double value = point.value(axis);
  if (axis == kBaseAxis && point.choice(axis) == base_rule::kConstant) {
    if (near(value, 10'000.0)) return {"sin-base-hard-coded"};
    if (near(value, 1'000.0)) return {"sin-base-1000"};
    // Squared by a doubled exponent, a usual base looks like an unusual one.
    return {alternative.id, false, 1};
  }
  if (axis == kOutputAxis && point.choice(axis) == output_rule::kFactor && near(value, -1.0)) {
    return {"sin-output-negated"};
  }
  return {alternative.id, alternative.convention};
}

NamedValues SinusoidalTableMistakes::evidence(int axis, const Point& point, int case_index,
                                              bool has_cell, std::size_t cell) const {
  const Call& call = calls_[static_cast<std::size_t>(case_index)];
  const Grid g = grid(call, point);
  NamedValues values = {{"n", double(call.given.positions)},
                        {"d", double(call.given.width)},
                        {"base", call.given.base}};
  if (!has_cell) {
    const Form mine = form(case_index, point);
    values.add("rows", double(g.rows));
    values.add("columns", double(g.columns));
    values.add("depth", double(mine.shape.depth));
    return values;
  }
  const Place at = place(g, point, cell);
  values.add("row", double(at.row));
  values.add("column", double(at.column));
  values.add("pair", double(at.pair));
  switch (axis) {
    case kExponentAxis:
    case kWidthAxis:
      values.add("rightExponent", 2.0 * at.pair / g.width);
      values.add("rightRate", std::exp(-2.0 * at.pair / g.width * call.log_base));
      values.add("yourRate", rate(call, g, point, at.pair, std::max(0, at.slot)));
      break;
    case kBaseAxis:
      values.add("yourBase", point.choice(kBaseAxis) == base_rule::kConstant
                                 ? point.value(kBaseAxis)
                                 : std::exp(log_base(call, point)));
      break;
    case kRowAxis:
    case kFirstAxis:
    case kNumberAxis:
      // Row `row` of the learner holds what row `rightRow` should hold.
      values.add("rightRow", row_position(g, point, at.row));
      if (point.choice(kFirstAxis) == first_rule::kOffset) {
        values.add("offset", point.value(kFirstAxis));
      }
      break;
    case kLayoutAxis: {
      // What stands in `column` belongs to `rightColumn`.
      values.add("rightColumn", 2.0 * at.pair + std::max(0, at.slot));
      break;
    }
    case kOutputAxis:
      values.add("factor", output_scale(point, g.width));
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
