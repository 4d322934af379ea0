#include "core/positional/alibi.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "core/base/refusal.h"
#include "core/positional/double_double.h"
#include "core/positional/relative/query_sides.h"

namespace posenc {
namespace {

/// The i-th slope of a power of two of heads; i counts from 1. The exponent is exact, and
/// double-double leaves nothing but one rounding: the same bits in every build.
double power_slope(int i, int heads) {
  return exp(log(2.0) * DoubleDouble{-8.0 * i / heads, 0.0}).high;
}

}  // namespace

Result<std::vector<double>> alibi_slopes(int heads) {
  if (heads < 1 || heads > kMaxHeads) {
    return refusal(ErrorCode::kOutOfRange, "heads", heads, "1..1024");
  }
  int lower = 1;
  while (2 * lower <= heads) lower *= 2;
  std::vector<double> slopes;
  slopes.reserve(static_cast<std::size_t>(heads));
  for (int i = 1; i <= lower; ++i) slopes.push_back(power_slope(i, lower));
  for (int i = lower; i < heads; ++i) slopes.push_back(power_slope(2 * (i - lower) + 1, 2 * lower));
  return slopes;
}

Result<Tensor3> alibi_bias(std::span<const double> slopes, int queries, int keys) {
  if (slopes.empty() || slopes.size() > std::size_t{kMaxHeads}) {
    return refusal(ErrorCode::kOutOfRange, "the number of slopes",
                   static_cast<double>(slopes.size()), "1..1024");
  }
  for (std::size_t h = 0; h < slopes.size(); ++h) {
    const bool finite = std::isfinite(slopes[h]);
    if (finite && slopes[h] >= 0.0) continue;
    const std::string name = "slopes[" + std::to_string(h) + "]";
    return refusal(finite ? ErrorCode::kOutOfRange : ErrorCode::kNotFinite, name.c_str(), slopes[h],
                   finite ? "0 or more" : "finite");
  }
  if (auto wrong = check_query_sides(queries, keys)) return *wrong;
  auto result = Tensor3::uninitialized(static_cast<std::int64_t>(slopes.size()), queries, keys);
  if (!result.ok()) return result;
  Tensor3 bias = std::move(result).value();
  float* cell = bias.data();
  for (const double slope : slopes) {
    for (int i = 0; i < queries; ++i) {
      const int position = keys - queries + i;
      // Subtracted from zero, so that the query's own key gets 0 and not -0.
      for (int j = 0; j < keys; ++j) {
        *cell++ = static_cast<float>(0.0 - slope * std::abs(j - position));
      }
    }
  }
  return bias;
}

}  // namespace posenc
