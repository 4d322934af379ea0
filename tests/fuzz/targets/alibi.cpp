#include "core/positional/alibi.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

void fuzz_alibi(Input& input, Observer& observer) {
  const int heads = input.whole();
  const auto published = alibi_slopes(heads);
  promise(published.ok() == (heads >= 1 && heads <= kMaxHeads), "1..kMaxHeads heads have slopes");
  if (const std::vector<double>* slopes = observer.see(published)) {
    promise(static_cast<int>(slopes->size()) == heads, "one slope per head");
    for (const double slope : *slopes) promise(slope > 0.0 && slope < 1.0, "slopes lie in 0..1");
  }

  const std::vector<double> slopes = input.numbers(4);
  std::array sides = {static_cast<int>(slopes.size()), input.side(), input.side()};
  Input::within_budget(sides);
  const auto [count, queries, keys] = sides;
  const auto result = alibi_bias(slopes, queries, keys);
  const bool valid = count >= 1 && queries >= 0 && keys >= queries &&
                     static_cast<double>(count) * queries * keys <= double{kMaxCells} &&
                     std::all_of(slopes.begin(), slopes.end(),
                                 [](double s) { return s >= 0.0 && std::isfinite(s); });
  promise(result.ok() == valid, "a bias is refused for the reasons given and no others");
  const Tensor3* bias = observer.see(result);
  if (bias == nullptr) return;
  promise(has_shape(*bias, count, queries, keys), "[slopes, queries, keys]");
  for (int h = 0; h < count; ++h) {
    for (int i = 0; i < queries; ++i) {
      for (int j = 0; j < keys; ++j) {
        const double right =
            -slopes[static_cast<std::size_t>(h)] * std::abs(j - (keys - queries + i));
        promise((*bias)(h, i, j) == static_cast<float>(right), "the slope times the distance");
      }
    }
  }
}

}  // namespace posenc::fuzz
