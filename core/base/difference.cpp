#include "core/base/difference.h"

#include <cmath>
#include <string>

namespace posenc {
namespace {

Result<bool> check_same_shape(const Matrix& a, const Matrix& b) {
  if (a.rows() == b.rows() && a.cols() == b.cols()) return true;
  return Error{ErrorCode::kShapeMismatch,
               "a is " + std::to_string(a.rows()) + " x " + std::to_string(a.cols()) +
                   " and b is " + std::to_string(b.rows()) + " x " + std::to_string(b.cols()) +
                   "; they must have one shape"};
}

}  // namespace

Result<Matrix> difference(const Matrix& a, const Matrix& b) {
  if (auto same = check_same_shape(a, b); !same.ok()) return same.error();
  auto result = Matrix::uninitialized(a.rows(), a.cols());
  if (!result.ok()) return result;
  Matrix out = std::move(result).value();
  for (std::int64_t i = 0; i < a.size(); ++i) out.data()[i] = a.data()[i] - b.data()[i];
  return out;
}

Result<double> distance(const Matrix& a, const Matrix& b) {
  if (auto same = check_same_shape(a, b); !same.ok()) return same.error();
  double sum = 0.0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const double apart = double{a.data()[i]} - b.data()[i];
    sum += apart * apart;
  }
  return std::sqrt(sum);
}

}  // namespace posenc
