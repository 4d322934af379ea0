#include "core/base/shape.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "core/base/buffer.h"

namespace posenc {
namespace {

constexpr std::int64_t kLargestSide = 2147483647;

TEST(CellCount, IsTheProduct) {
  EXPECT_EQ(cell_count({3, 4, 5}).value(), 60);
  EXPECT_EQ(cell_count({kMaxCells}).value(), kMaxCells);
}

TEST(CellCount, AnEmptySideEmptiesTheShape) {
  EXPECT_EQ(cell_count({0, kLargestSide, kLargestSide}).value(), 0);
  EXPECT_EQ(cell_count({kLargestSide, kLargestSide, 0}).value(), 0);
}

TEST(CellCount, RefusesAProductThatWouldOverflow) {
  const auto result = cell_count({kLargestSide, kLargestSide, kLargestSide});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(
      result.error().message,
      "the shape is 2147483647 x 2147483647 x 2147483647; it may have 67108864 cells at most");
}

TEST(CellCount, RefusesASideThatIsNoSize) {
  for (const std::int64_t side : {std::int64_t{-1}, kLargestSide + 1}) {
    EXPECT_EQ(cell_count({0, side}).error().code, ErrorCode::kOutOfRange) << side;
  }
}

TEST(FilledCellCount, RefusesAnotherNumberOfCells) {
  EXPECT_EQ(filled_cell_count({2, 3}, 6).value(), 6);
  EXPECT_EQ(filled_cell_count({2, 3}, 7).error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(filled_cell_count({-2, -3}, 6).error().code, ErrorCode::kOutOfRange);
}

TEST(Buffer, RefusesASizeBeyondTheLimit) {
  EXPECT_EQ(Buffer::uninitialized(kMaxCells + 1).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(Buffer::uninitialized(-1).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace posenc
