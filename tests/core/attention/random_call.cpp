#include "tests/core/attention/random_call.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace posenc::reference {
namespace {

Table random_table(int rows, int cols, std::mt19937& random) {
  Table table{rows, cols, {}};
  for (int i = 0; i < rows * cols; ++i) {
    // 24 bits, so that the number is the same in float32.
    table.cells.push_back(static_cast<double>(random() >> 8) / 8388608.0 - 1.0);
  }
  return table;
}

}  // namespace

const char* name_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::kNone:
      return "none";
    case Scheme::kAdded:
      return "added";
    case Scheme::kRotary:
      return "rotary";
    case Scheme::kAlibi:
      return "alibi";
    case Scheme::kT5:
      return "t5";
    case Scheme::kShawKeys:
      return "shaw without values";
    case Scheme::kShaw:
      return "shaw";
    case Scheme::kTransformerXl:
      return "transformer-xl";
  }
  return "?";
}

std::string text_of(const CallShape& shape) {
  return std::string(name_of(shape.scheme)) + ", " + std::to_string(shape.heads) + " heads, " +
         std::to_string(shape.q) + " queries, " + std::to_string(shape.k) + " keys, width " +
         std::to_string(shape.width) + " and " + std::to_string(shape.value_width) +
         (shape.causal ? ", causal" : "") + (shape.padding ? ", padding" : "");
}

Call random_call(const CallShape& shape, std::mt19937& random) {
  Call call;
  const int cols = shape.heads * shape.width;
  call.heads = shape.heads;
  call.causal = shape.causal;
  call.scale = 1.0 / std::sqrt(double{1} * shape.width);
  call.queries = random_table(shape.q, cols, random);
  call.keys = random_table(shape.k, cols, random);
  call.values = random_table(shape.k, shape.heads * shape.value_width, random);
  if (shape.padding) {
    for (int j = 0; j < shape.k; ++j) call.padding.push_back(j == 0 || random() % 3 == 0);
  }
  call.scheme = shape.scheme;
  switch (shape.scheme) {
    case Scheme::kNone:
      break;
    case Scheme::kAdded:
      call.learned = {random_table(shape.q, cols, random), random_table(shape.k, cols, random)};
      break;
    case Scheme::kRotary:
      call.split = random() % 2 == 0;
      call.rotated = random() % 2 == 0 || shape.width < 4 ? shape.width : shape.width - 2;
      call.base = 100.0;
      call.query_positions.resize(static_cast<std::size_t>(shape.q));
      call.key_positions.resize(static_cast<std::size_t>(shape.k));
      std::iota(call.query_positions.begin(), call.query_positions.end(), shape.k - shape.q);
      std::iota(call.key_positions.begin(), call.key_positions.end(), 0);
      break;
    case Scheme::kAlibi:
      for (int h = 0; h < shape.heads; ++h) call.slopes.push_back(std::ldexp(1.0, -1 - h));
      break;
    case Scheme::kT5:
      call.t5 = {.buckets = 8, .max_distance = 16, .bidirectional = random() % 2 == 0};
      call.learned = {random_table(8, shape.heads, random)};
      break;
    case Scheme::kShawKeys:
      call.learned = {random_table(5, shape.width, random)};
      break;
    case Scheme::kShaw:
      call.learned = {random_table(5, shape.width, random),
                      random_table(5, shape.value_width, random)};
      break;
    case Scheme::kTransformerXl:
      call.learned = {random_table(shape.k + shape.q - 1, cols, random),
                      random_table(1, cols, random), random_table(1, cols, random)};
      break;
  }
  return call;
}

Matrix to_matrix(const Table& table) {
  std::vector<float> cells;
  for (const double cell : table.cells) cells.push_back(static_cast<float>(cell));
  auto matrix = Matrix::copy_of(table.rows, table.cols, cells);
  EXPECT_TRUE(matrix.ok());
  return std::move(matrix).value();
}

CoreCall for_core(const Call& call) {
  CoreCall core{to_matrix(call.queries), to_matrix(call.keys), to_matrix(call.values), {}, {}};
  core.spec.heads = call.heads;
  core.spec.mask = call.causal ? AttentionMask::kCausal : AttentionMask::kNone;
  core.spec.scale = call.scale;
  core.spec.padding = call.padding;
  switch (call.scheme) {
    case Scheme::kNone:
      break;
    case Scheme::kAdded:
      core.positions = AddedPositions{to_matrix(call.learned[0]), to_matrix(call.learned[1])};
      break;
    case Scheme::kRotary: {
      RotaryPositions rotary;
      rotary.spec.width = call.keys.cols / call.heads;
      rotary.spec.rotated = call.rotated;
      rotary.spec.base = call.base;
      rotary.spec.layout = call.split ? PairLayout::kSplit : PairLayout::kInterleaved;
      rotary.queries = call.query_positions;
      rotary.keys = call.key_positions;
      core.positions = std::move(rotary);
      break;
    }
    case Scheme::kAlibi:
      core.positions = AlibiPositions{call.slopes};
      break;
    case Scheme::kT5:
      core.positions = T5Positions{call.t5, to_matrix(call.learned[0])};
      break;
    case Scheme::kShawKeys:
      core.positions = ShawPositions{to_matrix(call.learned[0]), {}};
      break;
    case Scheme::kShaw:
      core.positions = ShawPositions{to_matrix(call.learned[0]), to_matrix(call.learned[1])};
      break;
    case Scheme::kTransformerXl:
      core.positions = TransformerXlPositions{
          to_matrix(call.learned[0]), to_matrix(call.learned[1]), to_matrix(call.learned[2])};
      break;
  }
  return core;
}

}  // namespace posenc::reference
