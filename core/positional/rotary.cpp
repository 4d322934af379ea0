#include "core/positional/rotary.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/buffer.h"
#include "core/base/refusal.h"
#include "core/base/scratch.h"
#include "core/base/shape.h"
#include "core/positional/double_double.h"
#include "core/positional/rotary_kernel.h"
#include "core/positional/turn_table.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

Error out_of_range(const char* name, double value, const char* need) {
  return refusal(ErrorCode::kOutOfRange, name, value, need);
}

/// The number of columns that are turned, for a spec that has nothing wrong.
Result<int> check(const RotarySpec& spec) {
  struct Number {
    const char* name;
    double value;
  };
  for (const Number& number :
       {Number{"base", spec.base}, Number{"factor", spec.factor},
        Number{"fast_turns", spec.fast_turns}, Number{"slow_turns", spec.slow_turns},
        Number{"attention_factor", spec.attention_factor}}) {
    if (!std::isfinite(number.value)) {
      return refusal(ErrorCode::kNotFinite, number.name, number.value, "finite");
    }
  }
  if (spec.width < 2 || spec.width > kMaxWidth) {
    return out_of_range("width", spec.width, "2..65536");
  }
  if (spec.rotated == 0 && spec.width % 2 != 0) {
    return out_of_range("width", spec.width, "even to be turned as a whole");
  }
  const int rotated = spec.rotated == 0 ? spec.width : spec.rotated;
  if (rotated < 2 || rotated > spec.width || rotated % 2 != 0) {
    return out_of_range("rotated", rotated, "even, at least 2 and at most the width");
  }
  if (spec.base <= 1.0) return out_of_range("base", spec.base, "above 1");
  if (spec.factor < 1.0 || spec.factor > kMaxRotaryFactor) {
    return out_of_range("factor", spec.factor, "1..1000000");
  }
  switch (spec.scaling) {
    case RotaryScaling::kNone:
      if (spec.factor != 1.0) {
        return out_of_range("factor", spec.factor, "1 without scaling");
      }
      break;
    case RotaryScaling::kLinear:
      break;
    case RotaryScaling::kNtk:
      if (rotated < 4) {
        return out_of_range("rotated", rotated, "4 or more for NTK-aware scaling");
      }
      break;
    case RotaryScaling::kYarn:
      if (spec.trained < 1) return out_of_range("trained", spec.trained, "1 or more");
      if (spec.slow_turns <= 0.0) {
        return out_of_range("slow_turns", spec.slow_turns, "above 0");
      }
      if (spec.fast_turns <= spec.slow_turns) {
        return out_of_range("fast_turns", spec.fast_turns, "above slow_turns");
      }
      if (spec.attention_factor < 0.0 || spec.attention_factor > kMaxAttentionFactor) {
        return out_of_range("attention_factor", spec.attention_factor, "0..1000");
      }
      break;
    default:
      return out_of_range("scaling", static_cast<int>(spec.scaling), "one of the four scalings");
  }
  return rotated;
}

/// The logarithm of x >= 0, the same bits in every build; infinite where x or 1 / x is.
double natural_log(double x) {
  const double above_one = x < 1.0 ? 1.0 / x : x;
  double size = 0.0;
  if (above_one > 1.0) size = std::isinf(above_one) ? above_one : log(above_one).high;
  return x < 1.0 ? -size : size;
}

/// Where YaRN's ramp begins and ends, in pairs.
struct Ramp {
  int begin;
  int end;
};

/// The (fractional) pair that makes `turns` turns in the trained length, as in the published code.
double pair_with_turns(double turns, int rotated, const RotarySpec& spec) {
  return rotated * natural_log(spec.trained / (turns * kRadiansPerTurn)) /
         (2.0 * natural_log(spec.base));
}

Ramp yarn_ramp(int rotated, const RotarySpec& spec) {
  // Clamped as doubles: with a base near 1 they leave the range of int.
  const double last = rotated - 1;
  const double begin = std::floor(pair_with_turns(spec.fast_turns, rotated, spec));
  const double end = std::ceil(pair_with_turns(spec.slow_turns, rotated, spec));
  return {static_cast<int>(std::clamp(begin, 0.0, last)),
          static_cast<int>(std::clamp(end, 0.0, last))};
}

DoubleDouble whole(double value) { return {value, 0.0}; }

/// What YaRN multiplies the rate of a pair by: 1 before the ramp, 1 / factor after it.
DoubleDouble yarn_factor(int pair, Ramp ramp, DoubleDouble slowed) {
  if (pair <= ramp.begin) return whole(1.0);
  if (pair >= ramp.end) return slowed;
  const DoubleDouble part = whole(pair - ramp.begin) / whole(ramp.end - ramp.begin);
  return whole(1.0) + part * (slowed + whole(-1.0));
}

/// Radians per position in double-double, so that far positions keep their digits.
std::vector<DoubleDouble> scaled_rates(int rotated, const RotarySpec& spec) {
  DoubleDouble log_base = log(spec.base);
  if (spec.factor == 1.0) return pair_rates(rotated, log_base);
  if (spec.scaling == RotaryScaling::kNtk) {
    log_base = log_base + log(spec.factor) * (whole(rotated) / whole(rotated - 2));
  }
  std::vector<DoubleDouble> rates = pair_rates(rotated, log_base);
  const DoubleDouble slowed = whole(1.0) / whole(spec.factor);
  if (spec.scaling == RotaryScaling::kLinear) {
    for (DoubleDouble& rate : rates) rate = rate * slowed;
  }
  if (spec.scaling == RotaryScaling::kYarn) {
    const Ramp ramp = yarn_ramp(rotated, spec);
    for (int k = 0; k < static_cast<int>(rates.size()); ++k) {
      DoubleDouble& rate = rates[static_cast<std::size_t>(k)];
      rate = rate * yarn_factor(k, ramp, slowed);
    }
  }
  return rates;
}

double attention_factor(const RotarySpec& spec) {
  if (spec.scaling != RotaryScaling::kYarn) return 1.0;
  if (spec.attention_factor != 0.0) return spec.attention_factor;
  return 0.1 * natural_log(spec.factor) + 1.0;
}

std::optional<Error> check_positions(std::span<const std::int32_t> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] < 0) {
      return Error{ErrorCode::kOutOfRange, "positions[" + std::to_string(i) + "] is " +
                                               std::to_string(positions[i]) +
                                               "; it must be 0 or more"};
    }
  }
  return std::nullopt;
}

std::optional<Error> check_heads(const Matrix& x, const RotarySpec& spec) {
  if (x.cols() % spec.width == 0) return std::nullopt;
  return Error{ErrorCode::kShapeMismatch, "x has " + std::to_string(x.cols()) +
                                              " columns; they must be heads of width " +
                                              std::to_string(spec.width)};
}

/// Makes tables, quickly where positions follow each other.
class TableMaker {
 public:
  /// Tables of at most `rows` positions at a time. Nothing where memory is short.
  static std::optional<TableMaker> make(const RotarySpec& spec, int rotated, int rows) {
    auto table = TurnTable::make(turn_rates(scaled_rates(rotated, spec)), rotated,
                                 PairLayout::kSplit, attention_factor(spec), rows);
    if (!table) return std::nullopt;
    return TableMaker(std::move(*table), rotated / 2);
  }

  void fill(std::span<const std::int32_t> positions, float* cosines, float* sines) {
    for (std::size_t from = 0; from < positions.size();) {
      std::size_t to = from + 1;
      while (to < positions.size() && positions[to] == std::int64_t{positions[to - 1]} + 1) ++to;
      const std::size_t before = from * static_cast<std::size_t>(pairs_);
      const TurnTable::Part parts[] = {{sines + before, pairs_}, {cosines + before, pairs_}};
      table_.fill(positions[from], static_cast<int>(to - from), parts);
      from = to;
    }
  }

 private:
  TableMaker(TurnTable table, int pairs) : table_(std::move(table)), pairs_(pairs) {}

  TurnTable table_;
  int pairs_;
};

RotaryHeads heads_of(const Matrix& x, const RotarySpec& spec, int rotated) {
  return {x.cols() / spec.width, spec.width, rotated, spec.layout};
}

/// Some rows of both tables.
struct RotaryPart {
  Buffer cosines;
  Buffer sines;
};

/// Tables of this many cells stay in the cache until they are used.
constexpr int kTableCells = 1 << 16;

Result<Matrix> turned(const Matrix& x, std::span<const std::int32_t> positions,
                      const RotarySpec& spec, float direction) {
  auto rotated = check(spec);
  if (!rotated.ok()) return rotated.error();
  if (auto wrong = check_heads(x, spec)) return *wrong;
  if (positions.size() != static_cast<std::size_t>(x.rows())) {
    return Error{ErrorCode::kShapeMismatch, "positions has " + std::to_string(positions.size()) +
                                                " entries; x has " + std::to_string(x.rows()) +
                                                " rows"};
  }
  if (auto wrong = check_positions(positions)) return *wrong;
  auto result = Matrix::uninitialized(x.rows(), x.cols());
  if (!result.ok() || x.size() == 0) return result;
  Matrix out = std::move(result).value();

  // A part of the tables at a time: they are read once and need not be kept.
  const int pairs = rotated.value() / 2;
  const int rows = std::clamp(kTableCells / rotated.value(), 1, x.rows());
  auto cosines = Buffer::uninitialized(std::int64_t{rows} * pairs);
  if (!cosines.ok()) return cosines.error();
  auto sines = Buffer::uninitialized(std::int64_t{rows} * pairs);
  if (!sines.ok()) return sines.error();
  RotaryPart part{std::move(cosines).value(), std::move(sines).value()};
  auto maker = TableMaker::make(spec, rotated.value(), rows);
  if (!maker) return no_scratch();
  const RotaryHeads heads = heads_of(x, spec, rotated.value());
  for (int first = 0; first < x.rows(); first += rows) {
    const int count = std::min(rows, x.rows() - first);
    maker->fill(positions.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
                part.cosines.data(), part.sines.data());
    for (int t = 0; t < count; ++t) {
      const std::int64_t row = std::int64_t{t} * pairs;
      turn_heads(x.row(first + t), part.cosines.data() + row, part.sines.data() + row, direction,
                 heads, out.row(first + t));
    }
  }
  return out;
}

}  // namespace

Result<RotaryRates> rotary_rates(const RotarySpec& spec) {
  auto rotated = check(spec);
  if (!rotated.ok()) return rotated.error();
  RotaryRates result;
  result.rates.reserve(static_cast<std::size_t>(rotated.value() / 2));
  for (const DoubleDouble rate : scaled_rates(rotated.value(), spec)) {
    result.rates.push_back(rate.high);
  }
  result.attention_factor = attention_factor(spec);
  return result;
}

Result<RotaryTables> rotary_tables(std::span<const std::int32_t> positions,
                                   const RotarySpec& spec) {
  auto rotated = check(spec);
  if (!rotated.ok()) return rotated.error();
  if (auto wrong = check_positions(positions)) return *wrong;
  const auto tokens = static_cast<std::int64_t>(positions.size());
  const int pairs = rotated.value() / 2;
  auto cosines = Matrix::uninitialized(tokens, pairs);
  if (!cosines.ok()) return cosines.error();
  auto sines = Matrix::uninitialized(tokens, pairs);
  if (!sines.ok()) return sines.error();
  RotaryTables tables{std::move(cosines).value(), std::move(sines).value()};
  auto maker = TableMaker::make(spec, rotated.value(), tables.sines.rows());
  if (!maker) return no_scratch();
  maker->fill(positions, tables.cosines.data(), tables.sines.data());
  return tables;
}

Result<Matrix> rotary(const Matrix& x, std::span<const std::int32_t> positions,
                      const RotarySpec& spec) {
  return turned(x, positions, spec, 1.0f);
}

Result<Matrix> rotary_backward(const Matrix& output_gradient,
                               std::span<const std::int32_t> positions, const RotarySpec& spec) {
  return turned(output_gradient, positions, spec, -1.0f);
}

std::optional<Error> rotary_into(const Matrix& x, const RotaryTables& tables,
                                 const RotarySpec& spec, std::span<float> out) {
  auto rotated = check(spec);
  if (!rotated.ok()) return rotated.error();
  if (auto wrong = check_heads(x, spec)) return wrong;
  for (const Matrix* table : {&tables.cosines, &tables.sines}) {
    if (table->rows() != x.rows() || table->cols() != rotated.value() / 2) {
      return Error{ErrorCode::kShapeMismatch, "a table is " + std::to_string(table->rows()) +
                                                  " x " + std::to_string(table->cols()) +
                                                  "; it must be " + std::to_string(x.rows()) +
                                                  " x " + std::to_string(rotated.value() / 2)};
    }
  }
  const auto size = filled_cell_count({x.rows(), x.cols()}, static_cast<std::int64_t>(out.size()));
  if (!size.ok()) return size.error();
  const RotaryHeads heads = heads_of(x, spec, rotated.value());
  for (int t = 0; t < x.rows(); ++t) {
    turn_heads(x.row(t), tables.cosines.row(t), tables.sines.row(t), 1.0f, heads,
               out.data() + std::int64_t{t} * x.cols());
  }
  return std::nullopt;
}

}  // namespace posenc
