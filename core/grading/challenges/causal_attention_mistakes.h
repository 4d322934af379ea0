#pragma once

#include <memory>
#include <span>

#include "core/grading/case.h"
#include "core/grading/mistake_search.h"

namespace posenc {

/// The arguments of a case, which must live on.
struct CausalAttentionCall {
  explicit CausalAttentionCall(const Case& given);

  int queries;
  int keys;
  int width;
  double base;
  const double* query_cells;  ///< [queries, width]
  const double* key_cells;    ///< [keys, width]
};

/// How people get the weights wrong: the code of a position, the positions of queries and keys,
/// where the codes are added and how, the product, its scale, the mask and the softmax.
/// Requires  cases that outlive the space
std::unique_ptr<MistakeSpace> causal_attention_mistakes(std::span<const Case> cases);

}  // namespace posenc
