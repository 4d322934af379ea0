#include "core/base/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace posenc {

Result<Buffer> Buffer::uninitialized(std::int64_t size) {
  if (size < 0 || size > kMaxCells) {
    return Error{ErrorCode::kOutOfRange, "the result would have " + std::to_string(size) +
                                             " cells; at most " + std::to_string(kMaxCells) +
                                             " are allowed"};
  }
  // malloc, since without exceptions even new (std::nothrow) aborts when memory runs out.
  const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(size, 1)) * sizeof(float);
  Cells cells(static_cast<float*>(std::malloc(bytes)));
  if (!cells) {
    return Error{ErrorCode::kOutOfMemory,
                 "no memory for " + std::to_string(size) + " cells; ask for a smaller result"};
  }
  return Buffer(std::move(cells), size);
}

Result<Buffer> Buffer::copy_of(std::span<const float> cells) {
  auto buffer = uninitialized(static_cast<std::int64_t>(cells.size()));
  if (!buffer.ok()) return buffer;
  Buffer copy = std::move(buffer).value();
  std::copy(cells.begin(), cells.end(), copy.data());
  return copy;
}

}  // namespace posenc
