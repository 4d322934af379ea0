#include "core/grading/challenges/causal_attention.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/grading/case_values.h"
#include "core/grading/challenges/causal_attention_mistakes.h"
#include "core/grading/elementary.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

struct Sides {
  int queries;
  int keys;
  int width;
  double base;
};

constexpr Sides kFixed[] = {{3, 3, 4, 10'000.0}, {2, 4, 4, 10'000.0}, {4, 4, 6, 100.0}};
constexpr Sides kEdges[] = {{1, 1, 4, 10'000.0}, {1, 5, 4, 10'000.0}, {0, 3, 4, 10'000.0},
                            {3, 4, 1, 10'000.0}, {3, 5, 2, 1'000.0},  {4, 6, 5, 50.0},
                            {3, 3, 7, 500.0},    {5, 5, 4, 2.0},      {2, 8, 6, 1e6}};
constexpr int kRandomCases = 6;

// Products of a few units: the weights are neither all alike nor one and zeros.
constexpr double kLargestContent = 1.5;

void add(std::vector<Case>& all, const Sides& s, CaseKind kind, std::vector<double> queries,
         std::vector<double> keys, const char* remark = "") {
  const ListShape q = shape_of_rows(s.queries, s.width);
  const ListShape k = shape_of_rows(s.keys, s.width);
  CaseName name;
  name.text("queries ").sides(q).text(", keys ").sides(k).base(s.base).text(remark);
  auto& arguments = add_case(all, kind, name).arguments;
  arguments.push_back(Value::list(q, std::move(queries)));
  arguments.push_back(Value::list(k, std::move(keys)));
  arguments.push_back(Value::number(s.base));
}

void add(std::vector<Case>& all, const Sides& s, CaseKind kind, Random& random) {
  const auto cells = [&](int rows) {
    return random_cells(random, static_cast<std::size_t>(rows * s.width), kLargestContent);
  };
  std::vector<double> queries = cells(s.queries);
  add(all, s, kind, std::move(queries), cells(s.keys));
}

/// Every score is below -100,000 and thousands apart from the others of its row: weights are 0 and
/// 1 however they are rounded, a blocked score of -10,000 would win, exp of a score is 0.
void add_far_below_zero(std::vector<Case>& all) {
  constexpr int kRows = 3;
  constexpr int kWidth = 4;
  constexpr int kKeys[] = {-400, -250, -600};
  std::vector<double> queries;
  std::vector<double> keys;
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kWidth; ++j) {
      queries.push_back(380 + 10 * ((i + 2 * j) % 4));
      keys.push_back(kKeys[i] - j);
    }
  }
  add(all, {kRows, kRows, kWidth, 10'000.0}, CaseKind::kEdge, std::move(queries), std::move(keys),
      ", scores far below 0");
}

/// The scores of one query, before the mask.
std::vector<double> scores_of(const CausalAttentionCall& call, int query) {
  const std::vector<TurnRate> rates = turn_rates(call.width, call.base);
  const auto placed = [&](const double* cells, int row, int position, int column) {
    const SineCosine code =
        rates[static_cast<std::size_t>(column / 2)].at(static_cast<std::uint32_t>(position));
    return cells[row * call.width + column] + (column % 2 == 0 ? code.sine : code.cosine);
  };
  const int position = call.keys - call.queries + query;
  std::vector<double> scores;
  for (int key = 0; key < call.keys; ++key) {
    double product = 0.0;
    for (int column = 0; column < call.width; ++column) {
      product += placed(call.query_cells, query, position, column) *
                 placed(call.key_cells, key, key, column);
    }
    scores.push_back(product / std::sqrt(double(call.width)));
  }
  return scores;
}

class CausalAttention final : public Challenge {
 public:
  std::string_view id() const override { return "causal-attention"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    Random fixed(2);
    for (const Sides& sides : kFixed) add(all, sides, CaseKind::kFixed, fixed);
    for (const Sides& sides : kEdges) add(all, sides, CaseKind::kEdge, fixed);
    add_far_below_zero(all);
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      Sides sides{};
      sides.queries = random.between(2, 4);
      sides.keys = sides.queries + random.between(0, 1) * random.between(1, 3);
      sides.width = 2 * random.between(2, 4) - i % 2;
      sides.base = random_base(random);
      add(all, sides, CaseKind::kRandom, random);
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const CausalAttentionCall call(arguments);
    Expected weights;
    weights.shape = shape_of_rows(call.queries, call.keys);
    for (int query = 0; query < call.queries; ++query) {
      const int position = call.keys - call.queries + query;
      std::vector<double> row = scores_of(call, query);
      row.resize(static_cast<std::size_t>(position) + 1);
      const double most = *std::max_element(row.begin(), row.end());
      double sum = 0.0;
      for (double& cell : row) {
        cell = exponential(cell - most);
        sum += cell;
      }
      for (int key = 0; key < call.keys; ++key) {
        weights.cells.push_back(key <= position ? row[static_cast<std::size_t>(key)] / sum : 0.0);
        weights.positions.push_back(position);
      }
    }
    return weights;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const CausalAttentionCall call(arguments);
    const Expected weights = expected(arguments);
    const auto keys = static_cast<std::size_t>(call.keys);
    const int query = static_cast<int>(cell / keys);
    const auto key = static_cast<int>(cell % keys);
    const int position = call.keys - call.queries + query;
    const std::vector<double> scores = scores_of(call, query);
    NamedValues steps = {{"queryPosition", double(position)}, {"keyPosition", double(key)}};
    if (key <= position) {
      const double most = *std::max_element(scores.begin(), scores.begin() + position + 1);
      steps.add("score", scores[static_cast<std::size_t>(key)]);
      steps.add("largestScore", most);
      steps.add("exponential", exponential(scores[static_cast<std::size_t>(key)] - most));
    }
    steps.add("weight", weights.cells[cell]);
    return steps;
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    return causal_attention_mistakes(cases);
  }

  std::vector<Note> notes(std::span<const Expected>, std::span<const Comparison>) const override {
    return {};
  }
};

}  // namespace

const Challenge& causal_attention_challenge() {
  static const CausalAttention challenge;
  return challenge;
}

}  // namespace posenc
