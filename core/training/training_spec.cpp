#include "core/training/training_spec.h"

#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/base/refusal.h"

namespace posenc {
namespace {

/// Looks at one value after the other and keeps the first refusal.
class Checks {
 public:
  void within(const char* name, double value, double low, double high) {
    if (error_ || (value >= low && value <= high)) return;
    const bool finite = std::isfinite(value);
    error_ = refusal(finite ? ErrorCode::kOutOfRange : ErrorCode::kNotFinite, name, value,
                     (number_text(low) + ".." + number_text(high)).c_str());
  }

  void multiple_of_8(const char* name, int value, int high) {
    if (error_ || (value >= 8 && value <= high && value % 8 == 0)) return;
    error_ = refusal(ErrorCode::kOutOfRange, name, value,
                     ("a multiple of 8, 8.." + std::to_string(high)).c_str());
  }

  /// For what no range can say: the sentence tells what was wrong.
  void holds(bool right, ErrorCode code, const std::string& sentence) {
    if (!error_ && !right) error_ = Error{code, sentence};
  }

  bool ok() const { return !error_; }
  void add(std::optional<Error> error) {
    if (!error_) error_ = std::move(error);
  }
  const std::optional<Error>& first() const { return error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace

std::optional<Error> check_deck_length(const char* name, int length) {
  Checks checks;
  checks.multiple_of_8(name, length, kMaxTrainingLength);
  return checks.first();
}

std::optional<Error> check_training_length(const TrainingSpec& spec, const char* name, int length) {
  if (auto wrong = check_deck_length(name, length)) return wrong;
  if (spec.scheme != PositionScheme::kLearned || length <= spec.table_rows) return std::nullopt;
  return Error{ErrorCode::kOutOfRange, std::string(name) + " is " + std::to_string(length) +
                                           "; the learned table has " +
                                           std::to_string(spec.table_rows) +
                                           " rows, and none for the positions after them"};
}

std::optional<Error> check_training_spec(const TrainingSpec& spec) {
  Checks checks;
  checks.within("task", static_cast<int>(spec.task), 0, 1);
  checks.within("scheme", static_cast<int>(spec.scheme), 0, 6);
  checks.within("mask", static_cast<int>(spec.mask), 0, 1);
  checks.multiple_of_8("width", spec.width, kMaxTrainingWidth);
  checks.within("heads", spec.heads, 1, kMaxTrainingWidth);
  checks.within("layers", spec.layers, 1, kMaxTrainingLayers);
  checks.within("steps", spec.steps, 1, kMaxTrainingSteps);
  checks.within("batch", spec.batch, 1, kMaxTrainingBatch);
  checks.within("learning_rate", spec.learning_rate, 1e-9, 1.0);
  checks.within("warm_up", spec.warm_up, 0, spec.steps);
  checks.within("gradient_limit", spec.gradient_limit, 1e-6, 1e6);
  if (!checks.ok()) return checks.first();

  const std::string heads = "heads is " + std::to_string(spec.heads);
  const std::string width = "the width " + std::to_string(spec.width);
  checks.holds(spec.width % spec.heads == 0, ErrorCode::kOutOfRange,
               heads + "; it must divide " + width);
  switch (spec.scheme) {
    case PositionScheme::kLearned:
      checks.within("table_rows", spec.table_rows, 1, kMaxTrainingLength);
      break;
    case PositionScheme::kShaw:
      checks.within("clip", spec.clip, 1, kMaxTrainingClip);
      break;
    case PositionScheme::kRotary:
      checks.holds(
          spec.width / spec.heads % 2 == 0, ErrorCode::kOutOfRange,
          heads + "; rotary turns pairs, so each head's part of " + width + " must be even");
      break;
    case PositionScheme::kAlibi:
      checks.holds(
          spec.slopes.empty() || spec.slopes.size() == static_cast<std::size_t>(spec.heads),
          ErrorCode::kShapeMismatch,
          "slopes has " + std::to_string(spec.slopes.size()) + " entries; " + heads);
      for (const double slope : spec.slopes) checks.within("a slope", slope, 0.0, 1000.0);
      break;
    default:
      break;
  }
  checks.within("the number of slopes", static_cast<double>(spec.slopes.size()), 0,
                kMaxTrainingWidth);
  if (!checks.ok()) return checks.first();

  checks.add(check_training_length(spec, "short_length", spec.short_length));
  checks.add(check_training_length(spec, "long_length", spec.long_length));
  if (!checks.ok()) return checks.first();
  checks.within("batch * short_length", spec.batch * spec.short_length, 1, kMaxTrainingTokens);
  checks.within("batch * long_length", spec.batch * spec.long_length, 1, kMaxTrainingTokens);
  return checks.first();
}

}  // namespace posenc
