#include "core/positional/sinusoidal.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

bool rates_are_valid(int width, double base) {
  return width >= 1 && width <= kMaxWidth && std::isfinite(base) && base > 1.0;
}

bool is_valid(const SinusoidalSpec& spec) {
  return rates_are_valid(spec.width, spec.base) && spec.positions >= 0 && spec.first >= 0 &&
         std::int64_t{spec.first} + spec.positions <= kMaxPositions &&
         std::int64_t{spec.positions} * spec.width <= kMaxCells;
}

SinusoidalSpec make_spec(Input& input) {
  const auto [positions, width] = input.sides<2>();
  return {positions, input.whole(), width, input.base(),
          input.flag() ? PairLayout::kSplit : PairLayout::kInterleaved};
}

void check_table(Input& input, Observer& observer) {
  const SinusoidalSpec spec = make_spec(input);
  const auto result = sinusoidal(spec);
  promise(result.ok() == is_valid(spec), "a table is refused for the reasons given and no others");
  const Matrix* table = observer.see(result);

  // Into memory of the caller's: the same bits, or nothing at all.
  const int size = input.nearly_small(table != nullptr ? static_cast<int>(table->size()) : 3);
  const Matrix before = input.matrix({1, size});
  std::vector<float> out(before.cells().begin(), before.cells().end());
  const auto refusal = sinusoidal_into(spec, out);
  const bool fits = table != nullptr && table->size() == static_cast<std::int64_t>(out.size());
  promise(observer.see(refusal) == fits, "a table goes where it fits");
  promise(same_bits(out, fits ? table->cells() : before.cells()), "out is the table or untouched");
  if (table == nullptr) return;

  promise(has_shape(*table, spec.positions, spec.width), "a table is [positions, width]");
  promise(all_within(table->cells(), -1.0, 1.0), "cells lie in -1..1");

  std::vector<double> positions;
  for (int r = 0; r < spec.positions; ++r) positions.push_back(double(spec.first) + r);
  const auto at = sinusoidal_at(positions, spec.width, spec.base, spec.layout);
  const Matrix* direct = observer.see(at);
  promise(direct != nullptr, "positions of a table can be asked for one by one");
  // The stated accuracies of both.
  const double most = 2.99e-8 + 3e-8 + 4e-16 * (double(spec.first) + spec.positions);
  promise(close(table->cells(), direct->cells(), most), "both ways to a cell agree");

  SinusoidalSpec other = spec;
  other.layout = spec.layout == PairLayout::kSplit ? PairLayout::kInterleaved : PairLayout::kSplit;
  const auto moved = sinusoidal(other);
  promise(moved.ok(), "the layout decides nothing else");
  const Matrix& split = spec.layout == PairLayout::kSplit ? *table : moved.value();
  const Matrix& interleaved = spec.layout == PairLayout::kSplit ? moved.value() : *table;
  const int sines = (spec.width + 1) / 2;
  for (int r = 0; r < spec.positions; ++r) {
    for (int c = 0; c < spec.width; ++c) {
      const int from = c % 2 == 0 ? c / 2 : sines + c / 2;
      promise(std::abs(interleaved(r, c) - split(r, from)) <= 6e-8F, "a layout moves columns");
    }
  }
}

void check_any_positions(Input& input, Observer& observer) {
  const std::vector<double> positions = input.numbers(8);
  const int width = input.side();
  const double base = input.base();
  if (std::int64_t{width} * 8 > kBudget && width <= kMaxWidth) return;
  const auto result = sinusoidal_at(positions, width, base, PairLayout::kInterleaved);
  const bool valid =
      rates_are_valid(width, base) && std::all_of(positions.begin(), positions.end(), [](double p) {
        return std::abs(p) <= static_cast<double>(kMaxPositions);
      });
  promise(result.ok() == valid, "any real position up to 2^31 has a code");
  if (const Matrix* table = observer.see(result)) {
    promise(has_shape(*table, static_cast<int>(positions.size()), width), "one row per position");
    promise(all_within(table->cells(), -1.0, 1.0), "cells lie in -1..1");
  }
}

void check_rates(Input& input, Observer& observer) {
  const int width = input.whole();
  const double base = input.base();
  const auto result = sinusoidal_rates(width, base);
  promise(result.ok() == rates_are_valid(width, base), "rates are refused for the reasons given");
  const Matrix* rates = observer.see(result);
  if (rates == nullptr) return;
  promise(has_shape(*rates, 1, (width + 1) / 2), "one rate per pair");
  promise(rates->data()[0] == 1.0F, "the first pair turns by one radian");
  promise(all_within(rates->cells(), 0.0, 1.0), "rates lie in 0..1");
  promise(std::is_sorted(rates->cells().rbegin(), rates->cells().rend()), "rates fall");
}

}  // namespace

void fuzz_sinusoidal(Input& input, Observer& observer) {
  switch (input.between(0, 2)) {
    case 0:
      return check_table(input, observer);
    case 1:
      return check_any_positions(input, observer);
    default:
      return check_rates(input, observer);
  }
}

}  // namespace posenc::fuzz
