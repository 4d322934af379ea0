#include <emscripten/bind.h>

#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

namespace posenc::wasm {

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

}  // namespace posenc::wasm

EMSCRIPTEN_BINDINGS(base) {
  using posenc::wasm::JsMatrix;
  using posenc::wasm::JsTensor3;
  emscripten::value_object<JsMatrix>("Matrix")
      .field("rows", &JsMatrix::rows)
      .field("cols", &JsMatrix::cols)
      .field("data", &JsMatrix::data);
  emscripten::value_object<JsTensor3>("Tensor3")
      .field("batch", &JsTensor3::batch)
      .field("rows", &JsTensor3::rows)
      .field("cols", &JsTensor3::cols)
      .field("data", &JsTensor3::data);
}
