#include "lab/options.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace posenc::lab {
namespace {

Result<Options> read(std::initializer_list<std::string_view> words) {
  return read_options(std::vector<std::string_view>(words));
}

TEST(LabOptions, WithoutWordsAreTheDefaultsOfTheCore) {
  const auto options = read({});
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options.value().spec.steps, TrainingSpec{}.steps);
  EXPECT_EQ(options.value().spec.scheme, PositionScheme::kNone);
  EXPECT_EQ(options.value().lengths, (std::vector<int>{8, 16, 24, 32, 64}));
}

TEST(LabOptions, SchemesHaveTheShortNamesAndThoseOfThePage) {
  const std::vector<std::pair<std::string_view, PositionScheme>> names = {
      {"none", PositionScheme::kNone},
      {"sin", PositionScheme::kSinusoidal},
      {"shaw", PositionScheme::kShaw},
      {"sinusoidal", PositionScheme::kSinusoidal},
      {"rope", PositionScheme::kRotary},
      {"rotary", PositionScheme::kRotary},
      {"learned", PositionScheme::kLearned},
      {"alibi", PositionScheme::kAlibi},
      {"t5", PositionScheme::kT5}};
  for (const auto& [word, scheme] : names) {
    const auto options = read({"--scheme", word});
    ASSERT_TRUE(options.ok()) << word;
    EXPECT_EQ(options.value().spec.scheme, scheme) << word;
    EXPECT_EQ(options.value().scheme, word);
  }
}

TEST(LabOptions, BothFormsOfAnOptionReadTheSame) {
  const auto options =
      read({"--task=at0", "--mask", "causal", "--seed=7", "--learning-rate", "2.5e-3",
            "--slopes=1,0.5", "--lengths", "16,48", "--heads=4", "--max-distance=128"});
  ASSERT_TRUE(options.ok());
  const TrainingSpec& spec = options.value().spec;
  EXPECT_EQ(spec.task, TrainingTask::kAt0);
  EXPECT_EQ(spec.mask, AttentionMask::kCausal);
  EXPECT_EQ(spec.seed, 7u);
  EXPECT_EQ(spec.learning_rate, 2.5e-3);
  EXPECT_EQ(spec.slopes, (std::vector<double>{1.0, 0.5}));
  EXPECT_EQ(spec.heads, 4);
  EXPECT_EQ(spec.max_distance, 128);
  EXPECT_EQ(options.value().lengths, (std::vector<int>{16, 48}));
}

struct Refusal {
  std::vector<std::string_view> words;
  ErrorCode code;
  std::string_view sentence;
};

TEST(LabOptions, RefuseWhatIsNoOptionNoNameOrNoNumber) {
  const std::vector<Refusal> refusals = {
      {{"--scheme=ropes"}, ErrorCode::kUnknownName, "scheme is ropes; it must be one of none, sin"},
      {{"--task", "back3"}, ErrorCode::kUnknownName, "task is back3; it must be one of back2, at0"},
      {{"--mask=half"}, ErrorCode::kUnknownName, "mask is half; it must be one of none, full"},
      {{"--depth=2"}, ErrorCode::kUnknownName, "there is no option --depth"},
      {{"back2"}, ErrorCode::kUnknownName, "back2 is no option"},
      {{"--heads"}, ErrorCode::kOutOfRange, "--heads needs a value"},
      {{"--heads="}, ErrorCode::kOutOfRange, "--heads needs a value"},
      {{"--heads=2.5"}, ErrorCode::kOutOfRange, "heads is 2.5; it must be a whole number"},
      {{"--steps=9999999999"}, ErrorCode::kOutOfRange, "steps is 9999999999; it must be a whole"},
      {{"--seed=-1"}, ErrorCode::kOutOfRange, "seed is -1; it must be a whole number, 0..42949"},
      {{"--base=ten"}, ErrorCode::kOutOfRange, "base is ten; it must be a number"},
      {{"--slopes=1,,2"}, ErrorCode::kOutOfRange, "slopes is ; it must be a number"},
      {{"--lengths=8;16"}, ErrorCode::kOutOfRange, "lengths is 8;16; it must be a whole number"},
  };
  for (const auto& [words, code, sentence] : refusals) {
    const auto options = read_options(words);
    ASSERT_FALSE(options.ok()) << sentence;
    EXPECT_EQ(options.error().code, code) << sentence;
    EXPECT_NE(options.error().message.find(sentence), std::string::npos) << options.error().message;
  }
}

TEST(LabOptions, TheHelpNamesEveryOption) {
  const std::string_view help = options_help();
  for (const std::string_view name :
       {"task",        "scheme",        "mask",    "lengths",        "sequences",  "judged-seed",
        "layers",      "width",         "heads",   "steps",          "batch",      "short-length",
        "long-length", "learning-rate", "warm-up", "gradient-limit", "table-rows", "clip",
        "buckets",     "max-distance",  "base",    "slopes"}) {
    EXPECT_NE(help.find("  --" + std::string(name) + " "), std::string_view::npos) << name;
    const std::string option = "--" + std::string(name);
    EXPECT_FALSE(read({option, "?"}).ok());
    EXPECT_EQ(read({option, "?"}).error().message.find("there is no option"), std::string::npos);
  }
}

}  // namespace
}  // namespace posenc::lab
