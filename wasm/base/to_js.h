#pragma once

#include <emscripten/val.h>

#include <span>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc::wasm {

/// The name of an error code in JavaScript: kOutOfRange is "out-of-range".
const char* code_name(ErrorCode code);

/// A copy of `cells` as a Float32Array that JavaScript owns: it survives memory growth.
inline emscripten::val copy_to_js(std::span<const float> cells) {
  return emscripten::val(emscripten::typed_memory_view(cells.size(), cells.data()))
      .call<emscripten::val>("slice");
}

/// {rows, cols, data}
inline emscripten::val value_to_js(const Matrix& matrix) {
  emscripten::val object = emscripten::val::object();
  object.set("rows", matrix.rows());
  object.set("cols", matrix.cols());
  object.set("data", copy_to_js(matrix.cells()));
  return object;
}

/// {batch, rows, cols, data}
inline emscripten::val value_to_js(const Tensor3& tensor) {
  emscripten::val object = emscripten::val::object();
  object.set("batch", tensor.batch());
  object.set("rows", tensor.rows());
  object.set("cols", tensor.cols());
  object.set("data", copy_to_js(tensor.cells()));
  return object;
}

inline emscripten::val error_to_js(const Error& error) {
  emscripten::val object = emscripten::val::object();
  object.set("ok", false);
  object.set("code", emscripten::val(code_name(error.code)));
  object.set("message", emscripten::val(error.message));
  return object;
}

/// {ok: true, value} or {ok: false, code, message}; `convert` turns the value into a val.
template <class T, class Convert>
emscripten::val to_js(const Result<T>& result, Convert convert) {
  if (!result.ok()) return error_to_js(result.error());
  emscripten::val object = emscripten::val::object();
  object.set("ok", true);
  object.set("value", convert(result.value()));
  return object;
}

template <class T>
emscripten::val to_js(const Result<T>& result) {
  return to_js(result, [](const T& value) { return value_to_js(value); });
}

}  // namespace posenc::wasm
