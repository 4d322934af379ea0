#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/training/training_spec.h"

namespace posenc {

// The strings of beads that the lab trains on and asks about. Each is a shuffled deck in which
// every kind comes equally often: otherwise "name the commonest bead" would beat chance.

/// Fills `deck`, whose size is a multiple of kBeadKinds.
void draw_deck(Random& random, std::span<std::int32_t> deck);

/// One deck.
///
/// Shape     [length], each 0..kBeadKinds - 1
/// Errors    kOutOfRange  length is no multiple of kBeadKinds in 8..kMaxTrainingLength
Result<std::vector<std::int32_t>> bead_deck(int length, std::uint32_t seed);

/// The first place that is asked about; all after it are as well.
inline int first_asked(TrainingTask task) { return task == TrainingTask::kBack2 ? 2 : 1; }

/// The place whose bead is the right answer at `place`, which is asked about.
inline int answering_place(TrainingTask task, int place) {
  return task == TrainingTask::kBack2 ? place - 2 : 0;
}

/// The best accuracy that a model without positions and without a mask can have, exactly: it knows
/// the bead at the place asked about and the deck, and the answer is any of the others.
///
/// Formula   (length / 8) / (length - 1)
/// Errors    as for bead_deck
Result<double> chance_accuracy(int length);

}  // namespace posenc
