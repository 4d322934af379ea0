#include <emscripten/bind.h>

#include "core/positional/rotary.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace posenc::wasm {

RotarySpec rotary_spec(const val& given) {
  RotarySpec spec;
  read_field(given, "width", spec.width);
  read_field(given, "rotated", spec.rotated);
  read_field(given, "base", spec.base);
  read_field(given, "layout", spec.layout);
  read_field(given, "scaling", spec.scaling);
  read_field(given, "factor", spec.factor);
  read_field(given, "trained", spec.trained);
  read_field(given, "fastTurns", spec.fast_turns);
  read_field(given, "slowTurns", spec.slow_turns);
  read_field(given, "attentionFactor", spec.attention_factor);
  return spec;
}

}  // namespace posenc::wasm

namespace {

val rates_for_js(const val& spec) {
  return to_js(posenc::rotary_rates(rotary_spec(spec)), [](const posenc::RotaryRates& rates) {
    val object = val::object();
    put(object, "rates", value_to_js(std::span(rates.rates)));
    put(object, "attentionFactor", rates.attention_factor);
    return object;
  });
}

val tables_for_js(const val& positions, const val& spec) {
  Reader read;
  const auto list = read.whole_numbers("positions", positions);
  if (read.refused()) return read.refusal();
  return to_js(posenc::rotary_tables(list, rotary_spec(spec)),
               [](const posenc::RotaryTables& tables) {
                 val object = val::object();
                 put(object, "cosines", tables.cosines);
                 put(object, "sines", tables.sines);
                 return object;
               });
}

using Turn = posenc::Result<posenc::Matrix>(const posenc::Matrix& x,
                                            std::span<const std::int32_t> positions,
                                            const posenc::RotarySpec& spec);

val turned(Turn turn, const val& x, const val& positions, const val& spec) {
  Reader read;
  const auto cells = read.matrix(x);
  const auto list = read.whole_numbers("positions", positions);
  if (read.refused()) return read.refusal();
  return to_js(turn(cells, list, rotary_spec(spec)));
}

val rotary_for_js(const val& x, const val& positions, const val& spec) {
  return turned(posenc::rotary, x, positions, spec);
}

val backward_for_js(const val& output_gradient, const val& positions, const val& spec) {
  return turned(posenc::rotary_backward, output_gradient, positions, spec);
}

}  // namespace

EMSCRIPTEN_BINDINGS(rotary) {
  emscripten::function("rotaryRates", &rates_for_js);
  emscripten::function("rotaryTables", &tables_for_js);
  emscripten::function("rotary", &rotary_for_js);
  emscripten::function("rotaryBackward", &backward_for_js);
}
