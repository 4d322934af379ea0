#pragma once

#include "core/grading/challenge.h"

namespace posenc {

/// Task       sinusoidal_table(n, d, base): the sinusoidal code of positions 0 .. n - 1
/// Arguments  n (integer, 0 or more), d (integer, 1 or more), base (number above 1)
/// Returns    n rows of d numbers, interleaved; an empty list for n = 0
/// Cases      fixed ones, every limit of the task (one row, no row, one column, odd widths, bases
///            near 1, positions beyond 2048) and random ones; 20,000 cells at most together
/// Accuracy   the reference is within 2e-16 of the formula
const Challenge& sinusoidal_table_challenge();

}  // namespace posenc
