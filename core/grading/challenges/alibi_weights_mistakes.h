#pragma once

#include <memory>
#include <span>

#include "core/grading/case.h"
#include "core/grading/mistake_search.h"

namespace posenc {

/// The arguments of a case, which must live on.
struct AlibiWeightsCall {
  explicit AlibiWeightsCall(const Case& given);

  int heads;
  int length;
  const double* scores;  ///< [heads, length, length]
};

/// How people get the weights wrong: the slopes, which head has which, the distance and its sign,
/// the scale of scores and bias, the mask and the softmax.
/// Requires  cases that outlive the space
std::unique_ptr<MistakeSpace> alibi_weights_mistakes(std::span<const Case> cases);

}  // namespace posenc
