#include <emscripten/bind.h>

#include <string>

#include "core/claims/claims.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

val report_to_js(const posenc::ClaimReport& report) {
  constexpr const char* kVerdicts[] = {"holds", "fails", "depends"};
  val evidence = val::array();
  for (const auto& each : report.evidence) {
    val object = val::object();
    put_text(object, "id", each.id);
    put(object, "value", each.value);
    put_text(object, "source", each.source);
    append(evidence, object);
  }
  val object = val::object();
  put_text(object, "id", report.id);
  put_text(object, "verdict", kVerdicts[static_cast<int>(report.verdict)]);
  put(object, "evidence", evidence);
  return object;
}

val ids_for_js() {
  val array = val::array();
  for (const auto id : posenc::claim_ids()) append(array, val(std::string(id)));
  return success_to_js(array);
}

val check_for_js(const val& id) {
  return to_js(posenc::check_claim(id.as<std::string>()), report_to_js);
}

}  // namespace

EMSCRIPTEN_BINDINGS(claims) {
  emscripten::function("claimIds", &ids_for_js);
  emscripten::function("checkClaim", &check_for_js);
}
