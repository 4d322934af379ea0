#include "core/positional/sinusoidal_geometry.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/refusal.h"
#include "core/base/shape.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

/// A table without rows asks for nothing but what is wrong with width and base.
std::optional<Error> check_rates(int width, double base) {
  return sinusoidal_into({.width = width, .base = base}, {});
}

std::optional<Error> check_even(int width, double base) {
  if (auto wrong = check_rates(width, base)) return wrong;
  if (width % 2 == 0) return std::nullopt;
  return refusal(ErrorCode::kOutOfRange, "width", width,
                 "even: the last sine of an odd width has no cosine");
}

/// A row of one number per pair; `number_of` gets the pair's radians per position.
template <class NumberOf>
Result<Matrix> row_of_pairs(int width, double base, NumberOf number_of) {
  if (auto wrong = check_rates(width, base)) return *wrong;
  const std::vector<TurnRate> rates = turn_rates(width, base);
  auto result = Matrix::uninitialized(1, static_cast<std::int64_t>(rates.size()));
  if (!result.ok()) return result;
  Matrix row = std::move(result).value();
  for (std::size_t k = 0; k < rates.size(); ++k) {
    row.data()[k] = static_cast<float>(number_of(rates[k].radians()));
  }
  return row;
}

/// The similarities of distance 0, 1, 2, ... one after the other: each pair is turned on by one
/// position, and taken exactly every kBlock distances, before 1e-13 can have crept in.
class SimilarityWalk {
 public:
  SimilarityWalk(int width, double base) : rates_(turn_rates(width, base)) {
    for (const TurnRate& rate : rates_) {
      steps_.push_back(rate.at(1));
      turned_.push_back(rate.at(0));
    }
  }

  double next() {
    const bool exact = distance_ % kBlock == 0;
    double sum = 0.0;
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      const SineCosine at = turned_[k];
      const SineCosine step = steps_[k];
      turned_[k] = exact ? rates_[k].at(distance_)
                         : SineCosine{at.sine * step.cosine + at.cosine * step.sine,
                                      at.cosine * step.cosine - at.sine * step.sine};
      sum += turned_[k].cosine;
    }
    ++distance_;
    return sum;
  }

 private:
  static constexpr std::uint32_t kBlock = 256;

  std::vector<TurnRate> rates_;
  std::vector<SineCosine> steps_;   // of one position
  std::vector<SineCosine> turned_;  // of the last distance
  std::uint32_t distance_ = 0;
};

}  // namespace

Result<Matrix> sinusoidal_periods(int width, double base) {
  return row_of_pairs(width, base, [](double radians) {
    const double period = kRadiansPerTurn / radians;
    return period <= std::numeric_limits<float>::max() ? period
                                                       : std::numeric_limits<double>::infinity();
  });
}

Result<Matrix> shift_matrix(std::int64_t offset, int width, double base, PairLayout layout) {
  if (auto wrong = check_even(width, base)) return *wrong;
  if (offset <= -kMaxPositions || offset >= kMaxPositions) {
    return refusal(ErrorCode::kOutOfRange, "offset", static_cast<double>(offset),
                   "-2147483647..2147483647");
  }
  auto result = Matrix::uninitialized(width, width);
  if (!result.ok()) return result;
  Matrix shift = std::move(result).value();
  for (std::int64_t i = 0; i < shift.size(); ++i) shift.data()[i] = 0.0f;
  const std::vector<TurnRate> rates = turn_rates(width, base);
  const bool interleaved = layout == PairLayout::kInterleaved;
  for (int k = 0; k < width / 2; ++k) {
    const SineCosine turn =
        rates[static_cast<std::size_t>(k)].at(static_cast<std::uint32_t>(std::abs(offset)));
    const auto cosine = static_cast<float>(turn.cosine);
    const auto sine = static_cast<float>(offset < 0 ? -turn.sine : turn.sine);
    const int s = interleaved ? 2 * k : k;
    const int c = interleaved ? 2 * k + 1 : width / 2 + k;
    shift(s, s) = cosine;
    shift(s, c) = sine;
    shift(c, s) = -sine;
    shift(c, c) = cosine;
  }
  return shift;
}

Result<Matrix> sinusoidal_similarity(int distances, int width, double base) {
  if (auto wrong = check_even(width, base)) return *wrong;
  if (distances < 0) return refusal(ErrorCode::kOutOfRange, "distances", distances, "0 or more");
  if (auto cells = cell_count({distances, width}); !cells.ok()) return cells.error();
  auto result = Matrix::uninitialized(1, distances);
  if (!result.ok()) return result;
  Matrix row = std::move(result).value();
  SimilarityWalk walk(width, base);
  for (int i = 0; i < distances; ++i) row(0, i) = static_cast<float>(walk.next());
  return row;
}

Result<int> first_rise(int width, double base) {
  if (auto wrong = check_even(width, base)) return *wrong;
  SimilarityWalk walk(width, base);
  double before = walk.next();
  for (int i = 1; i <= kMaxFirstRise; ++i) {
    const double similarity = walk.next();
    if (similarity > before) return i;
    before = similarity;
  }
  return Error{ErrorCode::kOutOfRange, "width is " + std::to_string(width) +
                                           "; its similarity does not rise up to distance " +
                                           std::to_string(kMaxFirstRise) +
                                           "; use a smaller width or base"};
}

Result<ClosestPair> closest_pair(int positions, int width, double base) {
  if (auto wrong = check_even(width, base)) return *wrong;
  if (positions < 2) return refusal(ErrorCode::kOutOfRange, "positions", positions, "2 or more");
  if (auto cells = cell_count({positions, width}); !cells.ok()) return cells.error();
  // Half the angle each: 1 - cos would lose the digits of codes that nearly meet.
  std::vector<DoubleDouble> halves = pair_rates(width, log(base));
  for (DoubleDouble& rate : halves) rate = {0.5 * rate.high, 0.5 * rate.low};
  const std::vector<TurnRate> rates = turn_rates(halves);
  ClosestPair closest{0, 0, std::numeric_limits<double>::infinity()};
  for (int q = 1; q < positions; ++q) {
    double squares = 0.0;
    for (const TurnRate& rate : rates) {
      const double sine = rate.at(static_cast<std::uint32_t>(q)).sine;
      squares += 4.0 * sine * sine;
      if (squares >= closest.distance) break;
    }
    if (squares < closest.distance) closest = {0, q, squares};
  }
  closest.distance = std::sqrt(closest.distance);
  return closest;
}

Result<Matrix> seen_angles(int trained, int width, double base) {
  if (trained < 1) return refusal(ErrorCode::kOutOfRange, "trained", trained, "1 or more");
  return row_of_pairs(width, base, [trained](double radians) {
    return std::fmin(1.0, (trained - 1) * radians / kRadiansPerTurn);
  });
}

}  // namespace posenc
