#include "core/positional/sinusoidal.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/shape.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

// How a table is filled at the speed of memory, every cell still rounded once from a double:
//
//  1. Every kBlock rows the angles are taken exactly, from integer fractions of a turn (turns.h).
//  2. The next 2 * kStride rows follow from that restart row by adding a small angle.
//  3. All further rows obey v[p + 2G] = 2 cos(G w) v[p + G] - v[p] with G = kStride. Sine and
//  cosine
//     obey it alike, so neighbouring columns never mix and both layouts are one loop.
//
// The stride keeps 2 cos(G w) away from 2, where it would lose the rate; the restart keeps the
// error of the recurrence below 1e-13, so that only the rounding to float32 is left.
constexpr int kBlock = 256;
constexpr int kStride = 8;
constexpr int kRowsPerPass = 4;  // rows written at once by the recurrence: more thrash the cache

Result<bool> check_rates(int width, double base) {
  if (!std::isfinite(base)) {
    return Error{ErrorCode::kNotFinite,
                 "base is " + number_text(base) + "; it must be a finite number above 1"};
  }
  if (base <= 1.0) {
    return Error{ErrorCode::kOutOfRange, "base is " + number_text(base) + "; it must be above 1"};
  }
  if (width < 1 || width > kMaxWidth) {
    return Error{ErrorCode::kOutOfRange, "width is " + std::to_string(width) + "; it must be 1.." +
                                             std::to_string(kMaxWidth)};
  }
  return true;
}

Result<bool> check(const SinusoidalSpec& spec) {
  if (auto rates = check_rates(spec.width, spec.base); !rates.ok()) return rates;
  if (spec.positions < 0) {
    return Error{ErrorCode::kOutOfRange,
                 "positions is " + std::to_string(spec.positions) + "; it must be 0 or more"};
  }
  if (spec.first < 0 || std::int64_t{spec.first} + spec.positions > kMaxPositions) {
    return Error{ErrorCode::kOutOfRange, "first is " + std::to_string(spec.first) +
                                             " and positions is " + std::to_string(spec.positions) +
                                             "; positions must lie in 0..2147483647"};
  }
  return true;
}

/// Which column holds the sine and which the cosine of a pair; cosine is -1 where an odd width
/// leaves it out.
struct PairColumns {
  int sine;
  int cosine;
};

PairColumns pair_columns(PairLayout layout, int width, int pair) {
  const bool lone = 2 * pair + 1 == width;
  if (layout == PairLayout::kInterleaved) return {2 * pair, lone ? -1 : 2 * pair + 1};
  return {pair, lone ? -1 : (width + 1) / 2 + pair};
}

/// One table's working memory: a double for each column and row that the recurrence needs.
class TableFiller {
 public:
  explicit TableFiller(const SinusoidalSpec& spec)
      : width_(spec.width),
        pairs_((spec.width + 1) / 2),
        rates_(turn_rates(spec.width, spec.base)),
        columns_(static_cast<std::size_t>(pairs_)),
        steps_(static_cast<std::size_t>(std::min(spec.positions, 2 * kStride)) *
               static_cast<std::size_t>(pairs_)),
        state_(static_cast<std::size_t>(2 * kStride) * static_cast<std::size_t>(width_)),
        factor_(static_cast<std::size_t>(width_)) {
    for (int k = 0; k < pairs_; ++k) {
      columns_[index(k)] = pair_columns(spec.layout, width_, k);
    }
    fill_steps();
    if (spec.positions > 2 * kStride) fill_factors();
  }

  /// Writes `rows` rows, kBlock at most, whose first one is the code of position `first`.
  void fill(float* out, std::int64_t first, int rows) {
    const int direct = std::min(rows, 2 * kStride);
    for (int k = 0; k < pairs_; ++k) {
      const SineCosine start = rates_[index(k)].at(static_cast<std::uint32_t>(first));
      const PairColumns columns = columns_[index(k)];
      for (int r = 0; r < direct; ++r) {
        const SineCosine step = steps_[index(r * pairs_ + k)];
        double* row = state_.data() + index(r) * index(width_);
        row[columns.sine] = start.sine * step.cosine + start.cosine * step.sine;
        if (columns.cosine >= 0) {
          row[columns.cosine] = start.cosine * step.cosine - start.sine * step.sine;
        }
      }
    }
    const std::int64_t cells = std::int64_t{direct} * width_;
    for (std::int64_t i = 0; i < cells; ++i) out[i] = static_cast<float>(state_[index(i)]);
    recur(out, direct, rows);
  }

 private:
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

  /// steps_[r][k] = sine and cosine of r positions' turn.
  void fill_steps() {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto r = static_cast<std::uint32_t>(i / index(pairs_));
      steps_[i] = rates_[i % index(pairs_)].at(r);
    }
  }

  /// 2 cos(G w), taken as 2 - 4 sin^2(G w / 2): near 2 the cosine itself has lost its digits.
  void fill_factors() {
    for (int k = 0; k < pairs_; ++k) {
      const double half = rates_[index(k)].at(kStride / 2).sine;
      const PairColumns columns = columns_[index(k)];
      factor_[index(columns.sine)] = 2.0 - 4.0 * half * half;
      if (columns.cosine >= 0) factor_[index(columns.cosine)] = 2.0 - 4.0 * half * half;
    }
  }

  void recur(float* out, int from, int rows) {
    int row = from;
    for (; row + kStride * kRowsPerPass <= rows; row += kStride * kRowsPerPass) {
      for (int g = 0; g < kStride; ++g) {
        four_rows(state_row(g), state_row(g + kStride), factor_.data(), out_row(out, row + g),
                  out_row(out, row + g + kStride), out_row(out, row + g + 2 * kStride),
                  out_row(out, row + g + 3 * kStride), width_);
      }
    }
    for (int g = 0; row < rows; ++row, g = (g + 1) % kStride) {
      one_row(state_row(g), state_row(g + kStride), factor_.data(), out_row(out, row), width_);
    }
  }

  double* state_row(int r) { return state_.data() + index(r) * index(width_); }
  float* out_row(float* out, int r) const { return out + std::int64_t{r} * width_; }

  static void four_rows(double* __restrict older, double* __restrict newer,
                        const double* __restrict factor, float* __restrict first,
                        float* __restrict second, float* __restrict third, float* __restrict fourth,
                        int width) {
    for (int c = 0; c < width; ++c) {
      const double a = factor[c] * newer[c] - older[c];
      const double b = factor[c] * a - newer[c];
      const double d = factor[c] * b - a;
      const double e = factor[c] * d - b;
      first[c] = static_cast<float>(a);
      second[c] = static_cast<float>(b);
      third[c] = static_cast<float>(d);
      fourth[c] = static_cast<float>(e);
      older[c] = d;
      newer[c] = e;
    }
  }

  static void one_row(double* __restrict older, double* __restrict newer,
                      const double* __restrict factor, float* __restrict out, int width) {
    for (int c = 0; c < width; ++c) {
      const double next = factor[c] * newer[c] - older[c];
      out[c] = static_cast<float>(next);
      older[c] = newer[c];
      newer[c] = next;
    }
  }

  int width_;
  int pairs_;
  std::vector<TurnRate> rates_;
  std::vector<PairColumns> columns_;
  std::vector<SineCosine> steps_;
  std::vector<double> state_;
  std::vector<double> factor_;
};

/// `spec` is valid and `out` has room for its cells.
void fill_table(const SinusoidalSpec& spec, float* out) {
  TableFiller filler(spec);
  for (int row = 0; row < spec.positions; row += kBlock) {
    filler.fill(out + std::int64_t{row} * spec.width, std::int64_t{spec.first} + row,
                std::min(kBlock, spec.positions - row));
  }
}

}  // namespace

Result<Matrix> sinusoidal(const SinusoidalSpec& spec) {
  if (auto valid = check(spec); !valid.ok()) return valid.error();
  auto table = Matrix::uninitialized(spec.positions, spec.width);
  if (!table.ok()) return table;
  Matrix out = std::move(table).value();
  fill_table(spec, out.data());
  return out;
}

std::optional<Error> sinusoidal_into(const SinusoidalSpec& spec, std::span<float> out) {
  if (auto valid = check(spec); !valid.ok()) return valid.error();
  const auto size =
      filled_cell_count({spec.positions, spec.width}, static_cast<std::int64_t>(out.size()));
  if (!size.ok()) return size.error();
  fill_table(spec, out.data());
  return std::nullopt;
}

Result<Matrix> sinusoidal_at(std::span<const double> positions, int width, double base,
                             PairLayout layout) {
  if (auto valid = check_rates(width, base); !valid.ok()) return valid.error();
  for (std::size_t r = 0; r < positions.size(); ++r) {
    if (!std::isfinite(positions[r])) {
      return Error{ErrorCode::kNotFinite, "positions[" + std::to_string(r) + "] is " +
                                              number_text(positions[r]) + "; it must be finite"};
    }
    if (std::abs(positions[r]) > static_cast<double>(kMaxPositions)) {
      return Error{ErrorCode::kOutOfRange, "positions[" + std::to_string(r) + "] is " +
                                               number_text(positions[r]) +
                                               "; it must lie in -2147483648..2147483648"};
    }
  }
  auto table = Matrix::uninitialized(static_cast<std::int64_t>(positions.size()), width);
  if (!table.ok()) return table;
  Matrix out = std::move(table).value();
  const std::vector<TurnRate> rates = turn_rates(width, base);
  for (int k = 0; k < static_cast<int>(rates.size()); ++k) {
    const PairColumns columns = pair_columns(layout, width, k);
    const double rate = rates[static_cast<std::size_t>(k)].radians();
    for (int r = 0; r < out.rows(); ++r) {
      const double angle = positions[static_cast<std::size_t>(r)] * rate;
      out(r, columns.sine) = static_cast<float>(std::sin(angle));
      if (columns.cosine >= 0) out(r, columns.cosine) = static_cast<float>(std::cos(angle));
    }
  }
  return out;
}

Result<Matrix> sinusoidal_rates(int width, double base) {
  if (auto valid = check_rates(width, base); !valid.ok()) return valid.error();
  const std::vector<TurnRate> rates = turn_rates(width, base);
  auto row = Matrix::uninitialized(1, static_cast<std::int64_t>(rates.size()));
  if (!row.ok()) return row;
  Matrix out = std::move(row).value();
  for (int k = 0; k < out.cols(); ++k) {
    out(0, k) = static_cast<float>(rates[static_cast<std::size_t>(k)].radians());
  }
  return out;
}

}  // namespace posenc
