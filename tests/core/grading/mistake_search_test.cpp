#include "core/grading/mistake_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include "core/grading/challenges/sinusoidal_table_mistakes.h"
#include "core/grading/grading.h"
#include "tests/core/grading/learners.h"
#include "tests/core/grading/named.h"

namespace posenc {
namespace {

constexpr const char* kChallenge = "sinusoidal-table";
constexpr std::uint32_t kSeeds[] = {1, 2, 77, 4'294'967'295u};

Verdict verdict_of(const Solution& solution, std::uint32_t seed) {
  const std::vector<Case> all = cases(kChallenge, seed).value();
  return grade(kChallenge, seed, answers_of(solution, all)).value();
}

void expect_named_alone(const Learner& learner) {
  for (std::uint32_t seed : kSeeds) {
    const Verdict verdict = verdict_of(learner.solution, seed);
    const Ids wanted(learner.ids.begin(), learner.ids.end());
    const std::vector<Ids> found = ids_of(verdict);
    EXPECT_FALSE(verdict.passed) << text_of({wanted}) << "seed " << seed;
    EXPECT_EQ(found, std::vector<Ids>{wanted})
        << "wanted " << text_of({wanted}) << "found " << text_of(found) << "seed " << seed;
  }
}

TEST(MistakeSearch, NamesEveryMistakeAlone) {
  for (const Learner& learner : learners_with_one_change()) expect_named_alone(learner);
}

TEST(MistakeSearch, NamesTwoChangesAtOnce) {
  for (const Learner& learner : learners_with_two_changes()) expect_named_alone(learner);
}

TEST(MistakeSearch, NamesThreeChangesAtOnce) {
  for (const Learner& learner : learners_with_three_changes()) expect_named_alone(learner);
}

TEST(MistakeSearch, EveryIdOfTheSpaceHasALearner) {
  std::set<std::string> known;
  for (const Learner& learner : learners_with_one_change()) known.insert(learner.ids[0]);
  const SinusoidalTableMistakes space({});
  for (const Axis& axis : space.axes()) {
    for (const Alternative& alternative : axis.alternatives) {
      EXPECT_TRUE(known.count(std::string(alternative.id))) << alternative.id;
    }
  }
}

TEST(MistakeSearch, KeepsItsNamesInFloat32) {
  for (const Learner& learner : learners_with_one_change()) {
    const Solution rounded = [&](int n, int d, double base) {
      Answer answer = learner.solution(n, d, base);
      for (double& cell : answer.cells) cell = static_cast<float>(cell);
      return answer;
    };
    // Decimals are no longer round in float32, but for the tolerance they still are.
    expect_named_alone({learner.ids, rounded});
  }
}

TEST(MistakeSearch, ReportsWhatTheCasesCannotTellApart) {
  // The base 10000, its exponent doubled, is the base 10000^2 wherever it is written.
  const Verdict verdict = verdict_of(
      [](int n, int d, double) {
        return table(n, d, [&](int p, int j) {
          const double angle = p / std::pow(10'000.0, 4.0 * (j / 2) / d);
          return j % 2 == 0 ? std::sin(angle) : std::cos(angle);
        });
      },
      1);
  const std::vector<Ids> found = ids_of(verdict);
  EXPECT_EQ(found.size(), 2u) << text_of(found);
  EXPECT_TRUE(std::count(found.begin(), found.end(), Ids{"sin-base-other"})) << text_of(found);
  EXPECT_TRUE(
      std::count(found.begin(), found.end(), Ids{"sin-base-hard-coded", "sin-exponent-doubled"}))
      << text_of(found);
}

TEST(MistakeSearch, NamesNothingForNumbersThatFollowNoRule) {
  std::mt19937 random(20'240'601);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const Solution noise = [&](int n, int d, double) {
    return table(n, d, [&](int, int) { return any(random); });
  };
  const Solution constant = [](int n, int d, double) {
    return table(n, d, [](int, int) { return 0.5; });
  };
  const Solution ramp = [](int n, int d, double) {
    return table(n, d, [&](int p, int j) { return double(p * d + j) / (n * d); });
  };
  const Solution not_numbers = [](int n, int d, double) {
    return table(n, d, [](int, int) { return std::nan(""); });
  };
  const Solution one_wrong_cell = [](int n, int d, double base) {
    Answer answer = right(n, d, base);
    if (n == 2'100) answer.cells[4'321] += 0.01;
    return answer;
  };
  const Solution throws = [](int, int, double) { return Answer::failed(ProblemKind::kThrew); };
  for (const Solution& solution : {noise, constant, ramp, not_numbers, one_wrong_cell, throws}) {
    for (std::uint32_t seed : kSeeds) {
      const Verdict verdict = verdict_of(solution, seed);
      EXPECT_FALSE(verdict.passed);
      EXPECT_TRUE(verdict.explanations.empty()) << text_of(ids_of(verdict)) << "seed " << seed;
    }
  }
}

TEST(MistakeSearch, ExplainsTheCasesThatGaveATable) {
  // Half of the calls throw for a reason of their own, the others count positions from one.
  int call = 0;
  const Verdict verdict = verdict_of(
      [&](int n, int d, double base) {
        if (call++ % 2 == 1) return Answer::failed(ProblemKind::kTimeout);
        return table(n, d, [&](int p, int j) {
          const double angle = (p + 1) / std::pow(base, 2.0 * (j / 2) / d);
          return j % 2 == 0 ? std::sin(angle) : std::cos(angle);
        });
      },
      1);
  EXPECT_EQ(ids_of(verdict), std::vector<Ids>{{"sin-positions-from-one"}});
  EXPECT_TRUE(verdict.explained_in_part);
}

TEST(MistakeSearch, ShowsEachChangeAtACellOfItsOwn) {
  const Verdict verdict = verdict_of(
      [](int n, int d, double) {
        return table(n, d, [&](int p, int j) {
          const double angle = (p + 1) / std::pow(37.5, 2.0 * (j / 2) / d);
          return j % 2 == 0 ? std::sin(angle) : std::cos(angle);
        });
      },
      1);
  // An unusual base counts twice, so two explanations of cost three could compete; one is true.
  ASSERT_EQ(verdict.explanations.size(), 1u);
  const auto& changes = verdict.explanations[0].changes;
  ASSERT_EQ(changes.size(), 2u);
  const auto value = [](const Change& change, const char* name) {
    for (const NamedValue& each : change.values) {
      if (each.name == name) return each.value;
    }
    return std::nan("");
  };
  for (const Change& change : changes) {
    EXPECT_EQ(change.index.depth, 2);
    EXPECT_GT(std::abs(change.expected - change.got), 1e-6);
    EXPECT_EQ(value(change, "row"), change.index.at[0]);
    EXPECT_EQ(value(change, "column"), change.index.at[1]);
  }
  EXPECT_EQ(changes[0].id, "sin-base-other");
  EXPECT_EQ(value(changes[0], "yourBase"), 37.5);
  EXPECT_GE(changes[0].index.at[1], 2) << "the first pair does not depend on the base";
  EXPECT_EQ(changes[1].id, "sin-positions-from-one");
  EXPECT_EQ(value(changes[1], "rightRow"), value(changes[1], "row") + 1.0);
}

// Whatever the mistakes, each has a wrong cell of the learner's own, or its shape, to show.
TEST(MistakeSearch, HasEvidenceForEveryChange) {
  auto learners = learners_with_one_change();
  for (auto& more : {learners_with_two_changes(), learners_with_three_changes()}) {
    learners.insert(learners.end(), more.begin(), more.end());
  }
  for (const Learner& learner : learners) {
    const std::vector<Case> all = cases(kChallenge, 1).value();
    const std::vector<Answer> answers = answers_of(learner.solution, all);
    const Verdict verdict = grade(kChallenge, 1, answers).value();
    for (const Change& change : verdict.explanations.at(0).changes) {
      const auto c = static_cast<std::size_t>(change.case_index);
      EXPECT_FALSE(verdict.case_passed[c]) << change.id;
      if (change.index.depth == 0) {
        const bool about_shape =
            change.id.substr(0, 6) == "shape-" || answers[c].problem ||
            answers[c].shape != ListShape::rows(static_cast<int>(all[c].arguments[0].cells[0]),
                                                static_cast<int>(all[c].arguments[1].cells[0]));
        EXPECT_TRUE(about_shape) << change.id << " shows nothing";
      } else {
        EXPECT_TRUE(std::isfinite(change.expected)) << change.id;
        EXPECT_GT(std::abs(change.expected - change.got), 1e-6) << change.id;
      }
    }
  }
}

TEST(MistakeSearch, CallsOnlyConventionsConventions) {
  const std::set<std::string> conventions = {
      "sin-t2t-denominator",    "sin-halves-layout",   "sin-cos-swapped",  "sin-odd-d-rounded-up",
      "sin-odd-d-rounded-down", "sin-odd-d-last-zero", "shape-batch-axis", "shape-middle-axis"};
  for (const Learner& learner : learners_with_one_change()) {
    const Verdict verdict = verdict_of(learner.solution, 1);
    ASSERT_EQ(verdict.explanations.size(), 1u) << learner.ids[0];
    EXPECT_EQ(verdict.explanations[0].convention, conventions.count(learner.ids[0]) == 1)
        << learner.ids[0];
  }
  const auto two = learners_with_two_changes();
  EXPECT_FALSE(verdict_of(two[0].solution, 1).explanations[0].convention);
  EXPECT_TRUE(verdict_of(two[1].solution, 1).explanations[0].convention);
  EXPECT_FALSE(verdict_of(two[2].solution, 1).explanations[0].convention) << "one of the two is";
}

}  // namespace
}  // namespace posenc
