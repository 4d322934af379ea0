#include "core/training/model.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "core/attention/kernel.h"
#include "core/training/beads.h"

namespace posenc {
namespace {

/// exp(x) for x <= 0: in float the same bits in every build.
float exponential(float x) { return attention_exp(x); }
double exponential(double x) { return std::exp(x); }

/// What is so far below the largest score weighs nothing: less than 2e-12 of it. Such weights
/// change no result, but the products that their gradients go through fall among the numbers too
/// small for a full mantissa, over which processors take a hundred times as long.
constexpr int kFarthest = 27;

/// Turns `count` scores into weights that sum to 1. Returns the sum before that, of which the
/// largest is 1.
template <class Scalar>
Scalar normalise(Scalar* scores, int count) {
  Scalar largest = scores[0];
  for (int j = 1; j < count; ++j) largest = std::max(largest, scores[j]);
  Scalar sum = 0;
  for (int j = 0; j < count; ++j) {
    const Scalar below = scores[j] - largest;
    scores[j] = below < -kFarthest ? Scalar{0} : exponential(below);
    sum += scores[j];
  }
  for (int j = 0; j < count; ++j) scores[j] /= sum;
  return sum;
}

template <class Scalar>
void add_row(const Scalar* row, int size, Scalar* to) {
  for (int c = 0; c < size; ++c) to[c] += row[c];
}

/// to += the sum of the rows.
template <class Scalar>
void add_rows(const Scalar* rows, int count, int cols, Scalar* to) {
  for (int r = 0; r < count; ++r) add_row(rows + std::int64_t{r} * cols, cols, to);
}

}  // namespace

template <class Scalar>
Result<Activations<Scalar>> Activations<Scalar>::create(const TrainingSpec& spec,
                                                        const ParameterLayout& layout,
                                                        int sequences, int length, Keep keep) {
  const bool all = keep == Keep::kAll;
  const std::int64_t tokens = std::int64_t{sequences} * length;
  const std::int64_t table = tokens * spec.width;
  const std::int64_t maps = tokens * spec.heads * length;
  const std::int64_t offsets = 2 * std::int64_t{length} - 1;
  const std::int64_t dots = tokens * layout.layers[0].offsets.rows;
  const std::int64_t square = std::int64_t{length} * length;
  const int kept_tables = all ? spec.layers : 1;
  const int kept_maps = keep == Keep::kLogits ? 1 : spec.layers;

  Activations made;
  made.layer_stride = all ? table : 0;
  made.weights_stride = keep == Keep::kLogits ? 0 : maps;
  struct Part {
    Scalar** begins;
    std::int64_t size;
  };
  const Part parts[] = {
      {&made.x, table * (all ? spec.layers + 1 : 1)},
      {&made.queries, table * kept_tables},
      {&made.keys, table * kept_tables},
      {&made.values, table * kept_tables},
      {&made.mixed, table * kept_tables},
      {&made.weights, maps * kept_maps},
      {&made.logits, tokens * kBeadKinds},
      {&made.bias, offsets * spec.heads},
      {&made.dots, dots},
      {&made.on_side,
       std::int64_t{spec.width} * std::max({std::int64_t{length}, std::int64_t{spec.width},
                                            std::int64_t{layout.layers[0].offsets.rows}})},
      {&made.logits_gradient, all ? tokens * kBeadKinds : 0},
      {&made.x_gradient, all ? table : 0},
      {&made.query_gradient, all ? table : 0},
      {&made.key_gradient, all ? table : 0},
      {&made.value_gradient, all ? table : 0},
      {&made.mixed_gradient, all ? table : 0},
      {&made.scores_gradient, all ? square : 0},
      {&made.bias_gradient, all ? offsets * spec.heads : 0},
  };
  std::int64_t size = 0;
  for (const Part& part : parts) size += part.size;
  const bool too_many = size > kMaxCells;
  if (!too_many) made.cells = zeroed_cells<Scalar>(size);
  if (!made.cells) {
    return Error{too_many ? ErrorCode::kOutOfRange : ErrorCode::kOutOfMemory,
                 std::to_string(sequences) + " sequences of length " + std::to_string(length) +
                     " need " + std::to_string(size) + " cells; " +
                     (too_many ? "there may be 67108864 at most" : "there is no memory for them")};
  }
  Scalar* next = made.cells.get();
  for (const Part& part : parts) {
    if (part.size > 0) *part.begins = next;
    next += part.size;
  }
  return made;
}

template <class Scalar>
Pass<Scalar>::Pass(const TrainingSpec& spec, const ParameterLayout& layout, const Scalar* weights,
                   const Places& places, std::span<const std::int32_t> beads,
                   Activations<Scalar>& to)
    : spec_(spec),
      layout_(layout),
      weights_(weights),
      places_(places),
      beads_(beads),
      to_(to),
      tokens_(static_cast<int>(beads.size())),
      length_(places.length),
      sequences_(tokens_ / length_),
      width_(spec.width),
      head_width_(spec.width / spec.heads),
      offset_count_(layout.layers[0].offsets.rows),
      scale_(static_cast<Scalar>(1.0 / std::sqrt(head_width_))) {}

template <class Scalar>
Block<const Scalar> Pass<Scalar>::turned_weight(const ParameterTable& table) {
  transpose<Scalar>(weight(table), {to_.on_side, table.rows}, table.rows, table.cols);
  return {to_.on_side, table.rows};
}

template <class Scalar>
void Pass<Scalar>::embed() {
  for (int t = 0; t < tokens_; ++t) {
    Scalar* const row = to_.x + std::int64_t{t} * width_;
    const int place = t % length_;
    const std::int64_t bead = beads_[static_cast<std::size_t>(t)];
    std::copy_n(weights_ + layout_.beads.first + bead * width_, width_, row);
    if (layout_.positions.rows > 0) {
      add_row(weights_ + layout_.positions.first + std::int64_t{place} * width_, width_, row);
    } else if (places_.added.rows() > 0) {
      const float* const code = places_.added.row(place);
      for (int c = 0; c < width_; ++c) row[c] += code[c];
    }
  }
}

/// What the scores of each head get by offset alone.
template <class Scalar>
void Pass<Scalar>::fill_bias() {
  const int offsets = 2 * length_ - 1;
  for (int h = 0; h < spec_.heads; ++h) {
    Scalar* const row = to_.bias + std::int64_t{h} * offsets;
    for (int o = 0; o < offsets; ++o) {
      row[o] = spec_.scheme == PositionScheme::kT5
                   ? weights_[layout_.buckets.first +
                              places_.offset_rows[static_cast<std::size_t>(o)] * spec_.heads + h]
                   : static_cast<Scalar>(places_.penalties(h, o));
    }
  }
}

/// Turns each pair of each head by its place, or back.
template <class Scalar>
void Pass<Scalar>::turn(Scalar* rows, bool back) const {
  const int pairs = head_width_ / 2;
  for (int t = 0; t < tokens_; ++t) {
    const float* const cosines = places_.turns.cosines.row(t % length_);
    const float* const sines = places_.turns.sines.row(t % length_);
    for (int h = 0; h < spec_.heads; ++h) {
      Scalar* const head = rows + std::int64_t{t} * width_ + h * head_width_;
      for (int k = 0; k < pairs; ++k) {
        const Scalar cosine = cosines[k];
        const Scalar sine = back ? -sines[k] : sines[k];
        const Scalar first = head[2 * k];
        const Scalar second = head[2 * k + 1];
        head[2 * k] = first * cosine - second * sine;
        head[2 * k + 1] = first * sine + second * cosine;
      }
    }
  }
}

/// The weights [length, length] of one head of one sequence. `dots` is null without offset vectors.
template <class Scalar>
void Pass<Scalar>::score(const Scalar* queries, const Scalar* keys, const Scalar* dots, int head,
                         Scalar* weights) {
  transpose<Scalar>({keys, width_}, {to_.on_side, length_}, length_, head_width_);
  multiply<Scalar>({queries, width_}, {to_.on_side, length_}, {weights, length_},
                   {length_, length_, head_width_}, Product::kReplaces);
  const bool biased = spec_.scheme == PositionScheme::kT5 || spec_.scheme == PositionScheme::kAlibi;
  for (int i = 0; i < length_; ++i) {
    Scalar* const row = weights + std::int64_t{i} * length_;
    const int readable = spec_.mask == AttentionMask::kCausal ? i + 1 : length_;
    const int first_offset = length_ - 1 - i;
    if (dots != nullptr) {
      const int* const rows = places_.offset_rows.data() + first_offset;
      const Scalar* const from = dots + std::int64_t{i} * offset_count_;
      for (int j = 0; j < readable; ++j) row[j] += from[rows[j]];
    }
    for (int j = 0; j < readable; ++j) row[j] *= scale_;
    if (biased) {
      add_row(to_.bias + std::int64_t{head} * (2 * length_ - 1) + first_offset, readable, row);
    }
    normalise(row, readable);
    std::fill(row + readable, row + length_, Scalar{0});
  }
}

template <class Scalar>
void Pass<Scalar>::attend(int l) {
  const LayerParameters& layer = layout_.layers[static_cast<std::size_t>(l)];
  const Scalar* const queries = to_.queries + l * to_.layer_stride;
  const Scalar* const keys = to_.keys + l * to_.layer_stride;
  const Scalar* const values = to_.values + l * to_.layer_stride;
  Scalar* const mixed = to_.mixed + l * to_.layer_stride;
  const std::int64_t square = std::int64_t{length_} * length_;
  for (int h = 0; h < spec_.heads; ++h) {
    const int column = h * head_width_;
    if (offset_count_ > 0) {
      const Block<const Scalar> vectors = turned_weight(layer.offsets);
      multiply<Scalar>({queries + column, width_}, vectors, {to_.dots, offset_count_},
                       {tokens_, offset_count_, head_width_}, Product::kReplaces);
    }
    for (int s = 0; s < sequences_; ++s) {
      const std::int64_t first = std::int64_t{s} * length_;
      const std::int64_t corner = first * width_ + column;
      Scalar* const weights =
          to_.weights + l * to_.weights_stride + (std::int64_t{s} * spec_.heads + h) * square;
      score(queries + corner, keys + corner,
            offset_count_ > 0 ? to_.dots + first * offset_count_ : nullptr, h, weights);
      multiply<Scalar>({weights, length_}, {values + corner, width_}, {mixed + corner, width_},
                       {length_, head_width_, length_}, Product::kReplaces);
    }
  }
}

template <class Scalar>
void Pass<Scalar>::forward_layer(int l) {
  const LayerParameters& layer = layout_.layers[static_cast<std::size_t>(l)];
  const ProductSides sides{tokens_, width_, width_};
  const std::int64_t stride = to_.layer_stride;
  const Scalar* const x = to_.x + l * stride;
  Scalar* const queries = to_.queries + l * stride;
  Scalar* const keys = to_.keys + l * stride;
  Scalar* const values = to_.values + l * stride;
  multiply<Scalar>({x, width_}, weight(layer.query), {queries, width_}, sides, Product::kReplaces);
  multiply<Scalar>({x, width_}, weight(layer.key), {keys, width_}, sides, Product::kReplaces);
  multiply<Scalar>({x, width_}, weight(layer.value), {values, width_}, sides, Product::kReplaces);
  for (int t = 0; t < tokens_; ++t) {
    add_row(weights_ + layer.query_bias.first, width_, queries + std::int64_t{t} * width_);
    add_row(weights_ + layer.key_bias.first, width_, keys + std::int64_t{t} * width_);
  }
  if (spec_.scheme == PositionScheme::kRotary) {
    turn(queries, false);
    turn(keys, false);
  }
  attend(l);
  Scalar* const next = to_.x + (l + 1) * stride;
  if (stride > 0) std::copy_n(x, std::int64_t{tokens_} * width_, next);
  multiply<Scalar>({to_.mixed + l * stride, width_}, weight(layer.output), {next, width_}, sides,
                   Product::kAdds);
}

template <class Scalar>
void Pass<Scalar>::forward() {
  embed();
  if (spec_.scheme == PositionScheme::kT5 || spec_.scheme == PositionScheme::kAlibi) fill_bias();
  for (int l = 0; l < spec_.layers; ++l) forward_layer(l);
  const Scalar* const x = to_.x + spec_.layers * to_.layer_stride;
  multiply<Scalar>({x, width_}, weight(layout_.readout), {to_.logits, kBeadKinds},
                   {tokens_, kBeadKinds, width_}, Product::kReplaces);
  for (int t = 0; t < tokens_; ++t) {
    add_row(weights_ + layout_.readout_bias.first, kBeadKinds,
            to_.logits + std::int64_t{t} * kBeadKinds);
  }
}

template <class Scalar>
double Pass<Scalar>::loss() {
  const int asked = first_asked(spec_.task);
  const auto count = static_cast<Scalar>(sequences_ * (length_ - asked));
  double total = 0.0;
  for (int t = 0; t < tokens_; ++t) {
    const int place = t % length_;
    Scalar row[kBeadKinds] = {};
    if (place >= asked) {
      const int answering = t - place + answering_place(spec_.task, place);
      const auto right = beads_[static_cast<std::size_t>(answering)];
      const Scalar* const logits = to_.logits + std::int64_t{t} * kBeadKinds;
      std::copy_n(logits, kBeadKinds, row);
      const Scalar largest = *std::max_element(logits, logits + kBeadKinds);
      const Scalar sum = normalise(row, kBeadKinds);
      total += std::log(static_cast<double>(sum)) + static_cast<double>(largest - logits[right]);
      row[right] -= Scalar{1};
    }
    if (to_.logits_gradient == nullptr) continue;
    for (int k = 0; k < kBeadKinds; ++k) {
      to_.logits_gradient[std::int64_t{t} * kBeadKinds + k] = row[k] / count;
    }
  }
  return total / static_cast<double>(count);
}

template <class Scalar>
void Pass<Scalar>::backward_attention(int l, Scalar* gradient) {
  const LayerParameters& layer = layout_.layers[static_cast<std::size_t>(l)];
  const Scalar* const queries = to_.queries + l * to_.layer_stride;
  const Scalar* const keys = to_.keys + l * to_.layer_stride;
  const Scalar* const values = to_.values + l * to_.layer_stride;
  const int offsets = 2 * length_ - 1;
  const std::int64_t square = std::int64_t{length_} * length_;
  const Block<Scalar> scores{to_.scores_gradient, length_};
  for (int h = 0; h < spec_.heads; ++h) {
    const int column = h * head_width_;
    // The dots have done their work: their memory takes their gradient.
    std::fill_n(to_.dots, std::int64_t{tokens_} * offset_count_, Scalar{0});
    for (int s = 0; s < sequences_; ++s) {
      const std::int64_t first = std::int64_t{s} * length_;
      const std::int64_t corner = first * width_ + column;
      const Scalar* const weights =
          to_.weights + l * to_.weights_stride + (std::int64_t{s} * spec_.heads + h) * square;
      const Block<const Scalar> arriving{to_.mixed_gradient + corner, width_};
      multiply_transposed<Scalar>({weights, length_}, arriving,
                                  {to_.value_gradient + corner, width_},
                                  {length_, head_width_, length_}, Product::kReplaces);
      transpose<Scalar>({values + corner, width_}, {to_.on_side, length_}, length_, head_width_);
      multiply<Scalar>(arriving, {to_.on_side, length_}, scores, {length_, length_, head_width_},
                       Product::kReplaces);
      for (int i = 0; i < length_; ++i) {
        Scalar* const row = scores.cells + std::int64_t{i} * length_;
        const Scalar* const weight_row = weights + std::int64_t{i} * length_;
        const int first_offset = length_ - 1 - i;
        Scalar mean = 0;
        for (int j = 0; j < length_; ++j) mean += weight_row[j] * row[j];
        for (int j = 0; j < length_; ++j) row[j] = weight_row[j] * (row[j] - mean);
        if (spec_.scheme == PositionScheme::kT5) {
          add_row(row, length_, to_.bias_gradient + std::int64_t{h} * offsets + first_offset);
        }
        for (int j = 0; j < length_; ++j) row[j] *= scale_;
        if (offset_count_ > 0) {
          const int* const rows = places_.offset_rows.data() + first_offset;
          Scalar* const to = to_.dots + (first + i) * offset_count_;
          for (int j = 0; j < length_; ++j) to[rows[j]] += row[j];
        }
      }
      multiply<Scalar>({scores.cells, length_}, {keys + corner, width_},
                       {to_.query_gradient + corner, width_}, {length_, head_width_, length_},
                       Product::kReplaces);
      multiply_transposed<Scalar>({scores.cells, length_}, {queries + corner, width_},
                                  {to_.key_gradient + corner, width_},
                                  {length_, head_width_, length_}, Product::kReplaces);
    }
    if (offset_count_ > 0) {
      multiply<Scalar>({to_.dots, offset_count_}, weight(layer.offsets),
                       {to_.query_gradient + column, width_}, {tokens_, head_width_, offset_count_},
                       Product::kAdds);
      multiply_transposed<Scalar>({to_.dots, offset_count_}, {queries + column, width_},
                                  {gradient + layer.offsets.first, head_width_},
                                  {offset_count_, head_width_, tokens_}, Product::kAdds);
    }
  }
}

template <class Scalar>
void Pass<Scalar>::backward_layer(int l, Scalar* gradient) {
  const LayerParameters& layer = layout_.layers[static_cast<std::size_t>(l)];
  const ProductSides by_token{tokens_, width_, width_};
  const ProductSides by_weight{width_, width_, tokens_};
  const Block<const Scalar> x{to_.x + l * to_.layer_stride, width_};
  const Block<const Scalar> mixed{to_.mixed + l * to_.layer_stride, width_};
  const Block<Scalar> x_gradient{to_.x_gradient, width_};
  const auto read = [this](const Scalar* cells) { return Block<const Scalar>{cells, width_}; };

  multiply_transposed<Scalar>(mixed, read(to_.x_gradient), {gradient + layer.output.first, width_},
                              by_weight, Product::kAdds);
  multiply<Scalar>(read(to_.x_gradient), turned_weight(layer.output), {to_.mixed_gradient, width_},
                   by_token, Product::kReplaces);
  backward_attention(l, gradient);
  if (spec_.scheme == PositionScheme::kRotary) {
    turn(to_.query_gradient, true);
    turn(to_.key_gradient, true);
  }
  add_rows(to_.query_gradient, tokens_, width_, gradient + layer.query_bias.first);
  add_rows(to_.key_gradient, tokens_, width_, gradient + layer.key_bias.first);
  const auto through = [&](const Scalar* arriving, const ParameterTable& table) {
    multiply_transposed<Scalar>(x, read(arriving), {gradient + table.first, width_}, by_weight,
                                Product::kAdds);
    multiply<Scalar>(read(arriving), turned_weight(table), x_gradient, by_token, Product::kAdds);
  };
  through(to_.query_gradient, layer.query);
  through(to_.key_gradient, layer.key);
  through(to_.value_gradient, layer.value);
}

/// From the inputs of the first layer, and from the offsets, to the tables they were read from.
template <class Scalar>
void Pass<Scalar>::gather_tables(Scalar* gradient) const {
  for (int t = 0; t < tokens_; ++t) {
    const Scalar* const row = to_.x_gradient + std::int64_t{t} * width_;
    const std::int64_t bead = beads_[static_cast<std::size_t>(t)];
    add_row(row, width_, gradient + layout_.beads.first + bead * width_);
    if (layout_.positions.rows > 0) {
      const std::int64_t place = t % length_;
      add_row(row, width_, gradient + layout_.positions.first + place * width_);
    }
  }
  if (spec_.scheme != PositionScheme::kT5) return;
  const int offsets = 2 * length_ - 1;
  for (int h = 0; h < spec_.heads; ++h) {
    for (int o = 0; o < offsets; ++o) {
      gradient[layout_.buckets.first +
               places_.offset_rows[static_cast<std::size_t>(o)] * spec_.heads + h] +=
          to_.bias_gradient[std::int64_t{h} * offsets + o];
    }
  }
}

template <class Scalar>
void Pass<Scalar>::backward(Scalar* gradient) {
  const Block<const Scalar> arriving{to_.logits_gradient, kBeadKinds};
  const Scalar* const x = to_.x + spec_.layers * to_.layer_stride;
  multiply_transposed<Scalar>({x, width_}, arriving, {gradient + layout_.readout.first, kBeadKinds},
                              {width_, kBeadKinds, tokens_}, Product::kAdds);
  add_rows(arriving.cells, tokens_, kBeadKinds, gradient + layout_.readout_bias.first);
  multiply<Scalar>(arriving, turned_weight(layout_.readout), {to_.x_gradient, width_},
                   {tokens_, width_, kBeadKinds}, Product::kReplaces);
  std::fill_n(to_.bias_gradient, std::int64_t{spec_.heads} * (2 * length_ - 1), Scalar{0});
  for (int l = spec_.layers - 1; l >= 0; --l) backward_layer(l, gradient);
  gather_tables(gradient);
}

template struct Activations<float>;
template class Pass<float>;
// For the tests of the gradients; a program that does not use it does not contain it.
template struct Activations<double>;
template class Pass<double>;

}  // namespace posenc
