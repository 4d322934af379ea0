#include "core/base/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace posenc {
namespace {

constexpr std::size_t kLine = 64;  // bytes in a cache line

/// Memory in whole cache lines, since a vector across two of them costs twice; null where there is
/// none. Not new (std::nothrow), which aborts without exceptions when memory runs out.
float* allocate(std::size_t bytes) {
  const auto rounded = [bytes](std::size_t unit) {
    return (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit;
  };
#if defined(__linux__)
  // Tables that are written once want few page faults and few entries of the page table.
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  if (bytes >= 2 * kHugePage) {
    void* memory = std::aligned_alloc(kHugePage, rounded(kHugePage));
    // A wish: where it is not granted, the memory is there all the same.
    if (memory != nullptr) (void)madvise(memory, rounded(kHugePage), MADV_HUGEPAGE);
    return static_cast<float*>(memory);
  }
#endif
  return static_cast<float*>(std::aligned_alloc(kLine, rounded(kLine)));
}

}  // namespace

Result<Buffer> Buffer::uninitialized(std::int64_t size) {
  if (size < 0 || size > kMaxCells) {
    return Error{ErrorCode::kOutOfRange, "the result would have " + std::to_string(size) +
                                             " cells; at most " + std::to_string(kMaxCells) +
                                             " are allowed"};
  }
  Cells cells(allocate(static_cast<std::size_t>(size) * sizeof(float)));
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
