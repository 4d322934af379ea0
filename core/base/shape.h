#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/base/result.h"

namespace posenc {

/// The number of cells of a shape, refused before it can overflow.
/// Errors    kOutOfRange  a side is negative or above 2^31 - 1, or the product is above kMaxCells;
///                        the message holds the whole shape
Result<std::int64_t> cell_count(std::initializer_list<std::int64_t> sides);

/// cell_count, and a check that `given` cells fill the shape.
/// Errors    as above, and kShapeMismatch  given is another number of cells
Result<std::int64_t> filled_cell_count(std::initializer_list<std::int64_t> sides,
                                       std::int64_t given);

}  // namespace posenc
