#include "core/training/training_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/random.h"
#include "core/base/refusal.h"
#include "core/training/adam.h"
#include "core/training/beads.h"

namespace posenc {
namespace {

constexpr int kStateParts = 3;
constexpr std::int64_t kBytesEach = sizeof(float);
constexpr int kJudgedPlaces = 8;  ///< accuracy is taken over the last so many
constexpr int kTokensAtOnce = 512;

Error no_memory() {
  return {ErrorCode::kOutOfMemory,
          "no memory for the run; drop another one or take a smaller model"};
}

/// The generator of one step's sequences. Each step has its own, so that a run needs no more than
/// the number of steps to go on.
Random random_of_step(std::uint32_t seed, int step) {
  const auto stream = static_cast<std::uint32_t>(Random(seed).next());
  return Random(
      static_cast<std::uint32_t>(Random(stream + static_cast<std::uint32_t>(step)).next() >> 32));
}

void draw_decks(Random& random, std::span<std::int32_t> beads, int length) {
  const auto each = static_cast<std::size_t>(length);
  for (std::size_t first = 0; first < beads.size(); first += each) {
    draw_deck(random, beads.subspan(first, each));
  }
}

/// What a pass of a trained model needs.
struct Reading {
  Places places;
  Activations<float> activations;

  static Result<Reading> create(const TrainingSpec& spec, const ParameterLayout& layout, int length,
                                int sequences, Keep keep) {
    Reading reading;
    auto places = Places::create(spec, length);
    if (!places.ok()) return places.error();
    auto activations = Activations<float>::create(spec, layout, sequences, length, keep);
    if (!activations.ok()) return activations.error();
    reading.places = std::move(places).value();
    reading.activations = std::move(activations).value();
    return reading;
  }
};

std::optional<Error> check_beads(const TrainingSpec& spec, std::span<const std::int32_t> beads) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max();
  const auto length = static_cast<int>(std::min(beads.size(), kMost));
  if (auto wrong = check_training_length(spec, "the number of beads", length)) return wrong;
  for (std::size_t i = 0; i < beads.size(); ++i) {
    if (beads[i] >= 0 && beads[i] < kBeadKinds) continue;
    const std::string name = "beads[" + std::to_string(i) + "]";
    return refusal(ErrorCode::kOutOfRange, name.c_str(), beads[i], "0..7");
  }
  return std::nullopt;
}

/// NaN, which a run with too high a rate ends in, is above every number and stays.
void keep_larger(double value, double& largest) {
  if (!(value <= largest) && !std::isnan(largest)) largest = value;
}

constexpr char kMagic[] = "posenc training 1";

// The fields of a spec and the step, in the order of a snapshot. Every one of them is held exactly
// by a double.
template <class Spec, class Visit>
void visit_fields(Spec& spec, Visit visit) {
  visit(spec.task);
  visit(spec.scheme);
  visit(spec.mask);
  visit(spec.seed);
  visit(spec.width);
  visit(spec.heads);
  visit(spec.layers);
  visit(spec.steps);
  visit(spec.batch);
  visit(spec.short_length);
  visit(spec.long_length);
  visit(spec.learning_rate);
  visit(spec.warm_up);
  visit(spec.gradient_limit);
  visit(spec.table_rows);
  visit(spec.clip);
  visit(spec.buckets);
  visit(spec.max_distance);
  visit(spec.base);
}

/// Reads numbers of a snapshot, which may be any bytes at all.
class SnapshotReader {
 public:
  explicit SnapshotReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  std::span<const std::uint8_t> rest() const { return bytes_; }

  bool begins_with(const char* text, std::size_t size) {
    ok_ = bytes_.size() >= size && std::memcmp(bytes_.data(), text, size) == 0;
    if (ok_) bytes_ = bytes_.subspan(size);
    return ok_;
  }

  double number() {
    double value = 0.0;
    ok_ = ok_ && bytes_.size() >= sizeof value;
    if (!ok_) return 0.0;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return value;
  }

  /// A whole number in low..high, else the snapshot is none.
  double whole(double low, double high) {
    const double value = number();
    ok_ = ok_ && value >= low && value <= high && value == std::floor(value);
    return ok_ ? value : low;
  }

  void operator()(double& field) { field = number(); }
  void operator()(int& field) { field = static_cast<int>(whole(-2147483648.0, 2147483647.0)); }
  void operator()(std::uint32_t& field) {
    field = static_cast<std::uint32_t>(whole(0.0, 4294967295.0));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void operator()(Enum& field) { field = static_cast<Enum>(static_cast<int>(whole(0.0, 255.0))); }

 private:
  std::span<const std::uint8_t> bytes_;
  bool ok_ = true;
};

}  // namespace

Result<TrainingRun> TrainingRun::prepared(const TrainingSpec& spec) {
  if (auto wrong = check_training_spec(spec)) return *wrong;
  TrainingRun run(spec);
  const int lengths[] = {spec.short_length, spec.long_length};
  for (std::size_t i = 0; i < 2; ++i) {
    auto places = Places::create(spec, lengths[i]);
    if (!places.ok()) return places.error();
    run.places_[i] = std::move(places).value();
  }
  const int longest = std::max(spec.short_length, spec.long_length);
  auto activations = Activations<float>::create(spec, run.layout_, spec.batch, longest, Keep::kAll);
  if (!activations.ok()) return activations.error();
  run.activations_ = std::move(activations).value();
  run.state_ = zeroed_cells<float>(kStateParts * run.layout_.size);
  run.gradient_ = zeroed_cells<float>(run.layout_.size);
  if (!run.state_ || !run.gradient_) return no_memory();
  run.batch_.resize(static_cast<std::size_t>(spec.batch * longest));
  return run;
}

Result<TrainingRun> TrainingRun::create(const TrainingSpec& spec) {
  auto result = prepared(spec);
  if (!result.ok()) return result;
  TrainingRun run = std::move(result).value();
  if (auto wrong = draw_parameters(run.layout_, spec.seed, run.state(0))) return *wrong;
  return run;
}

float TrainingRun::step() {
  const bool is_short = steps_done_ % 2 == 0;
  const Places& places = places_[is_short ? 0 : 1];
  const std::span<std::int32_t> beads =
      std::span(batch_).first(static_cast<std::size_t>(spec_.batch * places.length));
  Random random = random_of_step(spec_.seed, steps_done_);
  draw_decks(random, beads, places.length);

  Pass<float> pass(spec_, layout_, state(0), places, beads, activations_);
  pass.forward();
  const double loss = pass.loss();
  std::fill_n(gradient_.get(), layout_.size, 0.0f);
  pass.backward(gradient_.get());
  adam_step(state(0), gradient_.get(), {state(1), state(2)}, layout_.size, steps_done_,
            scheduled_rate(spec_.learning_rate, spec_.warm_up, steps_done_, spec_.steps),
            shortening(gradient_.get(), layout_.size, spec_.gradient_limit));
  ++steps_done_;
  return static_cast<float>(loss);
}

Result<std::vector<float>> TrainingRun::train(int steps) {
  const int left = spec_.steps - steps_done_;
  if (steps < 0 || steps > left) {
    const std::string need = "0.." + std::to_string(left) + ", for that many are left";
    return refusal(ErrorCode::kOutOfRange, "steps", steps, need.c_str());
  }
  std::vector<float> losses(static_cast<std::size_t>(steps));
  for (float& loss : losses) loss = step();
  return losses;
}

std::optional<Error> TrainingRun::check_evaluation(int length, int sequences) const {
  if (auto wrong = check_training_length(spec_, "length", length)) return wrong;
  const int most = kMaxEvaluatedTokens / length;
  if (sequences >= 1 && sequences <= most) return std::nullopt;
  const std::string need = "1.." + std::to_string(most) + " at this length";
  return refusal(ErrorCode::kOutOfRange, "sequences", sequences, need.c_str());
}

Result<double> TrainingRun::evaluate(int length, int sequences, std::uint32_t seed) const {
  if (auto wrong = check_evaluation(length, sequences)) return *wrong;
  const int at_once = std::clamp(kTokensAtOnce / length, 1, sequences);
  auto made = Reading::create(spec_, layout_, length, at_once, Keep::kLogits);
  if (!made.ok()) return made.error();
  Reading reading = std::move(made).value();
  std::vector<std::int32_t> all(static_cast<std::size_t>(at_once * length));

  const int first = std::max(first_asked(spec_.task), length - kJudgedPlaces);
  Random random(seed);
  int right = 0;
  for (int done = 0; done < sequences; done += at_once) {
    const int count = std::min(at_once, sequences - done);
    const auto beads = std::span(all).first(static_cast<std::size_t>(count * length));
    draw_decks(random, beads, length);
    Pass<float>(spec_, layout_, state_.get(), reading.places, beads, reading.activations).forward();
    for (int s = 0; s < count; ++s) {
      for (int place = first; place < length; ++place) {
        const float* const row =
            reading.activations.logits + (std::int64_t{s} * length + place) * kBeadKinds;
        const auto answer = std::max_element(row, row + kBeadKinds) - row;
        const int answering = s * length + answering_place(spec_.task, place);
        if (answer == beads[static_cast<std::size_t>(answering)]) ++right;
      }
    }
  }
  return right / (static_cast<double>(sequences) * (length - first));
}

Result<Matrix> TrainingRun::logits(std::span<const std::int32_t> beads) const {
  if (auto wrong = check_beads(spec_, beads)) return *wrong;
  const auto length = static_cast<int>(beads.size());
  auto made = Reading::create(spec_, layout_, length, 1, Keep::kLogits);
  if (!made.ok()) return made.error();
  Reading reading = std::move(made).value();
  Pass<float>(spec_, layout_, state_.get(), reading.places, beads, reading.activations).forward();
  return Matrix::copy_of(
      length, kBeadKinds,
      {reading.activations.logits, static_cast<std::size_t>(std::int64_t{length} * kBeadKinds)});
}

Result<Tensor3> TrainingRun::attention(std::span<const std::int32_t> beads) const {
  if (auto wrong = check_beads(spec_, beads)) return *wrong;
  const auto length = static_cast<int>(beads.size());
  auto made = Reading::create(spec_, layout_, length, 1, Keep::kWeights);
  if (!made.ok()) return made.error();
  Reading reading = std::move(made).value();
  Pass<float>(spec_, layout_, state_.get(), reading.places, beads, reading.activations).forward();
  const int maps = spec_.layers * spec_.heads;
  return Tensor3::copy_of(maps, length, length,
                          {reading.activations.weights,
                           static_cast<std::size_t>(std::int64_t{maps} * length * length)});
}

Result<Equivariance> TrainingRun::equivariance(int length, int sequences,
                                               std::uint32_t seed) const {
  if (auto wrong = check_evaluation(length, sequences)) return *wrong;
  auto made = Reading::create(spec_, layout_, length, 2, Keep::kLogits);
  if (!made.ok()) return made.error();
  Reading reading = std::move(made).value();
  const auto size = static_cast<std::size_t>(length);
  std::vector<std::int32_t> beads(2 * size);
  std::vector<std::size_t> from(
      size);  // place i of the second sequence is place from[i] of the first

  Random random(seed);
  Equivariance found;
  for (int s = 0; s < sequences; ++s) {
    draw_deck(random, std::span(beads).first(size));
    for (std::size_t i = 0; i < size; ++i) from[i] = i;
    for (std::size_t i = size; i-- > 1;) {
      std::swap(from[i], from[static_cast<std::size_t>(random.between(0, static_cast<int>(i)))]);
    }
    for (std::size_t i = 0; i < size; ++i) beads[size + i] = beads[from[i]];
    Pass<float>(spec_, layout_, state_.get(), reading.places, beads, reading.activations).forward();
    const float* const logits = reading.activations.logits;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < kBeadKinds; ++k) {
        const double before = logits[from[i] * kBeadKinds + k];
        const double after = logits[(size + i) * kBeadKinds + k];
        keep_larger(std::abs(before - after), found.error);
        keep_larger(std::abs(before), found.largest);
      }
    }
  }
  return found;
}

std::vector<std::uint8_t> TrainingRun::snapshot() const {
  std::vector<double> numbers;
  visit_fields(spec_, [&numbers](auto field) { numbers.push_back(static_cast<double>(field)); });
  numbers.push_back(static_cast<double>(spec_.slopes.size()));
  numbers.insert(numbers.end(), spec_.slopes.begin(), spec_.slopes.end());
  numbers.push_back(steps_done_);

  const std::size_t number_bytes = numbers.size() * sizeof(double);
  const auto state_bytes = static_cast<std::size_t>(kStateParts * layout_.size * kBytesEach);
  const std::size_t size = sizeof kMagic + number_bytes + state_bytes;
  std::vector<std::uint8_t> bytes(size);
  std::memcpy(bytes.data(), kMagic, sizeof kMagic);
  std::memcpy(bytes.data() + sizeof kMagic, numbers.data(), number_bytes);
  std::memcpy(bytes.data() + sizeof kMagic + number_bytes, state_.get(), state_bytes);
  return bytes;
}

Result<TrainingRun> TrainingRun::resume(std::span<const std::uint8_t> snapshot) {
  const auto no_snapshot = [&snapshot](const char* why) {
    return Error{ErrorCode::kShapeMismatch, "the " + std::to_string(snapshot.size()) +
                                                " bytes are no snapshot of a run; " + why};
  };
  SnapshotReader reader(snapshot);
  if (!reader.begins_with(kMagic, sizeof kMagic)) return no_snapshot("they do not begin as one");
  TrainingSpec spec;
  visit_fields(spec, [&reader](auto& field) { reader(field); });
  const auto slopes = static_cast<std::size_t>(reader.whole(0.0, kMaxTrainingWidth));
  for (std::size_t i = 0; i < slopes; ++i) spec.slopes.push_back(reader.number());
  const int steps_done = static_cast<int>(reader.whole(0.0, kMaxTrainingSteps));
  if (!reader.ok()) return no_snapshot("a setting is missing or impossible");

  if (auto wrong = check_training_spec(spec)) return *wrong;
  if (steps_done > spec.steps) return no_snapshot("more steps are done than the run has");
  // Before the memory is asked for: a few bytes may speak of a large run.
  const auto state = reader.rest();
  const std::int64_t state_bytes = kStateParts * ParameterLayout(spec).size * kBytesEach;
  if (static_cast<std::int64_t>(state.size()) != state_bytes) {
    return no_snapshot("the weights are not all there");
  }
  auto result = prepared(spec);
  if (!result.ok()) return result;
  TrainingRun run = std::move(result).value();
  std::memcpy(run.state_.get(), state.data(), state.size());
  run.steps_done_ = steps_done;
  return run;
}

}  // namespace posenc
