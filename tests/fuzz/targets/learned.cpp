#include "core/positional/learned.h"

#include <algorithm>
#include <cmath>

#include "core/positional/sinusoidal.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

void check_table(Input& input, Observer& observer) {
  const auto [positions, width] = input.sides<2>();
  const LearnedTableSpec spec{positions, width, input.number(),
                              static_cast<std::uint32_t>(input.long_whole())};
  const auto result = learned_table(spec);
  const bool valid = positions >= 1 && width >= 1 && width <= kMaxWidth &&
                     std::int64_t{positions} * width <= kMaxCells && spec.deviation >= 0.0 &&
                     spec.deviation <= 1e3;
  promise(result.ok() == valid, "a table is refused for the reasons given and no others");
  if (const Matrix* table = observer.see(result)) {
    promise(has_shape(*table, positions, width), "a table is [positions, width]");
    // No normal number of a small table is nine deviations from its mean.
    promise(all_within(table->cells(), -9 * spec.deviation, 9 * spec.deviation),
            "cells are normal");
  }
}

void check_lookup(Input& input, Observer& observer) {
  const Matrix table = input.matrix({input.side(), input.side()});
  const std::vector<std::int32_t> positions = input.positions(input.between(0, 8));
  const auto exists = [&](int rows) {
    return std::all_of(positions.begin(), positions.end(),
                       [rows](std::int32_t p) { return p >= 0 && p < rows; });
  };
  const auto result = learned_lookup(table, positions);
  promise(result.ok() == exists(table.rows()), "rows that exist are found, no others");
  if (const Matrix* rows = observer.see(result)) {
    promise(has_shape(*rows, static_cast<int>(positions.size()), table.cols()), "[n, width]");
    const auto width = static_cast<std::size_t>(table.cols());
    for (int i = 0; i < rows->rows(); ++i) {
      promise(same_bits({rows->row(i), width},
                        {table.row(positions[static_cast<std::size_t>(i)]), width}),
              "a row is copied");
    }
  }

  int rows = input.nearly(table.rows());
  const Matrix gradient =
      input.matrix({input.nearly_small(static_cast<int>(positions.size())), table.cols()});
  if (std::int64_t{rows} * gradient.cols() <= kMaxCells) {
    if (rows > kBudget) rows %= 64;
    if (std::int64_t{rows} * gradient.cols() > kBudget) rows = 0;
  }
  const auto back = learned_lookup_backward(rows, positions, gradient);
  const bool valid = rows >= 1 && exists(rows) &&
                     gradient.rows() == static_cast<int>(positions.size()) &&
                     std::int64_t{rows} * gradient.cols() <= kMaxCells;
  promise(back.ok() == valid, "a gradient is refused for the reasons given and no others");
  if (const Matrix* into = observer.see(back)) {
    promise(has_shape(*into, rows, gradient.cols()), "[rows, width]");
    for (int r = 0; r < rows && into->cols() > 0; ++r) {
      if (std::find(positions.begin(), positions.end(), r) != positions.end()) continue;
      const std::span<const float> row(into->row(r), static_cast<std::size_t>(into->cols()));
      promise(all_within(row, 0.0, 0.0), "a row that was not looked up is not trained");
    }
  }
}

void check_resize(Input& input, Observer& observer) {
  const Matrix table = input.matrix({input.side(), input.side()}, true);
  int positions = input.side();
  if (positions > 64 && std::int64_t{positions} * table.cols() <= kMaxCells) positions %= 65;
  const auto result = learned_resize(table, positions);
  const bool valid = table.rows() >= 1 && table.cols() >= 1 && positions >= 1 &&
                     std::int64_t{positions} * table.cols() <= kMaxCells;
  promise(result.ok() == valid, "a size is refused for the reasons given and no others");
  const Matrix* resized = observer.see(result);
  if (resized == nullptr) return;
  promise(has_shape(*resized, positions, table.cols()), "[positions, width]");
  const auto [least, most] = std::minmax_element(table.cells().begin(), table.cells().end());
  promise(all_within(resized->cells(), *least, *most), "what lies between is between");
  const auto width = static_cast<std::size_t>(table.cols());
  promise(same_bits({resized->row(0), width}, {table.row(0), width}), "the first row stays");
  if (positions > 1) {
    promise(same_bits({resized->row(positions - 1), width}, {table.row(table.rows() - 1), width}),
            "the last row stays");
  }
}

}  // namespace

void fuzz_learned(Input& input, Observer& observer) {
  switch (input.between(0, 2)) {
    case 0:
      return check_table(input, observer);
    case 1:
      return check_lookup(input, observer);
    default:
      return check_resize(input, observer);
  }
}

}  // namespace posenc::fuzz
