#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace posenc {

/// What running a statement in circulation showed.
enum class ClaimVerdict {
  kHolds,
  kFails,
  kDepends,  ///< it holds under some conditions and fails under others; the evidence has both
};

/// One number that an experiment measured.
struct Evidence {
  std::string id;      ///< what it is, within its claim: "longest-period-512"
  double value = 0.0;  ///< finite, in the unit that the id's text names; a yes is 1, a no is 0
  std::string source;  ///< the call that gave it: "sinusoidal_periods(512, 10000)"
};

struct ClaimReport {
  std::string id;
  ClaimVerdict verdict;
  std::vector<Evidence> evidence;
};

/// The ids of all claims, grouped by subject; always in the same order.
std::span<const std::string_view> claim_ids();

/// Runs the experiment of one claim. The verdict follows from the evidence by a rule that stands
/// beside the experiment; it is written down nowhere else.
///
/// Errors    kUnknownName  there is no claim of that id
///           kOutOfMemory  the experiment does not fit the memory that is left
Result<ClaimReport> check_claim(std::string_view id);

}  // namespace posenc
