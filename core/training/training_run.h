#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"
#include "core/training/model.h"
#include "core/training/parameters.h"
#include "core/training/places.h"
#include "core/training/training_spec.h"

namespace posenc {

/// Sequences of one evaluation together have at most so many beads.
inline constexpr int kMaxEvaluatedTokens = 1 << 17;

/// No snapshot is longer.
inline constexpr std::size_t kMaxSnapshotBytes = 1'600'000;

/// What becomes of the answers when the beads change places. With f(x) the logits of a sequence and
/// P a permutation of its places, a model without positions and mask has f(P x) = P f(x).
struct Equivariance {
  double error = 0.0;    ///< the largest |P f(x) - f(P x)|
  double largest = 0.0;  ///< the largest |f(x)|, to measure the error by
};

/// One training run of the lab's model (model.h), which goes on for as many steps as it is asked.
/// The same spec gives the same bits in every build, in one call or in many.
class TrainingRun {
 public:
  /// A run before its first step.
  /// Errors    kOutOfRange, kNotFinite, kShapeMismatch  as check_training_spec says; base, buckets
  ///                         and max_distance as sinusoidal.h, rotary.h and t5.h say; more than
  ///                         kMaxCells cells would be needed
  ///           kOutOfMemory  the memory cannot be had
  static Result<TrainingRun> create(const TrainingSpec& spec);

  /// The run that snapshot() saved, at the same step.
  /// Errors    as for create, for what the snapshot says, and
  ///           kShapeMismatch  it is no snapshot of a run, or not a whole one
  static Result<TrainingRun> resume(std::span<const std::uint8_t> snapshot);

  const TrainingSpec& spec() const { return spec_; }
  int steps_done() const { return steps_done_; }
  std::int64_t parameter_count() const { return layout_.size; }

  /// Goes on by `steps` steps, each on fresh sequences.
  ///
  /// Shape     [steps]  the loss of each: the mean cross-entropy before its update, in nats
  /// Accuracy  float32 throughout; a run whose rate is too high ends in NaN
  /// Errors    kOutOfRange  steps is negative or more than are left
  Result<std::vector<float>> train(int steps);

  /// The share of right answers at the last 8 places that are asked about (all of them, where there
  /// are fewer) of fresh decks. The same seed gives every run the same sequences.
  ///
  /// Errors    kOutOfRange   length as check_training_length says; sequences is below 1, or
  ///                         sequences * length is above kMaxEvaluatedTokens; the pass needs more
  ///                         than kMaxCells cells
  ///           kOutOfMemory  the pass does not fit the memory that is left
  Result<double> evaluate(int length, int sequences, std::uint32_t seed) const;

  /// The logits of one sequence.
  ///
  /// Shape     beads [length], each 0..kBeadKinds - 1 -> [length, kBeadKinds]
  /// Errors    kOutOfRange   a bead, or the length as check_training_length says; the pass needs
  ///                         more than kMaxCells cells
  ///           kOutOfMemory  the pass does not fit the memory that is left
  Result<Matrix> logits(std::span<const std::int32_t> beads) const;

  /// The attention weights of one sequence: layer l and head h at l * heads + h.
  ///
  /// Shape     [layers * heads, length, length]
  /// Errors    as for logits
  Result<Tensor3> attention(std::span<const std::int32_t> beads) const;

  /// The worst of so many decks and permutations.
  /// Errors    as for evaluate
  Result<Equivariance> equivariance(int length, int sequences, std::uint32_t seed) const;

  /// All that resume() needs: kMaxSnapshotBytes at most.
  std::vector<std::uint8_t> snapshot() const;

  /// The trained numbers, laid out as ParameterLayout says.
  std::span<const float> weights() const { return state(0); }

 private:
  explicit TrainingRun(const TrainingSpec& spec) : spec_(spec), layout_(spec) {}

  static Result<TrainingRun> prepared(const TrainingSpec& spec);
  float step();
  std::optional<Error> check_evaluation(int length, int sequences) const;

  /// Part 0 of the state is the weights, parts 1 and 2 the running means of Adam.
  std::span<const float> state(int part) const {
    return {state_.get() + part * layout_.size, static_cast<std::size_t>(layout_.size)};
  }
  float* state(int part) { return state_.get() + part * layout_.size; }

  TrainingSpec spec_;
  ParameterLayout layout_;
  std::array<Places, 2> places_;  ///< of the short and of the long sequences
  Cells<float> state_;            ///< [3, parameters]
  Cells<float> gradient_;         ///< [parameters]
  Activations<float> activations_;
  std::vector<std::int32_t> batch_;  ///< [batch * long_length]
  int steps_done_ = 0;
};

}  // namespace posenc
