#include <emscripten/bind.h>

#include "core/base/difference.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

namespace wasm = posenc::wasm;

namespace {

/// Copies both matrices in and applies `measure` to them.
template <class Measure>
emscripten::val with_both(const wasm::JsMatrix& a, const wasm::JsMatrix& b, Measure measure) {
  auto first = wasm::from_js(a);
  if (!first.ok()) return wasm::error_to_js(first.error());
  auto second = wasm::from_js(b);
  if (!second.ok()) return wasm::error_to_js(second.error());
  return measure(first.value(), second.value());
}

}  // namespace

EMSCRIPTEN_BINDINGS(difference) {
  emscripten::function("difference", emscripten::optional_override([](const wasm::JsMatrix& a,
                                                                      const wasm::JsMatrix& b) {
                         return with_both(a, b, [](const auto& first, const auto& second) {
                           return wasm::to_js(posenc::difference(first, second));
                         });
                       }));
  emscripten::function("distance", emscripten::optional_override([](const wasm::JsMatrix& a,
                                                                    const wasm::JsMatrix& b) {
                         return with_both(a, b, [](const auto& first, const auto& second) {
                           return wasm::to_js(posenc::distance(first, second),
                                              [](double value) { return emscripten::val(value); });
                         });
                       }));
}
