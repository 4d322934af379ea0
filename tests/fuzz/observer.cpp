#include "tests/fuzz/observer.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace posenc::fuzz {

void promise(bool kept, std::string_view what) {
  if (kept) return;
  std::fprintf(stderr, "Promise broken: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void Observer::see_error(const Error& error) {
  switch (error.code) {
    case ErrorCode::kOutOfRange:
    case ErrorCode::kNotFinite:
    case ErrorCode::kShapeMismatch:
    case ErrorCode::kOutOfMemory:
    case ErrorCode::kUnknownName:
      break;
    default:
      promise(false, "a refusal has a known code");
  }
  const std::size_t split = error.message.find("; ");
  promise(split != std::string::npos && split > 0 && split + 2 < error.message.size(),
          "a message names the value; and what is needed");
  promise(error.message.size() < 1000, "a message can be read");
  see_value(static_cast<double>(error.code));
  see_value(std::string_view(error.message));
}

void Observer::see_value(const Matrix& matrix) {
  promise(matrix.rows() >= 0 && matrix.cols() >= 0 &&
              matrix.size() == std::int64_t{matrix.rows()} * matrix.cols(),
          "a matrix has rows * cols cells");
  see_value(double(matrix.rows()));
  see_value(double(matrix.cols()));
  see_cells(matrix.cells());
}

void Observer::see_value(const Tensor3& tensor) {
  promise(tensor.size() == std::int64_t{tensor.batch()} * tensor.rows() * tensor.cols(),
          "a tensor has batch * rows * cols cells");
  see_value(double(tensor.batch()));
  see_value(double(tensor.rows()));
  see_value(double(tensor.cols()));
  see_cells(tensor.cells());
}

void Observer::see_value(double value) { add(&value, sizeof value); }
void Observer::see_value(std::string_view text) { add(text.data(), text.size()); }
void Observer::see_cells(std::span<const float> cells) { add(cells.data(), cells.size_bytes()); }
void Observer::see_cells(std::span<const double> cells) { add(cells.data(), cells.size_bytes()); }
void Observer::see_cells(std::span<const std::int32_t> cells) {
  add(cells.data(), cells.size_bytes());
}

void Observer::add(const void* bytes, std::size_t size) {
  const auto* each = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) digest_ = (digest_ ^ each[i]) * 1'099'511'628'211U;
}

bool has_shape(const Matrix& matrix, std::int64_t rows, std::int64_t cols) {
  return matrix.rows() == rows && matrix.cols() == cols;
}

bool has_shape(const Tensor3& tensor, std::int64_t batch, std::int64_t rows, std::int64_t cols) {
  return tensor.batch() == batch && tensor.rows() == rows && tensor.cols() == cols;
}

bool all_finite(std::span<const float> cells) {
  for (const float cell : cells) {
    if (!std::isfinite(cell)) return false;
  }
  return true;
}

bool all_within(std::span<const float> cells, double low, double high) {
  for (const float cell : cells) {
    if (!(cell >= low && cell <= high)) return false;
  }
  return true;
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool close(std::span<const float> a, std::span<const float> b, double most) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(double{a[i]} - double{b[i]}) <= most)) return false;
  }
  return true;
}

}  // namespace posenc::fuzz
