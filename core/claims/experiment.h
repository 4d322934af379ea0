#pragma once

#include <cstdint>
#include <forward_list>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/claims/claims.h"

namespace posenc {

/// What an experiment has measured so far, or the error that stopped it. Ids and sources may hold
/// one '#', which stands for `number`: "first-rise-#" with 4 is "first-rise-4".
class Measurements {
 public:
  void add(const char* id, double value, const char* source, int number = 0);

  /// Whether a call gave a result; if not, its error ends the experiment.
  template <class T>
  bool have(const Result<T>& result) {
    return result.ok() || stop(result.error());
  }

  /// Keeps a matrix until the experiment is over. Null if there is none: its error ends the
  /// experiment.
  const Matrix* keep(Result<Matrix> result);

  /// The codes of positions first .. first + positions - 1 with the usual base and layout, kept.
  const Matrix* codes(int first, int positions, int width);

  /// Measures a refusal: 1 if the call was refused, 0 if it gave a result. Memory that ran out is
  /// no refusal and ends the experiment: then, and only then, this is false.
  template <class T>
  bool add_refusal(const char* id, const Result<T>& result, const char* source) {
    return add_refusal(id, result.ok() ? nullptr : &result.error(), source);
  }

  /// The value measured under an id; NaN if there is none, which no rule takes for a yes.
  double at(const char* id, int number = 0) const;

  std::vector<Evidence>& evidence() { return evidence_; }
  bool stopped() const { return stopped_; }
  const Error& error() const { return error_; }

 private:
  bool stop(const Error& error);
  bool add_refusal(const char* id, const Error* error, const char* source);

  std::vector<Evidence> evidence_;
  std::forward_list<Matrix> kept_;  // a list, so that a pointer into it stays good
  bool stopped_ = false;
  Error error_{};
};

/// A claim, how it is measured, and the rule that turns what was measured into a verdict.
struct Experiment {
  std::string_view id;
  void (*measure)(Measurements&);
  ClaimVerdict (*judge)(const Measurements&);
};

// The groups, each in the file of its name.
std::span<const Experiment> rate_experiments();
std::span<const Experiment> geometry_experiments();
std::span<const Experiment> layer_experiments();
std::span<const Experiment> order_experiments();
std::span<const Experiment> reach_experiments();
std::span<const Experiment> rotary_experiments();

/// Null if there is none of that id.
const Experiment* find_experiment(std::string_view id);

/// Measures and judges. Errors: the one that stopped the measuring.
Result<ClaimReport> run(const Experiment& experiment);

// The two shapes of a rule.

/// For a claim that says "always", "every" or "is": one counterexample refutes it.
inline ClaimVerdict in_every_case(bool holds) {
  return holds ? ClaimVerdict::kHolds : ClaimVerdict::kFails;
}

/// For a claim that leaves open what it speaks of: one case per reading or condition.
ClaimVerdict case_by_case(std::initializer_list<bool> cases);

// What several experiments need.

inline constexpr double kUsualBase = 10'000.0;

/// Equal up to the rounding of float32 values.
bool is_near(double value, double expected);

double dot_product(const float* a, const float* b, int width);
double length_of(const float* a, int width);
double distance_of(const float* a, const float* b, int width);

/// The largest |a - b| of so many cells.
double largest_difference(const float* a, const float* b, std::int64_t cells);

}  // namespace posenc
