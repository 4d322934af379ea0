#pragma once

#include <cstdint>

namespace posenc {

/// A block inside a larger row-major table: cell (r, c) is cells[r * stride + c].
template <class Scalar>
struct Block {
  Scalar* cells = nullptr;
  std::int64_t stride = 0;
};

struct ProductSides {
  int rows = 0;   ///< of the result
  int cols = 0;   ///< of the result
  int depth = 0;  ///< how many products each cell sums
};

/// Whether a product replaces what the result holds or is added to it.
enum class Product { kReplaces, kAdds };

/// result = a b: a [rows, depth], b [depth, cols], result [rows, cols], which shares no cell with a
/// or b. Each cell is one sum, in the order of the depth, that starts at 0 or at what the cell
/// holds: so the way it is computed changes no bit. For float and double.
template <class Scalar>
void multiply(Block<const Scalar> a, Block<const Scalar> b, Block<Scalar> result,
              ProductSides sides, Product product);

/// The same with `a` stored on its side, [depth, rows]: what the gradient of a weight needs.
template <class Scalar>
void multiply_transposed(Block<const Scalar> a, Block<const Scalar> b, Block<Scalar> result,
                         ProductSides sides, Product product);

/// to [cols, rows] = the transpose of from [rows, cols].
template <class Scalar>
void transpose(Block<const Scalar> from, Block<Scalar> to, int rows, int cols);

}  // namespace posenc
