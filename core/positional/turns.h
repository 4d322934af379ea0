#pragma once

#include <cstdint>
#include <vector>

namespace posenc {

struct SineCosine {
  double sine;
  double cosine;
};

/// How fast one pair turns, exact enough that position times rate stays right at any position.
///
/// A rate is kept as a 96-bit binary fraction of a turn. Position times fraction modulo 1 is then
/// wrapping integer arithmetic: nothing is lost however far the position, and no argument needs
/// reducing.
class TurnRate {
 public:
  /// turns = high + low, in [0, 1/2): turns per position as an unevaluated sum.
  TurnRate(double high, double low);

  /// Sine and cosine of position * rate. Within 2e-16 of the exact value, and for small angles
  /// within 2^-40 of it relatively, for any position below 2^32.
  SineCosine at(std::uint32_t position) const;

  /// The rate in radians per position, within 1e-15 relatively.
  double radians() const { return radians_; }

 private:
  std::uint64_t fraction_high_;  ///< the first 64 bits behind the binary point
  std::uint32_t fraction_low_;   ///< the next 32
  double radians_;               ///< the rate again, for those too slow for 96 bits
};

/// The rate of each pair, fastest first: base^(-2k / width) radians per position for 0 <= 2k <
/// width. Computed in double-double, since a double has too few digits for positions near 2^31.
/// Requires  width >= 1, base finite and above 1
std::vector<TurnRate> turn_rates(int width, double base);

}  // namespace posenc
