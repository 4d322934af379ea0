#include <algorithm>
#include <cmath>
#include <limits>

#include "core/claims/experiment.h"
#include "core/positional/sinusoidal.h"
#include "core/positional/sinusoidal_geometry.h"

// What the codes of two positions have to do with each other.

namespace posenc {
namespace {

// "The dot product of two position vectors falls as the distance grows."
constexpr int kSimilarityWidths[] = {4, 64, 128, 512};

void measure_similarity(Measurements& m) {
  for (const int width : kSimilarityWidths) {
    const auto rise = first_rise(width, kUsualBase);
    if (!m.have(rise)) return;
    const int at = rise.value();
    const Matrix* similarity = m.keep(sinusoidal_similarity(at + 1, width, kUsualBase));
    if (similarity == nullptr) return;
    m.add("first-rise-#", at, "first_rise(#, 10000)", width);
    const char* source = "sinusoidal_similarity(first rise + 1, #, 10000)";
    m.add("before-the-rise-#", double{similarity->data()[at - 1]}, source, width);
    m.add("at-the-rise-#", double{similarity->data()[at]}, source, width);
  }
}

// Fails if at any width the product is larger at some distance than at the one before.
ClaimVerdict judge_similarity(const Measurements& m) {
  bool holds = true;
  for (const int width : kSimilarityWidths) {
    holds = holds && m.at("at-the-rise-#", width) <= m.at("before-the-rise-#", width);
  }
  return in_every_case(holds);
}

// "The vector for any position can be computed independently of the others."
void measure_rows_alone(Measurements& m) {
  constexpr int kWidth = 64;
  constexpr int kRows = 128;
  const Matrix* table = m.codes(0, kRows, kWidth);
  const Matrix* last = m.codes(std::numeric_limits<int>::max(), 1, kWidth);
  if (table == nullptr || last == nullptr) return;
  double largest = 0.0;
  for (int p = 0; p < kRows; ++p) {
    const Matrix* alone = m.codes(p, 1, kWidth);
    if (alone == nullptr) return;
    largest = std::max(largest, largest_difference(alone->data(), table->row(p), kWidth));
  }
  m.add("largest-difference", largest,
        "sinusoidal({.positions = 1, .first = 0..127, .width = 64}) against one table");
  m.add("length-at-2147483647", length_of(last->data(), kWidth),
        "sinusoidal({.positions = 1, .first = 2147483647, .width = 64})");
}

// Holds if each row made alone is the table's row, each being within 2.99e-8 of the formula, and
// the last position of all has its vector of length sqrt(64 / 2) without any other.
ClaimVerdict judge_rows_alone(const Measurements& m) {
  return in_every_case(m.at("largest-difference") <= 2 * 2.99e-8 &&
                       is_near(m.at("length-at-2147483647"), std::sqrt(32.0)));
}

// "A fixed offset is the same linear map everywhere."
void measure_one_map(Measurements& m) {
  constexpr int kWidth = 16;
  constexpr int kOffset = 5;
  constexpr int kRows = 64;
  const Matrix* map = m.keep(shift_matrix(kOffset, kWidth, kUsualBase, PairLayout::kInterleaved));
  if (map == nullptr) return;
  double largest = 0.0;
  for (const int first : {0, 1'000'000}) {
    const Matrix* table = m.codes(first, kRows + kOffset, kWidth);
    if (table == nullptr) return;
    for (int p = 0; p < kRows; ++p) {
      for (int c = 0; c < kWidth; ++c) {
        const double moved = dot_product(map->row(c), table->row(p), kWidth);
        largest = std::max(largest, std::abs(moved - double{table->row(p + kOffset)[c]}));
      }
    }
  }
  m.add("largest-difference", largest,
        "shift_matrix(5, 16, 10000, interleaved) times rows from 0 and from 1000000");
  // Where the claim ends: the lone last sine of an odd width, here all of width 1. A linear map of
  // one number is a factor, and the factor changes from place to place.
  const Matrix* lone = m.codes(1, 3, 1);
  if (lone == nullptr) return;
  const float* sine = lone->data();
  for (const int p : {1, 2}) {
    m.add("lone-sine-factor-at-#", double{sine[p]} / double{sine[p - 1]},
          "sinusoidal({.positions = 3, .first = 1, .width = 1})", p);
  }
}

// Holds if one matrix moves every row of pairs: matrix, row and moved row are each within 2.99e-8
// of the formula, and a row of the matrix has two cells, so 3.9 such errors may add up. The lone
// sine is no pair; it is shown, not judged.
ClaimVerdict judge_one_map(const Measurements& m) {
  return in_every_case(m.at("largest-difference") <= 3.9 * 2.99e-8);
}

// "Every position gets a unique vector."
void measure_uniqueness(Measurements& m) {
  struct Search {
    int width;
    int positions;
    const char* source;
  };
  constexpr Search kSearches[] = {{2, 1000, "closest_pair(1000, 2, 10000)"},
                                  {4, 1500, "closest_pair(1500, 4, 10000)"},
                                  {64, 4000, "closest_pair(4000, 64, 10000)"}};
  for (const Search& search : kSearches) {
    const auto closest = closest_pair(search.positions, search.width, kUsualBase);
    if (!m.have(closest)) return;
    m.add("closest-offset-#", closest.value().second - closest.value().first, search.source,
          search.width);
    m.add("closest-distance-#", closest.value().distance, search.source, search.width);
  }
  const Matrix* neighbours = m.codes(0, 2, 4);
  const Matrix* pairs = m.codes(0, 711, 2);
  if (neighbours == nullptr || pairs == nullptr) return;
  m.add("neighbour-distance-4", distance_of(neighbours->row(0), neighbours->row(1), 4),
        "sinusoidal({.positions = 2, .width = 4})");
  // Eight bits a number: 127 steps from 0 to 1.
  double steps = 0.0;
  for (int c = 0; c < 2; ++c) {
    const double one = std::floor(127.0 * double{pairs->row(0)[c]} + 0.5);
    const double other = std::floor(127.0 * double{pairs->row(710)[c]} + 0.5);
    steps = std::max(steps, std::abs(one - other));
  }
  m.add("steps-apart-in-8-bits", steps,
        "rows 0 and 710 of sinusoidal({.positions = 711, .width = 2}), in steps of 1/127");
}

// Holds for the exact vectors if none of the searched ones meet; fails for rounded ones if two that
// differ become the same.
ClaimVerdict judge_uniqueness(const Measurements& m) {
  return case_by_case({m.at("closest-distance-2") > 0.0 && m.at("closest-distance-4") > 0.0 &&
                           m.at("closest-distance-64") > 0.0,
                       m.at("steps-apart-in-8-bits") > 0.0});
}

// "Smooth patterns let the model interpolate between positions."
void measure_between(Measurements& m) {
  constexpr int kWidth = 4;
  constexpr double kHalf[] = {2.5};
  const Matrix* between =
      m.keep(sinusoidal_at(kHalf, kWidth, kUsualBase, PairLayout::kInterleaved));
  const Matrix* table = m.codes(0, 7, kWidth);
  if (between == nullptr || table == nullptr) return;
  for (const int p : {2, 3}) {
    m.add("distance-of-2.5-and-#", distance_of(between->data(), table->row(p), kWidth),
          "sinusoidal_at({2.5}, 4, 10000, interleaved)", p);
  }
  m.add("distance-of-2-and-3", distance_of(table->row(2), table->row(3), kWidth),
        "sinusoidal({.positions = 7, .width = 4})");
  // What a reader that only averages makes of the middle between positions 0 and 6.
  float mean[kWidth];
  for (int c = 0; c < kWidth; ++c) mean[c] = (table->row(0)[c] + table->row(6)[c]) / 2.0f;
  const double to_middle = distance_of(mean, table->row(3), kWidth);
  int nearer = 0;
  for (int p = 0; p < table->rows(); ++p) {
    nearer += distance_of(mean, table->row(p), kWidth) < to_middle ? 1 : 0;
  }
  const char* source = "mean of rows 0 and 6 of sinusoidal({.positions = 7, .width = 4})";
  m.add("positions-nearer-to-the-mean-than-3", nearer, source);
  m.add("distance-of-that-mean-and-3", to_middle, source);
}

// Holds for the code if the vector of 2.5 lies nearer to 2 and to 3 than they lie to each other;
// fails for a reader that averages if the mean of 0 and 6 is not read as 3.
ClaimVerdict judge_between(const Measurements& m) {
  const double gap = m.at("distance-of-2-and-3");
  return case_by_case({m.at("distance-of-2.5-and-2") < gap && m.at("distance-of-2.5-and-3") < gap,
                       m.at("positions-nearer-to-the-mean-than-3") == 0.0});
}

// "The interleaved and the halves layout are different encodings."
void measure_layouts(Measurements& m) {
  constexpr int kRows = 40;
  constexpr int kWidth = 6;
  SinusoidalSpec spec{.positions = kRows, .width = kWidth};
  const Matrix* interleaved = m.keep(sinusoidal(spec));
  spec.layout = PairLayout::kSplit;
  const Matrix* split = m.keep(sinusoidal(spec));
  if (interleaved == nullptr || split == nullptr) return;
  double permuted = 0.0;
  double products = 0.0;
  double mixed = 0.0;
  for (int p = 0; p < kRows; ++p) {
    const float* row = interleaved->row(p);
    for (int c = 0; c < kWidth; ++c) {
      const int from = c % 2 * (kWidth / 2) + c / 2;
      permuted = std::max(permuted, std::abs(double{row[c]} - double{split->row(p)[from]}));
    }
    for (int q = 0; q < kRows; ++q) {
      const double product = dot_product(row, interleaved->row(q), kWidth);
      const double same = dot_product(split->row(p), split->row(q), kWidth);
      products = std::max(products, std::abs(product - same));
      mixed = std::max(mixed, std::abs(product - dot_product(row, split->row(q), kWidth)));
    }
  }
  const char* source = "sinusoidal({.positions = 40, .width = 6}) in both layouts";
  m.add("difference-after-permuting", permuted, source);
  m.add("difference-of-products", products, source);
  m.add("difference-of-mixed-products", mixed, source);
}

// Fails if one permutation turns each row of one layout into that of the other and products within
// a layout agree. Mixing the two shows a difference, but that is the error, not the encoding.
ClaimVerdict judge_layouts(const Measurements& m) {
  constexpr double kRounding = 1e-6;
  return in_every_case(m.at("difference-after-permuting") > kRounding ||
                       m.at("difference-of-products") > kRounding);
}

constexpr Experiment kExperiments[] = {
    {"similarity-falls", measure_similarity, judge_similarity},
    {"independent-rows", measure_rows_alone, judge_rows_alone},
    {"same-map-everywhere", measure_one_map, judge_one_map},
    {"unique-vectors", measure_uniqueness, judge_uniqueness},
    {"interpolates", measure_between, judge_between},
    {"layouts-differ", measure_layouts, judge_layouts},
};

}  // namespace

std::span<const Experiment> geometry_experiments() { return kExperiments; }

}  // namespace posenc
