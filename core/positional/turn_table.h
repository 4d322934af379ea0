#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/scratch.h"
#include "core/positional/sinusoidal.h"
#include "core/positional/turns.h"

namespace posenc {

/// Which column of a row of `width` holds the sine and which the cosine of a pair. The cosine that
/// an odd width leaves out would stand in column `width`.
struct PairColumns {
  int sine;
  int cosine;
};
PairColumns pair_columns(PairLayout layout, int width, int pair);

/// Sines and cosines of consecutive positions at the speed of memory, every cell rounded once from
/// a double: what the sinusoidal table and the tables of rotary embedding are filled by.
class TurnTable {
 public:
  /// Some columns of the table, from left to right: where their rows lie side by side.
  struct Part {
    float* out;
    int columns;
  };

  /// One sine and one cosine for each rate, placed by `layout` in rows of `width` columns and
  /// multiplied by `scale`. `rows` is the most that fill() will be asked for. Nothing where the
  /// memory to work in cannot be had.
  static std::optional<TurnTable> make(std::vector<TurnRate> rates, int width, PairLayout layout,
                                       double scale, int rows);

  /// Writes the rows of positions first .. first + rows - 1; the parts' columns add up to `width`.
  /// Requires  first >= 0, first + rows <= 2^32
  void fill(std::int64_t first, int rows, std::span<const Part> parts);

 private:
  TurnTable() = default;

  void fill_factors();
  void fill_block(std::int64_t first, int rows, std::span<const Part> parts, std::int64_t above,
                  bool stream);
  void start_rows(std::int64_t first, int rows);
  double* state(int row) { return state_ + std::int64_t{row} * stride_; }

  std::vector<TurnRate> rates_;
  PairLayout layout_ = PairLayout::kInterleaved;
  int width_ = 0;
  int stride_ = 0;  ///< doubles from one row of the working memory to the next, above `width_`
  double scale_ = 1.0;
  Scratch memory_;
  double* state_ = nullptr;    ///< the rows that the recurrence stands on
  double* factors_ = nullptr;  ///< 2 cos(g w) for g = 1, 2, 4, 8, a row each
  double* sines_ = nullptr;    ///< of each pair, where a block starts
  double* cosines_ = nullptr;
  double* step_sines_ = nullptr;  ///< of each pair, for one position's turn
  double* step_cosines_ = nullptr;
};

}  // namespace posenc
