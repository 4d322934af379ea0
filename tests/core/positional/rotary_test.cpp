#include "core/positional/rotary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/core/positional/reference.h"

namespace posenc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Positions = std::vector<std::int32_t>;

/// How the cells of a random matrix are drawn; failures print the seed.
Matrix random_matrix(int rows, int cols, std::mt19937_64& random) {
  Matrix m = Matrix::uninitialized(rows, cols).value();
  std::uniform_real_distribution<float> cell(-2.0f, 2.0f);
  for (std::int64_t i = 0; i < m.size(); ++i) m.data()[i] = cell(random);
  return m;
}

Matrix of(int rows, int cols, const std::vector<float>& cells) {
  return Matrix::copy_of(rows, cols, cells).value();
}

Matrix turned(const Matrix& x, const Positions& positions, const RotarySpec& spec) {
  auto result = rotary(x, positions, spec);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

int rotated_columns(const RotarySpec& spec) {
  return spec.rotated == 0 ? spec.width : spec.rotated;
}

/// The plain rotation in double, written from the formula: the second implementation.
std::vector<double> plain_rotation(const Matrix& x, const Positions& positions,
                                   const RotarySpec& spec, double direction) {
  const RotaryRates rates = rotary_rates(spec).value();
  const int rotated = rotated_columns(spec);
  std::vector<double> out(x.cells().begin(), x.cells().end());
  for (int t = 0; t < x.rows(); ++t) {
    for (int head = 0; head < x.cols(); head += spec.width) {
      for (int k = 0; k < rotated / 2; ++k) {
        const bool pairs = spec.layout == PairLayout::kInterleaved;
        const int first = head + (pairs ? 2 * k : k);
        const int second = pairs ? first + 1 : first + rotated / 2;
        const double angle = direction * positions[static_cast<std::size_t>(t)] *
                             rates.rates[static_cast<std::size_t>(k)];
        const double a = x(t, first);
        const double b = x(t, second);
        const auto at = [&](int c) -> double& {
          return out[static_cast<std::size_t>(t) * static_cast<std::size_t>(x.cols()) +
                     static_cast<std::size_t>(c)];
        };
        at(first) = rates.attention_factor * (a * std::cos(angle) - b * std::sin(angle));
        at(second) = rates.attention_factor * (a * std::sin(angle) + b * std::cos(angle));
      }
    }
  }
  return out;
}

struct Known {
  const char* what;
  RotarySpec spec;
  int heads;
  Positions positions;
  std::vector<float> x;
  std::vector<double> turned;
};

class KnownRotations : public ::testing::TestWithParam<Known> {};

// Right answers to publicly reported mistakes, computed elsewhere in double precision.
TEST_P(KnownRotations, AreReproduced) {
  const Known& known = GetParam();
  const int rows = static_cast<int>(known.positions.size());
  const int cols = known.heads * known.spec.width;
  const Matrix out = turned(of(rows, cols, known.x), known.positions, known.spec);
  for (std::size_t i = 0; i < known.turned.size(); ++i) {
    // Printed with eight decimals; inputs of up to 4 leave float32 a few units of 2.4e-7.
    EXPECT_NEAR(out.data()[i], known.turned[i], 1e-6) << known.what << ", cell " << i;
  }
}

const double kCosine1 = 0.54030231;
const double kSine1 = 0.84147098;

INSTANTIATE_TEST_SUITE_P(
    Rotary, KnownRotations,
    ::testing::Values(
        Known{"neighbouring columns are a pair",
              {.width = 4},
              1,
              {1},
              {1, 2, 3, 4},
              {-1.14263966, 1.9220756, 2.95985067, 4.0297995}},
        Known{"halves are paired in the split layout",
              {.width = 4, .layout = PairLayout::kSplit},
              1,
              {1},
              {1, 2, 3, 4},
              {-1.98411065, 1.95990067, 2.4623779, 4.01979967}},
        Known{"the turn is by plus the angle", {.width = 2}, 1, {1}, {1, 0}, {kCosine1, kSine1}},
        Known{"the token and not the head is counted",
              {.width = 2},
              2,
              {0, 1},
              {1, 0, 1, 0, 1, 0, 1, 0},
              {1, 0, 1, 0, kCosine1, kSine1, kCosine1, kSine1}},
        Known{"every head turns by the same position",
              {.width = 2},
              3,
              {3},
              {1, 0, 1, 0, 1, 0},
              {-0.9899925, 0.14112001, -0.9899925, 0.14112001, -0.9899925, 0.14112001}},
        Known{"each head has its own fast pair",
              {.width = 2},
              2,
              {1},
              {1, 0, 1, 0},
              {kCosine1, kSine1, kCosine1, kSine1}},
        Known{"columns after the turned ones pass",
              {.width = 4, .rotated = 2},
              1,
              {1},
              {1, 2, 3, 4},
              {-1.14263966, 1.9220756, 3, 4}},
        Known{"interpolation divides the position",
              {.width = 2, .scaling = RotaryScaling::kLinear, .factor = 4},
              1,
              {4},
              {1, 0},
              {kCosine1, kSine1}},
        // 2000 turns of 0.01 radian are 20 radians.
        Known{"a far position of the slow pair",
              {.width = 4},
              1,
              {2000},
              {0, 0, 1, 0},
              {0, 0, 0.40808206, 0.91294525}}));

TEST(Rotary, FarPositionsKeepTheirDigits) {
  // p 4095, width 64, pair 1: 3070.8 radians; rates of eight bits would be off by 0.4.
  std::vector<float> x(64, 0.0f);
  x[2] = 1.0f;
  const Matrix out = turned(of(1, 64, x), {4095}, {.width = 64});
  EXPECT_NEAR(out(0, 2), -0.08991009, 1e-7);
  EXPECT_NEAR(out(0, 3), -0.99594989, 1e-7);
}

TEST(Rotary, FollowsThePlainFormulaInEveryShape) {
  // A product of float32 numbers below 2, their sum and the float32 turn: four roundings of at most
  // 2.4e-7 each, times the attention factor of at most 1.3.
  constexpr double kTolerance = 1e-6;
  constexpr unsigned kSeed = 20210420;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 200; ++round) {
    const int width = 2 + static_cast<int>(random() % 70);
    const int rotated = 2 * (1 + static_cast<int>(random() % static_cast<unsigned>(width / 2)));
    const int heads = 1 + static_cast<int>(random() % 4);
    const int tokens = static_cast<int>(random() % 40);
    RotarySpec spec{.width = width,
                    .rotated = rotated,
                    .base = 2.0 + static_cast<double>(random() % 100'000),
                    .layout = random() % 2 == 0 ? PairLayout::kInterleaved : PairLayout::kSplit,
                    .trained = 64};
    spec.scaling = static_cast<RotaryScaling>(random() % 4);
    if (spec.scaling == RotaryScaling::kNtk && rotated == 2) spec.scaling = RotaryScaling::kLinear;
    if (spec.scaling != RotaryScaling::kNone) {
      spec.factor = 1.0 + static_cast<double>(random() % 100) / 8.0;
    }
    // Runs of neighbouring positions and jumps, as packed sequences and caches have them.
    Positions positions;
    for (int t = 0; t < tokens; ++t) {
      const bool jump = t == 0 || random() % 7 == 0;
      positions.push_back(jump ? static_cast<std::int32_t>(random() % 5000) : positions.back() + 1);
    }
    const Matrix x = random_matrix(tokens, heads * width, random);
    const std::string which = "seed " + std::to_string(kSeed) + ", round " + std::to_string(round);

    const Matrix out = turned(x, positions, spec);
    const Matrix back = rotary_backward(x, positions, spec).value();
    const std::vector<double> expected = plain_rotation(x, positions, spec, 1.0);
    const std::vector<double> expected_back = plain_rotation(x, positions, spec, -1.0);
    ASSERT_EQ(out.rows(), tokens);
    ASSERT_EQ(out.cols(), heads * width);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_NEAR(out.data()[i], expected[i], kTolerance) << which << ", cell " << i;
      ASSERT_NEAR(back.data()[i], expected_back[i], kTolerance) << which << ", gradient " << i;
    }

    // The same with tables that are there, apart and in place: the same bits.
    const RotaryTables tables = rotary_tables(positions, spec).value();
    std::vector<float> apart(x.cells().size(), 9.0f);
    ASSERT_FALSE(rotary_into(x, tables, spec, apart).has_value()) << which;
    Matrix in_place = of(tokens, heads * width, {x.cells().begin(), x.cells().end()});
    ASSERT_FALSE(rotary_into(in_place, tables, spec,
                             {in_place.data(), static_cast<std::size_t>(in_place.size())})
                     .has_value())
        << which;
    for (std::size_t i = 0; i < apart.size(); ++i) {
      ASSERT_EQ(apart[i], out.data()[i]) << which << ", cell " << i;
      ASSERT_EQ(in_place.data()[i], out.data()[i]) << which << ", cell " << i;
    }
  }
}

TEST(Rotary, ProductOfQueryAndKeyDependsOnTheOffsetAlone) {
  constexpr double kTolerance =
      2e-5;  // 64 products of numbers up to 4, each within 2.5e-7 a factor
  constexpr unsigned kSeed = 7;
  std::mt19937_64 random(kSeed);
  for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
    const RotarySpec spec{.width = 64, .layout = layout};
    const Matrix q = random_matrix(1, 64, random);
    const Matrix k = random_matrix(1, 64, random);
    const auto score = [&](std::int32_t at, std::int32_t offset) {
      const Matrix a = turned(q, {at + offset}, spec);
      const Matrix b = turned(k, {at}, spec);
      double sum = 0;
      for (int c = 0; c < 64; ++c) sum += double{a(0, c)} * b(0, c);
      return sum;
    };
    for (const std::int32_t offset : {0, 1, 17}) {
      for (const std::int32_t at : {1, 1000, 2'000'000'000}) {
        EXPECT_NEAR(score(at, offset), score(0, offset), kTolerance)
            << "seed " << kSeed << ", offset " << offset << " at " << at;
      }
    }
  }
}

TEST(Rotary, TurningKeepsTheLength) {
  const Matrix out = turned(of(1, 4, {1, 2, 3, 4}), {1}, {.width = 4});
  double square = 0;
  for (const float cell : out.cells()) square += double{cell} * cell;
  EXPECT_NEAR(std::sqrt(square), 5.47722558, 1e-6);
}

TEST(RotaryBackward, IsTheTransposedMap) {
  // <g, R x> = <R^T g, x> for any g and x: 7 * 24 products of numbers below 4, each within 1e-6.
  constexpr double kTolerance = 7 * 24 * 4e-6;
  constexpr unsigned kSeed = 11;
  std::mt19937_64 random(kSeed);
  const Positions positions{5, 6, 7, 8, 0, 100'000, 2147483647};
  const RotarySpec spec{.width = 12,
                        .rotated = 8,
                        .layout = PairLayout::kSplit,
                        .scaling = RotaryScaling::kYarn,
                        .factor = 8,
                        .trained = 64};
  const Matrix x = random_matrix(7, 24, random);
  const Matrix g = random_matrix(7, 24, random);
  const Matrix forward = turned(x, positions, spec);
  const Matrix backward = rotary_backward(g, positions, spec).value();
  double there = 0;
  double back = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    there += double{g.data()[i]} * forward.data()[i];
    back += double{backward.data()[i]} * x.data()[i];
  }
  EXPECT_NEAR(there, back, kTolerance) << "seed " << kSeed;
}

TEST(RotaryBackward, MatchesCentralDifferences) {
  // The map is linear, so a central difference in double is exact but for its own rounding.
  constexpr double kTolerance = 2e-6;
  constexpr unsigned kSeed = 13;
  std::mt19937_64 random(kSeed);
  const Positions positions{3, 90};
  const RotarySpec spec{.width = 6, .rotated = 4};
  const Matrix x = random_matrix(2, 6, random);
  const Matrix g = random_matrix(2, 6, random);
  const Matrix gradient = rotary_backward(g, positions, spec).value();
  const auto loss = [&](std::int64_t cell, float step) {
    Matrix moved = of(2, 6, {x.cells().begin(), x.cells().end()});
    moved.data()[cell] += step;
    const std::vector<double> out = plain_rotation(moved, positions, spec, 1.0);
    double sum = 0;
    for (std::size_t i = 0; i < out.size(); ++i) sum += out[i] * g.data()[i];
    return sum;
  };
  for (std::int64_t i = 0; i < x.size(); ++i) {
    // Steps of 1 change a float32 cell by exactly 2 but for one rounding of 2.4e-7.
    EXPECT_NEAR(gradient.data()[i], (loss(i, 1.0f) - loss(i, -1.0f)) / 2.0, kTolerance)
        << "seed " << kSeed << ", cell " << i;
  }
}

TEST(RotaryTables, AreWithinThePromiseOfMpfrAtEveryPosition) {
  const Positions positions{0, 1, 2, 3, 4095, 4096, 1'000'003, 16'777'217, 2147483646, 2147483647};
  for (const double base : {1.0001, 100.0, 10'000.0, 500'000.0}) {
    const RotarySpec spec{.width = 64, .base = base};
    const RotaryTables tables = rotary_tables(positions, spec).value();
    ReferenceTable reference(64, base, PairLayout::kSplit);
    for (int t = 0; t < tables.sines.rows(); ++t) {
      const std::int64_t p = positions[static_cast<std::size_t>(t)];
      for (int k = 0; k < 32; ++k) {
        EXPECT_LE(reference.judge(p, k, tables.sines(t, k)).error, 3e-8)
            << "position " << p << ", pair " << k << ", base " << base;
        EXPECT_LE(reference.judge(p, 32 + k, tables.cosines(t, k)).error, 3e-8)
            << "position " << p << ", pair " << k << ", base " << base;
      }
    }
  }
}

TEST(RotaryTables, ScaledRatesKeepTheirDigitsAtFarPositions) {
  // Interpolation by 4 at position 4p is no scaling at p; NTK with factor 3 turns base 100 into 900
  // at width 4. Both are within 3e-8 of the same numbers.
  constexpr double kTolerance = 6e-8;
  const Positions far{2147483644, 4, 1'000'000'000};
  const Positions quarters{536870911, 1, 250'000'000};
  const RotaryTables stretched =
      rotary_tables(far, {.width = 32, .scaling = RotaryScaling::kLinear, .factor = 4}).value();
  const RotaryTables plain = rotary_tables(quarters, {.width = 32}).value();
  for (std::int64_t i = 0; i < plain.sines.size(); ++i) {
    EXPECT_NEAR(stretched.sines.data()[i], plain.sines.data()[i], kTolerance) << i;
    EXPECT_NEAR(stretched.cosines.data()[i], plain.cosines.data()[i], kTolerance) << i;
  }
  const RotaryTables grown =
      rotary_tables(far, {.width = 4, .base = 100, .scaling = RotaryScaling::kNtk, .factor = 3})
          .value();
  const RotaryTables large = rotary_tables(far, {.width = 4, .base = 900}).value();
  for (std::int64_t i = 0; i < grown.sines.size(); ++i) {
    EXPECT_NEAR(grown.sines.data()[i], large.sines.data()[i], kTolerance) << i;
  }
}

TEST(RotaryTables, CarryTheAttentionFactor) {
  const RotarySpec spec{.width = 2,
                        .scaling = RotaryScaling::kYarn,
                        .factor = 8,
                        .trained = 2048,
                        .attention_factor = 3};
  const RotaryTables tables = rotary_tables(Positions{0, 5}, spec).value();
  EXPECT_EQ(tables.cosines(0, 0), 3.0f);
  EXPECT_EQ(tables.sines(0, 0), 0.0f);
}

struct KnownRates {
  const char* what;
  RotarySpec spec;
  std::vector<double> rates;
  double attention_factor;
};

class RotaryRatesOf : public ::testing::TestWithParam<KnownRates> {};

TEST_P(RotaryRatesOf, AreReproduced) {
  const RotaryRates got = rotary_rates(GetParam().spec).value();
  ASSERT_EQ(got.rates.size(), GetParam().rates.size());
  for (std::size_t k = 0; k < got.rates.size(); ++k) {
    // The published code in double precision is itself a few units of 1e-16 off.
    EXPECT_NEAR(got.rates[k] / GetParam().rates[k], 1.0, 2e-15)
        << GetParam().what << ", pair " << k;
  }
  EXPECT_NEAR(got.attention_factor, GetParam().attention_factor, 1e-15) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(
    Rotary, RotaryRatesOf,
    ::testing::Values(
        KnownRates{"whole width", {.width = 4}, {1, 0.01}, 1},
        KnownRates{"the turned width counts", {.width = 8, .rotated = 4}, {1, 0.01}, 1},
        KnownRates{"interpolation slows every pair",
                   {.width = 4, .scaling = RotaryScaling::kLinear, .factor = 4},
                   {0.25, 0.0025},
                   1},
        KnownRates{"NTK, factor 2: base 40,000",
                   {.width = 4, .scaling = RotaryScaling::kNtk, .factor = 2},
                   {1, 0.005},
                   1},
        KnownRates{"NTK, factor 3: base 900 from 100",
                   {.width = 4, .base = 100, .scaling = RotaryScaling::kNtk, .factor = 3},
                   {1, 1.0 / 30},
                   1},
        KnownRates{"YaRN by the published code, ramp from pair 2 to 6",
                   {.width = 16, .scaling = RotaryScaling::kYarn, .factor = 8, .trained = 2048},
                   {1.0, 0.31622776601683794, 0.1, 0.02470529422006546, 0.005625,
                    0.0010870329456828802, 0.000125, 3.952847075210474e-05},
                   1.2079441541679836},
        KnownRates{"YaRN by the published code, ramp from the first pair",
                   {.width = 8, .scaling = RotaryScaling::kYarn, .factor = 4, .trained = 64},
                   {1.0, 0.0625, 0.0025, 0.00025},
                   1.138629436111989},
        KnownRates{"YaRN without stretching",
                   {.width = 4, .scaling = RotaryScaling::kYarn, .trained = 2048},
                   {1, 0.01},
                   1},
        KnownRates{"a given attention factor wins",
                   {.width = 2,
                    .scaling = RotaryScaling::kYarn,
                    .factor = 64,
                    .trained = 2048,
                    .attention_factor = 1},
                   {1},
                   1},
        // Fewer turns than slow_turns even in the first pair: the ramp is a step behind it.
        KnownRates{"YaRN trained on one position",
                   {.width = 8, .scaling = RotaryScaling::kYarn, .factor = 4, .trained = 1},
                   {1, 0.025, 0.0025, 0.00025},
                   1.138629436111989},
        // All pairs turn more than fast_turns times: none is interpolated.
        KnownRates{
            "YaRN trained on very many positions",
            {.width = 4, .scaling = RotaryScaling::kYarn, .factor = 4, .trained = 2147483647},
            {1, 0.01},
            1.138629436111989}));

TEST(RotaryRates, AreWithinThePromiseOfMpfr) {
  for (const double base : {1.0001, 10'000.0, 1e30}) {
    const RotaryRates got = rotary_rates({.width = 256, .base = base}).value();
    ReferenceTable reference(256, base, PairLayout::kInterleaved);
    for (int k = 0; k < 128; ++k) {
      EXPECT_NEAR(got.rates[static_cast<std::size_t>(k)] / reference.rate(k), 1.0, 1e-15)
          << "pair " << k << ", base " << base;
    }
  }
}

TEST(RotaryRates, NtkSlowsTheSlowestByTheFactorAndTheFastestNotAtAll) {
  for (const double factor : {1.0, 2.0, 7.5, 1e6}) {
    const auto plain = rotary_rates({.width = 64}).value().rates;
    const auto scaled =
        rotary_rates({.width = 64, .scaling = RotaryScaling::kNtk, .factor = factor}).value().rates;
    EXPECT_EQ(scaled.front(), 1.0);
    EXPECT_NEAR(plain.back() / scaled.back() / factor, 1.0, 3e-15) << factor;
  }
}

TEST(RotaryRates, ScoreUnderOneBaseForQueriesAndCachedKeys) {
  // Width 4, base 100 grown to 900: pair 1, offset 5. Keys left under an earlier base give 0.995.
  const double rate =
      rotary_rates({.width = 4, .base = 100, .scaling = RotaryScaling::kNtk, .factor = 3})
          .value()
          .rates[1];
  EXPECT_NEAR(std::cos(5 * rate), 0.98614323, 5e-9);
}

struct Refusal {
  const char* what;
  RotarySpec spec;
  ErrorCode code;
  const char* message;
};

class RotaryRefuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(RotaryRefuses, WithACodeAndASentence) {
  const auto& [what, spec, code, message] = GetParam();
  const auto expect = [&](const Error& error) {
    EXPECT_EQ(error.code, code) << what;
    EXPECT_EQ(error.message, message) << what;
  };
  std::vector<float> out(4);
  const Matrix x = of(1, 4, {1, 2, 3, 4});
  expect(rotary_rates(spec).error());
  expect(rotary_tables(Positions{0}, spec).error());
  expect(rotary(x, Positions{0}, spec).error());
  expect(rotary_backward(x, Positions{0}, spec).error());
  expect(*rotary_into(x, {}, spec, out));
}

INSTANTIATE_TEST_SUITE_P(
    Rotary, RotaryRefuses,
    ::testing::Values(
        Refusal{"width 1", {.width = 1}, ErrorCode::kOutOfRange, "width is 1; it must be 2..65536"},
        Refusal{"too wide",
                {.width = kMaxWidth + 2},
                ErrorCode::kOutOfRange,
                "width is 65538; it must be 2..65536"},
        Refusal{"odd whole width",
                {.width = 5},
                ErrorCode::kOutOfRange,
                "width is 5; it must be even to be turned as a whole"},
        Refusal{"odd rotated",
                {.width = 5, .rotated = 3},
                ErrorCode::kOutOfRange,
                "rotated is 3; it must be even, at least 2 and at most the width"},
        Refusal{"negative rotated",
                {.width = 4, .rotated = -2},
                ErrorCode::kOutOfRange,
                "rotated is -2; it must be even, at least 2 and at most the width"},
        Refusal{"rotated beyond the width",
                {.width = 4, .rotated = 6},
                ErrorCode::kOutOfRange,
                "rotated is 6; it must be even, at least 2 and at most the width"},
        Refusal{"base 1",
                {.width = 4, .base = 1},
                ErrorCode::kOutOfRange,
                "base is 1; it must be above 1"},
        Refusal{"base NaN",
                {.width = 4, .base = kNaN},
                ErrorCode::kNotFinite,
                "base is NaN; it must be finite"},
        Refusal{"factor without scaling",
                {.width = 4, .factor = 2},
                ErrorCode::kOutOfRange,
                "factor is 2; it must be 1 without scaling"},
        Refusal{"factor below 1",
                {.width = 4, .scaling = RotaryScaling::kLinear, .factor = 0.5},
                ErrorCode::kOutOfRange,
                "factor is 0.5; it must be 1..1000000"},
        Refusal{"factor beyond the limit",
                {.width = 4, .scaling = RotaryScaling::kLinear, .factor = 2e6},
                ErrorCode::kOutOfRange,
                "factor is 2000000; it must be 1..1000000"},
        Refusal{"factor infinite",
                {.width = 4, .scaling = RotaryScaling::kNtk, .factor = kInfinity},
                ErrorCode::kNotFinite,
                "factor is infinity; it must be finite"},
        Refusal{"NTK of one pair",
                {.width = 4, .rotated = 2, .scaling = RotaryScaling::kNtk, .factor = 2},
                ErrorCode::kOutOfRange,
                "rotated is 2; it must be 4 or more for NTK-aware scaling"},
        Refusal{"YaRN without a trained length",
                {.width = 4, .scaling = RotaryScaling::kYarn, .factor = 2},
                ErrorCode::kOutOfRange,
                "trained is 0; it must be 1 or more"},
        Refusal{"slow_turns 0",
                {.width = 4,
                 .scaling = RotaryScaling::kYarn,
                 .factor = 2,
                 .trained = 64,
                 .slow_turns = 0},
                ErrorCode::kOutOfRange,
                "slow_turns is 0; it must be above 0"},
        Refusal{"slow_turns NaN",
                {.width = 4,
                 .scaling = RotaryScaling::kYarn,
                 .factor = 2,
                 .trained = 64,
                 .slow_turns = kNaN},
                ErrorCode::kNotFinite,
                "slow_turns is NaN; it must be finite"},
        Refusal{"fast_turns not above slow_turns",
                {.width = 4,
                 .scaling = RotaryScaling::kYarn,
                 .factor = 2,
                 .trained = 64,
                 .fast_turns = 1},
                ErrorCode::kOutOfRange,
                "fast_turns is 1; it must be above slow_turns"},
        Refusal{"negative attention factor",
                {.width = 4,
                 .scaling = RotaryScaling::kYarn,
                 .factor = 2,
                 .trained = 64,
                 .attention_factor = -1},
                ErrorCode::kOutOfRange,
                "attention_factor is -1; it must be 0..1000"},
        Refusal{"no such scaling",
                {.width = 4, .scaling = static_cast<RotaryScaling>(9)},
                ErrorCode::kOutOfRange,
                "scaling is 9; it must be one of the four scalings"}));

TEST(Rotary, RefusesPositionsAndShapesThatDoNotFit) {
  const Matrix x = of(2, 4, std::vector<float>(8, 1.0f));
  const auto negative = rotary(x, Positions{0, -1}, {.width = 4});
  ASSERT_FALSE(negative.ok());
  EXPECT_EQ(negative.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(negative.error().message, "positions[1] is -1; it must be 0 or more");
  EXPECT_EQ(rotary_tables(Positions{-7}, {.width = 4}).error().message,
            "positions[0] is -7; it must be 0 or more");

  const auto heads = rotary(of(1, 6, std::vector<float>(6)), Positions{0}, {.width = 4});
  ASSERT_FALSE(heads.ok());
  EXPECT_EQ(heads.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(heads.error().message, "x has 6 columns; they must be heads of width 4");

  const auto count = rotary_backward(x, Positions{0}, {.width = 4});
  ASSERT_FALSE(count.ok());
  EXPECT_EQ(count.error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(count.error().message, "positions has 1 entries; x has 2 rows");
}

TEST(RotaryTables, RefuseMoreCellsThanATableMayHave) {
  const Positions many(1 << 12, 0);
  const auto refused = rotary_tables(many, {.width = kMaxWidth});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(refused.error().message,
            "the shape is 4096 x 32768; it may have 67108864 cells at most");
}

TEST(RotaryInto, RefusesWhatDoesNotFitAndTouchesNothing) {
  const RotarySpec spec{.width = 4};
  const Matrix x = of(2, 4, std::vector<float>(8, 1.0f));
  const RotaryTables tables = rotary_tables(Positions{0, 1}, spec).value();
  std::vector<float> out(7, 2.0f);
  const auto small = rotary_into(x, tables, spec, out);
  ASSERT_TRUE(small.has_value());
  EXPECT_EQ(small->code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(small->message, "there are 7 cells; the shape 2 x 4 needs 8");
  EXPECT_EQ(out, std::vector<float>(7, 2.0f));

  out.assign(8, 2.0f);
  const RotaryTables short_tables = rotary_tables(Positions{0}, spec).value();
  const auto mismatch = rotary_into(x, short_tables, spec, out);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(mismatch->message, "a table is 1 x 2; it must be 2 x 2");
  const auto heads = rotary_into(of(2, 6, std::vector<float>(12)), tables, spec, out);
  ASSERT_TRUE(heads.has_value());
  EXPECT_EQ(heads->message, "x has 6 columns; they must be heads of width 4");
  EXPECT_EQ(out, std::vector<float>(8, 2.0f));
}

TEST(Rotary, EmptyInputGivesEmptyOutput) {
  EXPECT_EQ(turned(of(0, 4, {}), {}, {.width = 4}).rows(), 0);
  EXPECT_EQ(turned(of(2, 0, {}), {0, 1}, {.width = 4}).cols(), 0);
}

}  // namespace
}  // namespace posenc
