#include "core/grading/challenges/alibi_weights_mistakes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "core/grading/axes/masked_softmax.h"
#include "core/grading/comparison.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kSlopeAxis,
  kHeadAxis,
  kDistanceAxis,
  kBiasAxis,
  kScoreAxis,
  kMaskAxis,
  kSoftmaxAxis,
  kContainerAxis,
};

namespace slope_rule {
enum : int {
  kRight,
  kGeometric,
  kFromZero,
  kNextPower,
  kExtraFromSecond,
  kExtraConsecutive,
  kExtraRepeated,
  kSorted,
  kHalvings,
  kHeadsInsteadOfEight,
  kExponentInverted,
  kBaseE,
  kReciprocal,
};
}
namespace head_rule {
enum : int { kRight, kReversed, kFirstForAll, kLastForAll };
}
namespace distance_rule {
enum : int {
  kRight,
  kReversedSign,
  kFromFirst,
  kMissing,
  kSquared,
  kRoot,
  kOverLength,
  kLogarithm,
  kOne,
};
}
namespace bias_rule {
enum : int { kRight, kFactor, kMultiplied, kAfterSoftmax };
}
namespace score_rule {
enum : int { kRight, kIgnored, kByRootOfLength, kByRootOfHeads, kTransposed, kFactor };
}
namespace container_rule {
enum : int { kRight, kFlat, kHeadsLast, kFirstHead, kHeadMean };
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kSlopeChoices[] = {{"alibi-slopes-geometric", true},
                                         {"alibi-slope-exponent-from-zero"},
                                         {"alibi-slopes-of-next-power"},
                                         {"alibi-extra-slopes-from-second"},
                                         {"alibi-extra-slopes-consecutive"},
                                         {"alibi-extra-slopes-repeated"},
                                         {"alibi-slopes-sorted", true},
                                         {"alibi-slopes-halvings"},
                                         {"alibi-heads-instead-of-eight"},
                                         {"alibi-slopes-growing"},
                                         {"alibi-slopes-base-e"},
                                         {"alibi-slopes-reciprocal"}};
constexpr Alternative kHeadChoices[] = {
    {"alibi-heads-reversed"}, {"alibi-one-slope-for-all"}, {"alibi-last-slope-for-all"}};
constexpr Alternative kDistanceChoices[] = {
    {"alibi-positive-sign"},      {"alibi-distance-from-first"}, {"alibi-missing"},
    {"alibi-distance-squared"},   {"alibi-distance-root"},       {"alibi-distance-over-length"},
    {"alibi-distance-logarithm"}, {"alibi-distance-one"}};
constexpr Alternative kBiasChoices[] = {
    {"alibi-bias-scaled", false, 4}, {"alibi-bias-multiplied"}, {"alibi-bias-after-softmax"}};
constexpr Alternative kScoreChoices[] = {{"alibi-scores-ignored"},
                                         {"alibi-scores-by-root-of-length"},
                                         {"alibi-scores-by-root-of-heads"},
                                         {"alibi-scores-transposed"},
                                         {"alibi-scores-scaled", false, 4}};
/// The shared choices, but that the last stands for a bias of slope * key without a mask: with a
/// mask that form is right, since each row differs by a constant only.
constexpr int kKeyOnlyUnmasked = mask_rule::kTopLeft;
constexpr std::array kMasks = [] {
  std::array<Alternative, std::size(kMaskChoices)> all{};
  std::copy(std::begin(kMaskChoices), std::end(kMaskChoices), all.begin());
  all.back() = {"alibi-key-only-without-mask"};
  return all;
}();
constexpr Alternative kContainerChoices[] = {{"shape-flat"},
                                             {"alibi-heads-last", true},
                                             {"alibi-first-head-returned"},
                                             {"alibi-heads-averaged"}};
constexpr Axis kAxes[] = {
    {"slope", kSlopeChoices, 4},       {"head", kHeadChoices, 2},
    {"distance", kDistanceChoices, 4}, {"bias", kBiasChoices, 1},
    {"score", kScoreChoices, 2},       {"mask", kMasks, 9},
    {"softmax", kSoftmaxChoices, 3},   {"container", kContainerChoices, 2},
};

/// The slope that a rule gives to a head.
double slope_by(int rule, int heads, int h) {
  int lower = 1;
  while (2 * lower <= heads) lower *= 2;
  const double i = h + 1;
  const double place = h - lower;  // among those beyond the lower power of two
  const bool extra = h >= lower;
  double exponent = extra ? -8.0 * (2.0 * place + 1.0) / (2.0 * lower) : -8.0 * i / lower;
  switch (rule) {
    case slope_rule::kGeometric:
      exponent = -8.0 * i / heads;
      break;
    case slope_rule::kFromZero:
      exponent = -8.0 * (extra ? place : double(h)) / lower;
      break;
    case slope_rule::kNextPower:
      exponent = -8.0 * i / (lower == heads ? lower : 2 * lower);
      break;
    case slope_rule::kExtraFromSecond:
      if (extra) exponent = -8.0 * (place + 1.0) / lower;
      break;
    case slope_rule::kExtraConsecutive:
      if (extra) exponent = -8.0 * (place + 1.0) / (2.0 * lower);
      break;
    case slope_rule::kExtraRepeated:
      exponent = -8.0 * i / lower;
      break;
    case slope_rule::kSorted: {
      // The extra slopes are the odd places of the doubled series and come first.
      const int extras = heads - lower;
      exponent = -8.0 * (h < 2 * extras ? i : 2.0 * (i - extras)) / (2.0 * lower);
      break;
    }
    case slope_rule::kHalvings:
      exponent = -i;
      break;
    case slope_rule::kHeadsInsteadOfEight:
      exponent *= heads / 8.0;
      break;
    case slope_rule::kExponentInverted:
      exponent = -exponent;
      break;
    case slope_rule::kBaseE:
      return exponential(exponent);
    case slope_rule::kReciprocal:
      return 1.0 / i;
    default:
      break;
  }
  return exponential(exponent * std::numbers::ln2);
}

double distance_by(int rule, int query, int key, int length) {
  const double apart = std::abs(query - key);
  switch (rule) {
    case distance_rule::kReversedSign:
      return -apart;
    case distance_rule::kFromFirst:
      return key;
    case distance_rule::kMissing:
      return 0.0;
    case distance_rule::kSquared:
      return apart * apart;
    case distance_rule::kRoot:
      return std::sqrt(apart);
    case distance_rule::kOverLength:
      return apart / length;
    case distance_rule::kLogarithm:
      return logarithm(1.0 + apart);
    case distance_rule::kOne:
      return apart > 0.0 ? 1.0 : 0.0;
    default:
      return apart;
  }
}

/// The scores of one head with their bias.
class BiasedScores final : public ScoreGrid {
 public:
  BiasedScores(const AlibiWeightsCall& call, const Point& point, double slope, int head)
      : point_(point), slope_(slope), cells_(call.scores + head * call.length * call.length) {
    queries = keys = call.length;
    switch (point.choice(kScoreAxis)) {
      case score_rule::kIgnored:
        factor_ = 0.0;
        break;
      case score_rule::kByRootOfLength:
        factor_ = 1.0 / std::sqrt(double(call.length));
        break;
      case score_rule::kByRootOfHeads:
        factor_ = 1.0 / std::sqrt(double(call.heads));
        break;
      case score_rule::kFactor:
        factor_ = point.value(kScoreAxis);
        break;
      default:
        break;
    }
  }

  double bias(int query, int key) const {
    const double factor =
        point_.choice(kBiasAxis) == bias_rule::kFactor ? point_.value(kBiasAxis) : 1.0;
    if (point_.choice(kMaskAxis) == kKeyOnlyUnmasked) return factor * slope_ * key;
    return -factor * slope_ * distance_by(point_.choice(kDistanceAxis), query, key, keys);
  }

  double score(int query, int key) const {
    const bool turned = point_.choice(kScoreAxis) == score_rule::kTransposed;
    return factor_ * (turned ? cells_[key * keys + query] : cells_[query * keys + key]);
  }

  double at(int query, int key) const override {
    switch (point_.choice(kBiasAxis)) {
      case bias_rule::kMultiplied:
        return score(query, key) * bias(query, key);
      case bias_rule::kAfterSoftmax:
        return score(query, key);
      default:
        return score(query, key) + bias(query, key);
    }
  }

 private:
  const Point& point_;
  double slope_;
  const double* cells_;
  double factor_ = 1.0;
};

class AlibiWeightsMistakes final : public MistakeSpace {
 public:
  explicit AlibiWeightsMistakes(std::span<const Case> cases) : cases_(cases) {}

  std::span<const Axis> axes() const override { return kAxes; }

  Form form(int case_index, const Point& point) const override {
    const AlibiWeightsCall call(cases_[static_cast<std::size_t>(case_index)]);
    const int n = call.length;
    Form form;
    switch (point.choice(kContainerAxis)) {
      case container_rule::kFlat:
        form.shape = ListShape::list(call.heads * n * n);
        break;
      case container_rule::kHeadsLast:
        form.shape = ListShape::batch(n, n, call.heads);
        break;
      case container_rule::kFirstHead:
      case container_rule::kHeadMean:
        form.shape = ListShape::rows(n, n);
        if (call.heads == 0) form.sometimes_fails = true;
        break;
      default:
        form.shape = ListShape::batch(call.heads, n, n);
        break;
    }
    if (call.heads * n == 0) return form;
    form.sometimes_fails = softmax_may_fail(rules_of(point));
    return form;
  }

  Prediction cell(int case_index, const Point& point, std::size_t cell) const override {
    const AlibiWeightsCall call(cases_[static_cast<std::size_t>(case_index)]);
    const Place at = place(call, point, cell);
    if (point.choice(kContainerAxis) == container_rule::kHeadMean) {
      Prediction mean{0.0, kTolerance.at(call.length)};
      for (int head = 0; head < call.heads; ++head) {
        mean.value += weight(call, point, {head, at.query, at.key}).value / call.heads;
      }
      return mean;
    }
    return weight(call, point, at);
  }

  std::vector<double> solve(int axis, const Point& point,
                            std::span<const Answer> answers) const override {
    for (std::size_t c = 0; c < answers.size(); ++c) {
      const AlibiWeightsCall call(cases_[c]);
      if (answers[c].problem || call.length < 3 || call.heads == 0) continue;
      if (answers[c].shape != ListShape::batch(call.heads, call.length, call.length)) return {};
      const std::span<const double> weights(answers[c].cells.data(),
                                            static_cast<std::size_t>(call.length * call.length));
      const double first = slope(call, point, 0);
      const BiasedScores scores(call, point, first, 0);
      std::vector<double> found;
      if (axis == kMaskAxis) return solve_fill(scores, point.choice(kMaskAxis), weights);
      // Two weights of one row say by how much their scores differ, and so what the factor is.
      const int last = call.length - 1;
      const auto at = [&](int key) {
        return weights[static_cast<std::size_t>(last * call.length + key)];
      };
      const double apart = logarithm(at(0) / at(last));
      Point plain = point;
      plain.set(kBiasAxis, 0);
      plain.set(kScoreAxis,
                point.choice(kScoreAxis) == score_rule::kFactor ? 0 : point.choice(kScoreAxis));
      const BiasedScores right(call, plain, first, 0);
      const double score = right.score(last, 0) - right.score(last, last);
      const double bias = right.bias(last, 0) - right.bias(last, last);
      const double factor =
          without_noise(axis == kBiasAxis ? (apart - score) / bias : (apart - bias) / score);
      if (!std::isfinite(factor) || nearly(factor, 1.0) || std::abs(factor) < 1e-4) return {};
      if (axis == kBiasAxis && nearly(factor, -1.0)) return {};
      return {factor};
    }
    return {};
  }

  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override {
    const AlibiWeightsCall call(cases_[static_cast<std::size_t>(case_index)]);
    NamedValues values = {{"heads", double(call.heads)}, {"n", double(call.length)}};
    if (!has_cell) return values;
    const Place at = place(call, point, cell);
    values.add("head", double(at.head));
    values.add("query", double(at.query));
    values.add("key", double(at.key));
    if (axis == kSlopeAxis || axis == kHeadAxis) {
      values.add("rightSlope", slope(call, Point{}, at.head));
      values.add("yourSlope", slope(call, point, at.head));
    }
    if (axis == kBiasAxis || axis == kScoreAxis) values.add("factor", point.value(axis));
    if (axis == kMaskAxis) values.add("fill", point.value(kMaskAxis));
    return values;
  }

 private:
  struct Place {
    int head;
    int query;
    int key;
  };

  static SoftmaxRules rules_of(const Point& point) {
    const int mask = point.choice(kMaskAxis);
    return {mask == kKeyOnlyUnmasked ? int{mask_rule::kNone} : mask, point.value(kMaskAxis),
            point.choice(kSoftmaxAxis)};
  }

  static Place place(const AlibiWeightsCall& call, const Point& point, std::size_t cell) {
    const int i = static_cast<int>(cell);
    const int n = call.length;
    if (point.choice(kContainerAxis) == container_rule::kHeadsLast) {
      return {i % call.heads, i / call.heads / n, i / call.heads % n};
    }
    return {i / n / n, i / n % n, i % n};
  }

  double slope(const AlibiWeightsCall& call, const Point& point, int head) const {
    int which = head;
    switch (point.choice(kHeadAxis)) {
      case head_rule::kReversed:
        which = call.heads - 1 - head;
        break;
      case head_rule::kFirstForAll:
        which = 0;
        break;
      case head_rule::kLastForAll:
        which = call.heads - 1;
        break;
      default:
        break;
    }
    return slope_by(point.choice(kSlopeAxis), call.heads, which);
  }

  Prediction weight(const AlibiWeightsCall& call, const Point& point, const Place& at) const {
    const BiasedScores scores(call, point, slope(call, point, at.head), at.head);
    Prediction prediction =
        masked_weight(scores, rules_of(point), at.query, at.key, kTolerance.at(call.length));
    if (point.choice(kBiasAxis) == bias_rule::kAfterSoftmax) {
      prediction.value += scores.bias(at.query, at.key);
      // Later keys are blocked again, or have the bias of their distance.
      if (at.key > at.query) prediction.other = 0.0;
    }
    return prediction;
  }

  std::span<const Case> cases_;
};

}  // namespace

AlibiWeightsCall::AlibiWeightsCall(const Case& given)
    : heads(given.arguments[0].shape.sides[0]),
      length(given.arguments[0].shape.sides[1]),
      scores(given.arguments[0].cells.data()) {}

std::unique_ptr<MistakeSpace> alibi_weights_mistakes(std::span<const Case> cases) {
  return std::make_unique<AlibiWeightsMistakes>(cases);
}

}  // namespace posenc
