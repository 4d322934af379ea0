#include <emscripten/bind.h>

#include "core/positional/relative/transformer_xl.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val distances_for_js(const val& queries, const val& keys, const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::transformer_xl_distances(whole_number(queries), whole_number(keys),
                                                spec.width, spec.base, spec.layout));
}

val terms_for_js(const val& queries, const val& keys, const val& distances, const val& content_bias,
                 const val& distance_bias) {
  Reader read;
  const auto q = read.matrix(queries);
  const auto k = read.matrix(keys);
  const auto r = read.matrix(distances);
  const auto u = read.matrix(content_bias);
  const auto v = read.matrix(distance_bias);
  if (read.refused()) return read.refusal();
  return to_js(posenc::transformer_xl_terms(q, k, r, u, v),
               [](const posenc::TransformerXlTerms& terms) {
                 val object = val::object();
                 put(object, "content", terms.content);
                 put(object, "distance", terms.distance);
                 put(object, "contentBias", terms.content_bias);
                 put(object, "distanceBias", terms.distance_bias);
                 return object;
               });
}

val backward_for_js(const val& queries, const val& keys, const val& distances,
                    const val& content_bias, const val& distance_bias, const val& scores_gradient) {
  Reader read;
  const auto q = read.matrix(queries);
  const auto k = read.matrix(keys);
  const auto r = read.matrix(distances);
  const auto u = read.matrix(content_bias);
  const auto v = read.matrix(distance_bias);
  const auto gradient = read.matrix(scores_gradient);
  if (read.refused()) return read.refusal();
  return to_js(posenc::transformer_xl_backward(q, k, r, u, v, gradient),
               [](const posenc::TransformerXlGradient& gradients) {
                 val object = val::object();
                 put(object, "queries", gradients.queries);
                 put(object, "keys", gradients.keys);
                 put(object, "distances", gradients.distances);
                 put(object, "contentBias", gradients.content_bias);
                 put(object, "distanceBias", gradients.distance_bias);
                 return object;
               });
}

val shift_for_js(const val& by_distance) {
  Reader read;
  const auto cells = read.matrix(by_distance);
  if (read.refused()) return read.refusal();
  return to_js(posenc::relative_shift(cells));
}

}  // namespace

EMSCRIPTEN_BINDINGS(transformer_xl) {
  emscripten::function("transformerXlDistances", &distances_for_js);
  emscripten::function("transformerXlTerms", &terms_for_js);
  emscripten::function("transformerXlBackward", &backward_for_js);
  emscripten::function("relativeShift", &shift_for_js);
}
