#include "core/grading/elementary.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace posenc {
namespace {

// ln 2 as 33 leading bits, so that products with an exponent are exact, and the rest.
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// 1 / k! for k = 0 .. 13: the next term is below 2^-56 for half of ln 2.
constexpr auto kInverseFactorials = [] {
  std::array<double, 14> all{1.0};
  double factorial = 1.0;
  for (std::size_t k = 1; k < all.size(); ++k) all[k] = 1.0 / (factorial *= double(k));
  return all;
}();

constexpr int kOddTerms = 12;

}  // namespace

double exponential(double x) {
  if (!(x < 709.7)) return x > 0.0 ? kInfinity : x;
  if (x < -745.0) return 0.0;
  const double twos = std::nearbyint(x * std::numbers::log2e);
  const double rest = (x - twos * kLn2High) - twos * kLn2Low;
  double sum = 0.0;
  for (std::size_t k = kInverseFactorials.size(); k-- > 0;) {
    sum = sum * rest + kInverseFactorials[k];
  }
  return std::ldexp(sum, static_cast<int>(twos));
}

double logarithm(double x) {
  if (x == 0.0) return -kInfinity;
  if (!(x > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  if (x == kInfinity) return x;
  int twos = 0;
  double part = std::frexp(x, &twos);
  if (part < 0.5 * std::numbers::sqrt2) {
    part *= 2.0;
    --twos;
  }
  // ln m = 2 artanh z with |z| <= 0.172, as its series in odd powers.
  const double z = (part - 1.0) / (part + 1.0);
  double sum = 0.0;
  for (int k = kOddTerms; k-- > 0;) sum = sum * z * z + 1.0 / (2 * k + 1);
  return twos * kLn2High + (2.0 * z * sum + twos * kLn2Low);
}

}  // namespace posenc
