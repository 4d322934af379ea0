#include "core/positional/rotary.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/attention/attention.h"
#include "core/claims/experiment.h"
#include "core/positional/learned.h"

// What rotary positions turn, and what becomes of the score.

namespace posenc {
namespace {

// "RoPE rotates values too."
void measure_values(Measurements& m) {
  constexpr int kCellCount = 4;
  constexpr float kCells[kCellCount] = {1, 2, 3, 4};
  const Matrix* row = m.keep(Matrix::copy_of(1, kCellCount, kCells));
  if (row == nullptr) return;
  // One token alone, at position 7: its weight is 1, so the output is its value as it was used.
  const auto trace = attention(*row, *row, *row, AttentionSpec{},
                               RotaryPositions{{.width = kCellCount}, {7}, {7}});
  if (!m.have(trace)) return;
  const char* source = "attention of one token, RotaryPositions at position 7";
  const AttentionTrace& seen = trace.value();
  m.add("query-change", largest_difference(seen.queries.data(), kCells, kCellCount), source);
  m.add("key-change", largest_difference(seen.keys.data(), kCells, kCellCount), source);
  m.add("value-change", largest_difference(seen.output.data(), kCells, kCellCount), source);
}

// Holds if the value comes out changed as query and key do.
ClaimVerdict judge_values(const Measurements& m) {
  return in_every_case(m.at("value-change") > 0.0);
}

// "RoPE always weighs near tokens more."
void measure_nearness(Measurements& m) {
  constexpr int kWidth = 64;
  constexpr int kDraws = 256;
  const RotarySpec spec{.width = kWidth};
  // Aligned: query and key are the same vector of ones. The key stays at position 0.
  constexpr int kDistances = 64;
  float ones[kDistances * kWidth];
  std::int32_t distances[kDistances];
  std::fill_n(ones, kDistances * kWidth, 1.0f);
  for (int i = 0; i < kDistances; ++i) distances[i] = i;
  const Matrix* aligned = m.keep(Matrix::copy_of(kDistances, kWidth, ones));
  if (aligned == nullptr) return;
  const Matrix* moved = m.keep(rotary(*aligned, distances, spec));
  if (moved == nullptr) return;
  double before = 0.0;
  double score = dot_product(moved->row(0), ones, kWidth);
  const char* source = "rotary(ones, distance) . ones, width 64";
  m.add("aligned-score-at-0", score, source);
  int distance = 0;
  do {
    before = score;
    score = dot_product(moved->row(++distance), ones, kWidth);
  } while (score <= before && distance < kDistances - 1);
  m.add("aligned-first-rise", distance, source);
  m.add("aligned-score-before-the-rise", before, source);
  m.add("aligned-score-at-the-rise", score, source);

  // Random: 256 queries and keys, seeded, each pair once near and once far apart.
  const std::vector<std::int32_t> near_positions(kDraws, 1);
  const std::vector<std::int32_t> far_positions(kDraws, 100);
  LearnedTableSpec draws{.positions = kDraws, .width = kWidth, .deviation = 1.0, .seed = 1};
  const Matrix* queries = m.keep(learned_table(draws));
  draws.seed = 2;
  const Matrix* keys = m.keep(learned_table(draws));
  if (queries == nullptr || keys == nullptr) return;
  const Matrix* near = m.keep(rotary(*queries, near_positions, spec));
  const Matrix* far = m.keep(rotary(*queries, far_positions, spec));
  if (near == nullptr || far == nullptr) return;
  int larger = 0;
  double near_squares = 0.0;
  double far_squares = 0.0;
  for (int r = 0; r < kDraws; ++r) {
    const double near_score = dot_product(near->row(r), keys->row(r), kWidth);
    const double far_score = dot_product(far->row(r), keys->row(r), kWidth);
    larger += near_score > far_score ? 1 : 0;
    near_squares += near_score * near_score;
    far_squares += far_score * far_score;
  }
  source = "rotary(queries of seed 1, distance) . keys of seed 2, 256 draws of width 64";
  m.add("random-share-nearer-larger", double(larger) / kDraws, source);
  m.add("random-size-at-1", std::sqrt(near_squares / kDraws), source);
  m.add("random-size-at-100", std::sqrt(far_squares / kDraws), source);
}

// Fails if the aligned score rises at some distance, or if one random query prefers the farther
// key.
ClaimVerdict judge_nearness(const Measurements& m) {
  return in_every_case(m.at("aligned-score-at-the-rise") <= m.at("aligned-score-before-the-rise") &&
                       m.at("random-share-nearer-larger") == 1.0);
}

constexpr Experiment kExperiments[] = {
    {"rotary-values", measure_values, judge_values},
    {"rotary-near-first", measure_nearness, judge_nearness},
};

}  // namespace

std::span<const Experiment> rotary_experiments() { return kExperiments; }

}  // namespace posenc
