#pragma once

#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/training/cells.h"
#include "core/training/parameters.h"
#include "core/training/places.h"
#include "core/training/products.h"
#include "core/training/training_spec.h"

namespace posenc {

// The model of the lab: a Transformer with attention alone, no multilayer perceptron, no norm.
//
//   x = beads[bead] (+ a position vector)                        [tokens, width]
//   each layer:  q = x Wq + bq   k = x Wk + bk   v = x Wv        split into heads, side by side
//                s_ij = q_i . k_j / sqrt(width of one head)      and what the scheme adds
//                w = softmax over the keys that may be read      z_i = sum_j w_ij v_j
//                x = x + z Wo
//   logits = x U + bU                                            [tokens, kBeadKinds]
//
// The code is a template, so that the gradient check runs the shipped backward pass in double.

/// What a pass leaves behind.
enum class Keep {
  kLogits,   ///< the logits; layers share their memory
  kWeights,  ///< and the attention weights of every layer
  kAll,      ///< and whatever the backward pass reads
};

/// The memory of one pass. Pointers look into `cells`. Layer l of `x`, `queries`, `keys`, `values`
/// and `mixed` begins at l * layer_stride, of `weights` at l * weights_stride.
template <class Scalar>
struct Activations {
  /// For so many sequences of up to this length.
  /// Errors    kOutOfRange   more than kMaxCells cells would be needed
  ///           kOutOfMemory  the memory cannot be had
  static Result<Activations> create(const TrainingSpec& spec, const ParameterLayout& layout,
                                    int sequences, int length, Keep keep);

  Cells<Scalar> cells;
  std::int64_t layer_stride = 0;
  std::int64_t weights_stride = 0;
  Scalar* x = nullptr;        ///< [layers + 1, tokens, width]
  Scalar* queries = nullptr;  ///< [layers, tokens, width]
  Scalar* keys = nullptr;
  Scalar* values = nullptr;
  Scalar* mixed = nullptr;    ///< z
  Scalar* weights = nullptr;  ///< [layers, sequences, heads, length, length]
  Scalar* logits = nullptr;   ///< [tokens, kBeadKinds]

  Scalar* bias = nullptr;     ///< [heads, 2 length - 1]  added to the scores, by offset
  Scalar* dots = nullptr;     ///< [tokens, rows of the offsets' table]  query . offset vector
  Scalar* on_side = nullptr;  ///< room for one transposed block
  Scalar* logits_gradient = nullptr;
  Scalar* x_gradient = nullptr;  ///< [tokens, width], as the next four
  Scalar* query_gradient = nullptr;
  Scalar* key_gradient = nullptr;
  Scalar* value_gradient = nullptr;
  Scalar* mixed_gradient = nullptr;
  Scalar* scores_gradient = nullptr;  ///< [length, length]
  Scalar* bias_gradient = nullptr;    ///< [heads, 2 length - 1]
};

/// One pass over a batch. It looks at what it is given and owns nothing.
template <class Scalar>
class Pass {
 public:
  /// `beads` holds sequences of places.length beads, one after the other, each 0..kBeadKinds - 1;
  /// `to` has room for them.
  Pass(const TrainingSpec& spec, const ParameterLayout& layout, const Scalar* weights,
       const Places& places, std::span<const std::int32_t> beads, Activations<Scalar>& to);

  /// Fills the logits, and the rest as far as it is kept.
  void forward();

  /// The mean cross-entropy of all places that are asked about. Leaves its gradient in
  /// to.logits_gradient, where there is one.
  double loss();

  /// Adds the gradient of the loss to `gradient`, which is laid out as the weights are.
  /// Requires  forward() and loss() with Keep::kAll
  void backward(Scalar* gradient);

 private:
  Block<const Scalar> weight(const ParameterTable& table) const {
    return {weights_ + table.first, table.cols};
  }
  Block<const Scalar> turned_weight(const ParameterTable& table);
  void embed();
  void fill_bias();
  void forward_layer(int l);
  void attend(int l);
  void score(const Scalar* queries, const Scalar* keys, const Scalar* dots, int head,
             Scalar* weights);
  void turn(Scalar* rows, bool back) const;
  void backward_layer(int l, Scalar* gradient);
  void backward_attention(int l, Scalar* gradient);
  void gather_tables(Scalar* gradient) const;

  const TrainingSpec& spec_;
  const ParameterLayout& layout_;
  const Scalar* weights_;
  const Places& places_;
  std::span<const std::int32_t> beads_;
  Activations<Scalar>& to_;
  int tokens_;
  int length_;
  int sequences_;
  int width_;
  int head_width_;
  int offset_count_;  ///< rows of the offsets' table; 0 but for kShaw
  Scalar scale_;
};

}  // namespace posenc
