#include "wasm/base/to_js.h"

#include <string>

using emscripten::typed_memory_view;
using emscripten::val;

namespace posenc::wasm {
namespace {

val copy_of(const val& view) { return view.call<val>("slice"); }

/// The name of an error code in JavaScript: kOutOfRange is "out-of-range".
const char* code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kOutOfRange:
      return "out-of-range";
    case ErrorCode::kNotFinite:
      return "not-finite";
    case ErrorCode::kShapeMismatch:
      return "shape-mismatch";
    case ErrorCode::kOutOfMemory:
      return "out-of-memory";
    case ErrorCode::kUnknownName:
      return "unknown-name";
  }
  return "unknown-error";
}

}  // namespace

val value_to_js(std::span<const float> cells) {
  return copy_of(val(typed_memory_view(cells.size(), cells.data())));
}

val value_to_js(std::span<const double> numbers) {
  return copy_of(val(typed_memory_view(numbers.size(), numbers.data())));
}

val value_to_js(std::span<const std::int32_t> numbers) {
  return copy_of(val(typed_memory_view(numbers.size(), numbers.data())));
}

val value_to_js(std::span<const std::uint8_t> flags) {
  return copy_of(val(typed_memory_view(flags.size(), flags.data())));
}

val value_to_js(const Matrix& matrix) {
  val object = val::object();
  put(object, "rows", matrix.rows());
  put(object, "cols", matrix.cols());
  put(object, "data", value_to_js(matrix.cells()));
  return object;
}

val value_to_js(const Tensor3& tensor) {
  val object = val::object();
  put(object, "batch", tensor.batch());
  put(object, "rows", tensor.rows());
  put(object, "cols", tensor.cols());
  put(object, "data", value_to_js(tensor.cells()));
  return object;
}

val value_to_js(double number) { return val(number); }

void put(val& object, const char* name, const val& value) { object.set(name, value); }

void put(val& object, const char* name, double value) { put(object, name, val(value)); }

void put(val& object, const char* name, const Matrix& value) {
  put(object, name, value_to_js(value));
}

void put(val& object, const char* name, const Tensor3& value) {
  put(object, name, value_to_js(value));
}

void put_flag(val& object, const char* name, bool value) { put(object, name, val(value)); }

void put_text(val& object, const char* name, std::string_view value) {
  put(object, name, val(std::string(value)));
}

void append(val& array, const val& value) { array.call<void>("push", value); }

val error_to_js(const Error& error) {
  val object = val::object();
  put_flag(object, "ok", false);
  put_text(object, "code", code_name(error.code));
  put_text(object, "message", error.message);
  return object;
}

val success_to_js(const val& value) {
  val object = val::object();
  put_flag(object, "ok", true);
  put(object, "value", value);
  return object;
}

val to_js(const Result<Matrix>& result) {
  return to_js(result, [](const Matrix& value) { return value_to_js(value); });
}

val to_js(const Result<Tensor3>& result) {
  return to_js(result, [](const Tensor3& value) { return value_to_js(value); });
}

}  // namespace posenc::wasm
