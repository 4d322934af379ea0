#include "core/claims/claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace posenc {
namespace {

constexpr auto kHolds = ClaimVerdict::kHolds;
constexpr auto kFails = ClaimVerdict::kFails;
constexpr auto kDepends = ClaimVerdict::kDepends;

struct KnownVerdict {
  const char* id;
  ClaimVerdict verdict;
};

// What is known of each statement, independently of the experiments.
constexpr KnownVerdict kVerdicts[] = {
    {"frequency-ratio-10000", kFails},
    {"order-blind-without-positions", kDepends},
    {"similarity-falls", kFails},
    {"independent-rows", kHolds},
    {"same-map-everywhere", kHolds},
    {"unique-vectors", kDepends},
    {"extrapolates-any-length", kDepends},
    {"extrapolates-better-than-learned", kDepends},
    {"long-sequences", kDepends},
    {"interpolates", kDepends},
    {"mask-is-not-encoding", kFails},
    {"more-coordinates", kFails},
    {"rotates-the-word", kFails},
    {"layer-learns", kFails},
    {"makes-parallel", kFails},
    {"learned-past-its-end", kFails},
    {"rotary-values", kFails},
    {"rotary-near-first", kFails},
    {"zero-is-zeros", kFails},
    {"longest-wavelength", kFails},
    {"base-is-length", kFails},
    {"low-turns-slowly", kFails},
    {"layouts-differ", kFails},
    {"gpt2-bert-sines", kFails},
    {"relative-free", kFails},
};

ClaimReport report_of(std::string_view id) {
  auto result = check_claim(id);
  EXPECT_TRUE(result.ok()) << id << ": " << (result.ok() ? "" : result.error().message);
  return result.ok() ? std::move(result).value() : ClaimReport{};
}

TEST(Claims, EveryIdIsThereOnce) {
  std::multiset<std::string> expected;
  for (const KnownVerdict& known : kVerdicts) expected.insert(known.id);
  std::multiset<std::string> listed;
  for (const std::string_view id : claim_ids()) listed.emplace(id);
  EXPECT_EQ(listed, expected);
}

TEST(Claims, TheListIsTheSameEveryTime) {
  const std::vector<std::string_view> first(claim_ids().begin(), claim_ids().end());
  const std::vector<std::string_view> second(claim_ids().begin(), claim_ids().end());
  EXPECT_EQ(first, second);
}

class Verdicts : public ::testing::TestWithParam<KnownVerdict> {};

TEST_P(Verdicts, AreWhatIsKnown) {
  const ClaimReport report = report_of(GetParam().id);
  EXPECT_EQ(report.id, GetParam().id);
  EXPECT_EQ(report.verdict, GetParam().verdict);
}

INSTANTIATE_TEST_SUITE_P(Claims, Verdicts, ::testing::ValuesIn(kVerdicts), [](const auto& each) {
  std::string name = each.param.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

struct KnownEvidence {
  const char* claim;
  const char* id;
  double value;
  double tolerance;
};

constexpr double kExact = 0.0;
constexpr double kFiveDigits = 0.5e-5 + 1e-7;  // five printed digits of a float32 value
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Formulas in double precision and published counts; none comes from the core.
const KnownEvidence kEvidence[] = {
    // 10000^(2 / width), from two float32 rates of half a unit each: 1.2e-7 relatively.
    {"frequency-ratio-10000", "smallest-ratio-4", 100, 1.2e-5},
    {"frequency-ratio-10000", "largest-ratio-64", 1.333521432163324, 2e-7},
    {"frequency-ratio-10000", "smallest-ratio-512", 1.036632928437698, 2e-7},
    {"frequency-ratio-10000", "largest-ratio-512", 1.036632928437698, 2e-7},
    {"frequency-ratio-10000", "whole-range-512", 9646.6161991120, 1.2e-3},
    // 2 pi 10000^((width - 2) / width), rounded to float32.
    {"longest-wavelength", "longest-period-4", 628.3185307179587, 3.1e-5},
    {"longest-wavelength", "longest-period-64", 47117.24278016739, 2e-3},
    {"longest-wavelength", "longest-period-512", 60611.47716626105, 2e-3},
    {"longest-wavelength", "longest-period-4096", 62549.91780814785, 2e-3},
    {"longest-wavelength", "limit", 62831.853071795865, 1e-10},
    {"low-turns-slowly", "first-rate", 1, kExact},
    {"low-turns-slowly", "last-rate", 1.0366329284376980e-4, 4e-12},
    {"low-turns-slowly", "steps", 255, kExact},
    {"low-turns-slowly", "steps-to-a-slower-pair", 255, kExact},
    // Lengths are sqrt(width / 2); 64 cells, each within 2.99e-8, move them by 2.4e-7 at most.
    {"base-is-length", "length-at-10000", 5.656854249492381, 2.4e-7},
    {"base-is-length", "length-at-2147483647", 5.656854249492381, 2.4e-7},
    {"base-is-length", "closest-offset", 1, kExact},
    {"base-is-length", "closest-distance", 1.472, 5e-4},
    {"zero-is-zeros", "sum-of-sines-4", 0, kExact},
    {"zero-is-zeros", "sum-of-cosines-4", 2, kExact},
    {"zero-is-zeros", "sum-of-cosines-512", 256, kExact},
    {"zero-is-zeros", "length-512", 16, kExact},
    // The sum of cosines, rounded to float32.
    {"similarity-falls", "first-rise-4", 4, kExact},
    {"similarity-falls", "first-rise-64", 6, kExact},
    {"similarity-falls", "first-rise-128", 12, kExact},
    {"similarity-falls", "first-rise-512", 44, kExact},
    {"similarity-falls", "before-the-rise-4", 0.009557537148542128, 1e-9},
    {"similarity-falls", "at-the-rise-4", 0.345556485797366, 3e-8},
    {"similarity-falls", "before-the-rise-64", 23.50397081044963, 1e-6},
    {"similarity-falls", "at-the-rise-64", 23.559396969648393, 1e-6},
    {"similarity-falls", "before-the-rise-128", 42.344323217694935, 2e-6},
    {"similarity-falls", "at-the-rise-128", 42.38138629689425, 2e-6},
    {"similarity-falls", "before-the-rise-512", 134.75870026612535, 8e-6},
    {"similarity-falls", "at-the-rise-512", 134.77035138939044, 8e-6},
    {"independent-rows", "largest-difference", 0, 5.98e-8},  // two cells, 2.99e-8 each
    {"same-map-everywhere", "largest-difference", 0, 1.17e-7},
    // sin(p + 1) / sin(p); the small one divides by 0.9.
    {"same-map-everywhere", "lone-sine-factor-at-1", 1.0806046117362795, 1e-7},
    {"same-map-everywhere", "lone-sine-factor-at-2", 0.1551967528958166, 1e-7},
    {"unique-vectors", "closest-offset-2", 710, kExact},
    {"unique-vectors", "closest-distance-2", 6.02887067189769e-5, 1e-13},
    {"unique-vectors", "closest-offset-4", 622, kExact},
    {"unique-vectors", "closest-distance-4", 0.072, 5e-4},
    {"unique-vectors", "neighbour-distance-4", 0.959, 5e-4},
    {"unique-vectors", "closest-offset-64", 1, kExact},
    {"unique-vectors", "closest-distance-64", 1.472, 5e-4},
    {"unique-vectors", "steps-apart-in-8-bits", 0, kExact},
    {"interpolates", "distance-of-2.5-and-2", 0.49483318013970246, 1e-7},
    {"interpolates", "distance-of-2.5-and-3", 0.49483318013970246, 1e-7},
    {"interpolates", "distance-of-2-and-3", 0.958903221097098, 1e-7},
    {"interpolates", "positions-nearer-to-the-mean-than-3", 6, kExact},
    {"interpolates", "distance-of-that-mean-and-3", 1.9899925474724023, 1e-7},
    {"layouts-differ", "difference-after-permuting", 0, kExact},
    {"layouts-differ", "difference-of-products", 0, 1e-14},  // six sums in another order
    {"layouts-differ", "difference-of-mixed-products", 3.4504490451141896, 4e-7},
    {"more-coordinates", "width-before", 4, kExact},
    {"more-coordinates", "width-after", 4, kExact},
    {"more-coordinates", "sum-at-position-1-coordinate-0", 1.84147, kFiveDigits},
    {"more-coordinates", "sum-at-position-1-coordinate-1", 0.54030, kFiveDigits},
    {"more-coordinates", "sum-at-position-1-coordinate-2", 1.01000, kFiveDigits},
    {"more-coordinates", "sum-at-position-1-coordinate-3", 0.99995, kFiveDigits},
    {"rotates-the-word", "length-of-token-1", 1.4142135623730951, 1e-15},
    {"rotates-the-word", "length-of-token-1-after-adding", 2.388083255727096, 1e-7},
    {"rotates-the-word", "length-of-token-1-after-rotary", 1.4142135623730951, 2e-7},
    {"rotates-the-word", "length-of-token-0-after-adding", 1.4142135623730951, 1e-7},
    {"rotates-the-word", "length-of-token-0-after-rotary", 0, kExact},
    {"layer-learns", "gradient-change", 0, kExact},
    {"layer-learns", "trainable-numbers", 0, kExact},
    {"layer-learns", "output-change", 0, kExact},
    {"layer-learns", "learned-trainable-numbers", 12, kExact},
    {"layer-learns", "learned-gradient-length", std::sqrt(24.0), 1e-15},  // six twos
    {"gpt2-bert-sines", "gpt-2-left-for-positions", 1024 * 768, kExact},
    {"gpt2-bert-sines", "gpt-2-learned-numbers", 1024 * 768, kExact},
    {"gpt2-bert-sines", "bert-left-for-positions", 393'216, kExact},
    {"gpt2-bert-sines", "bert-learned-numbers", 393'216, kExact},
    {"gpt2-bert-sines", "sinusoidal-numbers", 0, kExact},
    {"gpt2-bert-sines", "bert-row-512-refused", 1, kExact},
    {"order-blind-without-positions", "first-red-reads-0", 0.38365, kFiveDigits},
    {"order-blind-without-positions", "first-red-reads-1", 0.23270, kFiveDigits},
    {"order-blind-without-positions", "first-red-reads-2", 0.38365, kFiveDigits},
    {"order-blind-without-positions", "blue-reads-0", 0.27407, kFiveDigits},
    {"order-blind-without-positions", "blue-reads-1", 0.45186, kFiveDigits},
    {"order-blind-without-positions", "blue-reads-2", 0.27407, kFiveDigits},
    {"order-blind-without-positions", "last-red-reads-0", 0.38365, kFiveDigits},
    {"order-blind-without-positions", "last-red-reads-1", 0.23270, kFiveDigits},
    {"order-blind-without-positions", "last-red-reads-2", 0.38365, kFiveDigits},
    {"order-blind-without-positions", "causal-first-red-reads-0", 1, kExact},
    {"order-blind-without-positions", "causal-first-red-reads-1", 0, kExact},
    {"order-blind-without-positions", "causal-first-red-reads-2", 0, kExact},
    {"order-blind-without-positions", "causal-blue-reads-0", 0.37754, kFiveDigits},
    {"order-blind-without-positions", "causal-blue-reads-1", 0.62246, kFiveDigits},
    {"order-blind-without-positions", "causal-blue-reads-2", 0, kExact},
    {"order-blind-without-positions", "causal-last-red-reads-0", 0.38365, kFiveDigits},
    {"order-blind-without-positions", "causal-last-red-reads-1", 0.23270, kFiveDigits},
    {"order-blind-without-positions", "causal-last-red-reads-2", 0.38365, kFiveDigits},
    // Float32 sums of three products, in another order.
    {"order-blind-without-positions", "difference-after-permuting", 0, 3e-7},
    {"order-blind-without-positions", "difference-of-means", 0, 3e-7},
    {"order-blind-without-positions", "difference-row-by-row", 0.21916622425870746, 3e-7},
    {"order-blind-without-positions", "causal-difference-of-means", 0.2516937791987636, 3e-7},
    {"mask-is-not-encoding", "first-red-reads-0", 0.33486, kFiveDigits},
    {"mask-is-not-encoding", "first-red-reads-1", 0.40527, kFiveDigits},
    {"mask-is-not-encoding", "first-red-reads-2", 0.25987, kFiveDigits},
    {"mask-is-not-encoding", "blue-reads-0", 0.34354, kFiveDigits},
    {"mask-is-not-encoding", "blue-reads-1", 0.48723, kFiveDigits},
    {"mask-is-not-encoding", "blue-reads-2", 0.16923, kFiveDigits},
    {"mask-is-not-encoding", "last-red-reads-0", 0.20132, kFiveDigits},
    {"mask-is-not-encoding", "last-red-reads-1", 0.15466, kFiveDigits},
    {"mask-is-not-encoding", "last-red-reads-2", 0.64402, kFiveDigits},
    {"mask-is-not-encoding", "largest-weight-on-the-future", 0.40527, kFiveDigits},
    {"mask-is-not-encoding", "causal-first-red-reads-0", 1, kExact},
    {"mask-is-not-encoding", "causal-first-red-reads-1", 0, kExact},
    {"mask-is-not-encoding", "causal-blue-reads-0", 0.41352, kFiveDigits},
    {"mask-is-not-encoding", "causal-blue-reads-1", 0.58648, kFiveDigits},
    {"mask-is-not-encoding", "causal-last-red-reads-0", 0.20132, kFiveDigits},
    {"mask-is-not-encoding", "causal-last-red-reads-1", 0.15466, kFiveDigits},
    {"mask-is-not-encoding", "causal-last-red-reads-2", 0.64402, kFiveDigits},
    {"mask-is-not-encoding", "causal-largest-weight-on-the-future", 0, kExact},
    {"makes-parallel", "difference-without-positions", 0, 3e-7},
    {"makes-parallel", "difference-with-positions", 0, 3e-7},
    {"makes-parallel", "reds-apart-without-positions", 0, 3e-7},
    {"makes-parallel", "reds-apart-with-positions", 0.25061580934583605, 3e-7},
    {"extrapolates-any-length", "length-at-2147483647", 16, 6.8e-7},  // 512 cells, 2.99e-8 each
    {"extrapolates-any-length", "pairs", 256, kExact},
    {"extrapolates-any-length", "pairs-with-unseen-angles", 133, kExact},
    {"extrapolates-any-length", "share-seen-by-the-slowest-pair", 0.008430746516840289, 1e-9},
    {"extrapolates-better-than-learned", "row-511-refused", 0, kExact},
    {"extrapolates-better-than-learned", "row-512-refused", 1, kExact},
    {"extrapolates-better-than-learned", "row-512-refused-after-resizing", 0, kExact},
    {"extrapolates-better-than-learned", "sinusoidal-length-at-512", 16, 6.8e-7},
    {"extrapolates-better-than-learned", "pairs-with-unseen-angles", 133, kExact},
    // The same formula elsewhere: angles in float32, exp and sine in double; the table's own
    // rounding is 3e-8.
    {"long-sequences", "error-of-usual-formula-8191", 0.0004353062371594968, 1e-7},
    {"long-sequences", "error-of-usual-formula-1000000", 0.05459211849222605, 1e-7},
    // 2,450 and 201 of 32,768 entries, with the right ones from mpmath at 50 digits.
    {"long-sequences", "percent-right-of-usual-formula-8191", 7.476806640625, kExact},
    {"long-sequences", "percent-right-of-usual-formula-1000000", 0.6134033203125, kExact},
    {"long-sequences", "error-of-exact-phase-8191", 0, 6e-8},
    {"long-sequences", "error-of-exact-phase-1000000", 0, 6e-8},
    {"long-sequences", "pairs-with-unseen-angles", 133, kExact},
    {"learned-past-its-end", "row-511-refused", 0, kExact},
    {"learned-past-its-end", "row-512-refused", 1, kExact},
    {"learned-past-its-end", "sequence-of-513-refused", 1, kExact},
    {"relative-free", "alibi-cells-512", 262'144, kExact},
    {"relative-free", "alibi-cells-1024", 4 * 262'144, kExact},
    {"relative-free", "t5-cells-512", 262'144, kExact},
    {"relative-free", "t5-cells-1024", 4 * 262'144, kExact},
    {"relative-free", "t5-bucket-at-distance-1", 1, kExact},
    {"relative-free", "t5-bucket-at-distance-128", 31, kExact},
    {"relative-free", "t5-bucket-at-distance-1000000", 31, kExact},
    {"relative-free", "shaw-row-at-distance-1", 15, kExact},
    {"relative-free", "shaw-row-at-distance-16", 0, kExact},
    {"relative-free", "shaw-row-at-distance-1000", 0, kExact},
    // [1 2 3 4] turned by 7 and 0.07: two float32 products and a sum of numbers below 4.
    {"rotary-values", "query-change", 1.5600709430942734, 6e-7},
    {"rotary-values", "key-change", 1.5600709430942734, 6e-7},
    {"rotary-values", "value-change", 0, kExact},
    // Twice the similarity, from 64 cells with three float32 roundings each.
    {"rotary-near-first", "aligned-score-at-0", 64, kExact},
    {"rotary-near-first", "aligned-first-rise", 6, kExact},
    {"rotary-near-first", "aligned-score-before-the-rise", 2 * 23.50397081044963, 8e-6},
    {"rotary-near-first", "aligned-score-at-the-rise", 2 * 23.559396969648393, 8e-6},
    // Four standard deviations of 256 draws about one half; and of a root mean square about 8,
    // which varies by 4 % (64 products of two normal numbers have a kurtosis of 3 + 6 / 64).
    {"rotary-near-first", "random-share-nearer-larger", 0.5, 0.125},
    {"rotary-near-first", "random-size-at-1", 8, 1.5},
    {"rotary-near-first", "random-size-at-100", 8, 1.5},
};

TEST(Claims, EvidenceIsWhatTheFormulasGive) {
  for (const KnownVerdict& known : kVerdicts) {
    const ClaimReport report = report_of(known.id);
    for (const KnownEvidence& expected : kEvidence) {
      if (report.id != expected.claim) continue;
      double value = kInfinity;
      for (const Evidence& each : report.evidence) {
        if (each.id == expected.id) value = each.value;
      }
      EXPECT_NEAR(value, expected.value, expected.tolerance) << report.id << ", " << expected.id;
    }
  }
}

TEST(Claims, EveryClaimHasKnownEvidence) {
  for (const KnownVerdict& known : kVerdicts) {
    const std::string id = known.id;
    EXPECT_TRUE(std::any_of(std::begin(kEvidence), std::end(kEvidence),
                            [&](const KnownEvidence& each) { return each.claim == id; }))
        << id;
  }
}

/// Small letters and digits in words, with single hyphens or points between them.
bool is_name(std::string_view text) {
  bool between = true;  // nothing of a word yet
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!letter && (between || (c != '-' && c != '.'))) return false;
    between = !letter;
  }
  return !between;
}

TEST(Claims, EvidenceIsFiniteAndNamedOnce) {
  for (const std::string_view id : claim_ids()) {
    const ClaimReport report = report_of(id);
    EXPECT_GE(report.evidence.size(), 2u) << id;
    std::set<std::string> seen;
    for (const Evidence& each : report.evidence) {
      EXPECT_TRUE(std::isfinite(each.value)) << id << ", " << each.id << " is " << each.value;
      EXPECT_TRUE(is_name(each.id)) << id << ", " << each.id;
      EXPECT_TRUE(seen.insert(each.id).second) << id << " has two of " << each.id;
    }
  }
}

TEST(Claims, EverySourceNamesACallOrAPublishedNumber) {
  constexpr std::string_view kCalls[] = {"sinusoidal",
                                         "first_rise",
                                         "closest_pair",
                                         "shift_matrix",
                                         "seen_angles",
                                         "attention",
                                         "rotary",
                                         "learned_lookup",
                                         "learned_resize",
                                         "alibi_bias",
                                         "t5_buckets",
                                         "t5_bucket_matrix",
                                         "shaw_rows",
                                         "PositionalEncoding::",
                                         "LearnedPositions::",
                                         "published weights of ",
                                         "trained numbers without ",
                                         "2 pi * 10000",
                                         "] itself"};
  for (const std::string_view id : claim_ids()) {
    for (const Evidence& each : report_of(id).evidence) {
      EXPECT_TRUE(std::any_of(
          std::begin(kCalls), std::end(kCalls),
          [&](std::string_view call) { return each.source.find(call) != std::string::npos; }))
          << id << ", " << each.source;
      EXPECT_EQ(each.source.find('#'), std::string::npos) << id << ", " << each.source;
    }
  }
}

TEST(Claims, AnExperimentGivesTheSameEveryTime) {
  for (const std::string_view id : claim_ids()) {
    const ClaimReport first = report_of(id);
    const ClaimReport second = report_of(id);
    ASSERT_EQ(first.evidence.size(), second.evidence.size()) << id;
    for (std::size_t i = 0; i < first.evidence.size(); ++i) {
      EXPECT_EQ(first.evidence[i].value, second.evidence[i].value)
          << id << ", " << first.evidence[i].id;
    }
  }
}

TEST(Claims, RefusesAnUnknownName) {
  for (const char* name : {"", "no-such-claim", "Similarity-Falls", "similarity-falls "}) {
    const auto result = check_claim(name);
    ASSERT_FALSE(result.ok()) << name;
    EXPECT_EQ(result.error().code, ErrorCode::kUnknownName) << name;
    EXPECT_EQ(result.error().message,
              "the claim is \"" + std::string(name) + "\"; it must be one of claim_ids()");
  }
}

TEST(Claims, ALongUnknownNameMakesAShortMessage) {
  const auto result = check_claim(std::string(1'000'000, 'x'));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kUnknownName);
  EXPECT_LT(result.error().message.size(), 120u);
}

}  // namespace
}  // namespace posenc
