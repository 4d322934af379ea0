#include "core/training/adam.h"

#include <algorithm>
#include <cmath>

#include "core/positional/turns.h"

namespace posenc {
namespace {

/// Products, not std::pow: libraries differ in its last bit.
double power(double base, int exponent) {
  double result = 1.0;
  for (double factor = base; exponent > 0; exponent /= 2, factor *= factor) {
    if (exponent % 2 == 1) result *= factor;
  }
  return result;
}

}  // namespace

double scheduled_rate(double rate, int warm_up, int step, int steps) {
  const double risen = step + 1 < warm_up ? (step + 1.0) / warm_up : 1.0;
  // A run of `steps` steps is half a turn. A single step stands at its beginning.
  const double cosine =
      step == 0 ? 1.0
                : TurnRate(DoubleDouble{0.5 / steps, 0.0}).at(static_cast<unsigned>(step)).cosine;
  return rate * risen * (0.05 + 0.95 * (1.0 + cosine) / 2.0);
}

double shortening(const float* gradient, std::int64_t size, double limit) {
  double squares = 0.0;
  for (std::int64_t i = 0; i < size; ++i) {
    squares += static_cast<double>(gradient[i]) * static_cast<double>(gradient[i]);
  }
  const double length = std::sqrt(squares);
  return length > limit ? limit / length : 1.0;
}

void adam_step(float* weights, const float* gradient, AdamMeans means, std::int64_t size, int step,
               double rate, double gradient_factor) {
  const auto factor = static_cast<float>(gradient_factor);
  const auto first_factor = static_cast<float>(rate / (1.0 - power(0.9, step + 1)));
  const auto second_factor = static_cast<float>(1.0 / (1.0 - power(0.99, step + 1)));
  float* const first = means.first;
  float* const second = means.second;
  for (std::int64_t i = 0; i < size; ++i) {
    const float g = gradient[i] * factor;
    first[i] = 0.9f * first[i] + 0.1f * g;
    second[i] = 0.99f * second[i] + 0.01f * (g * g);
    weights[i] -= first_factor * first[i] / (std::sqrt(second[i] * second_factor) + 1e-8f);
  }
}

}  // namespace posenc
