#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/grading/value.h"

namespace posenc {

/// Why a call gave no table that can be compared cell by cell.
enum class ProblemKind {
  // Reported by whoever ran the function.
  kNoFunction,
  kWrongArity,
  kThrew,
  kTimeout,
  kOutOfMemory,
  kNotAList,
  kRagged,
  kNotANumber,
  kTooLarge,
  kPromise,
  kGenerator,
  kNothingReturned,
  kMutatedInput,
  // Found by the comparison.
  kNotRun,            ///< no answer arrived for the case
  kWrongDepth,        ///< a flat list or a nested one too many
  kWrongLength,       ///< a list of another length (tasks whose result is one list)
  kWrongRowCount,     ///< a table with another number of rows
  kWrongColumnCount,  ///< rows of another length
  kWrongBatchCount,   ///< another number of tables
  kNotFinite,         ///< a cell is NaN or infinite
  kDependsOnCalls,    ///< the same call gave another result the second time
};

/// The stable id of a problem: kNoFunction is "no-function".
std::string_view problem_id(ProblemKind kind);

/// The problem that a runner may report under this id; none for any other text.
std::optional<ProblemKind> reported_problem(std::string_view id);

struct Problem {
  ProblemKind kind = ProblemKind::kNotRun;
  ListIndex path;  ///< where in the result
};

/// What a learner's function gave for one case: cells, unless there is a problem.
struct Answer {
  std::optional<Problem> problem;
  ListShape shape;
  std::vector<double> cells;

  static Answer of(ListShape shape, std::vector<double> cells) {
    return {std::nullopt, shape, std::move(cells)};
  }
  static Answer failed(ProblemKind kind, ListIndex path = {}) {
    return {Problem{kind, path}, {}, {}};
  }
};

}  // namespace posenc
