#pragma once

// The tasks by their textbook formulas, in pieces that a test can replace by wrong ones: none of
// them knows the code under test.

#include <functional>
#include <string>
#include <vector>

#include "core/grading/answer.h"
#include "core/grading/case.h"

namespace posenc::plain {

using Rows = std::vector<std::vector<double>>;
using CaseSolution = std::function<Answer(const Case&)>;

double number(const Case& given, std::size_t argument);
/// A list of rows, or of tables of rows, as nested lists. An empty list has none.
Rows rows(const Value& list);
std::vector<Rows> tables(const Value& list);
Answer answer(const Rows& rows);
Answer answer(const std::vector<Rows>& tables);

double code(double position, int column, int width, double base);
Rows code_rows(const std::vector<double>& positions, int width, double base);
std::vector<double> counted(int count, double first = 0.0);

/// add_to_batch, with the code of each (sequence, row, column) and the way to put it to content.
struct AddParts {
  std::function<double(int b, int t, int start)> position = [](int, int t, int start) {
    return start + t;
  };
  std::function<double(double x, double e, int d)> sum = [](double x, double e, int) {
    return x + e;
  };
  std::function<double(double p, int j, int d, double base)> code = plain::code;
};
CaseSolution add_to_batch(const AddParts& parts = {});

Rows plus(const Rows& a, const Rows& b);
Rows products(const Rows& queries, const Rows& keys, double factor);
std::vector<double> softmax(const std::vector<double>& scores);
/// Softmax of each row after `masked` has been asked for every score: (score, query, key, past).
using Mask = std::function<double(double score, int query, int key, int past)>;
Rows weights(const Rows& scores, const Mask& mask);
double causal(double score, int query, int key, int past);  ///< -infinity for later keys

/// causal_attention with parts to replace.
struct AttentionParts {
  std::function<double(int d, int q, int k)> factor;
  Mask mask = causal;
  std::function<Rows(const Rows& scores, int past)> whole;  ///< instead of mask and softmax
  std::function<Rows(const Rows& queries, const Rows& keys, double factor)> product = products;
  double query_shift = 0.0;
  double key_shift = 0.0;
  AttentionParts();
};
CaseSolution causal_attention(const AttentionParts& parts = {});

std::vector<double> slopes(int heads);
/// alibi_weights with parts to replace.
struct AlibiParts {
  std::function<std::vector<double>(int heads)> slopes = plain::slopes;
  std::function<double(double slope, int query, int key)> bias = [](double m, int i, int j) {
    return m * (j - i);
  };
  double scale = 1.0;  ///< of score and bias together
  Mask mask = causal;
};
CaseSolution alibi_weights(const AlibiParts& parts = {});

/// Pairs of columns turned by position * rate.
struct RotaryParts {
  std::function<double(int row, double position)> position = [](int, double p) { return p; };
  std::function<double(int pair, int d, double base)> rate;
  std::function<Rows(const Rows& x, const Rows& angles)> turn;
  RotaryParts();
};
CaseSolution rotary(const RotaryParts& parts = {});
Rows turned_pairs(const Rows& x, const Rows& angles);

struct T5Parts {
  double sign = 1.0;
  std::function<bool(bool both)> both = [](bool b) { return b; };
  bool capped = true;
  bool narrow = false;  ///< logarithms in float32
};
CaseSolution t5_bucket(const T5Parts& parts = {});

CaseSolution shift_matrix();

std::vector<Answer> answers(const CaseSolution& solution, const std::vector<Case>& cases);

}  // namespace posenc::plain
