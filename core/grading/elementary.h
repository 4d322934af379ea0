#pragma once

namespace posenc {

// exp and log for explanations. Those of the standard library bring 6 KB of tables into a module
// that has to stay small.

/// e^x, within 1e-15 relatively; infinity above 709.7, 0 below -745.
double exponential(double x);

/// The natural logarithm, within 1e-15 of the larger of 1 and itself; -infinity of 0, NaN below.
double logarithm(double x);

}  // namespace posenc
