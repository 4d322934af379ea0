#include "core/claims/claims.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

/// What a claim measures does not depend on input; what can be wrong is its name.
void fuzz_claims(Input& input, Observer& observer) {
  const auto ids = claim_ids();
  const std::uint8_t chosen = input.byte();
  std::string id(chosen < ids.size() ? ids[chosen] : std::string_view());
  // Some experiments take seconds with sanitizers, so most names are spoilt.
  if (chosen >= ids.size() || input.byte() < 250) id += input.text(99) + "?";
  const auto result = check_claim(id);
  const bool known = std::find(ids.begin(), ids.end(), id) != ids.end();
  promise(result.ok() == known, "a claim that exists can be checked");
  if (const ClaimReport* report = observer.see(result)) {
    promise(report->id == id && !report->evidence.empty(), "a verdict has evidence");
    for (const Evidence& evidence : report->evidence) {
      observer.see_value(std::string_view(evidence.id));
      observer.see_value(evidence.value);
      observer.see_value(std::string_view(evidence.source));
      promise(std::isfinite(evidence.value), "evidence is a number");
    }
  }
}

}  // namespace posenc::fuzz
