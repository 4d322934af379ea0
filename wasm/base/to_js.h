#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc::wasm {

/// Copies as typed arrays that JavaScript owns: they survive memory growth.
emscripten::val value_to_js(std::span<const float> cells);           // Float32Array
emscripten::val value_to_js(std::span<const double> numbers);        // Float64Array
emscripten::val value_to_js(std::span<const std::int32_t> numbers);  // Int32Array
emscripten::val value_to_js(std::span<const std::uint8_t> flags);    // Uint8Array

emscripten::val value_to_js(const Matrix& matrix);   // {rows, cols, data}
emscripten::val value_to_js(const Tensor3& tensor);  // {batch, rows, cols, data}
emscripten::val value_to_js(double number);

/// object[name] = value. One function for each kind of value, not a template for each use.
void put(emscripten::val& object, const char* name, const emscripten::val& value);
void put(emscripten::val& object, const char* name, double value);
void put(emscripten::val& object, const char* name, const Matrix& value);
void put(emscripten::val& object, const char* name, const Tensor3& value);
void put_flag(emscripten::val& object, const char* name, bool value);
void put_text(emscripten::val& object, const char* name, std::string_view value);

/// array.push(value)
void append(emscripten::val& array, const emscripten::val& value);

/// {ok: false, code, message}
emscripten::val error_to_js(const Error& error);

/// {ok: true, value}
emscripten::val success_to_js(const emscripten::val& value);

/// {ok: true, value} or {ok: false, code, message}; `convert` turns the value into a val.
template <class T, class Convert>
emscripten::val to_js(const Result<T>& result, Convert convert) {
  return result.ok() ? success_to_js(convert(result.value())) : error_to_js(result.error());
}

// What most functions return has its own copy, which all of them share.
emscripten::val to_js(const Result<Matrix>& result);
emscripten::val to_js(const Result<Tensor3>& result);

}  // namespace posenc::wasm
