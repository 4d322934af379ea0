#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// Task       rotary(x, positions, base): each pair of each row turned by position * rate
/// Arguments  x [n, d] with an even d, positions (n whole numbers, 0 or more, in any order), base
///            (number above 1)
/// Returns    n rows of d numbers; pair k is columns 2k and 2k + 1, turned from the first towards
///            the second
/// Cases      positions that are not the row numbers, repeated and beyond 2048, no row, one pair,
///            as many rows as columns; no pair is longer than 1, so that the tolerance holds
const Challenge& rotary_challenge();

}  // namespace posenc
