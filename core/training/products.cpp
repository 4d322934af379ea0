#include "core/training/products.h"

#include <algorithm>

#include "core/base/lanes.h"

namespace posenc {
namespace {

// How small float products get near the speed of the multiplier: four rows of `a` meet eight
// columns of `b`, and their 32 sums stay in eight registers while the depth passes; each step loads
// two vectors of `b` and four numbers of `a` for eight multiplications and eight additions. A
// vector holds neighbours that do not mix, so the bits are those of the plain loop. A long depth
// (the gradient of a weight sums over all tokens) comes in pieces that stay in the first cache.

constexpr int kTileRows = 4;
constexpr int kTileCols = 2 * kLanes;
constexpr int kDepthPiece = 128;

/// One tile. Row r of `a` at depth t is a[r * row_step + t * depth_step].
template <bool kTransposed>
inline void multiply_tile(Block<const float> a, Block<const float> b, Block<float> result,
                          int depth, Product product) {
  const std::int64_t row_step = kTransposed ? 1 : a.stride;
  const std::int64_t depth_step = kTransposed ? a.stride : 1;
  const float* a0 = a.cells;
  const float* a1 = a0 + row_step;
  const float* a2 = a1 + row_step;
  const float* a3 = a2 + row_step;
  const float* from_b = b.cells;
  float* const r0 = result.cells;
  float* const r1 = r0 + result.stride;
  float* const r2 = r1 + result.stride;
  float* const r3 = r2 + result.stride;
  Lanes left0 = all(0), left1 = left0, left2 = left0, left3 = left0;
  Lanes right0 = left0, right1 = left0, right2 = left0, right3 = left0;
  if (product == Product::kAdds) {
    left0 = load(r0);
    left1 = load(r1);
    left2 = load(r2);
    left3 = load(r3);
    right0 = load(r0 + kLanes);
    right1 = load(r1 + kLanes);
    right2 = load(r2 + kLanes);
    right3 = load(r3 + kLanes);
  }
  for (int t = 0; t < depth; ++t) {
    const Lanes left = load(from_b);
    const Lanes right = load(from_b + kLanes);
    const Lanes x0 = all(*a0);
    left0 += x0 * left;
    right0 += x0 * right;
    const Lanes x1 = all(*a1);
    left1 += x1 * left;
    right1 += x1 * right;
    const Lanes x2 = all(*a2);
    left2 += x2 * left;
    right2 += x2 * right;
    const Lanes x3 = all(*a3);
    left3 += x3 * left;
    right3 += x3 * right;
    a0 += depth_step;
    a1 += depth_step;
    a2 += depth_step;
    a3 += depth_step;
    from_b += b.stride;
  }
  store(r0, left0);
  store(r1, left1);
  store(r2, left2);
  store(r3, left3);
  store(r0 + kLanes, right0);
  store(r1 + kLanes, right1);
  store(r2 + kLanes, right2);
  store(r3 + kLanes, right3);
}

/// Rows first_row .. and columns first_col .. of the result, one cell after the other.
template <bool kTransposed, class Scalar>
void multiply_plainly(Block<const Scalar> a, Block<const Scalar> b, Block<Scalar> result,
                      ProductSides sides, Product product, int first_row, int first_col) {
  const std::int64_t row_step = kTransposed ? 1 : a.stride;
  const std::int64_t depth_step = kTransposed ? a.stride : 1;
  for (int r = first_row; r < sides.rows; ++r) {
    for (int c = first_col; c < sides.cols; ++c) {
      Scalar& cell = result.cells[r * result.stride + c];
      Scalar sum = product == Product::kAdds ? cell : Scalar{0};
      for (int t = 0; t < sides.depth; ++t) {
        sum += a.cells[r * row_step + t * depth_step] * b.cells[t * b.stride + c];
      }
      cell = sum;
    }
  }
}

template <bool kTransposed>
void multiply_in_tiles(Block<const float> a, Block<const float> b, Block<float> result,
                       ProductSides sides, Product product) {
  const std::int64_t row_step = kTransposed ? 1 : a.stride;
  const std::int64_t depth_step = kTransposed ? a.stride : 1;
  const int tiled_rows = sides.rows / kTileRows * kTileRows;
  const int tiled_cols = sides.cols / kTileCols * kTileCols;
  int done = 0;
  do {
    const int piece = std::min(kDepthPiece, sides.depth - done);
    const Product kind = done == 0 ? product : Product::kAdds;
    for (int c = 0; c < tiled_cols; c += kTileCols) {
      for (int r = 0; r < tiled_rows; r += kTileRows) {
        multiply_tile<kTransposed>({a.cells + r * row_step + done * depth_step, a.stride},
                                   {b.cells + done * b.stride + c, b.stride},
                                   {result.cells + r * result.stride + c, result.stride}, piece,
                                   kind);
      }
    }
    done += piece;
  } while (done < sides.depth);
  // What is left beside and below the tiles.
  multiply_plainly<kTransposed>(a, b, result, {tiled_rows, sides.cols, sides.depth}, product, 0,
                                tiled_cols);
  multiply_plainly<kTransposed>(a, b, result, sides, product, tiled_rows, 0);
}

}  // namespace

template <>
void multiply<float>(Block<const float> a, Block<const float> b, Block<float> result,
                     ProductSides sides, Product product) {
  multiply_in_tiles<false>(a, b, result, sides, product);
}

template <>
void multiply_transposed<float>(Block<const float> a, Block<const float> b, Block<float> result,
                                ProductSides sides, Product product) {
  multiply_in_tiles<true>(a, b, result, sides, product);
}

template <>
void multiply<double>(Block<const double> a, Block<const double> b, Block<double> result,
                      ProductSides sides, Product product) {
  multiply_plainly<false>(a, b, result, sides, product, 0, 0);
}

template <>
void multiply_transposed<double>(Block<const double> a, Block<const double> b, Block<double> result,
                                 ProductSides sides, Product product) {
  multiply_plainly<true>(a, b, result, sides, product, 0, 0);
}

template <class Scalar>
void transpose(Block<const Scalar> from, Block<Scalar> to, int rows, int cols) {
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) to.cells[c * to.stride + r] = from.cells[r * from.stride + c];
  }
}

template void transpose<float>(Block<const float>, Block<float>, int, int);
template void transpose<double>(Block<const double>, Block<double>, int, int);

}  // namespace posenc
