// Mistakes that were reported in public: for each, the core gives the right output for the input
// that shows it, and not the wrong one. What the core has no operation for is listed with a reason.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/difference.h"
#include "core/layer/positional_encoding.h"
#include "core/positional/alibi.h"
#include "core/positional/learned.h"
#include "core/positional/relative/shaw.h"
#include "core/positional/relative/t5.h"
#include "core/positional/relative/transformer_xl.h"
#include "core/positional/rotary.h"
#include "core/positional/sinusoidal.h"
#include "core/positional/sinusoidal_geometry.h"
#include "tests/golden/values.h"

namespace posenc {
namespace {

using Numbers = std::vector<double>;

constexpr double kBase = 10'000.0;

template <class T>
T value_of(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return std::move(result).value();
}

Numbers numbers_of(std::span<const float> cells) { return {cells.begin(), cells.end()}; }

Matrix code(int position, int width, PairLayout layout = PairLayout::kInterleaved) {
  return value_of(
      sinusoidal({.positions = 1, .first = position, .width = width, .layout = layout}));
}

double dot(const Matrix& a, const Matrix& b) {
  return std::inner_product(a.cells().begin(), a.cells().end(), b.cells().begin(), 0.0);
}

/// The cells of `all`, or of those columns that the input asks for.
Numbers columns_of(const Matrix& all, const Json& input) {
  if (!input.has("columns")) return numbers_of(all.cells());
  Numbers cells;
  for (const int column : input["columns"].integers()) cells.push_back(all(0, column));
  return cells;
}

Matrix rows_that_hold_their_index(int rows) {
  std::vector<float> cells(static_cast<std::size_t>(rows));
  std::iota(cells.begin(), cells.end(), 0.0f);
  return value_of(Matrix::copy_of(rows, 1, cells));
}

Numbers layer_output(const Json& input) {
  const Json& batch = input["x"];
  const auto sequences = static_cast<int>(batch.items().size());
  const auto tokens = static_cast<int>(batch.items()[0].items().size());
  const std::vector<float> cells = batch.floats();
  const auto width = static_cast<int>(cells.size()) / (sequences * tokens);
  const Tensor3 x = value_of(Tensor3::copy_of(sequences, tokens, width, cells));
  const PositionalEncoding layer = value_of(
      PositionalEncoding::create({.positions = input["positions"].integer(), .width = width}));
  const int calls = input.has("calls") ? input["calls"].integer() : 1;
  Tensor3 output;
  for (int call = 0; call < calls; ++call) {
    output = value_of(layer.forward(x, input["start"].integer()));
  }
  return numbers_of(output.cells());
}

RotarySpec rotary_spec(const Json& input) {
  RotarySpec spec;
  spec.width = input["width"].integer();
  if (input.has("rotated")) spec.rotated = input["rotated"].integer();
  if (input.has("factor")) spec.factor = input["factor"].number();
  if (input.has("scaling")) {
    EXPECT_EQ(input["scaling"].text(), "linear");
    spec.scaling = RotaryScaling::kLinear;
  }
  return spec;
}

/// The product of query and key at each pair of positions.
Numbers rotary_scores(const Json& input) {
  const Matrix query = matrix_from(input["query"]);
  const Matrix key = matrix_from(input["key"]);
  RotarySpec spec;
  spec.width = query.cols();
  if (input.has("base")) spec.base = input["base"].number();
  Numbers scores;
  for (const Json& pair : input["pairs"].items()) {
    const std::vector<std::int32_t> at_query{pair.items()[0].integer()};
    const std::vector<std::int32_t> at_key{pair.items()[1].integer()};
    scores.push_back(
        dot(value_of(rotary(query, at_query, spec)), value_of(rotary(key, at_key, spec))));
  }
  return scores;
}

AttentionMask mask_from(const Json& input) {
  if (!input.has("mask") || input["mask"].text() == "none") return AttentionMask::kNone;
  EXPECT_EQ(input["mask"].text(), "causal");
  return AttentionMask::kCausal;
}

AttentionTrace attend(const Json& input) {
  const Matrix queries = matrix_from(input["queries"]);
  const Matrix keys = matrix_from(input["keys"]);
  AttentionSpec spec;
  spec.mask = mask_from(input);
  if (input.has("heads")) spec.heads = input["heads"].integer();
  if (input.has("scale")) spec.scale = input["scale"].number();
  if (input.has("padding")) {
    for (const int entry : input["padding"].integers()) {
      spec.padding.push_back(static_cast<std::uint8_t>(entry));
    }
  }
  if (!input.has("slopes")) return value_of(attention(queries, keys, keys, spec));
  return value_of(attention(queries, keys, keys, spec, AlibiPositions{input["slopes"].numbers()}));
}

/// The weights of the first head, or one row of them.
Numbers attention_weights(const Json& input) {
  const AttentionTrace trace = attend(input);
  Numbers weights;
  for (int i = 0; i < trace.weights.rows(); ++i) {
    if (input.has("row") && input["row"].integer() != i) continue;
    for (int j = 0; j < trace.weights.cols(); ++j) weights.push_back(trace.weights(0, i, j));
  }
  return weights;
}

/// Layers of attention over themselves, without projections and scale; all rows, or one.
Numbers attention_layers(const Json& input, int layers) {
  Numbers outputs;
  for (const Json& sequence : input["sequences"].items()) {
    Matrix x = matrix_from(sequence);
    AttentionSpec spec;
    spec.mask = mask_from(input);
    spec.scale = 1.0;
    for (int layer = 0; layer < layers; ++layer) x = value_of(attention(x, x, x, spec)).output;
    for (int r = 0; r < x.rows(); ++r) {
      if (input.has("row") && input["row"].integer() != r) continue;
      outputs.insert(outputs.end(), x.row(r), x.row(r) + x.cols());
    }
  }
  return outputs;
}

bool causal_query_reads(int query, int key) {
  const std::vector<float> zeros(static_cast<std::size_t>(query) + 1, 0.0f);
  const Matrix keys = value_of(Matrix::copy_of(query + 1, 1, zeros));
  const Matrix one = value_of(Matrix::copy_of(1, 1, std::vector<float>{0.0f}));
  AttentionSpec spec;
  spec.mask = AttentionMask::kCausal;
  return value_of(attention(one, keys, keys, spec)).weights(0, 0, key) > 0.0f;
}

/// The nearest float16 of a number within -1..1 that is not subnormal there.
double float16(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 11)), exponent - 11);
}

bool equal_in_float16(const Json& input) {
  const Matrix a = code(input["positions"].items()[0].integer(), input["width"].integer());
  const Matrix b = code(input["positions"].items()[1].integer(), input["width"].integer());
  // The input's own figure has one digit; each cell is within 2.99e-8.
  EXPECT_NEAR(value_of(distance(a, b)), input["distance"].number(), 0.5e-6 + 1e-7);
  return std::equal(a.cells().begin(), a.cells().end(), b.cells().begin(),
                    [](float x, float y) { return float16(x) == float16(y); });
}

Numbers sinusoidal_dots(const Json& input) {
  Numbers dots;
  for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
    const std::vector<int> positions = input["positions"].integers();
    dots.push_back(dot(code(positions[0], input["width"].integer(), layout),
                       code(positions[1], input["width"].integer(), layout)));
  }
  return dots;
}

Numbers row_of_tables(const Json& input) {
  Numbers cells;
  for (const int positions : input["tables"].integers()) {
    const Matrix table =
        value_of(sinusoidal({.positions = positions, .width = input["width"].integer()}));
    const float* row = table.row(input["row"].integer());
    cells.insert(cells.end(), row, row + table.cols());
  }
  return cells;
}

Numbers longest_periods(const Json& input) {
  Numbers longest;
  for (const int width : input["widths"].integers()) {
    const Matrix periods = value_of(sinusoidal_periods(width, kBase));
    longest.push_back(periods(0, periods.cols() - 1));
  }
  return longest;
}

Numbers angles(const Json& input) {
  const Matrix rates = value_of(sinusoidal_rates(input["width"].integer(), kBase));
  Numbers found;
  for (const double position : input["positions"].numbers()) {
    found.push_back(position * rates(0, input["pair"].integer()));
  }
  return found;
}

Numbers t5(const Json& input) {
  const auto found = value_of(t5_buckets(
      input["offsets"].integers(), {input["buckets"].integer(), input["max_distance"].integer(),
                                    input["bidirectional"].boolean()}));
  return {found.begin(), found.end()};
}

/// What the core gives for one row, and how far float32 may take it from the right output.
struct Answer {
  bool known = true;
  Numbers numbers;
  double absolute = 0.0;
  double relative = 0.0;
};

constexpr double kCode = 2.99e-8;    // sinusoidal.h
constexpr double kWeights = 2e-6;    // attention.h
constexpr double kOutput = 8e-6;     // attention.h, two layers
constexpr double kTurned = 1e-6;     // float32 products and a sum of entries up to 4
constexpr double kSum = 3e-7;        // a code, one float32 input and one float32 sum below 2
constexpr double kPrinted = 0.6e-8;  // eight digits behind the point

Answer answer(const std::string& operation, const Json& input) {
  const auto width = [&] { return input["width"].integer(); };
  if (operation == "sinusoidal") {
    const Matrix table = value_of(sinusoidal({.positions = input["positions"].integer(),
                                              .first = input["first"].integer(),
                                              .width = width()}));
    return {true, columns_of(table, input), kCode, 0};
  }
  if (operation == "sinusoidal-row-of-tables") return {true, row_of_tables(input), kCode, 0};
  if (operation == "sinusoidal-dot-in-both-layouts") {
    return {true, sinusoidal_dots(input), 4 * 2 * kCode, 0};
  }
  if (operation == "sinusoidal-rates") {
    return {true, numbers_of(value_of(sinusoidal_rates(width(), kBase)).cells()), 0,
            kFloatRounding};
  }
  if (operation == "rate-ratio") {
    const Matrix rates = value_of(sinusoidal_rates(width(), kBase));
    return {true, {double{rates(0, 0)} / rates(0, 1)}, 0, 2 * kFloatRounding};
  }
  if (operation == "longest-periods") return {true, longest_periods(input), 0, kFloatRounding};
  if (operation == "angles") return {true, angles(input), 0, kFloatRounding};
  if (operation == "similarity") {
    const Matrix row =
        value_of(sinusoidal_similarity(input["distances"].integer(), width(), kBase));
    return {true, numbers_of(row.cells()), 1e-13 * width(), kFloatRounding};
  }
  if (operation == "equal-in-float16") return {true, {equal_in_float16(input) ? 1.0 : 0.0}};
  if (operation == "layer") return {true, layer_output(input), kSum, 0};
  if (operation == "learned-lookup") {
    const Matrix table = rows_that_hold_their_index(input["rows"].integer());
    const Matrix rows = value_of(learned_lookup(table, input["positions"].integers()));
    return {true, numbers_of(rows.cells())};
  }
  if (operation == "learned-table-cells") {
    const Matrix table =
        value_of(learned_table({.positions = input["positions"].integer(), .width = width()}));
    return {true, {static_cast<double>(table.size())}};
  }
  if (operation == "shaw-rows-of-query") {
    const Matrix rows = value_of(
        shaw_rows(input["queries"].integer(), input["keys"].integer(), input["clip"].integer()));
    const float* row = rows.row(input["query"].integer());
    return {true, Numbers(row, row + rows.cols())};
  }
  if (operation == "relative-shift") {
    return {true, numbers_of(value_of(relative_shift(matrix_from(input["matrix"]))).cells())};
  }
  if (operation == "t5-buckets") return {true, t5(input)};
  if (operation == "rotary") {
    const Matrix turned = value_of(
        rotary(matrix_from(input["x"]), input["positions"].integers(), rotary_spec(input)));
    return {true, columns_of(turned, input), kTurned, 0};
  }
  if (operation == "rotary-scores") return {true, rotary_scores(input), kTurned, 0};
  if (operation == "rotary-rates") {
    return {true, value_of(rotary_rates(rotary_spec(input))).rates, 0, 1e-15};
  }
  if (operation == "yarn-attention-factor") {
    RotarySpec spec;
    spec.width = width();
    spec.scaling = RotaryScaling::kYarn;
    spec.factor = input["factor"].number();
    spec.trained = input["trained"].integer();
    spec.attention_factor = input["attention_factor"].number();
    return {true, {value_of(rotary_rates(spec)).attention_factor}};
  }
  if (operation == "alibi-slopes") return {true, value_of(alibi_slopes(input["heads"].integer()))};
  if (operation == "alibi-bias") {
    const Tensor3 bias = value_of(
        alibi_bias(input["slopes"].numbers(), input["queries"].integer(), input["keys"].integer()));
    return {true, numbers_of(bias.cells())};
  }
  if (operation == "attention-weights") return {true, attention_weights(input), kWeights, 0};
  if (operation == "attention-scores") {
    return {true, numbers_of(attend(input).scores.cells()), kWeights, 0};
  }
  if (operation == "attention-layers") {
    return {true, attention_layers(input, input["layers"].integer()), kOutput, 0};
  }
  if (operation == "causal-query-reads") {
    return {true,
            {causal_query_reads(input["query"].integer(), input["key"].integer()) ? 1.0 : 0.0}};
  }
  return {false, {}};
}

Numbers numbers_from(const Json& output) {
  if (output.is_boolean()) return {output.boolean() ? 1.0 : 0.0};
  return output.numbers();
}

bool is_near(const Answer& got, const Numbers& expected) {
  if (got.numbers.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double tolerance = kPrinted + got.absolute + got.relative * std::abs(expected[i]);
    if (!(std::abs(got.numbers[i] - expected[i]) <= tolerance)) return false;
  }
  return true;
}

TEST(ReportedMistakes, TheCoreGivesTheRightOutput) {
  const Json golden = Json::golden("reported-mistakes.json");
  for (const Json& row : golden["rows"].items()) {
    SCOPED_TRACE(row["id"].text());
    if (row["operation"].text() == "learned-lookup-is-refused") {
      const Matrix table = rows_that_hold_their_index(row["input"]["rows"].integer());
      const auto rows = learned_lookup(table, row["input"]["positions"].integers());
      ASSERT_FALSE(rows.ok());
      EXPECT_EQ(rows.error().message, row["output"].text());
      continue;
    }
    const Answer got = answer(row["operation"].text(), row["input"]);
    if (!got.known) {
      ADD_FAILURE() << "no operation is called " << row["operation"].text();
      continue;
    }
    EXPECT_TRUE(is_near(got, numbers_from(row["output"])))
        << "got " << ::testing::PrintToString(got.numbers) << ", expected "
        << ::testing::PrintToString(numbers_from(row["output"]));
    if (row.has("wrong")) {
      EXPECT_FALSE(is_near(got, row["wrong"].numbers())) << "the mistake cannot be told";
    }
  }
}

TEST(ReportedMistakes, EveryOneIsReproducedOrListedWithItsReason) {
  const Json golden = Json::golden("reported-mistakes.json");
  std::set<std::string> ids;
  for (const Json& row : golden["rows"].items()) ids.insert(row["id"].text());
  for (const Json& row : golden["not-reproduced"].items()) {
    EXPECT_TRUE(ids.insert(row["id"].text()).second) << row["id"].text() << " is both";
    EXPECT_FALSE(row["reason"].text().empty()) << row["id"].text();
  }
  EXPECT_EQ(static_cast<int>(ids.size()), golden["reported"].integer());
}

// What two rows say beside their output.

TEST(ReportedMistakes, OneCausalLayerCannotTellTheOrderOfEarlierTokensAndTwoCan) {
  const Json golden = Json::golden("reported-mistakes.json");
  for (const Json& row : golden["rows"].items()) {
    if (!row.has("output-of-one-layer")) continue;
    const Answer got{true, attention_layers(row["input"], 1), kOutput, 0};
    EXPECT_TRUE(is_near(got, row["output-of-one-layer"].numbers()));
    return;
  }
  FAIL() << "no row has the output of one layer";
}

TEST(ReportedMistakes, SimilarityAtWidth512FirstRisesAt44) {
  const Json golden = Json::golden("reported-mistakes.json");
  for (const Json& row : golden["rows"].items()) {
    if (!row.has("first-rise")) continue;
    const Json& rise = row["first-rise"];
    const int width = rise["width"].integer();
    const int at = rise["distance"].integer();
    EXPECT_EQ(value_of(first_rise(width, kBase)), at);
    const Matrix similarity = value_of(sinusoidal_similarity(at + 1, width, kBase));
    EXPECT_NEAR(similarity(0, at - 1) / (0.5 * width), rise["before"].number(),
                kPrinted + kFloatRounding);
    EXPECT_NEAR(similarity(0, at) / (0.5 * width), rise["at"].number(), kPrinted + kFloatRounding);
    return;
  }
  FAIL() << "no row has a first rise";
}

}  // namespace
}  // namespace posenc
