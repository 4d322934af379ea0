#include "core/base/random.h"

namespace posenc {

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15ull;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

int Random::between(int low, int high) {
  const auto span = static_cast<std::uint64_t>(std::int64_t{high} - low + 1);
  return static_cast<int>(low + static_cast<std::int64_t>(((next() >> 32) * span) >> 32));
}

}  // namespace posenc
