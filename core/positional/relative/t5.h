#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc {

inline constexpr int kMaxBuckets = 1024;
inline constexpr int kMaxT5Offsets = 1 << 20;

struct T5Spec {
  int buckets = 32;           ///< 2..kMaxBuckets; even and at least 4 where bidirectional
  int max_distance = 128;     ///< from here on everything shares the last bucket; above half of a
                              ///< side's buckets, at most 2^30
  bool bidirectional = true;  ///< half of the buckets for each side; else all for the past
};

/// The bucket of each offset key - query. Half of a side's buckets hold one distance each, the rest
/// grow logarithmically up to max_distance. Bidirectional: keys after the query use the upper half.
/// Causal: every key after the query is in bucket 0.
///
/// Formula   distance n below e = side / 2: n; else min(side - 1,
///           e + floor(log(n / e) / log(max_distance / e) * (side - e))), exact: where a limit is
///           near a whole number, whole-number powers decide it, not a logarithm
/// Errors    kOutOfRange  buckets or max_distance outside the limits above, or more than
///                        kMaxT5Offsets offsets
/// Source    "Exploring the Limits of Transfer Learning" (2020), section 2.1, and its code
Result<std::vector<std::int32_t>> t5_buckets(std::span<const std::int32_t> offsets,
                                             const T5Spec& spec);

/// The bucket of each query and key; query i stands at position keys - queries + i.
///
/// Shape     [queries, keys], whole numbers
/// Errors    kOutOfRange     a side is negative; buckets or max_distance outside the limits above
///           kShapeMismatch  there are more queries than keys
///           kOutOfMemory    the result does not fit the memory that is left
Result<Matrix> t5_bucket_matrix(int queries, int keys, const T5Spec& spec);

/// What T5 adds to the scores of each head: one learned number per bucket and head.
///
/// Shape     table [spec.buckets, heads] -> [heads, queries, keys]
/// Accuracy  exact copies
/// Errors    as above, and kShapeMismatch  table.rows() is not spec.buckets
///                         kOutOfRange     table has no columns or more than kMaxHeads
Result<Tensor3> t5_bias(const Matrix& table, int queries, int keys, const T5Spec& spec);

/// The gradient of the table for an arriving gradient [heads, queries, keys].
///
/// Shape     [spec.buckets, heads]
/// Accuracy  summed in double, rounded once to float32
/// Errors    as for t5_bias
Result<Matrix> t5_bias_backward(const Tensor3& bias_gradient, const T5Spec& spec);

}  // namespace posenc
