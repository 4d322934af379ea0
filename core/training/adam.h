#pragma once

#include <cstdint>

namespace posenc {

/// The learning rate of step `step`: rises over the warm-up, then falls along a half cosine to a
/// twentieth.
///
/// Formula   rate * min(1, (step + 1) / warm_up) * (0.05 + 0.95 (1 + cos(pi step / steps)) / 2)
/// Requires  0 <= step < steps
double scheduled_rate(double rate, int warm_up, int step, int steps);

/// The factor that makes a gradient no longer than `limit`.
double shortening(const float* gradient, std::int64_t size, double limit);

/// Adam's running means, and what has become of its two factors after so many steps.
struct AdamMeans {
  float* first = nullptr;   ///< of the gradient
  float* second = nullptr;  ///< of its square
};

/// One step of Adam, the `step`-th counted from 0, with means that forget by 0.9 and 0.99.
///
/// Formula   m = 0.9 m + 0.1 g;  v = 0.99 v + 0.01 g^2;
///           w -= rate * (m / (1 - 0.9^(step + 1))) / (sqrt(v / (1 - 0.99^(step + 1))) + 1e-8)
/// Accuracy  float32; the same bits in every build
/// Source    "Adam: A Method for Stochastic Optimization" (2015), algorithm 1
void adam_step(float* weights, const float* gradient, AdamMeans means, std::int64_t size, int step,
               double rate, double gradient_factor);

}  // namespace posenc
