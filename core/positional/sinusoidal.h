#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace posenc {

inline constexpr int kMaxWidth = 1 << 16;

/// Positions are counted from 0 and end below 2^31.
inline constexpr std::int64_t kMaxPositions = std::int64_t{1} << 31;

/// Where the sine and cosine of pair k sit in a row, drawn for widths 6 and 5:
///   kInterleaved  [s0 c0 s1 c1 s2 c2]  [s0 c0 s1 c1 s2]
///   kSplit        [s0 s1 s2 c0 c1 c2]  [s0 s1 s2 c0 c1]
enum class PairLayout { kInterleaved, kSplit };

struct SinusoidalSpec {
  int positions = 0;       ///< rows, 0 or more; positions * width <= kMaxCells
  int first = 0;           ///< position of row 0, 0 or more; first + positions <= kMaxPositions
  int width = 0;           ///< columns, 1..kMaxWidth; an odd width ends without its last cosine
  double base = 10'000.0;  ///< finite, above 1; a larger base slows every pair but the first
  PairLayout layout = PairLayout::kInterleaved;
};

/// The fixed sine/cosine code of positions first .. first + positions - 1.
///
/// Shape     [positions, width], row-major; row r is the code of position p = first + r
/// Formula   angle(p, k) = p / base^(2k / width), for 0 <= 2k < width;
///           pair k holds sin(angle) and cos(angle), placed by `layout`
/// Units     p counts tokens from 0; angle is in radians; values lie in [-1, 1]
/// Accuracy  within 2.99e-8 of the formula; at least 99.99 % of the cells correctly rounded
/// Errors    kOutOfRange   positions, first, width or base outside the limits above
///           kNotFinite    base is NaN or infinite
///           kOutOfMemory  the table does not fit the memory that is left
/// Source    "Attention Is All You Need" (2017), section 3.5
Result<Matrix> sinusoidal(const SinusoidalSpec& spec);

/// The same into memory that the caller holds, so that a table that is made again and again costs
/// no fresh pages. Returns what was wrong, and then leaves `out` as it was.
///
/// Errors    as above, and kShapeMismatch  out.size() is not positions * width
std::optional<Error> sinusoidal_into(const SinusoidalSpec& spec, std::span<float> out);

/// The code of any real positions: the formula has a vector for 2.5 as it has for 2, whatever a
/// model makes of it.
///
/// Shape     [positions.size(), width]; row r is the code of positions[r]
/// Formula   as for sinusoidal()
/// Accuracy  within 3e-8 + 4e-16 * |position| of the formula
/// Errors    kOutOfRange   width or base outside the limits, or |position| above kMaxPositions
///           kNotFinite    base or a position is NaN or infinite
///           kOutOfMemory  the table does not fit the memory that is left
Result<Matrix> sinusoidal_at(std::span<const double> positions, int width, double base,
                             PairLayout layout);

/// How fast each pair turns, fastest first.
///
/// Shape     [1, ceil(width / 2)]; the lone last sine of an odd width counts as a pair
/// Formula   rate(k) = base^(-2k / width)
/// Units     radians per position
/// Accuracy  each within half a unit in the last place of float32
/// Errors    kOutOfRange, kNotFinite  as for sinusoidal
Result<Matrix> sinusoidal_rates(int width, double base);

}  // namespace posenc
