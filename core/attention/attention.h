#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace posenc {

/// What a query may read. kCausal aligns the last query with the last key, so that query i of q
/// reads keys 0 .. i + (k - q): with fewer queries than keys the earlier keys are a cached past.
enum class AttentionMask { kNone, kCausal };

struct AttentionSpec {
  AttentionMask mask = AttentionMask::kNone;
  double scale = 0.0;  ///< factor of every score; 0 stands for 1 / sqrt(width)
};

/// Every intermediate of one attention head, in the order in which it is computed.
struct AttentionTrace {
  Matrix products;  ///< [queries, keys]  dot product of query and key
  Matrix scores;    ///< [queries, keys]  products * scale
  Matrix masked;    ///< [queries, keys]  scores, minus infinity where the mask forbids to read
  Matrix weights;   ///< [queries, keys]  softmax of each masked row; forbidden cells are exactly 0
  Matrix output;    ///< [queries, value width]  weights times values
};

/// One head of scaled dot-product attention.
///
/// Shape     queries [q, width], keys [k, width], values [k, value width], q <= k for kCausal
/// Formula   softmax(queries * keys^T * scale + mask) * values
/// Accuracy  sums in double, each intermediate rounded once to float32; each row of weights sums to
///           one within 1e-6
/// Errors    kShapeMismatch  queries and keys differ in width, keys and values in rows, or a causal
///                           mask has more queries than keys
///           kOutOfRange     there is no key or the width is 0, or scale is negative
///           kNotFinite      scale or an input cell is NaN or infinite, or a product overflows
///           kOutOfMemory    the trace does not fit the memory that is left
/// Source    "Attention Is All You Need" (2017), section 3.2.1
Result<AttentionTrace> attention(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                 const AttentionSpec& spec);

}  // namespace posenc
