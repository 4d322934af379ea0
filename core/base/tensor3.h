#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "core/base/buffer.h"
#include "core/base/result.h"

namespace posenc {

/// float32 cells in three dimensions, row-major: cell (batch, row, column) is
/// data()[(batch * rows() + row) * cols() + column].
class Tensor3 {
 public:
  Tensor3() = default;

  /// Cells with no defined value: the caller writes every one of them.
  /// Errors    kOutOfRange   a side is negative, or the product is above kMaxCells
  ///           kOutOfMemory  the memory cannot be had
  static Result<Tensor3> uninitialized(std::int64_t batch, std::int64_t rows, std::int64_t cols);

  /// A copy of row-major `cells`. Errors as above, and
  ///           kShapeMismatch  cells.size() is not batch * rows * cols
  static Result<Tensor3> copy_of(std::int64_t batch, std::int64_t rows, std::int64_t cols,
                                 std::span<const float> cells);

  int batch() const { return batch_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  std::int64_t size() const { return buffer_.size(); }

  float* data() { return buffer_.data(); }
  const float* data() const { return buffer_.data(); }
  std::span<const float> cells() const { return buffer_.span(); }

  float operator()(int b, int r, int c) const {
    assert(b >= 0 && b < batch_ && r >= 0 && r < rows_ && c >= 0 && c < cols_);
    return data()[(std::int64_t{b} * rows_ + r) * cols_ + c];
  }

 private:
  Tensor3(int batch, int rows, int cols, Buffer buffer)
      : batch_(batch), rows_(rows), cols_(cols), buffer_(std::move(buffer)) {}

  int batch_ = 0;
  int rows_ = 0;
  int cols_ = 0;
  Buffer buffer_;
};

}  // namespace posenc
