#include "core/grading/value.h"

namespace posenc {

ListIndex index_of(const ListShape& shape, std::size_t cell) {
  ListIndex index;
  index.depth = shape.depth;
  for (auto i = static_cast<std::size_t>(shape.depth); i-- > 0;) {
    const auto side = static_cast<std::size_t>(shape.sides[i]);
    index.at[i] = static_cast<int>(cell % side);
    cell /= side;
  }
  return index;
}

}  // namespace posenc
