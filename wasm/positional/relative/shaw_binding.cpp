#include <emscripten/bind.h>

#include "core/positional/relative/shaw.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val rows_for_js(const val& queries, const val& keys, const val& clip) {
  return to_js(posenc::shaw_rows(whole_number(queries), whole_number(keys), whole_number(clip)));
}

val scores_for_js(const val& queries, const val& key_table, const val& keys) {
  Reader read;
  const auto q = read.matrix(queries);
  const auto table = read.matrix(key_table);
  if (read.refused()) return read.refusal();
  return to_js(posenc::shaw_scores(q, table, whole_number(keys)));
}

val scores_backward_for_js(const val& queries, const val& key_table, const val& scores_gradient) {
  Reader read;
  const auto q = read.matrix(queries);
  const auto table = read.matrix(key_table);
  const auto gradient = read.matrix(scores_gradient);
  if (read.refused()) return read.refusal();
  return to_js(posenc::shaw_scores_backward(q, table, gradient),
               [](const posenc::ShawScoresGradient& gradients) {
                 val object = val::object();
                 put(object, "queries", gradients.queries);
                 put(object, "keyTable", gradients.key_table);
                 return object;
               });
}

val values_for_js(const val& weights, const val& value_table) {
  Reader read;
  const auto w = read.matrix(weights);
  const auto table = read.matrix(value_table);
  if (read.refused()) return read.refusal();
  return to_js(posenc::shaw_values(w, table));
}

val values_backward_for_js(const val& weights, const val& value_table, const val& output_gradient) {
  Reader read;
  const auto w = read.matrix(weights);
  const auto table = read.matrix(value_table);
  const auto gradient = read.matrix(output_gradient);
  if (read.refused()) return read.refusal();
  return to_js(posenc::shaw_values_backward(w, table, gradient),
               [](const posenc::ShawValuesGradient& gradients) {
                 val object = val::object();
                 put(object, "weights", gradients.weights);
                 put(object, "valueTable", gradients.value_table);
                 return object;
               });
}

}  // namespace

EMSCRIPTEN_BINDINGS(shaw) {
  emscripten::function("shawRows", &rows_for_js);
  emscripten::function("shawScores", &scores_for_js);
  emscripten::function("shawScoresBackward", &scores_backward_for_js);
  emscripten::function("shawValues", &values_for_js);
  emscripten::function("shawValuesBackward", &values_backward_for_js);
}
