#include "core/grading/challenges/sinusoidal_table.h"

#include <cmath>
#include <string>

#include "core/base/random.h"
#include "core/grading/case_values.h"
#include "core/grading/challenges/sinusoidal_table_mistakes.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

struct Call {
  int positions;
  int width;
  double base;
};

// A base other than 10000 shows one that is written into the code; rows beyond 256 and 2048 show
// positions kept in bfloat16 and float16; width 2 divides by zero where frequencies are spread
// over d/2 - 1 steps; as many rows as columns hide a transposed table from its shape.
constexpr Call kFixed[] = {{3, 4, 10'000.0}, {5, 8, 10'000.0}, {7, 6, 100.0}};
constexpr Call kEdges[] = {
    {1, 4, 10'000.0}, {0, 4, 10'000.0}, {4, 4, 10'000.0},   {5, 1, 10'000.0},   {6, 2, 1'000.0},
    {6, 3, 10'000.0}, {4, 5, 10'000.0}, {5, 5, 50.0},       {8, 7, 500.0},      {6, 6, 2.0},
    {5, 10, 1.5},     {4, 9, 1e6},      {20, 64, 10'000.0}, {3, 127, 10'000.0}, {2'100, 3, 30.0}};
constexpr int kRandomCases = 8;

void add(std::vector<Case>& all, const Call& call, CaseKind kind) {
  CaseName name;
  name.text("n = ").whole(call.positions).text(", d = ").whole(call.width).base(call.base);
  auto& arguments = add_case(all, kind, name).arguments;
  arguments.push_back(Value::integer(call.positions));
  arguments.push_back(Value::integer(call.width));
  arguments.push_back(Value::number(call.base));
}

Call call_of(const Case& arguments) {
  return {whole(arguments.arguments[0]), whole(arguments.arguments[1]),
          arguments.arguments[2].cells[0]};
}

class SinusoidalTable final : public Challenge {
 public:
  std::string_view id() const override { return "sinusoidal-table"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    for (const Call& call : kFixed) add(all, call, CaseKind::kFixed);
    for (const Call& call : kEdges) add(all, call, CaseKind::kEdge);
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      const int positions = random.between(2, 24);
      // Even and odd widths in turn, from 4 on so that no mistake about pairs can hide.
      const int width = 2 * random.between(2, 12) + i % 2;
      add(all, {positions, width, random_base(random)}, CaseKind::kRandom);
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const Call call = call_of(arguments);
    Expected table;
    table.shape =
        call.positions == 0 ? ListShape::list(0) : ListShape::rows(call.positions, call.width);
    const std::vector<TurnRate> rates = turn_rates(call.width, call.base);
    for (int p = 0; p < call.positions; ++p) {
      for (int column = 0; column < call.width; ++column) {
        const SineCosine value =
            rates[static_cast<std::size_t>(column / 2)].at(static_cast<std::uint32_t>(p));
        table.cells.push_back(column % 2 == 0 ? value.sine : value.cosine);
        table.positions.push_back(p);
      }
    }
    return table;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const Call call = call_of(arguments);
    const auto column = static_cast<int>(cell % static_cast<std::size_t>(call.width));
    const auto p = static_cast<double>(cell / static_cast<std::size_t>(call.width));
    const int pair = column / 2;
    const TurnRate rate = turn_rates(call.width, call.base)[static_cast<std::size_t>(pair)];
    const SineCosine value = rate.at(static_cast<std::uint32_t>(p));
    return {{"position", p},
            {"pair", double(pair)},
            {"exponent", 2.0 * pair / call.width},
            {"rate", rate.radians()},
            {"angle", p * rate.radians()},
            column % 2 == 0 ? NamedValue{"sine", value.sine} : NamedValue{"cosine", value.cosine}};
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    std::vector<SinusoidalTableCall> calls(cases.size());
    for (std::size_t c = 0; c < cases.size(); ++c) {
      const Call call = call_of(cases[c]);
      calls[c] = {call.positions, call.width, call.base};
    }
    return std::make_unique<SinusoidalTableMistakes>(std::move(calls));
  }

  std::vector<Note> notes(std::span<const Expected> expected,
                          std::span<const Comparison> comparisons) const override {
    return float32_angle_notes(expected, comparisons);
  }
};

}  // namespace

const Challenge& sinusoidal_table_challenge() {
  static const SinusoidalTable challenge;
  return challenge;
}

}  // namespace posenc
