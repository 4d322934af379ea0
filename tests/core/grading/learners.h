#pragma once

// Solutions of the task "sinusoidal-table" as people write them, right and wrong, each from the
// formula it gets right or wrong: none of them knows the code under test.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/grading/answer.h"
#include "core/grading/case.h"

namespace posenc {

/// A learner's function, called on one case.
using Solution = std::function<Answer(int n, int d, double base)>;

struct Learner {
  std::vector<std::string> ids;  ///< the changes that must be named, in any order
  Solution solution;
};

/// n rows of d cells, each from its position and column.
Answer table(int rows, int columns, const std::function<double(int p, int j)>& cell);

/// The right table in double precision by the textbook formula.
Answer right(int n, int d, double base);

std::vector<Learner> learners_with_one_change();
std::vector<Learner> learners_with_two_changes();
std::vector<Learner> learners_with_three_changes();

/// Calls a solution on every case.
std::vector<Answer> answers_of(const Solution& solution, const std::vector<Case>& cases);

}  // namespace posenc
