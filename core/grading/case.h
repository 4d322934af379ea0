#pragma once

#include <string>
#include <vector>

#include "core/grading/value.h"

namespace posenc {

/// Whether a case is always the same, sits at a limit of the task, or comes from the seed.
enum class CaseKind { kFixed, kEdge, kRandom };

/// One call of a learner's function.
struct Case {
  std::string name;  ///< for people: "n = 3, d = 4, base 10000"
  CaseKind kind = CaseKind::kFixed;
  std::vector<Value> arguments;
};

}  // namespace posenc
