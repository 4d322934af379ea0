#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/base/error.h"

namespace posenc {

struct FreeScratch {
  void operator()(double* cells) const { std::free(cells); }
};

/// Working memory for sums: zeros to begin with, null where the memory cannot be had. A vector of a
/// size that callers choose would end the program there, since the WebAssembly build cannot throw.
using Scratch = std::unique_ptr<double[], FreeScratch>;

/// Requires  size is 0 or more
inline Scratch zeroed_scratch(std::int64_t size) {
  constexpr auto kLargest = std::int64_t{PTRDIFF_MAX} / static_cast<std::int64_t>(sizeof(double));
  if (size > kLargest) return nullptr;
  return Scratch(
      static_cast<double*>(std::calloc(static_cast<std::size_t>(size) + 1, sizeof(double))));
}

/// The error where there was none.
inline Error no_scratch() {
  return {ErrorCode::kOutOfMemory, "no memory for the sums on the way; ask for a smaller result"};
}

}  // namespace posenc
