#include "lab/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace posenc::lab {
namespace {

/// A run of a moment: what is tested is not what it learns.
Options short_run() {
  Options options;
  options.spec.steps = 20;
  options.spec.batch = 4;
  options.spec.width = 8;
  options.sequences = 100;
  return options;
}

TEST(LabReport, TheSameOptionsGiveTheSameLine) {
  const Options options = short_run();
  const auto once = train_and_judge(options);
  const auto again = train_and_judge(options);
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_EQ(to_json(options, once.value()), to_json(options, again.value()));
}

// 64 sequences by one seed, and the other 36 by the next: as web/components/training-lab judges.
TEST(LabReport, AccuracyIsTheMeanOverBatchesWithSeedsOfTheirOwn) {
  Options options = short_run();
  options.lengths = {16};
  const auto report = train_and_judge(options);
  ASSERT_TRUE(report.ok());
  auto run = TrainingRun::create(options.spec);
  ASSERT_TRUE(run.ok());
  TrainingRun trained = std::move(run).value();
  ASSERT_TRUE(trained.train(20).ok());
  const auto first = trained.evaluate(16, 64, 999);
  const auto second = trained.evaluate(16, 36, 1000);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_DOUBLE_EQ(*report.value().accuracy[0].share,
                   (64 * first.value() + 36 * second.value()) / 100);
}

TEST(LabReport, ALengthBeyondTheLearnedTableHasAReasonInPlaceOfANumber) {
  Options options = short_run();
  options.scheme = "learned";
  options.spec.scheme = PositionScheme::kLearned;
  const auto report = train_and_judge(options);
  ASSERT_TRUE(report.ok());
  const std::string line = to_json(options, report.value());
  EXPECT_NE(line.find("{\"length\":64,\"chance\":0.12698412698412698,\"share\":null,\"refused\":"
                      "\"length is 64; the learned table has 32 rows"),
            std::string::npos)
      << line;
  EXPECT_TRUE(report.value().accuracy[3].share);
}

TEST(LabReport, WhatIsNotFiniteIsNull) {
  Report report;
  report.loss = std::nan("");
  const std::string line = to_json(Options{}, report);
  EXPECT_NE(line.find("\"loss\":null,"), std::string::npos) << line;
}

struct Refusal {
  Options options;
  std::string sentence;
};

TEST(LabReport, RefusesWithTheSentenceOfTheCore) {
  std::vector<Refusal> refusals;
  const auto add = [&refusals](auto change, const char* sentence) {
    Options options = short_run();
    change(options);
    refusals.push_back({options, sentence});
  };
  add([](Options& o) { o.spec.heads = 3; }, "heads is 3; it must divide the width 8");
  add([](Options& o) { o.spec.warm_up = 21; }, "warm_up is 21; it must be 0..20");
  add([](Options& o) { o.lengths = {16, 20}; }, "length is 20; it must be a multiple of 8");
  add([](Options& o) { o.lengths = {4096}; }, "length is 4096; it must be a multiple of 8");
  add([](Options& o) { o.sequences = 0; }, "sequences is 0; it must be 1..65536");
  add([](Options& o) { o.sequences = 65537; }, "sequences is 65537; it must be 1..65536");
  for (const auto& [options, sentence] : refusals) {
    const auto report = train_and_judge(options);
    ASSERT_FALSE(report.ok()) << sentence;
    EXPECT_NE(report.error().message.find(sentence), std::string::npos) << report.error().message;
  }
}

}  // namespace
}  // namespace posenc::lab
