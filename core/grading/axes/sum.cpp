#include "core/grading/axes/sum.h"

#include <cmath>

namespace posenc {

double sum_of(int rule, double value, double content, double code, int width) {
  const double root = std::sqrt(double(width));
  switch (rule) {
    case sum_rule::kMultiplied:
      return content * code;
    case sum_rule::kTwice:
      return content + 2.0 * code;
    case sum_rule::kCodeAlone:
      return code;
    case sum_rule::kSubtracted:
      return content - code;
    case sum_rule::kScaledContent:
      return root * content + code;
    case sum_rule::kScaledSum:
      return root * (content + code);
    case sum_rule::kCodeScaledDown:
      return content + code / root;
    case sum_rule::kCodeScaledUp:
      return content + code * root;
    case sum_rule::kContentAlone:
      return content;
    case sum_rule::kContentScaledDown:
      return content / root + code;
    case sum_rule::kMean:
      return 0.5 * (content + code);
    case sum_rule::kFactor:
      return content + value * code;
    case sum_rule::kDropout:
      return value * (content + code);
    default:
      return content + code;
  }
}

}  // namespace posenc
