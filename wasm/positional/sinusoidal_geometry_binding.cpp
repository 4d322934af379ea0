#include <emscripten/bind.h>

#include "core/positional/sinusoidal_geometry.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"
#include "wasm/positional/specs.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val periods_for_js(const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::sinusoidal_periods(spec.width, spec.base));
}

val shift_matrix_for_js(const val& offset, const val& given) {
  const auto spec = sinusoidal_spec(given);
  const auto whole = static_cast<std::int64_t>(offset.as<double>());
  return to_js(posenc::shift_matrix(whole, spec.width, spec.base, spec.layout));
}

val similarity_for_js(const val& distances, const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::sinusoidal_similarity(whole_number(distances), spec.width, spec.base));
}

val first_rise_for_js(const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::first_rise(spec.width, spec.base),
               [](int distance) { return value_to_js(distance); });
}

val closest_pair_for_js(const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::closest_pair(spec.positions, spec.width, spec.base),
               [](const posenc::ClosestPair& pair) {
                 val object = val::object();
                 put(object, "first", pair.first);
                 put(object, "second", pair.second);
                 put(object, "distance", pair.distance);
                 return object;
               });
}

val seen_angles_for_js(const val& trained, const val& given) {
  const auto spec = sinusoidal_spec(given);
  return to_js(posenc::seen_angles(whole_number(trained), spec.width, spec.base));
}

}  // namespace

EMSCRIPTEN_BINDINGS(sinusoidal_geometry) {
  emscripten::function("sinusoidalPeriods", &periods_for_js);
  emscripten::function("shiftMatrix", &shift_matrix_for_js);
  emscripten::function("sinusoidalSimilarity", &similarity_for_js);
  emscripten::function("firstRise", &first_rise_for_js);
  emscripten::function("closestPair", &closest_pair_for_js);
  emscripten::function("seenAngles", &seen_angles_for_js);
}
