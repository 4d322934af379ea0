#pragma once

// What the tests of hand-written backward passes share: random matrices, and a comparison with the
// differences of a forward pass that the test computes by itself, in double.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "core/base/matrix.h"

namespace posenc {

/// The same matrix in double, for a forward pass of the test's own.
struct Wide {
  int rows = 0;
  int cols = 0;
  std::vector<double> cells;

  explicit Wide(const Matrix& m)
      : rows(m.rows()), cols(m.cols()), cells(m.data(), m.data() + m.size()) {}
  double operator()(int r, int c) const {
    return cells[static_cast<std::size_t>(r) * static_cast<std::size_t>(cols) +
                 static_cast<std::size_t>(c)];
  }
};

inline Matrix matrix_of(int rows, int cols, const std::vector<float>& cells) {
  auto result = Matrix::copy_of(rows, cols, cells);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

/// Cells in -1..1, whole multiples of 2^-10.
inline Matrix random_matrix(int rows, int cols, std::mt19937_64& random) {
  std::vector<float> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (float& cell : cells)
    cell = static_cast<float>(static_cast<int>(random() % 2049) - 1024) / 1024;
  return matrix_of(rows, cols, cells);
}

/// Compares `gradient` with central differences of `loss` by each cell of `input`, which `loss`
/// reads. The losses here are linear in each single cell, so a large step is exact but for rounding
/// in double.
inline void expect_gradient(const char* name, const Matrix& gradient, Wide& input,
                            const std::function<double()>& loss) {
  ASSERT_EQ(gradient.rows(), input.rows) << name;
  ASSERT_EQ(gradient.cols(), input.cols) << name;
  constexpr double kStep = 0.5;
  std::vector<double> differences;
  double largest = 0.0;
  for (double& cell : input.cells) {
    const double middle = cell;
    cell = middle + kStep;
    const double after = loss();
    cell = middle - kStep;
    differences.push_back((after - loss()) / (2 * kStep));
    cell = middle;
    largest = std::max(largest, std::abs(differences.back()));
  }
  // One rounding to float32 is 6e-8 of an entry; double sums add less than 1e-12.
  const double tolerance = 1e-7 * largest;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    EXPECT_NEAR(gradient.data()[i], differences[i], tolerance) << name << ", cell " << i;
  }
}

}  // namespace posenc
