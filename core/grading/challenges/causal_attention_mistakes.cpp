#include "core/grading/challenges/causal_attention_mistakes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/grading/axes/masked_softmax.h"
#include "core/grading/axes/sum.h"
#include "core/grading/comparison.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kNumberingAxis = kCodeAxes,
  kSidesAxis,
  kSumAxis,
  kProductAxis,
  kScaleAxis,
  kMaskAxis,
  kSoftmaxAxis,
  kContainerAxis,
};
constexpr int kInputAxes = kProductAxis;  ///< those that queries and keys with codes depend on

namespace numbering_rule {
enum : int {
  kRight,
  kQueriesFromZero,
  kFromOne,
  kQueriesLater,
  kQueriesEarlier,
  kKeysLater,
  kKeysFromQueries,
  kQueriesAllLast,
};
}
namespace sides_rule {
enum : int { kRight, kNone, kQueriesOnly, kKeysOnly };
}
namespace product_rule {
enum : int { kRight, kReshaped, kApart };
}
namespace scale_rule {
enum : int { kRight, kMissing, kByWidth, kInverted, kByRootOfKeys, kByRootOfPairs, kFactor };
}
namespace container_rule {
enum : int { kRight, kFlat, kTransposed, kBatched };
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kNumberingChoices[] = {
    {"att-queries-from-zero"},   {"sin-positions-from-one"}, {"att-queries-one-later"},
    {"att-queries-one-earlier"}, {"att-keys-one-later"},     {"att-keys-end-with-queries"},
    {"att-queries-all-last"}};
constexpr Alternative kSidesChoices[] = {
    {"att-no-positions"}, {"att-positions-on-queries-only"}, {"att-positions-on-keys-only"}};
constexpr Alternative kProductChoices[] = {{"keys-reshaped-not-transposed"},
                                           {"att-content-and-position-apart"}};
constexpr Alternative kScaleChoices[] = {{"scale-missing"},          {"scale-by-width"},
                                         {"scale-inverted"},         {"scale-by-root-of-keys"},
                                         {"scale-by-root-of-pairs"}, {"scale-constant", false, 4}};
constexpr Alternative kContainerChoices[] = {
    {"shape-flat"}, {"shape-transposed"}, {"shape-batch-axis", true}};
// Left out of the shared axes: what would leave every score open, and what a sum of two rows of
// different length does.
constexpr Axis kAxes[] = {
    {"exponent", std::span(kExponentChoices).first(exponent_rule::kMissing), 8},
    {"width in the exponent", kWidthChoices, 0},
    {"base", kBaseChoices, 1},
    {"angle", kAngleChoices, 1},
    {"function", kFunctionChoices, 1},
    {"layout", kLayoutChoices, 1},
    {"odd width", std::span(kOddChoices).first(odd_rule::kCrash), 0},
    {"positions", kNumberingChoices, 4},
    {"sides", kSidesChoices, 3},
    {"sum", std::span(kSumChoices).first(sum_rule::kCodeScaledUp), 3},
    {"product", kProductChoices, 1},
    {"scale", kScaleChoices, 3},
    {"mask", kMaskChoices},
    {"softmax", kSoftmaxChoices, 3},
    {"container", kContainerChoices, 2},
};

/// Queries and keys of one case with their codes, under the input axes of a point.
struct Inputs {
  bool made = false;
  Point point;
  std::vector<double> queries;
  std::vector<double> keys;
  std::vector<double> query_codes;
  std::vector<double> key_codes;
};

class Scores final : public ScoreGrid {
 public:
  Scores(const CausalAttentionCall& call, const Inputs& inputs, int product, double factor)
      : call_(call), inputs_(inputs), product_(product), factor_(factor) {
    queries = call.queries;
    keys = call.keys;
  }

  double at(int query, int key) const override {
    const int width = call_.width;
    const double* q = inputs_.queries.data() + query * width;
    const double* k = inputs_.keys.data() + key * width;
    double sum = 0.0;
    if (product_ == product_rule::kReshaped) {
      for (int c = 0; c < width; ++c) {
        sum += q[c] * inputs_.keys[static_cast<std::size_t>(c * keys + key)];
      }
    } else if (product_ == product_rule::kApart) {
      const double* x = call_.query_cells + query * width;
      const double* y = call_.key_cells + key * width;
      const double* a = inputs_.query_codes.data() + query * width;
      const double* b = inputs_.key_codes.data() + key * width;
      for (int c = 0; c < width; ++c) sum += x[c] * y[c] + a[c] * b[c];
    } else {
      for (int c = 0; c < width; ++c) sum += q[c] * k[c];
    }
    return sum * factor_;
  }

 private:
  CausalAttentionCall call_;
  const Inputs& inputs_;
  int product_;
  double factor_;
};

class CausalAttentionMistakes final : public MistakeSpace {
 public:
  explicit CausalAttentionMistakes(std::span<const Case> cases)
      : cases_(cases), inputs_(cases.size()) {}

  std::span<const Axis> axes() const override { return kAxes; }

  Form form(int case_index, const Point& point) const override {
    const CausalAttentionCall call(cases_[static_cast<std::size_t>(case_index)]);
    Form form;
    switch (point.choice(kContainerAxis)) {
      case container_rule::kFlat:
        form.shape = ListShape::list(call.queries * call.keys);
        break;
      case container_rule::kTransposed:
        form.shape = ListShape::rows(call.keys, call.queries);
        break;
      case container_rule::kBatched:
        form.shape = ListShape::batch(1, call.queries, call.keys);
        break;
      default:
        form.shape = ListShape::rows(call.queries, call.keys);
        break;
    }
    if (call.queries == 0) return form;
    if (call.width % 2 == 1 && point.choice(kOddAxis) == odd_rule::kCrash) form.always_fails = true;
    form.sometimes_fails = softmax_may_fail(rules_of(point));
    if (code_may_fail(code_call(call), point)) form.sometimes_fails = true;
    return form;
  }

  Prediction cell(int case_index, const Point& point, std::size_t cell) const override {
    const CausalAttentionCall call(cases_[static_cast<std::size_t>(case_index)]);
    const Place at = place(call, point, cell);
    return masked_weight(scores(case_index, point), rules_of(point), at.query, at.key,
                         angle_tolerance(call.keys, call.keys * code_angle_unit(point)));
  }

  std::vector<double> solve(int axis, const Point& point,
                            std::span<const Answer> answers) const override {
    if (axis == kBaseAxis) return usual_bases();
    for (std::size_t c = 0; c < answers.size(); ++c) {
      const int index = static_cast<int>(c);
      const CausalAttentionCall call(cases_[c]);
      if (answers[c].problem || call.queries == 0) continue;
      if (answers[c].shape != ListShape::rows(call.queries, call.keys)) return {};
      if (call.keys < 3) continue;
      if (axis == kScaleAxis) {
        Point plain = point;
        plain.set(kScaleAxis, scale_rule::kMissing);
        const std::vector<double> factor =
            solve_score_factor(scores(index, plain), answers[c].cells);
        if (!factor.empty()) return factor;
        continue;
      }
      return solve_fill(scores(index, point), point.choice(kMaskAxis), answers[c].cells);
    }
    return {};
  }

  ChangeName name(int axis, const Point& point) const override {
    return code_change_name(kAxes[static_cast<std::size_t>(axis)], axis, point);
  }

  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override {
    const CausalAttentionCall call(cases_[static_cast<std::size_t>(case_index)]);
    NamedValues values = {{"q", double(call.queries)},
                          {"k", double(call.keys)},
                          {"d", double(call.width)},
                          {"base", call.base}};
    if (!has_cell) return values;
    const Place at = place(call, point, cell);
    values.add("queryPosition", double(call.keys - call.queries + at.query));
    values.add("keyPosition", double(at.key));
    if (axis < kCodeAxes) {
      // The second pair shows a rate; no column of a product does.
      add_code_evidence(values, axis, code_call(call), point, {call.width > 2 ? 1 : 0, 0});
    }
    if (axis == kNumberingAxis) {
      values.add("yourQueryPosition", position(call, point, true, at.query));
    }
    if (axis == kScaleAxis) {
      values.add("rightFactor", 1.0 / std::sqrt(double(call.width)));
      values.add("yourFactor", scale(call, point));
    }
    if (axis == kMaskAxis) values.add("fill", point.value(kMaskAxis));
    return values;
  }

 private:
  static CodeCall code_call(const CausalAttentionCall& call) {
    return {call.keys, call.width, logarithm(call.base)};
  }

  struct Place {
    int query;
    int key;
  };
  static Place place(const CausalAttentionCall& call, const Point& point, std::size_t cell) {
    const int i = static_cast<int>(cell);
    if (point.choice(kContainerAxis) == container_rule::kTransposed) {
      return {i % call.queries, i / call.queries};
    }
    return {i / call.keys, i % call.keys};
  }

  static SoftmaxRules rules_of(const Point& point) {
    return {point.choice(kMaskAxis), point.value(kMaskAxis), point.choice(kSoftmaxAxis)};
  }

  static double scale(const CausalAttentionCall& call, const Point& point) {
    switch (point.choice(kScaleAxis)) {
      case scale_rule::kMissing:
        return 1.0;
      case scale_rule::kByWidth:
        return 1.0 / call.width;
      case scale_rule::kInverted:
        return std::sqrt(double(call.width));
      case scale_rule::kByRootOfKeys:
        return 1.0 / std::sqrt(double(call.keys));
      case scale_rule::kByRootOfPairs:
        return 1.0 / std::sqrt(0.5 * call.width);
      case scale_rule::kFactor:
        return point.value(kScaleAxis);
      default:
        return 1.0 / std::sqrt(double(call.width));
    }
  }

  static double position(const CausalAttentionCall& call, const Point& point, bool query, int row) {
    const int past = call.keys - call.queries;
    const int right = query ? past + row : row;
    switch (point.choice(kNumberingAxis)) {
      case numbering_rule::kQueriesFromZero:
        return row;
      case numbering_rule::kFromOne:
        return right + 1;
      case numbering_rule::kQueriesLater:
        return query ? right + 1 : right;
      case numbering_rule::kQueriesEarlier:
        return query ? right - 1 : right;
      case numbering_rule::kKeysLater:
        return query ? right : right + 1;
      case numbering_rule::kKeysFromQueries:
        return right - past;
      case numbering_rule::kQueriesAllLast:
        return query ? call.keys - 1 : right;
      default:
        return right;
    }
  }

  void fill(int case_index, const Point& point, bool query, std::vector<double>& codes,
            std::vector<double>& sums) const {
    const CausalAttentionCall call(cases_[static_cast<std::size_t>(case_index)]);
    const CodeCall code = code_call(call);
    const int rows = query ? call.queries : call.keys;
    const int width = call.width;
    const double* content = query ? call.query_cells : call.key_cells;
    const auto count = static_cast<std::size_t>(rows * width);
    const int sides = point.choice(kSidesAxis);
    const bool coded = sides == sides_rule::kRight ||
                       sides == (query ? sides_rule::kQueriesOnly : sides_rule::kKeysOnly);
    const int sum = coded ? point.choice(kSumAxis) : int{sum_rule::kContentAlone};
    const CodeColumns columns = code_columns(width, point);
    codes.assign(count, 0.0);
    sums.resize(count);
    for (int c = 0; c < width; ++c) {
      const CodePlace place = code_place(columns, point, c);
      const double rate =
          place.slot < 0 ? 0.0
                         : code_rate(code, point, place.pair, place.slot) * code_angle_unit(point);
      const bool sine = code_is_sine(point, place.slot);
      for (int r = 0; r < rows; ++r) {
        const auto i = static_cast<std::size_t>(r * width + c);
        if (coded && place.slot >= 0) {
          const double angle = position(call, point, query, r) * rate;
          codes[i] = sine ? std::sin(angle) : std::cos(angle);
        }
        sums[i] = sum_of(sum, 0.0, content[i], codes[i], width);
      }
    }
  }

  const Inputs& inputs(int case_index, const Point& point) const {
    Inputs& kept = inputs_[static_cast<std::size_t>(case_index)];
    const bool same = kept.made &&
                      std::equal(point.choices.begin(), point.choices.begin() + kInputAxes,
                                 kept.point.choices.begin()) &&
                      point.value(kBaseAxis) == kept.point.value(kBaseAxis);
    if (same) return kept;
    kept.made = true;
    kept.point = point;
    fill(case_index, point, true, kept.query_codes, kept.queries);
    fill(case_index, point, false, kept.key_codes, kept.keys);
    return kept;
  }

  Scores scores(int case_index, const Point& point) const {
    const CausalAttentionCall call(cases_[static_cast<std::size_t>(case_index)]);
    return Scores(call, inputs(case_index, point), point.choice(kProductAxis), scale(call, point));
  }

  std::span<const Case> cases_;
  /// What was made last for each case: neighbouring points of a search share it.
  mutable std::vector<Inputs> inputs_;
};

}  // namespace

CausalAttentionCall::CausalAttentionCall(const Case& given)
    : queries(given.arguments[0].shape.sides[0]),
      keys(given.arguments[1].shape.sides[0]),
      width(given.arguments[1].shape.sides[1]),
      base(given.arguments[2].cells[0]),
      query_cells(given.arguments[0].cells.data()),
      key_cells(given.arguments[1].cells.data()) {}

std::unique_ptr<MistakeSpace> causal_attention_mistakes(std::span<const Case> cases) {
  return std::make_unique<CausalAttentionMistakes>(cases);
}

}  // namespace posenc
