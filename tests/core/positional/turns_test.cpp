#include "core/positional/turns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/core/positional/reference.h"

namespace posenc {
namespace {

TEST(TurnRate, FollowsTheFormulaAtAnyPosition) {
  constexpr double kTolerance = 2e-16;  // the header's promise
  constexpr int kWidth = 64;
  for (const double base : {1.0001, 2.0, 10'000.0, 1e8}) {
    const auto rates = turn_rates(kWidth, base);
    ReferenceTable reference(kWidth, base, PairLayout::kInterleaved);
    for (const std::uint32_t position :
         {0u, 1u, 6u, 710u, 8191u, 1'000'003u, 16'777'217u, 2'147'483'647u, 4'294'967'295u}) {
      for (int k = 0; k < kWidth / 2; ++k) {
        const SineCosine got = rates[static_cast<std::size_t>(k)].at(position);
        EXPECT_NEAR(got.sine, reference.value(position, 2 * k), kTolerance)
            << "position " << position << ", pair " << k << ", base " << base;
        EXPECT_NEAR(got.cosine, reference.value(position, 2 * k + 1), kTolerance)
            << "position " << position << ", pair " << k << ", base " << base;
      }
    }
  }
}

TEST(TurnRate, KeepsTheDigitsOfSmallAngles) {
  constexpr int kWidth = 64;
  for (const double base : {1e8, 1e16, 1e40}) {
    const auto rates = turn_rates(kWidth, base);
    ReferenceTable reference(kWidth, base, PairLayout::kInterleaved);
    for (int k = 1; k < kWidth / 2; ++k) {
      const double exact = reference.value(3, 2 * k);
      EXPECT_NEAR(rates[static_cast<std::size_t>(k)].at(3).sine / exact, 1.0, std::ldexp(1.0, -40))
          << "pair " << k << ", base " << base;
    }
  }
}

TEST(TurnRate, AllAtOnceAreTheSameBitsAsOneByOne) {
  for (const int width : {1, 2, 127, 128, 129, 400}) {
    const auto rates = turn_rates(width, 1e30);  // slow pairs too
    std::vector<double> sines(rates.size());
    std::vector<double> cosines(rates.size());
    for (const std::uint32_t position : {0u, 1u, 8191u, 4'294'967'295u}) {
      turn_all(rates, position, sines.data(), cosines.data());
      for (std::size_t k = 0; k < rates.size(); ++k) {
        const SineCosine one = rates[k].at(position);
        EXPECT_EQ(sines[k], one.sine) << "position " << position << ", pair " << k;
        EXPECT_EQ(cosines[k], one.cosine) << "position " << position << ", pair " << k;
      }
    }
  }
}

TEST(PairRates, FollowTheFormulaInDoubleDouble) {
  for (const double base : {1.0001, 10'000.0, 1e30}) {
    const auto rates = pair_rates(129, log(base));
    ReferenceTable reference(129, base, PairLayout::kInterleaved);
    ASSERT_EQ(rates.size(), 65u);
    for (int k = 0; k < 65; ++k) {
      // The high part is the nearest double but where the formula lies between two.
      EXPECT_NEAR(rates[static_cast<std::size_t>(k)].high / reference.rate(k), 1.0, 2.3e-16)
          << "pair " << k << ", base " << base;
    }
  }
}

}  // namespace
}  // namespace posenc
