#include "core/base/difference.h"

#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

void fuzz_difference(Input& input, Observer& observer) {
  const int rows = input.side();
  const int cols = input.side();
  const bool finite = input.flag();
  const Matrix a = input.matrix({rows, cols}, finite);
  const Matrix b =
      input.matrix({input.nearly_small(a.rows()), input.nearly_small(a.cols())}, finite);
  const bool agree = has_shape(b, a.rows(), a.cols());

  const auto minus = difference(a, b);
  const auto far = distance(a, b);
  promise(minus.ok() == agree && far.ok() == agree, "shapes that differ are refused, no others");
  const Matrix* cells = observer.see(minus);
  const double* root = observer.see(far);
  if (cells == nullptr || root == nullptr) return;
  observer.see_value(*root);
  promise(has_shape(*cells, a.rows(), a.cols()), "the difference has the shape of a");
  long double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const float right = a.data()[i] - b.data()[i];
    const float got = cells->data()[i];
    promise(right == got || (std::isnan(right) && std::isnan(got)), "one subtraction per cell");
    const long double exact = static_cast<long double>(a.data()[i]) - b.data()[i];
    sum += exact * exact;
  }
  if (!all_finite(a.cells()) || !all_finite(b.cells())) return;
  const long double right = std::sqrt(sum);
  promise(std::abs(*root - right) <= 1e-12L * right, "the distance is that of Euclid");
}

}  // namespace posenc::fuzz
