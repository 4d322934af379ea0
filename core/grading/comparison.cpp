#include "core/grading/comparison.h"

#include <cmath>

namespace posenc {
namespace {

/// The outermost side that differs, or nothing when the shapes agree.
std::optional<Problem> shape_problem(const ListShape& got, const ListShape& expected,
                                     NamedValues& values) {
  const auto refuse = [&](ProblemKind kind, int wanted, int given) {
    values = {{"expected", double(wanted)}, {"got", double(given)}};
    return Problem{kind, {}};
  };
  // An empty list has no inner sides: [] is right where 0 rows are expected, and has 0 rows where
  // more are.
  const bool empty = got.depth == 1 && got.sides[0] == 0;
  if (expected.sides[0] == 0 && empty) return std::nullopt;
  if (got.depth != expected.depth && !(empty && expected.depth >= 2) && expected.sides[0] != 0) {
    return refuse(ProblemKind::kWrongDepth, expected.depth, got.depth);
  }
  constexpr ProblemKind kSides[] = {ProblemKind::kWrongColumnCount, ProblemKind::kWrongRowCount,
                                    ProblemKind::kWrongBatchCount};
  for (int i = 0; i < expected.depth; ++i) {
    const auto side = static_cast<std::size_t>(i);
    if (got.sides[side] == expected.sides[side]) {
      if (expected.sides[side] == 0) return std::nullopt;
      continue;
    }
    const ProblemKind kind =
        expected.depth == 1 ? ProblemKind::kWrongLength : kSides[expected.depth - 1 - i];
    return refuse(kind, expected.sides[side], got.sides[side]);
  }
  return std::nullopt;
}

}  // namespace

Comparison compare(const Answer& answer, const Expected& expected) {
  Comparison result;
  if (answer.problem) {
    result.problem = answer.problem;
    return result;
  }
  result.problem = shape_problem(answer.shape, expected.shape, result.problem_values);
  if (result.problem) return result;
  for (std::size_t i = 0; i < expected.cells.size(); ++i) {
    const double got = answer.cells[i];
    const double deviation = std::abs(got - expected.cells[i]);
    if (!std::isfinite(got)) {
      if (!result.differing_cell) result.differing_cell = i;
      if (!result.problem) {
        result.problem = Problem{ProblemKind::kNotFinite, index_of(expected.shape, i)};
      }
      continue;
    }
    if (deviation > result.largest_deviation) {
      result.largest_deviation = deviation;
      result.farthest_cell = i;
    }
    if (!result.differing_cell && deviation > kTolerance.at(expected.positions[i])) {
      result.differing_cell = i;
    }
  }
  return result;
}

}  // namespace posenc
