#pragma once

#include <memory>
#include <span>

#include "core/grading/case.h"
#include "core/grading/mistake_search.h"

namespace posenc {

struct ShiftMatrixCall {
  explicit ShiftMatrixCall(const Case& given);

  int offset;
  int width;
  double base;
};

/// How people get the matrix wrong: rates, the offset, the block of a pair, where blocks stand.
/// Requires  cases that outlive the space
std::unique_ptr<MistakeSpace> shift_matrix_mistakes(std::span<const Case> cases);

}  // namespace posenc
