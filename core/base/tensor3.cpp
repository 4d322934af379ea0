#include "core/base/tensor3.h"

#include "core/base/shape.h"

namespace posenc {

Result<Tensor3> Tensor3::uninitialized(std::int64_t batch, std::int64_t rows, std::int64_t cols) {
  auto size = cell_count({batch, rows, cols});
  if (!size.ok()) return size.error();
  auto buffer = Buffer::uninitialized(size.value());
  if (!buffer.ok()) return buffer.error();
  return Tensor3(static_cast<int>(batch), static_cast<int>(rows), static_cast<int>(cols),
                 std::move(buffer).value());
}

Result<Tensor3> Tensor3::copy_of(std::int64_t batch, std::int64_t rows, std::int64_t cols,
                                 std::span<const float> cells) {
  auto size = filled_cell_count({batch, rows, cols}, static_cast<std::int64_t>(cells.size()));
  if (!size.ok()) return size.error();
  auto buffer = Buffer::copy_of(cells);
  if (!buffer.ok()) return buffer.error();
  return Tensor3(static_cast<int>(batch), static_cast<int>(rows), static_cast<int>(cols),
                 std::move(buffer).value());
}

}  // namespace posenc
