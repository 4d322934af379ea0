#include "core/attention/kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/lanes.h"
#include "core/base/shape.h"

namespace posenc {
namespace {

// How attention is computed near the speed of the multiplier:
//
//  1. Keys are packed once per head in groups of 8, so that one column of a group is two vectors,
//     and the columns of the values likewise.
//  2. Four queries meet one group at a time: their 32 sums stay in eight registers while the
//     columns pass, one load of the group serving four queries. Scale, bias and mask are applied
//     before the sums leave the registers.
//  3. The four rows of scores become weights, and meet the groups of values in the same way.
//
// A vector only ever holds neighbours that do not mix: every product and every cell of the output
// is a sum of its own, in order. So the width of a vector changes no bit, and neither does skipping
// the keys that a row may not read, whose weights are exactly 0.
using Words = std::int32_t __attribute__((vector_size(16)));
using Patterns = std::uint32_t __attribute__((vector_size(16)));

constexpr int kTileRows = 4;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The same bits read as another type; std::bit_cast is missing in older libraries.
template <class To, class From>
inline To reinterpret(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

/// Four rows times one group: cells[r][0] are columns 0..3 of row r, cells[r][1] columns 4..7.
struct Tile {
  Lanes cells[kTileRows][2];
};

inline Tile multiply(const float* const rows[kTileRows], const float* group, std::int64_t depth) {
  const float* const a = rows[0];
  const float* const b = rows[1];
  const float* const c = rows[2];
  const float* const d = rows[3];
  Lanes a0 = all(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
  for (std::int64_t t = 0; t < depth; ++t) {
    const Lanes left = load(group + kKeyGroup * t);
    const Lanes right = load(group + kKeyGroup * t + kLanes);
    const Lanes from_a = all(a[t]);
    a0 += from_a * left;
    a1 += from_a * right;
    const Lanes from_b = all(b[t]);
    b0 += from_b * left;
    b1 += from_b * right;
    const Lanes from_c = all(c[t]);
    c0 += from_c * left;
    c1 += from_c * right;
    const Lanes from_d = all(d[t]);
    d0 += from_d * left;
    d1 += from_d * right;
  }
  return {{{a0, a1}, {b0, b1}, {c0, c1}, {d0, d1}}};
}

/// exp(x) for x <= 0: x is n ln 2 + r with n whole and |r| <= ln 2 / 2; 2^n goes straight into the
/// exponent's bits, exp(r) is a polynomial of degree 6. n is found by adding 1.5 * 2^23, which
/// leaves n in the last bits; ln 2 comes in two parts, the first short enough that n times it is
/// exact.
inline Lanes exponential(Lanes x) {
  const Lanes lowest = all(-69.0f);
  const Lanes rounder = all(12582912.0f);
  const Words kept = x >= lowest;
  const Lanes reached = kept ? x : lowest;
  const Lanes shifted = reached * 1.44269502f + rounder;
  const Lanes n = shifted - rounder;
  const Lanes r = (reached - n * 0.693115234375f) - n * 3.19461849e-5f;
  Lanes p = r * 0.0013926184f + 0.00836317893f;
  p = p * r + 0.0416665561f;
  p = p * r + 0.166665763f;
  p = p * r + 0.5f;
  p = (p * r) * r + r + 1.0f;
  const Patterns power = (reinterpret<Patterns>(shifted) << 23) + 0x3f800000u;
  return kept ? p * reinterpret<Lanes>(power) : all(0);
}

/// The cells of one group, one column after the other: `count` rows of `from`, the rest zeros.
void pack_rows(const float* from, std::int64_t stride, int count, int width, float* to) {
  if (count < kKeyGroup) std::fill(to, to + std::int64_t{kKeyGroup} * width, 0.0f);
  for (int r = 0; r < count; ++r) {
    for (int c = 0; c < width; ++c) to[std::int64_t{kKeyGroup} * c + r] = from[r * stride + c];
  }
}

/// `count` neighbouring columns of `rows` rows, the rest zeros.
void pack_columns(const float* from, std::int64_t stride, int rows, int count, float* to) {
  for (int r = 0; r < rows; ++r, from += stride, to += kKeyGroup) {
    if (count == kKeyGroup) {
      store(to, load(from));
      store(to + kLanes, load(from + kLanes));
    } else {
      for (int c = 0; c < kKeyGroup; ++c) to[c] = c < count ? from[c] : 0.0f;
    }
  }
}

/// Memory for rows * cols cells; false, with `error` set, where there is none.
bool allocate(Buffer& into, std::int64_t rows, std::int64_t cols, Error& error) {
  const auto size = cell_count({rows, cols});
  auto result = size.ok() ? Buffer::uninitialized(size.value()) : Result<Buffer>(size.error());
  if (result.ok()) {
    into = std::move(result).value();
    return true;
  }
  error = result.error();
  return false;
}

}  // namespace

Result<AttentionKernel> AttentionKernel::create(int queries, int keys, int width, int value_width,
                                                int past,
                                                const std::vector<std::uint8_t>& padding) {
  AttentionKernel kernel;
  kernel.queries_ = queries;
  kernel.keys_ = keys;
  kernel.width_ = width;
  kernel.value_width_ = value_width;
  kernel.past_ = past;
  const auto rounded_up = [](std::int64_t n) {
    return (n + kKeyGroup - 1) / kKeyGroup * kKeyGroup;
  };
  kernel.padded_keys_ = rounded_up(keys);
  Error error{};
  if (!allocate(kernel.keys_in_groups_, kernel.padded_keys_, width, error) ||
      !allocate(kernel.values_in_groups_, keys, rounded_up(value_width), error) ||
      !allocate(kernel.open_, 1, kernel.padded_keys_, error) ||
      !allocate(kernel.rows_, kTileRows, kernel.padded_keys_, error)) {
    return error;
  }
  for (std::int64_t j = 0; j < kernel.padded_keys_; ++j) {
    const bool open = j < keys && (padding.empty() || padding[static_cast<std::size_t>(j)] == 0);
    kernel.open_.data()[j] = open ? 0.0f : -kInfinity;
  }
  return kernel;
}

void AttentionKernel::pack(const AttentionHead& head) {
  for (int j = 0; j < keys_; j += kKeyGroup) {
    pack_rows(head.keys + j * head.key_stride, head.key_stride, std::min(kKeyGroup, keys_ - j),
              width_, keys_in_groups_.data() + std::int64_t{j} * width_);
  }
  for (int c = 0; c < value_width_; c += kKeyGroup) {
    pack_columns(head.values + c, head.value_stride, keys_, std::min(kKeyGroup, value_width_ - c),
                 values_in_groups_.data() + std::int64_t{c} * keys_);
  }
}

/// Writes the masked scores of `rows` queries from `first` on into rows_, and their products.
void AttentionKernel::score(const AttentionHead& head, int first, int rows, int groups) {
  const float* queries[kTileRows];
  const float* bias[kTileRows];
  Words last[kTileRows];
  for (int r = 0; r < kTileRows; ++r) {
    const int i = first + std::min(r, rows - 1);
    queries[r] = head.queries + i * head.query_stride;
    bias[r] = head.bias + i * head.bias_stride;
    last[r] = Words{} + (past_ >= keys_ ? keys_ : past_ + i);
  }
  const Lanes forbidden = all(-kInfinity);
  for (int g = 0; g < groups; ++g) {
    const int j = kKeyGroup * g;
    const Tile products =
        multiply(queries, keys_in_groups_.data() + std::int64_t{j} * width_, width_);
    for (int half = 0; half < 2; ++half) {
      const int key = j + kLanes * half;
      const Words index = Words{0, 1, 2, 3} + key;
      const Lanes open = load(open_.data() + key);
      for (int r = 0; r < kTileRows; ++r) {
        const Lanes scores = products.cells[r][half] * head.scale + load(bias[r] + key);
        store(rows_.data() + r * padded_keys_ + key, index <= last[r] ? scores + open : forbidden);
      }
    }
    if (head.products != nullptr) {
      const int count = std::min(kKeyGroup, keys_ - j);
      for (int r = 0; r < rows; ++r) {
        std::memcpy(head.products + std::int64_t{first + r} * keys_ + j, products.cells[r],
                    static_cast<std::size_t>(count) * sizeof(float));
      }
    }
  }
}

/// Turns a row of masked scores into weights. Returns whether there was a key to read.
bool AttentionKernel::normalise(int row, int groups) {
  float* const cells = rows_.data() + row * padded_keys_;
  const int size = groups * kKeyGroup;
  Lanes most = all(-kInfinity);
  for (int j = 0; j < size; j += kLanes) most = larger(most, load(cells + j));
  const float largest = std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
  if (largest == -kInfinity) {
    std::fill(cells, cells + size, 0.0f);
    return false;
  }
  Lanes sums = all(0);
  for (int j = 0; j < size; j += kLanes) {
    const Lanes e = exponential(load(cells + j) - largest);
    store(cells + j, e);
    sums += e;
  }
  const float sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  for (int j = 0; j < size; j += kLanes) store(cells + j, load(cells + j) / sum);
  return true;
}

void AttentionKernel::run(const AttentionHead& head) {
  pack(head);
  for (int first = 0; first < queries_; first += kTileRows) {
    const int rows = std::min(kTileRows, queries_ - first);
    // The last row of the tile reads the most.
    const int readable = past_ >= keys_ ? keys_ : std::min(keys_, past_ + first + rows);
    const int needed = head.products != nullptr ? keys_ : readable;
    const int groups = (needed + kKeyGroup - 1) / kKeyGroup;
    score(head, first, rows, groups);
    for (int r = 0; r < rows; ++r) head.blind[first + r] = normalise(r, groups) ? 0 : 1;
    const float* weights[kTileRows];
    for (int r = 0; r < kTileRows; ++r) {
      weights[r] = rows_.data() + std::min(r, rows - 1) * padded_keys_;
    }
    for (int c = 0; c < value_width_; c += kKeyGroup) {
      const Tile mixed =
          multiply(weights, values_in_groups_.data() + std::int64_t{c} * keys_, readable);
      const int count = std::min(kKeyGroup, value_width_ - c);
      for (int r = 0; r < rows; ++r) {
        std::memcpy(head.output + (first + r) * head.output_stride + c, mixed.cells[r],
                    static_cast<std::size_t>(count) * sizeof(float));
      }
    }
    for (int r = 0; r < rows && head.weights != nullptr; ++r) {
      float* const to = head.weights + std::int64_t{first + r} * keys_;
      const int written = std::min(keys_, groups * kKeyGroup);
      std::copy(weights[r], weights[r] + written, to);
      std::fill(to + written, to + keys_, 0.0f);
    }
  }
}

float attention_exp(float x) { return exponential(all(x))[0]; }

float largest_magnitude(const float* cells, std::int64_t size) {
  // Without its sign a float is a whole number in the same order; infinity and NaN come last.
  Words most{};
  std::int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    const Words magnitude = reinterpret<Words>(load(cells + i)) & 0x7fffffff;
    most = magnitude > most ? magnitude : most;
  }
  std::int32_t largest = std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
  for (; i < size; ++i)
    largest = std::max(largest, reinterpret<std::int32_t>(cells[i]) & 0x7fffffff);
  return reinterpret<float>(largest);
}

}  // namespace posenc
