#include "core/training/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace posenc {
namespace {

TEST(Adam, TheRateRisesAndFallsAlongAHalfCosine) {
  for (const int steps : {1, 2, 3, 400, 1000}) {
    for (int step = 0; step < steps; ++step) {
      const double cosine = std::cos(std::numbers::pi * step / steps);
      const double expected =
          0.01 * std::min(1.0, (step + 1) / 20.0) * (0.05 + 0.95 * (1 + cosine) / 2);
      // The turn is within 2^-40 relatively where the library's angle is rounded.
      ASSERT_NEAR(scheduled_rate(0.01, 20, step, steps), expected, 1e-15)
          << step << " of " << steps;
    }
  }
  EXPECT_EQ(scheduled_rate(0.5, 0, 0, 10), 0.5) << "no warm-up";
}

TEST(Adam, ALongGradientIsShortenedAndAShortOneIsNot) {
  const std::vector<float> gradient = {3.0f, -4.0f};
  EXPECT_DOUBLE_EQ(shortening(gradient.data(), 2, 1.0), 0.2);
  EXPECT_DOUBLE_EQ(shortening(gradient.data(), 2, 5.0), 1.0);
  EXPECT_DOUBLE_EQ(shortening(gradient.data(), 2, 50.0), 1.0);
}

TEST(Adam, FollowsTheFormulaOverManySteps) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  constexpr std::size_t kSize = 37;
  std::vector<float> weights(kSize), first(kSize), second(kSize), gradient(kSize);
  std::vector<double> w(kSize), m(kSize), v(kSize);
  for (std::size_t i = 0; i < kSize; ++i) w[i] = weights[i] = static_cast<float>(normal(random));
  for (int step = 0; step < 100; ++step) {
    const double rate = 0.01 / (1 + step);
    for (std::size_t i = 0; i < kSize; ++i) {
      gradient[i] = static_cast<float>(normal(random));
      const double g = 0.25 * gradient[i];
      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.99 * v[i] + 0.01 * g * g;
      w[i] -= rate * (m[i] / (1 - std::pow(0.9, step + 1))) /
              (std::sqrt(v[i] / (1 - std::pow(0.99, step + 1))) + 1e-8);
    }
    adam_step(weights.data(), gradient.data(), {first.data(), second.data()},
              static_cast<std::int64_t>(kSize), step, rate, 0.25);
  }
  // A hundred float32 roundings of numbers near 1, and of means whose factor 0.99 is itself one.
  for (std::size_t i = 0; i < kSize; ++i) EXPECT_NEAR(weights[i], w[i], 2e-6) << i;
}

}  // namespace
}  // namespace posenc
