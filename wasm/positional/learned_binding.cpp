#include <emscripten/bind.h>

#include "core/positional/learned.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val table_for_js(const val& given) {
  posenc::LearnedTableSpec spec;
  read_field(given, "positions", spec.positions);
  read_field(given, "width", spec.width);
  read_field(given, "deviation", spec.deviation);
  read_field(given, "seed", spec.seed);
  return to_js(posenc::learned_table(spec));
}

val lookup_for_js(const val& table, const val& positions) {
  Reader read;
  const auto rows = read.matrix(table);
  const auto list = read.whole_numbers("positions", positions);
  if (read.refused()) return read.refusal();
  return to_js(posenc::learned_lookup(rows, list));
}

val lookup_backward_for_js(const val& rows, const val& positions, const val& output_gradient) {
  Reader read;
  const auto list = read.whole_numbers("positions", positions);
  const auto gradient = read.matrix(output_gradient);
  if (read.refused()) return read.refusal();
  return to_js(posenc::learned_lookup_backward(whole_number(rows), list, gradient));
}

val resize_for_js(const val& table, const val& positions) {
  Reader read;
  const auto rows = read.matrix(table);
  if (read.refused()) return read.refusal();
  return to_js(posenc::learned_resize(rows, whole_number(positions)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(learned) {
  emscripten::function("learnedTable", &table_for_js);
  emscripten::function("learnedLookup", &lookup_for_js);
  emscripten::function("learnedLookupBackward", &lookup_backward_for_js);
  emscripten::function("learnedResize", &resize_for_js);
}
