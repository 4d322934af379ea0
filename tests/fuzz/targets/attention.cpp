#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/positional/alibi.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

/// One call: its arguments, and whether they were made to fit (others may fit by chance).
struct Call {
  int heads = 1;
  int width = 1;  // of one head
  int value_width = 1;
  bool finite = true;
  bool fits = true;
  Matrix queries;
  Matrix keys;
  Matrix values;
  AttentionSpec spec;
  AttentionPositions positions;

  /// A matrix of this shape, or rarely of another one.
  Matrix part(Input& input, int rows, int cols) {
    Matrix made = input.matrix({input.nearly_small(rows), input.nearly_small(cols)}, finite);
    fits = fits && has_shape(made, rows, cols);
    return made;
  }
};

AttentionPositions make_positions(Input& input, Call& call) {
  const int q = call.queries.rows();
  const int k = call.keys.rows();
  const int columns = call.heads * call.width;
  const auto later_queries = [&] { call.fits = call.fits && q <= k; };
  switch (input.between(0, 6)) {
    case 0:
      return NoPositions{};
    case 1:
      return AddedPositions{call.part(input, q, columns), call.part(input, k, columns)};
    case 2: {
      RotaryPositions rotary{make_rotary_spec(input, input.nearly(call.width)), {}, {}};
      const auto rates = rotary_rates(rotary.spec);
      call.fits = call.fits && rates.ok() && rotary.spec.width == call.width;
      // Large factors may leave float32, which is for the core to say.
      if (rates.ok() && rates.value().attention_factor > 100.0) call.fits = false;
      if (input.flag()) rotary.queries = input.positions(input.nearly_small(q));
      if (input.flag()) rotary.keys = input.positions(input.nearly_small(k));
      const auto exist = [](const std::vector<std::int32_t>& given, int count) {
        return given.empty() ||
               (static_cast<int>(given.size()) == count &&
                std::all_of(given.begin(), given.end(), [](std::int32_t p) { return p >= 0; }));
      };
      call.fits = call.fits && exist(rotary.queries, q) && exist(rotary.keys, k);
      if (rotary.queries.empty()) later_queries();
      return rotary;
    }
    case 3: {
      AlibiPositions alibi;
      if (input.flag()) {
        alibi.slopes = input.numbers(4);
        call.fits =
            call.fits && (alibi.slopes.empty() ||
                          (static_cast<int>(alibi.slopes.size()) == call.heads &&
                           std::all_of(alibi.slopes.begin(), alibi.slopes.end(),
                                       [](double slope) { return slope >= 0.0 && slope <= 1e3; })));
      }
      later_queries();
      return alibi;
    }
    case 4: {
      T5Positions t5;
      t5.spec.buckets = input.nearly(8);
      t5.spec.max_distance = input.nearly(16);
      t5.spec.bidirectional = input.flag();
      call.fits = call.fits && t5_buckets({}, t5.spec).ok();
      t5.table = call.part(input, std::clamp(t5.spec.buckets, 0, Input::kMostSide), call.heads);
      call.fits = call.fits && t5.table.rows() == t5.spec.buckets;
      later_queries();
      return t5;
    }
    case 5: {
      const int rows = 2 * input.between(0, 3) + 1;
      ShawPositions shaw;
      shaw.key_table = call.part(input, rows, call.width);
      if (input.flag()) shaw.value_table = call.part(input, rows, call.value_width);
      later_queries();
      return shaw;
    }
    default: {
      TransformerXlPositions txl;
      txl.distances = call.part(input, std::min(q + std::min(k, 40) - 1, 99), columns);
      call.fits = call.fits && txl.distances.rows() == q + std::int64_t{k} - 1;
      txl.content_bias = call.part(input, 1, columns);
      txl.distance_bias = call.part(input, 1, columns);
      later_queries();
      return txl;
    }
  }
}

Call make_call(Input& input) {
  Call call;
  call.finite = input.between(0, 3) != 3;
  call.heads = input.between(1, 3);
  call.width = input.between(0, 9);
  call.value_width = input.between(0, 5);
  const int k = input.between(0, 11);
  const int q = input.between(0, 7) < 7 ? std::min(k, input.between(0, 7)) : input.between(0, 12);
  call.queries = call.part(input, q, call.heads * call.width);
  call.keys = call.part(input, k, call.heads * call.width);
  call.values = call.part(input, k, call.heads * call.value_width);
  call.spec.heads = input.nearly(call.heads);
  call.spec.mask = input.flag() ? AttentionMask::kCausal : AttentionMask::kNone;
  if (input.flag()) call.spec.scale = input.flag() ? input.number() : input.between(0, 20) / 8.0;
  if (input.flag()) {
    call.spec.padding.resize(static_cast<std::size_t>(input.nearly_small(k)));
    for (std::uint8_t& each : call.spec.padding) each = input.flag() ? input.byte() : 0;
    call.fits = call.fits && (call.spec.padding.empty() ||
                              call.spec.padding.size() == static_cast<std::size_t>(k));
  }
  call.fits = call.fits && call.finite && call.spec.heads == call.heads && call.width > 0 &&
              k > 0 && call.value_width > 0 && q > 0 && call.spec.scale >= 0.0 &&
              call.spec.scale <= 1e3 && (call.spec.mask == AttentionMask::kNone || q <= k);
  call.positions = make_positions(input, call);
  return call;
}

bool may_read(const Call& call, int i, int j) {
  const int past = call.keys.rows() - call.queries.rows();
  if (call.spec.mask == AttentionMask::kCausal && j > i + past) return false;
  return call.spec.padding.empty() || call.spec.padding[static_cast<std::size_t>(j)] == 0;
}

void check_trace(Observer& observer, const Call& call, const AttentionTrace& trace) {
  const int heads = call.spec.heads;
  const int q = call.queries.rows();
  const int k = call.keys.rows();
  observer.see_value(trace.queries);
  observer.see_value(trace.keys);
  promise(has_shape(trace.queries, q, call.queries.cols()), "queries keep their shape");
  promise(has_shape(trace.keys, k, call.keys.cols()), "keys keep their shape");
  for (const Tensor3* each :
       {&trace.products, &trace.bias, &trace.scores, &trace.masked, &trace.weights}) {
    observer.see_value(*each);
    promise(has_shape(*each, heads, q, k), "[heads, q, k]");
  }
  promise(all_finite(trace.products.cells()) && all_finite(trace.scores.cells()),
          "products and scores are finite");
  promise(all_within(trace.weights.cells(), 0.0, 1.000001), "weights lie in 0..1");
  for (int h = 0; h < heads; ++h) {
    for (int i = 0; i < q; ++i) {
      bool blind = true;
      double sum = 0.0;
      for (int j = 0; j < k; ++j) {
        const bool open = may_read(call, i, j);
        blind = blind && !open;
        sum += trace.weights(h, i, j);
        promise(open ? trace.masked(h, i, j) == trace.scores(h, i, j)
                     : trace.masked(h, i, j) == -std::numeric_limits<float>::infinity(),
                "the mask takes away what may not be read, no more");
        promise(open || trace.weights(h, i, j) == 0.0F, "what may not be read weighs nothing");
      }
      promise(trace.blind[static_cast<std::size_t>(i)] == (blind ? 1 : 0),
              "blind queries are told");
      // Up to 12 weights of float32.
      promise(std::abs(sum - (blind ? 0.0 : 1.0)) <= 2e-6, "a row of weights sums to one");
    }
  }
}

void see_parts(Observer& observer, const AttentionPositions& gradient,
               const AttentionPositions& given) {
  promise(gradient.index() == given.index(), "the gradient is of the scheme that was used");
  const auto see = [&](const Matrix& part, const Matrix& of) {
    observer.see_value(part);
    promise(has_shape(part, of.rows(), of.cols()), "a gradient has the shape of its matrix");
    promise(all_finite(part.cells()), "gradients are finite");
  };
  if (const auto* added = std::get_if<AddedPositions>(&gradient)) {
    see(added->queries, std::get<AddedPositions>(given).queries);
    see(added->keys, std::get<AddedPositions>(given).keys);
  }
  if (const auto* t5 = std::get_if<T5Positions>(&gradient)) {
    see(t5->table, std::get<T5Positions>(given).table);
  }
  if (const auto* shaw = std::get_if<ShawPositions>(&gradient)) {
    see(shaw->key_table, std::get<ShawPositions>(given).key_table);
    see(shaw->value_table, std::get<ShawPositions>(given).value_table);
  }
  if (const auto* txl = std::get_if<TransformerXlPositions>(&gradient)) {
    see(txl->distances, std::get<TransformerXlPositions>(given).distances);
    see(txl->content_bias, std::get<TransformerXlPositions>(given).content_bias);
    see(txl->distance_bias, std::get<TransformerXlPositions>(given).distance_bias);
  }
}

}  // namespace

void fuzz_attention(Input& input, Observer& observer) {
  Call call = make_call(input);
  const auto result = attention(call.queries, call.keys, call.values, call.spec, call.positions);
  promise(result.ok() || !call.fits, "what fits is computed");
  const AttentionTrace* trace = observer.see(result);
  const int value_columns = call.values.cols();
  if (trace != nullptr) {
    observer.see_value(trace->output);
    promise(trace->blind.size() == static_cast<std::size_t>(call.queries.rows()), "[q]");
    promise(has_shape(trace->output, call.queries.rows(), value_columns), "[q, heads * value]");
    promise(all_finite(trace->output.cells()), "the output is finite");
    check_trace(observer, call, *trace);
  }

  AttentionSpec short_spec = call.spec;
  short_spec.trace = false;
  const auto short_result =
      attention(call.queries, call.keys, call.values, short_spec, call.positions);
  // Without a trace nobody computes what may not be read, and so nobody sees that it overflows.
  promise(short_result.ok() || !result.ok(), "the trace decides nothing else");
  if (const AttentionTrace* shorter = observer.see(short_result); shorter && trace) {
    promise(same_bits(shorter->output.cells(), trace->output.cells()),
            "the same bits without trace");
    promise(shorter->blind == trace->blind, "the same blind queries without trace");
    promise(shorter->weights.size() == 0, "what is not asked for is not kept");
  }

  const Matrix arriving = input.matrix(
      {input.nearly_small(call.queries.rows()), input.nearly_small(value_columns)}, call.finite);
  const bool arriving_fits = has_shape(arriving, call.queries.rows(), value_columns);
  const auto back =
      attention_backward(call.queries, call.keys, call.values, call.spec, call.positions, arriving);
  promise(back.ok() || !call.fits || !arriving_fits, "what fits has a gradient");
  promise(!back.ok() || (arriving_fits && short_result.ok()), "what has no output has no gradient");
  if (const AttentionGradient* gradient = observer.see(back)) {
    const std::pair<const Matrix*, const Matrix*> pairs[] = {{&gradient->queries, &call.queries},
                                                             {&gradient->keys, &call.keys},
                                                             {&gradient->values, &call.values}};
    for (const auto& [of, given] : pairs) {
      observer.see_value(*of);
      promise(has_shape(*of, given->rows(), given->cols()), "a gradient has its input's shape");
      promise(all_finite(of->cells()), "gradients are finite");
    }
    see_parts(observer, gradient->positions, call.positions);
  }
}

}  // namespace posenc::fuzz
