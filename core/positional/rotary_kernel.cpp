#include "core/positional/rotary_kernel.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace posenc {
namespace {

// Four columns at a time. Written out, since compilers turn neighbouring pairs one by one, and
// columns that may be turned in place as well.
using Four = float __attribute__((vector_size(16)));

Four load(const float* from) {
  Four value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

void store(float* to, Four value) { std::memcpy(to, &value, sizeof value); }

/// The factors of some neighbouring pairs, made once for all heads of a token.
constexpr int kPairs = 64;
struct Turns {
  float cosines[2 * kPairs];
  float sines[2 * kPairs];
};

/// For neighbouring columns: each cosine twice; each sine twice, the first with its sign changed.
void prepare_neighbours(const float* cosines, const float* sines, float direction, int pairs,
                        Turns& turns) {
  const Four signs{-direction, direction, -direction, direction};
  int k = 0;
  for (; k + 4 <= pairs; k += 4) {
    const Four cosine = load(cosines + k);
    const Four sine = load(sines + k);
    store(turns.cosines + 2 * k, __builtin_shufflevector(cosine, cosine, 0, 0, 1, 1));
    store(turns.cosines + 2 * k + 4, __builtin_shufflevector(cosine, cosine, 2, 2, 3, 3));
    store(turns.sines + 2 * k, __builtin_shufflevector(sine, sine, 0, 0, 1, 1) * signs);
    store(turns.sines + 2 * k + 4, __builtin_shufflevector(sine, sine, 2, 2, 3, 3) * signs);
  }
  for (; k < pairs; ++k) {
    turns.cosines[2 * k] = turns.cosines[2 * k + 1] = cosines[k];
    turns.sines[2 * k] = -direction * sines[k];
    turns.sines[2 * k + 1] = direction * sines[k];
  }
}

void turn_neighbours(const float* x, const Turns& turns, int columns, float* out) {
  int c = 0;
  for (; c + 4 <= columns; c += 4) {
    const Four pairs = load(x + c);
    const Four swapped = __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2);
    store(out + c, pairs * load(turns.cosines + c) + swapped * load(turns.sines + c));
  }
  if (c < columns) {
    const float a = x[c];
    const float b = x[c + 1];
    out[c] = a * turns.cosines[c] + b * turns.sines[c];
    out[c + 1] = b * turns.cosines[c + 1] + a * turns.sines[c + 1];
  }
}

/// For halves: the tables' own order.
void prepare_halves(const float* cosines, const float* sines, float direction, int pairs,
                    Turns& turns) {
  std::copy_n(cosines, pairs, turns.cosines);
  for (int k = 0; k < pairs; ++k) turns.sines[k] = direction * sines[k];
}

void turn_halves(const float* x, const Turns& turns, int pairs, int apart, float* out) {
  int k = 0;
  for (; k + 4 <= pairs; k += 4) {
    const Four a = load(x + k);
    const Four b = load(x + k + apart);
    const Four cosine = load(turns.cosines + k);
    const Four sine = load(turns.sines + k);
    store(out + k, a * cosine - b * sine);
    store(out + k + apart, b * cosine + a * sine);
  }
  for (; k < pairs; ++k) {
    const float a = x[k];
    const float b = x[k + apart];
    out[k] = a * turns.cosines[k] - b * turns.sines[k];
    out[k + apart] = b * turns.cosines[k] + a * turns.sines[k];
  }
}

}  // namespace

void turn_heads(const float* x, const float* cosines, const float* sines, float direction,
                const RotaryHeads& shape, float* out) {
  Turns turns;
  for (int first = 0; first < shape.rotated / 2; first += kPairs) {
    const int pairs = std::min(kPairs, shape.rotated / 2 - first);
    std::int64_t head = 0;
    if (shape.layout == PairLayout::kInterleaved) {
      prepare_neighbours(cosines + first, sines + first, direction, pairs, turns);
      for (int h = 0; h < shape.heads; ++h, head += shape.width) {
        turn_neighbours(x + head + 2 * first, turns, 2 * pairs, out + head + 2 * first);
      }
    } else {
      prepare_halves(cosines + first, sines + first, direction, pairs, turns);
      for (int h = 0; h < shape.heads; ++h, head += shape.width) {
        turn_halves(x + head + first, turns, pairs, shape.rotated / 2, out + head + first);
      }
    }
  }
  if (x == out || shape.rotated == shape.width) return;
  std::int64_t head = shape.rotated;
  for (int h = 0; h < shape.heads; ++h, head += shape.width) {
    std::copy_n(x + head, shape.width - shape.rotated, out + head);
  }
}

}  // namespace posenc
