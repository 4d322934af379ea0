#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/inputs.h"
#include "core/attention/kernel.h"
#include "core/positional/relative/shaw.h"

namespace posenc {
namespace {

/// Moves a value out of `result` into `into`; false, with `error` set, where there is none.
template <class T>
bool take(Result<T> result, T& into, Error& error) {
  if (!result.ok()) {
    error = result.error();
    return false;
  }
  into = std::move(result).value();
  return true;
}

/// A byte for each query. A vector that cannot grow would abort, so the room is asked for first.
Result<std::vector<std::uint8_t>> byte_per_query(int q) {
  auto room = Buffer::uninitialized(q / 4 + 1);
  if (!room.ok()) return room.error();
  room = Error{};
  return std::vector<std::uint8_t>(static_cast<std::size_t>(q));
}

/// Memory for every intermediate that is kept.
std::optional<Error> allocate(AttentionTrace& trace, const AttentionInputs& inputs, bool kept) {
  Error error{};
  const auto tensor = [&](Tensor3& into) {
    return take(Tensor3::uninitialized(inputs.heads, inputs.q, inputs.k), into, error);
  };
  if (kept && (!tensor(trace.products) || !tensor(trace.bias) || !tensor(trace.scores) ||
               !tensor(trace.masked) || !tensor(trace.weights))) {
    return error;
  }
  if (!take(Matrix::uninitialized(inputs.q, std::int64_t{inputs.heads} * inputs.value_width),
            trace.output, error) ||
      !take(byte_per_query(inputs.q), trace.blind, error)) {
    return error;
  }
  return std::nullopt;
}

/// What the kernel keeps to itself, from the products that it wrote: the same operations, so the
/// same bits.
void write_scores(AttentionTrace& trace, const AttentionInputs& inputs, const HeadBias& bias,
                  const std::vector<std::uint8_t>& padding, int head) {
  std::int64_t cell = std::int64_t{head} * inputs.q * inputs.k;
  for (int i = 0; i < inputs.q; ++i) {
    const float* const added = bias.row(i);
    for (int j = 0; j < inputs.k; ++j, ++cell) {
      const bool open =
          inputs.reads(i, j) && (padding.empty() || padding[static_cast<std::size_t>(j)] == 0);
      const float score = trace.products.data()[cell] * inputs.scale + added[j];
      trace.bias.data()[cell] = added[j];
      trace.scores.data()[cell] = score;
      trace.masked.data()[cell] = open ? score : -std::numeric_limits<float>::infinity();
    }
  }
}

/// Adds what Shaw's value vectors give to the output of one head.
std::optional<Error> add_shaw_values(Matrix& output, const AttentionInputs& inputs,
                                     const float* weights, const Matrix& value_table, int head) {
  const std::int64_t cells = std::int64_t{inputs.q} * inputs.k;
  auto copy = Matrix::copy_of(inputs.q, inputs.k, {weights, static_cast<std::size_t>(cells)});
  if (!copy.ok()) return copy.error();
  auto added = shaw_values(copy.value(), value_table);
  if (!added.ok()) return added.error();
  for (int i = 0; i < inputs.q; ++i) {
    float* const to = output.row(i) + head * inputs.value_width;
    for (int c = 0; c < inputs.value_width; ++c) to[c] += added.value()(i, c);
  }
  return std::nullopt;
}

}  // namespace

Result<AttentionTrace> attention(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                 const AttentionSpec& spec, const AttentionPositions& positions) {
  auto checked = attention_inputs(queries, keys, values, spec, positions);
  if (!checked.ok()) return checked.error();
  AttentionInputs inputs = std::move(checked).value();
  const Matrix& query = inputs.entered ? inputs.queries : queries;
  const Matrix& key = inputs.entered ? inputs.keys : keys;

  AttentionTrace trace;
  if (auto wrong = allocate(trace, inputs, spec.trace)) return *wrong;
  auto created = AttentionKernel::create(inputs.q, inputs.k, inputs.width, inputs.value_width,
                                         inputs.past, spec.padding);
  if (!created.ok()) return created.error();
  AttentionKernel kernel = std::move(created).value();

  const auto* const shaw = std::get_if<ShawPositions>(&positions);
  const bool mixes_vectors = shaw != nullptr && shaw->value_table.size() > 0;
  Matrix weights;  // of one head, where Shaw's values need them and there is no trace
  Error error{};
  if (mixes_vectors && !spec.trace &&
      !take(Matrix::uninitialized(inputs.q, inputs.k), weights, error)) {
    return error;
  }

  for (int h = 0; h < inputs.heads && inputs.q > 0; ++h) {
    auto bias = head_bias(inputs, query, key, positions, h);
    if (!bias.ok()) return bias.error();
    const std::int64_t first = std::int64_t{h} * inputs.q * inputs.k;
    AttentionHead head;
    head.queries = query.data() + std::int64_t{h} * inputs.width;
    head.query_stride = query.cols();
    head.keys = key.data() + std::int64_t{h} * inputs.width;
    head.key_stride = key.cols();
    head.values = values.data() + std::int64_t{h} * inputs.value_width;
    head.value_stride = values.cols();
    head.scale = inputs.scale;
    head.bias = bias.value().row(0);
    head.bias_stride = bias.value().stride;
    head.products = spec.trace ? trace.products.data() + first : nullptr;
    head.weights = spec.trace ? trace.weights.data() + first : weights.data();
    head.output = trace.output.data() + std::int64_t{h} * inputs.value_width;
    head.output_stride = trace.output.cols();
    head.blind = trace.blind.data();
    kernel.run(head);
    if (spec.trace) write_scores(trace, inputs, bias.value(), spec.padding, h);
    if (mixes_vectors) {
      if (auto wrong = add_shaw_values(trace.output, inputs, head.weights, shaw->value_table, h)) {
        return *wrong;
      }
    }
  }
  if (auto finite = checked_largest("output", trace.output); !finite.ok()) return finite.error();

  if (spec.trace) {
    if (inputs.entered) {
      trace.queries = std::move(inputs.queries);
      trace.keys = std::move(inputs.keys);
    } else if (!take(Matrix::copy_of(queries.rows(), queries.cols(), queries.cells()),
                     trace.queries, error) ||
               !take(Matrix::copy_of(keys.rows(), keys.cols(), keys.cells()), trace.keys, error)) {
      return error;
    }
  }
  return trace;
}

}  // namespace posenc
