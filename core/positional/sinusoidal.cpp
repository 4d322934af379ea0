#include "core/positional/sinusoidal.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/scratch.h"
#include "core/base/shape.h"
#include "core/positional/turn_table.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

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

/// `spec` is valid and `out` has room for its cells.
std::optional<Error> fill_table(const SinusoidalSpec& spec, float* out) {
  auto table = TurnTable::make(turn_rates(spec.width, spec.base), spec.width, spec.layout, 1.0,
                               spec.positions);
  if (!table) return no_scratch();
  const TurnTable::Part whole{out, spec.width};
  table->fill(spec.first, spec.positions, {&whole, 1});
  return std::nullopt;
}

}  // namespace

Result<Matrix> sinusoidal(const SinusoidalSpec& spec) {
  if (auto valid = check(spec); !valid.ok()) return valid.error();
  auto table = Matrix::uninitialized(spec.positions, spec.width);
  if (!table.ok()) return table;
  Matrix out = std::move(table).value();
  if (auto wrong = fill_table(spec, out.data())) return *wrong;
  return out;
}

std::optional<Error> sinusoidal_into(const SinusoidalSpec& spec, std::span<float> out) {
  if (auto valid = check(spec); !valid.ok()) return valid.error();
  const auto size =
      filled_cell_count({spec.positions, spec.width}, static_cast<std::int64_t>(out.size()));
  if (!size.ok()) return size.error();
  return fill_table(spec, out.data());
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
    const TurnRate rate = rates[static_cast<std::size_t>(k)];
    for (int r = 0; r < out.rows(); ++r) {
      const SineCosine code = rate.at_real(positions[static_cast<std::size_t>(r)]);
      out(r, columns.sine) = static_cast<float>(code.sine);
      if (columns.cosine < width) out(r, columns.cosine) = static_cast<float>(code.cosine);
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
