#include "core/positional/relative/transformer_xl.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/refusal.h"
#include "core/base/scratch.h"
#include "core/positional/relative/query_sides.h"

namespace posenc {
namespace {

/// Row of the distances that query i and key j look up: the code of p - j.
int distance_row(int queries, int i, int j) { return queries - 1 - i + j; }

Error shape_mismatch(const char* name, const Matrix& m, std::int64_t rows, int cols) {
  return {ErrorCode::kShapeMismatch, std::string(name) + " is " + std::to_string(m.rows()) + " x " +
                                         std::to_string(m.cols()) + "; it must be " +
                                         std::to_string(rows) + " x " + std::to_string(cols)};
}

bool has_shape(const Matrix& m, std::int64_t rows, int cols) {
  return m.rows() == rows && m.cols() == cols;
}

std::optional<Error> check_counts(int queries, int keys) {
  if (queries < 1) return refusal(ErrorCode::kOutOfRange, "queries", queries, "1 or more");
  if (keys < 1) return refusal(ErrorCode::kOutOfRange, "keys", keys, "1 or more");
  return check_query_sides(queries, keys);
}

std::optional<Error> check(const Matrix& queries, const Matrix& keys, const Matrix& distances,
                           const Matrix& content_bias, const Matrix& distance_bias) {
  if (auto wrong = check_counts(queries.rows(), keys.rows())) return wrong;
  const int width = queries.cols();
  if (width < 1) return refusal(ErrorCode::kOutOfRange, "width", width, "1 or more");
  if (keys.cols() != width) return shape_mismatch("keys", keys, keys.rows(), width);
  const std::int64_t rows = std::int64_t{keys.rows()} + queries.rows() - 1;
  if (!has_shape(distances, rows, width)) {
    return shape_mismatch("distances", distances, rows, width);
  }
  if (!has_shape(content_bias, 1, width)) {
    return shape_mismatch("content_bias", content_bias, 1, width);
  }
  if (!has_shape(distance_bias, 1, width)) {
    return shape_mismatch("distance_bias", distance_bias, 1, width);
  }
  return std::nullopt;
}

/// Makes `into` a matrix of this shape; what is wrong where it cannot be.
std::optional<Error> allocate(Matrix& into, int rows, int cols) {
  auto result = Matrix::uninitialized(rows, cols);
  if (!result.ok()) return result.error();
  into = std::move(result).value();
  return std::nullopt;
}

float dot(const float* a, const float* b, int width) {
  double sum = 0.0;
  for (int c = 0; c < width; ++c) sum += double{a[c]} * b[c];
  return static_cast<float>(sum);
}

/// sums += factor * (a + b); b may be null.
void add_scaled(double* sums, double factor, const float* a, const float* b, int width) {
  for (int c = 0; c < width; ++c) sums[c] += factor * (b ? double{a[c]} + b[c] : double{a[c]});
}

/// Rounds the sums into `to` and begins anew.
void take_sums(double* sums, float* to, int width) {
  for (int c = 0; c < width; ++c) {
    to[c] = static_cast<float>(sums[c]);
    sums[c] = 0.0;
  }
}

}  // namespace

Result<Matrix> transformer_xl_distances(int queries, int keys, int width, double base,
                                        PairLayout layout) {
  if (auto wrong = check_counts(queries, keys)) return *wrong;
  // A table without rows: asks for nothing but what is wrong with width and base.
  if (auto wrong = sinusoidal_into({.width = width, .base = base, .layout = layout}, {})) {
    return *wrong;
  }
  auto result = Matrix::uninitialized(std::int64_t{keys} + queries - 1, width);
  if (!result.ok()) return result;
  Matrix codes = std::move(result).value();
  const SinusoidalSpec spec{.positions = keys, .width = width, .base = base, .layout = layout};
  const auto cells = static_cast<std::size_t>(keys) * static_cast<std::size_t>(width);
  if (auto wrong = sinusoidal_into(spec, {codes.data(), cells})) return *wrong;
  for (int r = 0; r < keys / 2; ++r) {
    std::swap_ranges(codes.row(r), codes.row(r) + width, codes.row(keys - 1 - r));
  }
  // Distance -m has the cosines of m and its sines with the other sign.
  const int sines = (width + 1) / 2;
  for (int m = 1; m < queries; ++m) {
    const float* from = codes.row(keys - 1 - m);
    float* to = codes.row(keys - 1 + m);
    for (int c = 0; c < width; ++c) {
      const bool sine = layout == PairLayout::kInterleaved ? c % 2 == 0 : c < sines;
      to[c] = sine ? -from[c] : from[c];
    }
  }
  return codes;
}

Result<TransformerXlTerms> transformer_xl_terms(const Matrix& queries, const Matrix& keys,
                                                const Matrix& distances, const Matrix& content_bias,
                                                const Matrix& distance_bias) {
  if (auto wrong = check(queries, keys, distances, content_bias, distance_bias)) return *wrong;
  const int q = queries.rows();
  const int k = keys.rows();
  const int width = queries.cols();
  TransformerXlTerms terms;
  for (Matrix* term :
       {&terms.content, &terms.distance, &terms.content_bias, &terms.distance_bias}) {
    if (auto wrong = allocate(*term, q, k)) return *wrong;
  }
  for (int i = 0; i < q; ++i) {
    for (int j = 0; j < k; ++j) {
      const float* code = distances.row(distance_row(q, i, j));
      terms.content(i, j) = dot(queries.row(i), keys.row(j), width);
      terms.distance(i, j) = dot(queries.row(i), code, width);
      // Every query has the same content bias, and a distance met before the same distance bias.
      terms.content_bias(i, j) =
          i > 0 ? terms.content_bias(i - 1, j) : dot(content_bias.row(0), keys.row(j), width);
      terms.distance_bias(i, j) = i > 0 && j > 0 ? terms.distance_bias(i - 1, j - 1)
                                                 : dot(distance_bias.row(0), code, width);
    }
  }
  return terms;
}

Result<TransformerXlGradient> transformer_xl_backward(const Matrix& queries, const Matrix& keys,
                                                      const Matrix& distances,
                                                      const Matrix& content_bias,
                                                      const Matrix& distance_bias,
                                                      const Matrix& scores_gradient) {
  if (auto wrong = check(queries, keys, distances, content_bias, distance_bias)) return *wrong;
  const int q = queries.rows();
  const int k = keys.rows();
  const int width = queries.cols();
  if (!has_shape(scores_gradient, q, k)) {
    return shape_mismatch("scores_gradient", scores_gradient, q, k);
  }
  TransformerXlGradient gradient;
  if (auto wrong = allocate(gradient.queries, q, width)) return *wrong;
  if (auto wrong = allocate(gradient.keys, k, width)) return *wrong;
  if (auto wrong = allocate(gradient.distances, distances.rows(), width)) return *wrong;
  if (auto wrong = allocate(gradient.content_bias, 1, width)) return *wrong;
  if (auto wrong = allocate(gradient.distance_bias, 1, width)) return *wrong;
  Scratch row = zeroed_scratch(width);
  Scratch bias = zeroed_scratch(width);
  if (!row || !bias) return no_scratch();

  // score(i, j) = (query_i + u) . key_j + (query_i + v) . code_r, with r = distance_row(i, j).
  for (int i = 0; i < q; ++i) {
    for (int j = 0; j < k; ++j) {
      add_scaled(row.get(), scores_gradient(i, j), keys.row(j),
                 distances.row(distance_row(q, i, j)), width);
    }
    take_sums(row.get(), gradient.queries.row(i), width);
  }
  for (int j = 0; j < k; ++j) {
    double arriving = 0.0;
    for (int i = 0; i < q; ++i) {
      add_scaled(row.get(), scores_gradient(i, j), queries.row(i), content_bias.row(0), width);
      arriving += scores_gradient(i, j);
    }
    take_sums(row.get(), gradient.keys.row(j), width);
    add_scaled(bias.get(), arriving, keys.row(j), nullptr, width);
  }
  take_sums(bias.get(), gradient.content_bias.row(0), width);
  for (int r = 0; r < distances.rows(); ++r) {
    double arriving = 0.0;
    for (int i = std::max(0, q - 1 - r); i < q && r - (q - 1) + i < k; ++i) {
      const float g = scores_gradient(i, r - (q - 1) + i);
      add_scaled(row.get(), g, queries.row(i), distance_bias.row(0), width);
      arriving += g;
    }
    take_sums(row.get(), gradient.distances.row(r), width);
    add_scaled(bias.get(), arriving, distances.row(r), nullptr, width);
  }
  take_sums(bias.get(), gradient.distance_bias.row(0), width);
  return gradient;
}

Result<Matrix> relative_shift(const Matrix& by_distance) {
  const int n = by_distance.rows();
  if (by_distance.cols() != n) return shape_mismatch("by_distance", by_distance, n, n);
  auto result = Matrix::uninitialized(n, n);
  if (!result.ok()) return result;
  Matrix shifted = std::move(result).value();
  // Cell f of the result is cell f + n of the rows with their zero in front, n + 1 cells each.
  for (std::int64_t f = 0; f < shifted.size(); ++f) {
    const std::int64_t row = (f + n) / (n + 1);
    const std::int64_t column = (f + n) % (n + 1);
    shifted.data()[f] = column == 0 ? 0.0f : by_distance.data()[row * n + column - 1];
  }
  return shifted;
}

}  // namespace posenc
