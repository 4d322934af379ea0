#include "core/training/products.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace posenc {
namespace {

/// Each cell as one sum in order: what the tiles must equal to the last bit.
void multiply_in_order(const std::vector<float>& a, bool on_side, const std::vector<float>& b,
                       std::vector<float>& result, ProductSides sides, std::int64_t stride,
                       Product product) {
  const auto cell = [stride](std::int64_t r, std::int64_t c) {
    return static_cast<std::size_t>(r * stride + c);
  };
  for (int r = 0; r < sides.rows; ++r) {
    for (int c = 0; c < sides.cols; ++c) {
      float sum = product == Product::kAdds ? result[cell(r, c)] : 0.0f;
      for (int t = 0; t < sides.depth; ++t) {
        sum += (on_side ? a[cell(t, r)] : a[cell(r, t)]) * b[cell(t, c)];
      }
      result[cell(r, c)] = sum;
    }
  }
}

TEST(Products, TilesHaveTheBitsOfThePlainLoop) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937_64 random(seed);
    const auto side = [&random](int most) { return static_cast<int>(random() % most) + 1; };
    const ProductSides sides{side(40), side(40), seed % 8 == 0 ? 120 + side(300) : side(40)};
    const std::int64_t stride = std::max({sides.rows, sides.cols, sides.depth}) + side(5);
    const auto size = static_cast<std::size_t>(stride * stride);
    std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
    const auto cells = [&] {
      std::vector<float> all(size);
      for (float& each : all) each = uniform(random);
      return all;
    };
    const std::vector<float> a = cells();
    const std::vector<float> b = cells();
    const std::vector<float> before = cells();
    for (const bool on_side : {false, true}) {
      for (const Product product : {Product::kReplaces, Product::kAdds}) {
        std::vector<float> expected = before;
        multiply_in_order(a, on_side, b, expected, sides, stride, product);
        std::vector<float> got = before;
        const auto run = on_side ? multiply_transposed<float> : multiply<float>;
        run({a.data(), stride}, {b.data(), stride}, {got.data(), stride}, sides, product);
        // All of the memory, so that nothing is written beside the block.
        ASSERT_EQ(got, expected) << "seed " << seed << ": " << sides.rows << " x " << sides.cols
                                 << ", depth " << sides.depth << (on_side ? ", on its side" : "");
      }
    }
  }
}

TEST(Products, TransposeSwapsRowsAndColumns) {
  const std::vector<float> from = {1, 2, 3, 0, 4, 5, 6, 0};
  std::vector<float> to(6);
  transpose<float>({from.data(), 4}, {to.data(), 2}, 2, 3);
  EXPECT_EQ(to, (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

}  // namespace
}  // namespace posenc
