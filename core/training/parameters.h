#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/training/training_spec.h"

namespace posenc {

/// One trained table [rows, cols] and where it lies in the flat array that holds them all.
struct ParameterTable {
  const char* name = "";
  std::int64_t first = 0;
  int rows = 0;
  int cols = 0;
  double deviation = 0.0;  ///< of the normal distribution that it starts from; 0: starts at 0

  std::int64_t size() const { return std::int64_t{rows} * cols; }
};

/// The trained tables of one layer. Weights are applied as x W.
struct LayerParameters {
  ParameterTable query;       ///< [width, width]
  ParameterTable key;         ///< [width, width]
  ParameterTable value;       ///< [width, width]
  ParameterTable output;      ///< [width, width]
  ParameterTable query_bias;  ///< [1, width]
  ParameterTable key_bias;    ///< [1, width]
  ParameterTable offsets;     ///< kShaw [2 clip + 1, width / heads], shared by the heads; else none
};

/// Where each trained table lies. A table that the scheme lacks has no rows.
struct ParameterLayout {
  ParameterTable beads;      ///< [kBeadKinds, width]
  ParameterTable positions;  ///< kLearned [table_rows, width]
  ParameterTable buckets;    ///< kT5 [buckets, heads], shared by the layers
  std::array<LayerParameters, kMaxTrainingLayers> layers;
  ParameterTable readout;       ///< [width, kBeadKinds]
  ParameterTable readout_bias;  ///< [1, kBeadKinds]
  std::int64_t size = 0;

  /// Requires  check_training_spec has passed
  explicit ParameterLayout(const TrainingSpec& spec);

  /// Every table that has rows, in the order of the array.
  std::vector<ParameterTable> tables() const;
};

/// Fresh weights, drawn table after table.
/// Errors    kOutOfMemory  a table does not fit the memory that is left
std::optional<Error> draw_parameters(const ParameterLayout& layout, std::uint32_t seed,
                                     float* weights);

}  // namespace posenc
