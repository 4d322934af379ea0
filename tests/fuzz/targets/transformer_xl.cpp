#include "core/positional/relative/transformer_xl.h"

#include <cmath>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

void check_distances(Input& input, Observer& observer) {
  // Rows are keys + queries - 1, and queries at most the keys.
  const auto [keys, width] = input.sides<2>();
  const int queries = input.flag() ? input.side() : input.between(1, 8);
  const double base = input.base();
  const PairLayout layout = input.flag() ? PairLayout::kSplit : PairLayout::kInterleaved;
  const auto result = transformer_xl_distances(queries, keys, width, base, layout);
  const bool valid = queries >= 1 && keys >= queries && width >= 1 && width <= kMaxWidth &&
                     std::isfinite(base) && base > 1.0 &&
                     (double(keys) + queries - 1) * width <= kMaxCells;
  promise(result.ok() == valid, "distances are refused for the reasons given and no others");
  const Matrix* codes = observer.see(result);
  if (codes == nullptr) return;
  promise(has_shape(*codes, std::int64_t{keys} + queries - 1, width),
          "[keys + queries - 1, width]");
  promise(all_within(codes->cells(), -1.0, 1.0), "cells lie in -1..1");
  std::vector<double> distances;
  for (int r = 0; r < codes->rows(); ++r) distances.push_back(double(keys) - 1 - r);
  const Matrix right = sinusoidal_at(distances, width, base, layout).value();
  // The stated accuracies of both.
  promise(close(codes->cells(), right.cells(), 6e-8 + 4e-16 * keys), "rows are codes of distances");
}

void check_terms(Input& input, Observer& observer) {
  const bool finite = input.flag();
  const Matrix queries = input.matrix({input.side(), input.side()}, finite);
  const int width = queries.cols();
  const int past = input.between(0, 3);
  const Matrix keys = input.matrix(
      {input.nearly_small(Input::small(queries.rows()) + past), input.nearly_small(width)}, finite);
  const Matrix distances = input.matrix(
      {input.nearly_small(Input::small(keys.rows()) + Input::small(queries.rows()) - 1),
       input.nearly_small(width)},
      finite);
  const Matrix content = input.matrix({input.nearly_small(1), input.nearly_small(width)}, finite);
  const Matrix distance = input.matrix({input.nearly_small(1), input.nearly_small(width)}, finite);
  const bool valid = queries.rows() >= 1 && width >= 1 && keys.rows() >= queries.rows() &&
                     keys.cols() == width &&
                     has_shape(distances, std::int64_t{keys.rows()} + queries.rows() - 1, width) &&
                     has_shape(content, 1, width) && has_shape(distance, 1, width);
  const auto result = transformer_xl_terms(queries, keys, distances, content, distance);
  promise(result.ok() == valid, "terms are refused for the reasons given and no others");
  if (const TransformerXlTerms* terms = observer.see(result)) {
    for (const Matrix* term :
         {&terms->content, &terms->distance, &terms->content_bias, &terms->distance_bias}) {
      observer.see_value(*term);
      promise(has_shape(*term, queries.rows(), keys.rows()), "each term is [queries, keys]");
      promise(!finite || all_finite(term->cells()), "finite vectors have finite products");
    }
  }

  const Matrix arriving =
      input.matrix({input.nearly_small(queries.rows()), input.nearly_small(keys.rows())}, finite);
  const auto back = transformer_xl_backward(queries, keys, distances, content, distance, arriving);
  promise(back.ok() == (valid && has_shape(arriving, queries.rows(), keys.rows())),
          "a gradient is refused for the reasons given and no others");
  if (const TransformerXlGradient* gradient = observer.see(back)) {
    const std::pair<const Matrix*, const Matrix*> pairs[] = {{&gradient->queries, &queries},
                                                             {&gradient->keys, &keys},
                                                             {&gradient->distances, &distances},
                                                             {&gradient->content_bias, &content},
                                                             {&gradient->distance_bias, &distance}};
    for (const auto& [of, given] : pairs) {
      observer.see_value(*of);
      promise(has_shape(*of, given->rows(), given->cols()), "a gradient has its input's shape");
      promise(!finite || all_finite(of->cells()), "finite cells have finite gradients");
    }
  }
}

void check_shift(Input& input, Observer& observer) {
  const int rows = input.side();
  const Matrix scores = input.matrix({rows, input.nearly_small(rows)}, true);
  const auto result = relative_shift(scores);
  promise(result.ok() == (scores.rows() == scores.cols()), "only what is square can be shifted");
  const Matrix* shifted = observer.see(result);
  if (shifted == nullptr) return;
  promise(has_shape(*shifted, scores.rows(), scores.cols()), "the shape stays");
  for (int i = 0; i < scores.rows(); ++i) {
    for (int j = 0; j <= i; ++j) {
      promise((*shifted)(i, j) == scores(i, j + scores.rows() - 1 - i), "distance becomes key");
    }
  }
}

}  // namespace

void fuzz_transformer_xl(Input& input, Observer& observer) {
  switch (input.between(0, 2)) {
    case 0:
      return check_distances(input, observer);
    case 1:
      return check_terms(input, observer);
    default:
      return check_shift(input, observer);
  }
}

}  // namespace posenc::fuzz
