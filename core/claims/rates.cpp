#include <algorithm>
#include <limits>
#include <numbers>

#include "core/claims/experiment.h"
#include "core/positional/sinusoidal.h"
#include "core/positional/sinusoidal_geometry.h"

// How fast the pairs turn, and what the base is.

namespace posenc {
namespace {

// "Each pair's frequency is 10,000 times smaller than the one before."
constexpr int kRatioWidths[] = {4, 64, 512};

void measure_ratios(Measurements& m) {
  for (const int width : kRatioWidths) {
    const Matrix* rates = m.keep(sinusoidal_rates(width, kUsualBase));
    if (rates == nullptr) return;
    const float* rate = rates->data();
    const int last = rates->cols() - 1;
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0.0;
    for (int k = 0; k < last; ++k) {
      const double ratio = double{rate[k]} / double{rate[k + 1]};
      smallest = std::min(smallest, ratio);
      largest = std::max(largest, ratio);
    }
    const char* source = "sinusoidal_rates(#, 10000)";
    m.add("smallest-ratio-#", smallest, source, width);
    m.add("largest-ratio-#", largest, source, width);
    m.add("whole-range-#", double{rate[0]} / double{rate[last]}, source, width);
  }
}

// Fails if any neighbouring ratio of any width is not 10,000.
ClaimVerdict judge_ratios(const Measurements& m) {
  bool holds = true;
  for (const int width : kRatioWidths) {
    holds = holds && is_near(m.at("smallest-ratio-#", width), 1e4) &&
            is_near(m.at("largest-ratio-#", width), 1e4);
  }
  return in_every_case(holds);
}

// "The longest wavelength is 10,000 * 2 pi."
constexpr int kPeriodWidths[] = {4, 64, 512, 4096};

void measure_wavelengths(Measurements& m) {
  for (const int width : kPeriodWidths) {
    const Matrix* periods = m.keep(sinusoidal_periods(width, kUsualBase));
    if (periods == nullptr) return;
    m.add("longest-period-#", double{periods->data()[periods->cols() - 1]},
          "sinusoidal_periods(#, 10000)", width);
  }
  m.add("limit", 2.0 * std::numbers::pi * kUsualBase, "2 pi * 10000");
}

// Fails if the slowest pair of any width misses that limit.
ClaimVerdict judge_wavelengths(const Measurements& m) {
  bool holds = true;
  for (const int width : kPeriodWidths) {
    holds = holds && is_near(m.at("longest-period-#", width), m.at("limit"));
  }
  return in_every_case(holds);
}

// "Low-numbered coordinates turn slowly."
void measure_order_of_rates(Measurements& m) {
  const Matrix* rates = m.keep(sinusoidal_rates(512, kUsualBase));
  if (rates == nullptr) return;
  const float* rate = rates->data();
  const int last = rates->cols() - 1;
  int slower = 0;
  for (int k = 0; k < last; ++k) slower += rate[k + 1] < rate[k] ? 1 : 0;
  const char* source = "sinusoidal_rates(512, 10000)";
  m.add("first-rate", double{rate[0]}, source);
  m.add("last-rate", double{rate[last]}, source);
  m.add("steps", last, source);
  m.add("steps-to-a-slower-pair", slower, source);
}

// Fails if any step to the next pair leads to a slower one.
ClaimVerdict judge_order_of_rates(const Measurements& m) {
  return in_every_case(m.at("steps-to-a-slower-pair") == 0.0);
}

// "10,000 is the longest sequence."
void measure_base_as_length(Measurements& m) {
  constexpr int kWidth = 64;
  constexpr int kPosition = 10'000;
  const Matrix* start = m.codes(0, 2, kWidth);
  const Matrix* row = m.codes(kPosition, 1, kWidth);
  const Matrix* last = m.codes(std::numeric_limits<int>::max(), 1, kWidth);
  const auto closest = closest_pair(kPosition + 1, kWidth, kUsualBase);
  if (start == nullptr || row == nullptr || last == nullptr || !m.have(closest)) return;
  const char* source = "sinusoidal({.positions = 1, .first = #, .width = 64})";
  m.add("length-at-#", length_of(row->data(), kWidth), source, kPosition);
  m.add("length-at-#", length_of(last->data(), kWidth), source, std::numeric_limits<int>::max());
  source = "closest_pair(10001, 64, 10000)";
  m.add("closest-offset", closest.value().second - closest.value().first, source);
  m.add("closest-distance", closest.value().distance, source);
  m.add("neighbour-distance", distance_of(start->row(0), start->row(1), kWidth),
        "sinusoidal({.positions = 2, .width = 64})");
}

// Holds if the codes up to 10,000 repeat, that is, if two of them come closer than neighbours are,
// or if 10,000 has no code at all; fails if it has one as good as any.
ClaimVerdict judge_base_as_length(const Measurements& m) {
  return in_every_case(m.at("closest-distance") < 0.99 * m.at("neighbour-distance") ||
                       m.at("length-at-10000") == 0.0);
}

// "Position zero's vector is all zeros."
void measure_position_zero(Measurements& m) {
  for (const int width : {4, 512}) {
    const Matrix* row = m.codes(0, 1, width);
    if (row == nullptr) return;
    double sums[2] = {};
    for (int c = 0; c < width; ++c) sums[c % 2] += double{row->data()[c]};
    const char* source = "sinusoidal({.positions = 1, .width = #})";
    m.add("sum-of-sines-#", sums[0], source, width);
    m.add("sum-of-cosines-#", sums[1], source, width);
    m.add("length-#", length_of(row->data(), width), source, width);
  }
}

// Fails if the vector has any length at all.
ClaimVerdict judge_position_zero(const Measurements& m) {
  return in_every_case(m.at("length-4") == 0.0 && m.at("length-512") == 0.0);
}

constexpr Experiment kExperiments[] = {
    {"frequency-ratio-10000", measure_ratios, judge_ratios},
    {"longest-wavelength", measure_wavelengths, judge_wavelengths},
    {"low-turns-slowly", measure_order_of_rates, judge_order_of_rates},
    {"base-is-length", measure_base_as_length, judge_base_as_length},
    {"zero-is-zeros", measure_position_zero, judge_position_zero},
};

}  // namespace

std::span<const Experiment> rate_experiments() { return kExperiments; }

}  // namespace posenc
