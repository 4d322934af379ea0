#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// Task       alibi_weights(scores): causal weights after ALiBi's bias
/// Arguments  scores [heads, n, n], already scaled, before the bias
/// Returns    weights [heads, n, n]: softmax over the keys up to the query of score - slope *
///            distance, 0 for later keys; slopes by the published rule for any number of heads
/// Cases      powers of two of heads and other numbers, one head, one token, none, and scores so
/// far
///            below 0 that a softmax has to subtract the largest and a mask has to be lower still
const Challenge& alibi_weights_challenge();

}  // namespace posenc
