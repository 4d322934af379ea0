#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace posenc {

// Shaw's relative positions: a learned vector per clipped offset, looked up by key - query. A table
// for clip c has 2c + 1 rows, row r for offset r - c; the first and last row stand for everything
// farther. Query i of q stands at position k - q + i of k keys (a cached past comes first), so
// q <= k throughout. One head; heads share a table by calling with each head's columns.

/// Which row of the table each query and key look up.
///
/// Shape     [queries, keys], whole numbers
/// Formula   clamp(j - p, -clip, clip) + clip, with query i at p = keys - queries + i
/// Errors    kOutOfRange     a side is negative, or clip is outside 0..kMaxClip
///           kShapeMismatch  there are more queries than keys
///           kOutOfMemory    the result does not fit the memory that is left
/// Source    "Self-Attention with Relative Position Representations" (2018), section 3.2
inline constexpr int kMaxClip = 1 << 15;
Result<Matrix> shaw_rows(int queries, int keys, int clip);

/// What the key side adds to the products, before the scale: query i times the vector of its offset
/// to key j.
///
/// Shape     queries [q, width], key_table [2 clip + 1, width] -> [q, keys]
/// Accuracy  summed in double, rounded once to float32
/// Errors    kOutOfRange     keys is negative; key_table has an even number of rows, or no columns
///           kShapeMismatch  queries and key_table differ in width, or there are more queries than
///                           keys
///           kOutOfMemory    the result does not fit the memory that is left
Result<Matrix> shaw_scores(const Matrix& queries, const Matrix& key_table, int keys);

struct ShawScoresGradient {
  Matrix queries;    ///< [q, width]
  Matrix key_table;  ///< [2 clip + 1, width]
};

/// Gradients of shaw_scores for an arriving gradient [q, keys].
/// Accuracy  summed in double, rounded once to float32
/// Errors    as for shaw_scores, and kShapeMismatch  scores_gradient has not one row per query
Result<ShawScoresGradient> shaw_scores_backward(const Matrix& queries, const Matrix& key_table,
                                                const Matrix& scores_gradient);

/// What the value side adds to the output: the vectors of the offsets, mixed by the weights.
///
/// Shape     weights [q, keys], value_table [2 clip + 1, width] -> [q, width]
/// Accuracy  summed in double, rounded once to float32
/// Errors    kOutOfRange     value_table has an even number of rows or no columns
///           kShapeMismatch  there are more queries than keys
///           kOutOfMemory    the result does not fit the memory that is left
Result<Matrix> shaw_values(const Matrix& weights, const Matrix& value_table);

struct ShawValuesGradient {
  Matrix weights;      ///< [q, keys]
  Matrix value_table;  ///< [2 clip + 1, width]
};

/// Gradients of shaw_values for an arriving gradient [q, width].
/// Errors    as for shaw_values, and kShapeMismatch  output_gradient is not [q, width]
Result<ShawValuesGradient> shaw_values_backward(const Matrix& weights, const Matrix& value_table,
                                                const Matrix& output_gradient);

}  // namespace posenc
