#include "core/layer/positional_encoding.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace posenc {
namespace {

constexpr double kFiveDigits = 0.5e-5 + 1e-7;  // five printed digits, one float32 addition

PositionalEncoding layer_of(int positions, int width) {
  auto layer = PositionalEncoding::create({.positions = positions, .width = width});
  EXPECT_TRUE(layer.ok());
  return std::move(layer).value();
}

Tensor3 repeated_token(int batch, int tokens) {
  std::vector<float> cells;
  for (int i = 0; i < batch * tokens; ++i) cells.insert(cells.end(), {1, 0, 1, 0});
  auto tensor = Tensor3::copy_of(batch, tokens, 4, cells);
  EXPECT_TRUE(tensor.ok());
  return std::move(tensor).value();
}

TEST(PositionalEncoding, AddsTheKnownRowsToTheToken) {
  const auto output = layer_of(3, 4).forward(repeated_token(1, 3));
  ASSERT_TRUE(output.ok());
  const std::array<std::array<double, 4>, 3> expected{
      {{1, 1, 1, 1}, {1.84147, 0.54030, 1.01000, 0.99995}, {1.90930, -0.41615, 1.02000, 0.99980}}};
  for (int t = 0; t < 3; ++t) {
    for (int c = 0; c < 4; ++c) {
      EXPECT_NEAR(output.value()(0, t, c),
                  expected[static_cast<std::size_t>(t)][static_cast<std::size_t>(c)], kFiveDigits)
          << "token " << t << ", column " << c;
    }
  }
}

TEST(PositionalEncoding, EverySequenceOfABatchGetsTheSameRows) {
  const auto output = layer_of(8, 4).forward(repeated_token(3, 5), 2);
  ASSERT_TRUE(output.ok());
  for (int b = 1; b < 3; ++b) {
    for (int t = 0; t < 5; ++t) {
      for (int c = 0; c < 4; ++c) {
        EXPECT_EQ(output.value()(b, t, c), output.value()(0, t, c)) << "batch " << b;
      }
    }
  }
}

TEST(PositionalEncoding, StartShiftsThePattern) {
  const PositionalEncoding layer = layer_of(8, 4);
  const auto whole = layer.forward(repeated_token(1, 8));
  const auto rest = layer.forward(repeated_token(1, 3), 5);
  ASSERT_TRUE(whole.ok());
  ASSERT_TRUE(rest.ok());
  for (int t = 0; t < 3; ++t) {
    for (int c = 0; c < 4; ++c) EXPECT_EQ(rest.value()(0, t, c), whole.value()(0, 5 + t, c));
  }
}

TEST(PositionalEncoding, LeavesInputAndPatternAsTheyWere) {
  const PositionalEncoding layer = layer_of(3, 4);
  const std::vector<float> pattern(layer.pattern().cells().begin(), layer.pattern().cells().end());
  const Tensor3 input = repeated_token(2, 3);
  ASSERT_TRUE(layer.forward(input).ok());
  ASSERT_TRUE(layer.backward(input).ok());
  EXPECT_EQ(input(1, 2, 0), 1.0f);
  EXPECT_EQ(input(1, 2, 1), 0.0f);
  EXPECT_TRUE(std::equal(pattern.begin(), pattern.end(), layer.pattern().data()));
}

TEST(PositionalEncoding, BackwardIsTheDerivativeOfForward) {
  // Central differences of the loss sum(weight * output), step 2^-3 so that float32 sums stay exact
  // enough: the layer is linear, so any step gives the derivative.
  constexpr float kStep = 0.125f;
  constexpr double kTolerance = 4e-6;  // two float32 roundings of numbers below 3, over the step
  const PositionalEncoding layer = layer_of(3, 4);
  std::vector<float> cells(24);
  std::vector<float> weights(24);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = std::sin(1.7f * static_cast<float>(i));
    weights[i] = std::cos(0.9f * static_cast<float>(i));
  }
  const auto gradient = layer.backward(Tensor3::copy_of(2, 3, 4, weights).value());
  ASSERT_TRUE(gradient.ok());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    double difference = 0.0;
    for (const float sign : {1.0f, -1.0f}) {
      std::vector<float> moved = cells;
      moved[i] += sign * kStep;
      const auto output = layer.forward(Tensor3::copy_of(2, 3, 4, moved).value());
      ASSERT_TRUE(output.ok());
      for (std::size_t j = 0; j < cells.size(); ++j) {
        difference += double{sign} * weights[j] * output.value().data()[j];
      }
    }
    EXPECT_NEAR(gradient.value().data()[i], difference / (2 * kStep), kTolerance) << "cell " << i;
  }
}

TEST(PositionalEncoding, RefusesAnotherWidth) {
  const auto output = layer_of(3, 6).forward(repeated_token(1, 3));
  ASSERT_FALSE(output.ok());
  EXPECT_EQ(output.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(output.error().message, "the input is 4 wide; the layer's pattern is 6 wide");
  EXPECT_EQ(layer_of(3, 6).backward(repeated_token(1, 3)).error().code, ErrorCode::kShapeMismatch);
}

TEST(PositionalEncoding, RefusesPositionsItWasNotBuiltFor) {
  for (const int start : {-1, 2, 2147483647}) {
    const auto output = layer_of(3, 4).forward(repeated_token(1, 2), start);
    ASSERT_FALSE(output.ok()) << start;
    EXPECT_EQ(output.error().code, ErrorCode::kOutOfRange) << start;
  }
  EXPECT_EQ(layer_of(3, 4).forward(repeated_token(1, 2), 2).error().message,
            "start is 2 and the sequence has 2 tokens; the layer was built for positions 0..2");
}

TEST(PositionalEncoding, RefusesASpecThatTheTableRefuses) {
  EXPECT_EQ(PositionalEncoding::create({.positions = 3, .width = 0}).error().code,
            ErrorCode::kOutOfRange);
  EXPECT_EQ(PositionalEncoding::create(
                {.positions = 3, .width = 4, .base = std::numeric_limits<double>::quiet_NaN()})
                .error()
                .code,
            ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace posenc
