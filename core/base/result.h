#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "core/base/error.h"

namespace posenc {

/// A value or the reason why there is none. Ask `ok()` before `value()` or `error()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }

  const T& value() const& {
    assert(ok());
    return *value_;
  }
  T&& value() && {
    assert(ok());
    return *std::move(value_);
  }
  const Error& error() const {
    assert(!ok());
    return error_;
  }

 private:
  std::optional<T> value_;
  Error error_{};
};

}  // namespace posenc
