#include "core/base/difference.h"

#include <gtest/gtest.h>

#include <vector>

namespace posenc {
namespace {

Matrix matrix(int rows, int cols, const std::vector<float>& cells) {
  return std::move(Matrix::copy_of(rows, cols, cells)).value();
}

TEST(Difference, IsCellByCell) {
  const auto result = difference(matrix(1, 3, {5, 1, 0}), matrix(1, 3, {3, 4, 0.5f}));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value()(0, 0), 2.0f);
  EXPECT_EQ(result.value()(0, 1), -3.0f);
  EXPECT_EQ(result.value()(0, 2), -0.5f);
}

TEST(Distance, IsTheHypotenuse) {
  EXPECT_DOUBLE_EQ(distance(matrix(1, 2, {4, 6}), matrix(1, 2, {1, 2})).value(), 5.0);
  EXPECT_EQ(distance(matrix(0, 2, {}), matrix(0, 2, {})).value(), 0.0);
}

TEST(Difference, RefusesOtherShapes) {
  const auto result = difference(matrix(1, 2, {1, 2}), matrix(2, 1, {1, 2}));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(result.error().message, "a is 1 x 2 and b is 2 x 1; they must have one shape");
  EXPECT_EQ(distance(matrix(1, 2, {1, 2}), matrix(1, 1, {1})).error().code,
            ErrorCode::kShapeMismatch);
}

}  // namespace
}  // namespace posenc
