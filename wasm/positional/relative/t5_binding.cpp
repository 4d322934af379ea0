#include <emscripten/bind.h>

#include "core/positional/relative/t5.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace posenc::wasm {

T5Spec t5_spec(const val& given) {
  T5Spec spec;
  read_field(given, "buckets", spec.buckets);
  read_field(given, "maxDistance", spec.max_distance);
  read_field(given, "bidirectional", spec.bidirectional);
  return spec;
}

}  // namespace posenc::wasm

namespace {

val buckets_for_js(const val& offsets, const val& spec) {
  Reader read;
  const auto list = read.whole_numbers("offsets", offsets);
  if (read.refused()) return read.refusal();
  return to_js(
      posenc::t5_buckets(list, t5_spec(spec)),
      [](const std::vector<std::int32_t>& buckets) { return value_to_js(std::span(buckets)); });
}

val bucket_matrix_for_js(const val& queries, const val& keys, const val& spec) {
  return to_js(posenc::t5_bucket_matrix(whole_number(queries), whole_number(keys), t5_spec(spec)));
}

val bias_for_js(const val& table, const val& queries, const val& keys, const val& spec) {
  Reader read;
  const auto rows = read.matrix(table);
  if (read.refused()) return read.refusal();
  return to_js(posenc::t5_bias(rows, whole_number(queries), whole_number(keys), t5_spec(spec)));
}

val bias_backward_for_js(const val& bias_gradient, const val& spec) {
  Reader read;
  const auto gradient = read.tensor3(bias_gradient);
  if (read.refused()) return read.refusal();
  return to_js(posenc::t5_bias_backward(gradient, t5_spec(spec)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(t5) {
  emscripten::function("t5Buckets", &buckets_for_js);
  emscripten::function("t5BucketMatrix", &bucket_matrix_for_js);
  emscripten::function("t5Bias", &bias_for_js);
  emscripten::function("t5BiasBackward", &bias_backward_for_js);
}
