#include "core/base/matrix.h"

#include "core/base/shape.h"

namespace posenc {

Result<Matrix> Matrix::uninitialized(std::int64_t rows, std::int64_t cols) {
  auto size = cell_count({rows, cols});
  if (!size.ok()) return size.error();
  auto buffer = Buffer::uninitialized(size.value());
  if (!buffer.ok()) return buffer.error();
  return Matrix(static_cast<int>(rows), static_cast<int>(cols), std::move(buffer).value());
}

Result<Matrix> Matrix::copy_of(std::int64_t rows, std::int64_t cols, std::span<const float> cells) {
  auto size = filled_cell_count({rows, cols}, static_cast<std::int64_t>(cells.size()));
  if (!size.ok()) return size.error();
  auto buffer = Buffer::copy_of(cells);
  if (!buffer.ok()) return buffer.error();
  return Matrix(static_cast<int>(rows), static_cast<int>(cols), std::move(buffer).value());
}

}  // namespace posenc
