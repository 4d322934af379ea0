#pragma once

#include <cstdint>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/result.h"

namespace posenc {

/// One head of attention as the kernel sees it: pointers into the caller's memory, rows apart by
/// `stride`. All inputs are finite, and so is every product * scale + bias; the caller has checked.
struct AttentionHead {
  const float* queries = nullptr;  ///< q rows
  std::int64_t query_stride = 0;
  const float* keys = nullptr;  ///< k rows
  std::int64_t key_stride = 0;
  const float* values = nullptr;  ///< k rows
  std::int64_t value_stride = 0;
  float scale = 1.0f;
  const float* bias = nullptr;  ///< cell (i, j) is bias[i * bias_stride + j]; in each row kKeyGroup
  std::int64_t bias_stride = 0;  ///< - 1 cells after the last key are read, finite, and not used

  float* products = nullptr;  ///< [q, k], or none: then what may not be read is not computed
  float* weights = nullptr;   ///< [q, k], or none
  float* output = nullptr;    ///< q rows
  std::int64_t output_stride = 0;
  std::uint8_t* blind = nullptr;  ///< [q]  1 for a query that may read no key
};

inline constexpr int kKeyGroup = 8;  ///< keys, and columns of values, that are computed together

/// The working memory of heads of one shape, and their computation.
class AttentionKernel {
 public:
  /// Query i reads keys 0 .. i + past without padding. `padding` is empty or has `keys` entries.
  /// Errors    kOutOfRange   the sides, rounded up to groups, have more than kMaxCells cells
  ///           kOutOfMemory  the memory cannot be had
  static Result<AttentionKernel> create(int queries, int keys, int width, int value_width, int past,
                                        const std::vector<std::uint8_t>& padding);

  /// Products, weights, output and blind of one head. Float32 throughout; each product is summed
  /// over the columns in order, each cell of the output over the keys in order, the sum of a row's
  /// exponentials as four sums over keys 4n, 4n + 1, 4n + 2, 4n + 3: (first + third) + (second +
  /// fourth).
  void run(const AttentionHead& head);

 private:
  AttentionKernel() = default;

  void pack(const AttentionHead& head);
  void score(const AttentionHead& head, int first, int rows, int groups);
  bool normalise(int row, int groups);

  int queries_ = 0;
  int keys_ = 0;
  int width_ = 0;
  int value_width_ = 0;
  int past_ = 0;
  std::int64_t padded_keys_ = 0;
  Buffer keys_in_groups_;    ///< [groups of keys, width, kKeyGroup]
  Buffer values_in_groups_;  ///< [groups of columns, keys, kKeyGroup]
  Buffer open_;              ///< [padded keys]  0, or minus infinity where nobody may read
  Buffer rows_;              ///< [4, padded keys]  scores, then weights, of four queries
};

/// exp(x) for x <= 0, as the kernel takes it.
///
/// Accuracy  within 2e-7 relatively; 0 for x < -69, where exp(x) is below 1.1e-30
float attention_exp(float x);

/// The largest absolute value; NaN or infinity where a cell is not finite; 0 without cells.
float largest_magnitude(const float* cells, std::int64_t size);

}  // namespace posenc
