#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/attention/attention.h"
#include "core/attention/inputs.h"
#include "core/base/scratch.h"
#include "core/positional/relative/shaw.h"
#include "core/positional/relative/t5.h"
#include "core/positional/relative/transformer_xl.h"

namespace posenc {
namespace {

/// The nearest float32; infinity, which is refused in the end, where it does not fit.
float rounded(double x) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (std::abs(x) > double{std::numeric_limits<float>::max()})
    return x > 0 ? kInfinity : -kInfinity;
  return static_cast<float>(x);
}

Result<Matrix> rounded(const Scratch& sums, std::int64_t rows, std::int64_t cols) {
  auto result = Matrix::uninitialized(rows, cols);
  if (!result.ok()) return result;
  Matrix out = std::move(result).value();
  for (std::int64_t i = 0; i < out.size(); ++i) {
    out.data()[i] = rounded(sums[static_cast<std::size_t>(i)]);
  }
  return out;
}

/// Adds `part` to columns first, first + 1, ... of sums that are `cols` wide.
void add(const Matrix& part, double* sums, std::int64_t cols, std::int64_t first) {
  for (int r = 0; r < part.rows(); ++r) {
    for (int c = 0; c < part.cols(); ++c) sums[r * cols + first + c] += double{part(r, c)};
  }
}

double dot(const float* a, const float* b, int size) {
  double sum = 0.0;
  for (int c = 0; c < size; ++c) sum += double{a[c]} * b[c];
  return sum;
}

/// The backward pass, head by head. It takes the scores again, in double: what the forward pass
/// keeps in float32 would cost half of the digits where gradients cancel.
class Backward {
 public:
  Backward(const AttentionInputs& inputs, const Matrix& queries, const Matrix& keys,
           const Matrix& values, const AttentionSpec& spec, const AttentionPositions& positions,
           const Matrix& output_gradient)
      : inputs_(inputs),
        queries_(queries),
        keys_(keys),
        values_(values),
        padding_(spec.padding),
        positions_(positions),
        output_gradient_(output_gradient),
        shaw_(std::get_if<ShawPositions>(&positions)),
        xl_(std::get_if<TransformerXlPositions>(&positions)) {}

  std::optional<Error> allocate() {
    const int table_rows = shaw_ ? shaw_->key_table.rows() : xl_ ? xl_->distances.rows() : 0;
    const int table_cols = shaw_ ? inputs_.width : xl_ ? keys_.cols() : 0;
    const int second_cols = shaw_ ? shaw_->value_table.cols() : 0;
    query_sums_ = zeroed_scratch(queries_.size());
    key_sums_ = zeroed_scratch(keys_.size());
    value_sums_ = zeroed_scratch(values_.size());
    table_sums_ = zeroed_scratch(std::int64_t{table_rows} * table_cols);
    value_table_sums_ = zeroed_scratch(std::int64_t{table_rows} * second_cols);
    content_bias_sums_ = zeroed_scratch(keys_.cols());
    distance_bias_sums_ = zeroed_scratch(keys_.cols());
    weights_ = zeroed_scratch(inputs_.k);
    arriving_ = zeroed_scratch(inputs_.k);
    for (const Scratch* scratch :
         {&query_sums_, &key_sums_, &value_sums_, &table_sums_, &value_table_sums_,
          &content_bias_sums_, &distance_bias_sums_, &weights_, &arriving_}) {
      if (!*scratch) return no_scratch();
    }
    // T5 wants the gradient of the scores of all heads at once, Shaw and Transformer-XL one by one.
    const bool t5 = std::holds_alternative<T5Positions>(positions_);
    const int heads = t5 ? inputs_.heads : shaw_ || xl_ ? 1 : 0;
    auto scores = Tensor3::uninitialized(heads, inputs_.q, inputs_.k);
    if (!scores.ok()) return scores.error();
    score_gradient_ = std::move(scores).value();
    return std::nullopt;
  }

  std::optional<Error> run_head(int head) {
    auto bias = head_bias(inputs_, queries_, keys_, positions_, head);
    if (!bias.ok()) return bias.error();
    Matrix mixed;  // what Shaw's value vectors add to the gradient of the weights
    if (shaw_ && shaw_->value_table.size() > 0) {
      if (auto wrong = shaw_values_head(bias.value(), head, mixed)) return wrong;
    }
    for (int i = 0; i < inputs_.q; ++i) run_query(bias.value(), head, i, mixed);
    if (shaw_) return shaw_scores_head(head);
    if (xl_) return transformer_xl_head(head);
    return std::nullopt;
  }

  /// Rounds the sums into what the caller gets.
  std::optional<Error> take(AttentionGradient& gradient) {
    if (auto wrong = take(query_sums_, queries_, "queries", gradient.queries)) return wrong;
    if (auto wrong = take(key_sums_, keys_, "keys", gradient.keys)) return wrong;
    if (auto wrong = take(value_sums_, values_, "values", gradient.values)) return wrong;
    if (const auto* rotary = std::get_if<RotaryPositions>(&positions_)) {
      const RotaryRows query_rows(rotary->queries, inputs_.k - inputs_.q);
      if (auto wrong = put(query_rows.turn(gradient.queries, rotary->spec, true), "queries",
                           gradient.queries)) {
        return wrong;
      }
      const RotaryRows key_rows(rotary->keys, 0);
      if (auto wrong =
              put(key_rows.turn(gradient.keys, rotary->spec, true), "keys", gradient.keys)) {
        return wrong;
      }
      gradient.positions.emplace<RotaryPositions>();
    }
    if (std::holds_alternative<AlibiPositions>(positions_)) {
      gradient.positions.emplace<AlibiPositions>();
    }
    if (std::holds_alternative<AddedPositions>(positions_)) {
      auto& added = gradient.positions.emplace<AddedPositions>();
      if (auto wrong = take(query_sums_, queries_, "positions.queries", added.queries)) {
        return wrong;
      }
      return take(key_sums_, keys_, "positions.keys", added.keys);
    }
    if (const auto* t5 = std::get_if<T5Positions>(&positions_)) {
      auto& table = gradient.positions.emplace<T5Positions>().table;
      return put(t5_bias_backward(score_gradient_, t5->spec), "positions.table", table);
    }
    if (shaw_) {
      auto& tables = gradient.positions.emplace<ShawPositions>();
      if (auto wrong =
              take(table_sums_, shaw_->key_table, "positions.key_table", tables.key_table)) {
        return wrong;
      }
      return take(value_table_sums_, shaw_->value_table, "positions.value_table",
                  tables.value_table);
    }
    if (xl_) {
      auto& xl = gradient.positions.emplace<TransformerXlPositions>();
      if (auto wrong = take(table_sums_, xl_->distances, "positions.distances", xl.distances)) {
        return wrong;
      }
      if (auto wrong = take(content_bias_sums_, xl_->content_bias, "positions.content_bias",
                            xl.content_bias)) {
        return wrong;
      }
      return take(distance_bias_sums_, xl_->distance_bias, "positions.distance_bias",
                  xl.distance_bias);
    }
    return std::nullopt;
  }

 private:
  /// Refuses a gradient that is infinite, since it did not fit float32.
  static std::optional<Error> put(Result<Matrix> from, const char* of, Matrix& into) {
    if (!from.ok()) return from.error();
    into = std::move(from).value();
    const std::string name = std::string("the gradient of ") + of;
    auto finite = checked_largest(name.c_str(), into);
    if (!finite.ok()) return finite.error();
    return std::nullopt;
  }

  static std::optional<Error> take(const Scratch& sums, const Matrix& like, const char* of,
                                   Matrix& into) {
    return put(rounded(sums, like.rows(), like.cols()), of, into);
  }

  bool open(int i, int j) const {
    return inputs_.reads(i, j) && (padding_.empty() || padding_[static_cast<std::size_t>(j)] == 0);
  }

  /// The weights of one query, into weights_; all zero where it may read nothing.
  void weigh(const HeadBias& bias, int head, int i) {
    const int first = head * inputs_.width;
    const float* const query = queries_.row(i) + first;
    double largest = -std::numeric_limits<double>::infinity();
    for (int j = 0; j < inputs_.k; ++j) {
      double& score = weights_[static_cast<std::size_t>(j)];
      score = 0.0;
      if (!open(i, j)) continue;
      score = dot(query, keys_.row(j) + first, inputs_.width) * inputs_.scale + bias.row(i)[j];
      largest = std::max(largest, score);
    }
    double sum = 0.0;
    for (int j = 0; j < inputs_.k; ++j) {
      double& weight = weights_[static_cast<std::size_t>(j)];
      if (open(i, j)) sum += weight = std::exp(weight - largest);
    }
    if (sum == 0.0) return;
    for (int j = 0; j < inputs_.k; ++j) weights_[static_cast<std::size_t>(j)] /= sum;
  }

  /// One query's share of every gradient that is a sum over queries, and its row of the gradient
  /// of the scores.
  void run_query(const HeadBias& bias, int head, int i, const Matrix& mixed) {
    weigh(bias, head, i);
    const int first = head * inputs_.width;
    const int value_first = head * inputs_.value_width;
    const float* const arriving = output_gradient_.row(i) + value_first;
    double mean = 0.0;
    for (int j = 0; j < inputs_.k; ++j) {
      const double weight = weights_[static_cast<std::size_t>(j)];
      double& through = arriving_[static_cast<std::size_t>(j)];
      through = dot(arriving, values_.row(j) + value_first, inputs_.value_width);
      if (mixed.size() > 0) through += double{mixed(i, j)};
      mean += weight * through;
      double* const value_sums = value_sums_.get() + std::int64_t{j} * values_.cols() + value_first;
      for (int c = 0; c < inputs_.value_width; ++c) value_sums[c] += weight * arriving[c];
    }
    double* const query_sums = query_sums_.get() + std::int64_t{i} * queries_.cols() + first;
    float* const score_gradient = score_gradient_row(head, i);
    const float* const query = queries_.row(i) + first;
    for (int j = 0; j < inputs_.k; ++j) {
      const double score =
          weights_[static_cast<std::size_t>(j)] * (arriving_[static_cast<std::size_t>(j)] - mean);
      const double product = score * inputs_.scale;
      if (score_gradient) score_gradient[j] = rounded(shaw_ || xl_ ? product : score);
      if (xl_) continue;  // it has the product among its four terms
      const float* const key = keys_.row(j) + first;
      double* const key_sums = key_sums_.get() + std::int64_t{j} * keys_.cols() + first;
      for (int c = 0; c < inputs_.width; ++c) {
        query_sums[c] += product * key[c];
        key_sums[c] += product * query[c];
      }
    }
  }

  float* score_gradient_row(int head, int i) {
    if (score_gradient_.batch() == 0) return nullptr;
    const std::int64_t matrix = score_gradient_.batch() == 1 ? 0 : head;
    return score_gradient_.data() + (matrix * inputs_.q + i) * inputs_.k;
  }

  Result<Matrix> score_gradient_matrix() const {
    return Matrix::copy_of(inputs_.q, inputs_.k, score_gradient_.cells());
  }

  std::optional<Error> shaw_values_head(const HeadBias& bias, int head, Matrix& mixed) {
    auto all = Matrix::uninitialized(inputs_.q, inputs_.k);
    if (!all.ok()) return all.error();
    Matrix weights = std::move(all).value();
    for (int i = 0; i < inputs_.q; ++i) {
      weigh(bias, head, i);
      for (int j = 0; j < inputs_.k; ++j) {
        weights(i, j) = static_cast<float>(weights_[static_cast<std::size_t>(j)]);
      }
    }
    auto arriving = columns_of(output_gradient_, head * inputs_.value_width, inputs_.value_width);
    if (!arriving.ok()) return arriving.error();
    auto gradient = shaw_values_backward(weights, shaw_->value_table, arriving.value());
    if (!gradient.ok()) return gradient.error();
    ShawValuesGradient parts = std::move(gradient).value();
    add(parts.value_table, value_table_sums_.get(), inputs_.value_width, 0);
    mixed = std::move(parts.weights);
    return std::nullopt;
  }

  std::optional<Error> shaw_scores_head(int head) {
    const int first = head * inputs_.width;
    auto query = columns_of(queries_, first, inputs_.width);
    if (!query.ok()) return query.error();
    auto arriving = score_gradient_matrix();
    if (!arriving.ok()) return arriving.error();
    auto gradient = shaw_scores_backward(query.value(), shaw_->key_table, arriving.value());
    if (!gradient.ok()) return gradient.error();
    add(gradient.value().queries, query_sums_.get(), queries_.cols(), first);
    add(gradient.value().key_table, table_sums_.get(), inputs_.width, 0);
    return std::nullopt;
  }

  std::optional<Error> transformer_xl_head(int head) {
    const int first = head * inputs_.width;
    auto parts = transformer_xl_columns(inputs_, queries_, keys_, *xl_, head);
    if (!parts.ok()) return parts.error();
    const TransformerXlHead& of_head = parts.value();
    auto arriving = score_gradient_matrix();
    if (!arriving.ok()) return arriving.error();
    auto result =
        transformer_xl_backward(of_head.queries, of_head.keys, of_head.distances,
                                of_head.content_bias, of_head.distance_bias, arriving.value());
    if (!result.ok()) return result.error();
    const TransformerXlGradient& gradient = result.value();
    const int cols = keys_.cols();
    add(gradient.queries, query_sums_.get(), cols, first);
    add(gradient.keys, key_sums_.get(), cols, first);
    add(gradient.distances, table_sums_.get(), cols, first);
    add(gradient.content_bias, content_bias_sums_.get(), cols, first);
    add(gradient.distance_bias, distance_bias_sums_.get(), cols, first);
    return std::nullopt;
  }

  const AttentionInputs& inputs_;
  const Matrix& queries_;
  const Matrix& keys_;
  const Matrix& values_;
  const std::vector<std::uint8_t>& padding_;
  const AttentionPositions& positions_;
  const Matrix& output_gradient_;
  const ShawPositions* shaw_;
  const TransformerXlPositions* xl_;

  Scratch query_sums_;
  Scratch key_sums_;
  Scratch value_sums_;
  Scratch table_sums_;  ///< Shaw's key table, or Transformer-XL's distances
  Scratch value_table_sums_;
  Scratch content_bias_sums_;
  Scratch distance_bias_sums_;
  Scratch weights_;   ///< of one query
  Scratch arriving_;  ///< gradient of the weights of one query
  Tensor3 score_gradient_;
};

}  // namespace

Result<AttentionGradient> attention_backward(const Matrix& queries, const Matrix& keys,
                                             const Matrix& values, const AttentionSpec& spec,
                                             const AttentionPositions& positions,
                                             const Matrix& output_gradient) {
  auto checked = attention_inputs(queries, keys, values, spec, positions);
  if (!checked.ok()) return checked.error();
  const AttentionInputs inputs = std::move(checked).value();
  auto arriving =
      checked_largest("output_gradient", output_gradient, queries.rows(), values.cols());
  if (!arriving.ok()) return arriving.error();
  Backward backward(inputs, inputs.entered ? inputs.queries : queries,
                    inputs.entered ? inputs.keys : keys, values, spec, positions, output_gradient);
  if (auto wrong = backward.allocate()) return *wrong;
  for (int h = 0; h < inputs.heads && inputs.q > 0; ++h) {
    if (auto wrong = backward.run_head(h)) return *wrong;
  }
  AttentionGradient gradient;
  if (auto wrong = backward.take(gradient)) return *wrong;
  return gradient;
}

}  // namespace posenc
