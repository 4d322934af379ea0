#include "core/attention/inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/attention/kernel.h"
#include "core/base/number_text.h"
#include "core/base/refusal.h"
#include "core/base/shape.h"
#include "core/positional/alibi.h"
#include "core/positional/relative/query_sides.h"
#include "core/positional/relative/shaw.h"
#include "core/positional/relative/transformer_xl.h"

namespace posenc {
namespace {

constexpr double kLargestFloat = std::numeric_limits<float>::max();

/// "<name> is 2 x 3<rest>"
Error wrong_shape(const char* name, const Matrix& m, const std::string& rest) {
  return {ErrorCode::kShapeMismatch, std::string(name) + " is " + std::to_string(m.rows()) + " x " +
                                         std::to_string(m.cols()) + rest};
}

Error wrong_count(const char* name, std::size_t count, const char* owner, int need) {
  return {ErrorCode::kShapeMismatch, std::string("there are ") + std::to_string(count) + " " +
                                         name + " and " + std::to_string(need) + " " + owner +
                                         "; there must be one for each, or none at all"};
}

/// Shapes and numbers of the call without its positions.
Result<AttentionInputs> check_call(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                   const AttentionSpec& spec) {
  if (!std::isfinite(spec.scale)) {
    return refusal(ErrorCode::kNotFinite, "scale", spec.scale, "finite");
  }
  if (spec.scale < 0.0 || spec.scale > kLargestFloat) {
    return refusal(ErrorCode::kOutOfRange, "scale", spec.scale,
                   "positive and fit float32, or 0 for 1 / sqrt(width)");
  }
  if (spec.heads < 1 || spec.heads > kMaxHeads) {
    return refusal(ErrorCode::kOutOfRange, "heads", spec.heads, "1..1024");
  }
  if (keys.rows() < 1 || keys.cols() < 1) {
    Error error = wrong_shape("keys", keys, "; it must have a row and a column at least");
    error.code = ErrorCode::kOutOfRange;
    return error;
  }
  if (queries.cols() != keys.cols()) {
    return wrong_shape("queries", queries,
                       " and keys is " + std::to_string(keys.rows()) + " x " +
                           std::to_string(keys.cols()) + "; they must be equally wide");
  }
  if (values.rows() != keys.rows()) {
    return wrong_shape(
        "values", values,
        " and keys has " + std::to_string(keys.rows()) + " rows; they must have equally many rows");
  }
  const bool keys_divide = keys.cols() % spec.heads == 0;
  if (!keys_divide || values.cols() % spec.heads != 0) {
    return wrong_shape(keys_divide ? "values" : "keys", keys_divide ? values : keys,
                       "; its columns must be a multiple of " + std::to_string(spec.heads) +
                           ", the number of heads");
  }
  if (!spec.padding.empty() && spec.padding.size() != static_cast<std::size_t>(keys.rows())) {
    return wrong_count("entries of padding", spec.padding.size(), "keys", keys.rows());
  }
  const bool causal = spec.mask == AttentionMask::kCausal;
  if (causal && queries.rows() > keys.rows()) {
    return Error{ErrorCode::kShapeMismatch, "there are " + std::to_string(queries.rows()) +
                                                " queries and " + std::to_string(keys.rows()) +
                                                " keys; a causal mask needs a key for every query"};
  }
  if (auto size = cell_count({spec.heads, queries.rows(), keys.rows()}); !size.ok()) {
    return size.error();
  }
  AttentionInputs inputs;
  inputs.heads = spec.heads;
  inputs.q = queries.rows();
  inputs.k = keys.rows();
  inputs.width = keys.cols() / spec.heads;
  inputs.value_width = values.cols() / spec.heads;
  inputs.past = causal ? inputs.k - inputs.q : inputs.k;
  const double scale = spec.scale == 0.0 ? 1.0 / std::sqrt(double{1.0} * inputs.width) : spec.scale;
  inputs.scale = static_cast<float>(scale);
  return inputs;
}

/// How one scheme is checked and, where it acts there, changes queries and keys.
struct Enter {
  AttentionInputs& inputs;
  const Matrix& queries;
  const Matrix& keys;

  using Refused = std::optional<Error>;

  Refused operator()(const NoPositions&) const { return std::nullopt; }

  Refused operator()(const AddedPositions& added) const {
    if (auto refused = checked("positions.queries", added.queries, inputs.q, queries.cols())) {
      return refused;
    }
    if (auto refused = checked("positions.keys", added.keys, inputs.k, keys.cols())) return refused;
    return entering(sum(queries, added.queries), sum(keys, added.keys));
  }

  Refused operator()(const RotaryPositions& rotary) const {
    if (rotary.spec.width != inputs.width) {
      return Error{ErrorCode::kShapeMismatch, "the width that rotary turns is " +
                                                  std::to_string(rotary.spec.width) +
                                                  " and a head is " + std::to_string(inputs.width) +
                                                  " wide; they must be equal"};
    }
    if (!rotary.queries.empty() && rotary.queries.size() != static_cast<std::size_t>(inputs.q)) {
      return wrong_count("positions", rotary.queries.size(), "queries", inputs.q);
    }
    if (!rotary.keys.empty() && rotary.keys.size() != static_cast<std::size_t>(inputs.k)) {
      return wrong_count("positions", rotary.keys.size(), "keys", inputs.k);
    }
    if (rotary.queries.empty()) {
      if (auto refused = check_query_sides(inputs.q, inputs.k)) return refused;
    }
    return entering(
        RotaryRows(rotary.queries, inputs.k - inputs.q).turn(queries, rotary.spec, false),
        RotaryRows(rotary.keys, 0).turn(keys, rotary.spec, false));
  }

  Refused operator()(const AlibiPositions& alibi) const {
    if (auto refused = check_query_sides(inputs.q, inputs.k)) return refused;
    if (alibi.slopes.empty()) {
      auto slopes = alibi_slopes(inputs.heads);
      if (!slopes.ok()) return slopes.error();
      inputs.slopes = std::move(slopes).value();
      return std::nullopt;
    }
    if (alibi.slopes.size() != static_cast<std::size_t>(inputs.heads)) {
      return wrong_count("slopes", alibi.slopes.size(), "heads", inputs.heads);
    }
    inputs.slopes = alibi.slopes;
    auto one = alibi_bias(inputs.slopes, 1, 1);
    if (!one.ok()) return one.error();
    return std::nullopt;
  }

  Refused operator()(const T5Positions& t5) const {
    if (auto refused = check_query_sides(inputs.q, inputs.k)) return refused;
    auto one = t5_bias(t5.table, 1, 1, t5.spec);
    if (!one.ok()) return one.error();
    return checked("positions.table", t5.table, t5.spec.buckets, inputs.heads);
  }

  Refused operator()(const ShawPositions& shaw) const {
    if (auto refused = check_query_sides(inputs.q, inputs.k)) return refused;
    const Matrix& table = shaw.key_table;
    if (auto refused = checked("positions.key_table", table, table.rows(), inputs.width)) {
      return refused;
    }
    if (table.rows() % 2 == 0) {
      return refusal(ErrorCode::kOutOfRange, "the number of rows of positions.key_table",
                     table.rows(), "odd: 2 * clip + 1");
    }
    const Matrix& values = shaw.value_table;
    if (values.rows() == 0 && values.cols() == 0) return std::nullopt;
    return checked("positions.value_table", values, table.rows(), inputs.value_width);
  }

  Refused operator()(const TransformerXlPositions& xl) const {
    if (auto refused = check_query_sides(inputs.q, inputs.k)) return refused;
    const std::int64_t distances = std::int64_t{inputs.k} + inputs.q - 1;
    if (auto refused = checked("positions.distances", xl.distances, distances, keys.cols())) {
      return refused;
    }
    if (auto refused = checked("positions.content_bias", xl.content_bias, 1, keys.cols())) {
      return refused;
    }
    return checked("positions.distance_bias", xl.distance_bias, 1, keys.cols());
  }

 private:
  static Refused checked(const char* name, const Matrix& m, std::int64_t rows, std::int64_t cols) {
    auto largest = checked_largest(name, m, rows, cols);
    if (!largest.ok()) return largest.error();
    return std::nullopt;
  }

  static Result<Matrix> sum(const Matrix& a, const Matrix& b) {
    auto result = Matrix::uninitialized(a.rows(), a.cols());
    if (!result.ok()) return result;
    Matrix out = std::move(result).value();
    for (std::int64_t i = 0; i < a.size(); ++i) out.data()[i] = a.data()[i] + b.data()[i];
    return out;
  }

  Refused entering(Result<Matrix> query, Result<Matrix> key) const {
    if (!query.ok()) return query.error();
    if (!key.ok()) return key.error();
    inputs.queries = std::move(query).value();
    inputs.keys = std::move(key).value();
    inputs.entered = true;
    return std::nullopt;
  }
};

/// The cells of a bias, zero where nothing is written.
Result<HeadBias> blank_bias(std::int64_t cells, std::int64_t first, std::int64_t stride) {
  auto buffer = Buffer::uninitialized(cells + kKeyGroup);
  if (!buffer.ok()) return buffer.error();
  HeadBias bias{std::move(buffer).value(), first, stride};
  std::fill(bias.cells.data(), bias.cells.data() + bias.cells.size(), 0.0f);
  return bias;
}

/// One number for each offset j - p from -(k - 1) to q - 1; each query's row begins one earlier.
Result<HeadBias> bias_by_offset(const AttentionInputs& inputs) {
  return blank_bias(std::int64_t{inputs.k} + inputs.q - 1, inputs.q - 1, -1);
}

/// How each scheme makes the bias of one head.
struct Bias {
  const AttentionInputs& inputs;
  const Matrix& queries;
  const Matrix& keys;
  int head;

  template <class NoBias>
  Result<HeadBias> operator()(const NoBias&) const {
    return blank_bias(inputs.k, 0, 0);
  }

  Result<HeadBias> operator()(const AlibiPositions&) const {
    auto result = bias_by_offset(inputs);
    if (!result.ok()) return result;
    HeadBias bias = std::move(result).value();
    // The last query has every distance, and keys on both sides are treated alike.
    auto last = alibi_bias({&inputs.slopes[static_cast<std::size_t>(head)], 1}, 1, inputs.k);
    if (!last.ok()) return last.error();
    const float* const nearest = last.value().data() + inputs.k - 1;
    float* const zero = bias.cells.data() + inputs.k - 1;
    for (int d = 0; d < inputs.k; ++d) zero[-d] = nearest[-d];
    for (int d = 1; d < inputs.q; ++d) zero[d] = nearest[-d];
    return bias;
  }

  Result<HeadBias> operator()(const T5Positions& t5) const {
    auto result = bias_by_offset(inputs);
    if (!result.ok()) return result;
    HeadBias bias = std::move(result).value();
    // A few at a time: a vector for all offsets of a long sequence might not fit the memory.
    constexpr int kAtOnce = 1024;
    std::vector<std::int32_t> offsets;
    for (int offset = 1 - inputs.k; offset < inputs.q; offset += kAtOnce) {
      offsets.clear();
      for (int o = offset; o < inputs.q && o < offset + kAtOnce; ++o) offsets.push_back(o);
      auto buckets = t5_buckets(offsets, t5.spec);
      if (!buckets.ok()) return buckets.error();
      for (std::size_t n = 0; n < offsets.size(); ++n) {
        bias.cells.data()[offsets[n] + inputs.k - 1] = t5.table(buckets.value()[n], head);
      }
    }
    return bias;
  }

  Result<HeadBias> operator()(const ShawPositions& shaw) const {
    auto query = columns_of(queries, head * inputs.width, inputs.width);
    if (!query.ok()) return query.error();
    auto scores = shaw_scores(query.value(), shaw.key_table, inputs.k);
    if (!scores.ok()) return scores.error();
    auto result = blank_bias(scores.value().size(), 0, inputs.k);
    if (!result.ok()) return result;
    HeadBias bias = std::move(result).value();
    for (std::int64_t i = 0; i < scores.value().size(); ++i) {
      bias.cells.data()[i] = scores.value().data()[i] * inputs.scale;
    }
    return bias;
  }

  Result<HeadBias> operator()(const TransformerXlPositions& xl) const {
    auto columns = transformer_xl_columns(inputs, queries, keys, xl, head);
    if (!columns.ok()) return columns.error();
    const TransformerXlHead& of_head = columns.value();
    auto terms = transformer_xl_terms(of_head.queries, of_head.keys, of_head.distances,
                                      of_head.content_bias, of_head.distance_bias);
    if (!terms.ok()) return terms.error();
    auto result = blank_bias(terms.value().content.size(), 0, inputs.k);
    if (!result.ok()) return result;
    HeadBias bias = std::move(result).value();
    for (std::int64_t i = 0; i < terms.value().content.size(); ++i) {
      const double sum = double{terms.value().distance.data()[i]} +
                         terms.value().content_bias.data()[i] +
                         terms.value().distance_bias.data()[i];
      bias.cells.data()[i] = static_cast<float>(sum) * inputs.scale;
    }
    return bias;
  }
};

/// Refuses a product or score that does not fit float32, whether it may be read or not, so that the
/// trace makes no difference. Where even the largest entries cannot give one, nothing is computed.
std::optional<Error> check_scores_fit(const AttentionInputs& inputs, const Matrix& queries,
                                      const Matrix& keys, const HeadBias& bias, int head) {
  const double product = inputs.largest_query * inputs.largest_key * inputs.width;
  const double shift = largest_magnitude(bias.cells.data(), bias.cells.size());
  // Half leaves room for the rounding of the sums. A bias of NaN is not below it either.
  const double most = kLargestFloat / 2;
  if (product < most && product * inputs.scale + shift < most) return std::nullopt;
  for (int i = 0; i < inputs.q; ++i) {
    const float* const query = queries.row(i) + head * inputs.width;
    for (int j = 0; j < inputs.k; ++j) {
      const float* const key = keys.row(j) + head * inputs.width;
      float sum = 0.0f;
      for (int c = 0; c < inputs.width; ++c) sum += query[c] * key[c];
      if (std::isfinite(sum) && std::isfinite(sum * inputs.scale + bias.row(i)[j])) continue;
      return Error{ErrorCode::kNotFinite, "the score of head " + std::to_string(head) + ", query " +
                                              std::to_string(i) + " and key " + std::to_string(j) +
                                              " does not fit float32; use smaller numbers"};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<double> checked_largest(const char* name, const Matrix& m) {
  const float largest = largest_magnitude(m.data(), m.size());
  if (std::isfinite(largest)) return double{largest};
  std::int64_t i = 0;
  while (std::isfinite(m.data()[i])) ++i;
  return Error{ErrorCode::kNotFinite, std::string(name) + "[" + std::to_string(i / m.cols()) +
                                          "][" + std::to_string(i % m.cols()) + "] is " +
                                          number_text(m.data()[i]) + "; it must be finite"};
}

Result<double> checked_largest(const char* name, const Matrix& m, std::int64_t rows,
                               std::int64_t cols) {
  if (m.rows() != rows || m.cols() != cols) {
    return wrong_shape(name, m,
                       "; it must be " + std::to_string(rows) + " x " + std::to_string(cols));
  }
  return checked_largest(name, m);
}

Result<AttentionInputs> attention_inputs(const Matrix& queries, const Matrix& keys,
                                         const Matrix& values, const AttentionSpec& spec,
                                         const AttentionPositions& positions) {
  auto call = check_call(queries, keys, values, spec);
  if (!call.ok()) return call;
  AttentionInputs inputs = std::move(call).value();
  auto largest_query = checked_largest("queries", queries);
  if (!largest_query.ok()) return largest_query.error();
  auto largest_key = checked_largest("keys", keys);
  if (!largest_key.ok()) return largest_key.error();
  if (auto value = checked_largest("values", values); !value.ok()) return value.error();
  if (auto refused = std::visit(Enter{inputs, queries, keys}, positions)) return *refused;
  if (inputs.entered) {
    largest_query = checked_largest("queries with positions", inputs.queries);
    if (!largest_query.ok()) return largest_query.error();
    largest_key = checked_largest("keys with positions", inputs.keys);
    if (!largest_key.ok()) return largest_key.error();
  }
  inputs.largest_query = largest_query.value();
  inputs.largest_key = largest_key.value();
  return inputs;
}

Result<HeadBias> head_bias(const AttentionInputs& inputs, const Matrix& queries, const Matrix& keys,
                           const AttentionPositions& positions, int head) {
  auto bias = std::visit(Bias{inputs, queries, keys, head}, positions);
  if (!bias.ok()) return bias;
  if (auto wrong = check_scores_fit(inputs, queries, keys, bias.value(), head)) return *wrong;
  return bias;
}

Result<Matrix> columns_of(const Matrix& m, int first, int count) {
  auto result = Matrix::uninitialized(m.rows(), count);
  if (!result.ok()) return result;
  Matrix out = std::move(result).value();
  for (int r = 0; r < m.rows(); ++r) {
    std::copy(m.row(r) + first, m.row(r) + first + count, out.row(r));
  }
  return out;
}

Result<TransformerXlHead> transformer_xl_columns(const AttentionInputs& inputs,
                                                 const Matrix& queries, const Matrix& keys,
                                                 const TransformerXlPositions& positions,
                                                 int head) {
  TransformerXlHead of_head;
  struct Part {
    const Matrix& whole;
    Matrix& columns;
  };
  for (const Part& part : {Part{queries, of_head.queries}, Part{keys, of_head.keys},
                           Part{positions.distances, of_head.distances},
                           Part{positions.content_bias, of_head.content_bias},
                           Part{positions.distance_bias, of_head.distance_bias}}) {
    auto columns = columns_of(part.whole, head * inputs.width, inputs.width);
    if (!columns.ok()) return columns.error();
    part.columns = std::move(columns).value();
  }
  return of_head;
}

Result<Matrix> RotaryRows::turn(const Matrix& x, const RotarySpec& spec, bool back) const {
  constexpr int kAtOnce = 1024;
  auto result = Matrix::uninitialized(x.rows(), x.cols());
  if (!result.ok()) return result;
  Matrix out = std::move(result).value();
  std::vector<std::int32_t> positions;
  int row = 0;
  do {  // once even without rows, so that the spec is checked
    const int rows = std::min(kAtOnce, x.rows() - row);
    const std::int64_t cells = std::int64_t{rows} * x.cols();
    positions.clear();
    for (int r = row; r < row + rows; ++r) {
      positions.push_back(given_.empty() ? first_ + r : given_[static_cast<std::size_t>(r)]);
    }
    auto part = Matrix::copy_of(rows, x.cols(), {x.row(row), static_cast<std::size_t>(cells)});
    if (!part.ok()) return part;
    auto turned = back ? rotary_backward(part.value(), positions, spec)
                       : rotary(part.value(), positions, spec);
    if (!turned.ok()) return turned;
    std::copy(turned.value().data(), turned.value().data() + cells, out.row(row));
    row += rows;
  } while (row < x.rows());
  return out;
}

}  // namespace posenc
