#pragma once

#include <cstdint>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/positional/sinusoidal.h"

namespace posenc {

// What the sinusoidal code says about pairs of positions. All of it needs an even width: the lone
// last sine of an odd one has no cosine to be rotated with, so nothing there depends on the
// distance alone.

/// How many positions one turn of each pair takes, fastest first.
///
/// Shape     [1, ceil(width / 2)]; an odd width is welcome here
/// Formula   2 pi * base^(2k / width)
/// Units     positions per turn
/// Accuracy  each within half a unit in the last place of float32; above float32 it is infinite
/// Errors    kOutOfRange, kNotFinite  as for sinusoidal_rates
Result<Matrix> sinusoidal_periods(int width, double base);

/// The matrix that moves a code by `offset` positions, wherever it stands.
///
/// Shape     [width, width]; M * PE[p] = PE[p + offset] for column vectors placed by `layout`
/// Formula   a block [cos a, sin a; -sin a, cos a] per pair, a = offset / base^(2k / width)
/// Accuracy  as for sinusoidal
/// Errors    kOutOfRange   width is odd, below 2, or its square is above kMaxCells; base as for
///                         sinusoidal; |offset| >= kMaxPositions
///           kNotFinite    base is NaN or infinite
///           kOutOfMemory  the matrix does not fit the memory that is left
Result<Matrix> shift_matrix(std::int64_t offset, int width, double base, PairLayout layout);

/// The dot product of two codes against their distance 0, 1, 2, ...
///
/// Shape     [1, distances]
/// Formula   PE[p] . PE[q] = sum over k of cos((p - q) / base^(2k / width))
/// Accuracy  summed in double, rounded once: within half a float32 unit plus 1e-13 * width
/// Errors    kOutOfRange   width is odd or outside 2..kMaxWidth; base as for sinusoidal; distances
///                         is negative or above kMaxPositions, or distances * width > kMaxCells
///           kNotFinite    base is NaN or infinite
///           kOutOfMemory  the row does not fit the memory that is left
/// Source    the addition theorem; "Attention Is All You Need" (2017), section 3.5
Result<Matrix> sinusoidal_similarity(int distances, int width, double base);

/// The smallest distance whose similarity is larger than that of the distance before it; searched
/// up to kMaxFirstRise.
///
/// Errors    kOutOfRange  width or base as for sinusoidal_similarity, or there is no rise up to
///                        kMaxFirstRise (no width and base is known to get there)
///           kNotFinite   base is NaN or infinite
inline constexpr int kMaxFirstRise = 1 << 16;
Result<int> first_rise(int width, double base);

struct ClosestPair {
  int first;        ///< the earlier position
  int second;       ///< the later one
  double distance;  ///< Euclidean distance of their codes
};

/// Which two of the positions 0 .. positions - 1 have the codes that are hardest to tell apart. The
/// distance depends on the offset alone, so `first` is 0; of equal distances the smallest offset
/// counts.
///
/// Formula   |PE[0] - PE[q]|^2 = sum over k of (2 sin(q / base^(2k / width) / 2))^2
/// Accuracy  relative error below 1e-9
/// Errors    kOutOfRange  positions is below 2 or positions * width > kMaxCells; width and base as
///                        for sinusoidal_similarity
///           kNotFinite   base is NaN or infinite
Result<ClosestPair> closest_pair(int positions, int width, double base);

/// Which share of its circle each pair has passed over in positions 0 .. trained - 1: a share below
/// one means that later positions bring angles that training never showed.
///
/// Shape     [1, ceil(width / 2)]; an odd width is welcome here
/// Formula   min(1, (trained - 1) * base^(-2k / width) / (2 pi))
/// Units     turns, 0..1
/// Errors    kOutOfRange   trained is below 1; width and base as for sinusoidal
///           kNotFinite    base is NaN or infinite
Result<Matrix> seen_angles(int trained, int width, double base);

}  // namespace posenc
