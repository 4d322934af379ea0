#include "core/layer/positional_encoding.h"

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

void fuzz_positional_encoding(Input& input, Observer& observer) {
  const auto [positions, width] = input.sides<2>();
  const SinusoidalSpec spec{positions, input.nearly(0), width, input.base(), PairLayout::kSplit};
  const auto pattern = sinusoidal(spec);
  const auto created = PositionalEncoding::create(spec);
  promise(created.ok() == pattern.ok(), "a layer is there for every table");
  const PositionalEncoding* layer = observer.see(created);
  if (layer == nullptr) return;
  observer.see_value(layer->pattern());
  promise(same_bits(layer->pattern().cells(), pattern.value().cells()), "the pattern is the table");

  const int tokens = input.nearly_small(positions);
  const Tensor3 batch = input.tensor3({input.between(0, 3), tokens, input.nearly_small(width)});
  const int start = input.nearly(positions - tokens);
  const auto result = layer->forward(batch, start);
  const bool fits =
      batch.cols() == width && start >= 0 && std::int64_t{start} + batch.rows() <= positions;
  promise(result.ok() == fits, "tokens that have a row are encoded, no others");
  if (const Tensor3* output = observer.see(result)) {
    promise(has_shape(*output, batch.batch(), batch.rows(), batch.cols()), "the shape stays");
    for (int b = 0; b < batch.batch() && batch.size() > 0; ++b) {
      for (int t = 0; t < batch.rows(); ++t) {
        for (int i = 0; i < width; ++i) {
          const float right = batch(b, t, i) + pattern.value()(start + t, i);
          const float got = (*output)(b, t, i);
          promise(right == got || (right != right && got != got), "one addition per cell");
        }
      }
    }
  }

  const auto gradient = layer->backward(batch);
  promise(gradient.ok() == (batch.cols() == width), "a gradient of the layer's width passes");
  if (const Tensor3* passed = observer.see(gradient)) {
    promise(has_shape(*passed, batch.batch(), batch.rows(), batch.cols()), "the shape stays");
    promise(same_bits(passed->cells(), batch.cells()), "the gradient passes unchanged");
  }
}

}  // namespace posenc::fuzz
