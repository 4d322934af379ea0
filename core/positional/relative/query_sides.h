#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"

namespace posenc {

/// What every relative scheme needs of its two sides: none negative, and a key for every query,
/// since query i stands at position keys - queries + i. Returns what was wrong.
///
/// Errors    kOutOfRange     queries or keys is negative
///           kShapeMismatch  there are more queries than keys
std::optional<Error> check_query_sides(std::int64_t queries, std::int64_t keys);

}  // namespace posenc
