#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "core/grading/answer.h"
#include "core/grading/value.h"
#include "core/grading/verdict.h"

namespace posenc {

/// One way to depart from the reference along an axis.
struct Alternative {
  std::string_view id;
  bool convention = false;
  /// 0: nothing to find. Above 0: the alternative has a number of its own (a base, an offset) that
  /// is solved for from the learner's cells; a lower order is solved first.
  int solve_order = 0;
};

/// One choice that an implementation makes. Choice 0 is the right one; choice i is
/// alternatives[i - 1].
struct Axis {
  std::string_view name;
  std::span<const Alternative> alternatives;
  /// So many of them, the first ones, are common enough to be looked for among three changes at
  /// once; all are alone and in twos.
  int common = 255;
};

inline constexpr int kMaxAxes = 16;

/// A point in the space of axes: one choice on each, and the number of those that have one.
struct Point {
  std::array<std::uint8_t, kMaxAxes> choices{};
  std::array<double, kMaxAxes> values{};

  int choice(int axis) const { return choices[static_cast<std::size_t>(axis)]; }
  double value(int axis) const { return values[static_cast<std::size_t>(axis)]; }
  void set(int axis, int choice, double value = 0.0) {
    choices[static_cast<std::size_t>(axis)] = static_cast<std::uint8_t>(choice);
    values[static_cast<std::size_t>(axis)] = value;
  }
};

/// What kind of result a point gives for a case.
struct Form {
  ListShape shape;
  bool always_fails = false;     ///< reports `failure` instead of cells
  bool sometimes_fails = false;  ///< depends on the language: cells or `failure`
  ProblemKind failure = ProblemKind::kThrew;
};

/// The value of a cell under a point. NaN: the mistake leaves it open (a division by zero), so
/// anything matches. Infinite: the cell is NaN or infinite.
struct Prediction {
  double value = 0.0;
  double tolerance = 0.0;
  /// Another value that the cell may have instead; NaN: there is none.
  double other = std::numeric_limits<double>::quiet_NaN();

  static Prediction open() { return {std::numeric_limits<double>::quiet_NaN()}; }
  static Prediction not_finite() { return {std::numeric_limits<double>::infinity()}; }
};

/// How a change is reported: an alternative with a number may have a name for some numbers.
struct ChangeName {
  std::string_view id;
  bool convention = false;
  int surcharge = 0;  ///< counted as so many changes more: less likely than it looks
};

/// The implementations that a challenge knows, right and wrong, as changes to the reference along
/// independent axes.
class MistakeSpace {
 public:
  virtual ~MistakeSpace() = default;

  virtual std::span<const Axis> axes() const = 0;

  /// The result that `point` gives for a case, and one cell of it (row-major within that form).
  virtual Form form(int case_index, const Point& point) const = 0;
  virtual Prediction cell(int case_index, const Point& point, std::size_t cell) const = 0;

  /// Numbers worth trying for the alternative chosen on `axis`, found from the learner's answers
  /// with all other choices of `point` taken as they are.
  virtual std::vector<double> solve(int axis, const Point& point,
                                    std::span<const Answer> answers) const;

  /// The alternative's own name, unless a space knows better.
  virtual ChangeName name(int axis, const Point& point) const;

  /// Named numbers for the text about the change on `axis`, at the cell that shows it. The cell is
  /// an index into the learner's result; `has_cell` is false when its form is the evidence.
  virtual NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                               std::size_t cell) const = 0;
};

struct SearchLimits {
  int max_changes = 3;
  int max_explanations = 6;
  /// An explanation must reproduce so many cells at least: fewer prove nothing.
  std::size_t min_cells = 32;
};

struct SearchResult {
  std::vector<Point> points;  ///< all those with the fewest changes
  bool in_part = false;       ///< cases with a problem had to be left out
};

/// The fewest changes to the reference that reproduce `answers` on all cases.
///
/// Every combination of up to max_changes alternatives on different axes is tried, fewest first (of
/// three or more the common ones), each on a few telling cells before all of them. When nothing
/// explains all cases and some of them gave a problem instead of cells, those are left out and the
/// search runs again. Requires  one answer per case of the space
SearchResult search_mistakes(const MistakeSpace& space, std::span<const Answer> answers,
                             const SearchLimits& limits = {});

/// A point as changes that a text can be made from: for each its id and the first cell of the
/// learner's where it shows. `expected` holds the reference's result for every case.
Explanation explain(const MistakeSpace& space, const Point& point, std::span<const Answer> answers,
                    std::span<const Expected> expected);

}  // namespace posenc
