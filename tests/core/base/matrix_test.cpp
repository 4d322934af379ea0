#include "core/base/matrix.h"

#include <gtest/gtest.h>

#include <array>

#include "core/base/tensor3.h"

namespace posenc {
namespace {

TEST(Matrix, CopyKeepsRowMajorOrder) {
  const std::array<float, 6> cells{1, 2, 3, 4, 5, 6};
  const auto result = Matrix::copy_of(2, 3, cells);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value()(0, 2), 3.0f);
  EXPECT_EQ(result.value()(1, 0), 4.0f);
  EXPECT_EQ(result.value().row(1)[2], 6.0f);
}

TEST(Matrix, NoRowsIsAMatrix) {
  const auto result = Matrix::uninitialized(0, 7);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().rows(), 0);
  EXPECT_EQ(result.value().cols(), 7);
  EXPECT_EQ(result.value().size(), 0);
}

TEST(Matrix, RefusesCellsThatDoNotFillTheShape) {
  const std::array<float, 5> cells{};
  const auto result = Matrix::copy_of(2, 3, cells);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(result.error().message, "there are 5 cells; the shape 2 x 3 needs 6");
}

TEST(Matrix, RefusesASizeThatCannotBeHeld) {
  for (const auto& [rows, cols] : std::array<std::pair<std::int64_t, std::int64_t>, 4>{
           {{-1, 3}, {3, -1}, {kMaxCells, 2}, {std::int64_t{1} << 31, 1}}}) {
    const auto result = Matrix::uninitialized(rows, cols);
    ASSERT_FALSE(result.ok()) << rows << " x " << cols;
    EXPECT_EQ(result.error().code, ErrorCode::kOutOfRange) << rows << " x " << cols;
  }
}

TEST(Tensor3, CopyKeepsBatchesApart) {
  const std::array<float, 8> cells{1, 2, 3, 4, 5, 6, 7, 8};
  const auto result = Tensor3::copy_of(2, 2, 2, cells);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value()(0, 1, 0), 3.0f);
  EXPECT_EQ(result.value()(1, 0, 1), 6.0f);
}

TEST(Tensor3, RefusesCellsThatDoNotFillTheShape) {
  const std::array<float, 7> cells{};
  const auto result = Tensor3::copy_of(2, 2, 2, cells);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kShapeMismatch);
}

TEST(Tensor3, RefusesASizeThatCannotBeHeld) {
  const auto result = Tensor3::uninitialized(1 << 20, 1 << 20, 1 << 20);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace posenc
