#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/positional/sinusoidal.h"

namespace posenc {

inline constexpr double kMaxRotaryFactor = 1e6;
inline constexpr double kMaxAttentionFactor = 1e3;

/// How a model that was trained on `trained` positions is stretched to `factor` times as many.
///   kNone    nothing changes
///   kLinear  position interpolation: every rate divided by the factor
///   kNtk     NTK-aware: the base grows, so that the slowest pair is slowed by the factor and the
///            fastest not at all
///   kYarn    NTK by parts: pairs that turn often within the trained length stay, pairs that do not
///            finish a turn are interpolated, a ramp between; scores are scaled as well
enum class RotaryScaling { kNone, kLinear, kNtk, kYarn };

struct RotarySpec {
  int width = 0;           ///< of one head, 2..kMaxWidth
  int rotated = 0;         ///< how many leading columns of each head are turned, even, 2..width; 0
                           ///< stands for the whole width, which must then be even
  double base = 10'000.0;  ///< finite, above 1
  PairLayout layout = PairLayout::kInterleaved;  ///< pair k: columns 2k and 2k + 1, or k and
                                                 ///< k + rotated / 2
  RotaryScaling scaling = RotaryScaling::kNone;
  double factor = 1.0;            ///< 1..kMaxRotaryFactor; without scaling it must be 1
  int trained = 0;                ///< kYarn: positions of training, 1 or more
  double fast_turns = 32.0;       ///< kYarn: pairs with more turns in the trained length stay
  double slow_turns = 1.0;        ///< kYarn: pairs with fewer are interpolated; 0 < slow < fast
  double attention_factor = 0.0;  ///< kYarn: multiplies queries and keys alike, at most
                                  ///< kMaxAttentionFactor; 0 stands for the published
                                  ///< 0.1 ln(factor) + 1, any other value wins
};

struct RotaryRates {
  std::vector<double> rates;      ///< [rotated / 2], radians per position, fastest first
  double attention_factor = 1.0;  ///< factor of every turned vector; 1 but for kYarn
};

/// How fast each pair turns after scaling.
///
/// Formula   base^(-2k / rotated); kLinear: / factor;
///           kNtk: base * factor^(rotated / (rotated - 2)) in place of base;
///           kYarn: rate * (1 - ramp) + rate / factor * ramp, where ramp runs over the pair index
///           from 0 at the pair with fast_turns turns to 1 at the one with slow_turns, both taken
///           outwards to whole pairs and into 0..rotated - 1
/// Accuracy  within 1e-15 relatively while a rate is above 1e-290
/// Errors    kOutOfRange  a value is outside the limits above, or rotated is 2 for kNtk, where one
///                        pair is both the fastest and the slowest
///           kNotFinite   a number is NaN or infinite
/// Source    RoFormer (2021); Position Interpolation (2023); YaRN (2023) and its published code
Result<RotaryRates> rotary_rates(const RotarySpec& spec);

/// Cosine and sine of each token's turn, times the attention factor: what all heads of all layers
/// share.
struct RotaryTables {
  Matrix cosines;  ///< [tokens, rotated / 2]
  Matrix sines;    ///< [tokens, rotated / 2]
};

/// Shape     positions [tokens], each 0 or more, in any order
/// Accuracy  one rounding of the formula at every position: within 3e-8 where the attention factor
///           is 1, else within 6e-8 times the factor
/// Errors    as for rotary_rates, and
///           kOutOfRange   a position is negative
///           kOutOfMemory  the tables do not fit the memory that is left
Result<RotaryTables> rotary_tables(std::span<const std::int32_t> positions, const RotarySpec& spec);

/// Turns each pair of each head of each token by +position * rate; columns after `rotated` pass.
/// Queries and keys of a model with a cache are turned alike, each with its own positions.
///
/// Shape     x [tokens, heads * spec.width], positions [tokens] -> the same shape
/// Formula   (a, b) -> (a cos t - b sin t, a sin t + b cos t)
/// Accuracy  cosine and sine as in rotary_tables; two float32 products and one sum a cell
/// Errors    as for rotary_tables, and
///           kShapeMismatch  x.cols() is not a multiple of spec.width, or positions has not one
///                           entry per row of x
Result<Matrix> rotary(const Matrix& x, std::span<const std::int32_t> positions,
                      const RotarySpec& spec);

/// The same with tables that are there already, into memory that the caller holds: what a model
/// does in every layer. Returns what was wrong, and then leaves `out` as it was.
///
/// Shape     x [tokens, heads * spec.width]; tables [tokens, rotated / 2]; out as many cells as x,
///           either x itself or apart from it
/// Errors    as above, and kShapeMismatch  tables or out have another shape
std::optional<Error> rotary_into(const Matrix& x, const RotaryTables& tables,
                                 const RotarySpec& spec, std::span<float> out);

/// The gradient of `x`: the arriving one turned back, by -position * rate, times the attention
/// factor.
///
/// Shape, Accuracy, Errors  as for rotary
Result<Matrix> rotary_backward(const Matrix& output_gradient,
                               std::span<const std::int32_t> positions, const RotarySpec& spec);

}  // namespace posenc
