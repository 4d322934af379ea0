#pragma once

#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc {

inline constexpr int kMaxHeads = 1024;

/// The slope of each head by the published rule: for a power of two h, 2^(-8 i / h), i = 1..h; else
/// those of the next lower power of two, followed by every other slope of twice that power.
///
/// Accuracy  within 1e-15 relatively; powers of two are exact
/// Errors    kOutOfRange  heads is outside 1..kMaxHeads
/// Source    "Train Short, Test Long" (2022) and its published code
Result<std::vector<double>> alibi_slopes(int heads);

/// What ALiBi adds to the scores of each head: the farther, the less.
///
/// Shape     [slopes.size(), queries, keys]
/// Formula   -slope * |j - p|, where query i stands at p = keys - queries + i: with fewer queries
///           than keys the earlier keys are a cached past. Keys after the query are treated alike;
///           it is the causal mask that takes them away
/// Accuracy  each rounded once to float32
/// Errors    kOutOfRange     a side is negative, a slope is negative, or there are no slopes or
///                           more than kMaxHeads
///           kNotFinite      a slope is NaN or infinite
///           kShapeMismatch  there are more queries than keys
///           kOutOfMemory    the bias does not fit the memory that is left
/// Source    "Train Short, Test Long" (2022), section 3
Result<Tensor3> alibi_bias(std::span<const double> slopes, int queries, int keys);

}  // namespace posenc
