#include "core/positional/relative/t5.h"

#include <algorithm>
#include <cmath>

#include "core/positional/alibi.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

bool is_valid(const T5Spec& spec) {
  if (spec.buckets < 2 || spec.buckets > kMaxBuckets) return false;
  if (spec.bidirectional && (spec.buckets < 4 || spec.buckets % 2 != 0)) return false;
  const int side = spec.bidirectional ? spec.buckets / 2 : spec.buckets;
  return spec.max_distance > side / 2 && spec.max_distance <= 1 << 30;
}

}  // namespace

void fuzz_t5(Input& input, Observer& observer) {
  T5Spec spec;
  if (input.flag()) spec.buckets = input.whole();
  if (input.flag()) spec.max_distance = input.whole();
  spec.bidirectional = input.flag();
  const bool valid = is_valid(spec);

  std::vector<std::int32_t> offsets = input.wholes(12);
  std::sort(offsets.begin(), offsets.end());
  const auto found = t5_buckets(offsets, spec);
  promise(found.ok() == valid, "a spec is refused for the reasons given and no others");
  if (const std::vector<std::int32_t>* buckets = observer.see(found)) {
    const int side = spec.bidirectional ? spec.buckets / 2 : spec.buckets;
    promise(buckets->size() == offsets.size(), "one bucket per offset");
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const int bucket = (*buckets)[i];
      const bool upper = spec.bidirectional && offsets[i] > 0;
      promise(bucket >= (upper ? side : 0) && bucket < (upper ? spec.buckets : side),
              "a bucket exists, on its side");
      if (!spec.bidirectional && offsets[i] > 0) {
        promise(bucket == 0, "what comes later shares a bucket");
      }
      const double distance = std::abs(static_cast<double>(offsets[i]));
      if (distance < side / 2 && (spec.bidirectional || offsets[i] <= 0)) {
        promise(bucket == (upper ? side : 0) + static_cast<int>(distance), "near ones are exact");
      }
      if (distance >= spec.max_distance && (spec.bidirectional || offsets[i] <= 0)) {
        promise(bucket == (upper ? spec.buckets : side) - 1, "far ones share the last bucket");
      }
      if (i > 0 && (offsets[i] <= 0 || offsets[i - 1] > 0)) {
        const int before = (*buckets)[i - 1];
        promise(offsets[i] <= 0 ? bucket <= before : bucket >= before, "buckets follow distance");
      }
    }
  }

  // Heads, queries and keys; t5_bias and its gradient agree on each with the matrix of buckets.
  const auto [queries, keys] = input.sides<2>();
  const int heads = input.between(0, 4);
  const bool sides_fit = queries >= 0 && keys >= queries && double(queries) * keys <= kMaxCells;
  const auto matrix_result = t5_bucket_matrix(queries, keys, spec);
  promise(matrix_result.ok() == (valid && sides_fit), "sides are refused for the reasons given");
  const Matrix* matrix = observer.see(matrix_result);

  const bool fitting_table = input.flag();
  const int rows = fitting_table ? std::clamp(spec.buckets, 0, Input::kMostSide) : input.side();
  const Matrix table = input.matrix({rows, heads});
  const auto bias_result = t5_bias(table, queries, keys, spec);
  const bool bias_fits = valid && sides_fit && table.rows() == spec.buckets && table.cols() >= 1 &&
                         table.cols() <= kMaxHeads &&
                         double(table.cols()) * queries * keys <= kMaxCells;
  promise(bias_result.ok() == bias_fits, "a table is refused for the reasons given and no others");
  if (const Tensor3* bias = observer.see(bias_result)) {
    promise(has_shape(*bias, table.cols(), queries, keys), "[heads, queries, keys]");
    for (int i = 0; i < queries; ++i) {
      for (int j = 0; j < keys; ++j) {
        const auto bucket = static_cast<int>((*matrix)(i, j));
        promise(bucket >= 0 && bucket < spec.buckets, "a bucket exists");
        for (int h = 0; h < table.cols(); ++h) {
          const float got = (*bias)(h, i, j);
          promise(got == table(bucket, h) || (std::isnan(got) && std::isnan(table(bucket, h))),
                  "a number is copied");
        }
      }
    }
  }

  const Tensor3 arriving = input.tensor3({heads, queries, keys});
  const auto back = t5_bias_backward(arriving, spec);
  promise(back.ok() == (valid && arriving.batch() >= 1 && arriving.batch() <= kMaxHeads &&
                        arriving.cols() >= arriving.rows()),
          "a gradient is refused for the reasons given and no others");
  if (const Matrix* gradient = observer.see(back)) {
    promise(has_shape(*gradient, spec.buckets, arriving.batch()), "[buckets, heads]");
    if (all_finite(arriving.cells()) && all_finite(gradient->cells())) {
      double sum = 0.0;
      double size = 1.0;
      for (const float cell : arriving.cells()) sum += cell, size += std::abs(cell);
      for (const float cell : gradient->cells()) sum -= cell;
      promise(!(std::abs(sum) > 1e-6 * size), "every arriving cell is in some bucket");
    }
  }
}

}  // namespace posenc::fuzz
