#pragma once

namespace posenc {

/// An unevaluated sum of two doubles, about 106 bits: enough to keep a frequency exact at any
/// position. Valid only where the compiler neither contracts nor reorders (-ffp-contract=off).
/// Built from exactly specified operations alone, so every build computes the same bits.
struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;  ///< at most half a unit in the last place of `high`
};

DoubleDouble operator+(DoubleDouble a, DoubleDouble b);
DoubleDouble operator*(DoubleDouble a, DoubleDouble b);
DoubleDouble operator/(DoubleDouble a, DoubleDouble b);

/// Relative error below 2^-98 for |x| <= 710 where the result is a normal number.
DoubleDouble exp(DoubleDouble x);

/// Relative error below 2^-98 for finite x > 1.
DoubleDouble log(double x);

/// first * ratio^k for k = 0 .. count - 1, into `out`. The error grows by about 2^-104 a step.
void powers(DoubleDouble first, DoubleDouble ratio, int count, DoubleDouble* out);

}  // namespace posenc
