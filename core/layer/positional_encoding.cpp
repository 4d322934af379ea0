#include "core/layer/positional_encoding.h"

#include <string>

namespace posenc {
namespace {

Error width_mismatch(int given, int needed) {
  return {ErrorCode::kShapeMismatch, "the input is " + std::to_string(given) +
                                         " wide; the layer's pattern is " + std::to_string(needed) +
                                         " wide"};
}

}  // namespace

Result<PositionalEncoding> PositionalEncoding::create(const SinusoidalSpec& spec) {
  auto pattern = sinusoidal(spec);
  if (!pattern.ok()) return pattern.error();
  return PositionalEncoding(std::move(pattern).value());
}

Result<Tensor3> PositionalEncoding::forward(const Tensor3& input, int start) const {
  if (input.cols() != pattern_.cols()) return width_mismatch(input.cols(), pattern_.cols());
  if (start < 0 || std::int64_t{start} + input.rows() > pattern_.rows()) {
    return Error{ErrorCode::kOutOfRange, "start is " + std::to_string(start) +
                                             " and the sequence has " +
                                             std::to_string(input.rows()) +
                                             " tokens; the layer was built for positions 0.." +
                                             std::to_string(pattern_.rows() - 1)};
  }
  auto result = Tensor3::uninitialized(input.batch(), input.rows(), input.cols());
  if (!result.ok()) return result;
  Tensor3 output = std::move(result).value();
  const std::int64_t sequence = std::int64_t{input.rows()} * input.cols();
  const float* pattern = pattern_.row(start);
  // Without cells there is nothing to walk over, however many sequences there are.
  for (std::int64_t first = 0; first < output.size(); first += sequence) {
    const float* from = input.data() + first;
    float* to = output.data() + first;
    for (std::int64_t i = 0; i < sequence; ++i) to[i] = from[i] + pattern[i];
  }
  return output;
}

Result<Tensor3> PositionalEncoding::backward(const Tensor3& output_gradient) const {
  if (output_gradient.cols() != pattern_.cols()) {
    return width_mismatch(output_gradient.cols(), pattern_.cols());
  }
  return Tensor3::copy_of(output_gradient.batch(), output_gradient.rows(), output_gradient.cols(),
                          output_gradient.cells());
}

}  // namespace posenc
