#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// Task       shift_matrix(offset, d, base): the matrix that takes the code of any position to the
///            code of the position `offset` further on
/// Arguments  offset (integer, also below 0), d (even integer), base (number above 1)
/// Returns    M [d, d] with M · PE[p] = PE[p + offset] for column vectors, interleaved
/// Cases      offsets of 0, below 0 and beyond 2048, one pair, other bases
const Challenge& shift_matrix_challenge();

}  // namespace posenc
