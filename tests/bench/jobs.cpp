#include "tests/bench/jobs.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/attention/attention.h"
#include "core/grading/grading.h"
#include "core/positional/rotary.h"
#include "core/positional/sinusoidal.h"
#include "core/training/training_run.h"

namespace posenc::bench {
namespace {

/// Numbers in -1..1 that do not repeat within a row.
Matrix numbers(int rows, int cols) {
  Matrix m = Matrix::uninitialized(rows, cols).value();
  for (std::int64_t i = 0; i < m.size(); ++i) {
    m.data()[i] = static_cast<float>(std::sin(0.7 * static_cast<double>(i)));
  }
  return m;
}

/// Cells of one size at a time, in memory as the core's own results have it.
std::span<float> output(int rows, int cols) {
  static Matrix out;
  if (out.rows() != rows || out.cols() != cols) out = Matrix::uninitialized(rows, cols).value();
  return {out.data(), static_cast<std::size_t>(out.size())};
}

struct Tokens {
  static constexpr int kTokens = 4096;
  static constexpr int kHeads = 8;
  static constexpr int kWidth = 128;

  RotarySpec spec{.width = kWidth};
  Matrix x = numbers(kTokens, kHeads* kWidth);
  std::vector<std::int32_t> positions;
  RotaryTables tables;

  Tokens() {
    for (int p = 0; p < kTokens; ++p) positions.push_back(p);
    tables = rotary_tables(positions, spec).value();
  }
};

const Tokens& tokens() {
  static const Tokens all;
  return all;
}

/// Two mistakes at once: positions from 1, and cosines where the sines belong.
std::vector<Answer> wrong_answers(const std::vector<Case>& cases) {
  std::vector<Answer> answers;
  for (const Case& one : cases) {
    const int n = static_cast<int>(one.arguments[0].cells[0]);
    const int d = static_cast<int>(one.arguments[1].cells[0]);
    const double base = one.arguments[2].cells[0];
    std::vector<double> cells;
    for (int p = 0; p < n; ++p) {
      for (int c = 0; c < d; ++c) {
        const double angle = (p + 1) / std::pow(base, 2.0 * (c / 2) / d);
        cells.push_back(c % 2 == 0 ? std::cos(angle) : std::sin(angle));
      }
    }
    const ListShape shape = n == 0 ? ListShape::list(0) : ListShape::rows(n, d);
    answers.push_back(Answer::of(shape, std::move(cells)));
  }
  return answers;
}

}  // namespace

bool table(int positions, int width) {
  return !sinusoidal_into({.positions = positions, .width = width}, output(positions, width));
}

bool fill(int positions, int width) {
  static unsigned char byte = 0;
  const std::span<float> out = output(positions, width);
  std::memset(out.data(), ++byte, out.size() * sizeof(float));
  return !out.empty();
}

bool rotary_with_given_tables() {
  const Tokens& t = tokens();
  return !rotary_into(t.x, t.tables, t.spec, output(t.x.rows(), t.x.cols()));
}

bool rotary_with_made_tables() {
  const Tokens& t = tokens();
  return rotary(t.x, t.positions, t.spec).ok();
}

bool copy_tokens() {
  const Matrix& x = tokens().x;
  const std::span<float> out = output(x.rows(), x.cols());
  std::memcpy(out.data(), x.data(), out.size() * sizeof(float));
  return out.back() == x.cells().back();
}

bool attention(int n) {
  constexpr int kHeads = 8;
  constexpr int kWidth = 64;
  static Matrix tokens_of_n;
  if (tokens_of_n.rows() != n) tokens_of_n = numbers(n, kHeads * kWidth);
  const auto trace = posenc::attention(
      tokens_of_n, tokens_of_n, tokens_of_n,
      {.heads = kHeads, .mask = AttentionMask::kCausal, .trace = false}, AlibiPositions{});
  return trace.ok();
}

bool verdict() {
  constexpr std::uint32_t kSeed = 1;
  constexpr const char* kChallenge = "sinusoidal-table";
  static const std::vector<Answer> answers = wrong_answers(cases(kChallenge, kSeed).value());
  const auto judged = grade(kChallenge, kSeed, answers);
  return judged.ok() && !judged.value().explanations.empty();
}

bool training_steps() {
  const auto fresh = [] {
    return TrainingRun::create({.scheme = PositionScheme::kSinusoidal, .steps = kMaxTrainingSteps})
        .value();
  };
  static TrainingRun run = fresh();
  if (run.steps_done() == kMaxTrainingSteps) run = fresh();
  return run.train(2).ok();
}

}  // namespace posenc::bench
