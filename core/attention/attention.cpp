#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/number_text.h"

namespace posenc {
namespace {

std::string shape_text(const Matrix& m) {
  return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
}

Result<bool> check_finite(const char* name, const Matrix& m) {
  for (int r = 0; r < m.rows(); ++r) {
    for (int c = 0; c < m.cols(); ++c) {
      if (!std::isfinite(m(r, c))) {
        return Error{ErrorCode::kNotFinite, std::string(name) + "[" + std::to_string(r) + "][" +
                                                std::to_string(c) + "] is " + number_text(m(r, c)) +
                                                "; it must be finite"};
      }
    }
  }
  return true;
}

Result<bool> check(const Matrix& queries, const Matrix& keys, const Matrix& values,
                   const AttentionSpec& spec) {
  if (!std::isfinite(spec.scale)) {
    return Error{ErrorCode::kNotFinite,
                 "scale is " + number_text(spec.scale) + "; it must be finite"};
  }
  if (spec.scale < 0.0) {
    return Error{ErrorCode::kOutOfRange, "scale is " + number_text(spec.scale) +
                                             "; it must be positive, or 0 for 1 / sqrt(width)"};
  }
  if (keys.rows() < 1 || keys.cols() < 1) {
    return Error{ErrorCode::kOutOfRange,
                 "keys is " + shape_text(keys) + "; it must have a row and a column at least"};
  }
  if (queries.cols() != keys.cols()) {
    return Error{ErrorCode::kShapeMismatch, "queries is " + shape_text(queries) + " and keys is " +
                                                shape_text(keys) + "; they must be equally wide"};
  }
  if (values.rows() != keys.rows()) {
    return Error{ErrorCode::kShapeMismatch, "keys is " + shape_text(keys) + " and values is " +
                                                shape_text(values) +
                                                "; they must have equally many rows"};
  }
  if (spec.mask == AttentionMask::kCausal && queries.rows() > keys.rows()) {
    return Error{ErrorCode::kShapeMismatch, "there are " + std::to_string(queries.rows()) +
                                                " queries and " + std::to_string(keys.rows()) +
                                                " keys; a causal mask needs a key for every query"};
  }
  if (auto finite = check_finite("queries", queries); !finite.ok()) return finite;
  if (auto finite = check_finite("keys", keys); !finite.ok()) return finite;
  return check_finite("values", values);
}

/// Moves a matrix out of `result` into `into`; false, with `error` set, where there is none.
bool take(Result<Matrix> result, Matrix& into, Error& error) {
  if (!result.ok()) {
    error = result.error();
    return false;
  }
  into = std::move(result).value();
  return true;
}

}  // namespace

Result<AttentionTrace> attention(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                 const AttentionSpec& spec) {
  if (auto valid = check(queries, keys, values, spec); !valid.ok()) return valid.error();

  const int q = queries.rows();
  const int k = keys.rows();
  AttentionTrace trace;
  Error error{};
  if (!take(Matrix::uninitialized(q, k), trace.products, error) ||
      !take(Matrix::uninitialized(q, k), trace.scores, error) ||
      !take(Matrix::uninitialized(q, k), trace.masked, error) ||
      !take(Matrix::uninitialized(q, k), trace.weights, error) ||
      !take(Matrix::uninitialized(q, values.cols()), trace.output, error)) {
    return error;
  }

  const double scale = spec.scale == 0.0 ? 1.0 / std::sqrt(double{1.0} * keys.cols()) : spec.scale;
  std::vector<double> row(static_cast<std::size_t>(k));
  for (int i = 0; i < q; ++i) {
    const int readable = spec.mask == AttentionMask::kCausal ? i + (k - q) + 1 : k;

    double largest = -std::numeric_limits<double>::infinity();
    for (int j = 0; j < k; ++j) {
      double product = 0.0;
      for (int c = 0; c < keys.cols(); ++c) product += double{queries(i, c)} * keys(j, c);
      const double score = product * scale;
      if (std::abs(product) > std::numeric_limits<float>::max() ||
          std::abs(score) > std::numeric_limits<float>::max()) {
        return Error{ErrorCode::kNotFinite, "the product of query " + std::to_string(i) +
                                                " and key " + std::to_string(j) +
                                                " does not fit float32; use smaller numbers"};
      }
      trace.products(i, j) = static_cast<float>(product);
      trace.scores(i, j) = static_cast<float>(score);
      trace.masked(i, j) =
          j < readable ? static_cast<float>(score) : -std::numeric_limits<float>::infinity();
      row[static_cast<std::size_t>(j)] = score;
      if (j < readable) largest = std::max(largest, score);
    }

    double sum = 0.0;
    for (int j = 0; j < k; ++j) {
      double& cell = row[static_cast<std::size_t>(j)];
      cell = j < readable ? std::exp(cell - largest) : 0.0;
      sum += cell;
    }
    for (int j = 0; j < k; ++j) {
      double& cell = row[static_cast<std::size_t>(j)];
      cell /= sum;
      trace.weights(i, j) = static_cast<float>(cell);
    }

    for (int c = 0; c < values.cols(); ++c) {
      double mixed = 0.0;
      for (int j = 0; j < readable; ++j) mixed += row[static_cast<std::size_t>(j)] * values(j, c);
      trace.output(i, c) = static_cast<float>(mixed);
    }
  }
  return trace;
}

}  // namespace posenc
