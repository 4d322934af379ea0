#include <emscripten/bind.h>

#include "core/layer/learned_positions.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val forward_for_js(const val& table, const val& input, const val& start) {
  Reader read;
  auto rows = read.matrix(table);
  const auto cells = read.tensor3(input);
  if (read.refused()) return read.refusal();
  const auto layer = posenc::LearnedPositions::create(std::move(rows));
  if (!layer.ok()) return error_to_js(layer.error());
  return to_js(layer.value().forward(cells, whole_number(start)));
}

val backward_for_js(const val& table, const val& output_gradient, const val& start) {
  Reader read;
  auto rows = read.matrix(table);
  const auto cells = read.tensor3(output_gradient);
  if (read.refused()) return read.refusal();
  const auto layer = posenc::LearnedPositions::create(std::move(rows));
  if (!layer.ok()) return error_to_js(layer.error());
  return to_js(layer.value().backward(cells, whole_number(start)),
               [](const posenc::LearnedPositionsGradient& gradients) {
                 val object = val::object();
                 put(object, "input", gradients.input);
                 put(object, "table", gradients.table);
                 return object;
               });
}

}  // namespace

EMSCRIPTEN_BINDINGS(learned_positions) {
  emscripten::function("learnedPositionsForward", &forward_for_js);
  emscripten::function("learnedPositionsBackward", &backward_for_js);
}
