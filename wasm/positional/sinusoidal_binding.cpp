#include <emscripten/bind.h>

#include "core/positional/sinusoidal.h"
#include "wasm/base/to_js.h"

using posenc::PairLayout;
using posenc::SinusoidalSpec;
namespace wasm = posenc::wasm;

EMSCRIPTEN_BINDINGS(sinusoidal) {
  emscripten::enum_<PairLayout>("PairLayout")
      .value("interleaved", PairLayout::kInterleaved)
      .value("split", PairLayout::kSplit);
  emscripten::value_object<SinusoidalSpec>("SinusoidalSpec")
      .field("positions", &SinusoidalSpec::positions)
      .field("first", &SinusoidalSpec::first)
      .field("width", &SinusoidalSpec::width)
      .field("base", &SinusoidalSpec::base)
      .field("layout", &SinusoidalSpec::layout);
  emscripten::function("sinusoidalDefaults",
                       emscripten::optional_override([] { return SinusoidalSpec{}; }));
  emscripten::function("sinusoidal", emscripten::optional_override([](const SinusoidalSpec& spec) {
                         return wasm::to_js(posenc::sinusoidal(spec));
                       }));
  emscripten::function(
      "sinusoidalAt", emscripten::optional_override([](const emscripten::val& positions, int width,
                                                       double base, PairLayout layout) {
        const auto list = emscripten::convertJSArrayToNumberVector<double>(positions);
        return wasm::to_js(posenc::sinusoidal_at(list, width, base, layout));
      }));
  emscripten::function("sinusoidalRates", emscripten::optional_override([](int width, double base) {
                         return wasm::to_js(posenc::sinusoidal_rates(width, base));
                       }));
}
