#pragma once

#include <span>

#include "core/grading/axes/position_code.h"

namespace posenc {

// How people get from scores to causal weights: the mask and the softmax.

namespace mask_rule {
enum : int {
  kRight,
  kNone,
  kOneOfFuture,
  kStrict,
  kFlipped,
  kFutureOnly,
  kAllBlocked,
  kAfterSoftmax,
  kZeroFill,
  kTinyFill,
  kSentinel,
  kSentinelAdded,
  kPlusInfinity,
  kOnesAdded,
  kFill,
  kClamped,
  kTopLeft,
};
}
/// The last choice matters where there are fewer queries than keys.
inline constexpr Alternative kMaskChoices[] = {{"mask-missing"},
                                               {"mask-one-token-of-future"},
                                               {"mask-own-key-blocked"},
                                               {"mask-triangle-flipped"},
                                               {"mask-inverted-boolean"},
                                               {"mask-everything-blocked"},
                                               {"mask-after-softmax"},
                                               {"mask-zero-fill"},
                                               {"mask-tiny-fill"},
                                               {"mask-sentinel-too-small"},
                                               {"mask-sentinel-added"},
                                               {"mask-plus-infinity"},
                                               {"mask-ones-added-as-bias"},
                                               {"mask-fill-value", false, 8},
                                               {"mask-clamped-afterwards", false, 8},
                                               {"mask-causal-top-left"}};

namespace softmax_rule {
enum : int {
  kRight,
  kOverQueries,
  kMissing,
  kNotNormalised,
  kBaseTwo,
  kNotShifted,
  kOverAll,
  kWithoutExp,
};
}
inline constexpr Alternative kSoftmaxChoices[] = {
    {"softmax-wrong-axis"}, {"softmax-missing"},        {"softmax-not-normalised"},
    {"softmax-base-two"},   {"softmax-not-stabilised"}, {"softmax-over-everything"},
    {"softmax-without-exp"}};

/// Scores before the mask, one for each query and key.
struct ScoreGrid {
  int queries = 0;
  int keys = 0;

  virtual ~ScoreGrid() = default;
  virtual double at(int query, int key) const = 0;
};

struct SoftmaxRules {
  int mask = 0;
  double mask_value = 0.0;
  int softmax = 0;
};

/// The weight of one query and key. `tolerance` is that of a right weight.
Prediction masked_weight(const ScoreGrid& scores, const SoftmaxRules& rules, int query, int key,
                         double tolerance);

/// Whether the rules divide by zero or overflow for some scores, which some languages refuse.
bool softmax_may_fail(const SoftmaxRules& rules);

/// What blocked scores were filled with, or what all were clamped to, found from the learner's
/// weights (row-major) with all else taken as right; nothing if they do not show it.
std::vector<double> solve_fill(const ScoreGrid& scores, int mask, std::span<const double> weights);

/// The factor that the scores of one row were multiplied by; nothing if the weights do not show it.
std::vector<double> solve_score_factor(const ScoreGrid& scores, std::span<const double> weights);

}  // namespace posenc
