#pragma once

#include <limits>
#include <numbers>
#include <vector>

#include "core/grading/mistake_search.h"

namespace posenc {

// How people get the sines and cosines of a position wrong: the axes that every task about them
// shares. A space lists them first and in this order; one without columns of sines and cosines
// lists the rate axes alone. Lists of choices may be cut at their end.

enum CodeAxis : int {
  kExponentAxis,
  kWidthAxis,
  kBaseAxis,
  kAngleAxis,
  kFunctionAxis,
  kLayoutAxis,
  kOddAxis,
  kCodeAxes,
};
inline constexpr int kRateAxes = kFunctionAxis;

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
enum : int { kRight, kLength, kRoundedUp, kRoundedDown };
}
namespace base_rule {
enum : int { kRight, kConstant, kLog10, kLog2 };
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
enum : int { kRight, kLastZero, kLastCosine, kCrash, kShortRow, kExtraColumn };
}
namespace number_rule {
enum : int { kRight, kBfloat16, kFloat16, kUnitInterval, kOverLength };
}

// In the order of the enumerations above; every list starts at its choice 1.
inline constexpr Alternative kExponentChoices[] = {
    {"sin-exponent-unpaired"},     {"sin-exponent-doubled"},      {"sin-exponent-halved"},
    {"sin-exponent-raw-column"},   {"sin-t2t-denominator", true}, {"sin-exponent-shifted"},
    {"sin-exponent-inverted"},     {"sin-exponent-missing"},      {"sin-floor-precedence"},
    {"sin-base-exponent-swapped"}, {"sin-power-as-xor"},          {"sin-power-as-product"}};
inline constexpr Alternative kWidthChoices[] = {
    {"sin-length-as-width"}, {"sin-odd-d-rounded-up", true}, {"sin-odd-d-rounded-down", true}};
inline constexpr Alternative kBaseChoices[] = {
    {"sin-base-other", false, 3}, {"sin-log10"}, {"sin-log2"}};
inline constexpr Alternative kAngleChoices[] = {{"sin-angle-as-degrees"},
                                                {"sin-angle-to-degrees"},
                                                {"sin-angle-turns"},
                                                {"sin-angle-half-turns"},
                                                {"sin-angle-negated"}};
inline constexpr Alternative kFunctionChoices[] = {
    {"sin-cos-swapped", true}, {"sin-sine-only"}, {"sin-cosine-only"}};
inline constexpr Alternative kLayoutChoices[] = {{"sin-halves-layout", true},
                                                 {"sin-pairs-reversed"}};
inline constexpr Alternative kOddChoices[] = {{"sin-odd-d-last-zero", true},
                                              {"sin-odd-d-last-cosine"},
                                              {"sin-odd-d-crash"},
                                              {"sin-odd-d-short-row"},
                                              {"sin-odd-d-extra-column"}};
/// How a position becomes a number; no shared axis, since it stands elsewhere in every space.
inline constexpr Alternative kNumberChoices[] = {{"sin-position-bfloat16"},
                                                 {"sin-position-float16"},
                                                 {"sin-time-in-unit-interval"},
                                                 {"sin-positions-over-length"}};

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kAny = std::numeric_limits<double>::quiet_NaN();

/// However large an angle, an explanation must be exact to this.
inline constexpr double kLoosest = 1e-3;

/// What a code is made for, as its maker takes it.
struct CodeCall {
  int length = 0;  ///< positions
  int width = 0;
  double log_base = 0.0;
};

double code_log_base(const CodeCall& call, const Point& point);
double code_exponent_width(const CodeCall& call, const Point& point);

/// The exponent of 1 / base; NaN where the rule has none or divides zero by zero.
double code_exponent(const CodeCall& call, const Point& point, int pair, int slot);

/// Radians per position, before the angle's unit.
double code_rate(const CodeCall& call, const Point& point, int pair, int slot);

/// Whether the rate divides by zero, which some languages refuse.
bool code_may_fail(const CodeCall& call, const Point& point);

/// What an angle in radians is multiplied by.
double code_angle_unit(const Point& point);

/// Whether the first (0) or second (1) cell of a pair holds a sine.
bool code_is_sine(const Point& point, int slot);

/// The columns of a code, drawn for width 5:
///   right              [s0 c0 s1 c1 s2]
///   halves             [s0 s1 s2 c0 c1]
///   extra column       [s0 c0 s1 c1 s2 c2]
///   short row          [s0 c0 s1 c1]
///   last column zero   [s0 c0 s1 c1 0]
///   last column cosine [s0 c0 s1 c1 c2]
struct CodeColumns {
  int columns = 0;
  int sines = 0;
  int cosines = 0;
  int pairs = 0;
};
CodeColumns code_columns(int width, const Point& point);

struct CodePlace {
  int pair = 0;
  int slot = 0;  ///< 0 the first of the pair, 1 the second, -1 a column of zeros
};
CodePlace code_place(const CodeColumns& columns, const Point& point, int column);

/// The position p of a sequence of `length` by a choice of kNumberChoices.
double position_as_number(int rule, double p, int length);

/// Rounded to a number of significant binary digits, half to even.
double round_to_bits(double value, int bits);

/// What an angle and the position that it counts may be off in an explanation.
double angle_tolerance(double position, double angle);

/// Numbers that are the base of many codes.
std::vector<double> usual_bases();

/// The same and the base for which base^-exponent, times `position` (angle units included), has
/// this sine. The angle must be below a quarter turn, which it is for positions up to 1 and any
/// base above 1.
std::vector<double> bases_of_sine(double sine, double position, double exponent);

/// The name of a change on a shared axis; a base has a name for some numbers.
ChangeName code_change_name(const Axis& axis, int index, const Point& point);

/// Named numbers about a change on a shared axis, at one pair.
void add_code_evidence(NamedValues& values, int axis, const CodeCall& call, const Point& point,
                       CodePlace place);

/// The nearest number of four digits, if `value` is that but for rounding.
double without_noise(double value);

double power_of_ten(int exponent);

bool nearly(double a, double b);

}  // namespace posenc
