#pragma once

#include <memory>
#include <span>

#include "core/grading/case.h"
#include "core/grading/mistake_search.h"

namespace posenc {

/// The arguments of a case, which must live on.
struct T5BucketCall {
  explicit T5BucketCall(const Case& given);

  int count;
  const double* offsets;  ///< [count], whole numbers
  bool bidirectional;
  int buckets;
  int max_distance;
};

/// How people get the buckets wrong: the sign of the offset, the two sides, where single distances
/// end, the logarithm, its rounding, and the last bucket.
/// Requires  cases that outlive the space
std::unique_ptr<MistakeSpace> t5_bucket_mistakes(std::span<const Case> cases);

}  // namespace posenc
