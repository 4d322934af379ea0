#pragma once

// The loops of the rotary kernel for vectors of any length. Included by the files that choose the
// length; everything is local to them, so that no function compiled for one machine is linked into
// another's code.

#include <cstdint>
#include <cstring>

#include "core/positional/rotary_kernel.h"

namespace posenc {
namespace {

using FourCells = float __attribute__((vector_size(16)));
using EightCells = float __attribute__((vector_size(32)));

constexpr int kLine = 16;  // cells in a cache line

/// The factors of some neighbouring pairs, made once for all heads of a token.
constexpr int kPairs = 64;
struct Turns {
  float cosines[2 * kPairs];
  float sines[2 * kPairs];
};

/// For neighbouring columns: each cosine twice; each sine twice, the first with its sign changed.
inline void prepare_neighbours(const float* cosines, const float* sines, float direction, int pairs,
                               Turns& turns) {
  const FourCells signs{-direction, direction, -direction, direction};
  int k = 0;
  for (; k + 4 <= pairs; k += 4) {
    FourCells cosine;
    FourCells sine;
    std::memcpy(&cosine, cosines + k, sizeof cosine);
    std::memcpy(&sine, sines + k, sizeof sine);
    const FourCells factors[] = {__builtin_shufflevector(cosine, cosine, 0, 0, 1, 1),
                                 __builtin_shufflevector(cosine, cosine, 2, 2, 3, 3),
                                 __builtin_shufflevector(sine, sine, 0, 0, 1, 1) * signs,
                                 __builtin_shufflevector(sine, sine, 2, 2, 3, 3) * signs};
    std::memcpy(turns.cosines + 2 * k, factors, 2 * sizeof cosine);
    std::memcpy(turns.sines + 2 * k, factors + 2, 2 * sizeof sine);
  }
  for (; k < pairs; ++k) {
    turns.cosines[2 * k] = turns.cosines[2 * k + 1] = cosines[k];
    turns.sines[2 * k] = -direction * sines[k];
    turns.sines[2 * k + 1] = direction * sines[k];
  }
}

/// Asks for the line that the next token's row will be written to: rows are as long as pages, at
/// whose ends the processor stops guessing. Behind the last row nothing happens.
inline void expect_writing(const float* out, int cell, std::int64_t ahead) {
  if (cell % kLine == 0) __builtin_prefetch(out + cell + ahead, 1);
}

/// Written out, since compilers turn neighbouring pairs one by one.
template <class Cells>
inline void turn_neighbours(const float* x, const Turns& turns, int columns, std::int64_t ahead,
                            float* out) {
  constexpr int kCells = sizeof(Cells) / sizeof(float);
  int c = 0;
  for (; c + kCells <= columns; c += kCells) {
    Cells pairs;
    Cells cosine;
    Cells sine;
    std::memcpy(&pairs, x + c, sizeof pairs);
    std::memcpy(&cosine, turns.cosines + c, sizeof cosine);
    std::memcpy(&sine, turns.sines + c, sizeof sine);
    expect_writing(out, c, ahead);
    Cells swapped;
    if constexpr (kCells == 4) {
      swapped = __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2);
    } else {
      swapped = __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2, 5, 4, 7, 6);
    }
    const Cells turned = pairs * cosine + swapped * sine;
    std::memcpy(out + c, &turned, sizeof turned);
  }
  for (; c < columns; c += 2) {
    const float a = x[c];
    const float b = x[c + 1];
    out[c] = a * turns.cosines[c] + b * turns.sines[c];
    out[c + 1] = b * turns.cosines[c + 1] + a * turns.sines[c + 1];
  }
}

/// For halves: the tables' own order.
inline void prepare_halves(const float* cosines, const float* sines, float direction, int pairs,
                           Turns& turns) {
  for (int k = 0; k < pairs; ++k) {
    turns.cosines[k] = cosines[k];
    turns.sines[k] = direction * sines[k];
  }
}

/// Written out, since compilers will not when columns may be turned in place.
template <class Cells>
inline void turn_halves(const float* x, const Turns& turns, int pairs, int apart,
                        std::int64_t ahead, float* out) {
  constexpr int kCells = sizeof(Cells) / sizeof(float);
  int k = 0;
  for (; k + kCells <= pairs; k += kCells) {
    Cells a;
    Cells b;
    Cells cosine;
    Cells sine;
    std::memcpy(&a, x + k, sizeof a);
    std::memcpy(&b, x + k + apart, sizeof b);
    std::memcpy(&cosine, turns.cosines + k, sizeof cosine);
    std::memcpy(&sine, turns.sines + k, sizeof sine);
    expect_writing(out, k, ahead);
    expect_writing(out + apart, k, ahead);
    const Cells first = a * cosine - b * sine;
    const Cells second = b * cosine + a * sine;
    std::memcpy(out + k, &first, sizeof first);
    std::memcpy(out + k + apart, &second, sizeof second);
  }
  for (; k < pairs; ++k) {
    const float a = x[k];
    const float b = x[k + apart];
    out[k] = a * turns.cosines[k] - b * turns.sines[k];
    out[k + apart] = b * turns.cosines[k] + a * turns.sines[k];
  }
}

template <class Cells>
inline void turn_heads_with(const float* x, const float* cosines, const float* sines,
                            float direction, const RotaryHeads& shape, float* out) {
  Turns turns;
  const std::int64_t row = std::int64_t{shape.heads} * shape.width;
  for (int first = 0; first < shape.rotated / 2; first += kPairs) {
    const int left = shape.rotated / 2 - first;
    const int pairs = left < kPairs ? left : kPairs;
    std::int64_t head = 0;
    if (shape.layout == PairLayout::kInterleaved) {
      prepare_neighbours(cosines + first, sines + first, direction, pairs, turns);
      for (int h = 0; h < shape.heads; ++h, head += shape.width) {
        turn_neighbours<Cells>(x + head + 2 * first, turns, 2 * pairs, row, out + head + 2 * first);
      }
    } else {
      prepare_halves(cosines + first, sines + first, direction, pairs, turns);
      for (int h = 0; h < shape.heads; ++h, head += shape.width) {
        turn_halves<Cells>(x + head + first, turns, pairs, shape.rotated / 2, row,
                           out + head + first);
      }
    }
  }
  if (x == out || shape.rotated == shape.width) return;
  std::int64_t head = shape.rotated;
  for (int h = 0; h < shape.heads; ++h, head += shape.width) {
    std::memcpy(out + head, x + head,
                static_cast<std::size_t>(shape.width - shape.rotated) * sizeof(float));
  }
}

}  // namespace
}  // namespace posenc
