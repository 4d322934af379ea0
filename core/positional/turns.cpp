#include "core/positional/turns.h"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace {

constexpr double kTwoToThe32 = 4294967296.0;
constexpr double kTwoToThe64 = kTwoToThe32 * kTwoToThe32;
constexpr DoubleDouble kTurnsPerRadian{0.15915494309189535, -9.839338337591243e-18};

/// Below this rate (radians) 96 bits would cost relative accuracy. Even position 2^32 is then less
/// than 4e-6 radians away, where the product in double keeps all the digits there are.
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

/// The sine and cosine of an angle that is `quarters` quarter turns further. Chosen by index, since
/// which case comes next is random.
SineCosine turn_by_quarters(SineCosine value, unsigned quarters) {
  constexpr double kSineSign[] = {1.0, 1.0, -1.0, -1.0};
  constexpr double kCosineSign[] = {1.0, -1.0, -1.0, 1.0};
  const double both[] = {value.sine, value.cosine};
  return {both[quarters & 1u] * kSineSign[quarters], both[~quarters & 1u] * kCosineSign[quarters]};
}

/// first * base^(-2k / width) for each pair. Even pair 32767 keeps over 88 bits.
std::vector<DoubleDouble> pair_powers(int width, DoubleDouble log_base, DoubleDouble first) {
  const DoubleDouble exponent =
      log_base * (DoubleDouble{-2.0, 0.0} / DoubleDouble{static_cast<double>(width), 0.0});
  std::vector<DoubleDouble> powers_of_base(static_cast<std::size_t>(width + 1) / 2);
  powers(first, exp(exponent), static_cast<int>(powers_of_base.size()), powers_of_base.data());
  return powers_of_base;
}

}  // namespace

TurnRate::TurnRate(DoubleDouble turns) : radians_((turns.high + turns.low) * kRadiansPerTurn) {
  // Casts cut off towards zero, which is down for the high part.
  const double scaled = turns.high * kTwoToThe64;
  const auto whole = static_cast<std::int64_t>(scaled);
  // What is left behind the 64th bit, in units of it: the difference is exact.
  double rest = (scaled - static_cast<double>(whole)) + turns.low * kTwoToThe64;
  auto carry = static_cast<std::int64_t>(rest);
  if (static_cast<double>(carry) > rest) --carry;
  rest -= static_cast<double>(carry);
  fraction_high_ = static_cast<std::uint64_t>(whole + carry);
  fraction_low_ = static_cast<std::uint32_t>(static_cast<std::int64_t>(rest * kTwoToThe32));
}

inline TurnRate::Reduced TurnRate::reduced(std::uint32_t position) const {
  if (radians_ < kSlowest) return {position * radians_, 0u};
  const std::uint64_t low = std::uint64_t{position} * fraction_low_;
  const std::uint64_t turns = position * fraction_high_ + (low >> 32);
  // Nearest quarter turn, then the signed rest of at most an eighth.
  const std::uint64_t quarters = (turns + (std::uint64_t{1} << 61)) >> 62;
  const auto rest = static_cast<std::int64_t>(turns - (quarters << 62));
  const double behind =
      static_cast<double>(static_cast<std::int64_t>(low & 0xffffffffu)) / kTwoToThe32;
  return {(static_cast<double>(rest) + behind) * (kRadiansPerTurn / kTwoToThe64),
          static_cast<unsigned>(quarters) & 3u};
}

SineCosine TurnRate::at(std::uint32_t position) const {
  const Reduced angle = reduced(position);
  return turn_by_quarters(within_an_eighth_turn(angle.rest), angle.quarters);
}

SineCosine TurnRate::at_real(double position) const {
  // From the nearest whole position it is half a radian at most.
  const double size = std::abs(position);
  const double whole = std::floor(size + 0.5);
  const SineCosine far = at(static_cast<std::uint32_t>(whole));
  const SineCosine near = within_an_eighth_turn((size - whole) * radians_);
  const double sine = far.sine * near.cosine + far.cosine * near.sine;
  return {position < 0.0 ? -sine : sine, far.cosine * near.cosine - far.sine * near.sine};
}

void turn_all(std::span<const TurnRate> rates, std::uint32_t position, double* sines,
              double* cosines) {
  // In three loops, so that the one in the middle works on vectors.
  constexpr std::size_t kPart = 64;
  unsigned quarters[kPart];
  while (!rates.empty()) {
    const std::size_t count = std::min(kPart, rates.size());
    for (std::size_t i = 0; i < count; ++i) {
      const TurnRate::Reduced angle = rates[i].reduced(position);
      sines[i] = angle.rest;
      quarters[i] = angle.quarters;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const SineCosine value = within_an_eighth_turn(sines[i]);
      sines[i] = value.sine;
      cosines[i] = value.cosine;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const SineCosine value = turn_by_quarters({sines[i], cosines[i]}, quarters[i]);
      sines[i] = value.sine;
      cosines[i] = value.cosine;
    }
    rates = rates.subspan(count);
    sines += count;
    cosines += count;
  }
}

std::vector<DoubleDouble> pair_rates(int width, DoubleDouble log_base) {
  return pair_powers(width, log_base, {1.0, 0.0});
}

std::vector<TurnRate> turn_rates(std::span<const DoubleDouble> rates) {
  std::vector<TurnRate> turns(rates.size());
  for (std::size_t k = 0; k < turns.size(); ++k) turns[k] = TurnRate(rates[k] * kTurnsPerRadian);
  return turns;
}

std::vector<TurnRate> turn_rates(int width, double base) {
  const std::vector<DoubleDouble> turns = pair_powers(width, log(base), kTurnsPerRadian);
  return {turns.begin(), turns.end()};
}

}  // namespace posenc
