#pragma once

#include "core/grading/axes/position_code.h"

namespace posenc {

// How people put a content and the code of its position together.

namespace sum_rule {
enum : int {
  kRight,
  kMultiplied,
  kTwice,
  kCodeAlone,
  kSubtracted,
  kScaledContent,
  kScaledSum,
  kCodeScaledDown,
  kCodeScaledUp,
  kContentAlone,
  kContentScaledDown,
  kMean,
  kFactor,
  kDropout,
};
}
inline constexpr Alternative kSumChoices[] = {{"add-multiplied"},
                                              {"add-twice"},
                                              {"add-replaces-content"},
                                              {"add-subtracted"},
                                              {"add-content-scaled-up", true},
                                              {"add-scale-on-sum"},
                                              {"add-pe-scaled-down"},
                                              {"add-pe-scaled-up"},
                                              {"add-never-applied"},
                                              {"add-content-scaled-down"},
                                              {"add-mean"},
                                              {"add-pe-factor", false, 1},
                                              {"add-dropout-active", false, 1}};

/// Content and code of one cell by a choice of kSumChoices; `value` is the solved factor.
double sum_of(int rule, double value, double content, double code, int width);

}  // namespace posenc
