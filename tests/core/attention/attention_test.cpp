#include "core/attention/attention.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/positional/sinusoidal.h"

namespace posenc {
namespace {

Matrix matrix(int rows, int cols, const std::vector<float>& cells) {
  auto result = Matrix::copy_of(rows, cols, cells);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

/// The sequence red, blue, red, with or without sinusoidal positions.
Matrix red_blue_red(bool positions) {
  std::vector<float> cells{1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
  if (positions) {
    const auto pattern = sinusoidal({.positions = 3, .width = 4});
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += pattern.value().data()[i];
  }
  return matrix(3, 4, cells);
}

AttentionTrace attend(const Matrix& x, AttentionMask mask) {
  auto result = attention(x, x, x, {.mask = mask});
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

struct KnownWeights {
  bool positions;
  AttentionMask mask;
  std::array<std::array<double, 3>, 3> rows;
};

class RedBlueRed : public ::testing::TestWithParam<KnownWeights> {};

TEST_P(RedBlueRed, WeightsAreReproduced) {
  constexpr double kFiveDigits = 0.5e-5 + 1e-7;
  const AttentionTrace trace = attend(red_blue_red(GetParam().positions), GetParam().mask);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(trace.weights(i, j),
                  GetParam().rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                  kFiveDigits)
          << "row " << i << ", column " << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Attention, RedBlueRed,
    ::testing::Values(
        KnownWeights{false,
                     AttentionMask::kNone,
                     {{{0.38365, 0.23270, 0.38365},
                       {0.27407, 0.45186, 0.27407},
                       {0.38365, 0.23270, 0.38365}}}},
        KnownWeights{true,
                     AttentionMask::kNone,
                     {{{0.33486, 0.40527, 0.25987},
                       {0.34354, 0.48723, 0.16923},
                       {0.20132, 0.15466, 0.64402}}}},
        KnownWeights{false,
                     AttentionMask::kCausal,
                     {{{1, 0, 0}, {0.37754, 0.62246, 0}, {0.38365, 0.23270, 0.38365}}}},
        KnownWeights{true,
                     AttentionMask::kCausal,
                     {{{1, 0, 0}, {0.41352, 0.58648, 0}, {0.20132, 0.15466, 0.64402}}}}));

TEST(Attention, WithoutPositionsEqualTokensGetEqualRows) {
  const AttentionTrace trace = attend(red_blue_red(false), AttentionMask::kNone);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(trace.weights(0, c), trace.weights(2, c));
  for (int c = 0; c < 4; ++c) EXPECT_EQ(trace.output(0, c), trace.output(2, c));
}

TEST(Attention, WithoutPositionsAndMaskPermutedInputsGivePermutedOutputs) {
  constexpr double kTolerance = 1e-7;  // the sums run in another order
  const std::vector<float> cells{0.3f, -1.2f, 0.8f, 0.1f, 2.0f, -0.7f, 0.5f, 0.4f, -0.9f};
  const std::array<int, 3> order{2, 0, 1};
  std::vector<float> permuted;
  for (const int r : order) {
    permuted.insert(permuted.end(), cells.begin() + 3 * r, cells.begin() + 3 * r + 3);
  }
  const AttentionTrace straight = attend(matrix(3, 3, cells), AttentionMask::kNone);
  const AttentionTrace turned = attend(matrix(3, 3, permuted), AttentionMask::kNone);
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(turned.output(i, c), straight.output(order[static_cast<std::size_t>(i)], c),
                  kTolerance)
          << "row " << i << ", column " << c;
    }
  }
}

TEST(Attention, TheTraceShowsEveryStep) {
  // q.k of (1, 2) with (3, 4) and (5, 6) is 11 and 17; the scale is 1 / sqrt(2).
  const auto result = attention(matrix(1, 2, {1, 2}), matrix(2, 2, {3, 4, 5, 6}),
                                matrix(2, 1, {10, 20}), {.mask = AttentionMask::kNone});
  ASSERT_TRUE(result.ok());
  const AttentionTrace& trace = result.value();
  EXPECT_EQ(trace.products(0, 0), 11.0f);
  EXPECT_EQ(trace.products(0, 1), 17.0f);
  EXPECT_NEAR(trace.scores(0, 0), 7.7781746, 1e-6);
  EXPECT_NEAR(trace.scores(0, 1), 12.0208153, 1e-6);
  const double second = 1.0 / (1.0 + std::exp(-6.0 / std::sqrt(2.0)));
  EXPECT_NEAR(trace.weights(0, 1), second, 1e-7);
  EXPECT_NEAR(trace.output(0, 0), 10.0 + 10.0 * second, 2e-6);
}

TEST(Attention, ACausalMaskAlignsTheLastQueryWithTheLastKey) {
  const Matrix keys = matrix(5, 1, {1, 1, 1, 1, 1});
  const auto result = attention(matrix(2, 1, {1, 1}), keys, keys, {.mask = AttentionMask::kCausal});
  ASSERT_TRUE(result.ok());
  const AttentionTrace& trace = result.value();
  for (int j = 0; j < 5; ++j) {
    EXPECT_EQ(trace.weights(0, j), j < 4 ? 0.25f : 0.0f) << j;
    EXPECT_EQ(trace.weights(1, j), 0.2f) << j;
    EXPECT_EQ(std::isinf(trace.masked(0, j)), j == 4) << j;
  }
}

TEST(Attention, LargeScoresDoNotOverflowTheSoftmax) {
  const Matrix x = matrix(2, 1, {1e4f, -1e4f});
  const auto result = attention(x, x, x, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().weights(0, 0), 1.0f);
  EXPECT_EQ(result.value().weights(0, 1), 0.0f);
}

TEST(Attention, NoQueriesGiveEmptyResults) {
  const auto result =
      attention(matrix(0, 2, {}), matrix(1, 2, {1, 2}), matrix(1, 3, {1, 2, 3}), {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().output.rows(), 0);
  EXPECT_EQ(result.value().output.cols(), 3);
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expect_refusal(const Result<AttentionTrace>& result, ErrorCode code, const char* message) {
  ASSERT_FALSE(result.ok()) << message;
  EXPECT_EQ(result.error().code, code);
  EXPECT_EQ(result.error().message, message);
}

TEST(Attention, RefusesShapesThatDisagree) {
  const Matrix two = matrix(2, 2, {1, 2, 3, 4});
  const Matrix three = matrix(3, 2, {1, 2, 3, 4, 5, 6});
  const Matrix wide = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  expect_refusal(attention(wide, two, two, {}), ErrorCode::kShapeMismatch,
                 "queries is 2 x 3 and keys is 2 x 2; they must be equally wide");
  expect_refusal(attention(two, two, three, {}), ErrorCode::kShapeMismatch,
                 "keys is 2 x 2 and values is 3 x 2; they must have equally many rows");
  expect_refusal(attention(three, two, two, {.mask = AttentionMask::kCausal}),
                 ErrorCode::kShapeMismatch,
                 "there are 3 queries and 2 keys; a causal mask needs a key for every query");
}

TEST(Attention, RefusesWhatHasNoMeaning) {
  const Matrix one = matrix(1, 1, {1});
  expect_refusal(attention(matrix(1, 0, {}), matrix(1, 0, {}), one, {}), ErrorCode::kOutOfRange,
                 "keys is 1 x 0; it must have a row and a column at least");
  expect_refusal(attention(one, matrix(0, 1, {}), matrix(0, 1, {}), {}), ErrorCode::kOutOfRange,
                 "keys is 0 x 1; it must have a row and a column at least");
  expect_refusal(attention(one, one, one, {.scale = -1.0}), ErrorCode::kOutOfRange,
                 "scale is -1; it must be positive, or 0 for 1 / sqrt(width)");
}

TEST(Attention, RefusesNumbersThatAreNotFinite) {
  const Matrix one = matrix(1, 1, {1});
  expect_refusal(attention(matrix(1, 1, {kNaN}), one, one, {}), ErrorCode::kNotFinite,
                 "queries[0][0] is NaN; it must be finite");
  expect_refusal(attention(one, matrix(1, 1, {kInfinity}), one, {}), ErrorCode::kNotFinite,
                 "keys[0][0] is infinity; it must be finite");
  expect_refusal(attention(one, one, matrix(1, 1, {-kInfinity}), {}), ErrorCode::kNotFinite,
                 "values[0][0] is -infinity; it must be finite");
  expect_refusal(attention(one, one, one, {.scale = std::numeric_limits<double>::infinity()}),
                 ErrorCode::kNotFinite, "scale is infinity; it must be finite");
  expect_refusal(attention(matrix(1, 1, {3e38f}), matrix(1, 1, {3e38f}), one, {}),
                 ErrorCode::kNotFinite,
                 "the product of query 0 and key 0 does not fit float32; use smaller numbers");
}

}  // namespace
}  // namespace posenc
