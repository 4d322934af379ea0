#include "core/positional/relative/shaw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/core/gradient_check.h"

namespace posenc {
namespace {

/// The header's formula, written down anew.
int row_of(int i, int j, int queries, int keys, int clip) {
  return std::clamp(j - (keys - queries + i), -clip, clip) + clip;
}

double score(const Wide& queries, const Wide& table, int i, int j, int keys) {
  double sum = 0.0;
  for (int c = 0; c < queries.cols; ++c) {
    sum += queries(i, c) * table(row_of(i, j, queries.rows, keys, table.rows / 2), c);
  }
  return sum;
}

double value(const Wide& weights, const Wide& table, int i, int c) {
  double sum = 0.0;
  for (int j = 0; j < weights.cols; ++j) {
    sum += weights(i, j) * table(row_of(i, j, weights.rows, weights.cols, table.rows / 2), c);
  }
  return sum;
}

struct Shape {
  int queries;
  int keys;
  int clip;
  int width;
};

constexpr Shape kShapes[] = {{4, 4, 2, 3}, {1, 5, 1, 2}, {3, 7, 4, 1},
                             {5, 5, 0, 4}, {2, 3, 9, 3}, {6, 6, 5, 2}};

TEST(ShawRows, AreKeyMinusQueryClippedOnBothSides) {
  const Matrix rows = shaw_rows(4, 4, 2).value();
  const std::vector<float> expected{2, 3, 4, 4, 1, 2, 3, 4, 0, 1, 2, 3, 0, 0, 1, 2};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), rows.data()));
}

TEST(ShawRows, PutTheLastQueryAtTheLastKey) {
  const Matrix rows = shaw_rows(2, 4, 2).value();
  const std::vector<float> expected{0, 1, 2, 3, 0, 0, 1, 2};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), rows.data()));
}

TEST(ShawRows, WithoutClipAllShareOneRow) {
  const Matrix rows = shaw_rows(3, 3, 0).value();
  for (const float cell : rows.cells()) EXPECT_EQ(cell, 0.0f);
}

TEST(ShawScores, AreTheQueryTimesTheVectorOfTheOffset) {
  std::mt19937_64 random(1803);
  for (const Shape& shape : kShapes) {
    const Matrix queries = random_matrix(shape.queries, shape.width, random);
    const Matrix table = random_matrix(2 * shape.clip + 1, shape.width, random);
    const auto result = shaw_scores(queries, table, shape.keys);
    ASSERT_TRUE(result.ok()) << result.error().message;
    for (int i = 0; i < shape.queries; ++i) {
      for (int j = 0; j < shape.keys; ++j) {
        // Both sum multiples of 2^-20 exactly; one rounding to float32 is left.
        EXPECT_EQ(result.value()(i, j),
                  static_cast<float>(score(Wide(queries), Wide(table), i, j, shape.keys)))
            << "clip " << shape.clip << ", query " << i << ", key " << j;
      }
    }
  }
}

TEST(ShawScores, DependOnTheOffsetAlone) {
  std::mt19937_64 random(464);
  const Matrix token = random_matrix(1, 5, random);
  std::vector<float> repeated;
  for (int i = 0; i < 8; ++i) repeated.insert(repeated.end(), token.data(), token.data() + 5);
  const Matrix scores =
      shaw_scores(matrix_of(8, 5, repeated), random_matrix(7, 5, random), 8).value();
  for (int i = 1; i < 8; ++i) {
    for (int j = 1; j < 8; ++j) EXPECT_EQ(scores(i, j), scores(i - 1, j - 1));
  }
}

TEST(ShawScores, BackwardIsTheDerivativeOfForward) {
  std::mt19937_64 random(2155);
  for (const Shape& shape : kShapes) {
    const Matrix queries = random_matrix(shape.queries, shape.width, random);
    const Matrix table = random_matrix(2 * shape.clip + 1, shape.width, random);
    const Matrix arriving = random_matrix(shape.queries, shape.keys, random);
    const auto gradient = shaw_scores_backward(queries, table, arriving);
    ASSERT_TRUE(gradient.ok()) << gradient.error().message;
    Wide q(queries);
    Wide t(table);
    const auto loss = [&] {
      double sum = 0.0;
      for (int i = 0; i < shape.queries; ++i) {
        for (int j = 0; j < shape.keys; ++j) sum += arriving(i, j) * score(q, t, i, j, shape.keys);
      }
      return sum;
    };
    expect_gradient("queries", gradient.value().queries, q, loss);
    expect_gradient("key_table", gradient.value().key_table, t, loss);
  }
}

TEST(ShawValues, AreTheVectorsOfTheOffsetsMixedByTheWeights) {
  std::mt19937_64 random(707);
  for (const Shape& shape : kShapes) {
    const Matrix weights = random_matrix(shape.queries, shape.keys, random);
    const Matrix table = random_matrix(2 * shape.clip + 1, shape.width, random);
    const auto result = shaw_values(weights, table);
    ASSERT_TRUE(result.ok()) << result.error().message;
    for (int i = 0; i < shape.queries; ++i) {
      for (int c = 0; c < shape.width; ++c) {
        EXPECT_EQ(result.value()(i, c), static_cast<float>(value(Wide(weights), Wide(table), i, c)))
            << "clip " << shape.clip << ", query " << i << ", column " << c;
      }
    }
  }
}

TEST(ShawValues, BackwardIsTheDerivativeOfForward) {
  std::mt19937_64 random(708);
  for (const Shape& shape : kShapes) {
    const Matrix weights = random_matrix(shape.queries, shape.keys, random);
    const Matrix table = random_matrix(2 * shape.clip + 1, shape.width, random);
    const Matrix arriving = random_matrix(shape.queries, shape.width, random);
    const auto gradient = shaw_values_backward(weights, table, arriving);
    ASSERT_TRUE(gradient.ok()) << gradient.error().message;
    Wide w(weights);
    Wide t(table);
    const auto loss = [&] {
      double sum = 0.0;
      for (int i = 0; i < shape.queries; ++i) {
        for (int c = 0; c < shape.width; ++c) sum += arriving(i, c) * value(w, t, i, c);
      }
      return sum;
    };
    expect_gradient("weights", gradient.value().weights, w, loss);
    expect_gradient("value_table", gradient.value().value_table, t, loss);
  }
}

TEST(ShawScores, RowsThatNoOffsetReachesGetNoGradient) {
  std::mt19937_64 random(9);
  const auto gradient = shaw_scores_backward(
      random_matrix(2, 3, random), random_matrix(11, 3, random), random_matrix(2, 2, random));
  ASSERT_TRUE(gradient.ok());
  for (const int row : {0, 1, 2, 3, 7, 8, 9, 10}) {
    for (int c = 0; c < 3; ++c) EXPECT_EQ(gradient.value().key_table(row, c), 0.0f) << row;
  }
}

TEST(Shaw, TakesNoQueriesAndNoKeys) {
  const Matrix table = matrix_of(3, 2, std::vector<float>(6, 1.0f));
  const Matrix none = matrix_of(0, 2, {});
  EXPECT_EQ(shaw_scores(none, table, 5).value().cols(), 5);
  EXPECT_EQ(shaw_values(matrix_of(0, 0, {}), table).value().cols(), 2);
  EXPECT_EQ(shaw_scores_backward(none, table, matrix_of(0, 5, {})).value().key_table(2, 1), 0.0f);
  EXPECT_EQ(shaw_rows(0, 0, kMaxClip).value().size(), 0);
}

void expect_refusal(const Error& error, ErrorCode code, const char* message) {
  EXPECT_EQ(error.code, code) << message;
  EXPECT_EQ(error.message, message);
}

TEST(Shaw, RefusesTablesWithoutAMiddleAndShapesThatDisagree) {
  const Matrix queries = matrix_of(2, 3, std::vector<float>(6, 1.0f));
  const Matrix table = matrix_of(3, 3, std::vector<float>(9, 1.0f));
  const Matrix even = matrix_of(2, 3, std::vector<float>(6, 1.0f));
  const Matrix narrow = matrix_of(3, 0, {});
  const Matrix square = matrix_of(2, 2, std::vector<float>(4, 1.0f));
  constexpr auto kRange = ErrorCode::kOutOfRange;
  constexpr auto kShape = ErrorCode::kShapeMismatch;
  constexpr auto kMore = "there are 2 queries and 1 keys; each query needs a key at its position";

  expect_refusal(shaw_rows(1, 1, -1).error(), kRange, "clip is -1; it must be 0..32768");
  expect_refusal(shaw_rows(1, 1, kMaxClip + 1).error(), kRange,
                 "clip is 32769; it must be 0..32768");
  expect_refusal(shaw_rows(-1, 1, 1).error(), kRange, "queries is -1; it must be 0 or more");
  expect_refusal(shaw_rows(0, -1, 1).error(), kRange, "keys is -1; it must be 0 or more");
  expect_refusal(shaw_rows(2, 1, 1).error(), kShape, kMore);
  expect_refusal(shaw_rows(65536, 65536, 1).error(), kRange,
                 "the shape is 65536 x 65536; it may have 67108864 cells at most");

  expect_refusal(shaw_scores(queries, even, 2).error(), kRange,
                 "rows of the key table is 2; it must be odd: 2 * clip + 1");
  expect_refusal(shaw_scores(queries, narrow, 2).error(), kRange,
                 "the table has no columns; it must have 1 or more");
  expect_refusal(shaw_scores(queries, table, -1).error(), kRange,
                 "keys is -1; it must be 0 or more");
  expect_refusal(shaw_scores(square, table, 2).error(), kShape,
                 "the widths of queries and key table are 2 and 3; they must agree");
  expect_refusal(shaw_scores(queries, table, 1).error(), kShape, kMore);
  expect_refusal(shaw_scores_backward(queries, even, square).error(), kRange,
                 "rows of the key table is 2; it must be odd: 2 * clip + 1");
  expect_refusal(shaw_scores_backward(queries, table, table).error(), kShape,
                 "the rows of queries and scores gradient are 2 and 3; they must agree");

  expect_refusal(shaw_values(square, even).error(), kRange,
                 "rows of the value table is 2; it must be odd: 2 * clip + 1");
  expect_refusal(shaw_values(square, narrow).error(), kRange,
                 "the table has no columns; it must have 1 or more");
  expect_refusal(shaw_values(matrix_of(2, 1, {1, 1}), table).error(), kShape, kMore);
  expect_refusal(shaw_values_backward(square, even, queries).error(), kRange,
                 "rows of the value table is 2; it must be odd: 2 * clip + 1");
  expect_refusal(shaw_values_backward(square, table, table).error(), kShape,
                 "the rows of weights and output gradient are 2 and 3; they must agree");
  expect_refusal(shaw_values_backward(square, table, square).error(), kShape,
                 "the widths of value table and output gradient are 3 and 2; they must agree");
}

}  // namespace
}  // namespace posenc
