#include "core/positional/double_double.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <vector>

namespace posenc {
namespace {

/// Relative distance of a double-double from an MPFR value, as a power of two.
double log2_error(DoubleDouble got, mpfr_t exact) {
  mpfr_t difference;
  mpfr_init2(difference, 300);
  mpfr_sub_d(difference, exact, got.high, MPFR_RNDN);
  mpfr_sub_d(difference, difference, got.low, MPFR_RNDN);
  mpfr_div(difference, difference, exact, MPFR_RNDN);
  mpfr_abs(difference, difference, MPFR_RNDN);
  const double error = mpfr_get_d(difference, MPFR_RNDN);
  mpfr_clear(difference);
  return error == 0.0 ? -300.0 : std::log2(error);
}

constexpr double kPromise = -98.0;  // the header's 2^-98

TEST(DoubleDouble, ExpKeepsThePromisedDigits) {
  mpfr_t exact;
  mpfr_init2(exact, 300);
  for (const DoubleDouble x :
       {DoubleDouble{-1e-9, 1e-27}, DoubleDouble{-0.28782313662425574, 3e-18},
        DoubleDouble{-9.210340371976184, 1e-16}, DoubleDouble{0.5, 0.0}, DoubleDouble{20.0, -1e-15},
        DoubleDouble{-300.0, 1e-14}}) {
    mpfr_set_d(exact, x.high, MPFR_RNDN);
    mpfr_add_d(exact, exact, x.low, MPFR_RNDN);
    mpfr_exp(exact, exact, MPFR_RNDN);
    EXPECT_LT(log2_error(exp(x), exact), kPromise) << x.high;
  }
  mpfr_clear(exact);
}

TEST(DoubleDouble, LogKeepsThePromisedDigits) {
  mpfr_t exact;
  mpfr_init2(exact, 300);
  for (const double x : {1.0001, 1.5, 2.0, 10.0, 1000.0, 10000.0, 500000.0, 1e8, 1e300}) {
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_log(exact, exact, MPFR_RNDN);
    EXPECT_LT(log2_error(log(x), exact), kPromise) << x;
  }
  mpfr_clear(exact);
}

TEST(DoubleDouble, QuotientTimesDivisorIsTheDividend) {
  mpfr_t exact;
  mpfr_init2(exact, 300);
  mpfr_set_si(exact, -2, MPFR_RNDN);
  mpfr_div_si(exact, exact, 1023, MPFR_RNDN);
  EXPECT_LT(log2_error(DoubleDouble{-2.0, 0.0} / DoubleDouble{1023.0, 0.0}, exact), kPromise);
  mpfr_clear(exact);
}

TEST(DoubleDouble, PowersKeepTheirDigitsToTheLastPairOfTheWidestTable) {
  constexpr int kCount = 32'768;
  const DoubleDouble ratio = exp(DoubleDouble{-0.00028, 1e-21});
  std::vector<DoubleDouble> got(kCount);
  powers({0.75, 1e-18}, ratio, kCount, got.data());
  mpfr_t exact;
  mpfr_t factor;
  mpfr_inits2(300, exact, factor, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(factor, ratio.high, MPFR_RNDN);
  mpfr_add_d(factor, factor, ratio.low, MPFR_RNDN);
  mpfr_set_d(exact, 0.75, MPFR_RNDN);
  mpfr_add_d(exact, exact, 1e-18, MPFR_RNDN);
  for (int k = 0; k < kCount; ++k) {
    EXPECT_LT(log2_error(got[static_cast<std::size_t>(k)], exact), std::log2(k + 1.0) - 102.0) << k;
    mpfr_mul(exact, exact, factor, MPFR_RNDN);
  }
  mpfr_clears(exact, factor, static_cast<mpfr_ptr>(nullptr));
}

}  // namespace
}  // namespace posenc
