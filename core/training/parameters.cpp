#include "core/training/parameters.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/positional/learned.h"

namespace posenc {

ParameterLayout::ParameterLayout(const TrainingSpec& spec) {
  const auto add = [this](ParameterTable& table, const char* name, int rows, int cols,
                          double deviation) {
    table = {name, size, rows, cols, deviation};
    size += table.size();
  };
  const int width = spec.width;
  const double even = 1.0 / std::sqrt(width);  // leaves the size of what is multiplied as it is
  add(beads, "beads", kBeadKinds, width, 1.0);
  const bool learned = spec.scheme == PositionScheme::kLearned;
  add(positions, "positions", learned ? spec.table_rows : 0, width, 0.5);
  const bool t5 = spec.scheme == PositionScheme::kT5;
  add(buckets, "buckets", t5 ? spec.buckets : 0, spec.heads, 0.0);
  const bool shaw = spec.scheme == PositionScheme::kShaw;
  for (int l = 0; l < spec.layers; ++l) {
    LayerParameters& layer = layers[static_cast<std::size_t>(l)];
    add(layer.query, "query", width, width, even);
    add(layer.key, "key", width, width, even);
    add(layer.value, "value", width, width, even);
    add(layer.output, "output", width, width, even);
    // Biases that start at 0 leave sinusoidal positions unlearned with some seeds.
    add(layer.query_bias, "query_bias", 1, width, 0.3);
    add(layer.key_bias, "key_bias", 1, width, 0.3);
    add(layer.offsets, "offsets", shaw ? 2 * spec.clip + 1 : 0, width / spec.heads, 0.5);
  }
  add(readout, "readout", width, kBeadKinds, even);
  add(readout_bias, "readout_bias", 1, kBeadKinds, 0.0);
}

std::vector<ParameterTable> ParameterLayout::tables() const {
  std::vector<ParameterTable> all;
  const auto add = [&all](const ParameterTable& table) {
    if (table.rows > 0) all.push_back(table);
  };
  add(beads);
  add(positions);
  add(buckets);
  for (const LayerParameters& layer : layers) {
    add(layer.query);
    add(layer.key);
    add(layer.value);
    add(layer.output);
    add(layer.query_bias);
    add(layer.key_bias);
    add(layer.offsets);
  }
  add(readout);
  add(readout_bias);
  return all;
}

std::optional<Error> draw_parameters(const ParameterLayout& layout, std::uint32_t seed,
                                     float* weights) {
  Random random(seed);
  for (const ParameterTable& table : layout.tables()) {
    const auto table_seed = static_cast<std::uint32_t>(random.next() >> 32);
    // Normal numbers are drawn in one place; a table of positions is no other than the rest.
    const auto drawn = learned_table({.positions = table.rows,
                                      .width = table.cols,
                                      .deviation = table.deviation,
                                      .seed = table_seed});
    if (!drawn.ok()) return drawn.error();
    std::copy_n(drawn.value().data(), table.size(), weights + table.first);
  }
  return std::nullopt;
}

}  // namespace posenc
