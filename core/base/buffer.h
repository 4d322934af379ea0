#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "core/base/result.h"

namespace posenc {

inline constexpr std::int64_t kMaxCells = std::int64_t{1} << 26;

/// Storage of a matrix or tensor: float32 cells that one owner holds. Memory that cannot be had
/// is an error, not an abort.
class Buffer {
 public:
  Buffer() = default;

  /// Cells with no defined value: the caller writes every one of them.
  /// Errors    kOutOfRange   size is negative or above kMaxCells
  ///           kOutOfMemory  the memory cannot be had
  static Result<Buffer> uninitialized(std::int64_t size);

  /// A copy of `cells`. Errors as above.
  static Result<Buffer> copy_of(std::span<const float> cells);

  std::int64_t size() const { return size_; }
  float* data() { return cells_.get(); }
  const float* data() const { return cells_.get(); }
  std::span<const float> span() const { return {data(), static_cast<std::size_t>(size_)}; }

 private:
  struct Free {
    void operator()(float* cells) const { std::free(cells); }
  };
  using Cells = std::unique_ptr<float[], Free>;

  Buffer(Cells cells, std::int64_t size) : cells_(std::move(cells)), size_(size) {}

  Cells cells_;
  std::int64_t size_ = 0;
};

}  // namespace posenc
