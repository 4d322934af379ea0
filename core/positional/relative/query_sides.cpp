#include "core/positional/relative/query_sides.h"

#include <string>

#include "core/base/refusal.h"

namespace posenc {

std::optional<Error> check_query_sides(std::int64_t queries, std::int64_t keys) {
  if (queries < 0 || keys < 0) {
    const bool first = queries < 0;
    return refusal(ErrorCode::kOutOfRange, first ? "queries" : "keys",
                   static_cast<double>(first ? queries : keys), "0 or more");
  }
  if (queries > keys) {
    return Error{ErrorCode::kShapeMismatch, "there are " + std::to_string(queries) +
                                                " queries and " + std::to_string(keys) +
                                                " keys; each query needs a key at its position"};
  }
  return std::nullopt;
}

}  // namespace posenc
