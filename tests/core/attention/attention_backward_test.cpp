#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/attention/attention.h"
#include "tests/core/attention/random_call.h"
#include "tests/core/attention/reference.h"

namespace posenc {
namespace {

using reference::Call;
using reference::CallShape;
using reference::Scheme;
using reference::Table;

/// The output times an arriving gradient, summed: its derivatives are the gradients.
double loss(const Call& call, const Table& arriving) {
  const Table output = reference::attention(call).output;
  double sum = 0.0;
  for (std::size_t i = 0; i < output.cells.size(); ++i) sum += output.cells[i] * arriving.cells[i];
  return sum;
}

/// Compares a gradient with central differences of `loss` in the cells of `moved`, a part of
/// `call`.
void expect_gradient(const char* name, const Matrix& gradient, Call& call, Table& moved,
                     const Table& arriving) {
  // Relative to the largest entry. A difference of two losses over 2e-5 is itself right to about
  // 1e-10; the rest is what the header promises.
  constexpr double kTolerance = 1e-6;
  constexpr double kStep = 1e-5;
  ASSERT_EQ(gradient.rows(), moved.rows) << name;
  ASSERT_EQ(gradient.cols(), moved.cols) << name;
  std::vector<double> expected;
  double largest = 0.0;
  for (double& cell : moved.cells) {
    const double kept = cell;
    cell = kept + kStep;
    const double above = loss(call, arriving);
    cell = kept - kStep;
    const double below = loss(call, arriving);
    cell = kept;
    expected.push_back((above - below) / (2 * kStep));
    largest = std::max(largest, std::abs(expected.back()));
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(gradient.data()[i], expected[i], kTolerance * largest + 1e-9)
        << name << ", cell " << i;
  }
}

/// The gradients of what a scheme learns, in the order of reference::Call::learned.
std::vector<const Matrix*> learned(const AttentionPositions& positions) {
  if (const auto* added = std::get_if<AddedPositions>(&positions)) {
    return {&added->queries, &added->keys};
  }
  if (const auto* t5 = std::get_if<T5Positions>(&positions)) return {&t5->table};
  if (const auto* shaw = std::get_if<ShawPositions>(&positions)) {
    return {&shaw->key_table, &shaw->value_table};
  }
  if (const auto* xl = std::get_if<TransformerXlPositions>(&positions)) {
    return {&xl->distances, &xl->content_bias, &xl->distance_bias};
  }
  return {};
}

class AttentionBackwardOf : public ::testing::TestWithParam<Scheme> {};

TEST_P(AttentionBackwardOf, EveryGradientIsTheCentralDifference) {
  std::uint32_t seed = 1;
  for (const int heads : {1, 2, 3}) {
    for (const int q : {3, 5}) {
      for (const bool causal : {false, true}) {
        for (const bool padding : {false, true}) {
          const CallShape shape{.scheme = GetParam(),
                                .heads = heads,
                                .q = q,
                                .k = 5,
                                .width = 4,
                                .value_width = 3,
                                .causal = causal,
                                .padding = padding};
          SCOPED_TRACE(text_of(shape) + ", seed " + std::to_string(seed));
          std::mt19937 random(seed++);
          Call call = reference::random_call(shape, random);
          const Table arriving =
              reference::random_call({.heads = heads, .q = q, .k = q, .width = 2, .value_width = 3},
                                     random)
                  .values;
          const auto core = for_core(call);
          const auto result = attention_backward(core.queries, core.keys, core.values, core.spec,
                                                 core.positions, to_matrix(arriving));
          ASSERT_TRUE(result.ok()) << result.error().message;
          const AttentionGradient& gradient = result.value();
          expect_gradient("queries", gradient.queries, call, call.queries, arriving);
          expect_gradient("keys", gradient.keys, call, call.keys, arriving);
          expect_gradient("values", gradient.values, call, call.values, arriving);
          ASSERT_EQ(gradient.positions.index(), core.positions.index());
          const std::vector<const Matrix*> tables = learned(gradient.positions);
          for (std::size_t t = 0; t < call.learned.size(); ++t) {
            expect_gradient(("learned " + std::to_string(t)).c_str(), *tables[t], call,
                            call.learned[t], arriving);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, AttentionBackwardOf, ::testing::ValuesIn(reference::kSchemes),
                         [](const auto& scheme) {
                           std::string name = reference::name_of(scheme.param);
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

Matrix filled(int rows, int cols, float cell) {
  const std::vector<float> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols),
                                 cell);
  auto result = Matrix::copy_of(rows, cols, cells);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

TEST(AttentionBackward, WhatNobodyMayReadHasNoGradient) {
  // Keys 0 and 1 are padding, so that causal queries 0 and 1 are blind.
  std::mt19937 random(3);
  for (const Scheme scheme : reference::kSchemes) {
    SCOPED_TRACE(reference::name_of(scheme));
    Call call = reference::random_call({.scheme = scheme, .q = 4, .k = 4, .causal = true}, random);
    call.padding = {1, 1, 0, 0};
    const auto core = for_core(call);
    const auto result = attention_backward(core.queries, core.keys, core.values, core.spec,
                                           core.positions, filled(4, 1, 1.0f));
    ASSERT_TRUE(result.ok()) << result.error().message;
    for (int r = 0; r < 2; ++r) {
      for (int c = 0; c < 2; ++c) {
        EXPECT_EQ(result.value().queries(r, c), 0.0f);
        EXPECT_EQ(result.value().keys(r, c), 0.0f);
      }
      EXPECT_EQ(result.value().values(r, 0), 0.0f);
    }
    EXPECT_NE(result.value().values(2, 0), 0.0f);
  }
}

TEST(AttentionBackward, DoesNotDependOnWhetherATraceIsKept) {
  std::mt19937 random(4);
  auto core = for_core(reference::random_call({.heads = 2, .q = 3, .k = 3}, random));
  const Matrix arriving = filled(3, 2, 0.5f);
  const auto with =
      attention_backward(core.queries, core.keys, core.values, core.spec, core.positions, arriving);
  core.spec.trace = false;
  const auto without =
      attention_backward(core.queries, core.keys, core.values, core.spec, core.positions, arriving);
  ASSERT_TRUE(with.ok() && without.ok());
  EXPECT_TRUE(std::ranges::equal(with.value().keys.cells(), without.value().keys.cells()));
}

TEST(AttentionBackward, FixedNumbersOfASchemeHaveNoGradient) {
  std::mt19937 random(5);
  const auto gradient_of = [&random](Scheme scheme) {
    const auto core = for_core(reference::random_call({.scheme = scheme, .q = 2, .k = 2}, random));
    auto result = attention_backward(core.queries, core.keys, core.values, core.spec,
                                     core.positions, filled(2, 1, 1.0f));
    EXPECT_TRUE(result.ok());
    return std::move(result).value().positions;
  };
  EXPECT_TRUE(std::get<AlibiPositions>(gradient_of(Scheme::kAlibi)).slopes.empty());
  const AttentionPositions rotary = gradient_of(Scheme::kRotary);
  EXPECT_TRUE(std::get<RotaryPositions>(rotary).queries.empty());
  EXPECT_TRUE(std::get<RotaryPositions>(rotary).keys.empty());
}

TEST(AttentionBackward, NoQueriesGiveZeroGradients) {
  for (const Scheme scheme : reference::kSchemes) {
    SCOPED_TRACE(reference::name_of(scheme));
    std::mt19937 random(6);
    const auto core = for_core(reference::random_call({.scheme = scheme, .q = 0, .k = 3}, random));
    const auto result = attention_backward(core.queries, core.keys, core.values, core.spec,
                                           core.positions, filled(0, 1, 0.0f));
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result.value().queries.rows(), 0);
    for (const float cell : result.value().keys.cells()) EXPECT_EQ(cell, 0.0f);
    for (const Matrix* table : learned(result.value().positions)) {
      for (const float cell : table->cells()) EXPECT_EQ(cell, 0.0f);
    }
  }
}

void expect_refusal(const Result<AttentionGradient>& result, ErrorCode code,
                    const std::string& message) {
  ASSERT_FALSE(result.ok()) << message;
  EXPECT_EQ(result.error().code, code);
  EXPECT_EQ(result.error().message, message);
}

// What attention refuses too is in attention_test.cpp.
TEST(AttentionBackward, RefusesAGradientThatDoesNotFitTheOutput) {
  const Matrix x = filled(2, 2, 1.0f);
  expect_refusal(attention_backward(x, x, x, {}, {}, filled(2, 3, 1.0f)), ErrorCode::kShapeMismatch,
                 "output_gradient is 2 x 3; it must be 2 x 2");
  Matrix arriving = filled(2, 2, 1.0f);
  arriving(1, 0) = std::numeric_limits<float>::quiet_NaN();
  expect_refusal(attention_backward(x, x, x, {}, {}, arriving), ErrorCode::kNotFinite,
                 "output_gradient[1][0] is NaN; it must be finite");
}

TEST(AttentionBackward, RefusesAGradientThatDoesNotFitFloat32) {
  const Matrix large = filled(2, 1, 3e38f);
  const Matrix one = filled(1, 1, 1.0f);
  // Both queries read the one key: 3e38 twice.
  expect_refusal(attention_backward(filled(2, 1, 1.0f), one, one, {}, {}, large),
                 ErrorCode::kNotFinite,
                 "the gradient of values[0][0] is infinity; it must be finite");
  Matrix values = filled(2, 1, 3e38f);
  values(1, 0) = -3e38f;
  expect_refusal(attention_backward(one, filled(2, 1, 0.0f), values, {}, {}, filled(1, 1, 3.0f)),
                 ErrorCode::kNotFinite,
                 "the gradient of keys[0][0] is infinity; it must be finite");
}

}  // namespace
}  // namespace posenc
