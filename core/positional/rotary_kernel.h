#pragma once

#include "core/positional/sinusoidal.h"

namespace posenc {

/// How the heads of a token lie in its row.
struct RotaryHeads {
  int heads;
  int width;    ///< of one head
  int rotated;  ///< leading columns of each that are turned, even
  PairLayout layout;
};

/// Turns every pair (a, b) of a token into (a c - b s, a s + b c), where c and s are the pair's
/// entry of `cosines` and of `sines` times `direction`, 1 or -1; the other columns pass. `out` is
/// `x` or apart from it.
void turn_heads(const float* x, const float* cosines, const float* sines, float direction,
                const RotaryHeads& shape, float* out);

/// The same with the vectors that every machine of the kind has, and the same with those of AVX2,
/// for machines that have it: the same bits, since lanes never mix and nothing is contracted.
void turn_heads_baseline(const float* x, const float* cosines, const float* sines, float direction,
                         const RotaryHeads& shape, float* out);
void turn_heads_avx2(const float* x, const float* cosines, const float* sines, float direction,
                     const RotaryHeads& shape, float* out);

}  // namespace posenc
