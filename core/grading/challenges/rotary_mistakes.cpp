#include "core/grading/challenges/rotary_mistakes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/grading/axes/position_code.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kPairsAxis = kRateAxes,
  kPositionAxis,
  kNumberAxis,
  kTurnAxis,
  kPartAxis,
  kOutputAxis,
  kContainerAxis,
};

constexpr int kNtkBase = base_rule::kLog2 + 1;

namespace pairs_rule {
enum : int { kRight, kHalves, kPartnerInOtherHalf, kAnglesOfHalves, kReversed };
}
namespace position_rule {
enum : int {
  kRight,
  kRowNumber,
  kOneLater,
  kOneEarlier,
  kAllZero,
  kAllFirst,
  kFromFirst,
  kReversed,
  kFactor,
};
}
namespace rotary_number_rule {
enum : int { kRight, kBfloat16, kFloat16, kRateBfloat16 };
}
namespace turn_rule {
enum : int {
  kRight,
  kInPlace,
  kCosineOnly,
  kNoMinus,
  kTwoMinuses,
  kReflected,
  kSwappedResults,
  kSwappedFunctions,
  kAdded,
};
}
namespace part_rule {
enum : int { kRight, kFirstHalf, kFirstPair, kSecondHalf };
}
namespace output_rule {
enum : int { kRight, kTimesRoot, kFactor };
}
namespace container_rule {
enum : int { kRight, kFlat, kTransposed, kBatched };
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kRotaryBaseChoices[] = {
    {"sin-base-other", false, 3}, {"sin-log10"}, {"sin-log2"}, {"rope-ntk-base", true, 3}};
constexpr Alternative kRotaryAngleChoices[] = {{"sin-angle-as-degrees"},
                                               {"sin-angle-to-degrees"},
                                               {"sin-angle-turns"},
                                               {"sin-angle-half-turns"},
                                               {"rope-backwards", true}};
constexpr Alternative kPairsChoices[] = {{"rope-half-split", true},
                                         {"rope-mixed-conventions"},
                                         {"rope-mixed-angles"},
                                         {"rope-pairs-reversed"}};
constexpr Alternative kPositionChoices[] = {
    {"rope-row-number-as-position"}, {"rope-positions-one-later"},
    {"rope-positions-one-earlier"},  {"rope-not-turned"},
    {"rope-first-position-for-all"}, {"rope-positions-from-first"},
    {"rope-positions-reversed"},     {"rope-positions-scaled", false, 4}};
constexpr Alternative kRotaryNumberChoices[] = {
    {"sin-position-bfloat16"}, {"sin-position-float16"}, {"rope-rates-bfloat16"}};
constexpr Alternative kTurnChoices[] = {{"rope-updated-in-place"}, {"rope-cosine-only"},
                                        {"rope-no-minus"},         {"rope-two-minuses"},
                                        {"rope-reflected"},        {"rope-results-swapped"},
                                        {"rope-sin-cos-swapped"},  {"rope-code-added"}};
constexpr Alternative kPartChoices[] = {
    {"rope-half-of-width-turned"}, {"rope-first-pair-only"}, {"rope-second-half-turned"}};
constexpr Alternative kOutputChoices[] = {{"rope-times-root-width"}, {"rope-factor", false, 5}};
constexpr Alternative kContainerChoices[] = {
    {"shape-flat"}, {"shape-transposed"}, {"shape-batch-axis", true}};
constexpr Axis kAxes[] = {
    {"exponent", kExponentChoices},
    {"width in the exponent", std::span(kWidthChoices).first(exponent_width_rule::kLength)},
    {"base", kRotaryBaseChoices},
    {"angle", kRotaryAngleChoices},
    {"pairs", kPairsChoices},
    {"position", kPositionChoices},
    {"number", kRotaryNumberChoices},
    {"turn", kTurnChoices},
    {"part", kPartChoices},
    {"output", kOutputChoices},
    {"container", kContainerChoices},
};

class RotaryMistakes final : public MistakeSpace {
 public:
  explicit RotaryMistakes(std::span<const Case> cases) : cases_(cases) {}

  std::span<const Axis> axes() const override { return kAxes; }

  Form form(int case_index, const Point& point) const override {
    const RotaryCall call(cases_[static_cast<std::size_t>(case_index)]);
    Form form;
    switch (point.choice(kContainerAxis)) {
      case container_rule::kFlat:
        form.shape = ListShape::list(call.rows * call.width);
        break;
      case container_rule::kTransposed:
        form.shape = ListShape::rows(call.width, call.rows);
        break;
      case container_rule::kBatched:
        form.shape = ListShape::batch(1, call.rows, call.width);
        break;
      default:
        form.shape = ListShape::rows(call.rows, call.width);
        break;
    }
    if (call.rows == 0) return form;
    form.sometimes_fails = code_may_fail(code_call(call, point), point) ||
                           (call.width == 2 && point.choice(kBaseAxis) == kNtkBase);
    return form;
  }

  Prediction cell(int case_index, const Point& point, std::size_t cell) const override {
    const RotaryCall call(cases_[static_cast<std::size_t>(case_index)]);
    const int i = static_cast<int>(cell);
    const bool transposed = point.choice(kContainerAxis) == container_rule::kTransposed;
    const int row = transposed ? i % call.rows : i / call.width;
    const int column = transposed ? i / call.rows : i % call.width;
    const Pair pair = pair_of(call, point, column);
    const double x = at(call, row, column);
    double scale = 1.0;
    if (point.choice(kOutputAxis) == output_rule::kTimesRoot) scale = std::sqrt(call.width);
    if (point.choice(kOutputAxis) == output_rule::kFactor) scale = point.value(kOutputAxis);
    if (!is_turned(call, point, pair.index, column)) return {x * scale, kLoosest * 1e-3};

    const double p = position(call, point, row);
    const double angle = p * rate(call, point, pair);
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    const double a = pair.is_first ? x : at(call, row, pair.partner);
    const double b = pair.is_first ? at(call, row, pair.partner) : x;
    return {turned(point.choice(kTurnAxis), pair.is_first, a, b, cosine, sine) * scale,
            angle_tolerance(call.positions[row], angle) * std::max(1.0, std::abs(scale))};
  }

  std::vector<double> solve(int axis, const Point& point,
                            std::span<const Answer> answers) const override {
    std::vector<double> usual;
    if (axis == kBaseAxis && point.choice(kBaseAxis) == base_rule::kConstant) usual = usual_bases();
    const int index = 0;
    const RotaryCall call(cases_[0]);
    const Answer& answer = answers[0];
    if (answer.problem || answer.shape != form(index, point).shape) return usual;
    if (axis == kOutputAxis) return solve_factor(point, answer);
    // The slower pair of the row at position 1: by how much it has turned says its rate.
    if (point.choice(kTurnAxis) != 0 || point.choice(kPartAxis) != 0) return usual;
    const int row = 1;
    for (int column = call.width - 1; column >= 0; --column) {
      const Pair pair = pair_of(call, point, column);
      const double e = code_exponent(code_call(call, Point{}), point, pair.index, 0);
      if (!pair.is_first || !(std::abs(e) > 1e-9)) continue;
      const double a = at(call, row, column);
      const double b = at(call, row, pair.partner);
      const double c = got(call, point, answer, row, column);
      const double d = got(call, point, answer, row, pair.partner);
      const double angle = std::atan2(a * d - b * c, a * c + b * d) / code_angle_unit(point);
      if (axis == kPositionAxis) {
        const double factor = without_noise(angle / rate(call, point, pair));
        if (!std::isfinite(factor) || std::abs(factor) < 1e-3) return {};
        // Each of these has a name of its own.
        for (const double unit : {1.0, -1.0, kPi, 2.0 * kPi, kPi / 180.0, 180.0 / kPi}) {
          if (std::abs(factor - unit) < 1e-4 * std::abs(unit)) return {};
        }
        return {factor};
      }
      if (point.choice(kBaseAxis) == base_rule::kConstant) {
        return bases_of_sine(std::sin(angle), position(call, point, row), e);
      }
      const double base = exponential(-logarithm(angle / position(call, point, row)) / e);
      const double w = call.width;
      const double factor = without_noise(exponential(logarithm(base / call.base) * (w - 2.0) / w));
      return std::isfinite(factor) && factor > 0.0 && !nearly(factor, 1.0)
                 ? std::vector<double>{factor}
                 : std::vector<double>{};
    }
    return usual;
  }

  ChangeName name(int axis, const Point& point) const override {
    return code_change_name(kAxes[static_cast<std::size_t>(axis)], axis, point);
  }

  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override {
    const RotaryCall call(cases_[static_cast<std::size_t>(case_index)]);
    NamedValues values = {{"n", double(call.rows)}, {"d", double(call.width)}, {"base", call.base}};
    if (!has_cell) return values;
    const int row = static_cast<int>(cell) / call.width % call.rows;
    const Pair pair = pair_of(call, point, static_cast<int>(cell) % call.width);
    values.add("pair", double(pair.index));
    values.add("position", call.positions[row]);
    if (axis < kRateAxes) {
      add_code_evidence(values, axis, code_call(call, point), point, {pair.index, 0});
    }
    if (axis == kPairsAxis) values.add("yourPartner", double(pair.partner));
    if (axis == kPositionAxis || axis == kNumberAxis) {
      values.add("yourPosition", position(call, point, row));
    }
    if (axis == kPositionAxis || axis == kOutputAxis) values.add("factor", point.value(axis));
    return values;
  }

 private:
  struct Pair {
    int index;
    int partner;  ///< the other column
    bool is_first;
    int slot;  ///< which of the two angles of an implementation that keeps one for each column
  };

  static CodeCall code_call(const RotaryCall& call, const Point& point) {
    CodeCall code{call.rows, call.width, logarithm(call.base)};
    if (point.choice(kBaseAxis) == kNtkBase) {
      code.log_base += logarithm(point.value(kBaseAxis)) * code.width / (code.width - 2.0);
    }
    return code;
  }

  static double at(const RotaryCall& call, int row, int column) {
    return call.x[row * call.width + column];
  }

  static double got(const RotaryCall& call, const Point& point, const Answer& answer, int row,
                    int column) {
    const bool transposed = point.choice(kContainerAxis) == container_rule::kTransposed;
    return answer.cells[static_cast<std::size_t>(transposed ? column * call.rows + row
                                                            : row * call.width + column)];
  }

  static Pair pair_of(const RotaryCall& call, const Point& point, int column) {
    const int half = call.width / 2;
    const bool low = column < half;
    const int across = low ? column + half : column - half;
    const int beside = column % 2 == 0 ? column + 1 : column - 1;
    switch (point.choice(kPairsAxis)) {
      case pairs_rule::kHalves:
        return {column % half, across, low, low ? 0 : 1};
      case pairs_rule::kPartnerInOtherHalf:
        return {column / 2, across, low, column % 2};
      case pairs_rule::kAnglesOfHalves:
        return {column % half, beside, column % 2 == 0, low ? 0 : 1};
      case pairs_rule::kReversed:
        return {half - 1 - column / 2, beside, column % 2 == 0, column % 2};
      default:
        return {column / 2, beside, column % 2 == 0, column % 2};
    }
  }

  static bool is_turned(const RotaryCall& call, const Point& point, int pair, int column) {
    switch (point.choice(kPartAxis)) {
      case part_rule::kFirstHalf:
        return column - column % 2 < call.width / 2;
      case part_rule::kFirstPair:
        return pair == 0;
      case part_rule::kSecondHalf:
        return column - column % 2 >= call.width / 2;
      default:
        return true;
    }
  }

  static double position(const RotaryCall& call, const Point& point, int row) {
    double p = call.positions[row];
    switch (point.choice(kPositionAxis)) {
      case position_rule::kRowNumber:
        p = row;
        break;
      case position_rule::kOneLater:
        p += 1.0;
        break;
      case position_rule::kOneEarlier:
        p -= 1.0;
        break;
      case position_rule::kAllZero:
        p = 0.0;
        break;
      case position_rule::kAllFirst:
        p = call.positions[0];
        break;
      case position_rule::kFromFirst:
        p -= call.positions[0];
        break;
      case position_rule::kReversed:
        p = call.positions[call.rows - 1 - row];
        break;
      case position_rule::kFactor:
        p *= point.value(kPositionAxis);
        break;
      default:
        break;
    }
    if (point.choice(kNumberAxis) == rotary_number_rule::kBfloat16) return round_to_bits(p, 8);
    if (point.choice(kNumberAxis) == rotary_number_rule::kFloat16) return round_to_bits(p, 11);
    return p;
  }

  static double rate(const RotaryCall& call, const Point& point, const Pair& pair) {
    double rate = code_rate(code_call(call, point), point, pair.index, pair.slot);
    if (point.choice(kNumberAxis) == rotary_number_rule::kRateBfloat16) {
      rate = round_to_bits(rate, 8);
    }
    return rate * code_angle_unit(point);
  }

  static double turned(int rule, bool is_first, double a, double b, double cosine, double sine) {
    const double first = a * cosine - b * sine;
    const double second = a * sine + b * cosine;
    switch (rule) {
      case turn_rule::kInPlace:
        return is_first ? first : first * sine + b * cosine;
      case turn_rule::kCosineOnly:
        return (is_first ? a : b) * cosine;
      case turn_rule::kNoMinus:
        return is_first ? a * cosine + b * sine : second;
      case turn_rule::kTwoMinuses:
        return is_first ? first : b * cosine - a * sine;
      case turn_rule::kReflected:
        return is_first ? a * cosine + b * sine : a * sine - b * cosine;
      case turn_rule::kSwappedResults:
        return is_first ? second : first;
      case turn_rule::kSwappedFunctions:
        return is_first ? a * sine - b * cosine : a * cosine + b * sine;
      case turn_rule::kAdded:
        return is_first ? a + sine : b + cosine;
      default:
        return is_first ? first : second;
    }
  }

  /// The quotient at the cell that the rest of the point makes largest.
  std::vector<double> solve_factor(const Point& point, const Answer& answer) const {
    Point plain = point;
    plain.set(kOutputAxis, 0);
    double largest = 0.1;  // below, the quotient would lose its digits
    double factor = kAny;
    for (std::size_t i = 0; i < answer.cells.size(); ++i) {
      const double predicted = cell(0, plain, i).value;
      if (!(std::abs(predicted) > largest)) continue;
      largest = std::abs(predicted);
      factor = without_noise(answer.cells[i] / predicted);
    }
    if (!std::isfinite(factor) || nearly(factor, 1.0) || std::abs(factor) < 1e-4) return {};
    return {factor};
  }

  std::span<const Case> cases_;
};

}  // namespace

RotaryCall::RotaryCall(const Case& given)
    : rows(given.arguments[0].shape.sides[0]),
      width(given.arguments[0].shape.sides[1]),
      base(given.arguments[2].cells[0]),
      x(given.arguments[0].cells.data()),
      positions(given.arguments[1].cells.data()) {}

std::unique_ptr<MistakeSpace> rotary_mistakes(std::span<const Case> cases) {
  return std::make_unique<RotaryMistakes>(cases);
}

}  // namespace posenc
