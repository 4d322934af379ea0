#include "core/grading/challenges/t5_bucket.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/grading/case_values.h"
#include "core/grading/challenges/t5_bucket_mistakes.h"
#include "core/grading/elementary.h"
#include "core/positional/relative/t5.h"

namespace posenc {
namespace {

struct Rule {
  bool bidirectional;
  int buckets;
  int max_distance;
};

// Other numbers than 32 and 128 show those that are written into the code.
constexpr Rule kFixed[] = {{true, 32, 128}, {false, 32, 128}, {true, 16, 64}};
constexpr Rule kEdges[] = {{false, 16, 50}, {true, 4, 20},    {false, 2, 9},   {false, 7, 30},
                           {true, 10, 40},  {false, 64, 500}, {true, 64, 300}, {true, 32, 4'000}};
constexpr int kRandomCases = 6;

int side_of(const Rule& rule) { return rule.bidirectional ? rule.buckets / 2 : rule.buckets; }

/// Where a distance stands among the logarithmic buckets, before it is rounded down.
double place_of(const Rule& rule, int distance) {
  const int side = side_of(rule);
  const double exact = side / 2;
  return logarithm(distance / exact) / logarithm(rule.max_distance / exact) * (side - exact);
}

/// Whether the bucket of a distance could come out otherwise in float32.
bool is_doubtful(const Rule& rule, int distance) {
  const int exact = side_of(rule) / 2;
  if (distance <= exact || distance >= rule.max_distance) return false;
  const double place = place_of(rule, distance);
  return std::abs(place - std::nearbyint(place)) < 1e-4;
}

std::vector<double> offsets_of(const Rule& rule, Random& random) {
  const int exact = side_of(rule) / 2;
  const int far = rule.max_distance;
  std::vector<int> distances = {0,   1,       2,       exact - 1, exact,   exact + 1, 2 * exact + 1,
                                far, far - 1, far + 1, 2 * far,   10 * far};
  for (int i = 0; i < 5; ++i) {
    const int least = std::min(exact + 1, far - 1);
    distances.push_back(random.between(least, far));
    distances.push_back(random.between(least, std::min(4 * exact + 2, far)));
  }
  std::vector<double> offsets;
  for (const int distance : distances) {
    if (distance < 0 || is_doubtful(rule, distance)) continue;
    offsets.push_back(-distance);
    if (distance != 0) offsets.push_back(distance);
  }
  return offsets;
}

void add(std::vector<Case>& all, const Rule& rule, CaseKind kind, std::vector<double> offsets) {
  const int count = static_cast<int>(offsets.size());
  CaseName name;
  name.whole(count).text(rule.bidirectional ? " offsets, both sides, " : " offsets, one side, ");
  name.whole(rule.buckets).text(" buckets, largest distance ").whole(rule.max_distance);
  auto& arguments = add_case(all, kind, name).arguments;
  arguments.push_back(Value::integers(std::move(offsets)));
  arguments.push_back(Value::boolean(rule.bidirectional));
  arguments.push_back(Value::integer(rule.buckets));
  arguments.push_back(Value::integer(rule.max_distance));
}

class T5Bucket final : public Challenge {
 public:
  std::string_view id() const override { return "t5-bucket"; }

  std::vector<Case> cases(std::uint32_t seed) const override {
    std::vector<Case> all;
    Random fixed(4);
    for (const Rule& rule : kFixed) add(all, rule, CaseKind::kFixed, offsets_of(rule, fixed));
    for (const Rule& rule : kEdges) add(all, rule, CaseKind::kEdge, offsets_of(rule, fixed));
    add(all, kFixed[0], CaseKind::kEdge, {});
    Random random(seed);
    for (int i = 0; i < kRandomCases; ++i) {
      Rule rule{};
      rule.bidirectional = i % 2 == 0;
      rule.buckets = 2 * random.between(4, 24);
      rule.max_distance = random.between(rule.buckets + 5, 400);
      add(all, rule, CaseKind::kRandom, offsets_of(rule, random));
    }
    return all;
  }

  Expected expected(const Case& arguments) const override {
    const T5BucketCall call(arguments);
    Expected buckets{arguments.arguments[0].shape, {}, {}};
    std::vector<std::int32_t> offsets;
    for (const double offset : arguments.arguments[0].cells)
      offsets.push_back(static_cast<std::int32_t>(offset));
    const auto found = t5_buckets(offsets, {call.buckets, call.max_distance, call.bidirectional});
    for (const std::int32_t bucket : found.value()) {
      buckets.cells.push_back(bucket);
      buckets.positions.push_back(0.0);
    }
    return buckets;
  }

  NamedValues steps(const Case& arguments, std::size_t cell) const override {
    const T5BucketCall call(arguments);
    const Rule rule{call.bidirectional, call.buckets, call.max_distance};
    const double offset = call.offsets[cell];
    const bool later = offset > 0.0;
    const double distance = later && !call.bidirectional ? 0.0 : std::abs(offset);
    const int side = side_of(rule);
    NamedValues steps = {{"offset", offset},
                         {"bucketsOfASide", double(side)},
                         {"singleDistances", double(side / 2)},
                         {"distance", distance}};
    if (distance >= side / 2) {
      const double place = place_of(rule, static_cast<int>(distance));
      steps.add("logarithm", place);
      steps.add("roundedDown", std::floor(place));
    }
    if (call.bidirectional) steps.add("firstOfSide", later ? side : 0.0);
    steps.add("bucket", expected(arguments).cells[cell]);
    return steps;
  }

  std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const override {
    return t5_bucket_mistakes(cases);
  }

  std::vector<Note> notes(std::span<const Expected>, std::span<const Comparison>) const override {
    return {};
  }
};

}  // namespace

const Challenge& t5_bucket_challenge() {
  static const T5Bucket challenge;
  return challenge;
}

}  // namespace posenc
