#include "lab/report.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/refusal.h"
#include "core/training/beads.h"

namespace posenc::lab {
namespace {

constexpr int kLastSteps = 20;

constexpr int kJudgedAtOnce = 64;
constexpr int kMostSequences = 1 << 16;

// As the tests of the core ask.
constexpr int kMovedLength = 16;
constexpr int kMovedSequences = 32;
constexpr std::uint32_t kMovedSeed = 5;

/// As many digits as lead back to the same number.
std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  const auto [end, code] = std::to_chars(text, text + sizeof text, value);
  return code == std::errc{} ? std::string(text, end) : "null";
}

/// The core's sentences hold neither quotes nor control characters, but what was typed may.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

/// A learned table that ends before the length is a finding; anything else is a mistake.
bool is_beyond_table(const TrainingSpec& spec, int length) {
  return spec.scheme == PositionScheme::kLearned && length > spec.table_rows &&
         !check_deck_length("length", length);
}

std::optional<Error> check_judging(const Options& options) {
  const double most = kMostSequences;
  if (options.sequences < 1 || options.sequences > kMostSequences) {
    return refusal(ErrorCode::kOutOfRange, "sequences", options.sequences,
                   ("1.." + number_text(most)).c_str());
  }
  for (const int length : options.lengths) {
    if (is_beyond_table(options.spec, length)) continue;
    if (auto wrong = check_training_length(options.spec, "length", length)) return wrong;
  }
  return std::nullopt;
}

/// Over batches with seeds of their own, one after the other: a page can judge its models the same
/// way and answer in between.
Result<double> judge(const TrainingRun& run, int length, const Options& options) {
  double sum = 0.0;
  std::uint32_t seed = options.judged_seed;
  for (int done = 0; done < options.sequences; done += kJudgedAtOnce) {
    const int count = std::min(kJudgedAtOnce, options.sequences - done);
    const auto share = run.evaluate(length, count, seed++);
    if (!share.ok()) return share;
    sum += share.value() * count;
  }
  return sum / options.sequences;
}

}  // namespace

Result<Report> train_and_judge(const Options& options) {
  auto created = TrainingRun::create(options.spec);
  if (!created.ok()) return created.error();
  TrainingRun run = std::move(created).value();
  // What cannot be judged is refused before the time is spent.
  if (auto wrong = check_judging(options)) return *wrong;

  auto trained = run.train(options.spec.steps);
  if (!trained.ok()) return trained.error();
  const std::vector<float> losses = std::move(trained).value();
  const auto last = std::min<std::ptrdiff_t>(kLastSteps, std::ssize(losses));

  Report report;
  report.parameters = run.parameter_count();
  report.loss = std::accumulate(losses.end() - last, losses.end(), 0.0) / static_cast<double>(last);
  for (const int length : options.lengths) {
    Accuracy found{.length = length, .chance = 0.0, .share = {}, .refused = {}};
    const auto chance = chance_accuracy(length);
    if (!chance.ok()) return chance.error();
    found.chance = chance.value();
    const auto share = judge(run, length, options);
    if (share.ok()) {
      found.share = share.value();
    } else if (is_beyond_table(options.spec, length)) {
      found.refused = share.error().message;
    } else {
      return share.error();
    }
    report.accuracy.push_back(std::move(found));
  }
  const auto moved = run.equivariance(kMovedLength, kMovedSequences, kMovedSeed);
  if (moved.ok()) report.equivariance = moved.value();
  return report;
}

std::string to_json(const Options& options, const Report& report) {
  std::string out = "{\"task\":" + quoted(options.task) + ",\"scheme\":" + quoted(options.scheme) +
                    ",\"mask\":" + quoted(options.mask) +
                    ",\"seed\":" + std::to_string(options.spec.seed) +
                    ",\"parameters\":" + std::to_string(report.parameters) +
                    ",\"steps\":" + std::to_string(options.spec.steps) +
                    ",\"loss\":" + number(report.loss) + ",\"accuracy\":[";
  for (const Accuracy& one : report.accuracy) {
    if (&one != report.accuracy.data()) out += ',';
    out += "{\"length\":" + std::to_string(one.length) + ",\"chance\":" + number(one.chance) +
           ",\"share\":" + (one.share ? number(*one.share) : "null");
    if (!one.share) out += ",\"refused\":" + quoted(one.refused);
    out += '}';
  }
  return out + "],\"equivariance\":{\"error\":" + number(report.equivariance.error) +
         ",\"largest\":" + number(report.equivariance.largest) + "}}";
}

}  // namespace posenc::lab
