// What holds for every challenge, made from its own space of changes: each change alone is refused
// and named, and what no case tells apart is reported together.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/grading/challenge.h"
#include "core/grading/comparison.h"
#include "core/grading/grading.h"
#include "tests/core/grading/named.h"

namespace posenc {
namespace {

/// Numbers for the changes that have one of their own, and names that some numbers have.
const std::map<std::string, std::vector<double>>& numbers_of_changes() {
  static const std::map<std::string, std::vector<double>> all = {
      {"sin-base-other", {10'000.0, 1'000.0}},
      {"sin-positions-offset", {2.0, 40.0}},
      {"sin-scaled", {-1.0, 2.0}},
      {"sin-rounded", {}},  // a wider tolerance, recognised by the learner's decimals
      {"add-pe-factor", {0.5, -3.0}},
      {"add-dropout-active", {2.0, 1.25}},
      {"add-table-too-short", {60.0, 3'000.0}},
      {"add-no-slice", {4.0}},
      {"mask-fill-value", {-3.0, 1.5}},
      {"mask-clamped-afterwards", {2.0, 5.0}},
      {"scale-constant", {0.2, 3.0}},
      {"alibi-bias-scaled", {0.25, 3.0}},
      {"alibi-scores-scaled", {0.3, 4.0}},
      {"rope-ntk-base", {4.0, 9.0}},
      {"rope-factor", {1.4, -1.0}},
      {"rope-positions-scaled", {4.0, 0.25}},
  };
  return all;
}

struct Entry {
  std::string id;
  Point point;
};

std::vector<Entry> single_changes(const MistakeSpace& space) {
  std::vector<Entry> entries;
  for (int axis = 0; axis < static_cast<int>(space.axes().size()); ++axis) {
    int choice = 0;
    for (const Alternative& alternative :
         space.axes()[static_cast<std::size_t>(axis)].alternatives) {
      ++choice;
      std::vector<double> values = {0.0};
      const auto known = numbers_of_changes().find(std::string(alternative.id));
      EXPECT_EQ(known != numbers_of_changes().end(), alternative.solve_order > 0) << alternative.id;
      if (known != numbers_of_changes().end()) values = known->second;
      for (const double value : values) {
        Point point;
        point.set(axis, choice, value);
        entries.push_back({std::string(space.name(axis, point).id), point});
      }
    }
  }
  return entries;
}

/// What somebody with exactly these changes would return. Where a change leaves a cell open the
/// cell is not finite, as a division by zero makes it.
std::vector<Answer> answers_at(const MistakeSpace& space, std::size_t cases, const Point& point) {
  std::vector<Answer> answers;
  for (int c = 0; c < static_cast<int>(cases); ++c) {
    const Form form = space.form(c, point);
    if (form.always_fails) {
      answers.push_back(Answer::failed(form.failure));
      continue;
    }
    std::vector<double> cells;
    for (std::size_t i = 0; i < form.shape.cells(); ++i) {
      const Prediction prediction = space.cell(c, point, i);
      double cell = prediction.value;
      if (std::isfinite(cell) && prediction.other == 0.0 && i % 3 == 1) cell = 0.0;
      cells.push_back(std::isfinite(cell) ? cell : std::nan(""));
    }
    answers.push_back(Answer::of(form.shape, std::move(cells)));
  }
  return answers;
}

bool told_apart_by(int c, const MistakeSpace& space, const Point& a, const Point& b) {
  const Form first = space.form(c, a);
  const Form second = space.form(c, b);
  if (first.always_fails != second.always_fails) return true;
  if (first.always_fails) return false;
  if (first.shape.cells() + second.shape.cells() == 0) return false;
  if (first.shape != second.shape) return true;
  for (std::size_t i = 0; i < first.shape.cells(); ++i) {
    const Prediction x = space.cell(c, a, i);
    const Prediction y = space.cell(c, b, i);
    if (std::isnan(x.value) || std::isnan(y.value)) continue;
    if (std::isinf(x.value) != std::isinf(y.value)) return true;
    if (std::abs(x.value - y.value) > x.tolerance + y.tolerance) return true;
  }
  return false;
}

bool told_apart(const MistakeSpace& space, std::size_t cases, const Point& a, const Point& b) {
  for (int c = 0; c < static_cast<int>(cases); ++c) {
    if (told_apart_by(c, space, a, b)) return true;
  }
  return false;
}

/// Changes that are the same numbers whatever the case; the verdict names all of them.
const std::set<std::set<std::string>>& twins() {
  static const std::set<std::set<std::string>> all = {
      {"mask-zero-fill", "mask-tiny-fill"},
      {"scale-inverted", "add-scale-on-sum"},  // both factors of a product
      {"alibi-positive-sign", "alibi-distance-from-first"},
      {"shift-transposed", "sin-angle-negated"},
      {"shift-transposed", "shift-cosine-first"},
      {"shift-cosine-first", "sin-angle-negated"},
  };
  return all;
}

class EveryChallenge : public testing::TestWithParam<const Challenge*> {
 protected:
  std::string id() const { return std::string(GetParam()->id()); }
};

TEST_P(EveryChallenge, PassesItsReferenceInBothPrecisions) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    for (const bool narrow : {false, true}) {
      std::vector<Answer> answers;
      const std::size_t count = cases(id(), seed).value().size();
      for (std::size_t c = 0; c < count; ++c) {
        const Expected right = reference(id(), seed, static_cast<int>(c)).value();
        answers.push_back(Answer::of(right.shape, right.cells));
        for (double& cell : answers.back().cells) {
          if (narrow) cell = static_cast<float>(cell);
        }
      }
      EXPECT_TRUE(grade(id(), seed, answers).value().passed) << id() << ", seed " << seed;
    }
  }
}

TEST_P(EveryChallenge, WithoutAChangeIsItsReference) {
  for (std::uint32_t seed : {1u, 2u, 3u}) {
    const std::vector<Case> all = cases(id(), seed).value();
    const auto space = GetParam()->mistakes(all);
    for (std::size_t c = 0; c < all.size(); ++c) {
      const Expected right = GetParam()->expected(all[c]);
      const Form form = space->form(static_cast<int>(c), Point{});
      EXPECT_FALSE(form.always_fails || form.sometimes_fails) << all[c].name;
      EXPECT_EQ(form.shape.cells(), right.cells.size()) << all[c].name;
      EXPECT_TRUE(right.cells.empty() || form.shape == right.shape) << all[c].name;
      ASSERT_EQ(right.cells.size(), right.positions.size());
      for (std::size_t i = 0; i < right.cells.size(); ++i) {
        // Positions up to 100,000 in double: their angles are rounded to 1.5e-11, and products of
        // hundreds keep ten digits.
        EXPECT_NEAR(space->cell(static_cast<int>(c), Point{}, i).value, right.cells[i], 1e-9)
            << all[c].name << ", cell " << i;
        EXPECT_EQ(GetParam()->steps(all[c], i).back().value, right.cells[i]);
      }
    }
  }
}

TEST_P(EveryChallenge, NamesEveryChangeAlone) {
  for (std::uint32_t seed : {1u, 2u, 77u}) {
    const std::vector<Case> all = cases(id(), seed).value();
    const auto space = GetParam()->mistakes(all);
    for (const Entry& entry : single_changes(*space)) {
      const auto answers = answers_at(*space, all.size(), entry.point);
      const Verdict verdict = grade(id(), seed, answers).value();
      EXPECT_FALSE(verdict.passed) << entry.id << ", seed " << seed;
      bool named = false;
      for (const Explanation& explanation : verdict.explanations) {
        ASSERT_EQ(explanation.changes.size(), 1u) << entry.id << ": " << text_of(ids_of(verdict));
        const std::string found(explanation.changes[0].id);
        named = named || found == entry.id;
        EXPECT_TRUE(found == entry.id || twins().count({found, entry.id}))
            << entry.id << " is also called " << found << ", seed " << seed;
        EXPECT_FALSE(
            verdict.case_passed[static_cast<std::size_t>(explanation.changes[0].case_index)])
            << entry.id << " is shown by a case that passed";
      }
      EXPECT_TRUE(named) << entry.id << ": " << text_of(ids_of(verdict)) << ", seed " << seed;
    }
  }
}

// The mistake map: cases by mistakes.
TEST_P(EveryChallenge, MapTellsChangesApartOrTheyAreKnownTwins) {
  for (std::uint32_t seed : {1u, 2u, 3u}) {
    const std::vector<Case> all = cases(id(), seed).value();
    const auto space = GetParam()->mistakes(all);
    const auto entries = single_changes(*space);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_TRUE(told_apart(*space, all.size(), entries[i].point, Point{}))
          << entries[i].id << " passes, seed " << seed;
      for (std::size_t j = i + 1; j < entries.size(); ++j) {
        if (twins().count({entries[i].id, entries[j].id})) continue;
        EXPECT_TRUE(told_apart(*space, all.size(), entries[i].point, entries[j].point))
            << entries[i].id << " and " << entries[j].id << ", seed " << seed;
      }
    }
  }
}

/// The map of one challenge as a table: which case shows which mistake.
std::string map_of(const Challenge& challenge) {
  const std::string id(challenge.id());
  const std::vector<Case> all = cases(id, 1).value();
  const auto space = challenge.mistakes(all);
  std::string text = "\n## " + id + "\n\n";
  std::string rule = "| --- |";
  for (std::size_t c = 0; c < all.size(); ++c) {
    text += std::to_string(c + 1) + ". " + all[c].name + "\n";
    rule += " --- |";
  }
  text += "\n| mistake |";
  for (std::size_t c = 0; c < all.size(); ++c) text += " " + std::to_string(c + 1) + " |";
  text += "\n" + rule + "\n";
  for (const Entry& entry : single_changes(*space)) {
    text += "| `" + entry.id + "` |";
    for (int c = 0; c < static_cast<int>(all.size()); ++c) {
      text += told_apart_by(c, *space, entry.point, Point{}) ? " x |" : "   |";
    }
    text += "\n";
  }
  return text;
}

// `POSENC_WRITE_MAP=1` before the test writes the file anew.
TEST(MistakeMap, IsTheOneInTheDocumentation) {
  const std::string file = POSENC_GOLDEN_FOLDER "/../../docs/mistake-map.md";
  std::string map =
      "# Which case shows which mistake\n\n"
      "Made by a test (`MistakeMap` in `tests/core/grading/every_challenge_test.cpp`), with the\n"
      "cases of seed 1. A row is a mistake that the grader names, once for each of its numbers; a\n"
      "case with an x gives another result for it than for a right solution.\n";
  for (const Challenge* challenge : challenges()) map += map_of(*challenge);
  map +=
      "\n## Mistakes that no case tells apart\n\nThey are the same numbers, and named "
      "together.\n\n";
  for (const auto& pair : twins()) map += "- `" + *pair.begin() + "`, `" + *pair.rbegin() + "`\n";
  if (std::getenv("POSENC_WRITE_MAP") != nullptr) std::ofstream(file) << map;
  std::ifstream written(file);
  std::stringstream text;
  text << written.rdbuf();
  EXPECT_EQ(text.str(), map) << "docs/mistake-map.md is out of date";
}

TEST_P(EveryChallenge, NamesAResultThatDependsOnTheCallsBefore) {
  const std::vector<Case> all = cases(id(), 1).value();
  std::vector<Answer> answers;
  for (int c = 0; c < static_cast<int>(all.size()); ++c) {
    const Expected right = reference(id(), 1, c).value();
    answers.push_back(Answer::of(right.shape, right.cells));
    for (double& cell : answers.back().cells) cell += 0.001 * c;  // something is counted
  }
  const Verdict verdict = grade(id(), 1, answers).value();
  EXPECT_FALSE(verdict.passed);
  EXPECT_TRUE(verdict.case_passed.front());
  ASSERT_TRUE(verdict.problem);
  EXPECT_EQ(verdict.problem->id, "depends-on-calls");
  EXPECT_EQ(verdict.problem->case_index, static_cast<int>(all.size()) - 1);
}

TEST_P(EveryChallenge, NamesNothingForNumbersThatFollowNoRule) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<Answer> answers;
    const std::size_t count = cases(id(), 1).value().size();
    for (std::size_t c = 0; c < count; ++c) {
      const Expected right = reference(id(), 1, static_cast<int>(c)).value();
      answers.push_back(Answer::of(right.shape, right.cells));
      double ramp = 0.0;
      for (double& cell : answers.back().cells) {
        ramp += 0.37;
        cell = kind == 0 ? any(random) : kind == 1 ? 0.5 : kind == 2 ? ramp : std::nan("");
      }
      if (kind == 3 && c % 2 == 0) answers.back() = Answer::failed(ProblemKind::kThrew);
    }
    const Verdict verdict = grade(id(), 1, answers).value();
    EXPECT_FALSE(verdict.passed);
    EXPECT_TRUE(verdict.explanations.empty()) << text_of(ids_of(verdict)) << ", kind " << kind;
  }
}

TEST_P(EveryChallenge, HasCasesOfEveryKindWithNamesOfTheirOwn) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    std::set<std::string> names;
    std::set<CaseKind> kinds;
    std::size_t cells = 0;
    const std::vector<Case> all = cases(id(), seed).value();
    for (const Case& each : all) {
      names.insert(each.name);
      kinds.insert(each.kind);
      for (const Value& value : each.arguments) cells += value.cells.size();
    }
    EXPECT_EQ(kinds.size(), 3u);
    EXPECT_GE(names.size() + 4, all.size()) << "seed " << seed;
    EXPECT_LE(cells, 5'000u) << "what a runner has to read";
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryChallenge,
                         testing::ValuesIn(challenges().begin(), challenges().end()),
                         [](const auto& challenge) {
                           std::string name(challenge.param->id());
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace posenc
