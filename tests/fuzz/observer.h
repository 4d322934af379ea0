#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc::fuzz {

/// Ends the process with a sentence unless a promise was kept, so that the fuzzer keeps the input.
void promise(bool kept, std::string_view what);

/// Sees everything that a target's calls return: judges every refusal, and takes a digest of all
/// bits, so that two runs on one input can be compared.
class Observer {
 public:
  /// The value, or null for a refusal with a known code and a message that says what is needed.
  template <class T>
  const T* see(const Result<T>& result) {
    if (!result.ok()) {
      see_error(result.error());
      return nullptr;
    }
    see_value(result.value());
    return &result.value();
  }
  /// Whether nothing was wrong.
  bool see(const std::optional<Error>& refusal) {
    if (refusal) see_error(*refusal);
    return !refusal;
  }

  void see_error(const Error& error);
  void see_value(const Matrix& matrix);
  void see_value(const Tensor3& tensor);
  void see_value(double value);
  void see_value(std::string_view text);
  void see_cells(std::span<const float> cells);
  void see_cells(std::span<const double> cells);
  void see_cells(std::span<const std::int32_t> cells);
  void see_value(const std::vector<double>& cells) { see_cells(std::span<const double>(cells)); }
  void see_value(const std::vector<std::int32_t>& cells) {
    see_cells(std::span<const std::int32_t>(cells));
  }
  /// Of a value with parts the target sees each part that it is about.
  template <class T>
  void see_value(const T& /*value*/) {}

  std::uint64_t digest() const { return digest_; }

 private:
  void add(const void* bytes, std::size_t size);

  std::uint64_t digest_ = 14'695'981'039'346'656'037U;
};

bool has_shape(const Matrix& matrix, std::int64_t rows, std::int64_t cols);
bool has_shape(const Tensor3& tensor, std::int64_t batch, std::int64_t rows, std::int64_t cols);
bool all_finite(std::span<const float> cells);
/// Whether every cell lies in low..high; NaN does not.
bool all_within(std::span<const float> cells, double low, double high);
bool same_bits(std::span<const float> a, std::span<const float> b);
/// Whether the cells are finite and differ by `most` at most.
bool close(std::span<const float> a, std::span<const float> b, double most);

}  // namespace posenc::fuzz
