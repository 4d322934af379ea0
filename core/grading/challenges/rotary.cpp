#include "core/grading/challenges/rotary.h"

#include <array>

#include "core/grading/case_values.h"
#include "core/grading/challenges/rotary_mistakes.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

struct Call {
  std::array<int, 4> positions;
  int rows;
  int width;
  double base;
};

// A pair is no longer than 1.
constexpr double kLargestContent = 0.7;

// The first case begins with positions 0 and 1: there every angle is below half a turn.
constexpr Call kFixed[] = {
    {{0, 1, 2}, 3, 4, 10'000.0}, {{5, 2, 9}, 3, 4, 10'000.0}, {{0, 1, 2, 3}, 4, 6, 100.0}};
constexpr Call kEdges[] = {{{}, 0, 4, 10'000.0},          {{7}, 1, 4, 10'000.0},
                           {{3, 3, 1}, 3, 6, 500.0},      {{6, 7, 8, 9}, 4, 4, 10'000.0},
                           {{4, 1}, 2, 2, 10'000.0},      {{3, 301, 2'501, 70'001}, 4, 4, 10'000.0},
                           {{4'095, 1}, 2, 32, 10'000.0}, {{2, 6, 3}, 3, 8, 2.0},
                           {{11, 12}, 2, 10, 1e6}};
constexpr int kRandomCases = 6;

void add(std::vector<Case>& all, const Call& call, CaseKind kind, Random& random) {
  const ListShape shape = shape_of_rows(call.rows, call.width);
  std::vector<double> positions;
  CaseName name;
  name.text("x ").sides(shape).text(", positions [");
  for (int row = 0; row < call.rows; ++row) {
    const int position = call.positions[static_cast<std::size_t>(row)];
    if (row > 0) name.text(", ");
    name.whole(position);
    positions.push_back(position);
  }
  name.text("]").base(call.base);
  const auto count = static_cast<std::size_t>(call.rows * call.width);
  auto& arguments = add_case(all, kind, name).arguments;
  arguments.push_back(Value::list(shape, random_cells(random, count, kLargestContent)));
  arguments.push_back(Value::integers(std::move(positions)));
  arguments.push_back(Value::number(call.base));
}

class Rotary final : public Challenge {
 public:
  std::string_view id() const override { return "rotary"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    Random fixed(5);
    for (const Call& call : kFixed) add(all, call, CaseKind::kFixed, fixed);
    for (const Call& call : kEdges) add(all, call, CaseKind::kEdge, fixed);
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      Call call{};
      call.rows = random.between(2, 4);
      call.width = 2 * random.between(2, 5);
      call.base = random_base(random);
      for (int& position : call.positions) position = random.between(1, 60);
      add(all, call, CaseKind::kRandom, random);
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const RotaryCall call(arguments);
    Expected turned{arguments.arguments[0].shape, {}, {}};
    for (std::size_t i = 0; i < arguments.arguments[0].cells.size(); ++i) {
      const Turn turn = turn_of(call, i);
      turned.cells.push_back(turn.result);
      turned.positions.push_back(turn.position);
    }
    return turned;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const RotaryCall call(arguments);
    const Turn turn = turn_of(call, cell);
    return {{"position", turn.position},  {"pair", turn.pair},
            {"rate", turn.rate},          {"angle", turn.position * turn.rate},
            {"cosine", turn.code.cosine}, {"sine", turn.code.sine},
            {"first", turn.first},        {"second", turn.second},
            {"turned", turn.result}};
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    return rotary_mistakes(cases);
  }

  std::vector<Note> notes(std::span<const Expected> expected,
                          std::span<const Comparison> comparisons) const override {
    return float32_angle_notes(expected, comparisons);
  }

 private:
  struct Turn {
    double position;
    double pair;
    double rate;
    SineCosine code;
    double first;
    double second;
    double result;
  };
  static Turn turn_of(const RotaryCall& call, std::size_t cell) {
    const auto width = static_cast<std::size_t>(call.width);
    const std::size_t pair = cell % width / 2;
    const std::size_t start = cell - cell % 2;
    const double position = call.positions[cell / width];
    const TurnRate rate = turn_rates(call.width, call.base)[pair];
    const SineCosine code = rate.at(static_cast<std::uint32_t>(position));
    const double a = call.x[start];
    const double b = call.x[start + 1];
    const double result =
        cell % 2 == 0 ? a * code.cosine - b * code.sine : a * code.sine + b * code.cosine;
    return {position, double(pair), rate.radians(), code, a, b, result};
  }
};

}  // namespace

const Challenge& rotary_challenge() {
  static const Rotary challenge;
  return challenge;
}

}  // namespace posenc
