#include "core/grading/challenges/alibi_weights.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/grading/case_values.h"
#include "core/grading/challenges/alibi_weights_mistakes.h"
#include "core/grading/elementary.h"
#include "core/positional/alibi.h"

namespace posenc {
namespace {

struct Sides {
  int heads;
  int length;
};

// Powers of two hide how slopes go on for other numbers of heads.
constexpr Sides kFixed[] = {{2, 3}, {4, 4}, {3, 4}};
constexpr Sides kEdges[] = {{1, 4}, {2, 1}, {2, 0},  {0, 0}, {8, 3},
                            {6, 4}, {5, 3}, {12, 3}, {16, 2}};
constexpr int kRandomCases = 5;

constexpr double kLargestScore = 2.5;

void add(std::vector<Case>& all, const Sides& s, CaseKind kind, std::vector<double> scores,
         const char* remark = "") {
  const ListShape shape = shape_of_tables(s.heads, s.length, s.length);
  CaseName name;
  name.text("scores ").sides(shape).text(remark);
  add_case(all, kind, name).arguments.push_back(Value::list(shape, std::move(scores)));
}

void add(std::vector<Case>& all, const Sides& s, CaseKind kind, Random& random) {
  const auto count = static_cast<std::size_t>(s.heads * s.length * s.length);
  add(all, s, kind, random_cells(random, count, kLargestScore));
}

/// Every score is below -100,000 and thousands apart from the others of its row: weights are 0 and
/// 1 however they are rounded, a blocked score of -10,000 would win, exp of a score is 0.
void add_far_below_zero(std::vector<Case>& all) {
  constexpr Sides kSides = {2, 3};
  std::vector<double> scores;
  for (int i = 0; i < 18; ++i) scores.push_back(-300'000.0 + 40'000.0 * (i * 5 % 7));
  for (double& score : scores) score = std::min(score, -120'000.0);
  add(all, kSides, CaseKind::kEdge, std::move(scores), ", far below 0");
}

class AlibiWeights final : public Challenge {
 public:
  std::string_view id() const override { return "alibi-weights"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    Random fixed(3);
    for (const Sides& sides : kFixed) add(all, sides, CaseKind::kFixed, fixed);
    for (const Sides& sides : kEdges) add(all, sides, CaseKind::kEdge, fixed);
    add_far_below_zero(all);
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      const int heads = random.between(2, 14);
      add(all, {heads, random.between(3, 5)}, CaseKind::kRandom, random);
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const AlibiWeightsCall call(arguments);
    Expected weights{arguments.arguments[0].shape, {}, {}};
    if (arguments.arguments[0].cells.empty()) return weights;
    const std::vector<double> slopes = alibi_slopes(call.heads).value();
    for (int head = 0; head < call.heads; ++head) {
      for (int query = 0; query < call.length; ++query) {
        std::vector<double> row;
        for (int key = 0; key <= query; ++key)
          row.push_back(biased(call, slopes, head, query, key));
        const double most = *std::max_element(row.begin(), row.end());
        double sum = 0.0;
        for (double& cell : row) {
          cell = exponential(cell - most);
          sum += cell;
        }
        for (int key = 0; key < call.length; ++key) {
          weights.cells.push_back(key <= query ? row[static_cast<std::size_t>(key)] / sum : 0.0);
          weights.positions.push_back(query);
        }
      }
    }
    return weights;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const AlibiWeightsCall call(arguments);
    const std::vector<double> slopes = alibi_slopes(call.heads).value();
    const auto n = static_cast<std::size_t>(call.length);
    const auto head = static_cast<int>(cell / n / n);
    const auto query = static_cast<int>(cell / n % n);
    const auto key = static_cast<int>(cell % n);
    NamedValues steps = {{"slope", slopes[static_cast<std::size_t>(head)]},
                         {"query", double(query)},
                         {"key", double(key)}};
    if (key <= query) {
      steps.add("distance", double(query - key));
      steps.add("score", call.scores[cell]);
      steps.add("biasedScore", biased(call, slopes, head, query, key));
    }
    steps.add("weight", expected(arguments).cells[cell]);
    return steps;
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    return alibi_weights_mistakes(cases);
  }

  std::vector<Note> notes(std::span<const Expected>, std::span<const Comparison>) const override {
    return {};
  }

 private:
  static double biased(const AlibiWeightsCall& call, const std::vector<double>& slopes, int head,
                       int query, int key) {
    const int cell = (head * call.length + query) * call.length + key;
    return call.scores[cell] - slopes[static_cast<std::size_t>(head)] * (query - key);
  }
};

}  // namespace

const Challenge& alibi_weights_challenge() {
  static const AlibiWeights challenge;
  return challenge;
}

}  // namespace posenc
