#include "core/grading/elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace posenc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Elementary, ExponentialIsThatOfTheStandardLibrary) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-700.0, 700.0);
  for (int i = 0; i < 20'000; ++i) {
    const double x = i % 2 == 0 ? any(random) : any(random) / 700.0;
    EXPECT_NEAR(exponential(x) / std::exp(x), 1.0, 1e-15) << x;
  }
  EXPECT_EQ(exponential(0.0), 1.0);
  EXPECT_EQ(exponential(-kInfinity), 0.0);
  EXPECT_EQ(exponential(-1e9), 0.0);
  EXPECT_EQ(exponential(kInfinity), kInfinity);
  EXPECT_EQ(exponential(710.0), kInfinity);
  EXPECT_TRUE(std::isnan(exponential(std::nan(""))));
}

TEST(Elementary, LogarithmIsThatOfTheStandardLibrary) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> any(-700.0, 700.0);
  for (int i = 0; i < 20'000; ++i) {
    const double x = std::exp(i % 2 == 0 ? any(random) : any(random) / 7e4);
    const double right = std::log(x);
    EXPECT_NEAR(logarithm(x), right, 1e-15 * std::max(1.0, std::abs(right))) << x;
  }
  EXPECT_EQ(logarithm(1.0), 0.0);
  EXPECT_EQ(logarithm(0.0), -kInfinity);
  EXPECT_EQ(logarithm(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(logarithm(-1.0)));
  EXPECT_TRUE(std::isnan(logarithm(std::nan(""))));
}

}  // namespace
}  // namespace posenc
