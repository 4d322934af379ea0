#include "core/positional/alibi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace posenc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> slopes(int heads) {
  auto result = alibi_slopes(heads);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

std::vector<float> bias(const std::vector<double>& of, int queries, int keys) {
  auto result = alibi_bias(of, queries, keys);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return {result.value().cells().begin(), result.value().cells().end()};
}

TEST(AlibiSlopes, OfAPowerOfTwoAreAGeometricSeriesThatEndsAt2ToTheMinus8) {
  EXPECT_EQ(slopes(1), (std::vector<double>{1.0 / 256}));
  EXPECT_EQ(slopes(2), (std::vector<double>{1.0 / 16, 1.0 / 256}));
  EXPECT_EQ(slopes(8), (std::vector<double>{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64,
                                            1.0 / 128, 1.0 / 256}));
}

TEST(AlibiSlopes, OfSixHeadsAreThoseOfFourThenEveryOtherOneOfEight) {
  EXPECT_EQ(slopes(6),
            (std::vector<double>{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256, 1.0 / 2, 1.0 / 8}));
}

TEST(AlibiSlopes, StartWithThoseOfThePowerOfTwoBelowAtEveryHeadCount) {
  for (int heads = 1; heads <= kMaxHeads; ++heads) {
    int lower = 1;
    while (2 * lower <= heads) lower *= 2;
    const std::vector<double> all = slopes(heads);
    const std::vector<double> first = slopes(lower);
    const std::vector<double> doubled = lower < kMaxHeads ? slopes(2 * lower) : first;
    ASSERT_EQ(all.size(), static_cast<std::size_t>(heads));
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all[i], i < first.size() ? first[i] : doubled[2 * (i - first.size())])
          << heads << " heads, head " << i;
    }
  }
}

TEST(AlibiBias, FallsBySlopeTimesDistanceOnBothSides) {
  EXPECT_EQ(bias({0.5, 2.0}, 3, 3), (std::vector<float>{0, -0.5, -1, -0.5, 0, -0.5, -1, -0.5, 0,  //
                                                        0, -2, -4, -2, 0, -2, -4, -2, 0}));
}

TEST(AlibiBias, PutsTheLastQueryAtTheLastKey) {
  EXPECT_EQ(bias({0.5}, 1, 4), (std::vector<float>{-1.5, -1, -0.5, 0}));
  EXPECT_EQ(bias({1.0}, 2, 4), (std::vector<float>{-2, -1, 0, -1, -3, -2, -1, 0}));
}

TEST(AlibiBias, OfTheOwnKeyIsPlainZero) {
  for (const float cell : bias({0.0, 3.0}, 1, 1)) EXPECT_FALSE(std::signbit(cell));
}

TEST(AlibiBias, IsRoundedOnce) {
  const double slope = slopes(12)[9];
  const std::vector<float> row = bias({slope}, 1, 1000);
  for (int j = 0; j < 1000; ++j) {
    EXPECT_EQ(row[static_cast<std::size_t>(j)], static_cast<float>(-slope * (999 - j))) << j;
  }
}

TEST(AlibiBias, MayBeEmpty) {
  EXPECT_TRUE(bias({1.0}, 0, 0).empty());
  EXPECT_TRUE(bias({1.0}, 0, 2147483647).empty());
}

TEST(AlibiSlopes, RefuseOtherHeadCounts) {
  for (const int heads : {0, -1, kMaxHeads + 1}) {
    EXPECT_EQ(alibi_slopes(heads).error().code, ErrorCode::kOutOfRange) << heads;
  }
  EXPECT_EQ(alibi_slopes(0).error().message, "heads is 0; it must be 1..1024");
}

struct Refusal {
  std::vector<double> slopes;
  int queries;
  int keys;
  ErrorCode code;
  const char* message;
};

class AlibiBiasRefuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(AlibiBiasRefuses, WithACodeAndASentence) {
  const auto result = alibi_bias(GetParam().slopes, GetParam().queries, GetParam().keys);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, GetParam().code);
  EXPECT_EQ(result.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Alibi, AlibiBiasRefuses,
    ::testing::Values(
        Refusal{{1.0}, -1, 2, ErrorCode::kOutOfRange, "queries is -1; it must be 0 or more"},
        Refusal{{1.0}, -3, -2, ErrorCode::kOutOfRange, "queries is -3; it must be 0 or more"},
        Refusal{{1.0}, 0, -2, ErrorCode::kOutOfRange, "keys is -2; it must be 0 or more"},
        Refusal{{}, 1, 1, ErrorCode::kOutOfRange, "the number of slopes is 0; it must be 1..1024"},
        Refusal{std::vector<double>(1025, 1.0), 1, 1, ErrorCode::kOutOfRange,
                "the number of slopes is 1025; it must be 1..1024"},
        Refusal{
            {1.0, -0.5}, 1, 1, ErrorCode::kOutOfRange, "slopes[1] is -0.5; it must be 0 or more"},
        Refusal{{kNaN}, 1, 1, ErrorCode::kNotFinite, "slopes[0] is NaN; it must be finite"},
        Refusal{{1.0, kInfinity},
                1,
                1,
                ErrorCode::kNotFinite,
                "slopes[1] is infinity; it must be finite"},
        Refusal{{1.0},
                3,
                2,
                ErrorCode::kShapeMismatch,
                "there are 3 queries and 2 keys; each query needs a key at its position"},
        Refusal{{1.0, 1.0},
                65536,
                65536,
                ErrorCode::kOutOfRange,
                "the shape is 2 x 65536 x 65536; it may have 67108864 cells at most"}));

}  // namespace
}  // namespace posenc
