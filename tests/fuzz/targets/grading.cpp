#include "core/grading/grading.h"

#include <algorithm>
#include <cmath>

#include "core/grading/challenge.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

/// Departures from the formula that a learner may make on every cell at once; zeros make none.
struct Habit {
  int kind = 0;
  double amount = 0.0;
};

double bent(const Habit& habit, double cell, double position, std::size_t index) {
  switch (habit.kind) {
    case 1:
      return cell * habit.amount;
    case 2:
      return cell + habit.amount;
    case 3:
      return -cell;
    case 4:
      return std::sin(position + habit.amount);
    case 5:
      return std::cos(position * habit.amount);
    case 6:
      return static_cast<double>(static_cast<float>(cell));
    case 7:
      return index % 2 == 0 ? habit.amount : cell;
    default:
      return cell;
  }
}

ListShape any_shape(Input& input) {
  ListShape shape;
  shape.depth = input.between(0, 7) < 7 ? input.between(0, 3) : input.whole();
  for (int& side : shape.sides) side = input.side();
  return shape;
}

Answer other_answer(Input& input, const Expected& right) {
  Answer answer = Answer::of(right.shape, right.cells);
  switch (input.between(0, 6)) {
    case 0: {  // one cell
      if (!answer.cells.empty()) {
        answer.cells[static_cast<std::size_t>(input.byte()) % answer.cells.size()] = input.number();
      }
      return answer;
    }
    case 1:  // another shape of as many cells
      answer.shape = ListShape::rows(right.shape.sides[1], right.shape.sides[0]);
      if (right.shape.depth != 2) answer.shape = ListShape::batch(1, 1, right.shape.sides[0]);
      return answer;
    case 2:  // a flat list
      answer.shape = ListShape::list(static_cast<int>(answer.cells.size()));
      return answer;
    case 3:  // a side nothing fills
      answer.shape.sides[0] = input.whole();
      return answer;
    case 4: {  // what a runner reports
      ListIndex path;
      path.depth = input.between(0, ListShape::kMaxDepth);
      for (int& at : path.at) at = input.whole();
      return Answer::failed(
          static_cast<ProblemKind>(input.between(0, static_cast<int>(ProblemKind::kMutatedInput))),
          path);
    }
    case 5: {  // any shape, filled
      answer.shape = any_shape(input);
      std::int64_t cells = 1;
      for (int i = 0; i < std::clamp(answer.shape.depth, 0, ListShape::kMaxDepth); ++i) {
        const int side = answer.shape.sides[static_cast<std::size_t>(i)];
        cells = side >= 0 && side <= 20'000 ? std::min<std::int64_t>(cells * side, 20'000) : 0;
      }
      answer.cells.assign(static_cast<std::size_t>(cells), input.number());
      return answer;
    }
    default:  // any shape, filled or not
      answer.shape = any_shape(input);
      answer.cells = input.numbers(9);
      return answer;
  }
}

bool cells_fill(const Answer& answer) {
  if (answer.problem) return true;
  if (answer.shape.depth < 0 || answer.shape.depth > ListShape::kMaxDepth) return false;
  long double cells = 1;
  for (int i = 0; i < answer.shape.depth; ++i) {
    const int side = answer.shape.sides[static_cast<std::size_t>(i)];
    if (side < 0) return false;
    cells *= side;
  }
  return cells == static_cast<long double>(answer.cells.size()) &&
         answer.cells.size() <= kMaxAnswerCells;
}

void check_index(const ListIndex& index, const ListShape& shape) {
  promise(index.depth >= 0 && index.depth <= ListShape::kMaxDepth, "an index has 0..3 places");
  promise(index.depth <= shape.depth, "an index is not deeper than its list");
  for (int i = 0; i < index.depth; ++i) {
    const auto place = static_cast<std::size_t>(i);
    promise(index.at[place] >= 0 && index.at[place] < shape.sides[place],
            "an index lies in its list");
  }
}

void see_values(Observer& observer, const NamedValues& values) {
  for (const NamedValue& value : values) {
    observer.see_value(value.name);
    observer.see_value(value.value);
  }
}

void check(Observer& observer, const Verdict& verdict, std::span<const Answer> answers,
           std::span<const Expected> expected) {
  const auto total = static_cast<int>(expected.size());
  promise(verdict.cases_total == total, "every case is judged");
  promise(
      verdict.case_passed.size() == expected.size() && verdict.case_names.size() == expected.size(),
      "every case has a name and a judgement");
  const auto passed = std::count(verdict.case_passed.begin(), verdict.case_passed.end(), true);
  promise(verdict.cases_passed == passed, "the cases that passed are counted");
  promise(verdict.passed == (passed == total), "all cases have to pass");
  observer.see_value(double(passed));
  if (verdict.passed) {
    promise(!verdict.problem && !verdict.first_difference && verdict.explanations.empty(),
            "nothing is wrong with what passes");
  } else {
    promise(verdict.problem || verdict.first_difference, "what fails has a reason");
    promise(verdict.notes.empty(), "only what passes has notes");
  }
  for (const Note& note : verdict.notes) {
    observer.see_value(note.id);
    see_values(observer, note.values);
  }
  if (const auto& problem = verdict.problem) {
    observer.see_value(problem->id);
    see_values(observer, problem->values);
    promise(problem->case_index >= 0 && problem->case_index < total, "a problem has its case");
    promise(!verdict.case_passed[static_cast<std::size_t>(problem->case_index)],
            "a case with a problem has not passed");
  }
  if (const auto& difference = verdict.first_difference) {
    promise(difference->case_index >= 0 && difference->case_index < total,
            "a difference has its case");
    const Expected& right = expected[static_cast<std::size_t>(difference->case_index)];
    check_index(difference->index, right.shape);
    const double off = std::abs(difference->got - difference->expected);
    promise(!(off <= difference->tolerance), "a cell that differs is beyond the tolerance");
    observer.see_value(difference->expected);
    observer.see_value(difference->got);
    see_values(observer, difference->steps);
    promise(difference->steps.begin() != difference->steps.end() &&
                difference->steps.back().value == difference->expected,
            "the steps lead to what is expected");
  }
  for (const Explanation& explanation : verdict.explanations) {
    promise(!explanation.changes.empty() && explanation.changes.size() <= 3,
            "an explanation has one to three changes");
    bool conventions = true;
    for (const Change& change : explanation.changes) {
      observer.see_value(change.id);
      observer.see_value(change.expected);
      observer.see_value(change.got);
      see_values(observer, change.values);
      conventions = conventions && change.convention;
      promise(change.case_index >= 0 && change.case_index < total, "a change has its case");
      const auto place = static_cast<std::size_t>(change.case_index);
      if (place < answers.size() && !answers[place].problem) {
        check_index(change.index, answers[place].shape);
      } else {
        promise(change.index.depth == 0, "only a list has a cell to show");
      }
    }
    promise(conventions == explanation.convention, "conventions alone make a convention");
  }
}

}  // namespace

void fuzz_grading(Input& input, Observer& observer) {
  const std::span<const Challenge* const> known = challenges();
  const std::uint8_t chosen = input.byte();
  const std::string other = chosen < 240 ? "" : input.text(20);
  const std::string_view id =
      chosen < 240 ? known[static_cast<std::size_t>(chosen) % known.size()]->id() : other;
  const auto seed = static_cast<std::uint32_t>(input.long_whole());

  const auto made = cases(id, seed);
  promise(made.ok() == (find_challenge(id) != nullptr), "a challenge that exists has cases");
  const std::vector<Case>* all = observer.see(made);
  const int asked = input.whole();
  const auto asked_for = reference(id, seed, asked);
  promise(asked_for.ok() == (all != nullptr && asked >= 0 && asked < static_cast<int>(all->size())),
          "a case that exists has a reference");
  observer.see(asked_for);
  if (all == nullptr) {
    observer.see(grade(id, seed, {}));
    return;
  }

  std::vector<Expected> expected;
  for (int c = 0; c < static_cast<int>(all->size()); ++c) {
    auto right = reference(id, seed, c);
    promise(right.ok(), "every case has a reference");
    promise(right.value().cells.size() == right.value().positions.size(),
            "every cell has a position");
    expected.push_back(std::move(right).value());
  }

  // All answers right but for one habit, then some of them replaced or left out.
  const Habit habit{input.between(0, 9), input.number()};
  std::vector<Answer> answers;
  for (const Expected& right : expected) {
    Answer answer = Answer::of(right.shape, right.cells);
    for (std::size_t i = 0; i < answer.cells.size(); ++i) {
      answer.cells[i] = bent(habit, right.cells[i], right.positions[i], i);
    }
    answers.push_back(std::move(answer));
  }
  bool right = habit.kind == 0 || habit.kind > 7;
  for (int replaced = input.between(0, 4); replaced > 0; --replaced) {
    const std::size_t c = static_cast<std::size_t>(input.byte()) % answers.size();
    answers[c] = other_answer(input, expected[c]);
    right = false;
  }
  const int count = input.nearly(static_cast<int>(answers.size()));
  if (count >= 0 && count <= 64 && count != static_cast<int>(answers.size())) {
    right = false;
    answers.resize(static_cast<std::size_t>(count));
  }

  const auto result = grade(id, seed, answers);
  const bool valid =
      answers.size() <= expected.size() && std::all_of(answers.begin(), answers.end(), cells_fill);
  promise(result.ok() == valid, "answers are refused for the reasons given and no others");
  const Verdict* verdict = observer.see(result);
  if (verdict == nullptr) return;
  check(observer, *verdict, answers, expected);
  promise(!right || verdict->passed, "right answers pass");
}

}  // namespace posenc::fuzz
