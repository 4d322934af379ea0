#include <algorithm>
#include <utility>

#include "core/claims/experiment.h"
#include "core/layer/learned_positions.h"
#include "core/layer/positional_encoding.h"
#include "core/positional/learned.h"
#include "core/positional/rotary.h"

// What adding positions does to a token, and what there is to train.

namespace posenc {
namespace {

constexpr int kTokens = 3;
constexpr int kWidth = 4;

/// One sequence of three times the token [size, 0, size, 0].
Result<Tensor3> repeated(float size) {
  float cells[kTokens * kWidth];
  for (int i = 0; i < kTokens * kWidth; ++i) cells[i] = i % 2 == 0 ? size : 0.0f;
  return Tensor3::copy_of(1, kTokens, kWidth, cells);
}

/// The sinusoidal layer's sum for that sequence.
Result<Tensor3> added(const Result<Tensor3>& input) {
  if (!input.ok()) return input.error();
  const auto layer = PositionalEncoding::create({.positions = kTokens, .width = kWidth});
  if (!layer.ok()) return layer.error();
  return layer.value().forward(input.value());
}

// "Adding positions gives the token more coordinates."
void measure_coordinates(Measurements& m) {
  const auto input = repeated(1.0f);
  const auto output = added(input);
  if (!m.have(input) || !m.have(output)) return;
  const char* source = "PositionalEncoding::forward of three tokens [1, 0, 1, 0]";
  m.add("width-before", input.value().cols(), source);
  m.add("width-after", output.value().cols(), source);
  for (int c = 0; c < kWidth; ++c) {
    m.add("sum-at-position-1-coordinate-#", double{output.value().data()[kWidth + c]}, source, c);
  }
}

// Holds if the result is wider than the token was.
ClaimVerdict judge_coordinates(const Measurements& m) {
  return in_every_case(m.at("width-after") > m.at("width-before"));
}

// "Adding the encoding rotates the word vector."
void measure_rotation(Measurements& m) {
  constexpr std::int32_t kPositions[kTokens] = {0, 1, 2};
  for (const int size : {1, 0}) {
    const auto input = repeated(static_cast<float>(size));
    const auto output = added(input);
    if (!m.have(input) || !m.have(output)) return;
    const Matrix* rows = m.keep(Matrix::copy_of(kTokens, kWidth, input.value().cells()));
    if (rows == nullptr) return;
    const Matrix* turned = m.keep(rotary(*rows, kPositions, {.width = kWidth}));
    if (turned == nullptr) return;
    m.add("length-of-token-#", length_of(rows->row(1), kWidth), "[#, 0, #, 0] itself", size);
    m.add("length-of-token-#-after-adding", length_of(output.value().data() + kWidth, kWidth),
          "PositionalEncoding::forward, position 1", size);
    m.add("length-of-token-#-after-rotary", length_of(turned->row(1), kWidth),
          "rotary({.width = 4}), position 1", size);
  }
}

// A rotation keeps every length and leaves zero where it is: fails if adding does not.
ClaimVerdict judge_rotation(const Measurements& m) {
  return in_every_case(is_near(m.at("length-of-token-1-after-adding"), m.at("length-of-token-1")) &&
                       is_near(m.at("length-of-token-0-after-adding"), m.at("length-of-token-0")));
}

// "The sinusoidal layer learns."
void measure_learning(Measurements& m) {
  const auto layer = PositionalEncoding::create({.positions = kTokens, .width = kWidth});
  auto table = learned_table({.positions = kTokens, .width = kWidth});
  const auto input = repeated(1.0f);
  const auto arriving = repeated(2.0f);
  if (!m.have(layer) || !m.have(table) || !m.have(input) || !m.have(arriving)) return;
  const Tensor3& gradient = arriving.value();
  const auto before = layer.value().forward(input.value());
  const auto passed = layer.value().backward(gradient);
  const auto after = layer.value().forward(input.value());
  const auto learned = LearnedPositions::create(std::move(table).value());
  if (!m.have(before) || !m.have(passed) || !m.have(after) || !m.have(learned)) return;
  const auto learned_passed = learned.value().backward(gradient);
  if (!m.have(learned_passed)) return;

  const char* source = "PositionalEncoding::forward, backward and forward again";
  m.add("gradient-change",
        largest_difference(passed.value().data(), gradient.data(), gradient.size()), source);
  m.add("trainable-numbers", double(passed.value().size() - gradient.size()), source);
  m.add("output-change",
        largest_difference(before.value().data(), after.value().data(), gradient.size()), source);
  // The layer that does learn, for the same gradient.
  const Matrix& slope = learned_passed.value().table;
  source = "LearnedPositions::backward";
  m.add("learned-trainable-numbers", double(slope.size()), source);
  m.add("learned-gradient-length", length_of(slope.data(), static_cast<int>(slope.size())), source);
}

// Holds if there is a number to train, or if a step changes what the layer adds.
ClaimVerdict judge_learning(const Measurements& m) {
  return in_every_case(m.at("trainable-numbers") > 0.0 || m.at("output-change") > 0.0);
}

// "GPT-2 and BERT use sines and cosines."
//
// How many numbers a published model trains is known, and so is how many its token rows, blocks and
// norms take. What is left has been trained for positions: a table, or nothing at all.
constexpr int kModelWidth = 768;

// In each of twelve blocks: four projections of attention, a hidden layer of four times the width,
// their biases, two norms.
constexpr int kBlocks = 12 * (12 * kModelWidth * kModelWidth + 13 * kModelWidth);

// The token rows, the blocks and the last norm.
constexpr int kGpt2WithoutPositions = 50'257 * kModelWidth + kBlocks + 2 * kModelWidth;

// The token rows, two sentence rows, the first norm, the blocks, and the layer on the first token.
constexpr int kBertWithoutPositions = (30'522 + 2) * kModelWidth + 2 * kModelWidth + kBlocks +
                                      kModelWidth * kModelWidth + kModelWidth;

void measure_published(Measurements& m) {
  struct Model {
    const char* trained;
    const char* left;
    const char* learned;
    const char* source;
    int numbers;
    int without;
    int positions;
  };
  constexpr Model kModels[] = {
      {"gpt-2-trained-numbers", "gpt-2-left-for-positions", "gpt-2-learned-numbers",
       "published weights of GPT-2, small", 124'439'808, kGpt2WithoutPositions, 1024},
      {"bert-trained-numbers", "bert-left-for-positions", "bert-learned-numbers",
       "published weights of BERT, base, uncased", 109'482'240, kBertWithoutPositions, 512}};
  for (const Model& model : kModels) {
    m.add(model.trained, model.numbers, model.source);
    m.add(model.left, model.numbers - model.without,
          "trained numbers without token rows, 12 blocks, norms and the layer on the first token");
    auto table = sinusoidal({.positions = model.positions, .width = kModelWidth});
    if (!m.have(table)) return;
    const auto learned = LearnedPositions::create(std::move(table).value());
    if (!m.have(learned)) return;
    m.add(model.learned, double(learned.value().table().size()),
          "LearnedPositions::table, # rows of 768", model.positions);
  }
  const auto arriving = repeated(1.0f);
  const auto layer = PositionalEncoding::create({.positions = kTokens, .width = kWidth});
  const Matrix* rows = m.codes(0, 512, kWidth);
  if (!m.have(arriving) || !m.have(layer) || rows == nullptr) return;
  const auto passed = layer.value().backward(arriving.value());
  if (!m.have(passed)) return;
  m.add("sinusoidal-numbers", double(passed.value().size() - arriving.value().size()),
        "PositionalEncoding::backward: what it returns beside the gradient of the input");
  constexpr std::int32_t kBeyond[] = {512};
  m.add_refusal("bert-row-512-refused", learned_lookup(*rows, kBeyond),
                "learned_lookup(512 rows, {512})");
}

// Holds if each model has as many numbers left for positions as the sinusoidal layer trains, none;
// fails if one has not.
ClaimVerdict judge_published(const Measurements& m) {
  return in_every_case(m.at("gpt-2-left-for-positions") == m.at("sinusoidal-numbers") &&
                       m.at("bert-left-for-positions") == m.at("sinusoidal-numbers"));
}

constexpr Experiment kExperiments[] = {
    {"more-coordinates", measure_coordinates, judge_coordinates},
    {"rotates-the-word", measure_rotation, judge_rotation},
    {"layer-learns", measure_learning, judge_learning},
    {"gpt2-bert-sines", measure_published, judge_published},
};

}  // namespace

std::span<const Experiment> layer_experiments() { return kExperiments; }

}  // namespace posenc
