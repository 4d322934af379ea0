#include <emscripten/bind.h>

#include "core/attention/attention.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using posenc::AttentionMask;
using posenc::AttentionSpec;
using posenc::AttentionTrace;
namespace wasm = posenc::wasm;

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::enum_<AttentionMask>("AttentionMask")
      .value("none", AttentionMask::kNone)
      .value("causal", AttentionMask::kCausal);
  emscripten::value_object<AttentionSpec>("AttentionSpec")
      .field("mask", &AttentionSpec::mask)
      .field("scale", &AttentionSpec::scale);
  emscripten::function("attentionDefaults",
                       emscripten::optional_override([] { return AttentionSpec{}; }));
  emscripten::function(
      "attention",
      emscripten::optional_override([](const wasm::JsMatrix& queries, const wasm::JsMatrix& keys,
                                       const wasm::JsMatrix& values, const AttentionSpec& spec) {
        auto q = wasm::from_js(queries);
        if (!q.ok()) return wasm::error_to_js(q.error());
        auto k = wasm::from_js(keys);
        if (!k.ok()) return wasm::error_to_js(k.error());
        auto v = wasm::from_js(values);
        if (!v.ok()) return wasm::error_to_js(v.error());
        return wasm::to_js(posenc::attention(q.value(), k.value(), v.value(), spec),
                           [](const AttentionTrace& trace) {
                             emscripten::val object = emscripten::val::object();
                             object.set("products", wasm::value_to_js(trace.products));
                             object.set("scores", wasm::value_to_js(trace.scores));
                             object.set("masked", wasm::value_to_js(trace.masked));
                             object.set("weights", wasm::value_to_js(trace.weights));
                             object.set("output", wasm::value_to_js(trace.output));
                             return object;
                           });
      }));
}
