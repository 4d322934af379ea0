#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace posenc {

/// a - b, cell by cell.
///
/// Shape     that of a and b
/// Accuracy  one float32 subtraction per cell
/// Errors    kShapeMismatch  a and b differ in rows or columns
///           kOutOfMemory    the result does not fit the memory that is left
Result<Matrix> difference(const Matrix& a, const Matrix& b);

/// The Euclidean distance of a and b: the root of the summed squares of a - b.
///
/// Accuracy  summed in double; relative error below 1e-12
/// Errors    kShapeMismatch  a and b differ in rows or columns
Result<double> distance(const Matrix& a, const Matrix& b);

}  // namespace posenc
