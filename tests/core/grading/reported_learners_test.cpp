// Mistakes that were reported in public, each as somebody would make it in a challenge: refused and
// named, or accepted where it is right. What a challenge has no place for is listed with a reason.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/grading/grading.h"
#include "tests/core/grading/learners.h"
#include "tests/core/grading/named.h"
#include "tests/core/grading/plain.h"

namespace posenc {
namespace {

using plain::CaseSolution;
using plain::Rows;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kSeeds[] = {1, 2, 77, 4'294'967'295u};

struct Reported {
  const char* id;
  std::vector<Ids> named;  ///< the explanations, in any order; none where it is right
  bool convention = false;
  CaseSolution solution;
};

void expect_named(const char* challenge, const Reported& row) {
  for (const std::uint32_t seed : kSeeds) {
    const std::vector<Case> all = cases(challenge, seed).value();
    const Verdict verdict = grade(challenge, seed, plain::answers(row.solution, all)).value();
    std::vector<Ids> wanted = row.named;
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(verdict.passed, row.named.empty()) << row.id << ", seed " << seed;
    std::vector<Ids> named = ids_of(verdict);
    std::sort(named.begin(), named.end());
    EXPECT_EQ(named, wanted) << row.id << ", seed " << seed << ": " << text_of(named);
    EXPECT_FALSE(verdict.explained_in_part) << row.id << ", seed " << seed;
    for (const Explanation& explanation : verdict.explanations) {
      EXPECT_EQ(explanation.convention, row.convention) << row.id;
    }
  }
}

void expect_all(const char* challenge, const std::vector<Reported>& rows) {
  for (const Reported& row : rows) {
    expect_named(challenge, row);
    std::string verdict = row.named.empty() ? "accepted" : text_of(row.named);
    if (row.convention) verdict += "as a convention";
    std::cout << challenge << " | " << row.id << " | " << verdict << "\n";
  }
}

template <class Parts, class Change>
CaseSolution with(CaseSolution (*make)(const Parts&), Change change) {
  Parts parts;
  change(parts);
  return make(parts);
}

TEST(ReportedLearners, OfAddToBatch) {
  using P = plain::AddParts;
  const auto add = [](auto change) { return with(plain::add_to_batch, change); };
  const auto sum = [&](auto rule) { return add([rule](P& p) { p.sum = rule; }); };
  expect_all(
      "add-to-batch",
      {
          {"add-batch-axis", {{"add-batch-axis"}}, false, add([](P& p) {
             p.position = [](int b, int, int start) { return start + b; };
           })},
          // The reported wrong output is this task's right one, and the other way round.
          {"add-sqrt-d-missing", {}, false, add([](P&) {})},
          {"add-sqrt-d-missing",
           {{"add-content-scaled-up"}},
           true,
           sum([](double x, double e, int d) { return std::sqrt(d) * x + e; })},
          {"add-scale-on-sum", {{"add-scale-on-sum"}}, false, sum([](double x, double e, int d) {
             return std::sqrt(d) * (x + e);
           })},
          {"add-pe-scaled-down",
           {{"add-pe-scaled-down"}},
           false,
           sum([](double x, double e, int d) { return x + e / std::sqrt(d); })},
          {"add-multiplied", {{"add-multiplied"}}, false, sum([](double x, double e, int) {
             return x * e;
           })},
          {"add-twice", {{"add-twice"}}, false, sum([](double x, double e, int) {
             return x + 2.0 * e;
           })},
          {"add-replaces-content",
           {{"add-replaces-content"}},
           false,
           sum([](double, double e, int) { return e; })},
          {"add-never-applied", {{"add-never-applied"}}, false, sum([](double x, double, int) {
             return x;
           })},
          {"add-decode-step-zero", {{"add-start-ignored"}}, false, add([](P& p) {
             p.position = [](int, int t, int) { return t; };
           })},
          {"add-no-slice",
           {{"add-no-slice"}},
           false,
           [](const Case& given) {
             // Five rows of codes under as many of content as there are.
             std::vector<Rows> x = plain::tables(given.arguments[0]);
             const double start = plain::number(given, 1);
             for (Rows& table : x) {
               if (table.empty()) continue;
               const int d = static_cast<int>(table[0].size());
               table.resize(5, std::vector<double>(table[0].size()));
               table = plain::plus(
                   table, plain::code_rows(plain::counted(5, start), d, plain::number(given, 2)));
             }
             return plain::answer(x);
           }},
          {"add-dropout-in-eval",
           {{"add-dropout-active"}},
           false,
           [kept = 0](const Case& given) mutable {
             Answer all = plain::add_to_batch()(given);
             for (double& cell : all.cells) cell = kept++ * 5 % 7 < 4 ? 2.0 * cell : 0.0;
             return all;
           }},
      });
}

// The runner compares the arguments before and after, whatever the challenge.
TEST(ReportedLearners, WhoChangeTheirInputAreToldSo) {
  const std::vector<Case> all = cases("add-to-batch", 1).value();
  std::vector<Answer> answers = plain::answers(plain::add_to_batch(), all);
  for (Answer& answer : answers) {
    if (!answer.cells.empty()) answer = Answer::failed(ProblemKind::kMutatedInput);
  }
  const Verdict verdict = grade("add-to-batch", 1, answers).value();
  EXPECT_FALSE(verdict.passed);
  ASSERT_TRUE(verdict.problem);
  EXPECT_EQ(verdict.problem->id, "mutated-input");
  EXPECT_TRUE(verdict.explanations.empty());
}

TEST(ReportedLearners, WhoseTableIsLongerThanEverySequenceThrow) {
  const std::vector<Case> all = cases("add-to-batch", 1).value();
  const std::vector<Answer> answers(all.size(), Answer::failed(ProblemKind::kThrew));
  const Verdict verdict = grade("add-to-batch", 1, answers).value();
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.problem->id, "threw");
}

TEST(ReportedLearners, OfCausalAttention) {
  using P = plain::AttentionParts;
  const auto make = [](auto change) { return with(plain::causal_attention, change); };
  const auto masked = [&](plain::Mask mask) { return make([mask](P& p) { p.mask = mask; }); };
  const auto filled = [&](double fill) {
    return masked([fill](double s, int i, int j, int past) { return j <= i + past ? s : fill; });
  };
  const auto scaled = [&](auto factor) { return make([factor](P& p) { p.factor = factor; }); };
  expect_all(
      "causal-attention",
      {
          {"mask-after-softmax", {{"mask-after-softmax"}}, false, make([](P& p) {
             p.whole = [](const Rows& scores, int past) {
               Rows all = plain::weights(scores, [](double s, int, int, int) { return s; });
               for (std::size_t i = 0; i < all.size(); ++i) {
                 for (std::size_t j = i + 1 + static_cast<std::size_t>(past); j < all[i].size();
                      ++j) {
                   all[i][j] = 0.0;
                 }
               }
               return all;
             };
           })},
          {"mask-zero-fill", {{"mask-zero-fill"}, {"mask-tiny-fill"}}, false, filled(0.0)},
          {"mask-tiny-fill", {{"mask-zero-fill"}, {"mask-tiny-fill"}}, false, filled(-1e-12)},
          {"mask-plus-infinity", {{"mask-plus-infinity"}}, false, filled(kInfinity)},
          {"mask-sentinel-too-small", {{"mask-sentinel-too-small"}}, false, filled(-1e4)},
          {"mask-sentinel-too-small", {{"mask-sentinel-too-small"}}, false, filled(-1e5)},
          {"mask-sentinel-too-small", {}, false, filled(-1e9)},
          {"mask-inverted-boolean",
           {{"mask-inverted-boolean"}},
           false,
           masked([](double s, int i, int j, int past) { return j > i + past ? s : -kInfinity; })},
          {"mask-inverted-boolean",
           {{"mask-inverted-boolean"}},
           false,
           masked([](double s, int i, int j, int past) { return j > i + past ? s : -1e9; })},
          {"mask-bitwise-not-on-integers",
           {{"mask-everything-blocked"}},
           false,
           masked([](double, int, int, int) { return -1e9; })},
          {"mask-ones-added-as-bias",
           {{"mask-ones-added-as-bias"}},
           false,
           masked([](double s, int i, int j, int past) { return j <= i + past ? s + 1.0 : s; })},
          {"mask-one-token-of-future",
           {{"mask-one-token-of-future"}},
           false,
           masked([](double s, int i, int j, int past) {
             return j <= i + past + 1 ? s : -kInfinity;
           })},
          {"mask-causal-top-left",
           {{"mask-causal-top-left"}},
           false,
           masked([](double s, int i, int j, int) { return j <= i ? s : -kInfinity; })},
          {"mask-clamped-afterwards",
           {{"mask-clamped-afterwards"}},
           false,
           masked([](double s, int i, int j, int past) {
             return j <= i + past ? 2.0 * std::tanh(s / 2.0) : -2.0;
           })},
          {"softmax-wrong-axis", {{"softmax-wrong-axis"}}, false, make([](P& p) {
             p.whole = [](const Rows& scores, int past) {
               Rows all = scores;
               for (std::size_t j = 0; !all.empty() && j < all[0].size(); ++j) {
                 std::vector<double> column;
                 for (std::size_t i = 0; i < all.size(); ++i) {
                   column.push_back(
                       plain::causal(all[i][j], static_cast<int>(i), static_cast<int>(j), past));
                 }
                 column = plain::softmax(column);
                 for (std::size_t i = 0; i < all.size(); ++i) all[i][j] = column[i];
               }
               return all;
             };
           })},
          {"scale-missing", {{"scale-missing"}}, false, scaled([](int, int, int) { return 1.0; })},
          // One head: the root of the number of heads is 1, that of another width a constant.
          {"scale-by-head-count", {{"scale-missing"}}, false, scaled([](int, int, int) {
             return 1.0;
           })},
          {"scale-by-model-width", {{"scale-constant"}}, false, scaled([](int, int, int) {
             return 1.0 / std::sqrt(16.0);
           })},
          {"scale-inverted",
           {{"scale-inverted"}, {"add-scale-on-sum"}},
           false,
           scaled([](int d, int, int) { return std::sqrt(d); })},
          {"scale-on-query-only", {}, false, make([](P& p) {
             p.product = [](const Rows& queries, const Rows& keys, double factor) {
               Rows small = queries;
               for (auto& row : small) {
                 for (double& cell : row) cell *= factor;
               }
               return plain::products(small, keys, 1.0);
             };
           })},
          {"keys-reshaped-not-transposed",
           {{"keys-reshaped-not-transposed"}},
           false,
           make([](P& p) {
             p.product = [](const Rows& queries, const Rows& keys, double factor) {
               std::vector<double> flat;
               for (const auto& row : keys) flat.insert(flat.end(), row.begin(), row.end());
               Rows read = keys;
               for (std::size_t j = 0; j < keys.size(); ++j) {
                 for (std::size_t c = 0; c < keys[j].size(); ++c) {
                   read[j][c] = flat[c * keys.size() + j];
                 }
               }
               return plain::products(queries, read, factor);
             };
           })},
      });
}

TEST(ReportedLearners, OfRotary) {
  using P = plain::RotaryParts;
  const auto make = [](auto change) { return with(plain::rotary, change); };
  const auto rated = [&](auto rate) { return make([rate](P& p) { p.rate = rate; }); };
  const auto placed = [&](auto position) {
    return make([position](P& p) { p.position = position; });
  };
  const auto turned = [&](auto turn) { return make([turn](P& p) { p.turn = turn; }); };
  expect_all(
      "rotary",
      {
          {"rope-half-split-vs-interleaved",
           {{"rope-half-split"}},
           true,
           turned([](const Rows& x, const Rows& angles) {
             Rows all = x;
             for (std::size_t r = 0; r < x.size(); ++r) {
               const std::size_t half = x[r].size() / 2;
               for (std::size_t k = 0; k < half; ++k) {
                 const double c = std::cos(angles[r][k]);
                 const double s = std::sin(angles[r][k]);
                 all[r][k] = x[r][k] * c - x[r][k + half] * s;
                 all[r][k + half] = x[r][k] * s + x[r][k + half] * c;
               }
             }
             return all;
           })},
          {"rope-mixed-conventions",
           {{"rope-mixed-conventions"}},
           false,
           turned([](const Rows& x, const Rows& angles) {
             Rows all = x;
             for (std::size_t r = 0; r < x.size(); ++r) {
               const std::size_t half = x[r].size() / 2;
               for (std::size_t j = 0; j < 2 * half; ++j) {
                 const double other = j < half ? -x[r][j + half] : x[r][j - half];
                 all[r][j] =
                     x[r][j] * std::cos(angles[r][j / 2]) + other * std::sin(angles[r][j / 2]);
               }
             }
             return all;
           })},
          {"rope-backwards", {{"rope-backwards"}}, true, placed([](int, double p) { return -p; })},
          {"rope-decode-position-zero", {{"rope-not-turned"}}, false, placed([](int, double) {
             return 0.0;
           })},
          {"rope-decode-position-off-by-one",
           {{"rope-positions-one-later"}},
           false,
           placed([](int, double p) { return p + 1.0; })},
          {"rope-inv-freq-bfloat16",
           {{"rope-rates-bfloat16"}},
           false,
           rated([](int pair, int d, double base) {
             const double rate = std::pow(base, -2.0 * pair / d);
             const double unit = std::exp2(std::floor(std::log2(rate)) - 7.0);
             return std::nearbyint(rate / unit) * unit;
           })},
          // Twice the width in the exponent is half the exponent.
          {"rope-partial-width-in-exponent",
           {{"sin-exponent-halved"}},
           false,
           rated([](int pair, int d, double base) {
             return std::pow(base, -2.0 * pair / (2.0 * d));
           })},
          {"rope-exponent-shifted",
           {{"sin-exponent-shifted"}},
           false,
           rated(
               [](int pair, int d, double base) { return std::pow(base, -2.0 * (pair + 1) / d); })},
          {"rope-frequency-inverted",
           {{"sin-exponent-inverted"}},
           false,
           rated([](int pair, int d, double base) { return std::pow(base, 2.0 * pair / d); })},
          {"rope-linear-scale-multiplied",
           {{"rope-positions-scaled"}},
           false,
           placed([](int, double p) { return 4.0 * p; })},
          {"rope-ntk-always-on", {{"rope-ntk-base"}}, true, rated([](int pair, int d, double base) {
             const double grown = d == 2 ? base : base * std::pow(9.0, d / (d - 2.0));
             return std::pow(grown, -2.0 * pair / d);
           })},
          {"rope-yarn-factor-ignored",
           {{"rope-factor"}},
           false,
           turned([](const Rows& x, const Rows& angles) {
             Rows all = plain::turned_pairs(x, angles);
             for (auto& row : all) {
               for (double& cell : row) cell *= 1.41588831;
             }
             return all;
           })},
      });
}

TEST(ReportedLearners, OfAlibiWeights) {
  using P = plain::AlibiParts;
  const auto make = [](auto change) { return with(plain::alibi_weights, change); };
  const auto biased = [&](auto bias) { return make([bias](P& p) { p.bias = bias; }); };
  const auto sloped = [&](auto slopes) { return make([slopes](P& p) { p.slopes = slopes; }); };
  expect_all(
      "alibi-weights",
      {
          {"alibi-slopes-not-power-of-two",
           {{"alibi-slopes-geometric"}},
           true,
           sloped([](int heads) {
             std::vector<double> all;
             for (int i = 1; i <= heads; ++i) all.push_back(std::pow(2.0, -8.0 * i / heads));
             return all;
           })},
          {"alibi-slope-exponent-from-zero",
           {{"alibi-slope-exponent-from-zero"}},
           false,
           sloped([](int heads) {
             const auto power = [](int n) {
               std::vector<double> all;
               for (int i = 0; i < n; ++i) all.push_back(std::pow(2.0, -8.0 * i / n));
               return all;
             };
             int lower = 1;
             while (2 * lower <= heads) lower *= 2;
             std::vector<double> all = power(lower);
             const std::vector<double> finer = power(2 * lower);
             for (std::size_t i = 0; static_cast<int>(all.size()) < heads; i += 2) {
               all.push_back(finer[i]);
             }
             return all;
           })},
          {"alibi-positive-sign",
           {{"alibi-positive-sign"}, {"alibi-distance-from-first"}},
           false,
           biased([](double m, int i, int j) { return m * (i - j); })},
          {"alibi-key-only-form-rejected", {}, false, biased([](double m, int, int j) {
             return m * j;
           })},
          {"alibi-key-only-without-mask", {{"alibi-key-only-without-mask"}}, false, make([](P& p) {
             p.bias = [](double m, int, int j) { return m * j; };
             p.mask = [](double s, int, int, int) { return s; };
           })},
          {"alibi-bias-from-query-length", {{"alibi-missing"}}, false, biased([](double, int, int) {
             return 0.0;
           })},
          {"alibi-decode-query-at-zero",
           {{"alibi-positive-sign"}, {"alibi-distance-from-first"}},
           false,
           biased([](double m, int, int j) { return -m * std::abs(j - 0); })},
          {"alibi-missing-at-inference", {{"alibi-missing"}}, false, biased([](double, int, int) {
             return 0.0;
           })},
          // Scores arrive divided already: only the bias is divided once too often.
          {"alibi-scaled-with-scores", {{"alibi-bias-scaled"}}, false, make([](P& p) {
             p.scale = 0.5;
           })},
      });
}

TEST(ReportedLearners, OfT5Bucket) {
  using P = plain::T5Parts;
  const auto make = [](auto change) { return with(plain::t5_bucket, change); };
  expect_all("t5-bucket",
             {
                 {"rel-t5-causal-flag-inverted", {{"t5-direction-inverted"}}, false, make([](P& p) {
                    p.both = [](bool both) { return !both; };
                  })},
                 {"rel-t5-causal-flag-inverted", {{"t5-always-both-sides"}}, false, make([](P& p) {
                    p.both = [](bool) { return true; };
                  })},
                 {"rel-t5-missing-min", {{"t5-last-bucket-missing"}}, false, make([](P& p) {
                    p.capped = false;
                  })},
                 {"rel-t5-sign", {{"t5-sign-reversed"}}, false, make([](P& p) { p.sign = -1.0; })},
             });
}

// Not reported, but what people do: several at once.
TEST(ReportedLearners, WithSeveralChangesAtOnceAreNamed) {
  expect_all("add-to-batch", {{"two",
                               {{"add-start-ignored", "add-content-scaled-up"}},
                               false,
                               with(plain::add_to_batch,
                                    [](plain::AddParts& p) {
                                      p.position = [](int, int t, int) { return t; };
                                      p.sum = [](double x, double e, int d) {
                                        return std::sqrt(d) * x + e;
                                      };
                                    })},
                              {"three",
                               {{"add-batch-axis", "add-multiplied", "sin-base-hard-coded"}},
                               false,
                               with(plain::add_to_batch, [](plain::AddParts& p) {
                                 p.position = [](int b, int, int start) { return start + b; };
                                 p.sum = [](double x, double e, int) { return x * e; };
                                 p.code = [](double position, int j, int d, double) {
                                   return plain::code(position, j, d, 10'000.0);
                                 };
                               })}});
  expect_all("causal-attention",
             {{"three",
               {{"att-queries-from-zero", "scale-missing", "mask-causal-top-left"}},
               false,
               [](const Case& given) {
                 const Rows queries = plain::rows(given.arguments[0]);
                 const Rows keys = plain::rows(given.arguments[1]);
                 const int d = static_cast<int>(keys[0].size());
                 const double base = plain::number(given, 2);
                 const auto placed = [&](const Rows& x) {
                   const int count = static_cast<int>(x.size());
                   return plain::plus(x, plain::code_rows(plain::counted(count), d, base));
                 };
                 return plain::answer(plain::weights(
                     plain::products(placed(queries), placed(keys), 1.0),
                     [](double s, int i, int j, int) { return j <= i ? s : -kInfinity; }));
               }}});
  expect_all("alibi-weights", {{"two",
                                {{"alibi-slopes-geometric", "mask-missing"}},
                                false,
                                with(plain::alibi_weights, [](plain::AlibiParts& p) {
                                  p.slopes = [](int heads) {
                                    std::vector<double> all;
                                    for (int i = 1; i <= heads; ++i) {
                                      all.push_back(std::pow(2.0, -8.0 * i / heads));
                                    }
                                    return all;
                                  };
                                  p.bias = [](double m, int i, int j) {
                                    return -m * std::abs(i - j);
                                  };
                                  p.mask = [](double s, int, int, int) { return s; };
                                })}});
  expect_all("t5-bucket", {{"two",
                            {{"t5-sign-reversed", "t5-last-bucket-missing"}},
                            false,
                            with(plain::t5_bucket, [](plain::T5Parts& p) {
                              p.sign = -1.0;
                              p.capped = false;
                            })}});
  expect_all("rotary", {{"two",
                         {{"rope-backwards", "rope-positions-one-later"}},
                         false,
                         with(plain::rotary, [](plain::RotaryParts& p) {
                           p.position = [](int, double position) { return -(position + 1.0); };
                         })}});
}

// Those of the table are learners of their own; one of them is no mistake at these positions.
TEST(ReportedLearners, OfTheTableAreLearnersByTheSameIds) {
  std::set<std::string> known;
  for (const Learner& learner : learners_with_one_change()) known.insert(learner.ids[0]);
  for (const char* id : {"sin-exponent-raw-column", "sin-exponent-unpaired", "sin-exponent-doubled",
                         "sin-exponent-halved", "sin-floor-precedence", "sin-t2t-denominator",
                         "sin-halves-layout", "sin-cos-swapped", "sin-base-1000", "sin-log10",
                         "sin-base-exponent-swapped", "sin-positions-from-one", "sin-odd-d-crash",
                         "sin-odd-d-rounded-up", "sin-table-axes-swapped", "sin-position-bfloat16",
                         "sin-position-float16", "sin-time-in-unit-interval"}) {
    EXPECT_TRUE(known.count(id)) << id;
  }
}

// Nobody can make these where the arguments leave no room for them.
constexpr struct {
  const char* id;
  const char* reason;
} kNoPlace[] = {
    {"add-2d-flatten-order", "sequences have one position each, no rows and columns of pixels"},
    {"mask-half-precision-overflow", "there is one mask, and every row keeps its own key"},
    {"mask-padding-on-queries", "no argument says which tokens are padding"},
    {"mask-fully-masked-row", "every query may see its own position"},
    {"mask-position-int16", "positions beyond 32767 would need as many keys"},
    {"rope-head-axis", "x has no axis of heads"},
    {"rope-position-plus-head", "x has no axis of heads"},
    {"rope-before-head-split", "x has no axis of heads"},
    {"rope-partial-ignored", "the whole width is turned"},
    {"rope-dynamic-ntk-stale-keys", "nothing is kept from one call to the next"},
    {"rope-llama3-scaling-missing", "no argument asks for scaling"},
    {"rope-query-only", "the function turns one list of rows"},
    {"rel-t5-bias-in-cross-attention", "the function returns buckets, no bias and no weights"},
};

TEST(ReportedLearners, WithoutAPlaceHaveAReason) {
  for (const auto& row : kNoPlace) EXPECT_GT(std::string(row.reason).size(), 10u) << row.id;
}

Answer in_float32(Answer answer) {
  for (double& cell : answer.cells) cell = static_cast<float>(cell);
  return answer;
}

/// Right solutions in double, with results in float32, and with angles in float32.
TEST(PlainSolutions, PassEverywhere) {
  const std::pair<const char*, CaseSolution> right[] = {
      {"add-to-batch", plain::add_to_batch()},
      {"causal-attention", plain::causal_attention()},
      {"rotary", plain::rotary()},
      {"alibi-weights", plain::alibi_weights()},
      {"t5-bucket", plain::t5_bucket()},
      {"shift-matrix", plain::shift_matrix()}};
  for (const auto& [challenge, solution] : right) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
      const std::vector<Case> all = cases(challenge, seed).value();
      const auto judged = [&, id = challenge](const CaseSolution& one) {
        return grade(id, seed, plain::answers(one, all)).value();
      };
      EXPECT_TRUE(judged(solution).passed) << challenge << ", seed " << seed;
      EXPECT_TRUE(judged(solution).notes.empty()) << challenge << ", seed " << seed;
      EXPECT_TRUE(
          judged([&, one = solution](const Case& given) { return in_float32(one(given)); }).passed)
          << challenge << ", seed " << seed;
    }
  }
}

float narrow_code(float p, int j, int d, float base) {
  const float rate = 1.0f / std::pow(base, static_cast<float>(2 * (j / 2)) / static_cast<float>(d));
  return j % 2 == 0 ? std::sin(p * rate) : std::cos(p * rate);
}

TEST(PlainSolutions, PassInFloat32AllThrough) {
  const auto narrow_rate = [](int pair, int d, double base) {
    return double{1.0f / std::pow(static_cast<float>(base),
                                  static_cast<float>(2 * pair) / static_cast<float>(d))};
  };
  const CaseSolution add = with(plain::add_to_batch, [](plain::AddParts& p) {
    p.code = [](double position, int j, int d, double base) {
      return double{narrow_code(static_cast<float>(position), j, d, static_cast<float>(base))};
    };
  });
  const CaseSolution rotary = with(plain::rotary, [&](plain::RotaryParts& p) {
    p.rate = narrow_rate;
    p.turn = [](const Rows& x, const Rows& angles) {
      Rows narrow = angles;
      for (auto& row : narrow) {
        for (double& angle : row) angle = static_cast<float>(angle);
      }
      return plain::turned_pairs(x, narrow);
    };
  });
  const CaseSolution attention = [](const Case& given) {
    const Rows queries = plain::rows(given.arguments[0]);
    const Rows keys = plain::rows(given.arguments[1]);
    const auto base = static_cast<float>(plain::number(given, 2));
    Rows all;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const std::size_t own = keys.size() - queries.size() + i;
      const auto d = static_cast<int>(keys[0].size());
      std::vector<float> row;
      float most = -std::numeric_limits<float>::infinity();
      for (std::size_t j = 0; j <= own; ++j) {
        float sum = 0.0f;
        for (int c = 0; c < d; ++c) {
          const auto at = static_cast<std::size_t>(c);
          sum += (static_cast<float>(queries[i][at]) +
                  narrow_code(static_cast<float>(own), c, d, base)) *
                 (static_cast<float>(keys[j][at]) + narrow_code(static_cast<float>(j), c, d, base));
        }
        row.push_back(sum / std::sqrt(static_cast<float>(d)));
        most = std::max(most, row.back());
      }
      float total = 0.0f;
      for (float& cell : row) {
        cell = std::exp(cell - most);
        total += cell;
      }
      all.emplace_back(keys.size());
      for (std::size_t j = 0; j <= own; ++j) all.back()[j] = row[j] / total;
    }
    return plain::answer(all);
  };
  const CaseSolution buckets = with(plain::t5_bucket, [](plain::T5Parts& p) { p.narrow = true; });
  const std::pair<const char*, CaseSolution> right[] = {{"add-to-batch", add},
                                                        {"rotary", rotary},
                                                        {"causal-attention", attention},
                                                        {"t5-bucket", buckets}};
  for (const auto& [challenge, solution] : right) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
      const std::vector<Case> all = cases(challenge, seed).value();
      const Verdict verdict = grade(challenge, seed, plain::answers(solution, all)).value();
      EXPECT_TRUE(verdict.passed)
          << challenge << ", seed " << seed << ", "
          << (verdict.first_difference
                  ? all[static_cast<std::size_t>(verdict.first_difference->case_index)].name
                  : "");
      const bool far_out =
          std::string(challenge) == "add-to-batch" || std::string(challenge) == "rotary";
      EXPECT_EQ(verdict.notes.size(), far_out ? 1u : 0u) << challenge;
    }
  }
}

}  // namespace
}  // namespace posenc
