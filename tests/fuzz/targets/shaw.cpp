#include "core/positional/relative/shaw.h"

#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

/// Mostly an odd number of rows, as a table has.
int table_rows(Input& input) {
  const int clip = input.between(0, 4);
  return input.between(0, 7) < 7 ? 2 * clip + 1 : 2 * clip;
}

bool is_table(const Matrix& table) { return table.rows() % 2 == 1 && table.cols() >= 1; }

void check_rows(Input& input, Observer& observer) {
  const auto [queries, keys] = input.sides<2>();
  const int clip = input.whole();
  const auto result = shaw_rows(queries, keys, clip);
  const bool valid = clip >= 0 && clip <= kMaxClip && queries >= 0 && keys >= queries &&
                     double(queries) * keys <= kMaxCells;
  promise(result.ok() == valid, "rows are refused for the reasons given and no others");
  const Matrix* rows = observer.see(result);
  if (rows == nullptr) return;
  promise(has_shape(*rows, queries, keys), "[queries, keys]");
  for (int i = 0; i < queries; ++i) {
    for (int j = 0; j < keys; ++j) {
      const int offset = j - (keys - queries + i);
      const int right = std::min(std::max(offset, -clip), clip) + clip;
      promise((*rows)(i, j) == static_cast<float>(right), "the clipped offset names the row");
    }
  }
}

void check_keys(Input& input, Observer& observer) {
  const bool finite = input.flag();
  const Matrix queries = input.matrix({input.side(), input.side()}, finite);
  const Matrix table =
      input.matrix({table_rows(input), input.nearly_small(queries.cols())}, finite);
  int keys = input.flag() ? input.side() : Input::small(queries.rows()) + 2;
  if (keys > kBudget && std::int64_t{queries.rows()} * keys <= kMaxCells) keys %= 9;
  const auto result = shaw_scores(queries, table, keys);
  const bool fits = is_table(table) && queries.cols() == table.cols();
  promise(
      result.ok() == (fits && keys >= queries.rows() && double(queries.rows()) * keys <= kMaxCells),
      "scores are refused for the reasons given and no others");
  if (const Matrix* scores = observer.see(result)) {
    promise(has_shape(*scores, queries.rows(), keys), "[queries, keys]");
    promise(!finite || all_finite(scores->cells()), "finite vectors have finite products");
  }

  const Matrix arriving = input.matrix(
      {input.nearly_small(queries.rows()), input.nearly_small(Input::small(queries.rows()) + 1)},
      finite);
  const auto back = shaw_scores_backward(queries, table, arriving);
  promise(
      back.ok() == (fits && arriving.rows() == queries.rows() && arriving.cols() >= queries.rows()),
      "a gradient is refused for the reasons given and no others");
  if (const ShawScoresGradient* gradient = observer.see(back)) {
    observer.see_value(gradient->queries);
    observer.see_value(gradient->key_table);
    promise(has_shape(gradient->queries, queries.rows(), queries.cols()), "as the queries");
    promise(has_shape(gradient->key_table, table.rows(), table.cols()), "as the table");
    promise(!finite ||
                (all_finite(gradient->queries.cells()) && all_finite(gradient->key_table.cells())),
            "finite cells have finite gradients");
  }
}

void check_values(Input& input, Observer& observer) {
  const bool finite = input.flag();
  const Matrix weights = input.matrix({input.side(), input.side()}, finite);
  const Matrix table = input.matrix({table_rows(input), input.side()}, finite);
  const auto result = shaw_values(weights, table);
  const bool fits = is_table(table) && weights.cols() >= weights.rows();
  promise(result.ok() == fits, "values are refused for the reasons given and no others");
  if (const Matrix* output = observer.see(result)) {
    promise(has_shape(*output, weights.rows(), table.cols()), "[queries, width]");
    promise(!finite || all_finite(output->cells()), "finite vectors have finite mixtures");
  }

  const Matrix arriving =
      input.matrix({input.nearly_small(weights.rows()), input.nearly_small(table.cols())}, finite);
  const auto back = shaw_values_backward(weights, table, arriving);
  promise(
      back.ok() == (fits && arriving.rows() == weights.rows() && arriving.cols() == table.cols()),
      "a gradient is refused for the reasons given and no others");
  if (const ShawValuesGradient* gradient = observer.see(back)) {
    observer.see_value(gradient->weights);
    observer.see_value(gradient->value_table);
    promise(has_shape(gradient->weights, weights.rows(), weights.cols()), "as the weights");
    promise(has_shape(gradient->value_table, table.rows(), table.cols()), "as the table");
    promise(!finite || (all_finite(gradient->weights.cells()) &&
                        all_finite(gradient->value_table.cells())),
            "finite cells have finite gradients");
  }
}

}  // namespace

void fuzz_shaw(Input& input, Observer& observer) {
  switch (input.between(0, 2)) {
    case 0:
      return check_rows(input, observer);
    case 1:
      return check_keys(input, observer);
    default:
      return check_values(input, observer);
  }
}

}  // namespace posenc::fuzz
