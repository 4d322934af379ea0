#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "core/base/buffer.h"
#include "core/base/result.h"

namespace posenc {

/// A float32 table, row-major: cell (row, column) is data()[row * cols() + column].
class Matrix {
 public:
  Matrix() = default;

  /// Cells with no defined value: the caller writes every one of them.
  /// Errors    kOutOfRange   rows or cols is negative, or rows * cols is above kMaxCells
  ///           kOutOfMemory  the memory cannot be had
  static Result<Matrix> uninitialized(std::int64_t rows, std::int64_t cols);

  /// A copy of row-major `cells`. Errors as above, and
  ///           kShapeMismatch  cells.size() is not rows * cols
  static Result<Matrix> copy_of(std::int64_t rows, std::int64_t cols, std::span<const float> cells);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  std::int64_t size() const { return buffer_.size(); }

  float* data() { return buffer_.data(); }
  const float* data() const { return buffer_.data(); }
  std::span<const float> cells() const { return buffer_.span(); }

  float* row(int r) { return data() + std::int64_t{r} * cols_; }
  const float* row(int r) const { return data() + std::int64_t{r} * cols_; }

  float& operator()(int r, int c) {
    assert(r >= 0 && r < rows_ && c >= 0 && c < cols_);
    return row(r)[c];
  }
  float operator()(int r, int c) const {
    assert(r >= 0 && r < rows_ && c >= 0 && c < cols_);
    return row(r)[c];
  }

 private:
  Matrix(int rows, int cols, Buffer buffer)
      : rows_(rows), cols_(cols), buffer_(std::move(buffer)) {}

  int rows_ = 0;
  int cols_ = 0;
  Buffer buffer_;
};

}  // namespace posenc
