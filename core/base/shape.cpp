#include "core/base/shape.h"

#include <limits>
#include <string>

#include "core/base/buffer.h"

namespace posenc {
namespace {

std::string shape_text(std::initializer_list<std::int64_t> sides) {
  std::string text;
  for (std::int64_t side : sides) text += (text.empty() ? "" : " x ") + std::to_string(side);
  return text;
}

}  // namespace

Result<std::int64_t> cell_count(std::initializer_list<std::int64_t> sides) {
  std::int64_t count = 1;
  bool fits = true;
  bool empty = false;
  for (std::int64_t side : sides) {
    if (side < 0 || side > std::numeric_limits<std::int32_t>::max()) {
      return Error{ErrorCode::kOutOfRange,
                   "the shape is " + shape_text(sides) + "; each side must be 0..2147483647"};
    }
    // Both factors are below 2^31 as long as the product fits, so the product cannot overflow.
    if (fits) count *= side;
    empty = empty || side == 0;
    fits = fits && count <= kMaxCells;
  }
  if (empty) return 0;
  if (!fits) {
    return Error{ErrorCode::kOutOfRange, "the shape is " + shape_text(sides) + "; it may have " +
                                             std::to_string(kMaxCells) + " cells at most"};
  }
  return count;
}

Result<std::int64_t> filled_cell_count(std::initializer_list<std::int64_t> sides,
                                       std::int64_t given) {
  auto count = cell_count(sides);
  if (!count.ok()) return count;
  if (count.value() != given) {
    return Error{ErrorCode::kShapeMismatch, "there are " + std::to_string(given) +
                                                " cells; the shape " + shape_text(sides) +
                                                " needs " + std::to_string(count.value())};
  }
  return count;
}

}  // namespace posenc
