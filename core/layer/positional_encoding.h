#pragma once

#include "core/base/result.h"
#include "core/base/tensor3.h"
#include "core/positional/sinusoidal.h"

namespace posenc {

/// The layer that adds a sinusoidal pattern to a batch. The pattern is built once and frozen: the
/// layer has no trainable parameters, and a training step leaves it as it was.
class PositionalEncoding {
 public:
  /// Builds the pattern that `spec` describes; it can be added to sequences of up to
  /// spec.positions tokens.
  /// Errors    as for sinusoidal()
  static Result<PositionalEncoding> create(const SinusoidalSpec& spec);

  /// output[b, t, i] = input[b, t, i] + pattern[start + t, i]: position means the place inside its
  /// own sequence, so the same rows are added to every sequence of the batch.
  ///
  /// Shape     [batch, tokens, width] in and out; `input` stays as it is
  /// Accuracy  one float32 addition per cell
  /// Errors    kShapeMismatch  input.cols() is not the pattern's width
  ///           kOutOfRange     start is negative, or start + tokens is above the pattern's rows
  ///           kOutOfMemory    the output does not fit the memory that is left
  Result<Tensor3> forward(const Tensor3& input, int start = 0) const;

  /// The gradient with respect to the input: the arriving one, unchanged, since the derivative of
  /// output by input is one and the pattern has no gradient.
  ///
  /// Shape     [batch, tokens, width] in and out
  /// Errors    kShapeMismatch  output_gradient.cols() is not the pattern's width
  ///           kOutOfMemory    the copy does not fit the memory that is left
  Result<Tensor3> backward(const Tensor3& output_gradient) const;

  const Matrix& pattern() const { return pattern_; }

 private:
  explicit PositionalEncoding(Matrix pattern) : pattern_(std::move(pattern)) {}

  Matrix pattern_;
};

}  // namespace posenc
