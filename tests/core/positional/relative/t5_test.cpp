#include "core/positional/relative/t5.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "core/positional/alibi.h"
#include "tests/core/gradient_check.h"

namespace posenc {
namespace {

using Offsets = std::vector<std::int32_t>;

constexpr int kFarthest = std::numeric_limits<std::int32_t>::min();

Offsets buckets(const Offsets& offsets, const T5Spec& spec) {
  auto result = t5_buckets(offsets, spec);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

Tensor3 random_tensor(int batch, int rows, int cols, std::mt19937_64& random) {
  const Matrix cells = random_matrix(batch * rows, cols, random);
  return Tensor3::copy_of(batch, rows, cols, cells.cells()).value();
}

TEST(T5Buckets, OfThePublishedSpecAreTheKnownOnes) {
  EXPECT_EQ(buckets({-3, 3, -127, -200, -1000, 0}, {}), (Offsets{3, 19, 15, 15, 15, 0}));
  EXPECT_EQ(buckets({-5, -20, -100, 3}, {.bidirectional = false}), (Offsets{5, 17, 30, 0}));
}

TEST(T5Buckets, OfSixteenBucketsAndDistanceSixteenAreTheKnownLists) {
  Offsets past(20);
  for (std::size_t n = 0; n < past.size(); ++n) past[n] = -static_cast<int>(n);
  EXPECT_EQ(buckets(past, {16, 16, false}),
            (Offsets{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15, 15, 15}));
  Offsets expected{0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7};
  EXPECT_EQ(buckets(past, {16, 16, true}), expected);
  Offsets future = past;
  for (std::int32_t& offset : future) offset = -offset;
  for (std::size_t n = 1; n < expected.size(); ++n) expected[n] += 8;
  EXPECT_EQ(buckets(future, {16, 16, true}), expected);
}

TEST(T5Buckets, BeginExactlyWhereTheFormulaIsAWholeNumber) {
  // e = 8, max_distance = 8 * 16, 8 buckets: bucket 8 + t begins at 8 * 2^(t / 2), so every other
  // limit is a power of two, where a rounded logarithm may fall short of the whole number.
  EXPECT_EQ(buckets({-15, -16, -31, -32, -63, -64}, {}), (Offsets{9, 10, 11, 12, 13, 14}));
  // e = 2, one factor of 10 for each of the 2 logarithmic buckets.
  EXPECT_EQ(buckets({-19, -20, -199, -200, -201}, {4, 200, false}), (Offsets{2, 3, 3, 3, 3}));
  // e = 3, max_distance = 3 * 7^4, 4 buckets: limits 3 * 7^t.
  EXPECT_EQ(buckets({-20, -21, -146, -147, -1028, -1029}, {7, 7203, false}),
            (Offsets{3, 4, 4, 5, 5, 6}));
}

TEST(T5Buckets, NeverFallWithTheDistanceAndEndInTheLast) {
  constexpr int kSeed = 1910;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 200; ++round) {
    T5Spec spec;
    spec.bidirectional = random() % 2 == 0;
    spec.buckets = 4 + 2 * static_cast<int>(random() % 511);
    const int side = spec.bidirectional ? spec.buckets / 2 : spec.buckets;
    spec.max_distance = side / 2 + 1 + static_cast<int>(random() % (1u << (random() % 30)));
    Offsets past;
    for (int n = 0; n < 300; ++n) past.push_back(-n);
    for (const int n : {spec.max_distance - 1, spec.max_distance}) past.push_back(-n);
    past.push_back(kFarthest);
    std::sort(past.rbegin(), past.rend());
    const Offsets found = buckets(past, spec);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()))
        << "seed " << kSeed << ", buckets " << spec.buckets << ", max_distance "
        << spec.max_distance;
    EXPECT_EQ(found.front(), 0);
    EXPECT_EQ(found.back(), side - 1);
    EXPECT_EQ(buckets({-spec.max_distance}, spec), Offsets{side - 1});
  }
}

TEST(T5Buckets, UseTheUpperHalfForTheFutureWhereBidirectional) {
  for (const T5Spec spec : {T5Spec{}, T5Spec{64, 1000, true}, T5Spec{4, 2, true}}) {
    for (int n = 1; n < 300; ++n) {
      const Offsets found = buckets({-n, n}, spec);
      EXPECT_EQ(found[1], found[0] + spec.buckets / 2) << "distance " << n;
    }
  }
}

TEST(T5Buckets, PutTheFutureInBucketZeroWhereCausal) {
  EXPECT_EQ(buckets({1, 2, 1000, 2147483647}, {.bidirectional = false}), (Offsets{0, 0, 0, 0}));
}

TEST(T5Buckets, OfTheSmallestSpecs) {
  EXPECT_EQ(buckets({0, -1, -2, 1}, {2, 2, false}), (Offsets{0, 1, 1, 0}));
  EXPECT_EQ(buckets({0, -1, -2, 1, 2}, {4, 2, true}), (Offsets{0, 1, 1, 3, 3}));
  EXPECT_EQ(buckets({0, -1, -2, -3, -4}, {3, 4, false}), (Offsets{0, 1, 2, 2, 2}));
}

TEST(T5BucketMatrix, LooksUpKeyMinusQueryWithTheLastQueryAtTheLastKey) {
  for (const bool bidirectional : {true, false}) {
    const T5Spec spec{8, 12, bidirectional};
    for (const int queries : {0, 1, 5, 20}) {
      const auto matrix = t5_bucket_matrix(queries, 20, spec);
      ASSERT_TRUE(matrix.ok());
      for (int i = 0; i < queries; ++i) {
        for (int j = 0; j < 20; ++j) {
          const Offsets found = buckets({j - (20 - queries + i)}, spec);
          EXPECT_EQ(matrix.value()(i, j), static_cast<float>(found[0])) << i << ", " << j;
        }
      }
    }
  }
}

TEST(T5Bias, CopiesTheNumberOfBucketAndHead) {
  std::mt19937_64 random(77);
  const T5Spec spec{8, 12, true};
  const Matrix table = random_matrix(8, 3, random);
  const Matrix matrix = t5_bucket_matrix(4, 15, spec).value();
  const auto bias = t5_bias(table, 4, 15, spec);
  ASSERT_TRUE(bias.ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 15; ++j) {
        EXPECT_EQ(bias.value()(h, i, j), table(static_cast<int>(matrix(i, j)), h));
      }
    }
  }
}

TEST(T5Bias, BackwardIsTheDerivativeOfForward) {
  std::mt19937_64 random(78);
  for (const T5Spec spec : {T5Spec{8, 12, true}, T5Spec{5, 6, false}}) {
    const Matrix table = random_matrix(spec.buckets, 3, random);
    const Tensor3 arriving = random_tensor(3, 6, 9, random);
    const auto gradient = t5_bias_backward(arriving, spec);
    ASSERT_TRUE(gradient.ok());
    Wide t(table);
    const auto loss = [&] {
      double sum = 0.0;
      for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 9; ++j) {
          const int bucket = buckets({j - (3 + i)}, spec)[0];
          for (int h = 0; h < 3; ++h) sum += arriving(h, i, j) * t(bucket, h);
        }
      }
      return sum;
    };
    expect_gradient("table", gradient.value(), t, loss);
  }
}

TEST(T5Bias, TakesNoQueries) {
  std::mt19937_64 random(79);
  const Matrix table = random_matrix(32, 2, random);
  EXPECT_EQ(t5_bias(table, 0, 7, {}).value().cols(), 7);
  const auto gradient = t5_bias_backward(Tensor3::copy_of(2, 0, 2147483647, {}).value(), {});
  ASSERT_TRUE(gradient.ok());
  EXPECT_EQ(gradient.value()(31, 1), 0.0f);
}

struct Refusal {
  T5Spec spec;
  const char* message;
};

class T5Refuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(T5Refuses, SpecsOutsideTheLimits) {
  const T5Spec spec = GetParam().spec;
  const Matrix table = matrix_of(1, 1, {1});
  const Tensor3 gradient = Tensor3::copy_of(1, 1, 1, std::vector<float>{1}).value();
  for (const Error& error :
       {t5_buckets({}, spec).error(), t5_bucket_matrix(1, 1, spec).error(),
        t5_bias(table, 1, 1, spec).error(), t5_bias_backward(gradient, spec).error()}) {
    EXPECT_EQ(error.code, ErrorCode::kOutOfRange);
    EXPECT_EQ(error.message, GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    T5, T5Refuses,
    ::testing::Values(
        Refusal{{1, 128, false}, "buckets is 1; it must be 2..1024"},
        Refusal{{-4, 128, true}, "buckets is -4; it must be 2..1024"},
        Refusal{{1025, 128000, false}, "buckets is 1025; it must be 2..1024"},
        Refusal{{2, 128, true}, "buckets is 2; it must be even and 4 or more where bidirectional"},
        Refusal{{33, 128, true},
                "buckets is 33; it must be even and 4 or more where bidirectional"},
        Refusal{{32, 8, true},
                "max_distance is 8; it must be above half of a side's buckets and at most 2^30"},
        Refusal{{32, 16, false},
                "max_distance is 16; it must be above half of a side's buckets and at most 2^30"},
        Refusal{{32, (1 << 30) + 1, true},
                "max_distance is 1073741825; it must be above half of a side's buckets and at most "
                "2^30"}));

void expect_refusal(const Error& error, ErrorCode code, const char* message) {
  EXPECT_EQ(error.code, code) << message;
  EXPECT_EQ(error.message, message);
}

TEST(T5, RefusesShapesThatDisagree) {
  constexpr auto kRange = ErrorCode::kOutOfRange;
  constexpr auto kShape = ErrorCode::kShapeMismatch;
  constexpr auto kMore = "there are 2 queries and 1 keys; each query needs a key at its position";
  const Matrix table = matrix_of(32, 1, std::vector<float>(32, 1.0f));
  expect_refusal(t5_buckets(Offsets(kMaxT5Offsets + 1), {}).error(), kRange,
                 "the number of offsets is 1048577; it must be at most 1048576");
  expect_refusal(t5_bucket_matrix(-1, 1, {}).error(), kRange,
                 "queries is -1; it must be 0 or more");
  expect_refusal(t5_bucket_matrix(0, -1, {}).error(), kRange, "keys is -1; it must be 0 or more");
  expect_refusal(t5_bucket_matrix(2, 1, {}).error(), kShape, kMore);
  expect_refusal(t5_bucket_matrix(65536, 65536, {}).error(), kRange,
                 "the shape is 65536 x 65536; it may have 67108864 cells at most");
  expect_refusal(t5_bias(table, 0, -1, {}).error(), kRange, "keys is -1; it must be 0 or more");
  expect_refusal(t5_bias(table, 2, 1, {}).error(), kShape, kMore);
  expect_refusal(t5_bias(matrix_of(32, 0, {}), 1, 1, {}).error(), kRange,
                 "heads is 0; it must be 1..1024");
  expect_refusal(
      t5_bias(matrix_of(1, kMaxHeads + 1, std::vector<float>(kMaxHeads + 1)), 1, 1, {}).error(),
      kRange, "heads is 1025; it must be 1..1024");
  expect_refusal(t5_bias(matrix_of(3, 1, {1, 2, 3}), 1, 1, {}).error(), kShape,
                 "the number of rows of the table is 3; it must be that of the buckets, 32");
  expect_refusal(t5_bias_backward(Tensor3::copy_of(0, 1, 1, {}).value(), {}).error(), kRange,
                 "heads is 0; it must be 1..1024");
  expect_refusal(
      t5_bias_backward(Tensor3::copy_of(1, 2, 1, std::vector<float>{1, 1}).value(), {}).error(),
      kShape, kMore);
}

}  // namespace
}  // namespace posenc
