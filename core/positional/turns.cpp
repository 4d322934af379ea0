#include "core/positional/turns.h"

#include <cmath>
#include <numbers>

#include "core/positional/double_double.h"

namespace posenc {
namespace {

constexpr double kTwoToThe32 = 4294967296.0;
constexpr double kTwoToThe64 = kTwoToThe32 * kTwoToThe32;
constexpr double kRadiansPerTurn = 2.0 * std::numbers::pi;
constexpr DoubleDouble kTurnsPerRadian{0.15915494309189535, -9.839338337591243e-18};

/// Below this rate (radians) 96 bits would cost relative accuracy. Even position 2^32 is then less
/// than 4e-6 radians away, where two terms of the series are exact to 1e-23.
constexpr double kSlowest = 1.0 / (1ull << 50);

/// Sine and cosine of |x| <= pi / 4 by their series; the first terms left out are below 5e-17.
SineCosine within_an_eighth_turn(double x) {
  const double z = x * x;
  const double sine =
      x * (1.0 + z * (-1.0 / 6 +
                      z * (1.0 / 120 +
                           z * (-1.0 / 5040 +
                                z * (1.0 / 362880 +
                                     z * (-1.0 / 39916800 +
                                          z * (1.0 / 6227020800 - z * (1.0 / 1307674368000))))))));
  const double cosine =
      1.0 +
      z * (-1.0 / 2 +
           z * (1.0 / 24 + z * (-1.0 / 720 +
                                z * (1.0 / 40320 + z * (-1.0 / 3628800 +
                                                        z * (1.0 / 479001600 +
                                                             z * (-1.0 / 87178291200 +
                                                                  z * (1.0 / 20922789888000))))))));
  return {sine, cosine};
}

/// The sine and cosine of an angle that is `quarters` quarter turns further.
SineCosine turn_by_quarters(SineCosine value, unsigned quarters) {
  switch (quarters & 3u) {
    case 0:
      return value;
    case 1:
      return {value.cosine, -value.sine};
    case 2:
      return {-value.sine, -value.cosine};
    default:
      return {-value.cosine, value.sine};
  }
}

}  // namespace

TurnRate::TurnRate(double high, double low) : radians_((high + low) * kRadiansPerTurn) {
  const double scaled = high * kTwoToThe64;
  const double whole = std::floor(scaled);
  // What is left behind the 64th bit, in units of it: (scaled - whole) is exact.
  double rest = (scaled - whole) + low * kTwoToThe64;
  const double carry = std::floor(rest);
  rest -= carry;
  fraction_high_ = static_cast<std::uint64_t>(whole) +
                   static_cast<std::uint64_t>(static_cast<std::int64_t>(carry));
  fraction_low_ = static_cast<std::uint32_t>(rest * kTwoToThe32);
}

SineCosine TurnRate::at(std::uint32_t position) const {
  if (radians_ < kSlowest) {
    const double angle = position * radians_;
    return {angle * (1.0 - angle * angle / 6.0), 1.0 - angle * angle / 2.0};
  }
  const std::uint64_t low = std::uint64_t{position} * fraction_low_;
  const std::uint64_t turns = position * fraction_high_ + (low >> 32);
  // Nearest quarter turn, then the signed rest of at most an eighth.
  const std::uint64_t quarters = (turns + (std::uint64_t{1} << 61)) >> 62;
  const auto rest = static_cast<std::int64_t>(turns - (quarters << 62));
  const double behind = static_cast<double>(static_cast<std::uint32_t>(low)) / kTwoToThe32;
  const double radians = (static_cast<double>(rest) + behind) * (kRadiansPerTurn / kTwoToThe64);
  return turn_by_quarters(within_an_eighth_turn(radians), static_cast<unsigned>(quarters));
}

std::vector<TurnRate> turn_rates(int width, double base) {
  const int pairs = (width + 1) / 2;
  std::vector<TurnRate> rates;
  rates.reserve(static_cast<std::size_t>(pairs));
  // base^(-2k / width) is a running product; its error grows by about 2^-104 a step, so even pair
  // 32767 keeps over 88 bits.
  const DoubleDouble exponent =
      log(base) * (DoubleDouble{-2.0, 0.0} / DoubleDouble{static_cast<double>(width), 0.0});
  const DoubleDouble step = exp(exponent);
  DoubleDouble turns = kTurnsPerRadian;
  for (int k = 0; k < pairs; ++k) {
    rates.emplace_back(turns.high, turns.low);
    turns = turns * step;
  }
  return rates;
}

}  // namespace posenc
