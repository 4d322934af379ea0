#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/training_run.h"
#include "lab/options.h"

namespace posenc::lab {

struct Accuracy {
  int length = 0;
  double chance = 0.0;          ///< the best without positions and without a mask
  std::optional<double> share;  ///< of right answers; none where the scheme cannot read the length
  std::string refused;          ///< why there is none
};

/// What came of one run.
struct Report {
  std::int64_t parameters = 0;
  double loss = 0.0;  ///< mean over the last 20 steps, in nats
  std::vector<Accuracy> accuracy;
  Equivariance equivariance;
};

/// Trains one model and judges it. A learned table ends somewhere: a length beyond it has a reason
/// in place of a number.
///
/// Errors    as TrainingRun::create, and as evaluate for every other reason
Result<Report> train_and_judge(const Options& options);

/// One line of JSON. What is not finite is null.
std::string to_json(const Options& options, const Report& report);

}  // namespace posenc::lab
