#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/claims/experiment.h"
#include "core/layer/learned_positions.h"
#include "core/positional/alibi.h"
#include "core/positional/double_double.h"
#include "core/positional/learned.h"
#include "core/positional/relative/shaw.h"
#include "core/positional/relative/t5.h"
#include "core/positional/sinusoidal.h"
#include "core/positional/sinusoidal_geometry.h"
#include "core/positional/turns.h"

// How far each scheme reaches, and what a longer sequence costs.

namespace posenc {
namespace {

constexpr int kModelWidth = 512;
constexpr int kTrained = 512;

/// The angles that training on positions 0 .. 511 leaves unseen.
void add_unseen_angles(Measurements& m) {
  const Matrix* seen = m.keep(seen_angles(kTrained, kModelWidth, kUsualBase));
  if (seen == nullptr) return;
  int unseen = 0;
  for (const float share : seen->cells()) unseen += share < 1.0f ? 1 : 0;
  const char* source = "seen_angles(512, 512, 10000)";
  m.add("pairs", seen->cols(), source);
  m.add("pairs-with-unseen-angles", unseen, source);
  m.add("share-seen-by-the-slowest-pair", double{seen->data()[seen->cols() - 1]}, source);
}

// "Sinusoidal encoding extrapolates to any length."
void measure_any_length(Measurements& m) {
  const Matrix* row = m.codes(std::numeric_limits<int>::max(), 1, kModelWidth);
  if (row == nullptr) return;
  m.add("length-at-2147483647", length_of(row->data(), kModelWidth),
        "sinusoidal({.positions = 1, .first = 2147483647, .width = 512})");
  add_unseen_angles(m);
}

// Holds for the formula if the last position has a vector of length sqrt(512 / 2) as all others;
// fails for a model trained on 512 positions if later ones bring angles that it never met.
ClaimVerdict judge_any_length(const Measurements& m) {
  return case_by_case(
      {is_near(m.at("length-at-2147483647"), 16.0), m.at("pairs-with-unseen-angles") == 0.0});
}

/// A learned table of 512 rows that gives row 511 and is asked for row 512.
const Matrix* add_table_end(Measurements& m) {
  constexpr std::int32_t kPositions[] = {kTrained - 1, kTrained};
  const std::span<const std::int32_t> all = kPositions;
  const Matrix* table = m.keep(learned_table({.positions = kTrained, .width = 4}));
  if (table == nullptr ||
      !m.add_refusal("row-511-refused", learned_lookup(*table, all.first(1)),
                     "learned_lookup(512 rows, {511})") ||
      !m.add_refusal("row-512-refused", learned_lookup(*table, all.last(1)),
                     "learned_lookup(512 rows, {512})")) {
    return nullptr;
  }
  return table;
}

// "Sinusoidal encoding extrapolates better than a learned table."
void measure_against_table(Measurements& m) {
  constexpr std::int32_t kBeyond[] = {kTrained};
  const Matrix* table = add_table_end(m);
  if (table == nullptr) return;
  const Matrix* row = m.codes(kTrained, 1, kModelWidth);
  const Matrix* stretched = m.keep(learned_resize(*table, 2 * kTrained));
  if (row == nullptr || stretched == nullptr) return;
  m.add("sinusoidal-length-at-512", length_of(row->data(), kModelWidth),
        "sinusoidal({.positions = 1, .first = 512, .width = 512})");
  if (!m.add_refusal("row-512-refused-after-resizing", learned_lookup(*stretched, kBeyond),
                     "learned_lookup(learned_resize(512 rows, 1024), {512})")) {
    return;
  }
  add_unseen_angles(m);
}

// One case per condition. Against the table as it was trained: holds if position 512 has a
// sinusoidal vector and no row. Against a resized table: holds if there is still no row. For a
// model that must read the vector: holds if training has shown all of its angles.
ClaimVerdict judge_against_table(const Measurements& m) {
  const bool has_vector = is_near(m.at("sinusoidal-length-at-512"), 16.0);
  return case_by_case({has_vector && m.at("row-512-refused") == 1.0,
                       has_vector && m.at("row-512-refused-after-resizing") == 1.0,
                       m.at("pairs-with-unseen-angles") == 0.0});
}

/// How the usual formula does beside exact rows: its largest error, and its entries that are the
/// nearest float32.
struct UsualRows {
  double largest_error = 0.0;
  int right = 0;
};

/// Frequencies by exp and log and the angle in float32. Sine and cosine are better than float32's
/// own, so that the error is that of the angle.
UsualRows usual_rows(const Matrix& exact, int first) {
  const float step = static_cast<float>(-log(kUsualBase).high / exact.cols());
  const TurnRate radian = turn_rates(2, kUsualBase).front();
  UsualRows rows;
  const auto judge = [&](double usual, float right) {
    rows.largest_error = std::max(rows.largest_error, std::abs(usual - double{right}));
    if (static_cast<float>(usual) == right) ++rows.right;
  };
  for (int c = 0; c < exact.cols(); c += 2) {
    const float rate = static_cast<float>(std::exp(double{static_cast<float>(c) * step}));
    for (int r = 0; r < exact.rows(); ++r) {
      const float* pair = exact.row(r) + c;
      const SineCosine usual = radian.at_real(static_cast<float>(first + r) * rate);
      judge(usual.sine, pair[0]);
      judge(usual.cosine, pair[1]);
    }
  }
  return rows;
}

/// Percent of the usual formula's entries that are right, in rows scattered between 0 and `last`.
bool add_usual_share(Measurements& m, int last) {
  constexpr int kRows = 64;
  constexpr std::uint32_t kGoldenSection = 2'654'435'769u;  // of 2^32: scatters evenly
  int right = 0;
  for (std::uint32_t k = 1; k <= kRows; ++k) {
    const std::uint64_t scattered = k * kGoldenSection;
    const int position = static_cast<int>(scattered * static_cast<std::uint64_t>(last) >> 32);
    const Matrix* row = m.codes(position, 1, kModelWidth);
    if (row == nullptr) return false;
    right += usual_rows(*row, position).right;
  }
  m.add("percent-right-of-usual-formula-#", 100.0 * right / (kRows * kModelWidth),
        "float32 angles against sinusoidal, 64 scattered rows of width 512 up to #", last);
  return true;
}

// "The encoding stays effective for very long sequences."
constexpr int kFarPositions[] = {8191, 1'000'000};

void measure_precision(Measurements& m) {
  constexpr int kRows = 16;
  double positions[kRows];
  for (const int last : kFarPositions) {
    const int first = last - kRows + 1;
    for (int r = 0; r < kRows; ++r) positions[r] = first + r;
    const Matrix* table = m.codes(first, kRows, kModelWidth);
    const Matrix* formula =
        m.keep(sinusoidal_at(positions, kModelWidth, kUsualBase, PairLayout::kInterleaved));
    if (table == nullptr || formula == nullptr) return;
    m.add("error-of-usual-formula-#", usual_rows(*table, first).largest_error,
          "float32 angles against sinusoidal, 16 rows of width 512 up to #", last);
    m.add("error-of-exact-phase-#",
          largest_difference(table->data(), formula->data(), table->size()),
          "sinusoidal against sinusoidal_at, 16 rows of width 512 up to #", last);
    if (!add_usual_share(m, last)) return;
  }
  add_unseen_angles(m);
}

// One case per way: the exact phase stays effective if its far rows are right to sixteen float32
// roundings (6e-8 each); the usual float32 formula by the same measure; a model that was trained on
// 512 positions if later ones bring no new angles.
ClaimVerdict judge_precision(const Measurements& m) {
  constexpr double kRight = 1e-6;
  bool exact = true;
  bool usual = true;
  for (const int last : kFarPositions) {
    exact = exact && m.at("error-of-exact-phase-#", last) <= kRight;
    usual = usual && m.at("error-of-usual-formula-#", last) <= kRight;
  }
  return case_by_case({exact, usual, m.at("pairs-with-unseen-angles") == 0.0});
}

// "A learned table works past its last row."
void measure_table_end(Measurements& m) {
  if (add_table_end(m) == nullptr) return;
  constexpr float kZeros[(kTrained + 1) * 4] = {};
  const auto tokens = Tensor3::copy_of(1, kTrained + 1, 4, kZeros);
  auto table = learned_table({.positions = kTrained, .width = 4});
  if (!m.have(tokens) || !m.have(table)) return;
  const auto layer = LearnedPositions::create(std::move(table).value());
  if (!m.have(layer)) return;
  m.add_refusal("sequence-of-513-refused", layer.value().forward(tokens.value()),
                "LearnedPositions::forward of 513 tokens over 512 rows");
}

// Holds if neither the row nor the longer sequence is refused.
ClaimVerdict judge_table_end(const Measurements& m) {
  return in_every_case(m.at("row-512-refused") == 0.0 && m.at("sequence-of-513-refused") == 0.0);
}

/// The cells of `made`, which is let go at once: two such matrices need not be held together.
template <class T>
bool add_cells(Measurements& m, const char* id, const Result<T>& made, const char* source,
               int tokens) {
  if (!m.have(made)) return false;
  m.add(id, double(made.value().size()), source, tokens);
  return true;
}

// "Relative methods remove memory cost and length limits."
void measure_relative(Measurements& m) {
  constexpr double kSlope[] = {0.5};
  const T5Spec causal{.bidirectional = false};
  for (const int n : {512, 1024}) {
    if (!add_cells(m, "alibi-cells-#", alibi_bias(kSlope, n, n), "alibi_bias, # tokens, one head",
                   n) ||
        !add_cells(m, "t5-cells-#", t5_bucket_matrix(n, n, causal), "t5_bucket_matrix, # tokens",
                   n)) {
      return;
    }
  }
  // How far apart two distances may be and still look the same.
  constexpr std::int32_t kOffsets[] = {-1, -128, -1'000'000};
  constexpr int kKeys = 1001;
  const auto buckets = t5_buckets(kOffsets, causal);
  const Matrix* rows = m.keep(shaw_rows(1, kKeys, 16));
  if (!m.have(buckets) || rows == nullptr) return;
  for (int i = 0; i < 3; ++i) {
    m.add("t5-bucket-at-distance-#", buckets.value()[static_cast<std::size_t>(i)],
          "t5_buckets({-#}, {.bidirectional = false})", -kOffsets[i]);
  }
  for (const int distance : {1, 16, 1000}) {
    m.add("shaw-row-at-distance-#", double{rows->data()[kKeys - 1 - distance]},
          "shaw_rows(1, 1001, 16)", distance);
  }
}

// Fails if twice the tokens take more than twice the cells, or if far distances are no longer told
// apart.
ClaimVerdict judge_relative(const Measurements& m) {
  return in_every_case(m.at("alibi-cells-1024") <= 2 * m.at("alibi-cells-512") &&
                       m.at("t5-cells-1024") <= 2 * m.at("t5-cells-512") &&
                       m.at("t5-bucket-at-distance-128") != m.at("t5-bucket-at-distance-1000000") &&
                       m.at("shaw-row-at-distance-16") != m.at("shaw-row-at-distance-1000"));
}

constexpr Experiment kExperiments[] = {
    {"extrapolates-any-length", measure_any_length, judge_any_length},
    {"extrapolates-better-than-learned", measure_against_table, judge_against_table},
    {"long-sequences", measure_precision, judge_precision},
    {"learned-past-its-end", measure_table_end, judge_table_end},
    {"relative-free", measure_relative, judge_relative},
};

}  // namespace

std::span<const Experiment> reach_experiments() { return kExperiments; }

}  // namespace posenc
