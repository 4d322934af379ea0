#include "core/positional/sinusoidal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/core/positional/reference.h"

namespace posenc {
namespace {

Matrix table(const SinusoidalSpec& spec) {
  auto result = sinusoidal(spec);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Numbers printed with five digits are right to half a unit of the last one.
constexpr double kFiveDigits = 0.5e-5 + 3e-8;

struct KnownRow {
  const char* what;
  SinusoidalSpec spec;
  std::vector<double> starts_with;
};

class KnownRows : public ::testing::TestWithParam<KnownRow> {};

TEST_P(KnownRows, AreReproduced) {
  const Matrix row = table(GetParam().spec);
  for (std::size_t c = 0; c < GetParam().starts_with.size(); ++c) {
    EXPECT_NEAR(row(0, static_cast<int>(c)), GetParam().starts_with[c], kFiveDigits)
        << GetParam().what << ", column " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sinusoidal, KnownRows,
    ::testing::Values(KnownRow{"d 4, p 0", {.positions = 1, .first = 0, .width = 4}, {0, 1, 0, 1}},
                      KnownRow{"d 4, p 1",
                               {.positions = 1, .first = 1, .width = 4},
                               {0.84147, 0.54030, 0.01000, 0.99995}},
                      KnownRow{"d 4, p 2",
                               {.positions = 1, .first = 2, .width = 4},
                               {0.90930, -0.41615, 0.02000, 0.99980}},
                      KnownRow{"d 4, p 6",
                               {.positions = 1, .first = 6, .width = 4},
                               {-0.27942, 0.96017, 0.05996, 0.99820}},
                      KnownRow{"base 2",
                               {.positions = 1, .first = 1, .width = 4, .base = 2.0},
                               {0.84147, 0.54030, 0.64964, 0.76024}},
                      KnownRow{"odd width",
                               {.positions = 1, .first = 1, .width = 5},
                               {0.84147, 0.54030, 0.02512, 0.99968, 0.00063}},
                      KnownRow{"d 512, p 1",
                               {.positions = 1, .first = 1, .width = 512},
                               {0.84147, 0.54030, 0.82186, 0.56970}},
                      KnownRow{"d 512, p 2",
                               {.positions = 1, .first = 2, .width = 512},
                               {0.90930, -0.41615, 0.93641, -0.35090}}));

constexpr int kRowsOfTable = 1100;  // two whole blocks of the table and a part of a third

TEST(Sinusoidal, SplitLayoutIsAPermutationOfTheInterleavedOne) {
  for (const int width : {1, 2, 5, 6, 33}) {
    SinusoidalSpec spec{.positions = 40, .first = 3, .width = width};
    const Matrix interleaved = table(spec);
    spec.layout = PairLayout::kSplit;
    const Matrix split = table(spec);
    for (int r = 0; r < spec.positions; ++r) {
      for (int c = 0; c < width; ++c) {
        const int from = c % 2 == 0 ? c / 2 : (width + 1) / 2 + c / 2;
        EXPECT_EQ(interleaved(r, c), split(r, from)) << "width " << width << ", column " << c;
      }
    }
  }
}

TEST(Sinusoidal, ShiftIsOneRotationPerPair) {
  constexpr double kTolerance = 1e-7;  // three values, each within 2.99e-8 of the formula
  constexpr int kWidth = 16;
  const Matrix m = table({.positions = 60, .width = kWidth});
  for (int k = 0; k < kWidth / 2; ++k) {
    const double turn = 5 * std::pow(10'000.0, -2.0 * k / kWidth);
    for (int p = 0; p < 55; ++p) {
      EXPECT_NEAR(m(p + 5, 2 * k), m(p, 2 * k) * std::cos(turn) + m(p, 2 * k + 1) * std::sin(turn),
                  kTolerance)
          << "position " << p << ", pair " << k;
      EXPECT_NEAR(m(p + 5, 2 * k + 1),
                  m(p, 2 * k + 1) * std::cos(turn) - m(p, 2 * k) * std::sin(turn), kTolerance)
          << "position " << p << ", pair " << k;
    }
  }
}

TEST(Sinusoidal, ARowDoesNotDependOnWhereTheTableStarts) {
  // Both are within 2.99e-8 of the same number.
  constexpr double kTolerance = 6e-8;
  const Matrix whole = table({.positions = 700, .width = 20});
  for (const int first : {1, 15, 16, 17, 255, 256, 257, 527, 528, 529, 600}) {
    const Matrix part = table({.positions = 100, .first = first, .width = 20});
    for (int r = 0; r < 100; ++r) {
      for (int c = 0; c < 20; ++c) {
        ASSERT_NEAR(part(r, c), whole(first + r, c), kTolerance)
            << "first " << first << ", row " << r << ", column " << c;
      }
    }
  }
}

TEST(Sinusoidal, EveryRowCountFillsEveryCell) {
  // Around the borders of the recurrence's passes and blocks, no cell may be left unwritten.
  const Matrix whole = table({.positions = kRowsOfTable, .width = 3});
  for (int rows = 0; rows <= kRowsOfTable; ++rows) {
    const Matrix part = table({.positions = rows, .width = 3});
    ASSERT_EQ(part.rows(), rows);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < 3; ++c) ASSERT_EQ(part(r, c), whole(r, c)) << rows << " rows, row " << r;
    }
  }
}

struct Range {
  std::int64_t first;
  std::int64_t last;
};

class Accuracy : public ::testing::TestWithParam<Range> {};

// The header's promise for over a million cells in all: whole rows of tables that start anywhere.
TEST_P(Accuracy, IsWithinThePromiseOfMpfr) {
  constexpr double kFurthest = 2.99e-8;
  constexpr double kCorrectlyRounded = 0.9999;
  constexpr unsigned kSeed = 20170612;
  std::mt19937_64 random(kSeed);
  std::int64_t cells = 0;
  std::int64_t correct = 0;
  for (const double base : {1.0001, 1.5, 10.0, 10'000.0, 500'000.0, 1e8}) {
    for (const int width : {1, 2, 5, 64, 129, 512}) {
      for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
        const auto span = static_cast<std::uint64_t>(GetParam().last - GetParam().first);
        const auto first =
            GetParam().first + static_cast<std::int64_t>(random() % (span - kRowsOfTable + 1));
        const Matrix m = table({.positions = kRowsOfTable,
                                .first = static_cast<int>(first),
                                .width = width,
                                .base = base,
                                .layout = layout});
        ReferenceTable reference(width, base, layout);
        for (int sample = 0; sample < 32; ++sample) {
          const int r = static_cast<int>(random() % kRowsOfTable);
          const auto row = reference.judge_row(first + r, m.row(r));
          ASSERT_LE(row.furthest, kFurthest)
              << "position " << first + r << ", row " << r << ", column " << row.column
              << ", width " << width << ", base " << base << ", seed " << kSeed;
          correct += row.correctly_rounded;
          cells += width;
        }
      }
    }
  }
  RecordProperty("cells", std::to_string(cells));
  EXPECT_GE(cells, 250'000);
  EXPECT_GE(static_cast<double>(correct) / static_cast<double>(cells), kCorrectlyRounded)
      << correct << " of " << cells;
}

INSTANTIATE_TEST_SUITE_P(Sinusoidal, Accuracy,
                         ::testing::Values(Range{0, 8191}, Range{0, 1'000'000},
                                           Range{1'000'000, 1 << 24},
                                           Range{1 << 24, kMaxPositions}));

TEST(Sinusoidal, EveryRowOfTheFirstTwoBlocksIsWithinThePromise) {
  constexpr unsigned kSeed = 19;
  std::mt19937_64 random(kSeed);
  std::int64_t cells = 0;
  std::int64_t correct = 0;
  for (const double base : {1.0001, 10'000.0, 1e8}) {
    const auto first = static_cast<std::int64_t>(random() % 2'147'482'000u);
    const Matrix m = table(
        {.positions = kRowsOfTable, .first = static_cast<int>(first), .width = 24, .base = base});
    ReferenceTable reference(24, base, PairLayout::kInterleaved);
    for (int r = 0; r < kRowsOfTable; ++r) {
      const auto row = reference.judge_row(first + r, m.row(r));
      ASSERT_LE(row.furthest, 2.99e-8) << "base " << base << ", position " << first + r << ", row "
                                       << r << ", column " << row.column << ", seed " << kSeed;
      correct += row.correctly_rounded;
      cells += 24;
    }
  }
  EXPECT_GE(static_cast<double>(correct) / static_cast<double>(cells), 0.9999)
      << correct << " of " << cells;
}

TEST(Accuracy, JudgeTellsTheNextFloatFromTheRightOne) {
  ReferenceTable reference(4, 10'000.0, PairLayout::kInterleaved);
  const float right = 0.0099998333341666647f;  // sin(0.01)
  const float next = std::nextafter(right, 1.0f);
  EXPECT_TRUE(reference.judge(1, 2, right).correctly_rounded);
  EXPECT_FALSE(reference.judge(1, 2, next).correctly_rounded);
  const float row[] = {0.84147098480789651f, 0.54030230586813972f, next, 0.99995000041666528f};
  const auto judged = reference.judge_row(1, row);
  EXPECT_EQ(judged.correctly_rounded, 3);
}

TEST(Sinusoidal, ReachesTheLastPosition) {
  const Matrix m = table({.positions = 1, .first = 2147483647, .width = 4});
  ReferenceTable reference(4, 10'000.0, PairLayout::kInterleaved);
  for (int c = 0; c < 4; ++c) EXPECT_LE(reference.judge(2147483647, c, m(0, c)).error, 2.99e-8);
}

TEST(SinusoidalInto, FillsTheCallersMemory) {
  const SinusoidalSpec spec{.positions = 300, .first = 7, .width = 5};
  const Matrix expected = table(spec);
  std::vector<float> out(1500, 2.0f);
  EXPECT_FALSE(sinusoidal_into(spec, out).has_value());
  EXPECT_TRUE(std::equal(out.begin(), out.end(), expected.data()));
}

TEST(SinusoidalInto, RefusesWhatDoesNotFitAndTouchesNothing) {
  std::vector<float> out(7, 2.0f);
  const auto mismatch = sinusoidal_into({.positions = 2, .width = 4}, out);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(mismatch->message, "there are 7 cells; the shape 2 x 4 needs 8");
  EXPECT_EQ(sinusoidal_into({.positions = 2, .width = 0}, out)->code, ErrorCode::kOutOfRange);
  EXPECT_EQ(sinusoidal_into({.positions = 2, .width = 4, .base = kNaN}, out)->code,
            ErrorCode::kNotFinite);
  EXPECT_EQ(out, std::vector<float>(7, 2.0f));
}

TEST(SinusoidalAt, HasAVectorForEveryRealPosition) {
  // sin and cos of 2.5, 0.025 and -710, from another library in double precision.
  const std::vector<double> positions{2.5, -710.0};
  const auto result = sinusoidal_at(positions, 4, 10'000.0, PairLayout::kInterleaved);
  ASSERT_TRUE(result.ok());
  const Matrix& m = result.value();
  constexpr double kTolerance = 3e-8 + 4e-16 * 710;  // the header's promise
  EXPECT_NEAR(m(0, 0), 0.59847214410395649, kTolerance);
  EXPECT_NEAR(m(0, 1), -0.80114361554693371, kTolerance);
  EXPECT_NEAR(m(0, 2), 0.024997395914712332, kTolerance);
  EXPECT_NEAR(m(0, 3), 0.99968751627570264, kTolerance);
  EXPECT_NEAR(m(1, 0), -6.0288706691585265e-05, kTolerance);
}

TEST(SinusoidalAt, AgreesWithTheTableAtWholePositions) {
  const std::vector<double> positions{0, 1, 63, 8191};
  for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
    const Matrix at = sinusoidal_at(positions, 9, 500.0, layout).value();
    for (int r = 0; r < 4; ++r) {
      const Matrix row = table({.positions = 1,
                                .first = static_cast<int>(positions[static_cast<std::size_t>(r)]),
                                .width = 9,
                                .base = 500.0,
                                .layout = layout});
      for (int c = 0; c < 9; ++c) EXPECT_NEAR(at(r, c), row(0, c), 6.1e-8) << "row " << r;
    }
  }
}

TEST(SinusoidalAt, RefusesPositionsItCannotPlace) {
  const std::vector<double> nan{0.0, std::numeric_limits<double>::quiet_NaN()};
  const auto not_finite = sinusoidal_at(nan, 4, 10'000.0, PairLayout::kInterleaved);
  ASSERT_FALSE(not_finite.ok());
  EXPECT_EQ(not_finite.error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(not_finite.error().message, "positions[1] is NaN; it must be finite");
  const std::vector<double> far{3e9};
  EXPECT_EQ(sinusoidal_at(far, 4, 10'000.0, PairLayout::kInterleaved).error().code,
            ErrorCode::kOutOfRange);
  EXPECT_EQ(sinusoidal_at({}, 0, 10'000.0, PairLayout::kInterleaved).error().code,
            ErrorCode::kOutOfRange);
  EXPECT_EQ(sinusoidal_at({}, 4, std::numeric_limits<double>::infinity(), PairLayout::kInterleaved)
                .error()
                .code,
            ErrorCode::kNotFinite);
}

TEST(SinusoidalRates, FollowTheFormula) {
  for (const int width : {1, 4, 5, 64, 512}) {
    const auto rates = sinusoidal_rates(width, 10'000.0);
    ASSERT_TRUE(rates.ok());
    ASSERT_EQ(rates.value().cols(), (width + 1) / 2);
    ReferenceTable reference(width, 10'000.0, PairLayout::kInterleaved);
    for (int k = 0; k < rates.value().cols(); ++k) {
      EXPECT_EQ(rates.value()(0, k), static_cast<float>(reference.rate(k))) << "pair " << k;
    }
  }
}

TEST(SinusoidalRates, NeighboursKeepTheKnownRatios) {
  const auto ratio = [](int width) {
    const auto rates = sinusoidal_rates(width, 10'000.0);
    return rates.value()(0, 1) / rates.value()(0, 0);
  };
  EXPECT_NEAR(ratio(4), 0.01, kFiveDigits);
  EXPECT_NEAR(ratio(64), 0.74989, kFiveDigits);
  EXPECT_NEAR(ratio(512), 0.96466, kFiveDigits);
}

TEST(SinusoidalRates, KnownPeriods) {
  const auto period = [](int width, int pair) {
    return 2.0 * 3.14159265358979 / sinusoidal_rates(width, 10'000.0).value()(0, pair);
  };
  EXPECT_NEAR(period(4, 0), 6.28, 0.005);
  EXPECT_NEAR(period(4, 1), 628.3, 0.05);
  EXPECT_NEAR(period(512, 255), 60'611, 1);
}

struct Refusal {
  const char* what;
  SinusoidalSpec spec;
  ErrorCode code;
  const char* message;
};

class SinusoidalRefuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(SinusoidalRefuses, WithACodeAndASentence) {
  const auto result = sinusoidal(GetParam().spec);
  ASSERT_FALSE(result.ok()) << GetParam().what;
  EXPECT_EQ(result.error().code, GetParam().code) << GetParam().what;
  EXPECT_EQ(result.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Sinusoidal, SinusoidalRefuses,
    ::testing::Values(
        Refusal{
            "width 0", {.positions = 1}, ErrorCode::kOutOfRange, "width is 0; it must be 1..65536"},
        Refusal{"width beyond the limit",
                {.positions = 1, .width = kMaxWidth + 1},
                ErrorCode::kOutOfRange,
                "width is 65537; it must be 1..65536"},
        Refusal{"negative positions",
                {.positions = -1, .width = 4},
                ErrorCode::kOutOfRange,
                "positions is -1; it must be 0 or more"},
        Refusal{"negative first",
                {.positions = 1, .first = -1, .width = 4},
                ErrorCode::kOutOfRange,
                "first is -1 and positions is 1; positions must lie in 0..2147483647"},
        Refusal{"last position beyond the limit",
                {.positions = 2, .first = 2147483647, .width = 4},
                ErrorCode::kOutOfRange,
                "first is 2147483647 and positions is 2; positions must lie in 0..2147483647"},
        Refusal{"too many cells",
                {.positions = 2147483647, .width = 65536},
                ErrorCode::kOutOfRange,
                "the shape is 2147483647 x 65536; it may have 67108864 cells at most"},
        Refusal{"base 1",
                {.positions = 1, .width = 4, .base = 1.0},
                ErrorCode::kOutOfRange,
                "base is 1; it must be above 1"},
        Refusal{"negative base",
                {.positions = 1, .width = 4, .base = -10.0},
                ErrorCode::kOutOfRange,
                "base is -10; it must be above 1"},
        Refusal{"base NaN",
                {.positions = 1, .width = 4, .base = kNaN},
                ErrorCode::kNotFinite,
                "base is NaN; it must be a finite number above 1"},
        Refusal{"base infinite",
                {.positions = 1, .width = 4, .base = kInfinity},
                ErrorCode::kNotFinite,
                "base is infinity; it must be a finite number above 1"}));

TEST(SinusoidalRates, RefusesWhatTheTableRefuses) {
  EXPECT_EQ(sinusoidal_rates(0, 10'000.0).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(sinusoidal_rates(4, 0.5).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(sinusoidal_rates(4, kInfinity).error().code, ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace posenc
