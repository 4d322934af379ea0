#include "core/positional/relative/transformer_xl.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "tests/core/gradient_check.h"

namespace posenc {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Inputs {
  Matrix queries;
  Matrix keys;
  Matrix distances;
  Matrix content_bias;
  Matrix distance_bias;
};

Inputs random_inputs(int q, int k, int width, std::mt19937_64& random) {
  return {random_matrix(q, width, random), random_matrix(k, width, random),
          random_matrix(k + q - 1, width, random), random_matrix(1, width, random),
          random_matrix(1, width, random)};
}

Result<TransformerXlTerms> terms(const Inputs& in) {
  return transformer_xl_terms(in.queries, in.keys, in.distances, in.content_bias, in.distance_bias);
}

Result<TransformerXlGradient> backward(const Inputs& in, const Matrix& arriving) {
  return transformer_xl_backward(in.queries, in.keys, in.distances, in.content_bias,
                                 in.distance_bias, arriving);
}

/// Row of the distances for distance p - j, from the header's own words: row r is k - 1 - r.
int row_of(int i, int j, int q, int k) {
  const int p = k - q + i;
  return k - 1 - (p - j);
}

double dot(const Wide& a, int i, const Wide& b, int j) {
  double sum = 0.0;
  for (int c = 0; c < a.cols; ++c) sum += a(i, c) * b(j, c);
  return sum;
}

struct Shape {
  int q;
  int k;
  int width;
};

constexpr Shape kShapes[] = {{4, 4, 3}, {1, 1, 1}, {2, 5, 4}, {1, 6, 2}, {5, 6, 2}};

TEST(TransformerXlDistances, AreTheCodesOfEveryDistanceFarthestFirst) {
  for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
    for (const Shape& shape : kShapes) {
      for (const int width : {1, 5, 6}) {
        std::vector<double> distances;
        for (int d = shape.k - 1; d >= -(shape.q - 1); --d) distances.push_back(d);
        const Matrix expected = sinusoidal_at(distances, width, 500.0, layout).value();
        const auto codes = transformer_xl_distances(shape.q, shape.k, width, 500.0, layout);
        ASSERT_TRUE(codes.ok()) << codes.error().message;
        ASSERT_EQ(codes.value().rows(), shape.k + shape.q - 1);
        for (int r = 0; r < codes.value().rows(); ++r) {
          for (int c = 0; c < width; ++c) {
            // Each within 3e-8 of the formula.
            EXPECT_NEAR(codes.value()(r, c), expected(r, c), 6e-8)
                << "width " << width << ", row " << r << ", column " << c;
          }
        }
      }
    }
  }
}

TEST(TransformerXlTerms, FollowTheirFormulas) {
  std::mt19937_64 random(1901);
  for (const Shape& shape : kShapes) {
    const Inputs in = random_inputs(shape.q, shape.k, shape.width, random);
    const auto result = terms(in);
    ASSERT_TRUE(result.ok()) << result.error().message;
    const Wide q(in.queries), k(in.keys), r(in.distances), u(in.content_bias), v(in.distance_bias);
    for (int i = 0; i < shape.q; ++i) {
      for (int j = 0; j < shape.k; ++j) {
        const int row = row_of(i, j, shape.q, shape.k);
        // Sums of multiples of 2^-20 are exact in double; one rounding to float32 is left.
        EXPECT_EQ(result.value().content(i, j), static_cast<float>(dot(q, i, k, j)));
        EXPECT_EQ(result.value().distance(i, j), static_cast<float>(dot(q, i, r, row)));
        EXPECT_EQ(result.value().content_bias(i, j), static_cast<float>(dot(u, 0, k, j)));
        EXPECT_EQ(result.value().distance_bias(i, j), static_cast<float>(dot(v, 0, r, row)));
      }
    }
  }
}

TEST(TransformerXlTerms, DistanceBiasDependsOnTheDistanceAlone) {
  std::mt19937_64 random(2860);
  const auto result = terms(random_inputs(5, 7, 3, random));
  ASSERT_TRUE(result.ok());
  const Matrix& bias = result.value().distance_bias;
  for (int i = 1; i < 5; ++i) {
    for (int j = 1; j < 7; ++j) EXPECT_EQ(bias(i, j), bias(i - 1, j - 1));
  }
}

TEST(TransformerXl, BackwardIsTheDerivativeOfForward) {
  std::mt19937_64 random(860);
  for (const Shape& shape : kShapes) {
    const Inputs in = random_inputs(shape.q, shape.k, shape.width, random);
    const Matrix arriving = random_matrix(shape.q, shape.k, random);
    const auto gradient = backward(in, arriving);
    ASSERT_TRUE(gradient.ok()) << gradient.error().message;
    Wide q(in.queries), k(in.keys), r(in.distances), u(in.content_bias), v(in.distance_bias);
    const auto loss = [&] {
      double sum = 0.0;
      for (int i = 0; i < shape.q; ++i) {
        for (int j = 0; j < shape.k; ++j) {
          const int row = row_of(i, j, shape.q, shape.k);
          sum += arriving(i, j) *
                 (dot(q, i, k, j) + dot(q, i, r, row) + dot(u, 0, k, j) + dot(v, 0, r, row));
        }
      }
      return sum;
    };
    expect_gradient("queries", gradient.value().queries, q, loss);
    expect_gradient("keys", gradient.value().keys, k, loss);
    expect_gradient("distances", gradient.value().distances, r, loss);
    expect_gradient("content_bias", gradient.value().content_bias, u, loss);
    expect_gradient("distance_bias", gradient.value().distance_bias, v, loss);
  }
}

TEST(RelativeShift, DoesWhatThePublishedTrickDoes) {
  const Matrix shifted = relative_shift(matrix_of(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9})).value();
  const std::vector<float> expected{3, 0, 4, 5, 6, 0, 7, 8, 9};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(shifted.data()[i], expected[i]) << "cell " << i;
}

TEST(RelativeShift, GivesEveryKeyUpToTheQueryItsDistance) {
  std::mt19937_64 random(31);
  for (const int n : {1, 2, 3, 8, 17}) {
    const Matrix by_distance = random_matrix(n, n, random);
    const auto shifted = relative_shift(by_distance);
    ASSERT_TRUE(shifted.ok());
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        EXPECT_EQ(shifted.value()(i, j), by_distance(i, j + n - 1 - i)) << n << " rows, row " << i;
      }
    }
  }
}

TEST(RelativeShift, TurnsTheDistanceTermByDistanceIntoTheOneByKey) {
  // With as many queries as keys, distances k - 1 .. 0 are the first k rows.
  std::mt19937_64 random(32);
  const Inputs in = random_inputs(6, 6, 4, random);
  const Matrix by_key = terms(in).value().distance;
  std::vector<float> products;
  for (int i = 0; i < 6; ++i) {
    for (int r = 0; r < 6; ++r) {
      products.push_back(static_cast<float>(dot(Wide(in.queries), i, Wide(in.distances), r)));
    }
  }
  const Matrix shifted = relative_shift(matrix_of(6, 6, products)).value();
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j <= i; ++j) EXPECT_EQ(shifted(i, j), by_key(i, j)) << i << ", " << j;
  }
}

TEST(RelativeShift, TakesNothingAndRefusesWhatIsNotSquare) {
  EXPECT_EQ(relative_shift(matrix_of(0, 0, {})).value().size(), 0);
  const auto wrong = relative_shift(matrix_of(2, 3, std::vector<float>(6, 1.0f)));
  EXPECT_EQ(wrong.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(wrong.error().message, "by_distance is 2 x 3; it must be 2 x 2");
}

void expect_refusal(const Error& error, ErrorCode code, const char* message) {
  EXPECT_EQ(error.code, code) << message;
  EXPECT_EQ(error.message, message);
}

TEST(TransformerXlDistances, RefuseWhatHasNoCode) {
  const auto of = [](int queries, int keys, int width, double base) {
    return transformer_xl_distances(queries, keys, width, base, PairLayout::kInterleaved).error();
  };
  constexpr auto kRange = ErrorCode::kOutOfRange;
  expect_refusal(of(0, 1, 4, 1e4), kRange, "queries is 0; it must be 1 or more");
  expect_refusal(of(1, 0, 4, 1e4), kRange, "keys is 0; it must be 1 or more");
  expect_refusal(of(1, 1, 0, 1e4), kRange, "width is 0; it must be 1..65536");
  expect_refusal(of(1, 1, 4, 1.0), kRange, "base is 1; it must be above 1");
  expect_refusal(of(1, 1, 4, kNaN), ErrorCode::kNotFinite,
                 "base is NaN; it must be a finite number above 1");
  expect_refusal(of(3, 2, 4, 1e4), ErrorCode::kShapeMismatch,
                 "there are 3 queries and 2 keys; each query needs a key at its position");
  expect_refusal(of(2147483647, 2147483647, 4, 1e4), kRange,
                 "the shape is 4294967293 x 4; each side must be 0..2147483647");
}

TEST(TransformerXl, RefusesShapesThatDisagree) {
  struct Case {
    int q, k, width, key_width, rows, bias_rows, bias_width;
    ErrorCode code;
    const char* message;
  };
  constexpr auto kRange = ErrorCode::kOutOfRange;
  constexpr auto kShape = ErrorCode::kShapeMismatch;
  const std::vector<Case> cases{
      {0, 2, 3, 3, 1, 1, 3, kRange, "queries is 0; it must be 1 or more"},
      {1, 0, 3, 3, 1, 1, 3, kRange, "keys is 0; it must be 1 or more"},
      {1, 2, 0, 0, 2, 1, 0, kRange, "width is 0; it must be 1 or more"},
      {3, 2, 3, 3, 4, 1, 3, kShape,
       "there are 3 queries and 2 keys; each query needs a key at its position"},
      {2, 2, 3, 4, 3, 1, 3, kShape, "keys is 2 x 4; it must be 2 x 3"},
      {2, 2, 3, 3, 4, 1, 3, kShape, "distances is 4 x 3; it must be 3 x 3"},
      {2, 2, 3, 3, 3, 2, 3, kShape, "content_bias is 2 x 3; it must be 1 x 3"},
      {2, 2, 3, 3, 3, 1, 2, kShape, "content_bias is 1 x 2; it must be 1 x 3"},
  };
  std::mt19937_64 random(5);
  for (const Case& c : cases) {
    const Inputs in{random_matrix(c.q, c.width, random), random_matrix(c.k, c.key_width, random),
                    random_matrix(c.rows, c.width, random),
                    random_matrix(c.bias_rows, c.bias_width, random),
                    random_matrix(1, c.width, random)};
    expect_refusal(terms(in).error(), c.code, c.message);
    expect_refusal(backward(in, random_matrix(c.q, c.k, random)).error(), c.code, c.message);
  }
  Inputs in = random_inputs(2, 3, 4, random);
  expect_refusal(backward(in, random_matrix(3, 2, random)).error(), kShape,
                 "scores_gradient is 3 x 2; it must be 2 x 3");
  in.distance_bias = random_matrix(2, 4, random);
  expect_refusal(terms(in).error(), kShape, "distance_bias is 2 x 4; it must be 1 x 4");
}

}  // namespace
}  // namespace posenc
