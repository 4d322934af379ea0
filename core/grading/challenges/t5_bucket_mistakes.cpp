#include "core/grading/challenges/t5_bucket_mistakes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/grading/axes/position_code.h"
#include "core/grading/case_values.h"
#include "core/grading/comparison.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kSignAxis,
  kDirectionAxis,
  kLaterAxis,
  kSideAxis,
  kExactAxis,
  kLogAxis,
  kRoundingAxis,
  kLastAxis,
  kDistanceAxis,
  kBucketsAxis,
  kContainerAxis,
};

namespace sign_rule {
enum : int { kRight, kQueryMinusKey };
}
namespace direction_rule {
enum : int { kRight, kAlwaysBoth, kAlwaysOne, kInverted };
}
namespace later_rule {
enum : int { kRight, kMirrored, kLeftOut, kFromOne, kZeroLater };
}
namespace side_rule {
enum : int { kRight, kNotHalved, kQuartered };
}
namespace exact_rule {
enum : int { kRight, kWholeSide, kQuarter, kHalfOfBuckets, kNone };
}
namespace log_rule {
enum : int {
  kRight,
  kNotOverExact,
  kMaxNotOverExact,
  kWholeSide,
  kLog2Over,
  kLog10Over,
  kLinear,
  kPlusOne,
  kRoot,
};
}
namespace rounding_rule {
enum : int { kRight, kNearest, kUp, kNone };
}
namespace last_rule {
enum : int { kRight, kMissing, kOneMore, kOneFewer, kOfBuckets };
}
namespace distance_rule {
enum : int { kRight, k128, kDoubled, kLessOne };
}
namespace buckets_rule {
enum : int { kRight, k32, kHalved };
}
namespace container_rule {
enum : int { kRight, kBatched };
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kSignChoices[] = {{"t5-sign-reversed"}};
constexpr Alternative kDirectionChoices[] = {
    {"t5-always-both-sides"}, {"t5-always-one-side"}, {"t5-direction-inverted"}};
constexpr Alternative kLaterChoices[] = {{"t5-later-keys-mirrored"},
                                         {"t5-sides-share-buckets"},
                                         {"t5-later-buckets-one-more"},
                                         {"t5-later-keys-in-first-bucket"}};
constexpr Alternative kSideChoices[] = {{"t5-buckets-not-halved"}, {"t5-buckets-halved-twice"}};
constexpr Alternative kExactChoices[] = {{"t5-all-distances-single"},
                                         {"t5-single-distances-halved"},
                                         {"t5-single-distances-of-all-buckets"},
                                         {"t5-no-single-distances"}};
constexpr Alternative kLogChoices[] = {{"t5-distance-not-over-exact"},
                                       {"t5-max-distance-not-over-exact"},
                                       {"t5-log-times-whole-side"},
                                       {"t5-log2-over-ln"},
                                       {"t5-log10-over-ln"},
                                       {"t5-linear-instead-of-log"},
                                       {"t5-log-of-distance-plus-one"},
                                       {"t5-root-instead-of-log"}};
constexpr Alternative kRoundingChoices[] = {
    {"t5-rounded-to-nearest"}, {"t5-rounded-up"}, {"t5-not-rounded"}};
constexpr Alternative kLastChoices[] = {{"t5-last-bucket-missing"},
                                        {"t5-last-bucket-one-more"},
                                        {"t5-last-bucket-one-fewer"},
                                        {"t5-last-bucket-of-all"}};
constexpr Alternative kDistanceChoices[] = {
    {"t5-max-distance-hard-coded"}, {"t5-max-distance-doubled"}, {"t5-max-distance-less-one"}};
constexpr Alternative kBucketsChoices[] = {{"t5-buckets-hard-coded"}, {"t5-buckets-halved-always"}};
constexpr Alternative kContainerChoices[] = {{"shape-batch-axis", true}};
constexpr Axis kAxes[] = {
    {"sign", kSignChoices},
    {"direction", kDirectionChoices},
    {"later keys", kLaterChoices},
    {"side", kSideChoices},
    {"single distances", kExactChoices},
    {"logarithm", kLogChoices},
    {"rounding", kRoundingChoices},
    {"last bucket", kLastChoices},
    {"largest distance", kDistanceChoices},
    {"buckets", kBucketsChoices},
    {"container", kContainerChoices},
};

class T5BucketMistakes final : public MistakeSpace {
 public:
  explicit T5BucketMistakes(std::span<const Case> cases) : cases_(cases) {}

  std::span<const Axis> axes() const override { return kAxes; }

  Form form(int case_index, const Point& point) const override {
    const int count = T5BucketCall(cases_[static_cast<std::size_t>(case_index)]).count;
    Form form;
    form.shape = point.choice(kContainerAxis) == container_rule::kBatched
                     ? ListShape::rows(1, count)
                     : ListShape::list(count);
    return form;
  }

  Prediction cell(int case_index, const Point& point, std::size_t cell) const override {
    const T5BucketCall call(cases_[static_cast<std::size_t>(case_index)]);
    const Sides sides = sides_of(call, point);
    double offset = call.offsets[cell];
    if (point.choice(kSignAxis) == sign_rule::kQueryMinusKey) offset = -offset;
    double first = 0.0;
    if (sides.both) {
      if (offset > 0.0) first = sides.side;
      switch (point.choice(kLaterAxis)) {
        case later_rule::kLeftOut:
          first = 0.0;
          break;
        case later_rule::kFromOne:
          if (offset > 0.0) first += 1.0;
          break;
        case later_rule::kZeroLater:
          // Offset 0 counts as a later key.
          if (offset == 0.0) first = sides.side;
          break;
        default:
          break;
      }
    } else if (offset > 0.0 && point.choice(kLaterAxis) != later_rule::kMirrored) {
      offset = 0.0;
    }
    const double n = std::abs(offset);
    if (n < sides.exact) return {first + n, kTolerance.absolute};
    return large(call, point, sides, n, first);
  }

  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override {
    const T5BucketCall call(cases_[static_cast<std::size_t>(case_index)]);
    NamedValues values = {{"buckets", double(call.buckets)},
                          {"maxDistance", double(call.max_distance)}};
    if (!has_cell) return values;
    values.add("offset", call.offsets[cell]);
    values.add("distance", std::abs(call.offsets[cell]));
    values.add("rightSide", sides_of(call, Point{}).side);
    values.add("rightExact", sides_of(call, Point{}).exact);
    if (axis == kSideAxis || axis == kExactAxis || axis == kBucketsAxis || axis == kDirectionAxis) {
      values.add("yourSide", sides_of(call, point).side);
      values.add("yourExact", sides_of(call, point).exact);
    }
    return values;
  }

 private:
  struct Sides {
    bool both;
    double side;   ///< buckets of one side
    double exact;  ///< how many of them hold one distance each
    double all;    ///< buckets as the code counts them
  };

  static Sides sides_of(const T5BucketCall& call, const Point& point) {
    int buckets = call.buckets;
    if (point.choice(kBucketsAxis) == buckets_rule::k32) buckets = 32;
    if (point.choice(kBucketsAxis) == buckets_rule::kHalved && !call.bidirectional) buckets /= 2;
    bool both = call.bidirectional;
    switch (point.choice(kDirectionAxis)) {
      case direction_rule::kAlwaysBoth:
        both = true;
        break;
      case direction_rule::kAlwaysOne:
        both = false;
        break;
      case direction_rule::kInverted:
        both = !both;
        break;
      default:
        break;
    }
    int side = both ? buckets / 2 : buckets;
    if (both && point.choice(kSideAxis) == side_rule::kNotHalved) side = buckets;
    if (both && point.choice(kSideAxis) == side_rule::kQuartered) side = buckets / 4;
    int exact = side / 2;
    switch (point.choice(kExactAxis)) {
      case exact_rule::kWholeSide:
        exact = side;
        break;
      case exact_rule::kQuarter:
        exact = side / 4;
        break;
      case exact_rule::kHalfOfBuckets:
        exact = buckets / 2;
        break;
      case exact_rule::kNone:
        exact = 1;
        break;
      default:
        break;
    }
    return {both, double(side), double(exact), double(buckets)};
  }

  static Prediction large(const T5BucketCall& call, const Point& point, const Sides& sides,
                          double n, double first) {
    double most = call.max_distance;
    if (point.choice(kDistanceAxis) == distance_rule::k128) most = 128.0;
    if (point.choice(kDistanceAxis) == distance_rule::kDoubled) most *= 2.0;
    if (point.choice(kDistanceAxis) == distance_rule::kLessOne) most -= 1.0;
    const double e = sides.exact;
    double part = logarithm(n / e) / logarithm(most / e);
    double room = sides.side - e;
    switch (point.choice(kLogAxis)) {
      case log_rule::kNotOverExact:
        part = logarithm(n) / logarithm(most / e);
        break;
      case log_rule::kMaxNotOverExact:
        part = logarithm(n / e) / logarithm(most);
        break;
      case log_rule::kWholeSide:
        room = sides.side;
        break;
      case log_rule::kLog2Over:
        part *= std::numbers::log2e;
        break;
      case log_rule::kLog10Over:
        part *= std::numbers::log10e;
        break;
      case log_rule::kLinear:
        part = (n - e) / (most - e);
        break;
      case log_rule::kPlusOne:
        part = logarithm((n + 1.0) / e) / logarithm(most / e);
        break;
      case log_rule::kRoot:
        part = std::sqrt((n - e) / (most - e));
        break;
      default:
        break;
    }
    // Where a logarithm is all but a whole number, both are right.
    constexpr double kDoubt = 1e-6;
    const double place = part * room;
    const auto bucket = [&](double value) {
      switch (point.choice(kRoundingAxis)) {
        case rounding_rule::kNearest:
          value = std::floor(value + 0.5);
          break;
        case rounding_rule::kUp:
          value = std::ceil(value);
          break;
        case rounding_rule::kNone:
          break;
        default:
          value = std::floor(value);
          break;
      }
      double last = sides.side - 1.0;
      switch (point.choice(kLastAxis)) {
        case last_rule::kMissing:
          last = std::numeric_limits<double>::infinity();
          break;
        case last_rule::kOneMore:
          last += 1.0;
          break;
        case last_rule::kOneFewer:
          last -= 1.0;
          break;
        case last_rule::kOfBuckets:
          last = sides.all - 1.0;
          break;
        default:
          break;
      }
      return first + std::min(e + value, last);
    };
    if (!std::isfinite(place)) return Prediction::open();
    Prediction prediction{bucket(place + kDoubt), 2.0 * kDoubt};
    prediction.other = bucket(place - kDoubt);
    return prediction;
  }

  std::span<const Case> cases_;
};

}  // namespace

T5BucketCall::T5BucketCall(const Case& given)
    : count(given.arguments[0].shape.sides[0]),
      offsets(given.arguments[0].cells.data()),
      bidirectional(given.arguments[1].cells[0] != 0.0),
      buckets(whole(given.arguments[2])),
      max_distance(whole(given.arguments[3])) {}

std::unique_ptr<MistakeSpace> t5_bucket_mistakes(std::span<const Case> cases) {
  return std::make_unique<T5BucketMistakes>(cases);
}

}  // namespace posenc
