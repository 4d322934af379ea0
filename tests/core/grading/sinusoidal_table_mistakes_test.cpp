#include "core/grading/challenges/sinusoidal_table_mistakes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/grading/challenge.h"
#include "core/grading/comparison.h"
#include "core/grading/grading.h"
#include "tests/core/grading/learners.h"

namespace posenc {
namespace {

/// The point with one change.
Point with(const MistakeSpace& space, const std::string& id, double value = 0.0) {
  Point point;
  for (std::size_t axis = 0; axis < space.axes().size(); ++axis) {
    const auto& alternatives = space.axes()[axis].alternatives;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      if (alternatives[i].id == id) {
        point.set(static_cast<int>(axis), static_cast<int>(i) + 1, value);
        return point;
      }
    }
  }
  ADD_FAILURE() << "no such id: " << id;
  return point;
}

struct PublishedExample {
  const char* id;
  int position;
  int width;
  std::vector<double> wrong_row;
  double value = 0.0;
  int length = 0;  ///< rows of the table; 0: just enough
};

// One row of the wrong table as each mistake was publicly reported, at base 10000.
TEST(SinusoidalTableMistakes, ReproduceThePublishedExamples) {
  const PublishedExample examples[] = {
      {"sin-exponent-raw-column",
       1,
       8,
       {0.84147098, 0.99500417, 0.00999983, 0.9999995, 0.0001, 1.0, 1e-06, 1.0}},
      {"sin-exponent-unpaired", 1, 4, {0.84147098, 0.99500417, 0.00999983, 0.9999995}},
      {"sin-exponent-doubled",
       1,
       8,
       {0.84147098, 0.54030231, 0.00999983, 0.99995, 0.0001, 1.0, 1e-06, 1.0}},
      {"sin-exponent-halved",
       1,
       8,
       {0.84147098, 0.54030231, 0.31098359, 0.95041528, 0.09983342, 0.99500417, 0.03161751,
        0.99950004}},
      {"sin-floor-precedence",
       1,
       8,
       {0.84147098, 0.54030231, 0.13492254, 0.99085615, 0.01831461, 0.99983227, 0.00247875,
        0.99999693}},
      {"sin-t2t-denominator",
       1,
       8,
       {0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768, 0.0001, 1.0}},
      {"sin-halves-layout", 1, 4, {0.84147098, 0.00999983, 0.54030231, 0.99995}},
      {"sin-cos-swapped", 1, 4, {0.54030231, 0.84147098, 0.99995, 0.00999983}},
      {"sin-base-other",
       1,
       8,
       {0.84147098, 0.54030231, 0.17689219, 0.98423023, 0.03161751, 0.99950004, 0.00562338,
        0.99998419},
       1'000.0},
      {"sin-log10",
       1,
       8,
       {0.84147098, 0.54030231, 0.35963757, 0.93309208, 0.13492254, 0.99085615, 0.0497665,
        0.99876088}},
      {"sin-base-exponent-swapped",
       1,
       8,
       {0.0, 1.0, 0.84139608, 0.54041895, 0.84143353, 0.54036063, 0.84145544, 0.54032651}},
      {"sin-positions-from-one", 0, 4, {0.84147098, 0.54030231, 0.00999983, 0.99995}},
      {"sin-odd-d-rounded-up", 1, 5, {0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443}},
      {"sin-position-bfloat16", 257, 2, {-0.99920803, -0.03979076}},
      {"sin-position-float16", 2049, 2, {-0.31305701, 0.94973433}},
      {"sin-time-in-unit-interval", 4, 4, {0.84147098, 0.54030231, 0.00999983, 0.99995}, 0.0, 5},
  };
  constexpr double kPrinted = 6e-9;  // the examples show eight decimals
  for (const PublishedExample& example : examples) {
    const int length = example.length > 0 ? example.length : example.position + 1;
    const SinusoidalTableMistakes space({{length, example.width, 10'000.0}});
    const Point point = with(space, example.id, example.value);
    for (int j = 0; j < example.width; ++j) {
      const auto cell = static_cast<std::size_t>(example.position * example.width + j);
      EXPECT_NEAR(space.cell(0, point, cell).value, example.wrong_row[static_cast<std::size_t>(j)],
                  kPrinted)
          << example.id << ", column " << j;
    }
  }
}

TEST(SinusoidalTableMistakes, NameTheBase1000) {
  const SinusoidalTableMistakes space({{2, 8, 10'000.0}});
  EXPECT_EQ(space.name(2, with(space, "sin-base-other", 1'000.0)).id, "sin-base-1000");
  EXPECT_EQ(space.name(2, with(space, "sin-base-other", 10'000.0)).id, "sin-base-hard-coded");
  EXPECT_EQ(space.name(2, with(space, "sin-base-other", 500.0)).id, "sin-base-other");
}

// Published: 2 positions of width 4 become 4 rows, [4 numbers, 4 numbers, [0, 0], [0, 0]].
TEST(SinusoidalTableMistakes, TableWithItsAxesSwappedIsRagged) {
  const SinusoidalTableMistakes space({{2, 4, 10'000.0}, {4, 4, 10'000.0}});
  const Point point = with(space, "sin-table-axes-swapped");
  EXPECT_TRUE(space.form(0, point).always_fails);
  EXPECT_EQ(space.form(0, point).failure, ProblemKind::kRagged);
  EXPECT_FALSE(space.form(1, point).always_fails) << "as many rows as columns hide it";
}

// Published: at width 5 three values do not fit into two columns.
TEST(SinusoidalTableMistakes, OddWidthCrashLeavesEvenWidthsAlone) {
  const SinusoidalTableMistakes space({{2, 5, 10'000.0}, {2, 4, 10'000.0}});
  const Point point = with(space, "sin-odd-d-crash");
  EXPECT_TRUE(space.form(0, point).always_fails);
  EXPECT_FALSE(space.form(1, point).always_fails);
}

TEST(SinusoidalTableMistakes, WithoutAChangeIsTheFormula) {
  const std::vector<Case> all = cases("sinusoidal-table", 3).value();
  const Challenge& challenge = *find_challenge("sinusoidal-table");
  const auto space = challenge.mistakes(all);
  const auto answers = answers_of(right, all);
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Expected reference = challenge.expected(all[c]);
    for (std::size_t i = 0; i < answers[c].cells.size(); ++i) {
      // Positions up to 2100 in double: an angle of 2100 is rounded to 2.3e-13.
      EXPECT_NEAR(reference.cells[i], answers[c].cells[i], 2e-12) << all[c].name << ", cell " << i;
      EXPECT_NEAR(space->cell(static_cast<int>(c), Point{}, i).value, answers[c].cells[i], 2e-12)
          << all[c].name << ", cell " << i;
    }
  }
}

/// Every change of the space alone, with numbers for those that have one. Rounding is left out: it
/// is a wider tolerance, recognised by the learner's decimals.
std::vector<std::pair<std::string, Point>> map_entries(const MistakeSpace& space) {
  std::vector<std::pair<std::string, Point>> entries;
  for (const Axis& axis : space.axes()) {
    for (const Alternative& alternative : axis.alternatives) {
      const std::string id(alternative.id);
      std::vector<double> values = {0.0};
      if (id == "sin-base-other") values = {10'000.0, 1'000.0, 500.0};
      if (id == "sin-positions-offset") values = {2.0, 40.0};
      if (id == "sin-scaled") values = {-1.0, 2.0};
      if (id == "sin-rounded") continue;
      for (double value : values) {
        entries.push_back({id + " " + std::to_string(value), with(space, id, value)});
      }
    }
  }
  return entries;
}

/// Whether a case tells two points apart: another form, or a cell beyond both tolerances.
bool told_apart(const MistakeSpace& space, int cases, const Point& a, const Point& b) {
  for (int c = 0; c < cases; ++c) {
    const Form first = space.form(c, a);
    const Form second = space.form(c, b);
    if (first.shape != second.shape || first.always_fails != second.always_fails) return true;
    if (first.always_fails) continue;
    for (std::size_t i = 0; i < first.shape.cells(); ++i) {
      const Prediction x = space.cell(c, a, i);
      const Prediction y = space.cell(c, b, i);
      if (std::abs(x.value - y.value) > x.tolerance + y.tolerance) return true;
    }
  }
  return false;
}

// The mistake map: cases by mistakes. No mistake passes, and no two look alike on every case.
TEST(SinusoidalTableMistakes, MapTellsEveryMistakeFromTheReferenceAndFromEachOther) {
  for (std::uint32_t seed : {1u, 2u, 3u}) {
    const std::vector<Case> all = cases("sinusoidal-table", seed).value();
    const auto space = find_challenge("sinusoidal-table")->mistakes(all);
    const auto entries = map_entries(*space);
    const int count = static_cast<int>(all.size());
    ASSERT_GE(entries.size(), 55u);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_TRUE(told_apart(*space, count, entries[i].second, Point{}))
          << entries[i].first << " passes, seed " << seed;
      for (std::size_t j = i + 1; j < entries.size(); ++j) {
        EXPECT_TRUE(told_apart(*space, count, entries[i].second, entries[j].second))
            << entries[i].first << " and " << entries[j].first << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace posenc
