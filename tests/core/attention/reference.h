#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/attention.h"

namespace posenc::reference {

/// A table of doubles, row-major.
struct Table {
  int rows = 0;
  int cols = 0;
  std::vector<double> cells;

  double& operator()(int r, int c) { return cells[static_cast<std::size_t>(r * cols + c)]; }
  double operator()(int r, int c) const { return cells[static_cast<std::size_t>(r * cols + c)]; }
};

enum class Scheme {
  kNone,
  kAdded,
  kRotary,
  kAlibi,
  kT5,
  kShawKeys,
  kShaw,
  kTransformerXl,
};

/// A call of attention, whose every number may be moved a little. What a scheme learns lies in
/// `learned`, in the order of the members of its struct.
struct Call {
  int heads = 1;
  bool causal = false;
  double scale = 1.0;
  std::vector<std::uint8_t> padding;
  Table queries;
  Table keys;
  Table values;

  Scheme scheme = Scheme::kNone;
  std::vector<Table> learned;
  std::vector<std::int32_t> query_positions;  // rotary
  std::vector<std::int32_t> key_positions;
  int rotated = 0;
  bool split = false;
  double base = 10'000.0;
  std::vector<double> slopes;  // ALiBi
  T5Spec t5;
};

struct Answer {
  std::vector<double> scores;   // [heads, q, k], before the mask
  std::vector<double> weights;  // [heads, q, k]
  Table output;
};

/// Attention from the formulas of the papers, cell by cell, in double. It shares no code with the
/// core and is not fast.
Answer attention(const Call& call);

}  // namespace posenc::reference
