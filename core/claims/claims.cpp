#include "core/claims/claims.h"

#include <array>
#include <cassert>
#include <string>
#include <utility>

#include "core/claims/experiment.h"

namespace posenc {
namespace {

using Group = std::span<const Experiment> (*)();

constexpr Group kGroups[] = {rate_experiments,  geometry_experiments, layer_experiments,
                             order_experiments, reach_experiments,    rotary_experiments};

constexpr std::size_t kClaims = 25;

std::array<std::string_view, kClaims> collect_ids() {
  std::array<std::string_view, kClaims> ids;
  std::size_t count = 0;
  for (const Group group : kGroups) {
    for (const Experiment& experiment : group()) {
      assert(count < kClaims);
      ids[count++] = experiment.id;
    }
  }
  assert(count == kClaims);
  return ids;
}

}  // namespace

std::span<const std::string_view> claim_ids() {
  static const std::array<std::string_view, kClaims> ids = collect_ids();
  return ids;
}

const Experiment* find_experiment(std::string_view id) {
  for (const Group group : kGroups) {
    for (const Experiment& experiment : group()) {
      if (experiment.id == id) return &experiment;
    }
  }
  return nullptr;
}

Result<ClaimReport> run(const Experiment& experiment) {
  Measurements measured;
  experiment.measure(measured);
  if (measured.stopped()) return measured.error();
  const ClaimVerdict verdict = experiment.judge(measured);
  return ClaimReport{std::string(experiment.id), verdict, std::move(measured.evidence())};
}

Result<ClaimReport> check_claim(std::string_view id) {
  const Experiment* experiment = find_experiment(id);
  if (experiment != nullptr) return run(*experiment);
  // A name may be as long as its caller likes; a message may not.
  std::string message = "the claim is \"";
  message += id.substr(0, 60);
  message += "\"; it must be one of claim_ids()";
  return Error{ErrorCode::kUnknownName, std::move(message)};
}

}  // namespace posenc
