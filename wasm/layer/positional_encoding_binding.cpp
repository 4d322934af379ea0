#include <emscripten/bind.h>

#include "core/layer/positional_encoding.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using posenc::PositionalEncoding;
using posenc::SinusoidalSpec;
using posenc::Tensor3;
namespace wasm = posenc::wasm;

namespace {

/// Builds the layer, copies the batch in and applies `pass` to both.
template <class Pass>
emscripten::val with_layer(const SinusoidalSpec& spec, const wasm::JsTensor3& cells, Pass pass) {
  auto layer = PositionalEncoding::create(spec);
  if (!layer.ok()) return wasm::error_to_js(layer.error());
  auto input = wasm::from_js(cells);
  if (!input.ok()) return wasm::error_to_js(input.error());
  return wasm::to_js(pass(layer.value(), input.value()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(positional_encoding) {
  emscripten::function("positionalEncodingForward",
                       emscripten::optional_override(
                           [](const SinusoidalSpec& spec, const wasm::JsTensor3& cells, int start) {
                             return with_layer(
                                 spec, cells,
                                 [start](const PositionalEncoding& layer, const Tensor3& input) {
                                   return layer.forward(input, start);
                                 });
                           }));
  emscripten::function(
      "positionalEncodingBackward",
      emscripten::optional_override([](const SinusoidalSpec& spec, const wasm::JsTensor3& cells) {
        return with_layer(spec, cells,
                          [](const PositionalEncoding& layer, const Tensor3& gradient) {
                            return layer.backward(gradient);
                          });
      }));
}
