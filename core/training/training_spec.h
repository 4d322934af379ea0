#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/error.h"

namespace posenc {

inline constexpr int kBeadKinds = 8;
inline constexpr int kMaxTrainingWidth = 64;
inline constexpr int kMaxTrainingLayers = 4;
inline constexpr int kMaxTrainingLength = 1024;
inline constexpr int kMaxTrainingSteps = 100'000;
inline constexpr int kMaxTrainingBatch = 256;
inline constexpr int kMaxTrainingTokens = 1 << 14;  ///< of one batch
inline constexpr int kMaxTrainingClip = 64;

/// What the model is asked about a string of beads.
///   kBack2  at each place from 2 on: which bead stands two places to the left
///   kAt0    at each place from 1 on: which bead stands first
enum class TrainingTask { kBack2, kAt0 };

/// Where the model gets positions from.
enum class PositionScheme { kNone, kSinusoidal, kLearned, kShaw, kT5, kRotary, kAlibi };

/// Everything that decides the course of a run: equal specs give equal bits, step for step.
struct TrainingSpec {
  TrainingTask task = TrainingTask::kBack2;
  PositionScheme scheme = PositionScheme::kNone;
  AttentionMask mask = AttentionMask::kNone;
  std::uint32_t seed = 0;  ///< of the initial weights and of the training sequences

  int width = 32;  ///< of a token's vector, a multiple of 8 up to kMaxTrainingWidth
  int heads = 2;   ///< divides width
  int layers = 2;  ///< 1..kMaxTrainingLayers

  int steps = 400;       ///< 1..kMaxTrainingSteps; the learning rate falls until the last one
  int batch = 32;        ///< sequences of a step, 1..kMaxTrainingBatch
  int short_length = 8;  ///< of the sequences of steps 0, 2, 4, ...; a multiple of kBeadKinds
  int long_length = 16;  ///< of steps 1, 3, 5, ...; batch * length <= kMaxTrainingTokens
  double learning_rate = 0.01;  ///< at its highest, 1e-9..1
  int warm_up = 20;             ///< steps until it is reached, 0..steps
  double gradient_limit = 1.0;  ///< longest gradient that is not shortened, 1e-6..1e6

  int table_rows = 32;     ///< kLearned: rows, 1..kMaxTrainingLength
  int clip = 8;            ///< kShaw: farthest offset with a vector of its own, 1..kMaxTrainingClip
  int buckets = 16;        ///< kT5: as in T5Spec, bidirectional without a mask
  int max_distance = 16;   ///< kT5: as in T5Spec
  double base = 10'000.0;  ///< kSinusoidal, kRotary: finite, above 1
  /// kAlibi: one per head, 0..1000; empty: the published rule. Others read none of up to 64.
  std::vector<double> slopes = {};
};

/// What is wrong with a spec, apart from what the functions of core/positional refuse themselves.
/// Errors    kOutOfRange     a value is outside the limits above, heads does not divide width, the
///                           width of one head is odd (kRotary), or a length is above table_rows
///                           (kLearned)
///           kNotFinite      a rate or limit is NaN or infinite, or a slope (kAlibi)
///           kShapeMismatch  there is not one slope per head (kAlibi)
std::optional<Error> check_training_spec(const TrainingSpec& spec);

/// Whether the model of a valid spec can read sequences of this length.
/// Errors    kOutOfRange  length is no multiple of kBeadKinds in 8..kMaxTrainingLength, or above
///                        table_rows (kLearned): there is no such row
std::optional<Error> check_training_length(const TrainingSpec& spec, const char* name, int length);

/// A length at which every kind of bead comes equally often. Errors as above.
std::optional<Error> check_deck_length(const char* name, int length);

}  // namespace posenc
