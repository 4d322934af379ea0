#pragma once

#include <cstring>

namespace posenc {

/// Four neighbouring float32 cells as one vector of the compiler's: what the kernels compute with.
/// Lanes never mix, so a result does not depend on how wide the machine's vectors are.
using Lanes = float __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

/// Four cells from any address.
inline Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

inline Lanes all(float x) { return Lanes{x, x, x, x}; }

}  // namespace posenc
