#include "core/base/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace posenc {
namespace {

constexpr std::size_t kLine = 64;  // bytes in a cache line

}  // namespace

Result<Buffer> Buffer::uninitialized(std::int64_t size) {
  if (size < 0 || size > kMaxCells) {
    return Error{ErrorCode::kOutOfRange, "the result would have " + std::to_string(size) +
                                             " cells; at most " + std::to_string(kMaxCells) +
                                             " are allowed"};
  }
  // Not new (std::nothrow), which aborts without exceptions when memory runs out. Whole cache lines,
  // since a vector across two of them costs twice.
  const auto lines = (static_cast<std::size_t>(size) * sizeof(float) + kLine) / kLine;
  Cells cells(static_cast<float*>(std::aligned_alloc(kLine, lines * kLine)));
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
