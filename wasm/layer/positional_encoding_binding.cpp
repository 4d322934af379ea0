#include <emscripten/bind.h>

#include "core/layer/positional_encoding.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val forward_for_js(const val& spec, const val& input, const val& start) {
  const auto layer = posenc::PositionalEncoding::create(sinusoidal_spec(spec));
  if (!layer.ok()) return error_to_js(layer.error());
  Reader read;
  const auto cells = read.tensor3(input);
  if (read.refused()) return read.refusal();
  return to_js(layer.value().forward(cells, whole_number(start)));
}

val backward_for_js(const val& spec, const val& output_gradient) {
  const auto layer = posenc::PositionalEncoding::create(sinusoidal_spec(spec));
  if (!layer.ok()) return error_to_js(layer.error());
  Reader read;
  const auto cells = read.tensor3(output_gradient);
  if (read.refused()) return read.refusal();
  return to_js(layer.value().backward(cells));
}

}  // namespace

EMSCRIPTEN_BINDINGS(positional_encoding) {
  emscripten::function("positionalEncodingForward", &forward_for_js);
  emscripten::function("positionalEncodingBackward", &backward_for_js);
}
