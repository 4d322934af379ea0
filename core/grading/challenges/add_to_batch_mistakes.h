#pragma once

#include <memory>
#include <span>

#include "core/grading/case.h"
#include "core/grading/mistake_search.h"

namespace posenc {

/// The arguments of a case, which must live on.
struct AddToBatchCall {
  explicit AddToBatchCall(const Case& given);

  int batch;
  int length;
  int width;
  int start;
  double base;
  const double* x;  ///< [batch, length, width]
};

/// How people get the sum wrong: the code of a position, which position a row stands for, how
/// content and code are put together, where, and in which lists.
/// Requires  cases that outlive the space
std::unique_ptr<MistakeSpace> add_to_batch_mistakes(std::span<const Case> cases);

}  // namespace posenc
