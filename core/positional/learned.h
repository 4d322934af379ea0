#pragma once

#include <cstdint>
#include <span>

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace posenc {

struct LearnedTableSpec {
  int positions = 0;        ///< rows, 1 or more; positions * width <= kMaxCells
  int width = 0;            ///< columns, 1..kMaxWidth
  double deviation = 0.02;  ///< of the normal distribution that rows are drawn from; 0..1e3
  std::uint32_t seed = 0;   ///< the same seed gives the same table in every build
};

/// A fresh table of trainable position vectors: one row per position, and a hard end. The numbers
/// are sums of twelve uniform ones less their mean: normal but for the tails, which end at six
/// deviations, and free of logarithms and cosines, whose last bits differ between libraries.
///
/// Shape     [positions, width]
/// Errors    kOutOfRange   a value is outside the limits above
///           kNotFinite    deviation is NaN or infinite
///           kOutOfMemory  the table does not fit the memory that is left
/// Source    "Convolutional Sequence to Sequence Learning" (2017); BERT (2019)
Result<Matrix> learned_table(const LearnedTableSpec& spec);

/// The rows of `positions`, in that order; a position may come more than once.
///
/// Shape     table [rows, width], positions [n] -> [n, width]
/// Accuracy  exact copies
/// Errors    kOutOfRange   a position is negative or not below table.rows(): there is no such row
///           kOutOfMemory  the result does not fit the memory that is left
Result<Matrix> learned_lookup(const Matrix& table, std::span<const std::int32_t> positions);

/// The gradient of the table: each arriving row is added to the row that was looked up. Rows that
/// no position named stay exactly 0: they are never trained.
///
/// Shape     positions [n], output_gradient [n, width] -> [rows, width]
/// Accuracy  summed in double, rounded once
/// Errors    kOutOfRange     rows is below 1, or a position is negative or not below rows
///           kShapeMismatch  output_gradient.rows() is not the number of positions
///           kOutOfMemory    the result does not fit the memory that is left
Result<Matrix> learned_lookup_backward(int rows, std::span<const std::int32_t> positions,
                                       const Matrix& output_gradient);

/// A table for another number of positions, by linear interpolation between neighbouring rows: the
/// first and the last row keep their vectors, and what lay between is stretched. One row alone is
/// repeated; one row asked for is the first.
///
/// Shape     [positions, table.cols()]
/// Formula   row r lies at r * (table.rows() - 1) / (positions - 1) of the old table
/// Accuracy  interpolated in double, rounded once
/// Errors    kOutOfRange   table has no rows or columns, or positions is below 1 or too large
///           kOutOfMemory  the result does not fit the memory that is left
Result<Matrix> learned_resize(const Matrix& table, int positions);

}  // namespace posenc
