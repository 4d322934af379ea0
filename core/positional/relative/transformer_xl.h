#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/positional/sinusoidal.h"

namespace posenc {

// Transformer-XL's score: four terms, of which two look at distance alone. Query i of q stands at
// position p = k - q + i of k keys, q <= k. One head.

/// The sinusoidal code of every distance p - j that q queries and k keys can have, before the
/// learned projection: row r is the code of distance k - 1 - r, from k - 1 down to -(q - 1).
///
/// Shape     [keys + queries - 1, width]
/// Errors    kOutOfRange     queries or keys is below 1; width and base as for sinusoidal
///           kNotFinite      base is NaN or infinite
///           kShapeMismatch  there are more queries than keys
///           kOutOfMemory    the table does not fit the memory that is left
/// Source    "Transformer-XL" (2019), section 3.3
Result<Matrix> transformer_xl_distances(int queries, int keys, int width, double base,
                                        PairLayout layout);

/// The four terms of the score, before the scale, each [q, k].
struct TransformerXlTerms {
  Matrix content;        ///< (a) query . key
  Matrix distance;       ///< (b) query . distance vector
  Matrix content_bias;   ///< (c) u . key: the same for every query
  Matrix distance_bias;  ///< (d) v . distance vector: depends on the distance alone
};

/// Shape     queries [q, width], keys [k, width], distances [k + q - 1, width] ordered as above,
///           content_bias u [1, width], distance_bias v [1, width]
/// Formula   query_i . key_j + query_i . r(p - j) + u . key_j + v . r(p - j)
/// Accuracy  each term summed in double, rounded once to float32
/// Errors    kOutOfRange     there is no query, no key, or the width is 0
///           kShapeMismatch  the widths differ, distances has not k + q - 1 rows, a bias is not one
///                           row, or there are more queries than keys
///           kOutOfMemory    the terms do not fit the memory that is left
Result<TransformerXlTerms> transformer_xl_terms(const Matrix& queries, const Matrix& keys,
                                                const Matrix& distances, const Matrix& content_bias,
                                                const Matrix& distance_bias);

struct TransformerXlGradient {
  Matrix queries;
  Matrix keys;
  Matrix distances;
  Matrix content_bias;
  Matrix distance_bias;
};

/// Gradients for an arriving gradient [q, k] of the sum of the four terms.
/// Accuracy  summed in double, rounded once to float32
/// Errors    as above, and kShapeMismatch  scores_gradient is not [q, k]
Result<TransformerXlGradient> transformer_xl_backward(const Matrix& queries, const Matrix& keys,
                                                      const Matrix& distances,
                                                      const Matrix& content_bias,
                                                      const Matrix& distance_bias,
                                                      const Matrix& scores_gradient);

/// Turns scores by distance into scores by key, the way the published code does it: a column of
/// zeros on the left, the same cells read as (cols + 1) rows, the first row dropped. Cell (i, j)
/// of the result is by_distance(i, j + rows - 1 - i) for every key up to the query; what the trick
/// leaves behind the query is meaningless and masked away.
///
/// Shape     [rows, rows] -> [rows, rows]
/// Errors    kShapeMismatch  by_distance is not square
///           kOutOfMemory    the result does not fit the memory that is left
Result<Matrix> relative_shift(const Matrix& by_distance);

}  // namespace posenc
