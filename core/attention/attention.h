#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"
#include "core/positional/relative/t5.h"
#include "core/positional/rotary.h"

namespace posenc {

/// What a query may read. kCausal aligns the last query with the last key, so that query i of q
/// reads keys 0 .. i + (k - q): with fewer queries than keys the earlier keys are a cached past.
enum class AttentionMask { kNone, kCausal };

struct AttentionSpec {
  int heads = 1;  ///< 1..kMaxHeads; the heads lie side by side in the columns of each row
  AttentionMask mask = AttentionMask::kNone;
  double scale = 0.0;  ///< factor of every product; 0 stands for 1 / sqrt(width of one head)
  std::vector<std::uint8_t> padding = {};  ///< one entry per key, not 0 for a key that nobody may
                                           ///< read; empty: none
  bool trace = true;  ///< whether to keep every intermediate; without, only output and blind are
};

// Where positions enter. Each scheme stands at one place of the computation and nowhere else.

struct NoPositions {};

/// Vectors added to queries and keys before their product: sinusoidal or learned.
struct AddedPositions {
  Matrix queries;  ///< [q, heads * width]
  Matrix keys;     ///< [k, heads * width]
};

/// Queries and keys turned by their positions (rotary.h); values are not.
struct RotaryPositions {
  RotarySpec spec;                    ///< spec.width is the width of one head
  std::vector<std::int32_t> queries;  ///< [q]; empty: k - q .. k - 1
  std::vector<std::int32_t> keys;     ///< [k]; empty: 0 .. k - 1
};

/// A penalty on the score that grows with the distance (alibi.h).
struct AlibiPositions {
  std::vector<double> slopes;  ///< [heads]; empty: the published rule
};

/// A learned number per bucket and head on the score (relative/t5.h).
struct T5Positions {
  T5Spec spec;
  Matrix table;  ///< [spec.buckets, heads]
};

/// Learned vectors per clipped offset in scores and output (relative/shaw.h), shared by all heads.
struct ShawPositions {
  Matrix key_table;    ///< [2 clip + 1, width]
  Matrix value_table;  ///< [2 clip + 1, value width], or 0 x 0: the key side alone
};

/// Transformer-XL's two distance terms and two learned biases (relative/transformer_xl.h).
struct TransformerXlPositions {
  Matrix distances;      ///< [k + q - 1, heads * width], projected
  Matrix content_bias;   ///< [1, heads * width]
  Matrix distance_bias;  ///< [1, heads * width]
};

using AttentionPositions =
    std::variant<NoPositions, AddedPositions, RotaryPositions, AlibiPositions, T5Positions,
                 ShawPositions, TransformerXlPositions>;

/// Every intermediate, in the order in which it is computed. What is not kept is 0 x 0.
struct AttentionTrace {
  Matrix queries;    ///< [q, heads * width]  as they enter the product: turned, or with positions
  Matrix keys;       ///< [k, heads * width]  the same
  Tensor3 products;  ///< [heads, q, k]  dot product of query and key
  Tensor3 bias;      ///< [heads, q, k]  what the scheme adds to the scaled product; else 0
  Tensor3 scores;    ///< [heads, q, k]  products * scale + bias
  Tensor3 masked;    ///< [heads, q, k]  scores, minus infinity where it is forbidden to read
  Tensor3 weights;   ///< [heads, q, k]  softmax of each masked row; forbidden cells are exactly 0
  Matrix output;     ///< [q, heads * value width]  weights times values
  std::vector<std::uint8_t> blind;  ///< [q]  1 where a query may read no key at all: its weights
                                    ///< and its output are zeros
};

/// Scaled dot-product attention of many heads under any position scheme.
///
/// Shape     queries [q, heads * width], keys [k, heads * width], values [k, heads * value width];
///           q <= k for kCausal, ALiBi, T5, Shaw, Transformer-XL, and rotary without positions for
///           the queries; heads * q * k <= kMaxCells
/// Formula   softmax(queries * keys^T * scale + bias + mask) * values, head by head;
///           bias: ALiBi -slope * distance; T5 table[bucket][head]; Shaw scale * query * vector;
///           Transformer-XL scale * (terms b + c + d); Shaw adds its value vectors to the output
/// Accuracy  float32, each sum in the order of its columns or keys: from the same numbers of the
///           scheme the same bits in every build, with the trace and without. For entries within
///           -1..1, heads up to 64 wide and up to 256 keys, weights within 2e-6 and output within
///           4e-6 of the formula. A key whose score is more than 69 below the largest of its row
///           weighs 0 (less than 1.1e-30)
/// Errors    kShapeMismatch  queries and keys differ in width, keys and values in rows; heads do
///                           not divide a width; padding has not one entry per key; a part of
///                           `positions` has another shape than drawn above; more queries than keys
///           kOutOfRange     heads, or heads * q * k; no key or a width of 0; k times width, or k
///                           times value width, of one head with one factor rounded up to 8 is
///                           above kMaxCells; scale is negative or does not fit float32; a number
///                           of the scheme is outside its header's limits
///           kNotFinite      scale, a number of the scheme or an input cell is NaN or infinite; a
///                           product, score or output does not fit float32
///           kOutOfMemory    trace or working memory do not fit the memory that is left
/// Source    "Attention Is All You Need" (2017), section 3.2; the schemes' headers name theirs
Result<AttentionTrace> attention(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                 const AttentionSpec& spec,
                                 const AttentionPositions& positions = NoPositions{});

struct AttentionGradient {
  Matrix queries;                ///< [q, heads * width]
  Matrix keys;                   ///< [k, heads * width]
  Matrix values;                 ///< [k, heads * value width]
  AttentionPositions positions;  ///< the same alternative; matrices hold their gradients, all else
                                 ///< is left at its defaults: slopes, positions and rates are fixed
};

/// Gradients for an arriving gradient [q, heads * value width] of the output.
///
/// Accuracy  each within 1e-6 of its formula, relative to the largest entry of its matrix
/// Errors    as for attention, and
///           kShapeMismatch  output_gradient has another shape than the output
///           kNotFinite      a cell of output_gradient is NaN or infinite, or a gradient does not
///                           fit float32
Result<AttentionGradient> attention_backward(const Matrix& queries, const Matrix& keys,
                                             const Matrix& values, const AttentionSpec& spec,
                                             const AttentionPositions& positions,
                                             const Matrix& output_gradient);

}  // namespace posenc
