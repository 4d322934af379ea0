#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// add_to_batch(x, start, base): the codes of positions start, start + 1, ... added to every
/// sequence of a batch of vectors.
const Challenge& add_to_batch_challenge();

}  // namespace posenc
