#include "core/positional/relative/t5.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/refusal.h"
#include "core/positional/alibi.h"
#include "core/positional/double_double.h"
#include "core/positional/relative/query_sides.h"

namespace posenc {
namespace {

constexpr int kMaxDistance = 1 << 30;

/// A whole number below 2^(32 * kWords); the largest here is kMaxDistance^(kMaxBuckets / 2).
class WholeNumber {
 public:
  /// *= factor^times
  void multiply(std::uint32_t factor, int times) {
    for (int t = 0; t < times; ++t) {
      std::uint64_t carry = 0;
      for (std::size_t w = 0; w < size_; ++w) {
        carry += std::uint64_t{words_[w]} * factor;
        words_[w] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      if (carry != 0) words_[size_++] = static_cast<std::uint32_t>(carry);
    }
  }

  bool at_least(const WholeNumber& other) const {
    if (size_ != other.size_) return size_ > other.size_;
    for (std::size_t w = size_; w-- > 0;) {
      if (words_[w] != other.words_[w]) return words_[w] > other.words_[w];
    }
    return true;
  }

 private:
  static constexpr std::size_t kWords = 30 * (kMaxBuckets / 2) / 32 + 1;

  std::array<std::uint32_t, kWords> words_{1};  // lowest first; no zero on top
  std::size_t size_ = 1;
};

/// The distance from which each bucket of one side begins, and the bucket of any offset.
class Buckets {
 public:
  explicit Buckets(const T5Spec& spec)
      : side_(spec.bidirectional ? spec.buckets / 2 : spec.buckets),
        exact_(side_ / 2),
        bidirectional_(spec.bidirectional) {
    for (int t = 1; t < side_ - exact_; ++t) {
      limits_[static_cast<std::size_t>(count_++)] = limit(spec.max_distance, t);
    }
  }

  int of(std::int64_t offset) const {
    const int upper = bidirectional_ && offset > 0 ? side_ : 0;
    if (!bidirectional_ && offset > 0) offset = 0;
    const std::int64_t distance = offset < 0 ? -offset : offset;
    if (distance < exact_) return upper + static_cast<int>(distance);
    const auto end = limits_.begin() + count_;
    return upper + exact_ +
           static_cast<int>(std::upper_bound(limits_.begin(), end, distance) - limits_.begin());
  }

 private:
  /// The smallest n with (n / e)^m >= (max_distance / e)^t, where m = side - e and t < m. A
  /// logarithm gets some of them wrong by one, where both sides are equal. Here floating point
  /// only says which n may be in question: its estimate is off by less than 1e-5 (n <= 2^30, a
  /// relative error below 1e-14). Within kDoubt of a whole number the powers themselves decide.
  std::int32_t limit(int max_distance, int t) const {
    constexpr double kDoubt = 1e-3;
    const int m = side_ - exact_;
    const DoubleDouble part{static_cast<double>(t) / m, 0.0};
    const double estimate =
        exact_ * exp(log(static_cast<double>(max_distance) / exact_) * part).high;
    const double nearest = std::floor(estimate + 0.5);
    if (std::abs(estimate - nearest) > kDoubt)
      return static_cast<std::int32_t>(std::floor(estimate)) + 1;
    WholeNumber left;  // nearest^m against max_distance^t * e^(m - t)
    left.multiply(static_cast<std::uint32_t>(nearest), m);
    WholeNumber right;
    right.multiply(static_cast<std::uint32_t>(max_distance), t);
    right.multiply(static_cast<std::uint32_t>(exact_), m - t);
    return static_cast<std::int32_t>(nearest) + (left.at_least(right) ? 0 : 1);
  }

  int side_;   // buckets for one direction
  int exact_;  // of them for one distance each
  bool bidirectional_;
  int count_ = 0;
  std::array<std::int32_t, kMaxBuckets> limits_{};
};

std::optional<Error> check(const T5Spec& spec) {
  if (spec.buckets < 2 || spec.buckets > kMaxBuckets) {
    return refusal(ErrorCode::kOutOfRange, "buckets", spec.buckets, "2..1024");
  }
  if (spec.bidirectional && (spec.buckets < 4 || spec.buckets % 2 != 0)) {
    return refusal(ErrorCode::kOutOfRange, "buckets", spec.buckets,
                   "even and 4 or more where bidirectional");
  }
  const int exact = spec.buckets / (spec.bidirectional ? 4 : 2);
  if (spec.max_distance <= exact || spec.max_distance > kMaxDistance) {
    return refusal(ErrorCode::kOutOfRange, "max_distance", spec.max_distance,
                   "above half of a side's buckets and at most 2^30");
  }
  return std::nullopt;
}

std::optional<Error> check_heads(int heads) {
  if (heads >= 1 && heads <= kMaxHeads) return std::nullopt;
  return refusal(ErrorCode::kOutOfRange, "heads", heads, "1..1024");
}

/// Fills [queries, keys] with what `value_of` gives for each bucket. The offset is the same along
/// every diagonal, so only the first row and column are looked up.
template <class ValueOf>
void fill_by_bucket(float* cells, int queries, int keys, const Buckets& buckets, ValueOf value_of) {
  for (int i = 0; i < queries; ++i) {
    float* row = cells + std::int64_t{i} * keys;
    const int position = keys - queries + i;
    const int looked_up = i == 0 ? keys : 1;
    for (int j = 0; j < looked_up; ++j) row[j] = value_of(buckets.of(std::int64_t{j} - position));
    if (i > 0) std::copy_n(row - keys, keys - 1, row + 1);
  }
}

}  // namespace

Result<std::vector<std::int32_t>> t5_buckets(std::span<const std::int32_t> offsets,
                                             const T5Spec& spec) {
  if (auto wrong = check(spec)) return *wrong;
  if (offsets.size() > std::size_t{kMaxT5Offsets}) {
    return refusal(ErrorCode::kOutOfRange, "the number of offsets",
                   static_cast<double>(offsets.size()), "at most 1048576");
  }
  const Buckets buckets(spec);
  std::vector<std::int32_t> found;
  found.reserve(offsets.size());
  for (const std::int32_t offset : offsets) found.push_back(buckets.of(offset));
  return found;
}

Result<Matrix> t5_bucket_matrix(int queries, int keys, const T5Spec& spec) {
  if (auto wrong = check(spec)) return *wrong;
  if (auto wrong = check_query_sides(queries, keys)) return *wrong;
  auto result = Matrix::uninitialized(queries, keys);
  if (!result.ok()) return result;
  Matrix matrix = std::move(result).value();
  fill_by_bucket(matrix.data(), queries, keys, Buckets(spec),
                 [](int bucket) { return static_cast<float>(bucket); });
  return matrix;
}

Result<Tensor3> t5_bias(const Matrix& table, int queries, int keys, const T5Spec& spec) {
  if (auto wrong = check(spec)) return *wrong;
  if (auto wrong = check_query_sides(queries, keys)) return *wrong;
  if (auto wrong = check_heads(table.cols())) return *wrong;
  if (table.rows() != spec.buckets) {
    Error wrong = refusal(ErrorCode::kShapeMismatch, "the number of rows of the table",
                          table.rows(), "that of the buckets, ");
    wrong.message += std::to_string(spec.buckets);
    return wrong;
  }
  auto result = Tensor3::uninitialized(table.cols(), queries, keys);
  if (!result.ok()) return result;
  Tensor3 bias = std::move(result).value();
  const Buckets buckets(spec);
  for (int h = 0; h < bias.batch(); ++h) {
    float* head = bias.data() + std::int64_t{h} * queries * keys;
    fill_by_bucket(head, queries, keys, buckets, [&](int bucket) { return table(bucket, h); });
  }
  return bias;
}

Result<Matrix> t5_bias_backward(const Tensor3& bias_gradient, const T5Spec& spec) {
  const int queries = bias_gradient.rows();
  const int keys = bias_gradient.cols();
  if (auto wrong = check(spec)) return *wrong;
  if (auto wrong = check_query_sides(queries, keys)) return *wrong;
  if (auto wrong = check_heads(bias_gradient.batch())) return *wrong;
  auto result = Matrix::uninitialized(spec.buckets, bias_gradient.batch());
  if (!result.ok()) return result;
  Matrix gradient = std::move(result).value();
  const Buckets buckets(spec);
  for (int h = 0; h < gradient.cols(); ++h) {
    std::array<double, kMaxBuckets> sums{};
    for (int i = 0; i < queries; ++i) {
      for (int j = 0; j < keys; ++j) {
        const int bucket = buckets.of(std::int64_t{j} - (keys - queries + i));
        sums[static_cast<std::size_t>(bucket)] += bias_gradient(h, i, j);
      }
    }
    for (int b = 0; b < spec.buckets; ++b) {
      gradient(b, h) = static_cast<float>(sums[static_cast<std::size_t>(b)]);
    }
  }
  return gradient;
}

}  // namespace posenc
