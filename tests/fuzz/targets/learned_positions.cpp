#include "core/layer/learned_positions.h"

#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

void fuzz_learned_positions(Input& input, Observer& observer) {
  const bool finite = input.flag();
  Matrix table = input.matrix({input.side(), input.side()}, finite);
  const int rows = table.rows();
  const int width = table.cols();
  const auto created = LearnedPositions::create(std::move(table));
  promise(created.ok() == (rows >= 1 && width >= 1), "a table needs a row and a column");
  const LearnedPositions* layer = observer.see(created);
  if (layer == nullptr) return;
  promise(has_shape(layer->table(), rows, width), "the layer keeps its table");

  const int tokens = input.nearly_small(rows);
  const Tensor3 batch =
      input.tensor3({input.between(0, 3), tokens, input.nearly_small(width)}, finite);
  const int start = input.nearly(rows - tokens);
  const bool fits =
      batch.cols() == width && start >= 0 && std::int64_t{start} + batch.rows() <= rows;
  const auto result = layer->forward(batch, start);
  promise(result.ok() == fits, "tokens that have a row are encoded, no others");
  if (const Tensor3* output = observer.see(result)) {
    promise(has_shape(*output, batch.batch(), batch.rows(), batch.cols()), "the shape stays");
    promise(!finite || all_finite(output->cells()), "finite cells stay finite");
  }
  const auto back = layer->backward(batch, start);
  promise(back.ok() == fits, "gradients are refused as inputs are");
  if (const LearnedPositionsGradient* gradient = observer.see(back)) {
    observer.see_value(gradient->input);
    observer.see_value(gradient->table);
    promise(same_bits(gradient->input.cells(), batch.cells()), "the input's passes unchanged");
    promise(has_shape(gradient->table, rows, width), "as the table");
    promise(!finite || all_finite(gradient->table.cells()), "finite cells have finite gradients");
    for (int r = 0; r < rows; ++r) {
      if (r >= start && r < start + batch.rows()) continue;
      const std::span<const float> row(gradient->table.row(r), static_cast<std::size_t>(width));
      promise(all_within(row, 0.0, 0.0), "rows out of reach are not trained");
    }
  }
}

}  // namespace posenc::fuzz
