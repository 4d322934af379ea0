#include <emscripten/bind.h>

#include "core/positional/sinusoidal.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace posenc::wasm {

SinusoidalSpec sinusoidal_spec(const val& given) {
  SinusoidalSpec spec;
  read_field(given, "positions", spec.positions);
  read_field(given, "first", spec.first);
  read_field(given, "width", spec.width);
  read_field(given, "base", spec.base);
  read_field(given, "layout", spec.layout);
  return spec;
}

}  // namespace posenc::wasm

namespace {

val sinusoidal_for_js(const val& spec) { return to_js(posenc::sinusoidal(sinusoidal_spec(spec))); }

val sinusoidal_at_for_js(const val& positions, const val& given) {
  Reader read;
  const auto list = read.numbers("positions", positions);
  if (read.refused()) return read.refusal();
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::sinusoidal_at(list, spec.width, spec.base, spec.layout));
}

val sinusoidal_rates_for_js(const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::sinusoidal_rates(spec.width, spec.base));
}

}  // namespace

EMSCRIPTEN_BINDINGS(sinusoidal) {
  emscripten::function("sinusoidal", &sinusoidal_for_js);
  emscripten::function("sinusoidalAt", &sinusoidal_at_for_js);
  emscripten::function("sinusoidalRates", &sinusoidal_rates_for_js);
}
