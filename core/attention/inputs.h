#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/buffer.h"
#include "core/base/matrix.h"
#include "core/base/result.h"

namespace posenc {

/// What attention computes with, once every value that the caller gave has been checked: the same
/// for the forward and the backward pass.
struct AttentionInputs {
  int heads = 1;
  int q = 0;
  int k = 0;
  int width = 0;        ///< of one head
  int value_width = 0;  ///< of one head
  int past = 0;         ///< query i reads keys 0 .. past + i; k without a causal mask
  float scale = 1.0f;

  bool entered = false;  ///< whether positions changed queries and keys before the product
  Matrix queries;        ///< then what enters the product; else 0 x 0, and the caller's own enter
  Matrix keys;

  std::vector<double> slopes;  ///< ALiBi: one per head

  double largest_query = 0.0;  ///< absolute values, of what enters the product
  double largest_key = 0.0;

  bool reads(int query, int key) const { return key <= std::int64_t{past} + query; }
};

/// Checks all that attention's header promises to refuse but a product or output that does not fit.
Result<AttentionInputs> attention_inputs(const Matrix& queries, const Matrix& keys,
                                         const Matrix& values, const AttentionSpec& spec,
                                         const AttentionPositions& positions);

/// What a scheme adds to the scores of one head, for every query and key: cell (i, j) is
/// row(i)[j]. Rows may overlap, since most schemes look at j - i alone; kKeyGroup - 1 finite cells
/// follow the last key.
struct HeadBias {
  Buffer cells;
  std::int64_t first = 0;
  std::int64_t stride = 0;

  const float* row(int i) const { return cells.data() + first + i * stride; }
};

/// The bias of one head. `queries` and `keys` are those that enter the product.
/// Errors    kNotFinite    a score of the head does not fit float32
///           kOutOfMemory  the bias does not fit the memory that is left
Result<HeadBias> head_bias(const AttentionInputs& inputs, const Matrix& queries, const Matrix& keys,
                           const AttentionPositions& positions, int head);

/// What Transformer-XL computes with in one head: the columns of that head.
struct TransformerXlHead {
  Matrix queries;
  Matrix keys;
  Matrix distances;
  Matrix content_bias;
  Matrix distance_bias;
};
Result<TransformerXlHead> transformer_xl_columns(const AttentionInputs& inputs,
                                                 const Matrix& queries, const Matrix& keys,
                                                 const TransformerXlPositions& positions, int head);

/// Columns first .. first + count - 1.
Result<Matrix> columns_of(const Matrix& m, int first, int count);

/// What is wrong with a matrix that has another shape, or a cell that is NaN or infinite, and the
/// largest absolute value where nothing is.
Result<double> checked_largest(const char* name, const Matrix& m);
Result<double> checked_largest(const char* name, const Matrix& m, std::int64_t rows,
                               std::int64_t cols);

/// The positions that rotary turns by, in order: `given`, or first, first + 1, ...
class RotaryRows {
 public:
  RotaryRows(const std::vector<std::int32_t>& given, int first) : given_(given), first_(first) {}

  /// x turned, or turned back, a few rows at a time, so that the list of positions stays short.
  Result<Matrix> turn(const Matrix& x, const RotarySpec& spec, bool back) const;

 private:
  const std::vector<std::int32_t>& given_;
  int first_;
};

}  // namespace posenc
