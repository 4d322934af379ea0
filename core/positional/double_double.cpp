#include "core/positional/double_double.h"

#include <cmath>

namespace posenc {
namespace {

/// a + b exactly, for |a| >= |b| or a = 0.
DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly (Knuth).
DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a * b exactly (Dekker); WebAssembly has no fused multiply-add.
DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 134'217'729.0;  // 2^27 + 1
  const double a_scaled = kSplitter * a;
  const double a_high = a_scaled - (a_scaled - a);
  const double a_low = a - a_high;
  const double b_scaled = kSplitter * b;
  const double b_high = b_scaled - (b_scaled - b);
  const double b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

constexpr DoubleDouble kLogOf2{0.6931471805599453, 2.3190468138462996e-17};

}  // namespace

DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.high, b.high);
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble sum = fast_two_sum(high.high, high.low + low.high);
  return fast_two_sum(sum.high, sum.low + low.low);
}

DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return fast_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a + DoubleDouble{-first, 0.0} * b;
  const double second = rest.high / b.high;
  const DoubleDouble last = rest + DoubleDouble{-second, 0.0} * b;
  return fast_two_sum(first, second) + DoubleDouble{last.high / b.high, 0.0};
}

// exp(x) = 2^n * exp(r / 2^9)^(2^9) with |r| <= log(2) / 2: the reduced argument is below 7e-4, so
// nine Taylor terms reach 2^-110, and from the fifth on they are so small that a double holds them.
// Squaring exp - 1 instead of exp keeps the digits of the small part.
DoubleDouble exp(DoubleDouble x) {
  constexpr int kHalvings = 9;
  constexpr double kScale = 1.0 / (1 << kHalvings);
  constexpr DoubleDouble kSixth{1.0 / 6, 9.25185853854297e-18};
  constexpr DoubleDouble kTwentyFourth{1.0 / 24, 2.3129646346357427e-18};
  const double n = std::nearbyint(x.high / kLogOf2.high);
  const DoubleDouble reduced = x + DoubleDouble{-n, 0.0} * kLogOf2;
  const DoubleDouble r{reduced.high * kScale, reduced.low * kScale};

  const double t = r.high;
  const double small =
      1.0 / 120 + t * (1.0 / 720 + t * (1.0 / 5040 + t * (1.0 / 40320 + t * (1.0 / 362880))));
  DoubleDouble series = kTwentyFourth + DoubleDouble{small, 0.0} * r;
  series = kSixth + series * r;
  series = DoubleDouble{0.5, 0.0} + series * r;
  DoubleDouble minus_one = r + series * (r * r);
  for (int i = 0; i < kHalvings; ++i) {
    minus_one = DoubleDouble{2.0 * minus_one.high, 2.0 * minus_one.low} + minus_one * minus_one;
  }
  const DoubleDouble value = minus_one + DoubleDouble{1.0, 0.0};
  const int exponent = static_cast<int>(n);
  return {std::ldexp(value.high, exponent), std::ldexp(value.low, exponent)};
}

// One Newton step on exp(y) = m doubles the digits of a first guess. x = m * 2^e with m in
// [0.75, 1.5) keeps the step's product far from overflow and the sum from cancelling.
DoubleDouble log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.75) {
    mantissa *= 2.0;
    exponent -= 1;
  }
  // The guess is 2 artanh(s) by its series, within 2^-42; the library's own logarithm would differ
  // from build to build.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  double series = 0.0;
  for (int i = 17; i >= 1; i -= 2) series = series * z + 1.0 / i;
  const DoubleDouble guess{2.0 * s * series, 0.0};
  const DoubleDouble ratio = exp({-guess.high, 0.0}) * DoubleDouble{mantissa, 0.0};
  const DoubleDouble correction = ratio + DoubleDouble{-1.0, 0.0};
  // log(1 + c) = c - c^2 / 2 with |c| below 2^-41.
  const DoubleDouble fine = correction + DoubleDouble{-0.5, 0.0} * (correction * correction);
  return DoubleDouble{static_cast<double>(exponent), 0.0} * kLogOf2 + (guess + fine);
}

void powers(DoubleDouble first, DoubleDouble ratio, int count, DoubleDouble* out) {
  // Four products run side by side, since each waits long for the one before.
  constexpr int kChains = 4;
  const DoubleDouble square = ratio * ratio;
  const DoubleDouble stride = square * square;
  for (int k = 0; k < count; ++k) {
    if (k == 0) {
      out[k] = first;
    } else if (k < kChains) {
      out[k] = out[k - 1] * ratio;
    } else {
      out[k] = out[k - kChains] * stride;
    }
  }
}

}  // namespace posenc
