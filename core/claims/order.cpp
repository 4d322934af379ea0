#include <algorithm>
#include <cmath>
#include <utility>

#include "core/attention/attention.h"
#include "core/claims/experiment.h"
#include "core/positional/sinusoidal.h"

// What attention knows of order: red, blue, red with and without positions and mask.

namespace posenc {
namespace {

constexpr int kTokens = 3;
constexpr int kWidth = 4;
constexpr float kRedBlueRed[kTokens * kWidth] = {1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
constexpr float kBlueRedRed[kTokens * kWidth] = {0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
// Where each token of the second order stands in the first.
constexpr int kFrom[kTokens] = {1, 0, 2};

/// Rows `first` .. `first + rows - 1` of the sequence asking all of it, with identity projections.
Result<AttentionTrace> look(const float* tokens, bool positions, AttentionMask mask, int first = 0,
                            int rows = kTokens) {
  const auto keys = Matrix::copy_of(kTokens, kWidth, {tokens, kTokens * kWidth});
  if (!keys.ok()) return keys.error();
  const auto queries = Matrix::copy_of(
      rows, kWidth, {tokens + first * kWidth, static_cast<std::size_t>(rows) * kWidth});
  if (!queries.ok()) return queries.error();
  AttentionSpec spec;
  spec.mask = mask;
  AttentionPositions scheme;
  if (positions) {
    auto of_queries = sinusoidal({.positions = rows, .first = first, .width = kWidth});
    auto of_keys = sinusoidal({.positions = kTokens, .width = kWidth});
    if (!of_queries.ok()) return of_queries.error();
    if (!of_keys.ok()) return of_keys.error();
    scheme = AddedPositions{std::move(of_queries).value(), std::move(of_keys).value()};
  }
  return attention(queries.value(), keys.value(), keys.value(), spec, scheme);
}

// Who reads, and in place of # the key that is read.
constexpr const char* kWeights[kTokens] = {"first-red-reads-#", "blue-reads-#", "last-red-reads-#"};
constexpr const char* kCausalWeights[kTokens] = {"causal-first-red-reads-#", "causal-blue-reads-#",
                                                 "causal-last-red-reads-#"};

void add_weights(Measurements& m, const char* const ids[kTokens], const Tensor3& weights,
                 const char* source) {
  for (int i = 0; i < kTokens * kTokens; ++i) {
    m.add(ids[i / kTokens], double{weights.data()[i]}, source, i % kTokens);
  }
}

/// The largest difference of the column means: what a readout sees that averages the tokens.
double difference_of_means(const Matrix& a, const Matrix& b) {
  double largest = 0.0;
  for (int c = 0; c < a.cols(); ++c) {
    double sum = 0.0;
    for (int r = 0; r < a.rows(); ++r) sum += double{a(r, c)} - double{b(r, c)};
    largest = std::max(largest, std::abs(sum) / a.rows());
  }
  return largest;
}

// "Without positions a Transformer treats two orders of a sentence identically."
void measure_blindness(Measurements& m) {
  const auto open = look(kRedBlueRed, false, AttentionMask::kNone);
  const auto open_other = look(kBlueRedRed, false, AttentionMask::kNone);
  const auto causal = look(kRedBlueRed, false, AttentionMask::kCausal);
  const auto causal_other = look(kBlueRedRed, false, AttentionMask::kCausal);
  if (!m.have(open) || !m.have(open_other) || !m.have(causal) || !m.have(causal_other)) return;
  const Matrix& output = open.value().output;
  const Matrix& other = open_other.value().output;
  const char* source = "attention({.mask = kNone}, NoPositions) of red, blue, red";
  add_weights(m, kWeights, open.value().weights, source);
  add_weights(m, kCausalWeights, causal.value().weights,
              "attention({.mask = kCausal}, NoPositions) of red, blue, red");
  source = "attention({.mask = kNone}, NoPositions) of red, blue, red and of blue, red, red";
  double permuted = 0.0;
  for (int r = 0; r < kTokens; ++r) {
    permuted = std::max(permuted, largest_difference(other.row(r), output.row(kFrom[r]), kWidth));
  }
  m.add("difference-after-permuting", permuted, source);
  m.add("difference-row-by-row", largest_difference(output.data(), other.data(), output.size()),
        source);
  m.add("difference-of-means", difference_of_means(output, other), source);
  m.add("causal-difference-of-means",
        difference_of_means(causal.value().output, causal_other.value().output),
        "attention({.mask = kCausal}, NoPositions) of red, blue, red and of blue, red, red");
}

// One case per reading: what is read row by row, what is read as an average, and the average again
// under a causal mask. Two orders are treated identically where the difference is rounding.
ClaimVerdict judge_blindness(const Measurements& m) {
  return case_by_case({is_near(m.at("difference-row-by-row"), 0.0),
                       is_near(m.at("difference-of-means"), 0.0),
                       is_near(m.at("causal-difference-of-means"), 0.0)});
}

/// The largest weight that a query gives to a token after it.
double largest_future_weight(const Tensor3& weights) {
  float largest = 0.0f;
  for (int q = 0; q < weights.rows(); ++q) {
    for (int k = q + 1; k < weights.cols(); ++k) largest = std::max(largest, weights(0, q, k));
  }
  return double{largest};
}

// "Position encoding stops a token from reading the future."
void measure_future(Measurements& m) {
  const auto open = look(kRedBlueRed, true, AttentionMask::kNone);
  const auto causal = look(kRedBlueRed, true, AttentionMask::kCausal);
  if (!m.have(open) || !m.have(causal)) return;
  const char* source = "attention({.mask = kNone}, AddedPositions) of red, blue, red";
  add_weights(m, kWeights, open.value().weights, source);
  m.add("largest-weight-on-the-future", largest_future_weight(open.value().weights), source);
  source = "attention({.mask = kCausal}, AddedPositions) of red, blue, red";
  add_weights(m, kCausalWeights, causal.value().weights, source);
  m.add("causal-largest-weight-on-the-future", largest_future_weight(causal.value().weights),
        source);
}

// Holds if positions alone, without a mask, leave no weight on later tokens.
ClaimVerdict judge_future(const Measurements& m) {
  return in_every_case(m.at("largest-weight-on-the-future") == 0.0);
}

/// How far attention row by row, each row computed alone, is from all rows at once.
bool add_row_by_row(Measurements& m, const char* id, const AttentionTrace& all, bool positions) {
  double largest = 0.0;
  for (int r = 0; r < kTokens; ++r) {
    const auto alone = look(kRedBlueRed, positions, AttentionMask::kNone, r, 1);
    if (!m.have(alone)) return false;
    largest = std::max(largest,
                       largest_difference(alone.value().output.data(), all.output.row(r), kWidth));
  }
  m.add(id, largest, "attention of red, blue, red at once and one query at a time");
  return true;
}

// "Position encoding is what makes parallel processing possible."
void measure_parallel(Measurements& m) {
  const auto without = look(kRedBlueRed, false, AttentionMask::kNone);
  const auto with = look(kRedBlueRed, true, AttentionMask::kNone);
  if (!m.have(without) || !m.have(with)) return;
  if (!add_row_by_row(m, "difference-without-positions", without.value(), false)) return;
  if (!add_row_by_row(m, "difference-with-positions", with.value(), true)) return;
  // What positions do bring: the first and the last red are told apart.
  const Matrix& blind = without.value().output;
  const Matrix& placed = with.value().output;
  m.add("reds-apart-without-positions", largest_difference(blind.row(0), blind.row(2), kWidth),
        "attention({.mask = kNone}, NoPositions) of red, blue, red");
  m.add("reds-apart-with-positions", largest_difference(placed.row(0), placed.row(2), kWidth),
        "attention({.mask = kNone}, AddedPositions) of red, blue, red");
}

// Holds if positions are needed for it: with them a row may be computed without waiting for the
// others, without them not. Fails if it may be computed so either way.
ClaimVerdict judge_parallel(const Measurements& m) {
  return in_every_case(is_near(m.at("difference-with-positions"), 0.0) &&
                       !is_near(m.at("difference-without-positions"), 0.0));
}

constexpr Experiment kExperiments[] = {
    {"order-blind-without-positions", measure_blindness, judge_blindness},
    {"makes-parallel", measure_parallel, judge_parallel},
    {"mask-is-not-encoding", measure_future, judge_future},
};

}  // namespace

std::span<const Experiment> order_experiments() { return kExperiments; }

}  // namespace posenc
