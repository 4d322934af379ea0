#include <emscripten/bind.h>

#include "core/base/difference.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val difference_for_js(const val& a, const val& b) {
  Reader read;
  const posenc::Matrix first = read.matrix(a);
  const posenc::Matrix second = read.matrix(b);
  if (read.refused()) return read.refusal();
  return to_js(posenc::difference(first, second));
}

val distance_for_js(const val& a, const val& b) {
  Reader read;
  const posenc::Matrix first = read.matrix(a);
  const posenc::Matrix second = read.matrix(b);
  if (read.refused()) return read.refusal();
  return to_js(posenc::distance(first, second), [](double value) { return val(value); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(difference) {
  emscripten::function("difference", &difference_for_js);
  emscripten::function("distance", &distance_for_js);
}
