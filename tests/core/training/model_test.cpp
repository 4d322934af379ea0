#include "core/training/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/training/beads.h"
#include "tests/core/training/reference.h"

namespace posenc {
namespace {

struct Configuration {
  const char* name;
  TrainingSpec spec;
};

void PrintTo(const Configuration& one, std::ostream* out) { *out << one.name; }

/// Small enough for differences by every single weight, large enough for full tiles.
TrainingSpec small(PositionScheme scheme, AttentionMask mask) {
  TrainingSpec spec{.scheme = scheme, .mask = mask, .width = 16};
  spec.table_rows = 24;
  spec.clip = 3;
  return spec;
}

constexpr auto kNoMask = AttentionMask::kNone;
constexpr auto kCausal = AttentionMask::kCausal;

std::vector<Configuration> configurations() {
  std::vector<Configuration> all;
  const char* const names[][2] = {
      {"None", "NoneCausal"},       {"Sinusoidal", "SinusoidalCausal"},
      {"Learned", "LearnedCausal"}, {"Shaw", "ShawCausal"},
      {"T5", "T5Causal"},           {"Rotary", "RotaryCausal"},
      {"Alibi", "AlibiCausal"},
  };
  for (int scheme = 0; scheme < 7; ++scheme) {
    for (const AttentionMask mask : {kNoMask, kCausal}) {
      all.push_back({names[scheme][static_cast<int>(mask)],
                     small(static_cast<PositionScheme>(scheme), mask)});
    }
  }
  // Heads that no tile fits, one layer, another task.
  TrainingSpec narrow = small(PositionScheme::kShaw, kCausal);
  narrow.heads = 4;
  narrow.layers = 1;
  narrow.task = TrainingTask::kAt0;
  all.push_back({"NarrowHeads", narrow});
  TrainingSpec deep = small(PositionScheme::kRotary, kNoMask);
  deep.heads = 1;
  deep.layers = 4;
  deep.task = TrainingTask::kAt0;
  all.push_back({"OneHeadFourLayers", deep});
  TrainingSpec steep = small(PositionScheme::kAlibi, kCausal);
  steep.slopes = {1.0, 0.5};
  all.push_back({"GivenSlopes", steep});
  TrainingSpec whole = small(PositionScheme::kT5, kNoMask);
  whole.width = 32;
  all.push_back({"TheLabsWidth", whole});
  return all;
}

/// A pass over two decks of 16 with random weights, in any precision.
template <class Scalar>
struct Trial {
  TrainingSpec spec;
  ParameterLayout layout;
  int length = 16;
  std::vector<std::int32_t> beads;
  std::vector<Scalar> weights;
  Places places;
  Activations<Scalar> activations;
  std::vector<Scalar> gradient;
  double loss = 0.0;

  explicit Trial(const TrainingSpec& given) : spec(given), layout(given) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    for (const ParameterTable& table : layout.tables()) {
      // What starts at 0 gets weights as well, or half of its gradient would not be seen.
      const double deviation = table.deviation > 0.0 ? table.deviation : 0.5;
      for (std::int64_t i = 0; i < table.size(); ++i) {
        // float32 numbers, so that both precisions start from the same.
        weights.push_back(static_cast<Scalar>(static_cast<float>(deviation * normal(random))));
      }
    }
    beads.resize(static_cast<std::size_t>(2 * length));
    Random decks(11);
    for (std::size_t s = 0; s < beads.size(); s += static_cast<std::size_t>(length)) {
      draw_deck(decks, std::span(beads).subspan(s, static_cast<std::size_t>(length)));
    }
    auto made = Places::create(spec, length);
    auto memory = Activations<Scalar>::create(spec, layout, 2, length, Keep::kAll);
    EXPECT_TRUE(made.ok() && memory.ok());
    places = std::move(made).value();
    activations = std::move(memory).value();
    gradient.resize(weights.size());
    Pass<Scalar> pass(spec, layout, weights.data(), places, beads, activations);
    pass.forward();
    loss = pass.loss();
    pass.backward(gradient.data());
  }
};

/// What a tolerance of a table's gradient is measured by: its largest entry, or where that is (all
/// but) 0 a hundredth of the whole gradient's.
double largest_of(const Trial<double>& trial, const ParameterTable& table) {
  double largest = 0.0;
  for (const double entry : trial.gradient) largest = std::max(largest, 0.01 * std::abs(entry));
  for (std::int64_t i = 0; i < table.size(); ++i) {
    largest =
        std::max(largest, std::abs(trial.gradient[static_cast<std::size_t>(table.first + i)]));
  }
  return largest;
}

class Model : public ::testing::TestWithParam<Configuration> {};

TEST_P(Model, LogitsAndLossAreThoseOfTheEquations) {
  const Trial<double> trial(GetParam().spec);
  const auto expected =
      reference_logits(trial.spec, trial.layout, trial.weights, trial.beads, trial.length);
  // The tables of positions are float32: 3e-8 of an angle's sine, through the layers.
  constexpr double kTolerance = 1e-6;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(trial.activations.logits[i], expected[i], kTolerance) << "logit " << i;
  }
  EXPECT_NEAR(trial.loss,
              reference_loss(trial.spec, trial.layout, trial.weights, trial.beads, trial.length),
              kTolerance);
}

TEST_P(Model, BackwardIsTheDifferenceOfTheLossByEveryWeight) {
  const Trial<double> trial(GetParam().spec);
  // The error of a central difference is of the order of its square, 1e-9.
  constexpr double kStep = 3e-5;
  std::vector<double> weights = trial.weights;
  const auto difference = [&](std::int64_t i) {
    double& weight = weights[static_cast<std::size_t>(i)];
    const double middle = weight;
    weight = middle + kStep;
    const double after =
        reference_loss(trial.spec, trial.layout, weights, trial.beads, trial.length);
    weight = middle - kStep;
    const double before =
        reference_loss(trial.spec, trial.layout, weights, trial.beads, trial.length);
    weight = middle;
    return (after - before) / (2 * kStep);
  };
  std::mt19937_64 random(3);
  for (const ParameterTable& table : trial.layout.tables()) {
    // Small tables whole; of the large ones about as many entries.
    std::vector<std::int64_t> picked;
    for (std::int64_t i = 0; i < table.size(); ++i) {
      if (random() % static_cast<std::uint64_t>(table.size()) < 20) picked.push_back(i);
    }
    // Tables of positions in float32 and rounding in the differences, each about 1e-7.
    const double tolerance = 1e-6 * largest_of(trial, table);
    for (const std::int64_t i : picked) {
      EXPECT_NEAR(trial.gradient[static_cast<std::size_t>(table.first + i)],
                  difference(table.first + i), tolerance)
          << table.name << ", entry " << i;
    }
  }
}

TEST_P(Model, Float32GradientIsCloseToTheDoubleOne) {
  const Trial<double> exact(GetParam().spec);
  const Trial<float> shipped(GetParam().spec);
  EXPECT_NEAR(shipped.loss, exact.loss, 1e-6 * std::max(1.0, exact.loss));
  for (const ParameterTable& table : exact.layout.tables()) {
    // Sums of float32 products, 6e-8 each, over the tokens and through up to four layers; measured
    // at most 5e-6.
    const double tolerance = 2e-5 * largest_of(exact, table);
    for (std::int64_t i = 0; i < table.size(); ++i) {
      const auto place = static_cast<std::size_t>(table.first + i);
      ASSERT_NEAR(static_cast<double>(shipped.gradient[place]), exact.gradient[place], tolerance)
          << table.name << ", entry " << i;
    }
  }
}

TEST_P(Model, AKeyBiasHasNoGradientUnlessKeysAreTurned) {
  // It adds the same to all scores of a query, which softmax takes away; a turn makes it differ.
  const Trial<double> trial(GetParam().spec);
  for (const ParameterTable& table : trial.layout.tables()) {
    if (std::string(table.name) != "key_bias") continue;
    double largest = 0.0;
    for (std::int64_t i = 0; i < table.size(); ++i) {
      largest =
          std::max(largest, std::abs(trial.gradient[static_cast<std::size_t>(table.first + i)]));
    }
    if (trial.spec.scheme == PositionScheme::kRotary) {
      EXPECT_GT(largest, 1e-6);
    } else {
      EXPECT_LT(largest, 1e-15);  // rounding
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Training, Model, ::testing::ValuesIn(configurations()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(TrainingModel, ALearnedRowBeyondTheSequencesIsNotTrained) {
  const Trial<float> trial(small(PositionScheme::kLearned, kNoMask));
  const ParameterTable& table = trial.layout.positions;
  for (int r = 0; r < table.rows; ++r) {
    const float* const row = trial.gradient.data() + table.first + std::int64_t{r} * table.cols;
    const bool zero = std::all_of(row, row + table.cols, [](float x) { return x == 0.0f; });
    EXPECT_EQ(zero, r >= trial.length) << "row " << r;
  }
}

TEST(TrainingModel, PassesThatKeepLessHaveTheSameLogits) {
  const Trial<float> trial(small(PositionScheme::kShaw, kCausal));
  for (const Keep keep : {Keep::kLogits, Keep::kWeights}) {
    auto made = Activations<float>::create(trial.spec, trial.layout, 2, trial.length, keep);
    ASSERT_TRUE(made.ok());
    Activations<float> activations = std::move(made).value();
    Pass<float>(trial.spec, trial.layout, trial.weights.data(), trial.places, trial.beads,
                activations)
        .forward();
    EXPECT_TRUE(std::equal(activations.logits, activations.logits + trial.beads.size() * kBeadKinds,
                           trial.activations.logits));
  }
}

TEST(TrainingModel, HasTheNumberOfParametersOfTheDescription) {
  TrainingSpec spec;
  EXPECT_EQ(ParameterLayout(spec).size, 8840);
  spec.scheme = PositionScheme::kLearned;
  EXPECT_EQ(ParameterLayout(spec).size, 8840 + 1024);
  spec.scheme = PositionScheme::kShaw;
  EXPECT_EQ(ParameterLayout(spec).size, 8840 + 544);
  spec.scheme = PositionScheme::kT5;
  EXPECT_EQ(ParameterLayout(spec).size, 8840 + 32);
}

}  // namespace
}  // namespace posenc
