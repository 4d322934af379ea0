#include "core/grading/verdict.h"

#include <cassert>

namespace posenc {

NamedValues::NamedValues(std::initializer_list<NamedValue> values) {
  for (const NamedValue& value : values) add(value.name, value.value);
}

void NamedValues::add(std::string_view name, double value) {
  assert(count_ < kMost);
  values_[static_cast<std::size_t>(count_++)] = {name, value};
}

}  // namespace posenc
