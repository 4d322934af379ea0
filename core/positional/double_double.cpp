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
// nine Taylor terms reach 2^-110. Squaring exp - 1 instead of exp keeps the digits of the small
// part.
DoubleDouble exp(DoubleDouble x) {
  constexpr int kHalvings = 9;
  constexpr int kTerms = 9;
  const double n = std::nearbyint(x.high / kLogOf2.high);
  const DoubleDouble reduced = x + DoubleDouble{-n, 0.0} * kLogOf2;
  const double scale = std::ldexp(1.0, -kHalvings);
  const DoubleDouble r{reduced.high * scale, reduced.low * scale};

  DoubleDouble term = r;
  DoubleDouble minus_one = r;
  for (int i = 2; i <= kTerms; ++i) {
    term = term * r / DoubleDouble{static_cast<double>(i), 0.0};
    minus_one = minus_one + term;
  }
  for (int i = 0; i < kHalvings; ++i) {
    minus_one = DoubleDouble{2.0, 0.0} * minus_one + minus_one * minus_one;
  }
  const DoubleDouble value = minus_one + DoubleDouble{1.0, 0.0};
  const int exponent = static_cast<int>(n);
  return {std::ldexp(value.high, exponent), std::ldexp(value.low, exponent)};
}

// One Newton step on exp(y) = m doubles the digits of the library's logarithm. x = m * 2^e with m
// in [0.75, 1.5) keeps the step's product far from overflow and the sum from cancelling.
DoubleDouble log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.75) {
    mantissa *= 2.0;
    exponent -= 1;
  }
  const DoubleDouble guess{std::log(mantissa), 0.0};
  const DoubleDouble ratio = exp({-guess.high, 0.0}) * DoubleDouble{mantissa, 0.0};
  const DoubleDouble correction = ratio + DoubleDouble{-1.0, 0.0};
  // log(1 + c) = c - c^2 / 2 with |c| below 2^-50.
  const DoubleDouble fine = correction + DoubleDouble{-0.5, 0.0} * (correction * correction);
  return DoubleDouble{static_cast<double>(exponent), 0.0} * kLogOf2 + (guess + fine);
}

}  // namespace posenc
