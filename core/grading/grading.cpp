#include "core/grading/grading.h"

#include <string>

#include "core/base/shape.h"
#include "core/grading/challenge.h"
#include "core/grading/comparison.h"
#include "core/grading/mistake_search.h"

namespace posenc {
namespace {

/// The challenge's own cases, then the first of them once more: a function that keeps something
/// from one call to the next answers it differently.
std::vector<Case> all_cases(const Challenge& challenge, std::uint32_t seed) {
  std::vector<Case> all = challenge.cases(seed);
  all.push_back(all.front());
  all.back().name += ", once more";
  return all;
}

Error unknown(std::string_view challenge) {
  std::string message = "challenge is \"" + std::string(challenge) + "\"; it must be one of:";
  for (const Challenge* known : challenges()) message += " " + std::string(known->id());
  return Error{ErrorCode::kUnknownName, message};
}

Result<bool> check(std::span<const Answer> answers, std::size_t cases) {
  if (answers.size() > cases) {
    return Error{ErrorCode::kShapeMismatch, "there are " + std::to_string(answers.size()) +
                                                " answers; the challenge has " +
                                                std::to_string(cases) + " cases"};
  }
  for (const Answer& answer : answers) {
    if (answer.problem) continue;
    const ListShape& shape = answer.shape;
    if (shape.depth < 0 || shape.depth > ListShape::kMaxDepth) {
      return Error{ErrorCode::kOutOfRange,
                   "an answer has depth " + std::to_string(shape.depth) + "; it must be 0..3"};
    }
    const auto side = [&](int i) {
      return std::int64_t{i < shape.depth ? shape.sides[static_cast<std::size_t>(i)] : 1};
    };
    const auto count = filled_cell_count({side(0), side(1), side(2)},
                                         static_cast<std::int64_t>(answer.cells.size()));
    if (!count.ok()) return count.error();
    if (answer.cells.size() > kMaxAnswerCells) {
      return Error{ErrorCode::kOutOfRange, "an answer has " + std::to_string(answer.cells.size()) +
                                               " cells; at most " +
                                               std::to_string(kMaxAnswerCells) + " are allowed"};
    }
  }
  return true;
}

class Grader {
 public:
  Grader(const Challenge& challenge, std::uint32_t seed, std::span<const Answer> given)
      : challenge_(challenge),
        cases_(all_cases(challenge, seed)),
        answers_(given.begin(), given.end()) {
    answers_.resize(cases_.size(), Answer::failed(ProblemKind::kNotRun));
    for (const Case& each : cases_) expected_.push_back(challenge.expected(each));
  }

  Verdict verdict() {
    Verdict verdict;
    compare_all(verdict);
    if (verdict.passed) {
      verdict.notes = challenge_.notes(expected_, comparisons_);
      return verdict;
    }
    const auto space = challenge_.mistakes(cases_);
    const SearchResult found = search_mistakes(*space, answers_);
    verdict.explained_in_part = found.in_part;
    for (const Point& point : found.points) {
      verdict.explanations.push_back(explain(*space, point, answers_, expected_));
    }
    return verdict;
  }

 private:
  void compare_all(Verdict& verdict) {
    verdict.cases_total = static_cast<int>(cases_.size());
    for (std::size_t c = 0; c < cases_.size(); ++c) {
      comparisons_.push_back(compare(answers_[c], expected_[c]));
      const Comparison& comparison = comparisons_.back();
      verdict.case_passed.push_back(comparison.passed());
      verdict.case_names.push_back(cases_[c].name);
      if (comparison.passed()) ++verdict.cases_passed;
      if (comparison.problem && !verdict.problem) {
        verdict.problem = FoundProblem{problem_id(comparison.problem->kind), static_cast<int>(c),
                                       comparison.problem->path, comparison.problem_values};
      }
      if (comparison.differing_cell && !verdict.first_difference) {
        verdict.first_difference = difference(c, *comparison.differing_cell);
      }
    }
    verdict.passed = verdict.cases_passed == verdict.cases_total;
    // It says more than what became of one of the calls.
    if (comparisons_.front().passed() && !comparisons_.back().passed() &&
        !answers_.back().problem) {
      verdict.problem = FoundProblem{
          problem_id(ProblemKind::kDependsOnCalls), static_cast<int>(cases_.size()) - 1, {}, {}};
    }
  }

  CellDifference difference(std::size_t c, std::size_t cell) const {
    return {static_cast<int>(c),
            index_of(expected_[c].shape, cell),
            expected_[c].cells[cell],
            answers_[c].cells[cell],
            kTolerance.at(expected_[c].positions[cell]),
            challenge_.steps(cases_[c], cell)};
  }

  const Challenge& challenge_;
  std::vector<Case> cases_;
  std::vector<Answer> answers_;
  std::vector<Expected> expected_;
  std::vector<Comparison> comparisons_;
};

}  // namespace

Result<std::vector<Case>> cases(std::string_view challenge, std::uint32_t seed) {
  const Challenge* known = find_challenge(challenge);
  if (known == nullptr) return unknown(challenge);
  return all_cases(*known, seed);
}

Result<Expected> reference(std::string_view challenge, std::uint32_t seed, int case_index) {
  const Challenge* known = find_challenge(challenge);
  if (known == nullptr) return unknown(challenge);
  const std::vector<Case> all = all_cases(*known, seed);
  if (case_index < 0 || case_index >= static_cast<int>(all.size())) {
    return Error{ErrorCode::kOutOfRange, "case is " + std::to_string(case_index) +
                                             "; the challenge has cases 0.." +
                                             std::to_string(all.size() - 1)};
  }
  return known->expected(all[static_cast<std::size_t>(case_index)]);
}

Result<Verdict> grade(std::string_view challenge, std::uint32_t seed,
                      std::span<const Answer> answers) {
  const Challenge* known = find_challenge(challenge);
  if (known == nullptr) return unknown(challenge);
  const auto valid = check(answers, all_cases(*known, seed).size());
  if (!valid.ok()) return valid.error();
  return Grader(*known, seed, answers).verdict();
}

}  // namespace posenc
