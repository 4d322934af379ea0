#pragma once

// The inner loops of the table kernel for any kind of vector. Included by the files that bring the
// vectors; everything is local to them, so that no function compiled for one machine is linked into
// another's code.

#include "core/positional/table_kernel.h"

namespace posenc {
namespace {

/// What becomes of the rows in double.
enum class Then { kAdvance, kKeepNext };

/// One column at a time: for the last columns of a row, and where no vectors are known.
struct PlainLanes {
  static constexpr int kColumns = 1;
  using Value = double;
  static Value load(const double* from) { return *from; }
  static void store(double* to, Value value) { *to = value; }
  static Value next(Value factor, Value newer, Value older) { return factor * newer - older; }
  static void round(float* to, Value value) { *to = static_cast<float>(value); }
};

/// Makes columns from `column` to `end` in whole vectors; returns the first one left over. Rows
/// are written from `out` on, `step` cells apart.
template <class Lanes, Then kThen, int kRows>
inline int sweep(const RowPass& pass, int column, int end, float* out, std::int64_t step) {
  for (; column + Lanes::kColumns <= end; column += Lanes::kColumns, out += Lanes::kColumns) {
    typename Lanes::Value before = Lanes::load(pass.older + column);
    typename Lanes::Value last = Lanes::load(pass.newer + column);
    const typename Lanes::Value by = Lanes::load(pass.factor + column);
    for (int r = 0; r < kRows; ++r) {
      const typename Lanes::Value next = Lanes::next(by, last, before);
      Lanes::round(out + r * step, next);
      before = last;
      last = next;
    }
    if constexpr (kThen == Then::kKeepNext) {
      Lanes::store(pass.next + column, last);
    } else {
      Lanes::store(pass.older + column, before);
      Lanes::store(pass.newer + column, last);
    }
  }
  return column;
}

/// The same for any number of columns.
template <class Vectors, Then kThen, int kRows>
inline void sweep_all(const RowPass& pass, int column, int end) {
  float* out = pass.out;
  column = sweep<typename Vectors::Wide, kThen, kRows>(pass, column, end, out + column, pass.step);
  column =
      sweep<typename Vectors::Narrow, kThen, kRows>(pass, column, end, out + column, pass.step);
  sweep<PlainLanes, kThen, kRows>(pass, column, end, out + column, pass.step);
}

/// Whole lines around the cache: as they are made, where vectors fill a line; otherwise a line of
/// each row is made aside first. Returns the first column left over.
template <class Vectors, Then kThen, int kRows>
inline int stream_lines(const RowPass& pass, int column) {
  if constexpr (requires { typename Vectors::StreamedWide; }) {
    column = sweep<typename Vectors::StreamedWide, kThen, kRows>(pass, column, pass.columns,
                                                                 pass.out + column, pass.step);
    return sweep<typename Vectors::StreamedNarrow, kThen, kRows>(pass, column, pass.columns,
                                                                 pass.out + column, pass.step);
  } else {
    constexpr int kLine = kStreamedColumns;
    alignas(64) float lines[kRows * kLine];
    for (; column + kLine <= pass.columns; column += kLine) {
      sweep<typename Vectors::Wide, kThen, kRows>(pass, column, column + kLine, lines, kLine);
      for (int r = 0; r < kRows; ++r) {
        Vectors::stream_line(pass.out + column + r * pass.step, lines + r * kLine);
      }
    }
    return column;
  }
}

/// All columns, those in whole cache lines around the cache.
template <class Vectors, Then kThen, int kRows>
inline void stream_rows(const RowPass& pass) {
  constexpr int kLine = kStreamedColumns;
  const auto past = reinterpret_cast<std::uintptr_t>(pass.out) / sizeof(float) % kLine;
  const int lead = static_cast<int>((kLine - past) % kLine);
  int column = lead < pass.columns ? lead : pass.columns;
  sweep_all<Vectors, kThen, kRows>(pass, 0, column);
  column = stream_lines<Vectors, kThen, kRows>(pass, column);
  sweep_all<Vectors, kThen, kRows>(pass, column, pass.columns);
}

template <class Vectors, Then kThen, int kRows>
inline void make_rows(const RowPass& pass) {
  if constexpr (Vectors::kCanStream) {
    if (pass.stream) return stream_rows<Vectors, kThen, kRows>(pass);
  }
  sweep_all<Vectors, kThen, kRows>(pass, 0, pass.columns);
}

template <class Vectors>
inline void advance_with(const RowPass& pass, int rows) {
  if (pass.next != nullptr) {
    make_rows<Vectors, Then::kKeepNext, 1>(pass);
  } else if (rows == kRowsPerPass) {
    make_rows<Vectors, Then::kAdvance, kRowsPerPass>(pass);
  } else if (rows == 2) {
    make_rows<Vectors, Then::kAdvance, 2>(pass);
  } else {
    make_rows<Vectors, Then::kAdvance, 1>(pass);
  }
}

}  // namespace
}  // namespace posenc
