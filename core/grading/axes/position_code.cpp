#include "core/grading/axes/position_code.h"

#include <algorithm>
#include <cmath>

#include "core/grading/comparison.h"
#include "core/grading/elementary.h"

namespace posenc {

double code_log_base(const CodeCall& call, const Point& point) {
  switch (point.choice(kBaseAxis)) {
    case base_rule::kConstant:
      return logarithm(point.value(kBaseAxis));
    case base_rule::kLog10:
      return call.log_base * std::numbers::log10e;
    case base_rule::kLog2:
      return call.log_base * std::numbers::log2e;
    default:
      return call.log_base;
  }
}

double code_exponent_width(const CodeCall& call, const Point& point) {
  switch (point.choice(kWidthAxis)) {
    case exponent_width_rule::kRoundedUp:
      return call.width + call.width % 2;
    case exponent_width_rule::kRoundedDown:
      return call.width - call.width % 2;
    case exponent_width_rule::kLength:
      return call.length;
    default:
      return call.width;
  }
}

double code_exponent(const CodeCall& call, const Point& point, int pair, int slot) {
  const double w = code_exponent_width(call, point);
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

double code_rate(const CodeCall& call, const Point& point, int pair, int slot) {
  const double log_base = code_log_base(call, point);
  const double w = code_exponent_width(call, point);
  switch (point.choice(kExponentAxis)) {
    case exponent_rule::kFloorPrecedence:
      return exponential(2.0 * pair * std::floor(-log_base / w / 2.0));
    case exponent_rule::kSwapped:
      return exponential(exponential(-log_base) * logarithm(2.0 * pair / w));
    case exponent_rule::kXor:
      // The powers below one are cut to 0, and base XOR 0 is the base, cut too.
      return 1.0 / std::trunc(exponential(log_base) * (1.0 + 1e-12));
    case exponent_rule::kProduct:
      return pair == 0 ? kAny : w / (2.0 * pair * exponential(log_base));
    default:
      return exponential(-code_exponent(call, point, pair, slot) * log_base);
  }
}

bool code_may_fail(const CodeCall& call, const Point& point) {
  const double w = code_exponent_width(call, point);
  const bool one_pair = w == 2.0 && point.choice(kExponentAxis) == exponent_rule::kOneStepFewer;
  return one_pair || w == 0.0;
}

double code_angle_unit(const Point& point) {
  switch (point.choice(kAngleAxis)) {
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

bool code_is_sine(const Point& point, int slot) {
  switch (point.choice(kFunctionAxis)) {
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

CodeColumns code_columns(int width, const Point& point) {
  CodeColumns c{width, (width + 1) / 2, width / 2, (width + 1) / 2};
  if (width % 2 == 0) return c;
  switch (point.choice(kOddAxis)) {
    case odd_rule::kExtraColumn:
      c.cosines = c.sines;
      c.columns = width + 1;
      break;
    case odd_rule::kShortRow:
      c.sines = c.cosines;
      c.columns = width - 1;
      break;
    case odd_rule::kLastZero:
      c.sines = c.cosines;
      break;
    case odd_rule::kLastCosine:
      std::swap(c.sines, c.cosines);
      break;
    default:
      break;
  }
  return c;
}

CodePlace code_place(const CodeColumns& columns, const Point& point, int column) {
  if (column >= columns.sines + columns.cosines) return {0, -1};
  if (point.choice(kLayoutAxis) == layout_rule::kHalves) {
    const bool first = column < columns.sines;
    return {first ? column : column - columns.sines, first ? 0 : 1};
  }
  CodePlace place{column / 2, column % 2};
  if (columns.cosines > columns.sines && column == columns.columns - 1) place.slot = 1;
  if (point.choice(kLayoutAxis) == layout_rule::kReversed) {
    place.pair = columns.pairs - 1 - place.pair;
  }
  return place;
}

double position_as_number(int rule, double p, int length) {
  switch (rule) {
    case number_rule::kUnitInterval:
      return p / (length - 1.0);
    case number_rule::kOverLength:
      return p / length;
    case number_rule::kBfloat16:
      return round_to_bits(p, 8);
    case number_rule::kFloat16:
      return round_to_bits(p, 11);
    default:
      return p;
  }
}

double round_to_bits(double value, int bits) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits)), exponent - bits);
}

double angle_tolerance(double position, double angle) {
  const double counted = std::max(std::abs(position), std::abs(angle));
  return kTolerance.absolute + std::min(kLoosest, kTolerance.per_position * counted);
}

std::vector<double> usual_bases() { return {10'000.0, 1'000.0}; }

std::vector<double> bases_of_sine(double sine, double position, double exponent) {
  std::vector<double> bases = usual_bases();
  // Arc sine by the one arc function that the core has anyway.
  const double rate = std::atan2(sine, std::sqrt(1.0 - sine * sine)) / position;
  if (!(rate > 0.0) || !(exponent > 1e-9)) return bases;
  const double base = without_noise(exponential(-logarithm(rate) / exponent));
  if (!std::isfinite(base) || base <= 0.0) return bases;
  for (const double usual : usual_bases()) {
    if (nearly(base, usual)) return bases;
  }
  bases.push_back(base);
  return bases;
}

ChangeName code_change_name(const Axis& axis, int index, const Point& point) {
  const int choice = point.choice(index);
  const Alternative& alternative = axis.alternatives[static_cast<std::size_t>(choice - 1)];
  if (index == kBaseAxis && choice == base_rule::kConstant) {
    if (nearly(point.value(index), 10'000.0)) return {"sin-base-hard-coded"};
    if (nearly(point.value(index), 1'000.0)) return {"sin-base-1000"};
    // Squared by a doubled exponent, a usual base looks like an unusual one.
    return {alternative.id, false, 1};
  }
  return {alternative.id, alternative.convention};
}

void add_code_evidence(NamedValues& values, int axis, const CodeCall& call, const Point& point,
                       CodePlace place) {
  const int slot = std::max(0, place.slot);
  switch (axis) {
    case kExponentAxis:
    case kWidthAxis:
      values.add("rightExponent", 2.0 * place.pair / call.width);
      values.add("rightRate", exponential(-2.0 * place.pair / call.width * call.log_base));
      values.add("yourRate", code_rate(call, point, place.pair, slot));
      break;
    case kBaseAxis:
      values.add("yourBase", point.choice(kBaseAxis) == base_rule::kConstant
                                 ? point.value(kBaseAxis)
                                 : exponential(code_log_base(call, point)));
      break;
    case kLayoutAxis:
      // What stands in the cell's column belongs to `rightColumn`.
      values.add("rightColumn", 2.0 * place.pair + slot);
      break;
    default:
      break;
  }
}

double power_of_ten(int exponent) {
  double power = 1.0;
  for (; exponent > 0; --exponent) power *= 10.0;
  for (; exponent < 0; ++exponent) power /= 10.0;
  return power;
}

double without_noise(double value) {
  const double digits = std::floor(logarithm(std::abs(value)) * std::numbers::log10e);
  if (!(std::abs(digits) < 300.0)) return value;
  const double unit = power_of_ten(static_cast<int>(digits) - 3);
  const double round = std::nearbyint(value / unit) * unit;
  return std::abs(round - value) < 1e-5 * std::abs(value) ? round : value;
}

bool nearly(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

}  // namespace posenc
