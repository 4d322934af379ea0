#include "core/positional/turn_table.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/positional/table_kernel.h"

namespace posenc {
namespace {

// How a table is filled at the speed of memory, every cell still rounded once from a double:
//
//  1. Every kBlock rows the angles are taken exactly, from integer fractions of a turn (turns.h);
//     the row after follows by adding one position's turn.
//  2. All further rows obey v[p + 2g] = 2 cos(g w) v[p + g] - v[p]. Sine and cosine obey it alike,
//     so neighbouring columns never mix and both layouts are one loop.
//  3. With g = 1 two rows become four, with g = 2 four become eight, with g = 4 sixteen, and from
//     there on g stays kStride.
//
// Few steps with a small g and many with a large one: near 2 the factor 2 cos(g w) has lost the
// digits of the rate, and its error grows with the square of the number of steps. The restart keeps
// it below 1e-12, so that only the rounding to float32 is left.
constexpr int kStride = 8;
constexpr int kStartRows = 2 * kStride;
constexpr int kPassRows = kStride * kRowsPerPass;
constexpr int kBlock = kStartRows + 512;  // a multiple of kPassRows more
constexpr int kFactors = 4;               // g = 1, 2, 4 and kStride
constexpr int kLine = 8;                  // doubles in a cache line

/// From this size on the table does not fit the cache, and rows had better go around it.
constexpr std::int64_t kStreamedCells = (std::int64_t{8} << 20) / std::int64_t{sizeof(float)};

/// The first cache line in memory that has one to spare.
double* line_after(double* memory) {
  const auto past = reinterpret_cast<std::uintptr_t>(memory) / sizeof(double) % kLine;
  return memory + (kLine - past) % kLine;
}

bool can_stream(const TurnTable::Part& part) {
  return reinterpret_cast<std::uintptr_t>(part.out) % 16 == 0 &&
         part.columns % kStreamedColumns == 0;
}

}  // namespace

PairColumns pair_columns(PairLayout layout, int width, int pair) {
  if (layout == PairLayout::kInterleaved) return {2 * pair, 2 * pair + 1};
  return {pair, (width + 1) / 2 + pair};
}

std::optional<TurnTable> TurnTable::make(std::vector<TurnRate> rates, int width, PairLayout layout,
                                         double scale, int rows) {
  TurnTable table;
  const auto pairs = static_cast<std::int64_t>(rates.size());
  // Room for the cosine that an odd width leaves out, and whole cache lines.
  table.stride_ = width + 1 + kLine - 1 - width % kLine;
  const std::int64_t row_count = std::min(rows, kStartRows) + kFactors;
  const std::int64_t size = row_count * table.stride_ + 4 * pairs + kLine;
  table.memory_ =
      Scratch(static_cast<double*>(std::malloc(static_cast<std::size_t>(size) * sizeof(double))));
  if (!table.memory_) return std::nullopt;
  table.rates_ = std::move(rates);
  table.layout_ = layout;
  table.width_ = width;
  table.scale_ = scale;
  table.factors_ = line_after(table.memory_.get());
  table.state_ = table.factors_ + std::int64_t{kFactors} * table.stride_;
  table.sines_ = table.state_ + (row_count - kFactors) * table.stride_;
  table.cosines_ = table.sines_ + pairs;
  table.step_sines_ = table.cosines_ + pairs;
  table.step_cosines_ = table.step_sines_ + pairs;
  if (rows > 1) turn_all(table.rates_, 1, table.step_sines_, table.step_cosines_);
  if (rows > 2) table.fill_factors();
  return table;
}

/// 2 cos(g w), taken as 2 - 4 sin^2(g w / 2): near 2 the cosine itself has lost its digits.
void TurnTable::fill_factors() {
  double* one = factors_;
  double* two = one + stride_;
  double* four = two + stride_;
  double* eight = four + stride_;
  for (int k = 0; k < static_cast<int>(rates_.size()); ++k) {
    const double sine = step_sines_[k];
    const double cosine = step_cosines_[k];
    const double sine_of_two = 2.0 * sine * cosine;
    const double sine_of_four = 2.0 * sine_of_two * (1.0 - 2.0 * sine * sine);
    const PairColumns columns = pair_columns(layout_, width_, k);
    // sin^2(w / 2) = sin^2(w) / (2 + 2 cos(w)); w is one radian at most.
    one[columns.sine] = one[columns.cosine] = 2.0 - 2.0 * sine * sine / (1.0 + cosine);
    two[columns.sine] = two[columns.cosine] = 2.0 - 4.0 * sine * sine;
    four[columns.sine] = four[columns.cosine] = 2.0 - 4.0 * sine_of_two * sine_of_two;
    eight[columns.sine] = eight[columns.cosine] = 2.0 - 4.0 * sine_of_four * sine_of_four;
  }
}

void TurnTable::fill(std::int64_t first, int rows, std::span<const Part> parts) {
  bool stream = std::int64_t{rows} * width_ >= kStreamedCells;
  for (const Part& part : parts) stream = stream && can_stream(part);
  for (int row = 0; row < rows; row += kBlock) {
    fill_block(first + row, std::min(kBlock, rows - row), parts, row, stream);
  }
  if (stream) finish_streaming();
}

/// Writes `rows` rows, kBlock at most, below the `above` rows that are there.
void TurnTable::fill_block(std::int64_t first, int rows, std::span<const Part> parts,
                           std::int64_t above, bool stream) {
  start_rows(first, rows);
  std::int64_t column = 0;
  for (const Part& part : parts) {
    float* out = part.out + above * part.columns;
    for (int r = 0; r < std::min(rows, 2); ++r) {
      const double* __restrict from = state(r) + column;
      float* __restrict to = out + std::int64_t{r} * part.columns;
      for (int c = 0; c < part.columns; ++c) to[c] = static_cast<float>(from[c]);
    }
    const double* factor = factors_ + column;
    for (int r = 2, g = 1; r < std::min(rows, kStartRows); ++r) {
      if (r == 4 * g) {
        g *= 2;
        factor += stride_;
      }
      advance({state(r - 2 * g) + column, state(r - g) + column, factor, state(r) + column,
               out + std::int64_t{r} * part.columns, 0, part.columns, stream},
              1);
    }
    factor = factors_ + 3 * std::int64_t{stride_} + column;
    const auto pass = [&](int row, int phase, int count) {
      advance({state(phase) + column, state(phase + kStride) + column, factor, nullptr,
               out + std::int64_t{row + phase} * part.columns, std::int64_t{kStride} * part.columns,
               part.columns, stream},
              count);
    };
    int row = kStartRows;
    for (; row + kPassRows <= rows; row += kPassRows) {
      for (int phase = 0; phase < kStride; ++phase) pass(row, phase, kRowsPerPass);
    }
    for (; row + 2 * kStride <= rows; row += 2 * kStride) {
      for (int phase = 0; phase < kStride; ++phase) pass(row, phase, 2);
    }
    // Fewer rows than two strides are left: each phase has one or two more, or none.
    for (int phase = 0; phase < kStride && row + phase < rows; ++phase) {
      pass(row, phase, row + phase + kStride < rows ? 2 : 1);
    }
    column += part.columns;
  }
}

/// The first two rows of a block in double.
void TurnTable::start_rows(std::int64_t first, int rows) {
  turn_all(rates_, static_cast<std::uint32_t>(first), sines_, cosines_);
  double* start = state(0);
  double* second = rows > 1 ? state(1) : nullptr;
  for (int k = 0; k < static_cast<int>(rates_.size()); ++k) {
    const double sine = scale_ * sines_[k];
    const double cosine = scale_ * cosines_[k];
    const PairColumns columns = pair_columns(layout_, width_, k);
    start[columns.sine] = sine;
    start[columns.cosine] = cosine;
    if (second == nullptr) continue;
    second[columns.sine] = sine * step_cosines_[k] + cosine * step_sines_[k];
    second[columns.cosine] = cosine * step_cosines_[k] - sine * step_sines_[k];
  }
}

}  // namespace posenc
