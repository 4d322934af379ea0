#include "core/training/training_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "core/training/beads.h"
#include "tests/core/training/fingerprint.h"
#include "tests/core/training/reference.h"

namespace posenc {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TrainingRun started(const TrainingSpec& spec) {
  auto result = TrainingRun::create(spec);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

std::vector<float> trained(TrainingRun& run, int steps) {
  auto losses = run.train(steps);
  EXPECT_TRUE(losses.ok()) << (losses.ok() ? "" : losses.error().message);
  return std::move(losses).value();
}

std::vector<std::int32_t> deck(int length, std::uint32_t seed) {
  auto result = bead_deck(length, seed);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

TrainingSpec with_scheme(PositionScheme scheme) {
  TrainingSpec spec;
  spec.scheme = scheme;
  return spec;
}

constexpr PositionScheme kSchemes[] = {PositionScheme::kNone,    PositionScheme::kSinusoidal,
                                       PositionScheme::kLearned, PositionScheme::kShaw,
                                       PositionScheme::kT5,      PositionScheme::kRotary,
                                       PositionScheme::kAlibi};

struct Refusal {
  const char* name;
  std::function<void(TrainingSpec&)> change;
  ErrorCode code;
  const char* message;
};

void PrintTo(const Refusal& one, std::ostream* out) { *out << one.name; }

class Refusals : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refusals, NameTheValueAndTheNeed) {
  TrainingSpec spec;
  GetParam().change(spec);
  const auto result = TrainingRun::create(spec);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, GetParam().code);
  EXPECT_EQ(result.error().message, GetParam().message);
}

constexpr auto kRange = ErrorCode::kOutOfRange;

INSTANTIATE_TEST_SUITE_P(
    TrainingRun, Refusals,
    ::testing::Values(
        Refusal{"Task", [](auto& s) { s.task = static_cast<TrainingTask>(2); }, kRange,
                "task is 2; it must be 0..1"},
        Refusal{"Scheme", [](auto& s) { s.scheme = static_cast<PositionScheme>(7); }, kRange,
                "scheme is 7; it must be 0..6"},
        Refusal{"Mask", [](auto& s) { s.mask = static_cast<AttentionMask>(-1); }, kRange,
                "mask is -1; it must be 0..1"},
        Refusal{"WidthOffTheTiles", [](auto& s) { s.width = 12; }, kRange,
                "width is 12; it must be a multiple of 8, 8..64"},
        Refusal{"HugeWidth", [](auto& s) { s.width = 2147483640; }, kRange,
                "width is 2147483640; it must be a multiple of 8, 8..64"},
        Refusal{"NoHeads", [](auto& s) { s.heads = 0; }, kRange, "heads is 0; it must be 1..64"},
        Refusal{"HeadsThatDoNotDivide", [](auto& s) { s.heads = 3; }, kRange,
                "heads is 3; it must divide the width 32"},
        Refusal{"NoLayers", [](auto& s) { s.layers = 0; }, kRange, "layers is 0; it must be 1..4"},
        Refusal{"ManyLayers", [](auto& s) { s.layers = 5; }, kRange,
                "layers is 5; it must be 1..4"},
        Refusal{"NoSteps", [](auto& s) { s.steps = 0; }, kRange,
                "steps is 0; it must be 1..100000"},
        Refusal{"NoBatch", [](auto& s) { s.batch = 0; }, kRange, "batch is 0; it must be 1..256"},
        Refusal{"OddLength", [](auto& s) { s.short_length = 9; }, kRange,
                "short_length is 9; it must be a multiple of 8, 8..1024"},
        Refusal{"NoLength", [](auto& s) { s.long_length = 0; }, kRange,
                "long_length is 0; it must be a multiple of 8, 8..1024"},
        Refusal{"ManyTokens", [](auto& s) { s.long_length = 1024; }, kRange,
                "batch * long_length is 32768; it must be 1..16384"},
        Refusal{"ManyTokensInShortOnes", [](auto& s) { s.short_length = 1024; }, kRange,
                "batch * short_length is 32768; it must be 1..16384"},
        Refusal{"NoRate", [](auto& s) { s.learning_rate = 0; }, kRange,
                "learning_rate is 0; it must be 1e-9..1"},
        Refusal{"RateThatIsNoNumber", [](auto& s) { s.learning_rate = kNaN; },
                ErrorCode::kNotFinite, "learning_rate is NaN; it must be 1e-9..1"},
        Refusal{"LongWarmUp", [](auto& s) { s.warm_up = 401; }, kRange,
                "warm_up is 401; it must be 0..400"},
        Refusal{"InfiniteLimit", [](auto& s) { s.gradient_limit = kInfinity; },
                ErrorCode::kNotFinite, "gradient_limit is infinity; it must be 1e-6..1000000"},
        Refusal{"LengthOverTheTable",
                [](auto& s) {
                  s.scheme = PositionScheme::kLearned;
                  s.table_rows = 15;
                },
                kRange,
                "long_length is 16; the learned table has 15 rows, and none for the positions "
                "after them"},
        Refusal{"HugeTable",
                [](auto& s) {
                  s.scheme = PositionScheme::kLearned;
                  s.table_rows = 1025;
                },
                kRange, "table_rows is 1025; it must be 1..1024"},
        Refusal{"NoClip",
                [](auto& s) {
                  s.scheme = PositionScheme::kShaw;
                  s.clip = 0;
                },
                kRange, "clip is 0; it must be 1..64"},
        Refusal{"OddBuckets",
                [](auto& s) {
                  s.scheme = PositionScheme::kT5;
                  s.buckets = 15;
                },
                kRange, "buckets is 15; it must be even and 4 or more where bidirectional"},
        Refusal{"PairsThatDoNotFit",
                [](auto& s) {
                  s.scheme = PositionScheme::kRotary;
                  s.heads = 32;
                },
                kRange,
                "heads is 32; rotary turns pairs, so each head's part of the width 32 must be "
                "even"},
        Refusal{"BaseOfRotary",
                [](auto& s) {
                  s.scheme = PositionScheme::kRotary;
                  s.base = 1.0;
                },
                kRange, "base is 1; it must be above 1"},
        Refusal{"BaseOfSinusoidal",
                [](auto& s) {
                  s.scheme = PositionScheme::kSinusoidal;
                  s.base = kNaN;
                },
                ErrorCode::kNotFinite, "base is NaN; it must be a finite number above 1"},
        Refusal{"OneSlopeForTwoHeads",
                [](auto& s) {
                  s.scheme = PositionScheme::kAlibi;
                  s.slopes = {1.0};
                },
                ErrorCode::kShapeMismatch, "slopes has 1 entries; heads is 2"},
        Refusal{"NegativeSlope",
                [](auto& s) {
                  s.scheme = PositionScheme::kAlibi;
                  s.slopes = {1.0, -1.0};
                },
                kRange, "a slope is -1; it must be 0..1000"},
        Refusal{"SlopeThatIsNoNumber",
                [](auto& s) {
                  s.scheme = PositionScheme::kAlibi;
                  s.slopes = {kNaN, 1.0};
                },
                ErrorCode::kNotFinite, "a slope is NaN; it must be 0..1000"},
        Refusal{"MoreSlopesThanASnapshotHolds",
                [](auto& s) {
                  s.scheme = PositionScheme::kRotary;  // which reads none
                  s.slopes.resize(65);
                },
                kRange, "the number of slopes is 65; it must be 0..64"}),
    [](const auto& one) { return std::string(one.param.name); });

void expect_refusal(const Error& error, ErrorCode code, const std::string& message) {
  EXPECT_EQ(error.code, code);
  EXPECT_EQ(error.message, message);
}

TEST(TrainingRun, StepsBeyondTheRunAreRefused) {
  TrainingSpec spec;
  spec.steps = 3;
  spec.warm_up = 0;
  TrainingRun run = started(spec);
  trained(run, 2);
  expect_refusal(run.train(2).error(), kRange,
                 "steps is 2; it must be 0..1, for that many are left");
  expect_refusal(run.train(-1).error(), kRange,
                 "steps is -1; it must be 0..1, for that many are left");
  EXPECT_EQ(trained(run, 1).size(), 1u);
  EXPECT_EQ(run.steps_done(), 3);
  EXPECT_TRUE(trained(run, 0).empty());
}

TEST(TrainingRun, QuestionsThatNoModelCanReadAreRefused) {
  const TrainingRun run = started(with_scheme(PositionScheme::kLearned));
  const std::string no_row =
      "length is 40; the learned table has 32 rows, and none for the positions after them";
  expect_refusal(run.evaluate(40, 1, 0).error(), kRange, no_row);
  expect_refusal(run.equivariance(40, 1, 0).error(), kRange, no_row);
  expect_refusal(run.evaluate(20, 1, 0).error(), kRange,
                 "length is 20; it must be a multiple of 8, 8..1024");
  expect_refusal(run.evaluate(32, 0, 0).error(), kRange,
                 "sequences is 0; it must be 1..4096 at this length");
  expect_refusal(run.equivariance(32, 4097, 0).error(), kRange,
                 "sequences is 4097; it must be 1..4096 at this length");
  expect_refusal(run.logits(std::vector<std::int32_t>(7)).error(), kRange,
                 "the number of beads is 7; it must be a multiple of 8, 8..1024");
  expect_refusal(run.attention(std::vector<std::int32_t>(2'000'000)).error(), kRange,
                 "the number of beads is 2000000; it must be a multiple of 8, 8..1024");
  std::vector<std::int32_t> beads(8);
  beads[3] = 8;
  expect_refusal(run.logits(beads).error(), kRange, "beads[3] is 8; it must be 0..7");
  beads[3] = -1;
  expect_refusal(run.attention(beads).error(), kRange, "beads[3] is -1; it must be 0..7");
  EXPECT_TRUE(run.evaluate(32, 1, 0).ok()) << "the last length that has rows";
}

TEST(TrainingRun, APassThatIsTooLargeIsRefused) {
  const auto refused = [](const Error& error, const std::string& what) {
    EXPECT_EQ(error.code, kRange);
    EXPECT_EQ(error.message.find(what), 0u) << error.message;
    EXPECT_NE(error.message.find(" cells; there may be 67108864 at most"), std::string::npos);
  };
  TrainingSpec spec;
  spec.heads = 32;
  spec.layers = 4;
  refused(started(spec).attention(deck(1024, 1)).error(), "1 sequences of length 1024 need 134");
  refused(started(spec).equivariance(1024, 1, 0).error(), "2 sequences of length 1024 need 67");
  spec.heads = 16;
  spec.batch = 16;
  spec.long_length = 1024;
  refused(TrainingRun::create(spec).error(), "16 sequences of length 1024 need ");
}

TEST(TrainingRun, SeveralCallsAreAsGoodAsOne) {
  for (const PositionScheme scheme : kSchemes) {
    TrainingRun one = started(with_scheme(scheme));
    TrainingRun many = started(with_scheme(scheme));
    const std::vector<float> losses = trained(one, 6);
    std::vector<float> parts = trained(many, 1);
    for (const int steps : {0, 2, 3}) {
      const std::vector<float> part = trained(many, steps);
      parts.insert(parts.end(), part.begin(), part.end());
    }
    EXPECT_EQ(losses, parts);
    EXPECT_TRUE(std::ranges::equal(one.weights(), many.weights()));
  }
}

TEST(TrainingRun, ASnapshotGoesOnWhereItWasTaken) {
  for (const PositionScheme scheme : kSchemes) {
    TrainingSpec spec = with_scheme(scheme);
    spec.seed = 4'000'000'000u;
    spec.mask = AttentionMask::kCausal;
    spec.task = TrainingTask::kAt0;
    if (scheme == PositionScheme::kAlibi) spec.slopes = {1.0, 0.5};
    TrainingRun run = started(spec);
    trained(run, 3);
    auto resumed = TrainingRun::resume(run.snapshot());
    ASSERT_TRUE(resumed.ok()) << resumed.error().message;
    TrainingRun second = std::move(resumed).value();
    EXPECT_EQ(second.steps_done(), 3);
    EXPECT_EQ(second.spec().seed, spec.seed);
    EXPECT_EQ(trained(run, 3), trained(second, 3));
    EXPECT_TRUE(std::ranges::equal(run.weights(), second.weights()));
  }
}

TEST(TrainingRun, BytesThatAreNoSnapshotAreRefused) {
  TrainingRun run = started(with_scheme(PositionScheme::kAlibi));
  trained(run, 1);
  const std::vector<std::uint8_t> whole = run.snapshot();
  const auto refused = [](const std::vector<std::uint8_t>& bytes, const std::string& why) {
    const auto result = TrainingRun::resume(bytes);
    ASSERT_FALSE(result.ok());
    expect_refusal(
        result.error(), ErrorCode::kShapeMismatch,
        "the " + std::to_string(bytes.size()) + " bytes are no snapshot of a run; " + why);
  };
  refused({}, "they do not begin as one");
  refused(std::vector<std::uint8_t>(500, 65), "they do not begin as one");
  std::vector<std::uint8_t> bytes(whole.begin(), whole.begin() + 60);
  refused(bytes, "a setting is missing or impossible");
  bytes = whole;
  bytes.pop_back();
  refused(bytes, "the weights are not all there");
  bytes = whole;
  bytes.push_back(0);
  refused(bytes, "the weights are not all there");
}

/// Where a snapshot holds the number of a field, counted as TrainingSpec has them; numbers follow
/// 18 bytes that every snapshot begins with.
std::size_t place_of_field(std::size_t field) { return 18 + field * sizeof(double); }

void set_field(std::vector<std::uint8_t>& snapshot, std::size_t field, double value) {
  std::memcpy(snapshot.data() + place_of_field(field), &value, sizeof value);
}

TEST(TrainingRun, AShortSnapshotOfAHugeRunIsRefusedForItsLength) {
  // Before the memory of such a run is asked for: that of this one would be refused itself.
  std::vector<std::uint8_t> bytes = started({.heads = 16}).snapshot();
  set_field(bytes, 8, 16);     // batch
  set_field(bytes, 10, 1024);  // long_length
  EXPECT_EQ(TrainingRun::resume(bytes).error().code, kRange) << "when its weights are all there";
  bytes.resize(300);
  expect_refusal(TrainingRun::resume(bytes).error(), ErrorCode::kShapeMismatch,
                 "the 300 bytes are no snapshot of a run; the weights are not all there");
}

TEST(TrainingRun, ASnapshotOfMoreStepsThanTheRunHasIsRefused) {
  TrainingRun run = started({.steps = 30});
  trained(run, 25);
  std::vector<std::uint8_t> bytes = run.snapshot();
  set_field(bytes, 7, 24);  // steps
  expect_refusal(TrainingRun::resume(bytes).error(), ErrorCode::kShapeMismatch,
                 "the " + std::to_string(bytes.size()) +
                     " bytes are no snapshot of a run; more steps are done than the run has");
  set_field(bytes, 7, 25);
  ASSERT_TRUE(TrainingRun::resume(bytes).ok());
  EXPECT_EQ(TrainingRun::resume(bytes).value().steps_done(), 25);
}

TEST(TrainingRun, TheLargestSnapshotIsAsSmallAsTheHeaderSays) {
  TrainingSpec spec = with_scheme(PositionScheme::kLearned);
  spec.width = kMaxTrainingWidth;
  spec.layers = kMaxTrainingLayers;
  spec.table_rows = kMaxTrainingLength;
  EXPECT_LE(started(spec).snapshot().size(), kMaxSnapshotBytes);
  spec.scheme = PositionScheme::kT5;
  spec.heads = kMaxTrainingWidth;
  spec.buckets = 1024;
  spec.max_distance = 4096;
  EXPECT_LE(started(spec).snapshot().size(), kMaxSnapshotBytes);
}

TEST(TrainingRun, EquivarianceTellsOfOneLogitThatIsNoNumber) {
  // NaN in one bead's logit, and finite ones of other beads behind it.
  TrainingRun run = started({});
  std::vector<std::uint8_t> bytes = run.snapshot();
  const std::size_t parameters = run.weights().size();
  const std::size_t first_bias = bytes.size() - (2 * parameters + kBeadKinds) * sizeof(float);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bytes.data() + first_bias, &nan, sizeof nan);
  auto resumed = TrainingRun::resume(bytes);
  ASSERT_TRUE(resumed.ok());
  ASSERT_TRUE(std::isnan(resumed.value().logits(deck(8, 1)).value()(7, 0)));
  ASSERT_FALSE(std::isnan(resumed.value().logits(deck(8, 1)).value()(7, 7)));
  const auto found = resumed.value().equivariance(8, 1, 0);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(std::isnan(found.value().error)) << found.value().error;
  EXPECT_TRUE(std::isnan(found.value().largest)) << found.value().largest;
}

TEST(TrainingRun, ASnapshotWithAnyBytesChangedIsRefusedOrRuns) {
  TrainingSpec spec = with_scheme(PositionScheme::kAlibi);
  spec.slopes = {1.0, 0.5};
  spec.batch = 1;
  spec.long_length = 8;
  TrainingRun run = started(spec);
  const std::vector<std::uint8_t> whole = run.snapshot();
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < 220; ++i) {
    for (const int byte : {0, 1, 0x3f, 0x7f, 0x80, 0xff}) {
      std::vector<std::uint8_t> bytes = whole;
      bytes[i] = static_cast<std::uint8_t>(byte);
      random = random * 1664525u + 1013904223u;
      bytes[(random >> 8) % 220] = static_cast<std::uint8_t>(random >> 24);
      auto resumed = TrainingRun::resume(bytes);
      if (!resumed.ok()) continue;
      TrainingRun second = std::move(resumed).value();
      if (second.spec().batch * second.spec().long_length > 4096) continue;  // slow, not wrong
      (void)second.train(std::min(1, second.spec().steps - second.steps_done()));
    }
  }
}

TEST(TrainingRun, EvaluationCountsTheLastEightAnswers) {
  // Against the second implementation, on sequences that are drawn here.
  TrainingSpec spec = with_scheme(PositionScheme::kShaw);
  TrainingRun run = started(spec);
  trained(run, 30);  // neither right nor wrong everywhere
  const std::vector<double> weights(run.weights().begin(), run.weights().end());
  const ParameterLayout layout(spec);
  for (const int length : {8, 16, 24}) {
    constexpr int kSequences = 70;  // more than one pass at length 8
    const auto accuracy = run.evaluate(length, kSequences, 5);
    ASSERT_TRUE(accuracy.ok());
    Random random(5);
    int right = 0;
    for (int s = 0; s < kSequences; ++s) {
      std::vector<std::int32_t> beads(static_cast<std::size_t>(length));
      draw_deck(random, beads);
      const auto logits = reference_logits(spec, layout, weights, beads, length);
      for (int i = std::max(2, length - 8); i < length; ++i) {
        const auto row = logits.begin() + i * kBeadKinds;
        const auto answer = std::max_element(row, row + kBeadKinds) - row;
        if (answer == beads[static_cast<std::size_t>(i - 2)]) ++right;
      }
    }
    const int asked = kSequences * std::min(8, length - 2);
    EXPECT_GT(right, asked / 10);
    EXPECT_LT(right, asked);
    EXPECT_DOUBLE_EQ(accuracy.value(), static_cast<double>(right) / asked) << length;
  }
}

TEST(TrainingRun, AttentionRowsSumToOneAndAMaskEmptiesTheFuture) {
  for (const AttentionMask mask : {AttentionMask::kNone, AttentionMask::kCausal}) {
    TrainingSpec spec = with_scheme(PositionScheme::kT5);
    spec.mask = mask;
    const TrainingRun run = started(spec);
    const auto maps = run.attention(deck(24, 9));
    ASSERT_TRUE(maps.ok());
    ASSERT_EQ(maps.value().batch(), spec.layers * spec.heads);
    for (int m = 0; m < maps.value().batch(); ++m) {
      for (int i = 0; i < 24; ++i) {
        double sum = 0.0;
        for (int j = 0; j < 24; ++j) {
          sum += maps.value()(m, i, j);
          const bool future = mask == AttentionMask::kCausal && j > i;
          EXPECT_EQ(maps.value()(m, i, j) == 0.0f, future) << i << " reads " << j;
        }
        EXPECT_NEAR(sum, 1.0, 1e-6) << "map " << m << ", row " << i;  // 24 float32 roundings
      }
    }
  }
}

TEST(TrainingRun, LogitsAreThoseOfTheSecondImplementation) {
  for (const PositionScheme scheme : kSchemes) {
    const TrainingSpec spec = with_scheme(scheme);
    const TrainingRun run = started(spec);
    const auto beads = deck(16, 3);
    const auto logits = run.logits(beads);
    ASSERT_TRUE(logits.ok());
    const auto expected = reference_logits(spec, ParameterLayout(spec),
                                           {run.weights().begin(), run.weights().end()}, beads, 16);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      // Sums of 32 float32 products of numbers below 10, through two layers.
      EXPECT_NEAR(logits.value().data()[i], expected[i], 2e-5) << "logit " << i;
    }
  }
}

TEST(TrainingRun, OnlyWithoutPositionsAndMaskDoOutputsMoveWithTheBeads) {
  for (const PositionScheme scheme : kSchemes) {
    for (const AttentionMask mask : {AttentionMask::kNone, AttentionMask::kCausal}) {
      TrainingSpec spec = with_scheme(scheme);
      spec.mask = mask;
      TrainingRun run = started(spec);
      trained(run, 4);
      const auto found = run.equivariance(16, 8, 2);
      ASSERT_TRUE(found.ok());
      EXPECT_GT(found.value().largest, 0.1);
      if (scheme == PositionScheme::kNone && mask == AttentionMask::kNone) {
        EXPECT_LT(found.value().error, 1e-5);  // the order of float32 sums
      } else {
        EXPECT_GT(found.value().error, 1e-3) << static_cast<int>(scheme);
      }
    }
  }
}

TEST(TrainingRun, ARateThatIsTooHighEndsInNumbersAndNotInACrash) {
  TrainingSpec spec = with_scheme(PositionScheme::kRotary);
  spec.learning_rate = 1.0;
  spec.warm_up = 0;
  spec.gradient_limit = 1e6;
  TrainingRun run = started(spec);
  trained(run, 20);
  EXPECT_TRUE(run.evaluate(16, 8, 1).ok());
  EXPECT_TRUE(run.equivariance(16, 8, 1).ok());
}

// The bits after ten steps; tests/wasm/training.test.ts holds the module to the same.
TEST(TrainingRun, TenStepsHaveTheBitsThatEveryBuildHas) {
  constexpr std::uint32_t kFingerprints[] = {27417986, 2233020806, 1473873732, 3408897815,
                                             34976014, 548520101,  2712990092};
  for (std::size_t i = 0; i < std::size(kSchemes); ++i) {
    TrainingSpec spec = with_scheme(kSchemes[i]);
    spec.mask = i % 2 == 0 ? AttentionMask::kNone : AttentionMask::kCausal;
    spec.seed = 3;
    TrainingRun run = started(spec);
    trained(run, 10);
    EXPECT_EQ(fingerprint(run.snapshot()), kFingerprints[i]) << "scheme " << i;
  }
}

}  // namespace
}  // namespace posenc
