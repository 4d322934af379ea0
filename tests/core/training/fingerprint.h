#pragma once

#include <cstdint>
#include <span>

namespace posenc {

/// One number for all bits: FNV-1a of 32 bits. tests/wasm/training.test.ts has the same.
inline std::uint32_t fingerprint(std::span<const std::uint8_t> bytes) {
  std::uint32_t hash = 2166136261u;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 16777619u;
  return hash;
}

}  // namespace posenc
