#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// Task       causal_attention(queries, keys, base): the weights of causal attention after the
///            codes of their positions have been added to queries and keys
/// Arguments  queries [q, d], keys [k, d] with q <= k, base (number above 1); the queries are the
///            last q of the k positions
/// Returns    weights [q, k]: softmax over the keys of the scaled products, 0 for later keys
/// Cases      equal and unequal numbers, one query, no query, odd widths, width 1, and scores so
/// far
///            below 0 that a softmax has to subtract the largest and a mask has to be lower still
const Challenge& causal_attention_challenge();

}  // namespace posenc
