#include "core/grading/answer.h"

#include <array>

namespace posenc {
namespace {

constexpr int kReported = static_cast<int>(ProblemKind::kMutatedInput) + 1;
constexpr int kAll = static_cast<int>(ProblemKind::kDependsOnCalls) + 1;

constexpr std::array<std::string_view, kAll> kIds = {
    "no-function",
    "wrong-arity",
    "threw",
    "timeout",
    "out-of-memory",
    "not-a-list",
    "ragged",
    "not-a-number",
    "too-large",
    "promise",
    "generator",
    "nothing-returned",
    "mutated-input",
    "not-run",
    "wrong-depth",
    "wrong-length",
    "wrong-row-count",
    "wrong-column-count",
    "wrong-batch-count",
    "not-finite",
    "depends-on-calls",
};

}  // namespace

std::string_view problem_id(ProblemKind kind) { return kIds[static_cast<std::size_t>(kind)]; }

std::optional<ProblemKind> reported_problem(std::string_view id) {
  for (int i = 0; i < kReported; ++i) {
    if (kIds[static_cast<std::size_t>(i)] == id) return static_cast<ProblemKind>(i);
  }
  return std::nullopt;
}

}  // namespace posenc
