#include "core/grading/challenges/add_to_batch.h"

#include <string>

#include "core/grading/case_values.h"
#include "core/grading/challenges/add_to_batch_mistakes.h"
#include "core/positional/turns.h"

namespace posenc {
namespace {

struct Sides {
  int batch;
  int length;
  int width;
  int start;
  double base;
};

// As many sequences as positions hide an index of the wrong axis from the shape; one sequence hides
// it altogether. Starts beyond 256 and 2048 show positions kept in bfloat16 and float16, and tables
// that end. No sequences, no positions, odd widths and width 1 are limits of the task.
constexpr Sides kFixed[] = {{1, 3, 4, 0, 10'000.0}, {2, 3, 4, 5, 10'000.0}, {3, 2, 6, 1, 100.0}};
constexpr Sides kEdges[] = {
    {3, 3, 4, 2, 10'000.0}, {1, 4, 6, 1, 500.0},        {2, 0, 4, 3, 10'000.0},
    {0, 0, 0, 0, 10'000.0}, {2, 1, 4, 7, 10'000.0},     {2, 3, 1, 1, 10'000.0},
    {2, 3, 2, 4, 1'000.0},  {2, 4, 5, 0, 10'000.0},     {2, 2, 7, 3, 50.0},
    {2, 4, 4, 6, 2.0},      {2, 3, 4, 2'300, 10'000.0}, {1, 2, 5, 70'001, 1e6}};
constexpr int kRandomCases = 6;

constexpr double kLargestContent = 3.0;

void add(std::vector<Case>& all, const Sides& s, CaseKind kind, Random& random) {
  const ListShape shape = shape_of_tables(s.batch, s.length, s.width);
  CaseName name;
  name.text("x ").sides(shape).text(", start ").whole(s.start).base(s.base);
  auto& arguments = add_case(all, kind, name).arguments;
  arguments.push_back(Value::list(shape, random_cells(random, shape.cells(), kLargestContent)));
  arguments.push_back(Value::integer(s.start));
  arguments.push_back(Value::number(s.base));
}

class AddToBatch final : public Challenge {
 public:
  std::string_view id() const override { return "add-to-batch"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    Random fixed(1);
    for (const Sides& sides : kFixed) add(all, sides, CaseKind::kFixed, fixed);
    for (const Sides& sides : kEdges) add(all, sides, CaseKind::kEdge, fixed);
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      Sides sides{};
      sides.batch = random.between(2, 4);
      sides.length = random.between(2, 6);
      sides.width = 2 * random.between(2, 4) + i % 2;
      sides.start = random.between(1, 40);
      sides.base = random_base(random);
      add(all, sides, CaseKind::kRandom, random);
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const AddToBatchCall call(arguments);
    Expected sum{arguments.arguments[0].shape, arguments.arguments[0].cells, {}};
    if (sum.cells.empty()) return sum;
    const std::vector<TurnRate> rates = turn_rates(call.width, call.base);
    for (std::size_t i = 0; i < sum.cells.size(); ++i) {
      const Place at = place(call, i);
      const SineCosine code = rates[at.column / 2].at(static_cast<std::uint32_t>(at.position));
      sum.cells[i] += at.column % 2 == 0 ? code.sine : code.cosine;
      sum.positions.push_back(at.position);
    }
    return sum;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const AddToBatchCall call(arguments);
    const Place at = place(call, cell);
    const std::size_t pair = at.column / 2;
    const TurnRate rate = turn_rates(call.width, call.base)[pair];
    const SineCosine code = rate.at(static_cast<std::uint32_t>(at.position));
    const double x = call.x[cell];
    const bool sine = at.column % 2 == 0;
    return {{"position", double(at.position)},
            {"pair", double(pair)},
            {"rate", rate.radians()},
            {"angle", at.position * rate.radians()},
            sine ? NamedValue{"sine", code.sine} : NamedValue{"cosine", code.cosine},
            {"content", x},
            {"sum", x + (sine ? code.sine : code.cosine)}};
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    return add_to_batch_mistakes(cases);
  }

  std::vector<Note> notes(std::span<const Expected> expected,
                          std::span<const Comparison> comparisons) const override {
    return float32_angle_notes(expected, comparisons);
  }

 private:
  struct Place {
    int position;
    std::size_t column;
  };
  static Place place(const AddToBatchCall& call, std::size_t cell) {
    const auto width = static_cast<std::size_t>(call.width);
    const std::size_t token = cell / width % static_cast<std::size_t>(call.length);
    return {call.start + static_cast<int>(token), cell % width};
  }
};

}  // namespace

const Challenge& add_to_batch_challenge() {
  static const AddToBatch challenge;
  return challenge;
}

}  // namespace posenc
