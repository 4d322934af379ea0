#include "core/grading/axes/masked_softmax.h"

#include <algorithm>
#include <cmath>

#include "core/grading/elementary.h"

namespace posenc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSmallSentinel = -1e4;

double soft_clamp(double score, double cap) {
  const double e = exponential(2.0 * score / cap);
  return std::isinf(e) ? cap : cap * (1.0 - 2.0 / (e + 1.0));
}

class MaskedScores {
 public:
  MaskedScores(const ScoreGrid& scores, const SoftmaxRules& rules)
      : scores_(scores), rules_(rules), past_(scores.keys - scores.queries) {}

  bool allowed(int query, int key) const {
    const int own = query + past_;
    switch (rules_.mask) {
      case mask_rule::kNone:
      case mask_rule::kAfterSoftmax:
        return true;
      case mask_rule::kOneOfFuture:
        return key <= own + 1;
      case mask_rule::kStrict:
        return key < own;
      case mask_rule::kFlipped:
        return key >= own;
      case mask_rule::kFutureOnly:
        return key > own;
      case mask_rule::kAllBlocked:
        return false;
      case mask_rule::kTopLeft:
        return key <= query;
      default:
        return key <= own;
    }
  }

  bool is_past(int query, int key) const { return key <= query + past_; }

  /// After the mask; -infinity where nothing is left of the score.
  double at(int query, int key) const {
    const double score = scores_.at(query, key);
    const bool is_allowed = allowed(query, key);
    switch (rules_.mask) {
      case mask_rule::kOnesAdded:
        return score + (is_allowed ? 1.0 : 0.0);
      case mask_rule::kClamped:
        return is_allowed ? soft_clamp(score, rules_.mask_value) : -rules_.mask_value;
      default:
        break;
    }
    if (is_allowed) return score;
    switch (rules_.mask) {
      case mask_rule::kZeroFill:
      case mask_rule::kTinyFill:
        return 0.0;
      case mask_rule::kSentinel:
        return kSmallSentinel;
      case mask_rule::kSentinelAdded:
        return score + kSmallSentinel;
      case mask_rule::kFill:
        return rules_.mask_value;
      default:
        return -kInfinity;
    }
  }

 private:
  const ScoreGrid& scores_;
  const SoftmaxRules& rules_;
  int past_;
};

/// The sum of exp(score - most) over the cells that one softmax runs over.
struct Total {
  double most = -kInfinity;
  double sum = 0.0;
  bool any_blocked = false;

  void add(double score) {
    if (score == -kInfinity) {
      any_blocked = true;
      return;
    }
    if (score > most) {
      sum = sum * exponential(most - score) + 1.0;
      most = score;
    } else {
      sum += exponential(score - most);
    }
  }
};

Total total_of(const MaskedScores& masked, const ScoreGrid& scores, int rule, int query, int key) {
  Total total;
  const bool all = rule == softmax_rule::kOverAll;
  const bool column = all || rule == softmax_rule::kOverQueries;
  const bool row = all || !column;
  for (int i = column ? 0 : query; i < (column ? scores.queries : query + 1); ++i) {
    for (int j = row ? 0 : key; j < (row ? scores.keys : key + 1); ++j) total.add(masked.at(i, j));
  }
  return total;
}

/// exp of a score under 1e-308 or above 1e308 of the largest exponent.
bool overflows(const Total& total) { return total.most > 709.0 || total.most < -745.0; }

}  // namespace

Prediction masked_weight(const ScoreGrid& scores, const SoftmaxRules& rules, int query, int key,
                         double tolerance) {
  const MaskedScores masked(scores, rules);
  const bool is_past = masked.is_past(query, key);
  if (rules.mask == mask_rule::kPlusInfinity) {
    // Infinity less infinity is no number; without it the allowed weights are 0.
    if (query + scores.keys - scores.queries < scores.keys - 1) {
      Prediction prediction = Prediction::not_finite();
      if (is_past) prediction.other = 0.0;
      return prediction;
    }
  }
  const double score = masked.at(query, key);
  const auto near_score = [&](double value) {
    return Prediction{value, tolerance * std::max(1.0, std::abs(value))};
  };
  switch (rules.softmax) {
    case softmax_rule::kMissing: {
      if (score != -kInfinity) return near_score(score);
      Prediction prediction = Prediction::not_finite();
      prediction.other = 0.0;
      prediction.tolerance = tolerance;
      return prediction;
    }
    case softmax_rule::kNotNormalised:
      return near_score(exponential(score));
    case softmax_rule::kWithoutExp: {
      double sum = 0.0;
      for (int j = 0; j < scores.keys; ++j) {
        if (masked.allowed(query, j)) sum += scores.at(query, j);
      }
      return masked.allowed(query, key) ? near_score(score / sum) : Prediction{0.0, tolerance};
    }
    default:
      break;
  }
  Total total = total_of(masked, scores, rules.softmax, query, key);
  if (total.sum == 0.0) {
    // Nothing is left to share: no number, or all alike where what blocks is finite.
    if (rules.softmax != softmax_rule::kRight) return Prediction::open();
    return {1.0 / scores.keys, tolerance, kInfinity};
  }
  if (rules.softmax == softmax_rule::kNotShifted && overflows(total)) {
    Prediction prediction = Prediction::not_finite();
    prediction.tolerance = tolerance;
    if (total.most > 0.0) prediction.other = 0.0;
    return prediction;
  }
  double weight = exponential(score - total.most) / total.sum;
  if (rules.softmax == softmax_rule::kBaseTwo) {
    double sum = 0.0;
    const auto power = [&](int j) {
      return exponential(std::numbers::ln2 * (masked.at(query, j) - total.most));
    };
    for (int j = 0; j < scores.keys; ++j) sum += power(j);
    weight = power(key) / sum;
  }
  if (rules.mask == mask_rule::kAfterSoftmax && !is_past) weight = 0.0;
  return {weight, tolerance};
}

bool softmax_may_fail(const SoftmaxRules& rules) {
  switch (rules.softmax) {
    case softmax_rule::kNotNormalised:
    case softmax_rule::kNotShifted:
    case softmax_rule::kWithoutExp:
      return true;
    default:
      break;
  }
  return rules.mask == mask_rule::kStrict || rules.mask == mask_rule::kFutureOnly ||
         rules.mask == mask_rule::kAllBlocked;
}

std::vector<double> solve_fill(const ScoreGrid& scores, int mask, std::span<const double> weights) {
  for (int i = 0; i < scores.queries; ++i) {
    const int own = i + scores.keys - scores.queries;
    if (own + 1 >= scores.keys) break;
    const auto at = [&](int j) { return weights[static_cast<std::size_t>(i * scores.keys + j)]; };
    if (!(at(own) > 1e-3) || !(at(own + 1) > 1e-9)) return {};
    const double ratio = logarithm(at(own + 1) / at(own));
    const double score = scores.at(i, own);
    if (!std::isfinite(ratio)) return {};
    if (mask == mask_rule::kFill) {
      const double fill = without_noise(score + ratio);
      return std::abs(fill) < 1e-3 ? std::vector<double>{} : std::vector<double>{fill};
    }
    // -cap - clamp(score, cap) falls as the cap grows.
    double low = 1e-3;
    double high = 1e3;
    for (int step = 0; step < 60; ++step) {
      const double cap = 0.5 * (low + high);
      (-cap - soft_clamp(score, cap) > ratio ? low : high) = cap;
    }
    return {without_noise(low)};
  }
  return {};
}

std::vector<double> solve_score_factor(const ScoreGrid& scores, std::span<const double> weights) {
  for (int i = scores.queries - 1; i >= 0; --i) {
    const int own = i + scores.keys - scores.queries;
    const auto at = [&](int j) { return weights[static_cast<std::size_t>(i * scores.keys + j)]; };
    int least = 0;
    int most = 0;
    for (int j = 1; j <= own; ++j) {
      if (scores.at(i, j) < scores.at(i, least)) least = j;
      if (scores.at(i, j) > scores.at(i, most)) most = j;
    }
    const double apart = scores.at(i, most) - scores.at(i, least);
    if (apart < 0.25 || !(at(least) > 1e-6) || !(at(most) > 1e-6)) continue;
    const double factor = without_noise(logarithm(at(most) / at(least)) / apart);
    if (!std::isfinite(factor) || nearly(factor, 1.0)) return {};
    return {factor};
  }
  return {};
}

}  // namespace posenc
