#pragma once

#include <cstdint>

namespace posenc {

/// A small generator whose numbers are the same bits on every platform: SplitMix64 (a counter that
/// steps by the golden ratio, then two multiply-and-shift rounds), seeded by a number that a
/// learner can read and type. Not for secrets.
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}

  std::uint64_t next();

  /// A whole number from low to high, both included, 2^32 apart at most. Uniform but for a bias
  /// below (high - low) / 2^32.
  int between(int low, int high);

 private:
  std::uint64_t state_;
};

}  // namespace posenc
