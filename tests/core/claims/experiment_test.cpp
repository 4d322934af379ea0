#include "core/claims/experiment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace posenc {
namespace {

constexpr auto kHolds = ClaimVerdict::kHolds;
constexpr auto kFails = ClaimVerdict::kFails;
constexpr auto kDepends = ClaimVerdict::kDepends;

struct MadeUp {
  const char* claim;
  std::vector<std::pair<const char*, double>> changed;  // evidence as it might have been
  ClaimVerdict verdict;
};

// Each rule must be able to come out otherwise: the evidence is measured, then changed.
const MadeUp kMadeUp[] = {
    {"frequency-ratio-10000",
     {{"smallest-ratio-4", 1e4},
      {"largest-ratio-4", 1e4},
      {"smallest-ratio-64", 1e4},
      {"largest-ratio-64", 1e4},
      {"smallest-ratio-512", 1e4},
      {"largest-ratio-512", 1e4}},
     kHolds},
    {"frequency-ratio-10000",  // one neighbour is enough
     {{"smallest-ratio-4", 1e4},
      {"largest-ratio-4", 1e4},
      {"smallest-ratio-64", 1e4},
      {"largest-ratio-64", 1e4},
      {"smallest-ratio-512", 9999},
      {"largest-ratio-512", 1e4}},
     kFails},
    {"longest-wavelength",
     {{"longest-period-4", 62831.853},
      {"longest-period-64", 62831.853},
      {"longest-period-512", 62831.853},
      {"longest-period-4096", 62831.853}},
     kHolds},
    {"longest-wavelength",
     {{"longest-period-4", 62831.853},
      {"longest-period-64", 62831.853},
      {"longest-period-512", 62831.853}},
     kFails},
    {"low-turns-slowly", {{"steps-to-a-slower-pair", 0}}, kHolds},
    {"low-turns-slowly", {{"steps-to-a-slower-pair", 1}}, kFails},
    {"base-is-length", {{"closest-distance", 0.072}}, kHolds},
    {"base-is-length", {{"length-at-10000", 0}}, kHolds},
    {"zero-is-zeros", {{"length-4", 0}, {"length-512", 0}}, kHolds},
    {"zero-is-zeros", {{"length-512", 0}}, kFails},
    {"similarity-falls",
     {{"at-the-rise-4", 0}, {"at-the-rise-64", 0}, {"at-the-rise-128", 0}, {"at-the-rise-512", 0}},
     kHolds},
    {"similarity-falls",
     {{"at-the-rise-4", 0}, {"at-the-rise-64", 0}, {"at-the-rise-128", 0}},
     kFails},
    {"independent-rows", {{"largest-difference", 1e-7}}, kFails},
    {"independent-rows", {{"length-at-2147483647", 5}}, kFails},
    {"same-map-everywhere", {{"largest-difference", 1e-3}}, kFails},
    {"same-map-everywhere", {{"lone-sine-factor-at-2", 1.08060}}, kHolds},  // shown, not judged
    {"unique-vectors", {{"steps-apart-in-8-bits", 1}}, kHolds},
    {"unique-vectors", {{"closest-distance-4", 0}}, kFails},
    {"interpolates", {{"positions-nearer-to-the-mean-than-3", 0}}, kHolds},
    {"interpolates", {{"distance-of-2.5-and-3", 2}}, kFails},
    {"layouts-differ", {{"difference-after-permuting", 0.1}}, kHolds},
    {"layouts-differ", {{"difference-of-products", 0.1}}, kHolds},
    {"layouts-differ", {{"difference-of-mixed-products", 0}}, kFails},
    {"more-coordinates", {{"width-after", 8}}, kHolds},
    {"rotates-the-word",
     {{"length-of-token-1-after-adding", 1.41421356}, {"length-of-token-0-after-adding", 0}},
     kHolds},
    {"rotates-the-word", {{"length-of-token-1-after-adding", 1.41421356}}, kFails},
    {"layer-learns", {{"trainable-numbers", 12}}, kHolds},
    {"layer-learns", {{"output-change", 0.1}}, kHolds},
    {"gpt2-bert-sines", {{"gpt-2-left-for-positions", 0}, {"bert-left-for-positions", 0}}, kHolds},
    {"gpt2-bert-sines", {{"gpt-2-left-for-positions", 0}}, kFails},
    {"order-blind-without-positions",
     {{"difference-row-by-row", 0}, {"causal-difference-of-means", 0}},
     kHolds},
    {"order-blind-without-positions", {{"difference-of-means", 0.1}}, kFails},
    {"makes-parallel", {{"difference-without-positions", 0.1}}, kHolds},
    {"makes-parallel",
     {{"difference-without-positions", 0.1}, {"difference-with-positions", 0.1}},
     kFails},
    {"mask-is-not-encoding", {{"largest-weight-on-the-future", 0}}, kHolds},
    {"extrapolates-any-length", {{"pairs-with-unseen-angles", 0}}, kHolds},
    {"extrapolates-any-length", {{"length-at-2147483647", 3}}, kFails},
    {"extrapolates-better-than-learned",
     {{"row-512-refused-after-resizing", 1}, {"pairs-with-unseen-angles", 0}},
     kHolds},
    {"extrapolates-better-than-learned", {{"row-512-refused", 0}}, kFails},
    {"extrapolates-better-than-learned", {{"sinusoidal-length-at-512", 0}}, kFails},
    {"long-sequences",
     {{"error-of-usual-formula-8191", 0},
      {"error-of-usual-formula-1000000", 0},
      {"pairs-with-unseen-angles", 0}},
     kHolds},
    {"long-sequences", {{"error-of-exact-phase-1000000", 0.1}}, kFails},
    {"learned-past-its-end", {{"row-512-refused", 0}, {"sequence-of-513-refused", 0}}, kHolds},
    {"learned-past-its-end", {{"row-512-refused", 0}}, kFails},
    {"relative-free",
     {{"alibi-cells-1024", 1024},
      {"t5-cells-1024", 1024},
      {"t5-bucket-at-distance-1000000", 99},
      {"shaw-row-at-distance-1000", 99}},
     kHolds},
    {"relative-free", {{"alibi-cells-1024", 1024}, {"t5-cells-1024", 1024}}, kFails},
    {"relative-free",
     {{"t5-bucket-at-distance-1000000", 99}, {"shaw-row-at-distance-1000", 99}},
     kFails},
    {"rotary-values", {{"value-change", 1.56}}, kHolds},
    {"rotary-near-first",
     {{"aligned-score-at-the-rise", 40}, {"random-share-nearer-larger", 1}},
     kHolds},
    {"rotary-near-first", {{"random-share-nearer-larger", 1}}, kFails},
    {"rotary-near-first", {{"aligned-score-at-the-rise", 40}}, kFails},
};

TEST(Experiment, ItsRuleFollowsTheEvidence) {
  for (const MadeUp& made_up : kMadeUp) {
    const Experiment* experiment = find_experiment(made_up.claim);
    ASSERT_NE(experiment, nullptr) << made_up.claim;
    Measurements measured;
    experiment->measure(measured);
    ASSERT_FALSE(measured.stopped()) << measured.error().message;
    for (const auto& [id, value] : made_up.changed) {
      bool found = false;
      for (Evidence& each : measured.evidence()) {
        if (each.id != id) continue;
        each.value = value;
        found = true;
      }
      EXPECT_TRUE(found) << made_up.claim << " has no " << id;
    }
    EXPECT_EQ(experiment->judge(measured), made_up.verdict)
        << made_up.claim << ", " << made_up.changed.front().first;
  }
}

TEST(Experiment, EveryRuleCanComeOutOtherwise) {
  for (const std::string_view id : claim_ids()) {
    const Experiment* experiment = find_experiment(id);
    ASSERT_NE(experiment, nullptr) << id;
    const auto report = run(*experiment);
    ASSERT_TRUE(report.ok()) << id;
    bool otherwise = false;
    for (const MadeUp& made_up : kMadeUp) {
      otherwise = otherwise || (made_up.claim == id && made_up.verdict != report.value().verdict);
    }
    EXPECT_TRUE(otherwise) << id;
  }
}

TEST(Experiment, WhatWasNotMeasuredSpeaksForNoClaim) {
  const Measurements nothing;
  for (const std::string_view id : claim_ids()) {
    EXPECT_EQ(find_experiment(id)->judge(nothing), kFails) << id;
  }
}

TEST(Experiment, OneCounterexampleRefutesEveryCase) {
  EXPECT_EQ(in_every_case(true), kHolds);
  EXPECT_EQ(in_every_case(false), kFails);
}

TEST(Experiment, DependsNeedsACaseOfEachKind) {
  EXPECT_EQ(case_by_case({true, true, true}), kHolds);
  EXPECT_EQ(case_by_case({false, false}), kFails);
  EXPECT_EQ(case_by_case({true, false}), kDepends);
  EXPECT_EQ(case_by_case({false, false, true}), kDepends);
}

TEST(Measurements, PutsTheNumberIntoIdAndSource) {
  Measurements m;
  m.add("first-rise-#", 4.0, "first_rise(#, 10000)", 512);
  m.add("limit", 2.0, "no number", 7);
  m.add("below-#", 1.0, "from #", -3);
  EXPECT_EQ(m.evidence()[0].id, "first-rise-512");
  EXPECT_EQ(m.evidence()[0].source, "first_rise(512, 10000)");
  EXPECT_EQ(m.evidence()[1].id, "limit");
  EXPECT_EQ(m.evidence()[2].id, "below--3");
  EXPECT_EQ(m.at("first-rise-#", 512), 4.0);
  EXPECT_EQ(m.at("first-rise-512"), 4.0);
  EXPECT_TRUE(std::isnan(m.at("first-rise-#", 513)));
}

TEST(Measurements, TellARefusalFromMemoryThatRanOut) {
  Measurements m;
  EXPECT_TRUE(m.add_refusal("given", Result<int>(1), "a call"));
  EXPECT_TRUE(m.add_refusal("refused", Result<int>(Error{ErrorCode::kOutOfRange, "no"}), "a call"));
  EXPECT_EQ(m.at("given"), 0.0);
  EXPECT_EQ(m.at("refused"), 1.0);
  EXPECT_FALSE(m.stopped());
  EXPECT_FALSE(
      m.add_refusal("lost", Result<int>(Error{ErrorCode::kOutOfMemory, "no memory"}), "a call"));
  EXPECT_TRUE(m.stopped());
  EXPECT_EQ(m.error().code, ErrorCode::kOutOfMemory);
  EXPECT_TRUE(std::isnan(m.at("lost")));
}

TEST(Measurements, KeepsMatricesInPlaceUntilTheEnd) {
  Measurements m;
  const Matrix* first = m.codes(1, 1, 4);
  ASSERT_NE(first, nullptr);
  for (int i = 0; i < 100; ++i) ASSERT_NE(m.codes(i, 2, 8), nullptr);
  EXPECT_NEAR(double{(*first)(0, 0)}, 0.84147, 0.5e-5 + 3e-8);  // five printed digits
  EXPECT_EQ(m.codes(0, 1, 0), nullptr);
  EXPECT_TRUE(m.stopped());
  EXPECT_EQ(m.error().code, ErrorCode::kOutOfRange);
}

TEST(Experiment, EndsWithTheErrorThatStoppedIt) {
  // Memory cannot be made to run out here, so an experiment that meets the error stands for it.
  const Experiment out_of_memory{
      "out-of-memory",
      [](Measurements& m) {
        m.add("before", 1.0, "a call");
        m.keep(Error{ErrorCode::kOutOfMemory, "no memory for 1 cells; ask for a smaller result"});
      },
      [](const Measurements&) { return ClaimVerdict::kHolds; }};
  const auto result = run(out_of_memory);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kOutOfMemory);
  EXPECT_EQ(result.error().message, "no memory for 1 cells; ask for a smaller result");
}

TEST(Experiment, FindsNothingByAnUnknownName) { EXPECT_EQ(find_experiment("no-such"), nullptr); }

}  // namespace
}  // namespace posenc
