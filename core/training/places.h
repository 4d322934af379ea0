#pragma once

#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/positional/rotary.h"
#include "core/training/training_spec.h"

namespace posenc {

/// What a scheme says about the positions of sequences of one length, by the rules of
/// core/positional; what is trained is not in here. An offset is key - query, and entry
/// offset + length - 1 of a list stands for it.
struct Places {
  int length = 0;
  Matrix added;                  ///< kSinusoidal  [length, width]
  RotaryTables turns;            ///< kRotary      [length, width of one head / 2]
  std::vector<int> offset_rows;  ///< kShaw, kT5   [2 length - 1]  row of the trained table
  Matrix penalties;              ///< kAlibi       [heads, 2 length - 1]

  /// Errors    as check_training_length, and
  ///           kOutOfRange, kNotFinite  base, buckets or max_distance, as their headers say
  ///           kOutOfMemory             the tables do not fit the memory that is left
  static Result<Places> create(const TrainingSpec& spec, int length);
};

}  // namespace posenc
