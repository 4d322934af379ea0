#include "core/positional/learned.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/random.h"
#include "core/base/refusal.h"
#include "core/base/scratch.h"
#include "core/positional/sinusoidal.h"

namespace posenc {
namespace {

/// The sum of twelve uniform numbers less its mean has deviation 1.
constexpr int kUniforms = 12;
constexpr double kTwoToThe32 = 4294967296.0;

double normal(Random& random) {
  // Each draw of 64 bits serves two uniform numbers of 32; their sum is a whole number below 2^36.
  std::uint64_t sum = 0;
  for (int i = 0; i < kUniforms / 2; ++i) {
    const std::uint64_t bits = random.next();
    sum += (bits >> 32) + (bits & 0xFFFFFFFFull);
  }
  // + kUniforms / 2: each number stands for the middle of its 2^-32.
  return (static_cast<double>(sum) + kUniforms / 2) / kTwoToThe32 - kUniforms / 2;
}

std::optional<Error> check_positions(std::span<const std::int32_t> positions, int rows) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] >= 0 && positions[i] < rows) continue;
    return Error{ErrorCode::kOutOfRange,
                 "positions[" + std::to_string(i) + "] is " + std::to_string(positions[i]) +
                     (rows > 0 ? "; the table has positions 0.." + std::to_string(rows - 1)
                               : std::string("; the table has no rows"))};
  }
  return std::nullopt;
}

}  // namespace

Result<Matrix> learned_table(const LearnedTableSpec& spec) {
  if (!std::isfinite(spec.deviation)) {
    return refusal(ErrorCode::kNotFinite, "deviation", spec.deviation, "finite");
  }
  if (spec.deviation < 0.0 || spec.deviation > 1e3) {
    return refusal(ErrorCode::kOutOfRange, "deviation", spec.deviation, "0..1000");
  }
  if (spec.positions < 1) {
    return refusal(ErrorCode::kOutOfRange, "positions", spec.positions, "1 or more");
  }
  if (spec.width < 1 || spec.width > kMaxWidth) {
    return refusal(ErrorCode::kOutOfRange, "width", spec.width, "1..65536");
  }
  auto result = Matrix::uninitialized(spec.positions, spec.width);
  if (!result.ok()) return result;
  Matrix table = std::move(result).value();
  Random random(spec.seed);
  for (std::int64_t i = 0; i < table.size(); ++i) {
    table.data()[i] = static_cast<float>(spec.deviation * normal(random));
  }
  return table;
}

Result<Matrix> learned_lookup(const Matrix& table, std::span<const std::int32_t> positions) {
  if (auto wrong = check_positions(positions, table.rows())) return *wrong;
  auto result = Matrix::uninitialized(static_cast<std::int64_t>(positions.size()), table.cols());
  if (!result.ok()) return result;
  Matrix rows = std::move(result).value();
  for (int i = 0; i < rows.rows(); ++i) {
    std::copy_n(table.row(positions[static_cast<std::size_t>(i)]), table.cols(), rows.row(i));
  }
  return rows;
}

Result<Matrix> learned_lookup_backward(int rows, std::span<const std::int32_t> positions,
                                       const Matrix& output_gradient) {
  if (rows < 1) return refusal(ErrorCode::kOutOfRange, "rows", rows, "1 or more");
  if (auto wrong = check_positions(positions, rows)) return *wrong;
  if (static_cast<std::size_t>(output_gradient.rows()) != positions.size()) {
    return Error{ErrorCode::kShapeMismatch,
                 "there are " + std::to_string(positions.size()) + " positions and " +
                     std::to_string(output_gradient.rows()) +
                     " rows of the gradient; each position must have one"};
  }
  const int width = output_gradient.cols();
  auto result = Matrix::uninitialized(rows, width);
  if (!result.ok()) return result;
  Matrix gradient = std::move(result).value();
  Scratch sums = zeroed_scratch(gradient.size());
  if (!sums) return no_scratch();
  for (int i = 0; i < output_gradient.rows(); ++i) {
    double* row = sums.get() + std::int64_t{positions[static_cast<std::size_t>(i)]} * width;
    for (int c = 0; c < width; ++c) row[c] += output_gradient(i, c);
  }
  for (std::int64_t i = 0; i < gradient.size(); ++i) {
    gradient.data()[i] = static_cast<float>(sums[static_cast<std::size_t>(i)]);
  }
  return gradient;
}

Result<Matrix> learned_resize(const Matrix& table, int positions) {
  if (table.rows() < 1 || table.cols() < 1) {
    return Error{ErrorCode::kOutOfRange, "the table is " + std::to_string(table.rows()) + " x " +
                                             std::to_string(table.cols()) +
                                             "; it must have a row and a column at least"};
  }
  if (positions < 1) return refusal(ErrorCode::kOutOfRange, "positions", positions, "1 or more");
  auto result = Matrix::uninitialized(positions, table.cols());
  if (!result.ok()) return result;
  Matrix resized = std::move(result).value();
  const std::int64_t steps = std::max(positions - 1, 1);
  for (int r = 0; r < positions; ++r) {
    // Whole-number division: a row that falls on an old one is that row exactly.
    const std::int64_t place = std::int64_t{r} * (table.rows() - 1);
    const auto before = static_cast<int>(place / steps);
    const int after = std::min(before + 1, table.rows() - 1);
    const double share = static_cast<double>(place % steps) / static_cast<double>(steps);
    for (int c = 0; c < table.cols(); ++c) {
      const double from = table(before, c);
      resized(r, c) =
          static_cast<float>(share == 0.0 ? from : from * (1.0 - share) + share * table(after, c));
    }
  }
  return resized;
}

}  // namespace posenc
