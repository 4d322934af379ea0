#include "core/grading/challenges/add_to_batch_mistakes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/grading/axes/sum.h"
#include "core/grading/case_values.h"
#include "core/grading/elementary.h"

namespace posenc {
namespace {

enum AxisIndex : int {
  kPositionAxis = kCodeAxes,
  kNumberAxis,
  kSumAxis,
  kShareAxis,
  kTableAxis,
  kContainerAxis,
};

namespace position_rule {
enum : int {
  kRight,
  kBatchAxis,
  kStartIgnored,
  kFromOne,
  kFromMinusOne,
  kAllStart,
  kRunOn,
  kReversed,
  kSubtracted,
  kPlusBatch,
};
}
namespace share_rule {
enum : int {
  kRight,
  kFirstSequenceOnly,
  kLastSequenceRepeated,
  kLastRowRepeated,
  kContentOfFirst,
  kFirstRowLeftOut,
};
}
namespace table_rule {
enum : int { kRight, kTooShort, kNotCut };
}
namespace container_rule {
enum : int {
  kRight,
  kFlat,
  kFlatBatch,
  kTimeFirst,
  kRowsTransposed,
  kFirstSequence,
  kSqueezed,
  kConcatenated,
};
}

// In the order of the enumerations above; every list starts at its choice 1.
constexpr Alternative kPositionChoices[] = {
    {"add-batch-axis"},         {"add-start-ignored"},
    {"sin-positions-from-one"}, {"sin-positions-from-minus-one"},
    {"add-every-row-at-start"}, {"add-positions-run-on"},
    {"sin-positions-reversed"}, {"add-start-subtracted"},
    {"add-batch-and-position"}};
constexpr Alternative kShareChoices[] = {{"add-first-sequence-only"},
                                         {"add-last-sequence-repeated"},
                                         {"add-last-row-repeated"},
                                         {"add-content-of-first-sequence"},
                                         {"add-first-row-left-out"}};
constexpr Alternative kTableChoices[] = {{"add-table-too-short", false, 1},
                                         {"add-no-slice", false, 1}};
constexpr Alternative kContainerChoices[] = {
    {"shape-flat"},          {"add-batch-flattened"},         {"add-time-first", true},
    {"add-rows-transposed"}, {"add-first-sequence-returned"}, {"add-batch-of-one-squeezed"},
    {"add-concatenated"}};
constexpr Axis kAxes[] = {
    {"exponent", kExponentChoices, 8},
    {"width in the exponent", kWidthChoices, 0},
    {"base", kBaseChoices, 1},
    {"angle", kAngleChoices, 1},
    {"function", kFunctionChoices, 1},
    {"layout", kLayoutChoices, 1},
    {"odd width", kOddChoices, 1},
    {"position", kPositionChoices, 4},
    {"position as a number", kNumberChoices, 0},
    {"sum", kSumChoices, 8},
    {"sequence", kShareChoices, 2},
    {"table", kTableChoices, 0},
    {"container", kContainerChoices, 4},
};

class AddToBatchMistakes final : public MistakeSpace {
 public:
  explicit AddToBatchMistakes(std::span<const Case> cases) : cases_(cases) {}

  std::span<const Axis> axes() const override { return kAxes; }

  Form form(int case_index, const Point& point) const override {
    const AddToBatchCall call(cases_[static_cast<std::size_t>(case_index)]);
    const int columns = width_of(call, point);
    const int rows = rows_of(call, point);
    Form form;
    switch (point.choice(kContainerAxis)) {
      case container_rule::kFlat:
        form.shape = ListShape::list(call.batch * rows * columns);
        break;
      case container_rule::kFlatBatch:
        form.shape = ListShape::rows(call.batch * rows, columns);
        break;
      case container_rule::kTimeFirst:
        form.shape = ListShape::batch(rows, call.batch, columns);
        break;
      case container_rule::kRowsTransposed:
        form.shape = ListShape::batch(call.batch, columns, rows);
        break;
      case container_rule::kFirstSequence:
        form.shape = ListShape::rows(rows, columns);
        if (call.batch == 0) form = failing();
        break;
      case container_rule::kSqueezed:
        form.shape = call.batch == 1 ? ListShape::rows(rows, columns)
                                     : ListShape::batch(call.batch, rows, columns);
        break;
      default:
        form.shape = ListShape::batch(call.batch, rows, columns);
        break;
    }
    if (form.shape.cells() == 0 || form.always_fails) return form;
    if (point.choice(kTableAxis) == table_rule::kTooShort &&
        call.start + call.length > point.value(kTableAxis)) {
      return failing();
    }
    if (call.width % 2 == 1 && point.choice(kOddAxis) == odd_rule::kCrash) return failing();
    if (point.choice(kTableAxis) == table_rule::kNotCut && rows != call.length) {
      form.sometimes_fails = true;
    }
    if (point.choice(kNumberAxis) == number_rule::kUnitInterval && call.length == 1) {
      form.sometimes_fails = true;
    }
    if (code_may_fail(code_call(call), point)) form.sometimes_fails = true;
    return form;
  }

  Prediction cell(int case_index, const Point& point, std::size_t cell) const override {
    const AddToBatchCall call(cases_[static_cast<std::size_t>(case_index)]);
    Place at = place(call, point, cell);
    if (point.choice(kShareAxis) == share_rule::kLastSequenceRepeated) at.batch = call.batch - 1;
    if (point.choice(kShareAxis) == share_rule::kLastRowRepeated) at.row = call.length - 1;
    const int source = point.choice(kShareAxis) == share_rule::kContentOfFirst ? 0 : at.batch;
    int sum = point.choice(kSumAxis);
    if (point.choice(kContainerAxis) == container_rule::kConcatenated) {
      const bool content = at.column < call.width;
      if (!content) at.column -= call.width;
      sum = content ? sum_rule::kContentAlone : sum_rule::kCodeAlone;
    }
    // A row beyond the sequence, or a column beyond the width, has no content to be added to.
    if (at.row >= call.length) sum = sum_rule::kCodeAlone;
    if (at.column >= call.width) return Prediction::not_finite();
    if (point.choice(kShareAxis) == share_rule::kFirstSequenceOnly && at.batch > 0) {
      sum = sum_rule::kContentAlone;
    }
    if (point.choice(kShareAxis) == share_rule::kFirstRowLeftOut && at.row == 0) {
      sum = sum_rule::kContentAlone;
    }
    const double content = at.row >= call.length
                               ? 0.0
                               : call.x[static_cast<std::size_t>(
                                     (source * call.length + at.row) * call.width + at.column)];
    const CodePlace code = code_place(code_columns(call.width, point), point, at.column);
    double value = 0.0;
    double tolerance = kLoosest;
    if (code.slot >= 0) {
      const double p = position(call, point, at);
      const double angle =
          p * code_rate(code_call(call), point, code.pair, code.slot) * code_angle_unit(point);
      value = code_is_sine(point, code.slot) ? std::sin(angle) : std::cos(angle);
      tolerance = angle_tolerance(call.start + at.row, angle);
    } else {
      tolerance = angle_tolerance(0.0, 0.0);
    }
    const double factor = point.value(kSumAxis);
    Prediction prediction{sum_of(sum, factor, content, value, call.width),
                          tolerance * std::max({1.0, std::abs(factor), std::sqrt(call.width)})};
    if (sum == sum_rule::kDropout) prediction.other = 0.0;
    return prediction;
  }

  std::vector<double> solve(int axis, const Point& point,
                            std::span<const Answer> answers) const override {
    if (axis == kBaseAxis) return solve_base(point, answers);
    if (axis == kTableAxis) return solve_table(point, answers);
    return solve_factor(point, answers);
  }

  ChangeName name(int axis, const Point& point) const override {
    return code_change_name(kAxes[static_cast<std::size_t>(axis)], axis, point);
  }

  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override {
    const AddToBatchCall call(cases_[static_cast<std::size_t>(case_index)]);
    NamedValues values = {{"n", double(call.length)},
                          {"d", double(call.width)},
                          {"start", double(call.start)},
                          {"base", call.base}};
    if (axis == kTableAxis) values.add("length", point.value(kTableAxis));
    if (!has_cell) {
      const Form mine = form(case_index, point);
      values.add("depth", double(mine.shape.depth));
      return values;
    }
    const Place at = place(call, point, cell);
    const CodePlace code = code_place(code_columns(call.width, point), point, at.column);
    values.add("position", double(call.start + at.row));
    add_code_evidence(values, axis, code_call(call), point, code);
    if (axis == kPositionAxis || axis == kNumberAxis) {
      values.add("yourPosition", position(call, point, at));
    }
    if (axis == kSumAxis) values.add("factor", point.value(kSumAxis));
    return values;
  }

 private:
  struct Place {
    int batch;
    int row;
    int column;
  };

  static Form failing() {
    Form form;
    form.always_fails = true;
    return form;
  }

  static CodeCall code_call(const AddToBatchCall& call) {
    return {call.length, call.width, logarithm(call.base)};
  }

  static int rows_of(const AddToBatchCall& call, const Point& point) {
    return point.choice(kTableAxis) == table_rule::kNotCut && call.length > 0
               ? static_cast<int>(point.value(kTableAxis))
               : call.length;
  }

  static int width_of(const AddToBatchCall& call, const Point& point) {
    const int width = code_columns(call.width, point).columns;
    return point.choice(kContainerAxis) == container_rule::kConcatenated ? call.width + width
                                                                         : width;
  }

  static Place place(const AddToBatchCall& call, const Point& point, std::size_t cell) {
    const int columns = width_of(call, point);
    const int rows = rows_of(call, point);
    const int i = static_cast<int>(cell);
    switch (point.choice(kContainerAxis)) {
      case container_rule::kTimeFirst:
        return {i / columns % call.batch, i / columns / call.batch, i % columns};
      case container_rule::kRowsTransposed:
        return {i / rows / columns, i % rows, i / rows % columns};
      default:
        return {i / columns / rows, i / columns % rows, i % columns};
    }
  }

  static double position(const AddToBatchCall& call, const Point& point, const Place& at) {
    double p = call.start + at.row;
    switch (point.choice(kPositionAxis)) {
      case position_rule::kBatchAxis:
        p = call.start + at.batch;
        break;
      case position_rule::kStartIgnored:
        p = at.row;
        break;
      case position_rule::kFromOne:
        p += 1.0;
        break;
      case position_rule::kFromMinusOne:
        p -= 1.0;
        break;
      case position_rule::kAllStart:
        p = call.start;
        break;
      case position_rule::kRunOn:
        p += at.batch * call.length;
        break;
      case position_rule::kReversed:
        p = call.start + call.length - 1 - at.row;
        break;
      case position_rule::kSubtracted:
        p = at.row - call.start;
        break;
      case position_rule::kPlusBatch:
        p += at.batch;
        break;
      default:
        break;
    }
    return position_as_number(point.choice(kNumberAxis), p, call.length);
  }

  bool fits(int case_index, const Point& point, const Answer& answer) const {
    return !answer.problem && !answer.cells.empty() &&
           answer.shape == form(case_index, point).shape;
  }

  /// One sine at position 1 gives the base. Every sum is linear in the code.
  std::vector<double> solve_base(const Point& point, std::span<const Answer> answers) const {
    const double unit = code_angle_unit(point);
    for (std::size_t c = 0; c < answers.size(); ++c) {
      const int index = static_cast<int>(c);
      if (!fits(index, point, answers[c])) continue;
      const AddToBatchCall call(cases_[c]);
      for (std::size_t i = 0; i < answers[c].cells.size(); ++i) {
        const Place at = place(call, point, i);
        if (at.row >= call.length || at.column >= call.width) continue;
        const CodePlace code = code_place(code_columns(call.width, point), point, at.column);
        const double p = position(call, point, at) * unit;
        if (code.slot < 0 || !code_is_sine(point, code.slot) || !(p > 0.0) || p > 1.0) continue;
        const double e = code_exponent(code_call(call), point, code.pair, code.slot);
        if (!(e > 1e-9) || !std::isfinite(e)) continue;
        const double content = call.x[static_cast<std::size_t>(
            (at.batch * call.length + at.row) * call.width + at.column)];
        const auto sum = [&](double value) {
          return sum_of(point.choice(kSumAxis), point.value(kSumAxis), content, value, call.width);
        };
        const double sine = (answers[c].cells[i] - sum(0.0)) / (sum(1.0) - sum(0.0));
        return bases_of_sine(sine, p, e);
      }
    }
    return usual_bases();
  }

  /// A cell whose code is not small gives the factor. Dropout leaves some cells at 0 and raises the
  /// others alike: one that is not 0 gives the factor.
  std::vector<double> solve_factor(const Point& point, std::span<const Answer> answers) const {
    const bool dropout = point.choice(kSumAxis) == sum_rule::kDropout;
    Point content = point;
    content.set(kSumAxis, dropout ? sum_rule::kRight : sum_rule::kContentAlone);
    Point code = point;
    code.set(kSumAxis, sum_rule::kCodeAlone);
    for (std::size_t c = 0; c < answers.size(); ++c) {
      const int index = static_cast<int>(c);
      if (!fits(index, point, answers[c])) continue;
      const std::vector<double>& cells = answers[c].cells;
      if (dropout && std::find(cells.begin(), cells.end(), 0.0) == cells.end()) return {};
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (dropout && cells[i] == 0.0) continue;
        const double sum = cell(index, content, i).value;
        const double divisor = dropout ? sum : cell(index, code, i).value;
        if (!(std::abs(divisor) > 0.25)) continue;  // the quotient would lose its digits
        const double factor = without_noise((dropout ? cells[i] : cells[i] - sum) / divisor);
        if (!std::isfinite(factor) || nearly(factor, 1.0)) return {};
        if (!dropout && (std::abs(factor) < 1e-4 || nearly(factor, 2.0) || nearly(factor, -1.0))) {
          return {};
        }
        return {factor};
      }
    }
    return {};
  }

  /// A table that ends serves the calls that stay within it and no others; one that is not cut
  /// gives every sequence as many rows as it has.
  std::vector<double> solve_table(const Point& point, std::span<const Answer> answers) const {
    int longest = 0;
    bool failed = false;
    for (std::size_t c = 0; c < answers.size(); ++c) {
      const AddToBatchCall call(cases_[c]);
      const Answer& answer = answers[c];
      if (answer.problem) {
        failed = failed || answer.problem->kind == ProblemKind::kThrew;
        continue;
      }
      if (point.choice(kTableAxis) == table_rule::kTooShort) {
        if (call.batch > 0 && call.length > 0)
          longest = std::max(longest, call.start + call.length);
      } else if (answer.shape.depth == 3 && !answer.cells.empty()) {
        const int rows = answer.shape.sides[1];
        if (longest != 0 && rows != longest) return {};
        longest = rows;
      }
    }
    if (point.choice(kTableAxis) == table_rule::kTooShort && !failed) return {};
    if (longest == 0) return {};
    return {double(longest)};
  }

  std::span<const Case> cases_;
};

}  // namespace

AddToBatchCall::AddToBatchCall(const Case& given)
    : batch(given.arguments[0].shape.sides[0]),
      length(given.arguments[0].shape.sides[1]),
      width(given.arguments[0].shape.sides[2]),
      start(whole(given.arguments[1])),
      base(given.arguments[2].cells[0]),
      x(given.arguments[0].cells.data()) {}

std::unique_ptr<MistakeSpace> add_to_batch_mistakes(std::span<const Case> cases) {
  return std::make_unique<AddToBatchMistakes>(cases);
}

}  // namespace posenc
