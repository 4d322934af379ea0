#include "core/positional/rotary.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

RotarySpec make_rotary_spec(Input& input, int width) {
  RotarySpec spec;
  spec.width = width;
  spec.rotated = input.flag() ? 0 : input.nearly(width / 4 * 2);
  spec.base = input.base();
  spec.layout = input.flag() ? PairLayout::kSplit : PairLayout::kInterleaved;
  spec.scaling = static_cast<RotaryScaling>(input.between(0, 3));
  if (spec.scaling != RotaryScaling::kNone || input.between(0, 15) == 15) {
    spec.factor = input.flag() ? input.number() : input.between(1, 8);
  }
  if (spec.scaling == RotaryScaling::kYarn) {
    spec.trained = input.flag() ? input.whole() : 2048;
    if (input.flag()) spec.fast_turns = input.number();
    if (input.flag()) spec.slow_turns = input.number();
    if (input.flag()) spec.attention_factor = input.number();
  }
  return spec;
}

namespace {

bool all_are_finite(const RotarySpec& spec) {
  return std::isfinite(spec.base) && std::isfinite(spec.factor) && std::isfinite(spec.fast_turns) &&
         std::isfinite(spec.slow_turns) && std::isfinite(spec.attention_factor);
}

bool is_valid(const RotarySpec& spec) {
  if (!all_are_finite(spec) || spec.width < 2 || spec.width > kMaxWidth || spec.base <= 1.0) {
    return false;
  }
  const int rotated = spec.rotated == 0 ? spec.width : spec.rotated;
  if (rotated < 2 || rotated > spec.width || rotated % 2 != 0) return false;
  if (spec.factor < 1.0 || spec.factor > kMaxRotaryFactor) return false;
  switch (spec.scaling) {
    case RotaryScaling::kNone:
      return spec.factor == 1.0;
    case RotaryScaling::kLinear:
      return true;
    case RotaryScaling::kNtk:
      return rotated >= 4;
    default:
      return spec.trained >= 1 && spec.slow_turns > 0.0 && spec.fast_turns > spec.slow_turns &&
             spec.attention_factor >= 0.0 && spec.attention_factor <= kMaxAttentionFactor;
  }
}

int rotated_of(const RotarySpec& spec) { return spec.rotated == 0 ? spec.width : spec.rotated; }

double squares(const float* row, int width) {
  double sum = 0.0;
  for (int i = 0; i < width; ++i) sum += double{row[i]} * row[i];
  return sum;
}

}  // namespace

void fuzz_rotary(Input& input, Observer& observer) {
  const int width = input.between(0, 7) < 7 ? 2 * input.between(1, 8) : input.whole();
  const RotarySpec spec = make_rotary_spec(input, width);
  const bool valid = is_valid(spec);
  const auto rates_result = rotary_rates(spec);
  promise(rates_result.ok() == valid, "a spec is refused for the reasons given and no others");
  const RotaryRates* rates = observer.see(rates_result);
  if (rates != nullptr) {
    observer.see_value(rates->rates);
    observer.see_value(rates->attention_factor);
    promise(static_cast<int>(rates->rates.size()) == rotated_of(spec) / 2, "one rate per pair");
    for (const double rate : rates->rates) promise(rate >= 0.0 && rate <= 1.0, "rates lie in 0..1");
    promise(std::is_sorted(rates->rates.rbegin(), rates->rates.rend()), "rates fall");
    promise(rates->attention_factor > 0.0 && rates->attention_factor <= kMaxAttentionFactor,
            "the attention factor is above 0");
  }

  const int heads = input.between(0, 3);
  const bool finite = input.flag();
  const Matrix x =
      input.matrix({input.between(0, 5), input.nearly_small(heads * (width % 64))}, finite);
  std::vector<std::int32_t> positions = input.positions(input.nearly_small(x.rows()));
  const bool wide_tables = valid && rotated_of(spec) > 64 && !positions.empty();
  if (wide_tables) positions.resize(1);
  const bool exist =
      std::all_of(positions.begin(), positions.end(), [](std::int32_t p) { return p >= 0; });

  const auto tables_result = rotary_tables(positions, spec);
  promise(tables_result.ok() == (valid && exist), "positions below 0 are refused");
  const RotaryTables* tables = observer.see(tables_result);
  if (tables != nullptr) {
    observer.see_value(tables->cosines);
    observer.see_value(tables->sines);
    const auto count = static_cast<int>(positions.size());
    const double most = rates->attention_factor * (1 + 1e-7);
    for (const Matrix* table : {&tables->cosines, &tables->sines}) {
      promise(has_shape(*table, count, rotated_of(spec) / 2), "[tokens, rotated / 2]");
      promise(all_within(table->cells(), -most, most), "cells lie in -1..1 times the factor");
    }
  }

  const bool fits = valid && exist && x.cols() % std::max(spec.width, 1) == 0 &&
                    positions.size() == static_cast<std::size_t>(x.rows());
  const auto result = rotary(x, positions, spec);
  promise(result.ok() == fits, "vectors are refused for the reasons given and no others");
  const Matrix* turned = observer.see(result);
  const auto back_result = rotary_backward(x, positions, spec);
  promise(back_result.ok() == fits, "gradients are refused as vectors are");
  observer.see(back_result);
  if (turned != nullptr) {
    promise(has_shape(*turned, x.rows(), x.cols()), "the shape stays");
    for (int t = 0; t < x.rows() && x.cols() > 0 && finite; ++t) {
      for (int h = 0; h < x.cols() / spec.width; ++h) {
        const float* from = x.row(t) + h * spec.width;
        const float* to = turned->row(t) + h * spec.width;
        const int rotated = rotated_of(spec);
        const double right =
            squares(from, rotated) * rates->attention_factor * rates->attention_factor;
        // A few roundings of 2^-24 per cell.
        promise(std::abs(squares(to, rotated) - right) <= 1e-6 * right + 1e-30,
                "a turn keeps the length");
        const auto rest = static_cast<std::size_t>(spec.width - rotated);
        promise(same_bits({from + rotated, rest}, {to + rotated, rest}), "the rest passes");
      }
    }
  }

  // Into memory of the caller's, with tables that fit or not.
  if (tables == nullptr) return;
  std::vector<float> out(static_cast<std::size_t>(
      input.nearly_small(static_cast<int>(std::min<std::int64_t>(x.size(), 4096)))));
  const bool room = static_cast<std::int64_t>(out.size()) == x.size();
  std::fill(out.begin(), out.end(), 9.5F);
  const auto refusal = rotary_into(x, *tables, spec, out);
  promise(observer.see(refusal) == (fits && room), "out is refused for the reasons given");
  if (fits && room) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const float right = turned->data()[i];
      promise(out[i] == right || (std::isnan(out[i]) && std::isnan(right)), "both ways agree");
    }
  } else {
    promise(all_within(out, 9.5, 9.5), "out stays as it was");
  }
}

}  // namespace posenc::fuzz
