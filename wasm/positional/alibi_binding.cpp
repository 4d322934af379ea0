#include <emscripten/bind.h>

#include "core/positional/alibi.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val slopes_for_js(const val& heads) {
  return to_js(posenc::alibi_slopes(whole_number(heads)),
               [](const std::vector<double>& slopes) { return value_to_js(std::span(slopes)); });
}

val bias_for_js(const val& slopes, const val& queries, const val& keys) {
  Reader read;
  const auto list = read.numbers("slopes", slopes);
  if (read.refused()) return read.refusal();
  return to_js(posenc::alibi_bias(list, whole_number(queries), whole_number(keys)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(alibi) {
  emscripten::function("alibiSlopes", &slopes_for_js);
  emscripten::function("alibiBias", &bias_for_js);
}
