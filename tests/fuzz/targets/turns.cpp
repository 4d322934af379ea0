#include "core/positional/turns.h"

#include <cmath>

#include "core/positional/double_double.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

/// These two headers require valid arguments, so none but those are made.
void fuzz_turns(Input& input, Observer& observer) {
  int width = input.whole();
  if (width < 1 || width > 1 << 16) width = 7;
  double base = input.base();
  if (!std::isfinite(base) || base <= 1.0) base = 10'000.0;
  const auto position = static_cast<std::uint32_t>(input.long_whole());

  const std::vector<TurnRate> rates = turn_rates(width, base);
  promise(rates.size() == static_cast<std::size_t>((width + 1) / 2), "one rate per pair");
  double faster = 1.0;
  for (const TurnRate& rate : rates) {
    promise(rate.radians() >= 0.0 && rate.radians() <= faster, "each pair is slower than the last");
    faster = rate.radians();
    const SineCosine value = rate.at(position);
    observer.see_value(value.sine);
    observer.see_value(value.cosine);
    const double one = value.sine * value.sine + value.cosine * value.cosine;
    // Both within 2e-16, and three roundings.
    promise(std::abs(one - 1.0) <= 1.5e-15, "sine and cosine lie on the unit circle");
  }

  const DoubleDouble logarithm = log(base);
  const DoubleDouble back = exp(logarithm);
  observer.see_value(back.high);
  observer.see_value(back.low);
  // Up to 710 the relative error 2^-98 of the logarithm is an absolute one of 2^-88.
  const double off = (back.high - base) + back.low;
  promise(std::abs(off) <= 0x1p-87 * base, "exp undoes log");
}

}  // namespace posenc::fuzz
