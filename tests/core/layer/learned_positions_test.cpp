#include "core/layer/learned_positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/core/gradient_check.h"

namespace posenc {
namespace {

LearnedPositions layer_of(Matrix table) {
  auto layer = LearnedPositions::create(std::move(table));
  EXPECT_TRUE(layer.ok());
  return std::move(layer).value();
}

Tensor3 tensor_of(int batch, int tokens, int width, const std::vector<float>& cells) {
  auto tensor = Tensor3::copy_of(batch, tokens, width, cells);
  EXPECT_TRUE(tensor.ok());
  return std::move(tensor).value();
}

TEST(LearnedPositions, AddTheSameRowsToEverySequence) {
  const LearnedPositions layer = layer_of(matrix_of(3, 2, {10, 20, 30, 40, 50, 60}));
  const auto output = layer.forward(tensor_of(2, 2, 2, {1, 2, 3, 4, 5, 6, 7, 8}));
  ASSERT_TRUE(output.ok());
  const std::vector<float> expected{11, 22, 33, 44, 15, 26, 37, 48};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), output.value().data()));
}

TEST(LearnedPositions, StartShiftsTheRows) {
  const LearnedPositions layer = layer_of(matrix_of(3, 1, {10, 20, 30}));
  const auto output = layer.forward(tensor_of(1, 2, 1, {1, 2}), 1);
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output.value()(0, 0, 0), 21.0f);
  EXPECT_EQ(output.value()(0, 1, 0), 32.0f);
}

TEST(LearnedPositions, LeaveInputAndTableAsTheyWere) {
  const LearnedPositions layer = layer_of(matrix_of(2, 1, {10, 20}));
  const Tensor3 input = tensor_of(1, 2, 1, {1, 2});
  ASSERT_TRUE(layer.forward(input).ok());
  ASSERT_TRUE(layer.backward(input).ok());
  EXPECT_EQ(input(0, 1, 0), 2.0f);
  EXPECT_EQ(layer.table()(1, 0), 20.0f);
}

TEST(LearnedPositions, BackwardIsTheDerivativeOfForward) {
  std::mt19937_64 random(2017);
  for (const int start : {0, 2}) {
    const Matrix table = random_matrix(6, 3, random);
    const Matrix input = random_matrix(2 * 4, 3, random);
    const Matrix weights = random_matrix(2 * 4, 3, random);
    const Tensor3 arriving = Tensor3::copy_of(2, 4, 3, weights.cells()).value();
    const auto result = layer_of(matrix_of(6, 3, {table.data(), table.data() + table.size()}))
                            .backward(arriving, start);
    ASSERT_TRUE(result.ok()) << result.error().message;
    Wide rows(table);
    Wide tokens(input);
    const auto loss = [&] {
      double sum = 0.0;
      for (int i = 0; i < 8; ++i) {  // row i of the input is token i % 4 of its sequence
        for (int c = 0; c < 3; ++c) sum += weights(i, c) * (tokens(i, c) + rows(start + i % 4, c));
      }
      return sum;
    };
    const Tensor3& gradient = result.value().input;
    expect_gradient("input", Matrix::copy_of(8, 3, gradient.cells()).value(), tokens, loss);
    expect_gradient("table", result.value().table, rows, loss);
  }
}

TEST(LearnedPositions, RowsOutOfReachAreNotTrained) {
  const LearnedPositions layer = layer_of(matrix_of(4, 1, {1, 2, 3, 4}));
  const auto gradient = layer.backward(tensor_of(2, 2, 1, {1, 2, 3, 4}), 1);
  ASSERT_TRUE(gradient.ok());
  const std::vector<float> expected{0, 4, 6, 0};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), gradient.value().table.data()));
}

TEST(LearnedPositions, AnEmptyBatchTrainsNothing) {
  const LearnedPositions layer = layer_of(matrix_of(1, 1, {1}));
  EXPECT_EQ(layer.forward(tensor_of(0, 1, 1, {})).value().size(), 0);
  EXPECT_EQ(layer.backward(tensor_of(0, 1, 1, {})).value().table(0, 0), 0.0f);
}

TEST(LearnedPositions, HaveAHardEnd) {
  const LearnedPositions layer = layer_of(matrix_of(3, 1, {1, 2, 3}));
  const Tensor3 two = tensor_of(1, 2, 1, {0, 0});
  for (const int start : {-1, 2, 2147483647}) {
    EXPECT_EQ(layer.forward(two, start).error().code, ErrorCode::kOutOfRange) << start;
    EXPECT_EQ(layer.backward(two, start).error().code, ErrorCode::kOutOfRange) << start;
  }
  EXPECT_EQ(layer.forward(two, 2).error().message,
            "start is 2 and the sequence has 2 tokens; the table has rows 0..2");
}

TEST(LearnedPositions, RefuseAnotherWidthAndATableWithoutCells) {
  const LearnedPositions layer = layer_of(matrix_of(1, 2, {1, 2}));
  const Tensor3 wide = tensor_of(1, 1, 3, {1, 2, 3});
  EXPECT_EQ(layer.forward(wide).error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(layer.backward(wide).error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(layer.forward(wide).error().message,
            "the input is 3 wide; the layer's table is 2 wide");
  const auto no_rows = LearnedPositions::create(matrix_of(0, 2, {}));
  EXPECT_EQ(no_rows.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(no_rows.error().message,
            "the table is 0 x 2; it must have a row and a column at least");
  EXPECT_EQ(LearnedPositions::create(matrix_of(2, 0, {})).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace posenc
