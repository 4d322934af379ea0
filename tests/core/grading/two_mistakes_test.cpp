// Two mistakes at once, as somebody would make them: every pair of wrong pieces that go into
// different places of a textbook solution. Both are named, or the first differing cell is right.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "core/grading/comparison.h"
#include "core/grading/grading.h"
#include "tests/core/grading/named.h"
#include "tests/core/grading/plain.h"

namespace posenc {
namespace {

using plain::Rows;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A wrong piece, the place it takes, and what it is called.
template <class Parts>
struct Piece {
  const char* id;
  int place;
  std::function<void(Parts&)> put;
};

struct Tally {
  int tried = 0;
  int named = 0;
  std::string others;
};

/// The first cell of `wrong` that is further from `right` than the task allows.
std::vector<int> first_difference(const std::vector<Answer>& wrong,
                                  const std::vector<Expected>& right) {
  for (std::size_t c = 0; c < right.size(); ++c) {
    for (std::size_t i = 0; i < right[c].cells.size(); ++i) {
      const double allowed = 1e-6 + 1.2e-7 * right[c].positions[i];
      if (std::abs(wrong[c].cells[i] - right[c].cells[i]) > allowed) {
        return {static_cast<int>(c), static_cast<int>(i)};
      }
    }
  }
  return {};
}

template <class Parts>
void try_pairs(const char* challenge, plain::CaseSolution (*make)(const Parts&),
               const std::vector<Piece<Parts>>& pieces, Tally& tally) {
  constexpr std::uint32_t kSeed = 5;
  const std::vector<Case> all = cases(challenge, kSeed).value();
  std::vector<Expected> right;
  for (int c = 0; c < static_cast<int>(all.size()); ++c) {
    right.push_back(reference(challenge, kSeed, c).value());
  }
  for (std::size_t a = 0; a < pieces.size(); ++a) {
    for (std::size_t b = a + 1; b < pieces.size(); ++b) {
      if (pieces[a].place == pieces[b].place) continue;
      Parts parts;
      pieces[a].put(parts);
      pieces[b].put(parts);
      const std::vector<Answer> answers = plain::answers(make(parts), all);
      const Verdict verdict = grade(challenge, kSeed, answers).value();
      const std::string name =
          std::string(challenge) + ": " + pieces[a].id + " with " + pieces[b].id;
      EXPECT_FALSE(verdict.passed) << name;
      ++tally.tried;
      const bool named = std::any_of(verdict.explanations.begin(), verdict.explanations.end(),
                                     [&](const Explanation& one) {
                                       return ids_of(one) == Ids{pieces[a].id, pieces[b].id};
                                     });
      if (named) {
        ++tally.named;
      } else {
        tally.others += "\n  " + name;
      }
      ASSERT_TRUE(verdict.first_difference) << name;
      const std::vector<int> first = first_difference(answers, right);
      ASSERT_EQ(first.size(), 2u) << name;
      const auto c = static_cast<std::size_t>(first[0]);
      EXPECT_EQ(verdict.first_difference->case_index, first[0]) << name;
      EXPECT_EQ(verdict.first_difference->index,
                index_of(right[c].shape, static_cast<std::size_t>(first[1])))
          << name;
    }
  }
}

std::vector<Piece<plain::AddParts>> add_pieces() {
  using P = plain::AddParts;
  const auto sum = [](const char* id, double (*rule)(double, double, int)) {
    return Piece<P>{id, 0, [rule](P& p) { p.sum = rule; }};
  };
  const auto position = [](const char* id, double (*rule)(int, int, int)) {
    return Piece<P>{id, 1, [rule](P& p) { p.position = rule; }};
  };
  const auto code = [](const char* id, double (*rule)(double, int, int, double)) {
    return Piece<P>{id, 2, [rule](P& p) { p.code = rule; }};
  };
  return {
      sum("add-content-scaled-up", [](double x, double e, int d) { return std::sqrt(d) * x + e; }),
      sum("add-subtracted", [](double x, double e, int) { return x - e; }),
      sum("add-twice", [](double x, double e, int) { return x + 2.0 * e; }),
      position("add-start-ignored", [](int, int t, int) { return double(t); }),
      position("add-batch-axis", [](int b, int, int start) { return double(start + b); }),
      position("add-start-subtracted", [](int, int t, int start) { return double(t - start); }),
      code("sin-cos-swapped",
           [](double p, int j, int d, double base) {
             const double angle = p / std::pow(base, 2.0 * (j / 2) / d);
             return j % 2 == 0 ? std::cos(angle) : std::sin(angle);
           }),
      code("sin-exponent-unpaired",
           [](double p, int j, int d, double base) {
             const double angle = p / std::pow(base, double(j) / d);
             return j % 2 == 0 ? std::sin(angle) : std::cos(angle);
           }),
  };
}

plain::Mask masked(double fill) {
  return [fill](double score, int i, int j, int past) { return j <= i + past ? score : fill; };
}

std::vector<Piece<plain::AttentionParts>> attention_pieces() {
  using P = plain::AttentionParts;
  const auto factor = [](const char* id, double (*rule)(int, int, int)) {
    return Piece<P>{id, 0, [rule](P& p) { p.factor = rule; }};
  };
  const auto mask = [](const char* id, plain::Mask rule) {
    return Piece<P>{id, 1, [rule](P& p) { p.mask = rule; }};
  };
  return {
      factor("scale-missing", [](int, int, int) { return 1.0; }),
      factor("scale-by-width", [](int d, int, int) { return 1.0 / d; }),
      mask("mask-zero-fill", masked(0.0)),
      mask("mask-one-token-of-future",
           [](double s, int i, int j, int past) { return j <= i + past + 1 ? s : -kInfinity; }),
      mask("mask-causal-top-left",
           [](double s, int i, int j, int) { return j <= i ? s : -kInfinity; }),
      mask("mask-missing", [](double s, int, int, int) { return s; }),
      {"att-keys-one-later", 2, [](P& p) { p.key_shift = 1.0; }},
      {"att-queries-one-later", 2, [](P& p) { p.query_shift = 1.0; }},
  };
}

std::vector<Piece<plain::RotaryParts>> rotary_pieces() {
  using P = plain::RotaryParts;
  const auto position = [](const char* id, double (*rule)(int, double)) {
    return Piece<P>{id, 0, [rule](P& p) { p.position = rule; }};
  };
  const auto rate = [](const char* id, double (*rule)(int, int, double)) {
    return Piece<P>{id, 1, [rule](P& p) { p.rate = rule; }};
  };
  const auto half_split = [](const Rows& x, const Rows& angles) {
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
  };
  return {
      position("rope-backwards", [](int, double p) { return -p; }),
      position("rope-positions-one-later", [](int, double p) { return p + 1.0; }),
      rate("sin-exponent-shifted",
           [](int pair, int d, double base) { return std::pow(base, -2.0 * (pair + 1) / d); }),
      rate("sin-exponent-halved",
           [](int pair, int d, double base) { return std::pow(base, -1.0 * pair / d); }),
      {"rope-half-split", 2, [half_split](P& p) { p.turn = half_split; }},
  };
}

std::vector<Piece<plain::AlibiParts>> alibi_pieces() {
  using P = plain::AlibiParts;
  return {
      {"alibi-slopes-geometric", 0,
       [](P& p) {
         p.slopes = [](int heads) {
           std::vector<double> all;
           for (int i = 1; i <= heads; ++i) all.push_back(std::pow(2.0, -8.0 * i / heads));
           return all;
         };
       }},
      {"alibi-positive-sign", 1,
       [](P& p) { p.bias = [](double m, int i, int j) { return m * (i - j); }; }},
      {"mask-one-token-of-future", 2,
       [](P& p) {
         p.mask = [](double s, int i, int j, int past) {
           return j <= i + past + 1 ? s : -kInfinity;
         };
       }},
      {"mask-zero-fill", 2, [](P& p) { p.mask = masked(0.0); }},
  };
}

std::vector<Piece<plain::T5Parts>> t5_pieces() {
  using P = plain::T5Parts;
  return {
      {"t5-sign-reversed", 0, [](P& p) { p.sign = -1.0; }},
      {"t5-direction-inverted", 1, [](P& p) { p.both = [](bool both) { return !both; }; }},
      {"t5-always-both-sides", 1, [](P& p) { p.both = [](bool) { return true; }; }},
      {"t5-last-bucket-missing", 2, [](P& p) { p.capped = false; }},
  };
}

TEST(TwoMistakes, AreBothNamedInAtLeastNineOfTen) {
  Tally tally;
  try_pairs("add-to-batch", plain::add_to_batch, add_pieces(), tally);
  try_pairs("causal-attention", plain::causal_attention, attention_pieces(), tally);
  try_pairs("rotary", plain::rotary, rotary_pieces(), tally);
  try_pairs("alibi-weights", plain::alibi_weights, alibi_pieces(), tally);
  try_pairs("t5-bucket", plain::t5_bucket, t5_pieces(), tally);
  std::cout << tally.named << " of " << tally.tried
            << " pairs of mistakes named; not named:" << tally.others << "\n";
  EXPECT_GE(tally.tried, 40);
  EXPECT_GE(10 * tally.named, 9 * tally.tried) << tally.others;
}

}  // namespace
}  // namespace posenc
