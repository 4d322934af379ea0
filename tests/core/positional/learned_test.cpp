#include "core/positional/learned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/positional/sinusoidal.h"
#include "tests/core/gradient_check.h"

namespace posenc {
namespace {

using Positions = std::vector<std::int32_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Matrix table(const LearnedTableSpec& spec) {
  auto result = learned_table(spec);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

TEST(LearnedTable, IsTheSameInEveryBuild) {
  // From a second implementation, in Python with whole numbers of any size and fractions.
  const Matrix m = table({.positions = 2, .width = 3, .deviation = 1.0, .seed = 7});
  const std::vector<float> expected{0.237607494f, -1.83870137f, 0.762490332f,
                                    -1.18950641f, 1.2563951f,   0.909689009f};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(m.data()[i], expected[i]) << "cell " << i;
}

TEST(LearnedTable, IsDrawnFromTheNormalDistribution) {
  // 2^18 draws: the mean is off by 0.002, the deviation by 0.0014 and the shares by 0.001 at one
  // standard error; five of them are allowed. Twelve uniform numbers have shares 0.6821 and 0.9549
  // within one and two deviations where the normal distribution has 0.6827 and 0.9545.
  const Matrix m = table({.positions = 4096, .width = 64, .deviation = 1.0, .seed = 1});
  double sum = 0.0;
  double squares = 0.0;
  int within_one = 0;
  int within_two = 0;
  for (const float cell : m.cells()) {
    sum += cell;
    squares += double{cell} * cell;
    within_one += std::abs(cell) < 1.0f ? 1 : 0;
    within_two += std::abs(cell) < 2.0f ? 1 : 0;
  }
  const auto count = static_cast<double>(m.size());
  EXPECT_NEAR(sum / count, 0.0, 0.01);
  EXPECT_NEAR(std::sqrt(squares / count), 1.0, 0.007);
  EXPECT_NEAR(within_one / count, 0.6827, 0.005 + 0.0006);
  EXPECT_NEAR(within_two / count, 0.9545, 0.0025 + 0.0006);
}

TEST(LearnedTable, FollowsSeedAndDeviation) {
  const LearnedTableSpec spec{.positions = 3, .width = 4, .deviation = 0.5, .seed = 3};
  const Matrix first = table(spec);
  const Matrix again = table(spec);
  LearnedTableSpec other = spec;
  other.seed = 4;
  const Matrix different = table(other);
  other = spec;
  other.deviation = 0.0;
  const Matrix zeros = table(other);
  other.deviation = 1.0;
  const Matrix twice = table(other);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(first.data()[i], again.data()[i]);
    EXPECT_NE(first.data()[i], different.data()[i]);
    EXPECT_EQ(zeros.data()[i], 0.0f);
    EXPECT_EQ(2.0f * first.data()[i], twice.data()[i]);
  }
}

TEST(LearnedTable, RefusesWhatIsOutsideItsLimits) {
  struct Case {
    LearnedTableSpec spec;
    ErrorCode code;
    const char* message;
  };
  constexpr auto kRange = ErrorCode::kOutOfRange;
  const std::vector<Case> cases{
      {{.positions = 0, .width = 4}, kRange, "positions is 0; it must be 1 or more"},
      {{.positions = 1, .width = 0}, kRange, "width is 0; it must be 1..65536"},
      {{.positions = 1, .width = kMaxWidth + 1}, kRange, "width is 65537; it must be 1..65536"},
      {{.positions = 2048, .width = kMaxWidth},
       kRange,
       "the shape is 2048 x 65536; it may have 67108864 cells at most"},
      {{.positions = 1, .width = 4, .deviation = -0.5},
       kRange,
       "deviation is -0.5; it must be 0..1000"},
      {{.positions = 1, .width = 4, .deviation = 1001},
       kRange,
       "deviation is 1001; it must be 0..1000"},
      {{.positions = 1, .width = 4, .deviation = kNaN},
       ErrorCode::kNotFinite,
       "deviation is NaN; it must be finite"},
      {{.positions = 1, .width = 4, .deviation = kInfinity},
       ErrorCode::kNotFinite,
       "deviation is infinity; it must be finite"},
  };
  for (const Case& c : cases) {
    const auto result = learned_table(c.spec);
    ASSERT_FALSE(result.ok()) << c.message;
    EXPECT_EQ(result.error().code, c.code) << c.message;
    EXPECT_EQ(result.error().message, c.message);
  }
}

TEST(LearnedLookup, CopiesTheRowsInTheOrderAsked) {
  const Matrix rows = matrix_of(3, 2, {1, 2, 3, 4, 5, 6});
  const Matrix found = learned_lookup(rows, Positions{2, 0, 2}).value();
  const std::vector<float> expected{5, 6, 1, 2, 5, 6};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.data()));
  EXPECT_EQ(learned_lookup(rows, {}).value().rows(), 0);
}

TEST(LearnedLookup, EndsWithTheTable) {
  const Matrix rows = matrix_of(512, 1, std::vector<float>(512, 1.0f));
  EXPECT_TRUE(learned_lookup(rows, Positions{0, 511}).ok());
  for (const std::int32_t position : {512, -1, 2147483647}) {
    const auto result = learned_lookup(rows, Positions{0, position});
    ASSERT_FALSE(result.ok()) << position;
    EXPECT_EQ(result.error().code, ErrorCode::kOutOfRange);
  }
  EXPECT_EQ(learned_lookup(rows, Positions{0, 512}).error().message,
            "positions[1] is 512; the table has positions 0..511");
  EXPECT_EQ(learned_lookup(matrix_of(0, 1, {}), Positions{0}).error().message,
            "positions[0] is 0; the table has no rows");
}

TEST(LearnedLookup, BackwardIsTheDerivativeOfForward) {
  std::mt19937_64 random(1705);
  const Positions positions{4, 0, 4, 4, 2};
  const Matrix rows = random_matrix(6, 3, random);
  const Matrix arriving = random_matrix(5, 3, random);
  const auto gradient = learned_lookup_backward(6, positions, arriving);
  ASSERT_TRUE(gradient.ok());
  Wide t(rows);
  expect_gradient("table", gradient.value(), t, [&] {
    double sum = 0.0;
    for (int i = 0; i < 5; ++i) {
      for (int c = 0; c < 3; ++c) {
        sum += arriving(i, c) * t(positions[static_cast<std::size_t>(i)], c);
      }
    }
    return sum;
  });
}

TEST(LearnedLookup, RowsThatWereNotLookedUpAreNotTrained) {
  const Matrix gradient =
      learned_lookup_backward(4, Positions{1, 1}, matrix_of(2, 1, {0.5f, 0.25f})).value();
  const std::vector<float> expected{0, 0.75f, 0, 0};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), gradient.data()));
}

TEST(LearnedLookup, BackwardSumsInDouble) {
  // 1 + 2^-30 a thousand times: each addition in float32 would lose the small one.
  const int repeats = 1024;
  std::vector<float> arriving(static_cast<std::size_t>(repeats) + 1, 0x1p-30f);
  arriving[0] = 1.0f;
  const Matrix gradient =
      learned_lookup_backward(1, Positions(arriving.size(), 0), matrix_of(repeats + 1, 1, arriving))
          .value();
  EXPECT_EQ(gradient(0, 0), 1.0f + 0x1p-20f);
}

TEST(LearnedLookup, BackwardRefusesWhatForwardCouldNotHaveDone) {
  const Matrix one = matrix_of(1, 2, {1, 1});
  EXPECT_EQ(learned_lookup_backward(0, Positions{0}, one).error().message,
            "rows is 0; it must be 1 or more");
  EXPECT_EQ(learned_lookup_backward(0, Positions{0}, one).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(learned_lookup_backward(3, Positions{3}, one).error().message,
            "positions[0] is 3; the table has positions 0..2");
  EXPECT_EQ(learned_lookup_backward(3, Positions{-1}, one).error().code, ErrorCode::kOutOfRange);
  const auto mismatch = learned_lookup_backward(3, Positions{0, 1}, one);
  EXPECT_EQ(mismatch.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(mismatch.error().message,
            "there are 2 positions and 1 rows of the gradient; each position must have one");
  EXPECT_EQ(learned_lookup_backward(2147483647, Positions{0}, one).error().message,
            "the shape is 2147483647 x 2; it may have 67108864 cells at most");
}

std::vector<float> resized(const std::vector<float>& column, int positions) {
  auto result = learned_resize(matrix_of(static_cast<int>(column.size()), 1, column), positions);
  EXPECT_TRUE(result.ok());
  return {result.value().cells().begin(), result.value().cells().end()};
}

TEST(LearnedResize, KeepsTheEndsAndStretchesWhatLiesBetween) {
  EXPECT_EQ(resized({0, 8}, 5), (std::vector<float>{0, 2, 4, 6, 8}));
  EXPECT_EQ(resized({1, 3, -5}, 5), (std::vector<float>{1, 2, 3, -1, -5}));
  EXPECT_EQ(resized({0, 1, 2, 3, 4, 5, 6}, 3), (std::vector<float>{0, 3, 6}));
  EXPECT_EQ(resized({0, 3}, 4), (std::vector<float>{0, 1, 2, 3}));
}

TEST(LearnedResize, ToTheSameSizeChangesNothing) {
  const Matrix m = table({.positions = 100, .width = 3, .seed = 5});
  const Matrix same = learned_resize(m, 100).value();
  EXPECT_TRUE(std::equal(m.cells().begin(), m.cells().end(), same.cells().begin()));
}

TEST(LearnedResize, OfOrToOneRow) {
  EXPECT_EQ(resized({7}, 3), (std::vector<float>{7, 7, 7}));
  EXPECT_EQ(resized({4, 5, 6}, 1), (std::vector<float>{4}));
}

TEST(LearnedResize, KeepsInfiniteRowsOutOfTheirNeighbours) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(resized({1, infinity, 2}, 3), (std::vector<float>{1, infinity, 2}));
}

TEST(LearnedResize, RefusesTablesWithoutCellsAndCountsItCannotGive) {
  const auto refusal = [](const Matrix& m, int positions) {
    return learned_resize(m, positions).error();
  };
  EXPECT_EQ(refusal(matrix_of(0, 3, {}), 2).message,
            "the table is 0 x 3; it must have a row and a column at least");
  EXPECT_EQ(refusal(matrix_of(3, 0, {}), 2).code, ErrorCode::kOutOfRange);
  const Matrix one = matrix_of(1, 1, {1});
  EXPECT_EQ(refusal(one, 0).message, "positions is 0; it must be 1 or more");
  EXPECT_EQ(refusal(one, 0).code, ErrorCode::kOutOfRange);
  EXPECT_EQ(refusal(one, 2147483647).message,
            "the shape is 2147483647 x 1; it may have 67108864 cells at most");
}

}  // namespace
}  // namespace posenc
