#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/training/training_spec.h"

namespace posenc::lab {

/// What one run is and how its model is judged afterwards.
struct Options {
  TrainingSpec spec;
  /// The words that were typed, or the first of each list of names.
  std::string task = "back2";
  std::string scheme = "none";
  std::string mask = "none";
  std::vector<int> lengths = {8, 16, 24, 32, 64};
  int sequences = 512;              ///< that an accuracy is taken over
  std::uint32_t judged_seed = 999;  ///< of these sequences; the same for every run
};

/// Reads `--name value` and `--name=value`. What a value may be is for the core to say; only what
/// is no number, or no name at all, is refused here.
///
/// Errors    kUnknownName  an option, a task, a scheme or a mask that there is not
///           kOutOfRange   a value is missing, or no number, or no whole number where one is needed
Result<Options> read_options(std::span<const std::string_view> words);

/// The options and what they mean, a line each.
const char* options_help();

}  // namespace posenc::lab
