#include "core/attention/attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/positional/sinusoidal.h"
#include "tests/core/attention/random_call.h"
#include "tests/core/attention/reference.h"

namespace posenc {
namespace {

using reference::Call;
using reference::CallShape;
using reference::CoreCall;
using reference::Scheme;

using Rows = std::vector<std::vector<double>>;

Matrix matrix(int rows, int cols, const std::vector<float>& cells) {
  auto result = Matrix::copy_of(rows, cols, cells);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

Matrix matrix(const Rows& rows) {
  std::vector<float> cells;
  for (const auto& row : rows) {
    for (const double cell : row) cells.push_back(static_cast<float>(cell));
  }
  return matrix(static_cast<int>(rows.size()), static_cast<int>(rows.at(0).size()), cells);
}

Matrix zeros(int rows, int cols) {
  return matrix(
      rows, cols,
      std::vector<float>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)));
}

Matrix identity(int size) {
  Matrix result = zeros(size, size);
  for (int i = 0; i < size; ++i) result(i, i) = 1.0f;
  return result;
}

Matrix columns(const Matrix& m, int first, int count) {
  Matrix result = zeros(m.rows(), count);
  for (int r = 0; r < m.rows(); ++r) {
    for (int c = 0; c < count; ++c) result(r, c) = m(r, first + c);
  }
  return result;
}

Matrix rows_from(const Matrix& m, int first) {
  return matrix(m.rows() - first, m.cols(), {m.row(first), m.data() + m.size()});
}

AttentionTrace attend(const Matrix& queries, const Matrix& keys, const Matrix& values,
                      const AttentionSpec& spec, const AttentionPositions& positions = {}) {
  auto result = attention(queries, keys, values, spec, positions);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

AttentionTrace attend(const CoreCall& call) {
  return attend(call.queries, call.keys, call.values, call.spec, call.positions);
}

template <class Cells>
std::vector<float> cells_of(const Cells& m) {
  return {m.cells().begin(), m.cells().end()};
}

/// Equal bits: 0 and -0 differ.
template <class Cells>
bool same_bits(const Cells& a, const Cells& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

template <class Cells>
void expect_rows(const Cells& got, const Rows& expected, double tolerance) {
  ASSERT_EQ(got.rows(), static_cast<int>(expected.size()));
  for (int i = 0; i < got.rows(); ++i) {
    for (int j = 0; j < got.cols(); ++j) {
      EXPECT_NEAR(got.data()[i * got.cols() + j],
                  expected[static_cast<std::size_t>(i)].at(static_cast<std::size_t>(j)), tolerance)
          << "row " << i << ", column " << j;
    }
  }
}

constexpr auto kCausal = AttentionMask::kCausal;

// Facts: the sequence red, blue, red.

struct KnownWeights {
  bool positions;
  AttentionMask mask;
  Rows rows;
};

class RedBlueRed : public ::testing::TestWithParam<KnownWeights> {};

TEST_P(RedBlueRed, WeightsAreReproduced) {
  constexpr double kFiveDigits = 0.5e-5 + 1e-7;
  const Matrix x = matrix({{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}});
  AttentionPositions positions;
  if (GetParam().positions) {
    auto pattern = sinusoidal({.positions = 3, .width = 4});
    const auto cells = cells_of(pattern.value());
    positions = AddedPositions{matrix(3, 4, cells), matrix(3, 4, cells)};
  }
  expect_rows(attend(x, x, x, {.mask = GetParam().mask}, positions).weights, GetParam().rows,
              kFiveDigits);
}

INSTANTIATE_TEST_SUITE_P(
    Attention, RedBlueRed,
    ::testing::Values(KnownWeights{false,
                                   AttentionMask::kNone,
                                   {{0.38365, 0.23270, 0.38365},
                                    {0.27407, 0.45186, 0.27407},
                                    {0.38365, 0.23270, 0.38365}}},
                      KnownWeights{true,
                                   AttentionMask::kNone,
                                   {{0.33486, 0.40527, 0.25987},
                                    {0.34354, 0.48723, 0.16923},
                                    {0.20132, 0.15466, 0.64402}}},
                      KnownWeights{false,
                                   AttentionMask::kCausal,
                                   {{1, 0, 0}, {0.37754, 0.62246, 0}, {0.38365, 0.23270, 0.38365}}},
                      KnownWeights{
                          true,
                          AttentionMask::kCausal,
                          {{1, 0, 0}, {0.41352, 0.58648, 0}, {0.20132, 0.15466, 0.64402}}}));

// Mistakes that were reported in public: what is right, and what the mistake gives.

struct KnownMistake {
  const char* id;
  Rows scores;  // what softmax is to see; scale is 1
  std::vector<std::uint8_t> padding;
  AttentionMask mask;
  Rows right;
  Rows wrong;  // empty: NaN, or no number at all
};

class ReportedMistake : public ::testing::TestWithParam<KnownMistake> {};

TEST_P(ReportedMistake, IsNotMade) {
  constexpr double kTolerance = 1e-7;  // eight digits, and float32 weights below 1
  const KnownMistake& known = GetParam();
  const Matrix scores = matrix(known.scores);
  const Matrix keys = identity(scores.cols());  // so that the products are the scores themselves
  const AttentionTrace trace =
      attend(scores, keys, keys, {.mask = known.mask, .scale = 1.0, .padding = known.padding});
  expect_rows(trace.weights, known.right, kTolerance);
  expect_rows(trace.output, known.right, kTolerance);
  double apart = known.wrong.empty() ? 1.0 : 0.0;
  for (std::size_t i = 0; i < known.wrong.size(); ++i) {
    for (std::size_t j = 0; j < known.wrong[i].size(); ++j) {
      apart = std::max(apart, std::abs(known.wrong[i][j] - known.right[i][j]));
    }
  }
  EXPECT_GT(apart, 0.01) << "the case cannot tell the mistake";
}

INSTANTIATE_TEST_SUITE_P(
    Attention, ReportedMistake,
    ::testing::Values(
        KnownMistake{"mask-after-softmax",
                     {{1, 2, 3}},
                     {0, 0, 1},
                     AttentionMask::kNone,
                     {{0.26894142, 0.73105858, 0}},
                     {{0.09003057, 0.24472847, 0}}},
        KnownMistake{"mask-zero-fill",
                     {{1, 2, 3}},
                     {0, 0, 1},
                     AttentionMask::kNone,
                     {{0.26894142, 0.73105858, 0}},
                     {{0.24472847, 0.66524096, 0.09003057}}},
        KnownMistake{"mask-tiny-fill",
                     {{1, 2, 3}},
                     {0, 0, 1},
                     AttentionMask::kNone,
                     {{0.26894142, 0.73105858, 0}},
                     {{0.24472847, 0.66524096, 0.09003057}}},
        KnownMistake{"mask-plus-infinity",
                     {{1, 2, 3}},
                     {0, 0, 1},
                     AttentionMask::kNone,
                     {{0.26894142, 0.73105858, 0}},
                     {}},
        KnownMistake{"mask-sentinel-too-small",
                     {{-20000, -20001, 5}},
                     {0, 0, 1},
                     AttentionMask::kNone,
                     {{0.73105858, 0.26894142, 0}},
                     {{0, 0, 1}}},
        KnownMistake{"mask-half-precision-overflow",
                     {{0, 0}, {0, 0}},
                     {1, 1},
                     AttentionMask::kCausal,
                     {{0, 0}, {0, 0}},
                     {}},
        KnownMistake{"mask-inverted-boolean",
                     {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                     {},
                     AttentionMask::kCausal,
                     {{1, 0, 0}, {0.5, 0.5, 0}, {0.33333333, 0.33333333, 0.33333333}},
                     {{0, 0.5, 0.5}, {0, 0, 1}}},
        KnownMistake{"mask-bitwise-not-on-integers",  // 254 and 255 are as true as 1
                     {{0, 0, 0}},
                     {254, 0, 255},
                     AttentionMask::kNone,
                     {{0, 1, 0}},
                     {}},
        KnownMistake{"mask-ones-added-as-bias",
                     {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                     {},
                     AttentionMask::kCausal,
                     {{1, 0, 0}, {0.5, 0.5, 0}, {0.33333333, 0.33333333, 0.33333333}},
                     {{0.57611688, 0.21194156, 0.21194156}, {0.4223188, 0.4223188, 0.1553624}}},
        KnownMistake{"mask-one-token-of-future",
                     {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                     {},
                     AttentionMask::kCausal,
                     {{1, 0, 0}, {0.5, 0.5, 0}, {0.33333333, 0.33333333, 0.33333333}},
                     {{0.5, 0.5, 0}, {0.33333333, 0.33333333, 0.33333333}}},
        KnownMistake{"mask-padding-on-queries",
                     {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                     {0, 0, 1},
                     AttentionMask::kNone,
                     {{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 0}},
                     {{0.33333333, 0.33333333, 0.33333333}}},
        KnownMistake{"mask-fully-masked-row", {{1, 2}}, {1, 1}, AttentionMask::kNone, {{0, 0}}, {}},
        KnownMistake{"mask-causal-top-left",
                     {{0, 0, 0, 0}},
                     {},
                     AttentionMask::kCausal,
                     {{0.25, 0.25, 0.25, 0.25}},
                     {{1, 0, 0, 0}}},
        KnownMistake{"softmax-wrong-axis",
                     {{1, 2}, {3, 4}},
                     {},
                     AttentionMask::kNone,
                     {{0.26894142, 0.73105858}, {0.26894142, 0.73105858}},
                     {{0.11920292, 0.11920292}, {0.88079708, 0.88079708}}}),
    [](const auto& known) {
      std::string name = known.param.id;
      std::erase(name, '-');
      return name;
    });

TEST(Attention, ScalesByTheRootOfTheWidthOfOneHead) {
  // scale-missing, scale-by-model-width, scale-by-head-count, scale-inverted: dot products 4 and 0
  // in heads 4 wide. Wrong are 0.98201379, 0.73105858, 0.94419278 and 0.99966465.
  for (const int heads : {1, 2, 4}) {
    const int cols = 4 * heads;
    Matrix queries = zeros(1, cols);
    Matrix keys = zeros(2, cols);
    for (int h = 0; h < heads; ++h) queries(0, 4 * h) = keys(0, 4 * h) = 2.0f;
    const AttentionTrace trace = attend(queries, keys, keys, {.heads = heads});
    for (int h = 0; h < heads; ++h) {
      EXPECT_NEAR(trace.weights(h, 0, 0), 0.88079708, 1e-7) << heads << " heads";
      EXPECT_NEAR(trace.weights(h, 0, 1), 0.11920292, 1e-7) << heads << " heads";
    }
  }
}

TEST(Attention, ScalingTheQueryFirstIsTheSame) {
  // scale-on-query-only: 2 * 2 / sqrt(4) either way.
  const Matrix key = matrix({{2, 0, 0, 0}});
  const Matrix halved = matrix({{1, 0, 0, 0}});
  EXPECT_EQ(attend(key, key, key, {}).scores(0, 0, 0), 2.0f);
  EXPECT_EQ(attend(halved, key, key, {.scale = 1.0}).scores(0, 0, 0), 2.0f);
}

TEST(Attention, KeysAreTransposedAndNotReshaped) {
  const AttentionTrace trace = attend(matrix({{1, 0}}), matrix({{1, 2}, {3, 4}, {5, 6}}),
                                      matrix({{0}, {0}, {0}}), {.scale = 1.0});
  EXPECT_EQ(cells_of(trace.products), (std::vector<float>{1, 3, 5}));
}

TEST(Attention, AQueryAt40000ReadsKey100) {
  // mask-position-int16: 16-bit positions wrap at 32768.
  const Matrix keys = zeros(40'001, 1);
  const AttentionTrace trace = attend(zeros(1, 1), keys, keys, {.mask = kCausal});
  EXPECT_NEAR(trace.weights(0, 0, 100), 1.0 / 40'001, 1e-11);
}

TEST(Attention, PermutedInputsGivePermutedOutputsAndNotTheSame) {
  // teach-permutation-identity
  const Matrix x = matrix({{1, 0}, {0, 1}, {1, 1}});
  const Matrix permuted = matrix({{0, 1}, {1, 0}, {1, 1}});
  const AttentionSpec plain{.scale = 1.0};
  expect_rows(attend(x, x, x, plain).output,
              {{0.8446376, 0.5776812}, {0.5776812, 0.8446376}, {0.78805844, 0.78805844}}, 1e-7);
  expect_rows(attend(permuted, permuted, permuted, plain).output,
              {{0.5776812, 0.8446376}, {0.8446376, 0.5776812}, {0.78805844, 0.78805844}}, 1e-7);
}

TEST(Attention, TwoCausalLayersSeeTheOrderOfEarlierTokens) {
  // teach-causal-model-is-order-blind: the last row after one layer, and after two.
  const AttentionSpec causal{.mask = kCausal, .scale = 1.0};
  const Rows last_rows[] = {{{0.78805844, 0.78805844}, {0.70212609, 0.55165335}},
                            {{0.78805844, 0.78805844}, {0.55165335, 0.70212609}}};
  const Matrix orders[] = {matrix({{1, 0}, {0, 1}, {1, 1}}), matrix({{0, 1}, {1, 0}, {1, 1}})};
  for (int order = 0; order < 2; ++order) {
    const Matrix one = attend(orders[order], orders[order], orders[order], causal).output;
    const Matrix two = attend(one, one, one, causal).output;
    for (int c = 0; c < 2; ++c) {
      EXPECT_NEAR(one(2, c), last_rows[order][0][static_cast<std::size_t>(c)], 1e-7);
      EXPECT_NEAR(two(2, c), last_rows[order][1][static_cast<std::size_t>(c)], 1e-7);
    }
  }
}

// Against the formulas in double, for every scheme.

class AttentionOf : public ::testing::TestWithParam<Scheme> {};

INSTANTIATE_TEST_SUITE_P(Schemes, AttentionOf, ::testing::ValuesIn(reference::kSchemes),
                         [](const auto& scheme) {
                           std::string name = reference::name_of(scheme.param);
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

/// Every cell of a trace against the reference, within what the header states.
void expect_reference(const Call& call, const AttentionTrace& trace) {
  constexpr double kWeights = 2e-6;
  constexpr double kOutput = 4e-6;
  constexpr double kScores = 1e-5;      // 64 products below 1, four terms of them, and their sum
  constexpr double kRounding = 1.2e-7;  // of a far key under ALiBi: product and bias, once each
  const reference::Answer expected = reference::attention(call);
  ASSERT_EQ(static_cast<std::size_t>(trace.weights.size()), expected.weights.size());
  for (std::size_t i = 0; i < expected.weights.size(); ++i) {
    ASSERT_NEAR(trace.scores.data()[i], expected.scores[i],
                kScores + kRounding * std::abs(expected.scores[i]))
        << "cell " << i;
    ASSERT_NEAR(trace.weights.data()[i], expected.weights[i], kWeights) << "cell " << i;
  }
  for (int r = 0; r < trace.output.rows(); ++r) {
    for (int c = 0; c < trace.output.cols(); ++c) {
      ASSERT_NEAR(trace.output(r, c), expected.output(r, c), kOutput)
          << "row " << r << ", column " << c;
    }
  }
}

TEST_P(AttentionOf, IsAsAccurateAsStatedAtTheStatedSize) {
  for (const bool causal : {false, true}) {
    for (const bool aligned : {false, true}) {
      const CallShape shape{.scheme = GetParam(),
                            .heads = 2,
                            .q = 256,
                            .k = 256,
                            .width = 64,
                            .value_width = 24,
                            .causal = causal};
      SCOPED_TRACE(text_of(shape) + (aligned ? ", aligned" : ""));
      std::mt19937 random(20);
      Call call = reference::random_call(shape, random);
      // Entries close to 1 give the largest products, and so the largest errors.
      for (auto* table : {&call.queries, &call.keys}) {
        for (double& cell : table->cells) {
          if (aligned) cell = static_cast<float>(1.0 - cell * cell / 8);
        }
      }
      expect_reference(call, attend(for_core(call)));
    }
  }
}

/// Small shapes of every kind: tiles of queries, groups of keys and of columns all end unevenly.
CallShape random_shape(Scheme scheme, std::mt19937& random) {
  const auto up_to = [&random](int most) {
    return 1 + static_cast<int>(random() % static_cast<unsigned>(most));
  };
  CallShape shape{.scheme = scheme, .heads = up_to(3)};
  shape.k = up_to(19);
  shape.q = up_to(shape.k);
  shape.width = 2 * up_to(5);
  shape.value_width = up_to(11);
  shape.causal = random() % 2 == 0;
  shape.padding = random() % 2 == 0;
  return shape;
}

TEST_P(AttentionOf, IsTheFormulaForEveryShapeAndMask) {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    std::mt19937 random(seed);
    const CallShape shape = random_shape(GetParam(), random);
    SCOPED_TRACE(text_of(shape) + ", seed " + std::to_string(seed));
    const Call call = reference::random_call(shape, random);
    expect_reference(call, attend(for_core(call)));
  }
}

TEST_P(AttentionOf, ManyKeysAreNoDifferentFromFew) {
  // More than the 1024 rows or offsets that rotary and T5 take at a time.
  for (const int q : {1, 3}) {
    std::mt19937 random(9);
    const CallShape shape{.scheme = GetParam(), .q = q, .k = 2500, .causal = true};
    SCOPED_TRACE(text_of(shape));
    const Call call = reference::random_call(shape, random);
    expect_reference(call, attend(for_core(call)));
  }
}

TEST_P(AttentionOf, GivesTheSameBitsWithAndWithoutTrace) {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    const CallShape shape = random_shape(GetParam(), random);
    SCOPED_TRACE(text_of(shape) + ", seed " + std::to_string(seed));
    CoreCall call = for_core(reference::random_call(shape, random));
    const AttentionTrace with = attend(call);
    call.spec.trace = false;
    const AttentionTrace without = attend(call);
    EXPECT_TRUE(same_bits(with.output, without.output));
    EXPECT_EQ(with.blind, without.blind);
    EXPECT_EQ(without.weights.size(), 0);
    EXPECT_EQ(without.queries.size(), 0);
  }
}

TEST_P(AttentionOf, TheTraceFollowsFromItself) {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    const CallShape shape = random_shape(GetParam(), random);
    SCOPED_TRACE(text_of(shape) + ", seed " + std::to_string(seed));
    const CoreCall call = for_core(reference::random_call(shape, random));
    const AttentionTrace trace = attend(call);
    const auto scale = static_cast<float>(call.spec.scale);
    for (int h = 0; h < shape.heads; ++h) {
      for (int i = 0; i < shape.q; ++i) {
        bool blind = true;
        double sum = 0.0;
        for (int j = 0; j < shape.k; ++j) {
          float product = 0.0f;
          for (int c = h * shape.width; c < (h + 1) * shape.width; ++c) {
            product += trace.queries(i, c) * trace.keys(j, c);
          }
          const bool readable =
              (!shape.causal || j <= shape.k - shape.q + i) &&
              (call.spec.padding.empty() || !call.spec.padding[static_cast<std::size_t>(j)]);
          ASSERT_EQ(trace.products(h, i, j), product);
          ASSERT_EQ(trace.scores(h, i, j), product * scale + trace.bias(h, i, j));
          ASSERT_EQ(trace.masked(h, i, j),
                    readable ? trace.scores(h, i, j) : -std::numeric_limits<float>::infinity());
          if (!readable) {
            ASSERT_EQ(trace.weights(h, i, j), 0.0f);
          }
          blind = blind && !readable;
          sum += trace.weights(h, i, j);
        }
        ASSERT_NEAR(sum, blind ? 0.0 : 1.0, 1e-6);
        ASSERT_EQ(trace.blind[static_cast<std::size_t>(i)], blind ? 1 : 0);
      }
    }
  }
}

TEST_P(AttentionOf, AQueryWithItsPastCachedGetsTheSameBits) {
  // The last two queries alone, against all the keys.
  const CallShape shape{.scheme = GetParam(),
                        .heads = 2,
                        .q = 9,
                        .k = 9,
                        .width = 4,
                        .value_width = 3,
                        .causal = true};
  std::mt19937 random(5);
  CoreCall call = for_core(reference::random_call(shape, random));
  const AttentionTrace all = attend(call);
  call.queries = rows_from(call.queries, 7);
  if (auto* added = std::get_if<AddedPositions>(&call.positions)) {
    added->queries = rows_from(added->queries, 7);
  }
  if (auto* rotary = std::get_if<RotaryPositions>(&call.positions)) {
    rotary->queries.clear();  // k - q .. k - 1
    rotary->keys.clear();
  }
  if (auto* xl = std::get_if<TransformerXlPositions>(&call.positions)) {
    xl->distances = matrix(10, 8, {xl->distances.data(), xl->distances.row(10)});
  }
  EXPECT_TRUE(same_bits(attend(call).output, rows_from(all.output, 7)));
}

TEST_P(AttentionOf, ACausalMaskLeavesTheLastRowAsItWas) {
  const CallShape shape{.scheme = GetParam(), .heads = 2, .q = 6, .k = 6, .width = 4};
  std::mt19937 random(6);
  CoreCall call = for_core(reference::random_call(shape, random));
  const Matrix before = rows_from(attend(call).output, 5);
  call.spec.mask = kCausal;
  EXPECT_TRUE(same_bits(rows_from(attend(call).output, 5), before));
}

TEST_P(AttentionOf, HeadsDoNotMix) {
  // Changing everything of head 1 leaves the output of heads 0 and 2. Shaw's tables are shared.
  const CallShape shape{
      .scheme = GetParam(), .heads = 3, .q = 5, .k = 7, .width = 4, .value_width = 3};
  std::mt19937 random(7);
  CoreCall call = for_core(reference::random_call(shape, random));
  const Matrix before = attend(call).output;
  for (Matrix* m : {&call.queries, &call.keys}) {
    for (int r = 0; r < m->rows(); ++r) {
      for (int c = 4; c < 8; ++c) (*m)(r, c) = -0.5f * (*m)(r, c) + 0.25f;
    }
  }
  for (int r = 0; r < 7; ++r) {
    for (int c = 3; c < 6; ++c) call.values(r, c) += 1.0f;
  }
  const Matrix after = attend(call).output;
  EXPECT_TRUE(same_bits(columns(after, 0, 3), columns(before, 0, 3)));
  EXPECT_TRUE(same_bits(columns(after, 6, 3), columns(before, 6, 3)));
  EXPECT_FALSE(same_bits(columns(after, 3, 3), columns(before, 3, 3)));
}

// What the lesson claims.

TEST(Attention, WithoutPositionsAndMaskPermutedInputsGivePermutedOutputs) {
  constexpr double kTolerance = 1e-6;  // the sums over keys run in another order
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const CallShape shape{.heads = 2, .q = 11, .k = 11, .width = 4, .value_width = 3};
    const CoreCall call = for_core(reference::random_call(shape, random));
    std::vector<int> order(11);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const auto permuted = [&order](const Matrix& m) {
      Matrix result = zeros(m.rows(), m.cols());
      for (int r = 0; r < m.rows(); ++r) {
        for (int c = 0; c < m.cols(); ++c) result(r, c) = m(order[static_cast<std::size_t>(r)], c);
      }
      return result;
    };
    const Matrix straight = permuted(attend(call).output);
    const Matrix turned =
        attend(permuted(call.queries), permuted(call.keys), permuted(call.values), call.spec)
            .output;
    for (std::int64_t i = 0; i < straight.size(); ++i) {
      ASSERT_NEAR(turned.data()[i], straight.data()[i], kTolerance)
          << "cell " << i << ", seed " << seed;
    }
  }
}

TEST(Attention, RotaryLooksAtOffsetsAloneAndLeavesValues) {
  constexpr double kTolerance = 2e-6;  // cosines and sines of other angles, once rounded
  std::mt19937 random(8);
  CoreCall call = for_core(reference::random_call(
      {.scheme = Scheme::kRotary, .heads = 2, .q = 5, .k = 5, .width = 4}, random));
  auto& rotary = std::get<RotaryPositions>(call.positions);
  const AttentionTrace before = attend(call);
  for (auto* positions : {&rotary.queries, &rotary.keys}) {
    for (auto& p : *positions) p += 1000;
  }
  const AttentionTrace after = attend(call);
  for (std::int64_t i = 0; i < before.weights.size(); ++i) {
    EXPECT_NEAR(after.weights.data()[i], before.weights.data()[i], kTolerance) << i;
  }
  EXPECT_FALSE(same_bits(after.queries, before.queries));
  const Matrix one_key = columns(call.values, 0, 2);
  rotary.queries.assign(1, 3);
  rotary.keys.assign(1, 7);
  const AttentionTrace alone =
      attend(matrix(1, 8, {1, 2, 3, 4, 5, 6, 7, 8}), matrix(1, 8, {1, 2, 3, 4, 5, 6, 7, 8}),
             matrix(1, 2, {one_key(0, 0), one_key(0, 1)}), call.spec, call.positions);
  EXPECT_EQ(cells_of(alone.output), (std::vector<float>{one_key(0, 0), one_key(0, 1)}));
}

TEST(Attention, AlibiTakesThePublishedSlopesWhereNoneAreGiven) {
  // Eight heads: slopes 1/2, 1/4, .., 1/256. Equal keys leave the bias alone.
  const AttentionTrace trace = attend(zeros(4, 8), zeros(4, 8), zeros(4, 8),
                                      {.heads = 8, .mask = kCausal}, AlibiPositions{});
  for (int h = 0; h < 8; ++h) {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        EXPECT_EQ(trace.bias(h, i, j), -std::ldexp(std::abs(i - j), -1 - h));
      }
    }
  }
}

TEST(Attention, T5BiasIsNotScaled) {
  T5Positions t5{{.buckets = 4, .max_distance = 4}, matrix(4, 1, {0, 0, 0, 3})};
  const AttentionTrace trace =
      attend(zeros(2, 4), zeros(2, 4), zeros(2, 4), {.scale = 0.125}, std::move(t5));
  EXPECT_EQ(cells_of(trace.bias), (std::vector<float>{0, 3, 0, 0}));
  EXPECT_EQ(cells_of(trace.scores), (std::vector<float>{0, 3, 0, 0}));
}

TEST(Attention, TheTraceShowsEveryStep) {
  // q.k of (1, 2) with (3, 4) and (5, 6) is 11 and 17; the scale is 1 / sqrt(2).
  const AttentionTrace trace =
      attend(matrix({{1, 2}}), matrix({{3, 4}, {5, 6}}), matrix({{10}, {20}}), {});
  EXPECT_EQ(cells_of(trace.queries), (std::vector<float>{1, 2}));
  EXPECT_EQ(cells_of(trace.keys), (std::vector<float>{3, 4, 5, 6}));
  EXPECT_EQ(trace.products(0, 0, 0), 11.0f);
  EXPECT_EQ(trace.products(0, 0, 1), 17.0f);
  EXPECT_NEAR(trace.scores(0, 0, 0), 7.7781746, 1e-6);
  EXPECT_NEAR(trace.scores(0, 0, 1), 12.0208153, 1e-6);
  const double second = 1.0 / (1.0 + std::exp(-6.0 / std::sqrt(2.0)));
  EXPECT_NEAR(trace.weights(0, 0, 1), second, 2e-7);
  EXPECT_NEAR(trace.output(0, 0), 10.0 + 10.0 * second, 2e-6);
}

TEST(Attention, ACausalMaskAlignsTheLastQueryWithTheLastKey) {
  const Matrix keys = matrix(5, 1, {1, 1, 1, 1, 1});
  const AttentionTrace trace = attend(matrix(2, 1, {1, 1}), keys, keys, {.mask = kCausal});
  for (int j = 0; j < 5; ++j) {
    EXPECT_EQ(trace.weights(0, 0, j), j < 4 ? 0.25f : 0.0f) << j;
    EXPECT_EQ(trace.weights(0, 1, j), 0.2f) << j;
    EXPECT_EQ(std::isinf(trace.masked(0, 0, j)), j == 4) << j;
  }
}

TEST(Attention, ARowThatMayReadNothingIsBlindAndZero) {
  // Causal, and the first two keys are padding: the first two queries see nothing.
  for (const bool with_trace : {true, false}) {
    const Matrix x = matrix({{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    const AttentionTrace trace =
        attend(x, x, x, {.mask = kCausal, .padding = {1, 1, 0, 0}, .trace = with_trace});
    EXPECT_EQ(trace.blind, (std::vector<std::uint8_t>{1, 1, 0, 0}));
    for (int c = 0; c < 2; ++c) {
      EXPECT_EQ(trace.output(0, c), 0.0f);
      EXPECT_EQ(trace.output(1, c), 0.0f);
      EXPECT_EQ(trace.output(2, c), x(2, c));
    }
  }
}

TEST(Attention, LargeScoresDoNotOverflowTheSoftmax) {
  const Matrix x = matrix(2, 1, {1e4f, -1e4f});
  const AttentionTrace trace = attend(x, x, x, {});
  EXPECT_EQ(trace.weights(0, 0, 0), 1.0f);
  EXPECT_EQ(trace.weights(0, 0, 1), 0.0f);
}

TEST(Attention, TheLargestNumbersThatFitComeThrough) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  const AttentionTrace trace = attend(matrix(1, 1, {1}), matrix(2, 1, {kLargest, -kLargest}),
                                      matrix(2, 1, {kLargest, kLargest}), {});
  EXPECT_EQ(trace.products(0, 0, 0), kLargest);
  EXPECT_EQ(trace.output(0, 0), kLargest);
}

TEST(Attention, AScoreFarBelowTheLargestWeighsExactlyNothing) {
  const AttentionTrace trace =
      attend(matrix(1, 1, {1}), matrix(3, 1, {0, -68, -70}), matrix(3, 1, {0, 0, 0}), {});
  EXPECT_NEAR(trace.weights(0, 0, 1), std::exp(-68.0), 1e-36);
  EXPECT_EQ(trace.weights(0, 0, 2), 0.0f);
}

TEST(Attention, NoQueriesGiveEmptyResults) {
  const auto none = attend(matrix(0, 2, {}), matrix(1, 2, {1, 2}), matrix(1, 3, {1, 2, 3}), {});
  EXPECT_EQ(none.output.rows(), 0);
  EXPECT_EQ(none.output.cols(), 3);
  EXPECT_EQ(none.weights.rows(), 0);
  EXPECT_TRUE(none.blind.empty());
  for (const Scheme scheme : reference::kSchemes) {
    std::mt19937 random(1);
    const CoreCall call =
        for_core(reference::random_call({.scheme = scheme, .q = 0, .k = 3}, random));
    EXPECT_EQ(attend(call).output.rows(), 0) << reference::name_of(scheme);
  }
}

TEST(Attention, ValuesWithoutColumnsGiveWeightsAlone) {
  const auto trace = attend(matrix(1, 1, {1}), matrix(2, 1, {1, 1}), matrix(2, 0, {}), {});
  EXPECT_EQ(trace.weights(0, 0, 1), 0.5f);
  EXPECT_EQ(trace.output.cols(), 0);
}

// Refusals.

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The same refusal from the forward and the backward pass.
void expect_refusal(const Matrix& queries, const Matrix& keys, const Matrix& values,
                    const AttentionSpec& spec, const AttentionPositions& positions, ErrorCode code,
                    const std::string& message) {
  const auto forward = attention(queries, keys, values, spec, positions);
  ASSERT_FALSE(forward.ok()) << message;
  EXPECT_EQ(forward.error().message, message);
  EXPECT_EQ(forward.error().code, code) << message;
  AttentionSpec without = spec;
  without.trace = false;
  const auto untraced = attention(queries, keys, values, without, positions);
  ASSERT_FALSE(untraced.ok()) << message;
  EXPECT_EQ(untraced.error().message, message);
  const auto backward = attention_backward(queries, keys, values, spec, positions,
                                           zeros(queries.rows(), values.cols()));
  ASSERT_FALSE(backward.ok()) << message;
  EXPECT_EQ(backward.error().message, message);
  EXPECT_EQ(backward.error().code, code) << message;
}

void expect_refusal(const Matrix& queries, const Matrix& keys, const Matrix& values,
                    const AttentionSpec& spec, ErrorCode code, const std::string& message) {
  expect_refusal(queries, keys, values, spec, NoPositions{}, code, message);
}

void expect_refusal(const AttentionPositions& positions, ErrorCode code,
                    const std::string& message) {
  // Two heads of width 2, two queries, three keys, values of width 1.
  expect_refusal(zeros(2, 4), zeros(3, 4), zeros(3, 2), {.heads = 2}, positions, code, message);
}

TEST(Attention, RefusesShapesThatDisagree) {
  const Matrix two = zeros(2, 2);
  const Matrix three = zeros(3, 2);
  const Matrix wide = zeros(2, 3);
  constexpr auto kCode = ErrorCode::kShapeMismatch;
  expect_refusal(wide, two, two, {}, kCode,
                 "queries is 2 x 3 and keys is 2 x 2; they must be equally wide");
  expect_refusal(two, two, three, {}, kCode,
                 "values is 3 x 2 and keys has 2 rows; they must have equally many rows");
  expect_refusal(three, two, two, {.mask = kCausal}, kCode,
                 "there are 3 queries and 2 keys; a causal mask needs a key for every query");
  expect_refusal(wide, wide, two, {.heads = 2}, kCode,
                 "keys is 2 x 3; its columns must be a multiple of 2, the number of heads");
  expect_refusal(two, two, wide, {.heads = 2}, kCode,
                 "values is 2 x 3; its columns must be a multiple of 2, the number of heads");
  expect_refusal(two, two, two, {.padding = {0}}, kCode,
                 "there are 1 entries of padding and 2 keys; there must be one for each, or none "
                 "at all");
}

TEST(Attention, RefusesWhatHasNoMeaning) {
  const Matrix one = matrix(1, 1, {1});
  constexpr auto kCode = ErrorCode::kOutOfRange;
  expect_refusal(zeros(1, 0), zeros(1, 0), one, {}, kCode,
                 "keys is 1 x 0; it must have a row and a column at least");
  expect_refusal(one, zeros(0, 1), zeros(0, 1), {}, kCode,
                 "keys is 0 x 1; it must have a row and a column at least");
  for (const auto& [scale, text] : {std::pair{-1.0, "-1"}, std::pair{1e300, "1e300"}}) {
    expect_refusal(one, one, one, {.scale = scale}, kCode,
                   std::string("scale is ") + text +
                       "; it must be positive and fit float32, or 0 for 1 / sqrt(width)");
  }
  for (const auto& [heads, text] : {std::pair{0, "0"}, std::pair{1025, "1025"}}) {
    expect_refusal(one, one, one, {.heads = heads}, kCode,
                   std::string("heads is ") + text + "; it must be 1..1024");
  }
  EXPECT_TRUE(attention(one, one, one, {.heads = 1, .scale = 3.4e38}).ok());
  expect_refusal(zeros(8193, 1), zeros(8192, 1), zeros(8192, 1), {}, kCode,
                 "the shape is 1 x 8193 x 8192; it may have 67108864 cells at most");
}

TEST(Attention, RefusesKeysThatDoNotFitItsWorkingMemory) {
  // One key takes the room of eight.
  const int width = (1 << 23) + 1;
  const Matrix x = zeros(1, width);
  const auto result = attention(x, x, matrix(1, 1, {1}), {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(result.error().message, "the shape is 8 x 8388609; it may have 67108864 cells at most");
}

TEST(Attention, RefusesNumbersThatAreNotFinite) {
  const Matrix one = matrix(1, 1, {1});
  constexpr auto kCode = ErrorCode::kNotFinite;
  expect_refusal(matrix(1, 1, {kNaN}), one, one, {}, kCode,
                 "queries[0][0] is NaN; it must be finite");
  expect_refusal(one, matrix(1, 1, {kInfinity}), one, {}, kCode,
                 "keys[0][0] is infinity; it must be finite");
  expect_refusal(one, one, matrix(1, 1, {-kInfinity}), {}, kCode,
                 "values[0][0] is -infinity; it must be finite");
  expect_refusal(zeros(1, 2), zeros(2, 2), matrix({{0, 0, 0}, {0, kNaN, 0}}), {}, kCode,
                 "values[1][1] is NaN; it must be finite");
  expect_refusal(one, one, one, {.scale = std::numeric_limits<double>::infinity()}, kCode,
                 "scale is infinity; it must be finite");
}

TEST(Attention, RefusesScoresThatDoNotFit) {
  const Matrix one = matrix(1, 1, {1});
  const Matrix large = matrix(1, 1, {3e38f});
  constexpr auto kCode = ErrorCode::kNotFinite;
  const std::string rest = " does not fit float32; use smaller numbers";
  expect_refusal(large, large, one, {}, kCode, "the score of head 0, query 0 and key 0" + rest);
  expect_refusal(large, one, one, {.scale = 2.0}, kCode,
                 "the score of head 0, query 0 and key 0" + rest);
  expect_refusal(matrix({{0, 0}, {0, 3e38}}), matrix({{0, 0}, {0, 0}, {0, 3e38}}), zeros(3, 2),
                 {.heads = 2}, kCode, "the score of head 1, query 1 and key 2" + rest);
  // What may not be read is refused like what may, or the trace would make a difference.
  expect_refusal(matrix({{3e38}, {0}}), matrix({{0}, {3e38}}), zeros(2, 1), {.mask = kCausal},
                 kCode, "the score of head 0, query 0 and key 1" + rest);
  expect_refusal(zeros(2, 1), zeros(2, 1), zeros(2, 1), {}, AlibiPositions{{1e300}}, kCode,
                 "the score of head 0, query 0 and key 1" + rest);
}

TEST(Attention, RefusesAnOutputThatDoesNotFit) {
  // A value and Shaw's vector, each of which fits.
  const auto result = attention(zeros(1, 1), zeros(1, 1), matrix(1, 1, {3e38f}), {},
                                ShawPositions{zeros(1, 1), matrix(1, 1, {3e38f})});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(result.error().message, "output[0][0] is infinity; it must be finite");
}

TEST(Attention, RefusesAddedPositionsOfAnotherShapeOrNumber) {
  expect_refusal(AddedPositions{zeros(2, 3), zeros(3, 4)}, ErrorCode::kShapeMismatch,
                 "positions.queries is 2 x 3; it must be 2 x 4");
  expect_refusal(AddedPositions{zeros(2, 4), zeros(2, 4)}, ErrorCode::kShapeMismatch,
                 "positions.keys is 2 x 4; it must be 3 x 4");
  const Matrix one = matrix(1, 1, {3e38f});
  expect_refusal(one, zeros(1, 1), one, {}, AddedPositions{matrix(1, 1, {kNaN}), zeros(1, 1)},
                 ErrorCode::kNotFinite, "positions.queries[0][0] is NaN; it must be finite");
  expect_refusal(one, one, one, {}, AddedPositions{zeros(1, 1), matrix(1, 1, {kInfinity})},
                 ErrorCode::kNotFinite, "positions.keys[0][0] is infinity; it must be finite");
  expect_refusal(one, zeros(1, 1), one, {}, AddedPositions{matrix(1, 1, {3e38f}), zeros(1, 1)},
                 ErrorCode::kNotFinite,
                 "queries with positions[0][0] is infinity; it must be finite");
  expect_refusal(zeros(1, 1), one, one, {}, AddedPositions{zeros(1, 1), matrix(1, 1, {3e38f})},
                 ErrorCode::kNotFinite, "keys with positions[0][0] is infinity; it must be finite");
}

TEST(Attention, RefusesRotaryPositionsThatDoNotFit) {
  RotaryPositions wide;
  wide.spec.width = 4;
  expect_refusal(wide, ErrorCode::kShapeMismatch,
                 "the width that rotary turns is 4 and a head is 2 wide; they must be equal");
  RotaryPositions rotary;
  rotary.spec.width = 2;
  rotary.queries = {1};
  expect_refusal(rotary, ErrorCode::kShapeMismatch,
                 "there are 1 positions and 2 queries; there must be one for each, or none at all");
  rotary.queries = {};
  rotary.keys = {1, 2};
  expect_refusal(rotary, ErrorCode::kShapeMismatch,
                 "there are 2 positions and 3 keys; there must be one for each, or none at all");
  rotary.keys = {};
  expect_refusal(zeros(3, 2), zeros(2, 2), zeros(2, 1), {}, rotary, ErrorCode::kShapeMismatch,
                 "there are 3 queries and 2 keys; each query needs a key at its position");
  rotary.queries = {0, 1, 2};  // given, they may be as many as they like
  EXPECT_TRUE(attention(zeros(3, 2), zeros(2, 2), zeros(2, 1), {}, rotary).ok());
}

TEST(Attention, RefusesWhatTheSchemesRefuse) {
  const auto refused = [](const AttentionPositions& positions, ErrorCode code) {
    const auto result = attention(zeros(2, 4), zeros(3, 4), zeros(3, 2), {.heads = 2}, positions);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, code);
  };
  RotaryPositions rotary;
  rotary.spec.width = 2;
  rotary.spec.base = 1.0;
  refused(rotary, ErrorCode::kOutOfRange);
  rotary.spec.base = kNaN;
  refused(rotary, ErrorCode::kNotFinite);
  rotary.spec.base = 10.0;
  rotary.keys = {0, 1, -1};
  refused(rotary, ErrorCode::kOutOfRange);
  refused(AlibiPositions{{1.0, -1.0}}, ErrorCode::kOutOfRange);
  refused(AlibiPositions{{1.0, kNaN}}, ErrorCode::kNotFinite);
  refused(T5Positions{{.buckets = 1}, zeros(1, 2)}, ErrorCode::kOutOfRange);
  refused(T5Positions{{.buckets = 8, .max_distance = 16}, zeros(7, 2)}, ErrorCode::kShapeMismatch);
}

TEST(Attention, RefusesTablesOfAnotherShapeOrNumber) {
  constexpr auto kShape = ErrorCode::kShapeMismatch;
  expect_refusal(AlibiPositions{{1.0}}, kShape,
                 "there are 1 slopes and 2 heads; there must be one for each, or none at all");
  const T5Spec t5{.buckets = 4, .max_distance = 4};
  expect_refusal(T5Positions{t5, zeros(4, 1)}, kShape,
                 "positions.table is 4 x 1; it must be 4 x 2");
  expect_refusal(T5Positions{t5, matrix(4, 2, {0, 0, 0, 0, 0, kNaN, 0, 0})}, ErrorCode::kNotFinite,
                 "positions.table[2][1] is NaN; it must be finite");
  expect_refusal(ShawPositions{zeros(3, 4), {}}, kShape,
                 "positions.key_table is 3 x 4; it must be 3 x 2");
  expect_refusal(ShawPositions{zeros(4, 2), {}}, ErrorCode::kOutOfRange,
                 "the number of rows of positions.key_table is 4; it must be odd: 2 * clip + 1");
  expect_refusal(ShawPositions{zeros(3, 2), zeros(5, 1)}, kShape,
                 "positions.value_table is 5 x 1; it must be 3 x 1");
  expect_refusal(ShawPositions{matrix(1, 2, {0, kInfinity}), {}}, ErrorCode::kNotFinite,
                 "positions.key_table[0][1] is infinity; it must be finite");
  expect_refusal(ShawPositions{zeros(1, 2), matrix(1, 1, {kNaN})}, ErrorCode::kNotFinite,
                 "positions.value_table[0][0] is NaN; it must be finite");
  expect_refusal(TransformerXlPositions{zeros(3, 4), zeros(1, 4), zeros(1, 4)}, kShape,
                 "positions.distances is 3 x 4; it must be 4 x 4");
  expect_refusal(TransformerXlPositions{zeros(4, 4), zeros(2, 4), zeros(1, 4)}, kShape,
                 "positions.content_bias is 2 x 4; it must be 1 x 4");
  expect_refusal(TransformerXlPositions{zeros(4, 4), zeros(1, 4), zeros(1, 2)}, kShape,
                 "positions.distance_bias is 1 x 2; it must be 1 x 4");
  expect_refusal(TransformerXlPositions{zeros(4, 4), zeros(1, 4), matrix(1, 4, {0, 0, 0, kNaN})},
                 ErrorCode::kNotFinite, "positions.distance_bias[0][3] is NaN; it must be finite");
}

TEST(Attention, SchemesThatLookAtPositionsNeedAKeyForEveryQuery) {
  const Matrix queries = zeros(3, 2);
  const Matrix keys = zeros(2, 2);
  const std::string message =
      "there are 3 queries and 2 keys; each query needs a key at its position";
  constexpr auto kCode = ErrorCode::kShapeMismatch;
  expect_refusal(queries, keys, keys, {}, AlibiPositions{}, kCode, message);
  expect_refusal(queries, keys, keys, {}, T5Positions{{}, zeros(32, 1)}, kCode, message);
  expect_refusal(queries, keys, keys, {}, ShawPositions{zeros(1, 2), {}}, kCode, message);
  expect_refusal(queries, keys, keys, {},
                 TransformerXlPositions{zeros(4, 2), zeros(1, 2), zeros(1, 2)}, kCode, message);
  EXPECT_TRUE(attention(queries, keys, keys, {}).ok());
}

}  // namespace
}  // namespace posenc
