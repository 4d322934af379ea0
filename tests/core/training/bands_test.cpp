// What comes out of whole runs, in a program of its own that is always optimised: with sanitizers
// these runs would take minutes. Two seeds each; the bands are those that five seeds of another
// implementation gave, with room for what more seeds showed.

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "core/training/training_run.h"

namespace posenc {
namespace {

constexpr auto kBack2 = TrainingTask::kBack2;
constexpr auto kAt0 = TrainingTask::kAt0;
constexpr auto kNoMask = AttentionMask::kNone;
constexpr auto kCausal = AttentionMask::kCausal;

/// The mean accuracy of the seeds at one length lies within low..high.
struct Band {
  int length;
  double low;
  double high;
};

struct Row {
  const char* name;
  TrainingTask task;
  PositionScheme scheme;
  AttentionMask mask;
  std::vector<Band> bands;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::vector<Band> everywhere(double low, double high) {
  return {{8, low, high}, {16, low, high}, {24, low, high}, {32, low, high}, {64, low, high}};
}

TrainingRun trained(const Row& row, std::uint32_t seed) {
  TrainingSpec spec{.task = row.task, .scheme = row.scheme, .mask = row.mask, .seed = seed};
  auto made = TrainingRun::create(spec);
  EXPECT_TRUE(made.ok());
  TrainingRun run = std::move(made).value();
  EXPECT_TRUE(run.train(spec.steps).ok());
  return run;
}

class Bands : public ::testing::TestWithParam<Row> {};

TEST_P(Bands, HoldForTheMeanOfTwoSeeds) {
  const Row& row = GetParam();
  std::vector<double> sums(row.bands.size());
  for (const std::uint32_t seed : {0u, 1u}) {
    const TrainingRun run = trained(row, seed);
    for (std::size_t i = 0; i < row.bands.size(); ++i) {
      const auto accuracy = run.evaluate(row.bands[i].length, 512, 999);
      ASSERT_TRUE(accuracy.ok());
      sums[i] += accuracy.value();
    }
    if (row.scheme == PositionScheme::kNone && row.mask == kNoMask) {
      const auto found = run.equivariance(16, 32, 5);
      ASSERT_TRUE(found.ok());
      EXPECT_LT(found.value().error, 1e-5) << "seed " << seed;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    EXPECT_GE(sums[i] / 2, row.bands[i].low) << "length " << row.bands[i].length;
    EXPECT_LE(sums[i] / 2, row.bands[i].high) << "length " << row.bands[i].length;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Training, Bands,
    ::testing::Values(
        // Chance is 12.7 to 14.3 %; at the first place 512 decks scatter by 1.5 points.
        Row{"NoneBack2", kBack2, PositionScheme::kNone, kNoMask, everywhere(0.11, 0.16)},
        Row{"NoneAt0", kAt0, PositionScheme::kNone, kNoMask, everywhere(0.11, 0.16)},
        Row{"NoneCausalAt0", kAt0, PositionScheme::kNone, kCausal, everywhere(0.99, 1)},
        Row{"SinusoidalBack2",
            kBack2,
            PositionScheme::kSinusoidal,
            kNoMask,
            {{16, 0.99, 1}, {32, 0, 0.4}}},
        Row{"SinusoidalCausalBack2",
            kBack2,
            PositionScheme::kSinusoidal,
            kCausal,
            {{16, 0.99, 1}, {32, 0, 0.4}}},
        Row{"LearnedBack2",
            kBack2,
            PositionScheme::kLearned,
            kNoMask,
            {{16, 0.99, 1}, {24, 0, 0.18}, {32, 0, 0.18}}},
        Row{"LearnedCausalBack2",
            kBack2,
            PositionScheme::kLearned,
            kCausal,
            {{16, 0.99, 1}, {24, 0, 0.18}, {32, 0, 0.18}}},
        Row{"ShawBack2", kBack2, PositionScheme::kShaw, kNoMask, {{16, 0.99, 1}, {32, 0.95, 1}}},
        Row{"ShawCausalBack2",
            kBack2,
            PositionScheme::kShaw,
            kCausal,
            {{16, 0.99, 1}, {32, 0.95, 1}}},
        Row{"T5Back2", kBack2, PositionScheme::kT5, kNoMask, {{16, 0.99, 1}, {32, 0.95, 1}}},
        Row{"T5CausalBack2", kBack2, PositionScheme::kT5, kCausal, {{16, 0.99, 1}, {32, 0.95, 1}}},
        Row{"RotaryBack2", kBack2, PositionScheme::kRotary, kNoMask, {{16, 0.99, 1}}},
        Row{"RotaryCausalBack2", kBack2, PositionScheme::kRotary, kCausal, {{16, 0.99, 1}}}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace posenc
