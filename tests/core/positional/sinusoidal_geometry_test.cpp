#include "core/positional/sinusoidal_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tests/core/positional/reference.h"

namespace posenc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kBase = 10'000.0;
constexpr double kTwoPi = 6.283185307179586;

// Numbers printed with five digits are right to half a unit of the last one; float32 adds less.
constexpr double kFiveDigits = 0.5e-5 + 2e-6;

/// PE[position] at 300 bits, each cell rounded to double.
std::vector<double> code(std::int64_t position, int width, double base, PairLayout layout) {
  ReferenceTable reference(width, base, layout);
  std::vector<double> cells;
  for (int c = 0; c < width; ++c) cells.push_back(reference.value(position, c));
  return cells;
}

TEST(SinusoidalPeriods, AreTheKnownOnes) {
  const auto period = [](int width, int pair) {
    return sinusoidal_periods(width, kBase).value()(0, pair);
  };
  EXPECT_NEAR(period(4, 0), 6.28319, kFiveDigits);
  EXPECT_NEAR(period(4, 1), 628.31853, 0.5e-5 + 3.1e-5);     // float32 steps by 6.1e-5 there
  EXPECT_NEAR(period(8, 3), 6283.18530718, 2.5e-4);          // and by 4.9e-4
  EXPECT_NEAR(period(512, 255), 60611.47716626, 0.5 / 256);  // and by 1/256
}

TEST(SinusoidalPeriods, AreOneTurnOverTheRate) {
  for (const int width : {1, 4, 5, 64, 512}) {
    const auto periods = sinusoidal_periods(width, kBase);
    ASSERT_TRUE(periods.ok());
    ASSERT_EQ(periods.value().cols(), (width + 1) / 2);
    ReferenceTable reference(width, kBase, PairLayout::kInterleaved);
    for (int k = 0; k < periods.value().cols(); ++k) {
      EXPECT_EQ(periods.value()(0, k), static_cast<float>(kTwoPi / reference.rate(k)))
          << "width " << width << ", pair " << k;
    }
  }
}

TEST(SinusoidalPeriods, AboveFloat32AreInfinite) {
  EXPECT_EQ(sinusoidal_periods(4, 1e300).value()(0, 1), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isfinite(sinusoidal_periods(4, 1e70).value()(0, 1)));
}

TEST(ShiftMatrix, MovesEveryCodeByTheOffset) {
  constexpr int kSeed = 35;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    const int width = 2 + 2 * static_cast<int>(random() % 12);
    const double base = round % 3 == 0 ? 2.0 : (round % 3 == 1 ? kBase : 1e7);
    const auto layout = random() % 2 == 0 ? PairLayout::kInterleaved : PairLayout::kSplit;
    const auto reach = std::uint64_t{1} << (3 + random() % 28);
    const auto from = static_cast<std::int64_t>(random() % reach);
    const auto to = static_cast<std::int64_t>(random() % reach);
    const auto shift = shift_matrix(to - from, width, base, layout);
    ASSERT_TRUE(shift.ok()) << shift.error().message;
    const std::vector<double> start = code(from, width, base, layout);
    const std::vector<double> end = code(to, width, base, layout);
    for (int r = 0; r < width; ++r) {
      double moved = 0.0;
      for (int c = 0; c < width; ++c) {
        moved += double{shift.value()(r, c)} * start[static_cast<std::size_t>(c)];
      }
      // Two cells of the matrix, each within 2.99e-8, times numbers within -1..1.
      ASSERT_NEAR(moved, end[static_cast<std::size_t>(r)], 6e-8)
          << "seed " << kSeed << ", round " << round << ", from " << from << " to " << to
          << ", width " << width << ", base " << base << ", row " << r;
    }
  }
}

TEST(ShiftMatrix, ByNothingIsTheIdentityAndBackwardsTheTranspose) {
  for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
    const Matrix still = shift_matrix(0, 6, kBase, layout).value();
    const Matrix there = shift_matrix(12345, 6, kBase, layout).value();
    const Matrix back = shift_matrix(-12345, 6, kBase, layout).value();
    for (int r = 0; r < 6; ++r) {
      for (int c = 0; c < 6; ++c) {
        EXPECT_EQ(still(r, c), r == c ? 1.0f : 0.0f);
        EXPECT_EQ(back(r, c), there(c, r));
      }
    }
  }
}

std::vector<float> similarity(int distances, int width, double base) {
  auto result = sinusoidal_similarity(distances, width, base);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return {result.value().cells().begin(), result.value().cells().end()};
}

TEST(SinusoidalSimilarity, IsTheKnownList) {
  const std::vector<double> four{2, 1.54025, 0.58365, 0.00956, 0.34556, 1.28241, 1.95837, 1.75145};
  const std::vector<double> sixty_four{32,       30.91683, 28.30386, 25.58703,
                                       23.93436, 23.50397, 23.55940, 23.26433};
  const std::vector<float> narrow = similarity(8, 4, kBase);
  const std::vector<float> wide = similarity(8, 64, kBase);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(narrow[i], four[i], kFiveDigits) << "distance " << i;
    EXPECT_NEAR(wide[i], sixty_four[i], kFiveDigits) << "distance " << i;
  }
}

TEST(SinusoidalSimilarity, IsTheDotProductOfCodesWhereverTheyStand) {
  constexpr int kSeed = 53;
  std::mt19937_64 random(kSeed);
  for (const int width : {2, 10, 64}) {
    for (const double base : {3.0, kBase, 1e6}) {
      const std::vector<float> found = similarity(1000, width, base);
      for (int sample = 0; sample < 20; ++sample) {
        const auto p = static_cast<std::int64_t>(random() % 100'000'000);
        const auto distance = static_cast<int>(random() % 1000);
        const auto layout = sample % 2 == 0 ? PairLayout::kInterleaved : PairLayout::kSplit;
        const std::vector<double> a = code(p, width, base, layout);
        const std::vector<double> b = code(p + distance, width, base, layout);
        double dot = 0.0;
        for (std::size_t c = 0; c < a.size(); ++c) dot += a[c] * b[c];
        // The header's promise: half a float32 unit (2^-24 of at most width / 2), and 1e-13 *
        // width.
        EXPECT_NEAR(found[static_cast<std::size_t>(distance)], dot,
                    std::abs(dot) * 0x1p-24 + 1e-13 * width)
            << "seed " << kSeed << ", width " << width << ", base " << base << ", position " << p
            << ", distance " << distance;
      }
    }
  }
}

TEST(SinusoidalSimilarity, OfNoDistancesIsEmpty) { EXPECT_TRUE(similarity(0, 4, kBase).empty()); }

TEST(FirstRise, ComesWhereItIsKnownToCome) {
  EXPECT_EQ(first_rise(4, kBase).value(), 4);
  EXPECT_EQ(first_rise(64, kBase).value(), 6);
  EXPECT_EQ(first_rise(128, kBase).value(), 12);
  EXPECT_EQ(first_rise(512, kBase).value(), 44);
}

TEST(FirstRise, IsTheFirstRiseOfTheSimilarity) {
  for (const int width : {2, 6, 30, 200, 1024}) {
    for (const double base : {1.5, 50.0, kBase, 1e9}) {
      const int rise = first_rise(width, base).value();
      double before = width;
      for (int distance = 0; distance <= rise; ++distance) {
        double sum = 0.0;
        ReferenceTable reference(width, base, PairLayout::kSplit);
        for (int k = 0; k < width / 2; ++k) sum += reference.value(distance, width / 2 + k);
        EXPECT_EQ(sum > before, distance == rise)
            << "width " << width << ", base " << base << ", distance " << distance;
        before = sum;
      }
    }
  }
}

TEST(ClosestPair, IsTheKnownOne) {
  const ClosestPair narrow = closest_pair(1500, 4, kBase).value();
  EXPECT_EQ(narrow.first, 0);
  EXPECT_EQ(narrow.second, 622);
  EXPECT_NEAR(narrow.distance, 0.072, 0.0005);
  EXPECT_NEAR(closest_pair(2, 4, kBase).value().distance, 0.959, 0.0005);
}

TEST(ClosestPair, OfSixtyFourColumnsIsTheNeighbourBelowTwentyThousand) {
  const ClosestPair pair = closest_pair(20'000, 64, kBase).value();
  EXPECT_EQ(pair.second, 1);
  EXPECT_NEAR(pair.distance, 1.472, 0.0005);
}

TEST(ClosestPair, OfOnePairAlmostMeetAfter710) {
  const ClosestPair pair = closest_pair(1000, 2, kBase).value();
  EXPECT_EQ(pair.second, 710);
  EXPECT_NEAR(pair.distance, 6.0e-5, 0.05e-5);
}

TEST(ClosestPair, KeepsItsDigitsWhereCodesNearlyMeet) {
  // 2 sin(q / 2) at the numerators of the best fractions of 2 pi, computed at 50 digits.
  struct Case {
    int positions;
    int second;
    double distance;
  };
  for (const Case& c :
       {Case{1000, 710, 6.0288706718976898e-5}, Case{312'690, 312'689, 2.9006993893351618e-6},
        Case{10'838'703, 10'838'702, 7.6400950141793204e-8}}) {
    const ClosestPair pair = closest_pair(c.positions, 2, kBase).value();
    EXPECT_EQ(pair.second, c.second);
    EXPECT_NEAR(pair.distance, c.distance, 1e-9 * c.distance);  // the header's promise
  }
}

TEST(ClosestPair, IsTheSmallestDistanceOfAllPairs) {
  for (const int width : {2, 6, 12}) {
    for (const double base : {1.2, 30.0, kBase}) {
      std::vector<std::vector<double>> codes;
      for (int p = 0; p < 60; ++p) codes.push_back(code(p, width, base, PairLayout::kSplit));
      double smallest = kInfinity;
      for (std::size_t p = 0; p < codes.size(); ++p) {
        for (std::size_t q = p + 1; q < codes.size(); ++q) {
          double squares = 0.0;
          for (std::size_t c = 0; c < codes[p].size(); ++c) {
            squares += std::pow(codes[p][c] - codes[q][c], 2);
          }
          smallest = std::min(smallest, std::sqrt(squares));
        }
      }
      // Differences of doubles near 1 are off by 1e-16 where the codes are 1e-2 apart at least.
      EXPECT_NEAR(closest_pair(60, width, base).value().distance, smallest, 1e-12)
          << "width " << width << ", base " << base;
    }
  }
}

TEST(SeenAngles, OfTheSlowestPairIsAShareOfItsTurn) {
  const Matrix seen = seen_angles(512, 8, kBase).value();
  ASSERT_EQ(seen.cols(), 4);
  EXPECT_EQ(seen(0, 0), 1.0f);
  EXPECT_EQ(seen(0, 1), 1.0f);
  EXPECT_NEAR(seen(0, 2) * kTwoPi, 5.11, 1e-6);
  EXPECT_NEAR(seen(0, 3) * kTwoPi, 0.511, 1e-7);
}

TEST(SeenAngles, OfOnePositionAreNone) {
  const Matrix seen = seen_angles(1, 5, kBase).value();
  ASSERT_EQ(seen.cols(), 3);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(seen(0, k), 0.0f);
}

struct Refusal {
  const char* what;
  Error error;
  ErrorCode code;
  const char* message;
};

TEST(SinusoidalGeometry, RefusesWithACodeAndASentence) {
  constexpr auto kRange = ErrorCode::kOutOfRange;
  constexpr auto kFinite = ErrorCode::kNotFinite;
  constexpr auto kLayout = PairLayout::kInterleaved;
  constexpr auto kOdd = "width is 5; it must be even: the last sine of an odd width has no cosine";
  constexpr auto kWidth = "width is 0; it must be 1..65536";
  constexpr auto kBaseOne = "base is 1; it must be above 1";
  constexpr auto kBaseNaN = "base is NaN; it must be a finite number above 1";
  const std::vector<Refusal> refusals{
      {"periods", sinusoidal_periods(0, kBase).error(), kRange, kWidth},
      {"periods", sinusoidal_periods(4, 1.0).error(), kRange, kBaseOne},
      {"periods", sinusoidal_periods(4, kNaN).error(), kFinite, kBaseNaN},
      {"shift", shift_matrix(1, 5, kBase, kLayout).error(), kRange, kOdd},
      {"shift", shift_matrix(1, 0, kBase, kLayout).error(), kRange, kWidth},
      {"shift", shift_matrix(1, 8194, kBase, kLayout).error(), kRange,
       "the shape is 8194 x 8194; it may have 67108864 cells at most"},
      {"shift", shift_matrix(1, 4, 1.0, kLayout).error(), kRange, kBaseOne},
      {"shift", shift_matrix(1, 4, kNaN, kLayout).error(), kFinite, kBaseNaN},
      {"shift", shift_matrix(kMaxPositions, 4, kBase, kLayout).error(), kRange,
       "offset is 2147483648; it must be -2147483647..2147483647"},
      {"shift", shift_matrix(-kMaxPositions, 4, kBase, kLayout).error(), kRange,
       "offset is -2147483648; it must be -2147483647..2147483647"},
      {"similarity", sinusoidal_similarity(3, 5, kBase).error(), kRange, kOdd},
      {"similarity", sinusoidal_similarity(3, 0, kBase).error(), kRange, kWidth},
      {"similarity", sinusoidal_similarity(3, 4, 1.0).error(), kRange, kBaseOne},
      {"similarity", sinusoidal_similarity(3, 4, kNaN).error(), kFinite, kBaseNaN},
      {"similarity", sinusoidal_similarity(-1, 4, kBase).error(), kRange,
       "distances is -1; it must be 0 or more"},
      {"similarity", sinusoidal_similarity(2147483647, 2, kBase).error(), kRange,
       "the shape is 2147483647 x 2; it may have 67108864 cells at most"},
      {"first rise", first_rise(5, kBase).error(), kRange, kOdd},
      {"first rise", first_rise(0, kBase).error(), kRange, kWidth},
      {"first rise", first_rise(4, 1.0).error(), kRange, kBaseOne},
      {"first rise", first_rise(4, kInfinity).error(), kFinite,
       "base is infinity; it must be a finite number above 1"},
      {"closest", closest_pair(10, 5, kBase).error(), kRange, kOdd},
      {"closest", closest_pair(10, 0, kBase).error(), kRange, kWidth},
      {"closest", closest_pair(10, 4, 1.0).error(), kRange, kBaseOne},
      {"closest", closest_pair(10, 4, kNaN).error(), kFinite, kBaseNaN},
      {"closest", closest_pair(1, 4, kBase).error(), kRange,
       "positions is 1; it must be 2 or more"},
      {"closest", closest_pair(2147483647, 4, kBase).error(), kRange,
       "the shape is 2147483647 x 4; it may have 67108864 cells at most"},
      {"seen", seen_angles(0, 4, kBase).error(), kRange, "trained is 0; it must be 1 or more"},
      {"seen", seen_angles(1, 0, kBase).error(), kRange, kWidth},
      {"seen", seen_angles(1, 4, 1.0).error(), kRange, kBaseOne},
      {"seen", seen_angles(1, 4, kNaN).error(), kFinite, kBaseNaN},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_EQ(refusal.error.code, refusal.code) << refusal.what << ": " << refusal.message;
    EXPECT_EQ(refusal.error.message, refusal.message) << refusal.what;
  }
}

}  // namespace
}  // namespace posenc
