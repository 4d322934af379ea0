#pragma once

// A second implementation of the lab's model, in double and as plain as the equations: every sum is
// written out, and every rule of a scheme is a list or formula of its own.

#include <cstdint>
#include <vector>

#include "core/training/parameters.h"
#include "core/training/training_spec.h"

namespace posenc {

/// The logits [sequences * length, kBeadKinds] of sequences of `length` beads each.
std::vector<double> reference_logits(const TrainingSpec& spec, const ParameterLayout& layout,
                                     const std::vector<double>& weights,
                                     const std::vector<std::int32_t>& beads, int length);

/// The mean cross-entropy of all places that are asked about.
double reference_loss(const TrainingSpec& spec, const ParameterLayout& layout,
                      const std::vector<double>& weights, const std::vector<std::int32_t>& beads,
                      int length);

}  // namespace posenc
