#include <emscripten/bind.h>

#include <optional>
#include <utility>
#include <variant>

#include "core/attention/attention.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

using posenc::Matrix;

/// What both functions are given. `scheme` is the place of its alternative in AttentionPositions;
/// a part that is missing is empty.
struct Given {
  Reader read;
  Matrix queries;
  Matrix keys;
  Matrix values;
  posenc::AttentionSpec spec;
  posenc::AttentionPositions positions;
};

void read_positions(Given& to, const val& from) {
  Reader& read = to.read;
  int scheme = 0;
  read_field(from, "scheme", scheme);
  switch (scheme) {
    case 1:
      to.positions =
          posenc::AddedPositions{read.matrix(from["queries"]), read.matrix(from["keys"])};
      break;
    case 2:
      to.positions = posenc::RotaryPositions{rotary_spec(from["spec"]),
                                             read.whole_numbers("queries", from["queries"]),
                                             read.whole_numbers("keys", from["keys"])};
      break;
    case 3:
      to.positions = posenc::AlibiPositions{read.numbers("slopes", from["slopes"])};
      break;
    case 4:
      to.positions = posenc::T5Positions{t5_spec(from["spec"]), read.matrix(from["table"])};
      break;
    case 5:
      to.positions =
          posenc::ShawPositions{read.matrix(from["keyTable"]), read.matrix(from["valueTable"])};
      break;
    case 6:
      to.positions = posenc::TransformerXlPositions{read.matrix(from["distances"]),
                                                    read.matrix(from["contentBias"]),
                                                    read.matrix(from["distanceBias"])};
      break;
    default:
      break;
  }
}

void read_all(Given& to, const val& queries, const val& keys, const val& values, const val& spec,
              const val& positions) {
  to.queries = to.read.matrix(queries);
  to.keys = to.read.matrix(keys);
  to.values = to.read.matrix(values);
  read_field(spec, "heads", to.spec.heads);
  read_field(spec, "mask", to.spec.mask);
  read_field(spec, "scale", to.spec.scale);
  read_field(spec, "trace", to.spec.trace);
  to.spec.padding = to.read.flags("padding", spec["padding"]);
  read_positions(to, positions);
}

val attention_for_js(const val& queries, const val& keys, const val& values, const val& spec,
                     const val& positions) {
  Given given;
  read_all(given, queries, keys, values, spec, positions);
  if (given.read.refused()) return given.read.refusal();
  return to_js(
      posenc::attention(given.queries, given.keys, given.values, given.spec, given.positions),
      [](const posenc::AttentionTrace& trace) {
        val object = val::object();
        put(object, "queries", trace.queries);
        put(object, "keys", trace.keys);
        put(object, "products", trace.products);
        put(object, "bias", trace.bias);
        put(object, "scores", trace.scores);
        put(object, "masked", trace.masked);
        put(object, "weights", trace.weights);
        put(object, "output", trace.output);
        put(object, "blind", value_to_js(std::span(trace.blind)));
        return object;
      });
}

/// The gradients of a scheme's matrices; the typed face adds the scheme.
val gradients_to_js(const posenc::AttentionPositions& positions) {
  val object = val::object();
  if (const auto* added = std::get_if<posenc::AddedPositions>(&positions)) {
    put(object, "queries", added->queries);
    put(object, "keys", added->keys);
  } else if (const auto* t5 = std::get_if<posenc::T5Positions>(&positions)) {
    put(object, "table", t5->table);
  } else if (const auto* shaw = std::get_if<posenc::ShawPositions>(&positions)) {
    put(object, "keyTable", shaw->key_table);
    put(object, "valueTable", shaw->value_table);
  } else if (const auto* xl = std::get_if<posenc::TransformerXlPositions>(&positions)) {
    put(object, "distances", xl->distances);
    put(object, "contentBias", xl->content_bias);
    put(object, "distanceBias", xl->distance_bias);
  }
  return object;
}

val backward_for_js(const val& queries, const val& keys, const val& values, const val& spec,
                    const val& positions, const val& output_gradient) {
  Given given;
  read_all(given, queries, keys, values, spec, positions);
  const Matrix gradient = given.read.matrix(output_gradient);
  if (given.read.refused()) return given.read.refusal();
  return to_js(posenc::attention_backward(given.queries, given.keys, given.values, given.spec,
                                          given.positions, gradient),
               [](const posenc::AttentionGradient& gradients) {
                 val object = val::object();
                 put(object, "queries", gradients.queries);
                 put(object, "keys", gradients.keys);
                 put(object, "values", gradients.values);
                 put(object, "positions", gradients_to_js(gradients.positions));
                 return object;
               });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::function("attention", &attention_for_js);
  emscripten::function("attentionBackward", &backward_for_js);
}
