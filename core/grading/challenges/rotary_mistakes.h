#pragma once

#include <memory>
#include <span>

#include "core/grading/case.h"
#include "core/grading/mistake_search.h"

namespace posenc {

/// The arguments of a case, which must live on.
struct RotaryCall {
  explicit RotaryCall(const Case& given);

  int rows;
  int width;
  double base;
  const double* x;          ///< [rows, width]
  const double* positions;  ///< [rows]
};

/// How people get rotary encoding wrong: rates, which columns are a pair, which position a row has,
/// how a pair is turned and how much of a row is.
/// Requires  cases that outlive the space
std::unique_ptr<MistakeSpace> rotary_mistakes(std::span<const Case> cases);

}  // namespace posenc
