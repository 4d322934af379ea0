#pragma once

#include <array>
#include <cstdint>

namespace posenc {

/// Rows that follow from the two before them, column by column: next = factor * newer - older.
struct RowPass {
  double* older;         ///< the row before the last one; afterwards the last but one written
  double* newer;         ///< the last row; afterwards the last one written
  const double* factor;  ///< one per column
  double* next;          ///< null, or where the one row is kept in double; the others stay then
  float* out;            ///< the first row written, each cell rounded once
  std::int64_t step;     ///< cells from one row written to the next
  int columns;
  bool stream;  ///< whether rows go around the cache, since they would not fit it; `out` is then a
                ///< multiple of 16 bytes and `step` of kStreamedColumns
};

/// How many rows are written at once. Native: more rows share the loads of a pass. WebAssembly:
/// more open rows than this thrash the cache.
#if defined(__wasm__)
inline constexpr int kRowsPerPass = 4;
#else
inline constexpr int kRowsPerPass = 8;
#endif

/// The cells of a cache line: streaming is quick only when each line is written as a whole.
inline constexpr int kStreamedColumns = 16;

/// Writes `rows` rows, 1, 2 or kRowsPerPass. The same bits whatever vectors the machine has: no
/// operation is contracted or reordered.
void advance(const RowPass& pass, int rows);

using AdvanceKernel = void (*)(const RowPass& pass, int rows);
using AdvanceKernels = std::array<AdvanceKernel, 3>;

/// For AVX-512, for AVX2 and for every machine of the kind; null where this machine lacks the
/// vectors. advance() is the first that is there.
AdvanceKernels advance_kernels();

/// To be called when all streamed rows are written, before anything reads them.
void finish_streaming();

}  // namespace posenc
