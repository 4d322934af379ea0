#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc {

struct LearnedPositionsGradient {
  Tensor3 input;  ///< [batch, tokens, width]: the arriving gradient, unchanged
  Matrix table;   ///< [table rows, width]: summed over the batch; rows out of reach are exactly 0
};

/// The layer that adds a trainable table to a batch, the learned sibling of PositionalEncoding.
class LearnedPositions {
 public:
  /// A layer over `table`, one row per position.
  /// Errors    kOutOfRange  table has no rows or no columns
  static Result<LearnedPositions> create(Matrix table);

  /// output[b, t, i] = input[b, t, i] + table[start + t, i]
  ///
  /// Shape     [batch, tokens, width] in and out; `input` stays as it is
  /// Accuracy  one float32 addition per cell
  /// Errors    kShapeMismatch  input.cols() is not the table's width
  ///           kOutOfRange     start is negative, or start + tokens is above the table's rows: a
  ///                           learned table has a hard end
  ///           kOutOfMemory    the output does not fit the memory that is left
  Result<Tensor3> forward(const Tensor3& input, int start = 0) const;

  /// Gradients of input and table for an arriving gradient.
  ///
  /// Shape     [batch, tokens, width]
  /// Accuracy  sums in double, rounded once to float32
  /// Errors    as for forward
  Result<LearnedPositionsGradient> backward(const Tensor3& output_gradient, int start = 0) const;

  const Matrix& table() const { return table_; }

 private:
  explicit LearnedPositions(Matrix table) : table_(std::move(table)) {}

  Matrix table_;
};

}  // namespace posenc
