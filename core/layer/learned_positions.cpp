#include "core/layer/learned_positions.h"

#include <algorithm>
#include <optional>
#include <string>

namespace posenc {
namespace {

std::optional<Error> check(const Matrix& table, const Tensor3& batch, int start) {
  if (batch.cols() != table.cols()) {
    return Error{ErrorCode::kShapeMismatch, "the input is " + std::to_string(batch.cols()) +
                                                " wide; the layer's table is " +
                                                std::to_string(table.cols()) + " wide"};
  }
  if (start < 0 || std::int64_t{start} + batch.rows() > table.rows()) {
    return Error{ErrorCode::kOutOfRange,
                 "start is " + std::to_string(start) + " and the sequence has " +
                     std::to_string(batch.rows()) + " tokens; the table has rows 0.." +
                     std::to_string(table.rows() - 1)};
  }
  return std::nullopt;
}

}  // namespace

Result<LearnedPositions> LearnedPositions::create(Matrix table) {
  if (table.rows() < 1 || table.cols() < 1) {
    return Error{ErrorCode::kOutOfRange, "the table is " + std::to_string(table.rows()) + " x " +
                                             std::to_string(table.cols()) +
                                             "; it must have a row and a column at least"};
  }
  return LearnedPositions(std::move(table));
}

Result<Tensor3> LearnedPositions::forward(const Tensor3& input, int start) const {
  if (auto wrong = check(table_, input, start)) return *wrong;
  auto result = Tensor3::uninitialized(input.batch(), input.rows(), input.cols());
  if (!result.ok()) return result;
  Tensor3 output = std::move(result).value();
  const std::int64_t sequence = std::int64_t{input.rows()} * input.cols();
  const float* rows = table_.data() + std::int64_t{start} * table_.cols();
  // Without cells there is nothing to walk over, however many sequences there are.
  for (std::int64_t first = 0; first < output.size(); first += sequence) {
    const float* from = input.data() + first;
    float* to = output.data() + first;
    for (std::int64_t i = 0; i < sequence; ++i) to[i] = from[i] + rows[i];
  }
  return output;
}

Result<LearnedPositionsGradient> LearnedPositions::backward(const Tensor3& output_gradient,
                                                            int start) const {
  if (auto wrong = check(table_, output_gradient, start)) return *wrong;
  auto input = Tensor3::copy_of(output_gradient.batch(), output_gradient.rows(),
                                output_gradient.cols(), output_gradient.cells());
  if (!input.ok()) return input.error();
  auto table = Matrix::uninitialized(table_.rows(), table_.cols());
  if (!table.ok()) return table.error();
  LearnedPositionsGradient gradient{std::move(input).value(), std::move(table).value()};
  std::fill_n(gradient.table.data(), gradient.table.size(), 0.0f);
  const std::int64_t sequence = std::int64_t{output_gradient.rows()} * output_gradient.cols();
  float* rows = gradient.table.data() + std::int64_t{start} * table_.cols();
  for (std::int64_t i = 0; i < sequence; ++i) {
    double sum = 0.0;
    for (int b = 0; b < output_gradient.batch(); ++b) {
      sum += output_gradient.data()[b * sequence + i];
    }
    rows[i] = static_cast<float>(sum);
  }
  return gradient;
}

}  // namespace posenc
