#include "core/grading/challenges/shift_matrix_mistakes.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/grading/axes/position_code.h"
#include "core/grading/case_values.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kShiftAxis = kRateAxes,
  kBlockAxis,
  kPlaceAxis,
  kContainerAxis,
};

namespace shift_rule {
enum : int { kRight, kAbsolute, kOneMore, kOneLess, kAlwaysOne, kIgnored, kDoubled };
}
namespace block_rule {
enum : int {
  kRight,
  kTransposed,
  kCosineFirst,
  kTwoPluses,
  kTwoMinuses,
  kReflected,
  kSwappedFunctions,
  kCosinesOnly,
  kSinesOnly,
  kRowsSwapped,
};
}
namespace place_rule {
enum : int { kRight, kHalves, kReversed, kFirstBlockOnly, kFirstBlockElseZero };
}
namespace container_rule {
enum : int { kRight, kFlat, kBlocks, kBatched };
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kShiftChoices[] = {{"shift-absolute-offset"}, {"shift-offset-one-more"},
                                         {"shift-offset-one-less"}, {"shift-offset-always-one"},
                                         {"shift-identity"},        {"shift-offset-doubled"}};
constexpr Alternative kBlockChoices[] = {
    {"shift-transposed", true}, {"shift-cosine-first", true}, {"shift-two-pluses"},
    {"shift-two-minuses"},      {"shift-reflected"},          {"shift-sin-cos-swapped"},
    {"shift-cosines-only"},     {"shift-sines-only"},         {"shift-rows-swapped"}};
constexpr Alternative kPlaceChoices[] = {{"sin-halves-layout", true},
                                         {"sin-pairs-reversed"},
                                         {"shift-first-pair-only"},
                                         {"shift-first-block-alone"}};
constexpr Alternative kContainerChoices[] = {
    {"shape-flat"}, {"shift-blocks-alone"}, {"shape-batch-axis", true}};
constexpr Axis kAxes[] = {
    {"exponent", kExponentChoices}, {"width in the exponent", {}},    {"base", kBaseChoices},
    {"angle", kAngleChoices},       {"offset", kShiftChoices},        {"block", kBlockChoices},
    {"place", kPlaceChoices},       {"container", kContainerChoices},
};

class ShiftMatrixMistakes final : public MistakeSpace {
 public:
  explicit ShiftMatrixMistakes(std::span<const Case> cases) : cases_(cases) {}

  std::span<const Axis> axes() const override { return kAxes; }

  Form form(int case_index, const Point& point) const override {
    const ShiftMatrixCall call(cases_[static_cast<std::size_t>(case_index)]);
    const int width = call.width;
    Form form;
    switch (point.choice(kContainerAxis)) {
      case container_rule::kFlat:
        form.shape = ListShape::list(width * width);
        break;
      case container_rule::kBlocks:
        form.shape = ListShape::batch(width / 2, 2, 2);
        break;
      case container_rule::kBatched:
        form.shape = ListShape::batch(1, width, width);
        break;
      default:
        form.shape = ListShape::rows(width, width);
        break;
    }
    form.sometimes_fails = code_may_fail(code_call(call), point);
    return form;
  }

  Prediction cell(int case_index, const Point& point, std::size_t cell) const override {
    const ShiftMatrixCall call(cases_[static_cast<std::size_t>(case_index)]);
    const Place at = place(call, point, cell);
    const Prediction zero{0.0, angle_tolerance(0.0, 0.0)};
    const bool first = at.pair == 0;
    const int rule = point.choice(kPlaceAxis);
    if (!at.in_block) return zero;
    if (!first && rule == place_rule::kFirstBlockElseZero) return zero;
    if (!first && rule == place_rule::kFirstBlockOnly) {
      return {at.row == at.column ? 1.0 : 0.0, zero.tolerance};
    }
    const double angle = shift(call, point) * code_angle_unit(point) *
                         code_rate(code_call(call), point, at.pair, at.row);
    return {entry(point.choice(kBlockAxis), at.row, at.column, std::sin(angle), std::cos(angle)),
            angle_tolerance(call.offset, angle)};
  }

  /// The sine that the slowest pair of the first case has beside its diagonal, whatever its sign.
  std::vector<double> solve(int, const Point& point,
                            std::span<const Answer> answers) const override {
    const Answer& answer = answers[0];
    const ShiftMatrixCall call(cases_[0]);
    if (answer.problem || answer.shape != form(0, point).shape) return usual_bases();
    double sine = 0.0;
    double exponent = 0.0;
    for (std::size_t i = 0; i < answer.cells.size(); ++i) {
      const Place at = place(call, point, i);
      if (!at.in_block || at.row == at.column) continue;
      const double e = code_exponent(code_call(call), point, at.pair, at.row);
      if (!(e > exponent)) continue;
      exponent = e;
      sine = std::abs(answer.cells[i]);
    }
    return bases_of_sine(sine, std::abs(shift(call, point) * code_angle_unit(point)), exponent);
  }

  ChangeName name(int axis, const Point& point) const override {
    return code_change_name(kAxes[static_cast<std::size_t>(axis)], axis, point);
  }

  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override {
    const ShiftMatrixCall call(cases_[static_cast<std::size_t>(case_index)]);
    NamedValues values = {
        {"offset", double(call.offset)}, {"d", double(call.width)}, {"base", call.base}};
    if (!has_cell) return values;
    const Place at = place(call, point, cell);
    if (at.in_block) {
      values.add("pair", double(at.pair));
      if (axis < kRateAxes) {
        add_code_evidence(values, axis, code_call(call), point, {at.pair, at.row});
      }
    }
    if (axis == kShiftAxis) values.add("yourOffset", shift(call, point));
    return values;
  }

 private:
  struct Place {
    bool in_block;
    int pair;
    int row;     ///< within the block
    int column;  ///< within the block
  };

  static CodeCall code_call(const ShiftMatrixCall& call) {
    return {call.width, call.width, logarithm(call.base)};
  }

  static Place place(const ShiftMatrixCall& call, const Point& point, std::size_t cell) {
    const int i = static_cast<int>(cell);
    const int half = call.width / 2;
    if (point.choice(kContainerAxis) == container_rule::kBlocks) {
      return {true, i / 4, i / 2 % 2, i % 2};
    }
    const int row = i / call.width;
    const int column = i % call.width;
    switch (point.choice(kPlaceAxis)) {
      case place_rule::kHalves:
        return {row % half == column % half, row % half, row / half, column / half};
      case place_rule::kReversed:
        return {row / 2 == column / 2, half - 1 - row / 2, row % 2, column % 2};
      default:
        return {row / 2 == column / 2, row / 2, row % 2, column % 2};
    }
  }

  static double shift(const ShiftMatrixCall& call, const Point& point) {
    switch (point.choice(kShiftAxis)) {
      case shift_rule::kAbsolute:
        return std::abs(call.offset);
      case shift_rule::kOneMore:
        return call.offset + 1;
      case shift_rule::kOneLess:
        return call.offset - 1;
      case shift_rule::kAlwaysOne:
        return 1.0;
      case shift_rule::kIgnored:
        return 0.0;
      case shift_rule::kDoubled:
        return 2.0 * call.offset;
      default:
        return call.offset;
    }
  }

  static double entry(int rule, int row, int column, double sine, double cosine) {
    const bool diagonal = row == column;
    const bool upper = row < column;
    switch (rule) {
      case block_rule::kTransposed:
      case block_rule::kCosineFirst:
        return diagonal ? cosine : upper ? -sine : sine;
      case block_rule::kTwoPluses:
        return diagonal ? cosine : sine;
      case block_rule::kTwoMinuses:
        return diagonal ? cosine : -sine;
      case block_rule::kReflected:
        return diagonal ? (row == 0 ? cosine : -cosine) : sine;
      case block_rule::kSwappedFunctions:
        return diagonal ? sine : upper ? cosine : -cosine;
      case block_rule::kCosinesOnly:
        return diagonal ? cosine : 0.0;
      case block_rule::kSinesOnly:
        return diagonal ? 0.0 : upper ? sine : -sine;
      case block_rule::kRowsSwapped:
        return diagonal ? (row == 0 ? -sine : sine) : cosine;
      default:
        return diagonal ? cosine : upper ? sine : -sine;
    }
  }

  std::span<const Case> cases_;
};

}  // namespace

ShiftMatrixCall::ShiftMatrixCall(const Case& given)
    : offset(whole(given.arguments[0])),
      width(whole(given.arguments[1])),
      base(given.arguments[2].cells[0]) {}

std::unique_ptr<MistakeSpace> shift_matrix_mistakes(std::span<const Case> cases) {
  return std::make_unique<ShiftMatrixMistakes>(cases);
}

}  // namespace posenc
