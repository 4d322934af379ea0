#include "core/positional/sinusoidal_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

bool rates_are_valid(int width, double base) {
  return width >= 1 && width <= kMaxWidth && std::isfinite(base) && base > 1.0;
}

bool pairs_are_valid(int width, double base) {
  return rates_are_valid(width, base) && width % 2 == 0;
}

/// Any width that is refused, or a small one: for calls whose time grows faster than their result.
int small_width(Input& input) {
  const int width = input.side();
  return width > 16 && width <= kMaxWidth ? width % 17 : width;
}

void check_rows_of_pairs(Input& input, Observer& observer) {
  const int width = input.whole();
  const double base = input.base();
  const int trained = input.whole();
  const auto periods_result = sinusoidal_periods(width, base);
  promise(periods_result.ok() == rates_are_valid(width, base), "periods are refused as rates are");
  if (const Matrix* periods = observer.see(periods_result)) {
    promise(has_shape(*periods, 1, (width + 1) / 2), "one period per pair");
    promise(std::is_sorted(periods->cells().begin(), periods->cells().end()), "periods grow");
    promise(periods->data()[0] == static_cast<float>(2 * std::numbers::pi), "the first is 2 pi");
  }
  const auto seen_result = seen_angles(trained, width, base);
  promise(seen_result.ok() == (rates_are_valid(width, base) && trained >= 1), "training is needed");
  if (const Matrix* seen = observer.see(seen_result)) {
    promise(has_shape(*seen, 1, (width + 1) / 2), "one share per pair");
    promise(all_within(seen->cells(), 0.0, 1.0), "shares lie in 0..1");
    promise(std::is_sorted(seen->cells().rbegin(), seen->cells().rend()), "shares fall");
  }
}

void check_shift(Input& input, Observer& observer) {
  const std::int64_t offset = input.long_whole();
  int width = input.side();
  if (width > 32 && std::int64_t{width} * width <= kMaxCells) width %= 33;
  const double base = input.base();
  const PairLayout layout = input.flag() ? PairLayout::kSplit : PairLayout::kInterleaved;
  const int position = std::max(input.whole(), 0);
  const auto result = shift_matrix(offset, width, base, layout);
  const bool valid = pairs_are_valid(width, base) && offset > -kMaxPositions &&
                     offset < kMaxPositions && std::int64_t{width} * width <= kMaxCells;
  promise(result.ok() == valid, "a shift is refused for the reasons given and no others");
  const Matrix* shift = observer.see(result);
  if (shift == nullptr) return;
  promise(has_shape(*shift, width, width), "a shift is [width, width]");
  promise(all_within(shift->cells(), -1.0, 1.0), "cells are sines and cosines");

  const std::int64_t moved = position + offset;
  if (moved < 0 || moved >= kMaxPositions) return;
  const SinusoidalSpec from{1, position, width, base, layout};
  const SinusoidalSpec to{1, static_cast<int>(moved), width, base, layout};
  const Matrix before = sinusoidal(from).value();
  const Matrix after = sinusoidal(to).value();
  for (int r = 0; r < width; ++r) {
    double sum = 0.0;
    for (int c = 0; c < width; ++c) sum += double{(*shift)(r, c)} * before(0, c);
    // Five float32 values, each within 2.99e-8.
    promise(std::abs(sum - after(0, r)) <= 1.5e-7, "the shift moves any code by its offset");
  }
}

void check_similarity(Input& input, Observer& observer) {
  int distances = input.side();
  const int width = small_width(input);
  const double base = input.base();
  if (distances > 4000 && std::int64_t{distances} * std::max(width, 1) <= kMaxCells) {
    distances %= 4000;
  }
  const auto result = sinusoidal_similarity(distances, width, base);
  const bool valid = pairs_are_valid(width, base) && distances >= 0 &&
                     std::int64_t{distances} * width <= kMaxCells;
  promise(result.ok() == valid, "similarities are refused for the reasons given and no others");
  if (const Matrix* row = observer.see(result)) {
    promise(has_shape(*row, 1, distances), "one similarity per distance");
    promise(all_within(row->cells(), -width / 2.0, width / 2.0), "each pair gives -1..1");
    promise(distances == 0 || row->data()[0] == static_cast<float>(width / 2.0),
            "a code is as similar to itself as can be");
  }
}

void check_first_rise(Input& input, Observer& observer) {
  const int width = small_width(input);
  const double base = input.base();
  const auto result = first_rise(width, base);
  promise(!result.ok() || pairs_are_valid(width, base), "only an even width has similarities");
  const int* rise = observer.see(result);
  if (rise == nullptr) return;
  observer.see_value(double(*rise));
  promise(*rise >= 1 && *rise <= kMaxFirstRise, "the rise lies where it was searched");
  const Matrix row = sinusoidal_similarity(*rise + 1, width, base).value();
  const auto cells = row.cells();
  // What rises or falls by less than float32 shows as equal.
  promise(cells.back() >= *(cells.end() - 2), "the similarity rises there");
  promise(std::is_sorted(cells.rbegin() + 1, cells.rend()), "and falls until there");
}

void check_closest_pair(Input& input, Observer& observer) {
  int positions = input.side();
  const int width = small_width(input);
  const double base = input.base();
  if (positions > 4000 && std::int64_t{positions} * std::max(width, 1) <= kMaxCells) {
    positions %= 4000;
  }
  const auto result = closest_pair(positions, width, base);
  const bool valid = pairs_are_valid(width, base) && positions >= 2 &&
                     std::int64_t{positions} * width <= kMaxCells;
  promise(result.ok() == valid, "positions are refused for the reasons given and no others");
  if (const ClosestPair* pair = observer.see(result)) {
    observer.see_value(double(pair->second));
    observer.see_value(pair->distance);
    promise(pair->first == 0 && pair->second >= 1 && pair->second < positions,
            "both positions exist and differ");
    promise(pair->distance >= 0.0 && pair->distance <= std::sqrt(2.0 * width) * 1.000001,
            "no two codes are farther apart than opposite ones");
  }
}

}  // namespace

void fuzz_sinusoidal_geometry(Input& input, Observer& observer) {
  switch (input.between(0, 4)) {
    case 0:
      return check_rows_of_pairs(input, observer);
    case 1:
      return check_shift(input, observer);
    case 2:
      return check_similarity(input, observer);
    case 3:
      return check_first_rise(input, observer);
    default:
      return check_closest_pair(input, observer);
  }
}

}  // namespace posenc::fuzz
