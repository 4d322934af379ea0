#pragma once

#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "core/positional/double_double.h"

namespace posenc {

inline constexpr double kRadiansPerTurn = 2.0 * std::numbers::pi;

struct SineCosine {
  double sine;
  double cosine;
};

/// How fast one pair turns, exact enough that position times rate stays right at any position.
///
/// A rate is kept as a 96-bit binary fraction of a turn. Position times fraction modulo 1 is then
/// wrapping integer arithmetic: nothing is lost however far the position, and no argument needs
/// reducing. Built from exactly specified operations alone, so every build computes the same bits.
class TurnRate {
 public:
  TurnRate() = default;

  /// `turns` per position, in [0, 1/2).
  explicit TurnRate(DoubleDouble turns);

  /// Sine and cosine of position * rate. Within 2e-16 of the exact value, and for small angles
  /// within 2^-40 of it relatively, for any position below 2^32.
  SineCosine at(std::uint32_t position) const;

  /// The same for any real position of at most 2^31 either way, and a rate of 1 radian at most.
  SineCosine at_real(double position) const;

  /// The rate in radians per position, within 1e-15 relatively.
  double radians() const { return radians_; }

 private:
  friend void turn_all(std::span<const TurnRate>, std::uint32_t, double*, double*);

  /// An angle as a whole number of quarter turns and at most an eighth of a turn, in radians.
  struct Reduced {
    double rest;
    unsigned quarters;
  };
  Reduced reduced(std::uint32_t position) const;

  std::uint64_t fraction_high_ = 0;  ///< the first 64 bits behind the binary point
  std::uint32_t fraction_low_ = 0;   ///< the next 32
  double radians_ = 0.0;             ///< the rate again, for those too slow for 96 bits
};

/// at(position) of every rate, into sines[rates.size()] and cosines[rates.size()].
void turn_all(std::span<const TurnRate> rates, std::uint32_t position, double* sines,
              double* cosines);

/// The rate of each pair, fastest first: base^(-2k / width) radians per position for 0 <= 2k <
/// width. In double-double, since a double has too few digits for positions near 2^31.
/// Requires  width in 1..kMaxWidth, log_base finite and above 0
std::vector<DoubleDouble> pair_rates(int width, DoubleDouble log_base);

/// Rates in radians per position, each in [0, pi), as turns.
std::vector<TurnRate> turn_rates(std::span<const DoubleDouble> rates);

/// turn_rates(pair_rates(width, log(base))), but for the last few bits.
/// Requires  width in 1..kMaxWidth, base finite and above 1
std::vector<TurnRate> turn_rates(int width, double base);

}  // namespace posenc
