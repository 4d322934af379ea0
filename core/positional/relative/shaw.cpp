#include "core/positional/relative/shaw.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/refusal.h"
#include "core/base/scratch.h"
#include "core/positional/relative/query_sides.h"

namespace posenc {
namespace {

/// Row of the table for a key that is `offset` behind (negative) or ahead of its query.
int row_of(std::int64_t offset, int clip) {
  return static_cast<int>(std::clamp<std::int64_t>(offset, -clip, clip)) + clip;
}

std::optional<Error> check_table(const char* name, const Matrix& table) {
  if (table.rows() % 2 == 0) {
    return refusal(ErrorCode::kOutOfRange, name, table.rows(), "odd: 2 * clip + 1");
  }
  if (table.cols() < 1) {
    return Error{ErrorCode::kOutOfRange, "the table has no columns; it must have 1 or more"};
  }
  return std::nullopt;
}

std::optional<Error> check_same(const char* names, int a, int b) {
  if (a == b) return std::nullopt;
  return Error{ErrorCode::kShapeMismatch, std::string(names) + " are " + std::to_string(a) +
                                              " and " + std::to_string(b) + "; they must agree"};
}

std::optional<Error> check_scores(const Matrix& queries, const Matrix& key_table, int keys) {
  if (auto wrong = check_table("rows of the key table", key_table)) return wrong;
  if (auto wrong =
          check_same("the widths of queries and key table", queries.cols(), key_table.cols())) {
    return wrong;
  }
  return check_query_sides(queries.rows(), keys);
}

std::optional<Error> check_values(const Matrix& weights, const Matrix& value_table) {
  if (auto wrong = check_table("rows of the value table", value_table)) return wrong;
  return check_query_sides(weights.rows(), weights.cols());
}

double dot(const float* a, const float* b, int width) {
  double sum = 0.0;
  for (int c = 0; c < width; ++c) sum += double{a[c]} * b[c];
  return sum;
}

void round_into(const double* from, float* to, std::int64_t cells) {
  for (std::int64_t i = 0; i < cells; ++i) to[i] = static_cast<float>(from[i]);
}

/// The neighbouring keys first .. last - 1 of one query that share a row of the table. A query
/// meets each row once, in order, so what depends on the row alone is computed once a run.
struct Run {
  int row;
  int first;
  int last;
};

Run run_from(int key, int query_position, int keys, int clip) {
  const int row = row_of(std::int64_t{key} - query_position, clip);
  int last = key + 1;
  while (last < keys && row_of(std::int64_t{last} - query_position, clip) == row) ++last;
  return {row, key, last};
}

double run_sum(const float* cells, const Run& run) {
  double sum = 0.0;
  for (int j = run.first; j < run.last; ++j) sum += cells[j];
  return sum;
}

}  // namespace

Result<Matrix> shaw_rows(int queries, int keys, int clip) {
  if (clip < 0 || clip > kMaxClip) {
    return refusal(ErrorCode::kOutOfRange, "clip", clip, "0..32768");
  }
  if (auto wrong = check_query_sides(queries, keys)) return *wrong;
  auto result = Matrix::uninitialized(queries, keys);
  if (!result.ok()) return result;
  Matrix rows = std::move(result).value();
  for (int i = 0; i < queries; ++i) {
    for (int j = 0; j < keys; ++j) {
      rows(i, j) = static_cast<float>(row_of(std::int64_t{j} - (keys - queries + i), clip));
    }
  }
  return rows;
}

Result<Matrix> shaw_scores(const Matrix& queries, const Matrix& key_table, int keys) {
  if (auto wrong = check_scores(queries, key_table, keys)) return *wrong;
  auto result = Matrix::uninitialized(queries.rows(), keys);
  if (!result.ok()) return result;
  Matrix scores = std::move(result).value();
  const int clip = key_table.rows() / 2;
  for (int i = 0; i < queries.rows(); ++i) {
    const int position = keys - queries.rows() + i;
    for (int j = 0; j < keys;) {
      const Run run = run_from(j, position, keys, clip);
      const auto score =
          static_cast<float>(dot(queries.row(i), key_table.row(run.row), queries.cols()));
      for (; j < run.last; ++j) scores(i, j) = score;
    }
  }
  return scores;
}

Result<ShawScoresGradient> shaw_scores_backward(const Matrix& queries, const Matrix& key_table,
                                                const Matrix& scores_gradient) {
  const int keys = scores_gradient.cols();
  if (auto wrong = check_scores(queries, key_table, keys)) return *wrong;
  if (auto wrong = check_same("the rows of queries and scores gradient", queries.rows(),
                              scores_gradient.rows())) {
    return *wrong;
  }
  const int width = queries.cols();
  auto for_queries = Matrix::uninitialized(queries.rows(), width);
  if (!for_queries.ok()) return for_queries.error();
  auto for_table = Matrix::uninitialized(key_table.rows(), width);
  if (!for_table.ok()) return for_table.error();
  ShawScoresGradient gradient{std::move(for_queries).value(), std::move(for_table).value()};
  Scratch query_sums = zeroed_scratch(width);
  Scratch table_sums = zeroed_scratch(key_table.size());
  if (!query_sums || !table_sums) return no_scratch();

  for (int i = 0; i < queries.rows(); ++i) {
    const float* query = queries.row(i);
    std::fill_n(query_sums.get(), width, 0.0);
    for (int j = 0; j < keys;) {
      const Run run = run_from(j, keys - queries.rows() + i, keys, key_table.rows() / 2);
      const double arriving = run_sum(scores_gradient.row(i), run);
      const float* vector = key_table.row(run.row);
      double* sums = table_sums.get() + std::int64_t{run.row} * width;
      for (int c = 0; c < width; ++c) {
        query_sums[static_cast<std::size_t>(c)] += arriving * vector[c];
        sums[c] += arriving * query[c];
      }
      j = run.last;
    }
    round_into(query_sums.get(), gradient.queries.row(i), width);
  }
  round_into(table_sums.get(), gradient.key_table.data(), key_table.size());
  return gradient;
}

Result<Matrix> shaw_values(const Matrix& weights, const Matrix& value_table) {
  if (auto wrong = check_values(weights, value_table)) return *wrong;
  const int keys = weights.cols();
  const int width = value_table.cols();
  auto result = Matrix::uninitialized(weights.rows(), width);
  if (!result.ok()) return result;
  Matrix output = std::move(result).value();
  Scratch sums = zeroed_scratch(width);
  if (!sums) return no_scratch();
  for (int i = 0; i < weights.rows(); ++i) {
    std::fill_n(sums.get(), width, 0.0);
    for (int j = 0; j < keys;) {
      const Run run = run_from(j, keys - weights.rows() + i, keys, value_table.rows() / 2);
      const double weight = run_sum(weights.row(i), run);
      const float* vector = value_table.row(run.row);
      for (int c = 0; c < width; ++c) sums[static_cast<std::size_t>(c)] += weight * vector[c];
      j = run.last;
    }
    round_into(sums.get(), output.row(i), width);
  }
  return output;
}

Result<ShawValuesGradient> shaw_values_backward(const Matrix& weights, const Matrix& value_table,
                                                const Matrix& output_gradient) {
  if (auto wrong = check_values(weights, value_table)) return *wrong;
  if (auto wrong = check_same("the rows of weights and output gradient", weights.rows(),
                              output_gradient.rows())) {
    return *wrong;
  }
  if (auto wrong = check_same("the widths of value table and output gradient", value_table.cols(),
                              output_gradient.cols())) {
    return *wrong;
  }
  const int keys = weights.cols();
  const int width = value_table.cols();
  auto for_weights = Matrix::uninitialized(weights.rows(), keys);
  if (!for_weights.ok()) return for_weights.error();
  auto for_table = Matrix::uninitialized(value_table.rows(), width);
  if (!for_table.ok()) return for_table.error();
  ShawValuesGradient gradient{std::move(for_weights).value(), std::move(for_table).value()};
  Scratch table_sums = zeroed_scratch(value_table.size());
  if (!table_sums) return no_scratch();

  for (int i = 0; i < weights.rows(); ++i) {
    const float* arriving = output_gradient.row(i);
    for (int j = 0; j < keys;) {
      const Run run = run_from(j, keys - weights.rows() + i, keys, value_table.rows() / 2);
      const double weight = run_sum(weights.row(i), run);
      double* sums = table_sums.get() + std::int64_t{run.row} * width;
      for (int c = 0; c < width; ++c) sums[c] += weight * arriving[c];
      const auto product = static_cast<float>(dot(arriving, value_table.row(run.row), width));
      for (; j < run.last; ++j) gradient.weights(i, j) = product;
    }
  }
  round_into(table_sums.get(), gradient.value_table.data(), value_table.size());
  return gradient;
}

}  // namespace posenc
