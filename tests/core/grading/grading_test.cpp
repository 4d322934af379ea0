#include "core/grading/grading.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

#include "core/base/random.h"
#include "core/grading/comparison.h"
#include "tests/core/grading/learners.h"

namespace posenc {
namespace {

constexpr const char* kChallenge = "sinusoidal-table";

std::vector<Case> all_cases(std::uint32_t seed = 1) { return cases(kChallenge, seed).value(); }

Verdict verdict_of(const Solution& solution, std::uint32_t seed = 1) {
  return grade(kChallenge, seed, answers_of(solution, all_cases(seed))).value();
}

/// Right but for one call, which `change` alters.
Verdict verdict_with(std::size_t index, const std::function<void(Answer&)>& change) {
  std::vector<Answer> answers = answers_of(right, all_cases());
  change(answers[index]);
  return grade(kChallenge, 1, answers).value();
}

double value_of(const NamedValues& values, const std::string& name) {
  for (const NamedValue& value : values) {
    if (value.name == name) return value.value;
  }
  return std::nan("");
}

// The first outputs of SplitMix64 from state 1234567, as its published test vector lists them.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317ull);
  EXPECT_EQ(random.next(), 3203168211198807973ull);
  EXPECT_EQ(random.next(), 9817491932198370423ull);
}

TEST(Random, StaysBetweenItsLimitsAndReachesBoth) {
  Random random(3);
  int low = 0;
  int high = 0;
  for (int i = 0; i < 1000; ++i) {
    const int value = random.between(-2, 2);
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 2);
    low += value == -2;
    high += value == 2;
  }
  EXPECT_GT(low, 100);
  EXPECT_GT(high, 100);
}

TEST(Cases, AreTheSameForTheSameSeedAndOthersForAnother) {
  const auto first = all_cases(5);
  const auto again = all_cases(5);
  const auto other = all_cases(6);
  ASSERT_EQ(first.size(), again.size());
  ASSERT_EQ(first.size(), other.size());
  int changed = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].name, again[i].name);
    EXPECT_EQ(first[i].kind, other[i].kind);
    if (first[i].kind != CaseKind::kRandom) {
      EXPECT_EQ(first[i].name, other[i].name);
    } else {
      changed += first[i].name != other[i].name;
    }
  }
  EXPECT_GE(changed, 6);
}

// A name says the arguments exactly: whoever reads it can repeat the call.
TEST(Cases, AreNamedByTheirArguments) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const std::vector<Case> all = all_cases(seed);
    for (const Case& each : all) {
      char name[96];
      std::snprintf(name, sizeof name, "n = %d, d = %d, base %.9g%s",
                    static_cast<int>(each.arguments[0].cells[0]),
                    static_cast<int>(each.arguments[1].cells[0]), each.arguments[2].cells[0],
                    &each == &all.back() ? ", once more" : "");
      EXPECT_EQ(each.name, name);
    }
  }
}

TEST(Cases, ReachEveryLimitOfTheTask) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    bool no_rows = false, one_row = false, one_column = false, two_columns = false, odd = false;
    bool square = false, far = false, near_one = false, odd_random = false, even_random = false;
    std::size_t cells = 0;
    for (const Case& each : all_cases(seed)) {
      ASSERT_EQ(each.arguments.size(), 3u);
      EXPECT_EQ(each.arguments[0].kind, ValueKind::kInteger);
      EXPECT_EQ(each.arguments[1].kind, ValueKind::kInteger);
      EXPECT_EQ(each.arguments[2].kind, ValueKind::kNumber);
      const double n = each.arguments[0].cells[0];
      const double d = each.arguments[1].cells[0];
      const double base = each.arguments[2].cells[0];
      const bool is_odd = std::fmod(d, 2.0) == 1.0;
      EXPECT_GT(base, 1.0);
      no_rows |= n == 0;
      one_row |= n == 1;
      one_column |= d == 1;
      two_columns |= d == 2;
      odd |= is_odd && d > 4;
      square |= n == d && d > 2;
      far |= n > 2050;
      near_one |= base < 2.0;
      if (each.kind == CaseKind::kRandom) {
        (is_odd ? odd_random : even_random) = true;
        EXPECT_NE(base, 10'000.0);
      }
      EXPECT_LE(n * d, 16'384);
      cells += static_cast<std::size_t>(n * d);
    }
    EXPECT_TRUE(no_rows && one_row && one_column && two_columns && odd && square && far &&
                near_one && odd_random && even_random)
        << "seed " << seed;
    EXPECT_LE(cells, 20'000u) << "seed " << seed;
  }
}

TEST(Grade, PassesTheFormulaInDouble) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Verdict verdict = verdict_of(right, seed);
    EXPECT_TRUE(verdict.passed) << "seed " << seed;
    EXPECT_EQ(verdict.cases_passed, verdict.cases_total);
    EXPECT_EQ(verdict.case_passed.size(), static_cast<std::size_t>(verdict.cases_total));
    EXPECT_FALSE(verdict.problem);
    EXPECT_FALSE(verdict.first_difference);
    EXPECT_TRUE(verdict.explanations.empty());
    EXPECT_TRUE(verdict.notes.empty());
  }
}

TEST(Grade, PassesCellsRoundedToFloat32WithoutANote) {
  const Verdict verdict = verdict_of([](int n, int d, double base) {
    Answer answer = right(n, d, base);
    for (double& cell : answer.cells) cell = static_cast<float>(cell);
    return answer;
  });
  EXPECT_TRUE(verdict.passed);
  EXPECT_TRUE(verdict.notes.empty());
}

TEST(Grade, PassesTwelveDecimalsAndRefusesThree) {
  const auto rounded_to = [](double unit) {
    return [unit](int n, int d, double base) {
      Answer answer = right(n, d, base);
      for (double& cell : answer.cells) cell = std::nearbyint(cell * unit) / unit;
      return answer;
    };
  };
  EXPECT_TRUE(verdict_of(rounded_to(1e12)).passed);
  EXPECT_FALSE(verdict_of(rounded_to(1e3)).passed);
}

// float32 all through, by a power and by exp and log: a note, never a failure.
TEST(Grade, PassesAFloat32AngleWithANote) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    for (const bool by_exp : {false, true}) {
      const Verdict verdict = verdict_of(
          [by_exp](int n, int d, double base) {
            return table(n, d, [&](int p, int j) {
              const auto width = static_cast<float>(d);
              const auto twice = static_cast<float>(j / 2 * 2);
              const auto wide = static_cast<float>(base);
              const float rate = by_exp ? std::exp(twice * (-std::log(wide) / width))
                                        : 1.0f / std::pow(wide, twice / width);
              const float angle = static_cast<float>(p) * rate;
              return double{j % 2 == 0 ? std::sin(angle) : std::cos(angle)};
            });
          },
          seed);
      EXPECT_TRUE(verdict.passed) << "seed " << seed << ", by exp " << by_exp;
      ASSERT_EQ(verdict.notes.size(), 1u);
      EXPECT_EQ(verdict.notes[0].id, "sin-angle-float32");
      EXPECT_GT(value_of(verdict.notes[0].values, "deviation"), 1e-6);
      EXPECT_GT(value_of(verdict.notes[0].values, "row"), 16);
    }
  }
}

// A published float32 example: position 131071 of width 64, pair 1.
TEST(Tolerance, LetsAFloat32AngleFarOutPass) {
  EXPECT_LT(std::abs(0.99850733 - 0.9984467), kTolerance.at(131'071));
  EXPECT_LT(std::abs(0.05461793 - 0.05571517), kTolerance.at(131'071));
  EXPECT_DOUBLE_EQ(kTolerance.at(0), 1e-6);
  EXPECT_DOUBLE_EQ(kTolerance.at(100), 1.3e-5);
}

TEST(Grade, ShowsTheFirstDifferingCellAndTheWayToIt) {
  // Case 1 is n = 5, d = 8, base 10000; cell [2][3] is the cosine of pair 1 at position 2.
  const Verdict verdict = verdict_with(1, [](Answer& answer) { answer.cells[2 * 8 + 3] = 0.25; });
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.cases_passed, verdict.cases_total - 1);
  EXPECT_FALSE(verdict.case_passed[1]);
  ASSERT_TRUE(verdict.first_difference);
  const CellDifference& cell = *verdict.first_difference;
  EXPECT_EQ(cell.case_index, 1);
  EXPECT_EQ(verdict.case_names[1], "n = 5, d = 8, base 10000");
  EXPECT_EQ(cell.index, (ListIndex::cell(2, 3)));
  EXPECT_EQ(cell.got, 0.25);
  EXPECT_NEAR(cell.expected, std::cos(0.2), 1e-15);
  EXPECT_DOUBLE_EQ(cell.tolerance, 1e-6 + 2 * 1.2e-7);
  EXPECT_EQ(value_of(cell.steps, "position"), 2);
  EXPECT_EQ(value_of(cell.steps, "pair"), 1);
  EXPECT_EQ(value_of(cell.steps, "exponent"), 0.25);
  EXPECT_NEAR(value_of(cell.steps, "rate"), 0.1, 1e-15);
  EXPECT_NEAR(value_of(cell.steps, "angle"), 0.2, 1e-15);
  EXPECT_EQ(cell.steps.back().name, "cosine");
  EXPECT_EQ(cell.steps.back().value, cell.expected);
}

TEST(Grade, ToleratesNothingBeyondTheTolerance) {
  EXPECT_TRUE(verdict_with(0, [](Answer& answer) { answer.cells[0] += 0.99e-6; }).passed);
  EXPECT_FALSE(verdict_with(0, [](Answer& answer) { answer.cells[0] += 1.01e-6; }).passed);
  EXPECT_TRUE(verdict_with(0, [](Answer& answer) { answer.cells[0] = -0.0; }).passed);
}

TEST(Grade, NamesCellsThatAreNotFinite) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(),
                     -std::numeric_limits<double>::infinity()}) {
    const Verdict verdict = verdict_with(0, [&](Answer& answer) { answer.cells[4 + 2] = bad; });
    EXPECT_FALSE(verdict.passed);
    ASSERT_TRUE(verdict.problem);
    EXPECT_EQ(verdict.problem->id, "not-finite");
    EXPECT_EQ(verdict.problem->path, (ListIndex::cell(1, 2)));
    ASSERT_TRUE(verdict.first_difference);
    EXPECT_EQ(verdict.first_difference->index, (ListIndex::cell(1, 2)));
    EXPECT_TRUE(verdict.explanations.empty());
  }
}

TEST(Grade, NamesWrongShapes) {
  struct Row {
    ListShape shape;
    const char* id;
    double expected;
    double got;
  };
  const Row rows[] = {
      {ListShape::rows(2, 4), "wrong-row-count", 3, 2},
      {ListShape::rows(4, 4), "wrong-row-count", 3, 4},
      {ListShape::rows(3, 5), "wrong-column-count", 4, 5},
      {ListShape::rows(3, 3), "wrong-column-count", 4, 3},
      {ListShape::rows(4, 3), "wrong-row-count", 3, 4},
      {ListShape::list(12), "wrong-depth", 2, 1},
      {ListShape::number(), "wrong-depth", 2, 0},
      {ListShape::batch(1, 3, 4), "wrong-depth", 2, 3},
      {ListShape::list(0), "wrong-row-count", 3, 0},
      {{2, {3, 0, 0}}, "wrong-column-count", 4, 0},
  };
  for (const Row& row : rows) {
    // Case 0 is n = 3, d = 4.
    const Verdict verdict = verdict_with(0, [&](Answer& answer) {
      answer = Answer::of(row.shape, std::vector<double>(row.shape.cells(), 0.5));
    });
    EXPECT_FALSE(verdict.passed);
    ASSERT_TRUE(verdict.problem) << row.id;
    EXPECT_EQ(verdict.problem->id, row.id);
    EXPECT_EQ(verdict.problem->case_index, 0);
    EXPECT_EQ(value_of(verdict.problem->values, "expected"), row.expected) << row.id;
    EXPECT_EQ(value_of(verdict.problem->values, "got"), row.got) << row.id;
  }
}

TEST(Grade, WantsAnEmptyListForNoRows) {
  constexpr std::size_t kNoRows = 4;
  ASSERT_EQ(all_cases()[kNoRows].name, "n = 0, d = 4, base 10000");
  const auto shaped = [](ListShape shape) {
    return verdict_with(kNoRows, [&](Answer& answer) {
      answer = Answer::of(shape, std::vector<double>(shape.cells(), 0.0));
    });
  };
  EXPECT_TRUE(shaped(ListShape::list(0)).passed);
  EXPECT_TRUE(shaped({2, {0, 4, 0}}).passed);
  EXPECT_FALSE(shaped({2, {1, 0, 0}}).passed) << "[[]] is one row";
  EXPECT_FALSE(shaped({2, {4, 0, 0}}).passed) << "a transposed table has d rows";
  EXPECT_FALSE(shaped(ListShape::rows(1, 4)).passed);
}

TEST(Grade, PassesOnWhatTheRunnerReports) {
  for (const char* id :
       {"no-function", "wrong-arity", "threw", "timeout", "out-of-memory", "not-a-list", "ragged",
        "not-a-number", "too-large", "promise", "generator", "nothing-returned", "mutated-input"}) {
    const auto kind = reported_problem(id);
    ASSERT_TRUE(kind) << id;
    EXPECT_EQ(problem_id(*kind), id);
    const Verdict verdict = verdict_with(
        2, [&](Answer& answer) { answer = Answer::failed(*kind, ListIndex::cell(1, 3)); });
    EXPECT_FALSE(verdict.passed);
    ASSERT_TRUE(verdict.problem) << id;
    EXPECT_EQ(verdict.problem->id, id);
    EXPECT_EQ(verdict.problem->case_index, 2);
    EXPECT_EQ(verdict.problem->path, (ListIndex::cell(1, 3)));
  }
  for (const char* id : {"not-run", "wrong-depth", "not-finite", "passed", ""}) {
    EXPECT_FALSE(reported_problem(id)) << id << " is found by the core, not reported to it";
  }
}

TEST(Grade, CountsMissingAnswersAsNotRun) {
  std::vector<Answer> answers = answers_of(right, all_cases());
  answers.resize(3);
  const Verdict verdict = grade(kChallenge, 1, answers).value();
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.cases_passed, 3);
  ASSERT_TRUE(verdict.problem);
  EXPECT_EQ(verdict.problem->id, "not-run");
  EXPECT_EQ(verdict.problem->case_index, 3);
  EXPECT_FALSE(grade(kChallenge, 1, {}).value().passed);
}

TEST(Grade, FailsWhatIsRightForAnotherSeed) {
  std::vector<Answer> answers = answers_of(right, all_cases(8));
  EXPECT_TRUE(grade(kChallenge, 8, answers).value().passed);
  EXPECT_FALSE(grade(kChallenge, 9, answers).value().passed);
}

// Position 1 of width 5 and base 10000, as the formula prints it to five digits.
TEST(Reference, IsTheRightResultOfACase) {
  constexpr int kOddWidth = 9;
  ASSERT_EQ(all_cases()[kOddWidth].name, "n = 4, d = 5, base 10000");
  const Expected table = reference(kChallenge, 1, kOddWidth).value();
  EXPECT_EQ(table.shape, ListShape::rows(4, 5));
  const double row[] = {0.84147, 0.54030, 0.02512, 0.99968, 0.00063};
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(table.cells[5 + j], row[j], 0.5e-5);
  EXPECT_EQ(reference(kChallenge, 1, 4).value().shape, ListShape::list(0)) << "no rows";
}

TEST(Reference, RefusesCasesThatDoNotExist) {
  const int count = static_cast<int>(all_cases().size());
  EXPECT_EQ(reference(kChallenge, 1, -1).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(reference(kChallenge, 1, count).error().code, ErrorCode::kOutOfRange);
  EXPECT_TRUE(reference(kChallenge, 1, count - 1).ok());
  EXPECT_EQ(reference("no-such-task", 1, 0).error().code, ErrorCode::kUnknownName);
}

TEST(Grade, RefusesWhatCannotBeAnAnswer) {
  const auto code = [](std::vector<Answer> answers) {
    const auto result = grade(kChallenge, 1, answers);
    EXPECT_FALSE(result.ok());
    return result.error().code;
  };
  EXPECT_EQ(grade("no-such-task", 1, {}).error().code, ErrorCode::kUnknownName);
  EXPECT_EQ(cases("no-such-task", 1).error().code, ErrorCode::kUnknownName);
  EXPECT_NE(cases("no-such-task", 1).error().message.find("sinusoidal-table"), std::string::npos);
  EXPECT_EQ(code(std::vector<Answer>(1'000, Answer::failed(ProblemKind::kThrew))),
            ErrorCode::kShapeMismatch);
  EXPECT_EQ(code({Answer::of(ListShape::rows(2, 2), {1, 2, 3})}), ErrorCode::kShapeMismatch);
  EXPECT_EQ(code({Answer::of({2, {-1, -1, 0}}, {1})}), ErrorCode::kOutOfRange);
  EXPECT_EQ(code({Answer::of({4, {1, 1, 1}}, {1})}), ErrorCode::kOutOfRange);
  EXPECT_EQ(code({Answer::of({-1, {1, 1, 1}}, {1})}), ErrorCode::kOutOfRange);
  EXPECT_EQ(code({Answer::of(ListShape::list(16'385), std::vector<double>(16'385))}),
            ErrorCode::kOutOfRange);
  EXPECT_EQ(code({Answer::of({3, {1 << 30, 1 << 30, 1 << 30}}, {})}), ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace posenc
