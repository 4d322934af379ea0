#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace posenc {

struct FreeCells {
  void operator()(void* cells) const { std::free(cells); }
};

/// Numbers that one owner holds: zeros to begin with, null where the memory cannot be had, since a
/// vector would end the WebAssembly module there.
template <class Scalar>
using Cells = std::unique_ptr<Scalar[], FreeCells>;

/// Requires  size in 0..kMaxCells
template <class Scalar>
Cells<Scalar> zeroed_cells(std::int64_t size) {
  return Cells<Scalar>(
      static_cast<Scalar*>(std::calloc(static_cast<std::size_t>(size) + 1, sizeof(Scalar))));
}

}  // namespace posenc
