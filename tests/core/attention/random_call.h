#pragma once

#include <random>
#include <string>

#include "core/attention/attention.h"
#include "tests/core/attention/reference.h"

namespace posenc::reference {

inline constexpr Scheme kSchemes[] = {
    Scheme::kNone, Scheme::kAdded,    Scheme::kRotary, Scheme::kAlibi,
    Scheme::kT5,   Scheme::kShawKeys, Scheme::kShaw,   Scheme::kTransformerXl,
};

const char* name_of(Scheme scheme);

struct CallShape {
  Scheme scheme = Scheme::kNone;
  int heads = 1;
  int q = 1;
  int k = 1;
  int width = 2;  // of one head, even
  int value_width = 1;
  bool causal = false;
  bool padding = false;
};

/// "rotary, 2 heads, 3 queries, 5 keys, causal, padding"
std::string text_of(const CallShape& shape);

/// Numbers within -1..1, each a float32, for every matrix of the call; scale 1 / sqrt(width). With
/// padding the first key and about every third may not be read.
Call random_call(const CallShape& shape, std::mt19937& random);

/// The same call as the core takes it.
struct CoreCall {
  Matrix queries;
  Matrix keys;
  Matrix values;
  AttentionSpec spec;
  AttentionPositions positions;
};
CoreCall for_core(const Call& call);

Matrix to_matrix(const Table& table);

}  // namespace posenc::reference
