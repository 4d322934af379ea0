#pragma once

#include <cstddef>
#include <optional>

#include "core/grading/answer.h"
#include "core/grading/value.h"
#include "core/grading/verdict.h"

namespace posenc {

/// How far a cell may be from the reference. A position of float32 arithmetic costs two roundings
/// of 2^-24 each: one of the rate and one of the angle. So a right float32 solution passes at any
/// position, and an angle in float64 stays far below.
struct Tolerance {
  double absolute = 1e-6;
  double per_position = 1.2e-7;

  double at(double position) const { return absolute + per_position * position; }
};

inline constexpr Tolerance kTolerance;

/// One case, compared: it passed unless there is a problem or a differing cell.
struct Comparison {
  std::optional<Problem> problem;
  NamedValues problem_values;
  std::optional<std::size_t> differing_cell;  ///< the first one; set for a cell that is not finite
  std::size_t farthest_cell = 0;              ///< the cell farthest from the reference
  double largest_deviation = 0.0;

  bool passed() const { return !problem && !differing_cell; }
};

Comparison compare(const Answer& answer, const Expected& expected);

}  // namespace posenc
