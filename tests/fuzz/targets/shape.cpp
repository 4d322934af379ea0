#include "core/base/shape.h"

#include <array>

#include "core/base/buffer.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

/// The number of cells that the header promises, or -1 where it promises a refusal.
std::int64_t right_count(std::span<const std::int64_t> sides) {
  long double product = 1;  // far beyond int64 without overflow, and exact where it matters
  for (const std::int64_t side : sides) {
    if (side < 0 || side > 2'147'483'647) return -1;
    product *= static_cast<long double>(side);
  }
  return product > static_cast<long double>(kMaxCells) ? -1 : static_cast<std::int64_t>(product);
}

void check(Observer& observer, const Result<std::int64_t>& result, std::int64_t right) {
  const std::int64_t* count = observer.see(result);
  promise(count != nullptr ? *count == right : right < 0, "cell_count is the product or a refusal");
}

}  // namespace

void fuzz_shape(Input& input, Observer& observer) {
  const std::array sides = {input.long_whole(), input.long_whole(), input.long_whole()};
  const std::int64_t given = input.long_whole();
  const std::span<const std::int64_t> all(sides);
  const auto [a, b, c] = sides;
  check(observer, cell_count({}), 1);
  check(observer, cell_count({a}), right_count(all.first(1)));
  check(observer, cell_count({a, b}), right_count(all.first(2)));
  check(observer, cell_count({a, b, c}), right_count(all));
  const std::int64_t right = right_count(all);
  check(observer, filled_cell_count({a, b, c}, given), given == right ? right : -1);

  // Room is asked for, not written to: the largest matrix costs no time.
  const auto buffer = Buffer::uninitialized(given);
  promise(buffer.ok() == (given >= 0 && given <= kMaxCells), "a buffer has 0..kMaxCells cells");
  if (!buffer.ok()) observer.see_error(buffer.error());
  const auto matrix = Matrix::uninitialized(a, b);
  promise(matrix.ok() == (right_count(all.first(2)) >= 0), "a matrix has 0..kMaxCells cells");
  if (!matrix.ok()) observer.see_error(matrix.error());
  const auto tensor = Tensor3::uninitialized(a, b, c);
  promise(tensor.ok() == (right >= 0), "a tensor has 0..kMaxCells cells");
  if (!tensor.ok()) observer.see_error(tensor.error());

  const Matrix cells = input.matrix({1, input.side()});
  const auto copied_buffer = Buffer::copy_of(cells.cells());
  promise(copied_buffer.ok() && same_bits(copied_buffer.value().span(), cells.cells()),
          "a buffer copies");
  const auto copied_matrix = Matrix::copy_of(a, b, cells.cells());
  promise(copied_matrix.ok() == (right_count(all.first(2)) == cells.size()),
          "a copy fills its shape");
  if (const Matrix* copy = observer.see(copied_matrix)) {
    promise(has_shape(*copy, a, b) && same_bits(copy->cells(), cells.cells()), "a matrix copies");
  }
  const auto copied_tensor = Tensor3::copy_of(a, b, c, cells.cells());
  promise(copied_tensor.ok() == (right == cells.size()), "a copy fills its shape");
  if (const Tensor3* copy = observer.see(copied_tensor)) {
    promise(has_shape(*copy, a, b, c) && same_bits(copy->cells(), cells.cells()),
            "a tensor copies");
  }
}

}  // namespace posenc::fuzz
