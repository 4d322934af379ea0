#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>

#include "core/positional/relative/t5.h"
#include "core/training/beads.h"
#include "core/training/training_run.h"
#include "tests/fuzz/targets.h"

namespace posenc::fuzz {
namespace {

// A second statement of the limits in training_spec.h and in the headers that it names.

bool is_deck(int length) { return length >= 8 && length <= kMaxTrainingLength && length % 8 == 0; }

bool is_readable(const TrainingSpec& spec, int length) {
  return is_deck(length) && (spec.scheme != PositionScheme::kLearned || length <= spec.table_rows);
}

bool is_valid_t5(const TrainingSpec& spec) {
  const bool bidirectional = spec.mask == AttentionMask::kNone;
  if (spec.buckets < (bidirectional ? 4 : 2) || spec.buckets > kMaxBuckets) return false;
  if (bidirectional && spec.buckets % 2 != 0) return false;
  return spec.max_distance > spec.buckets / (bidirectional ? 4 : 2) && spec.max_distance <= 1 << 30;
}

bool is_valid_scheme(const TrainingSpec& spec) {
  const bool is_base = std::isfinite(spec.base) && spec.base > 1.0;
  switch (spec.scheme) {
    case PositionScheme::kNone:
      return true;
    case PositionScheme::kSinusoidal:
      return is_base;
    case PositionScheme::kLearned:
      return spec.table_rows >= 1 && spec.table_rows <= kMaxTrainingLength;
    case PositionScheme::kShaw:
      return spec.clip >= 1 && spec.clip <= kMaxTrainingClip;
    case PositionScheme::kT5:
      return is_valid_t5(spec);
    case PositionScheme::kRotary:
      return is_base && spec.width / spec.heads % 2 == 0;
    case PositionScheme::kAlibi:
      return (spec.slopes.empty() || spec.slopes.size() == static_cast<std::size_t>(spec.heads)) &&
             std::all_of(spec.slopes.begin(), spec.slopes.end(),
                         [](double slope) { return slope >= 0.0 && slope <= 1e3; });
    default:
      return false;
  }
}

bool is_valid(const TrainingSpec& spec) {
  const auto within = [](double value, double low, double high) {
    return value >= low && value <= high;
  };
  const auto fits_batch = [&](int length) {
    return is_readable(spec, length) &&
           std::int64_t{spec.batch} * length <= std::int64_t{kMaxTrainingTokens};
  };
  return within(static_cast<int>(spec.task), 0, 1) && within(static_cast<int>(spec.mask), 0, 1) &&
         within(spec.width, 8, kMaxTrainingWidth) && spec.width % 8 == 0 &&
         within(spec.heads, 1, spec.width) && spec.width % spec.heads == 0 &&
         within(spec.layers, 1, kMaxTrainingLayers) && within(spec.steps, 1, kMaxTrainingSteps) &&
         within(spec.batch, 1, kMaxTrainingBatch) && within(spec.learning_rate, 1e-9, 1.0) &&
         within(spec.warm_up, 0, spec.steps) && within(spec.gradient_limit, 1e-6, 1e6) &&
         spec.slopes.size() <= kMaxTrainingWidth && is_valid_scheme(spec) &&
         fits_batch(spec.short_length) && fits_batch(spec.long_length);
}

/// Whether a step of a valid spec is quick. Larger ones are valid as well, and show nothing new.
bool is_quick(const TrainingSpec& spec) {
  const int tokens = spec.batch * std::max(spec.short_length, spec.long_length);
  return tokens <= 64 && spec.width * spec.layers <= 64 && ParameterLayout(spec).size <= 10'000;
}

// ---- Arguments

/// A small spec that is valid.
TrainingSpec make_right_spec(Input& input) {
  TrainingSpec spec;
  spec.scheme = static_cast<PositionScheme>(input.between(0, 6));
  spec.task = input.flag() ? TrainingTask::kAt0 : TrainingTask::kBack2;
  spec.mask = input.flag() ? AttentionMask::kCausal : AttentionMask::kNone;
  spec.seed = static_cast<std::uint32_t>(input.long_whole());
  spec.width = input.between(0, 7) < 6 ? 8 : 16;
  spec.heads = 1 << input.between(0, 2);
  spec.layers = input.between(0, 7) < 5 ? 1 : 2;
  spec.steps = input.between(1, 9);
  spec.batch = input.between(1, 2);
  spec.short_length = 8 * input.between(1, 2);
  spec.long_length = 8 * input.between(1, 2);
  spec.warm_up = input.between(0, spec.steps);
  if (input.between(0, 7) == 7) spec.learning_rate = 1.0;
  if (input.between(0, 7) == 7) spec.gradient_limit = 1e6;
  spec.base = input.base();
  spec.table_rows = 16 + input.between(0, 1) * 8;
  spec.clip = input.between(1, 9);
  if (spec.scheme == PositionScheme::kAlibi && input.flag()) {
    spec.slopes.resize(static_cast<std::size_t>(spec.heads));
    for (double& slope : spec.slopes) slope = input.between(0, 20) / 8.0;
  }
  return spec;
}

void spoil(Input& input, TrainingSpec& spec) {
  int* const wholes[] = {&spec.width,       &spec.heads,   &spec.layers,
                         &spec.steps,       &spec.batch,   &spec.short_length,
                         &spec.long_length, &spec.warm_up, &spec.table_rows,
                         &spec.clip,        &spec.buckets, &spec.max_distance};
  double* const doubles[] = {&spec.learning_rate, &spec.gradient_limit, &spec.base};
  constexpr int kWholes = std::size(wholes);
  constexpr int kDoubles = std::size(doubles);
  const int chosen = input.between(0, kWholes + kDoubles + 3);
  if (chosen < kWholes) {
    *wholes[chosen] = input.whole();
  } else if (chosen < kWholes + kDoubles) {
    *doubles[chosen - kWholes] = input.number();
  } else if (chosen == kWholes + kDoubles) {
    spec.slopes = input.numbers(8);
    if (input.between(0, 7) == 7) spec.slopes.resize(static_cast<std::size_t>(input.byte()));
  } else if (chosen == kWholes + kDoubles + 1) {
    spec.task = static_cast<TrainingTask>(input.whole());
  } else if (chosen == kWholes + kDoubles + 2) {
    spec.scheme = static_cast<PositionScheme>(input.whole());
  } else {
    spec.mask = static_cast<AttentionMask>(input.whole());
  }
}

int make_length(Input& input) {
  return input.between(0, 7) < 6 ? 8 * input.between(1, 3) : input.whole();
}

std::vector<std::int32_t> make_beads(Input& input) {
  const int right = 8 * input.between(1, 3);
  std::vector<std::int32_t> beads(static_cast<std::size_t>(input.nearly_small(right)));
  for (std::int32_t& bead : beads) bead = input.byte() % kBeadKinds;
  if (!beads.empty() && input.between(0, 7) == 7) {
    const std::size_t place = input.byte() % beads.size();
    beads[place] = input.whole();
  }
  return beads;
}

/// Bytes before the numbers of a snapshot, and how many numbers come before the slopes: the
/// settings and the number of slopes.
constexpr std::size_t kBeginning = 18;
constexpr int kNumbers = 20;

std::vector<std::uint8_t> spoilt_snapshot(Input& input, const TrainingRun& run) {
  std::vector<std::uint8_t> snapshot = run.snapshot();
  const std::size_t weights = run.weights().size();
  const std::size_t state = snapshot.size() - 3 * weights * sizeof(float);
  const auto put = [&snapshot](std::size_t at, const auto& value) {
    if (at + sizeof value <= snapshot.size()) {
      std::memcpy(snapshot.data() + at, &value, sizeof value);
    }
  };
  const auto any_place = [&input](std::size_t count) {
    const std::size_t high = input.byte();
    return (high * 256 + input.byte()) % count;
  };
  for (int n = input.between(1, 3); n > 0; --n) {
    switch (input.between(0, 5)) {
      case 0: {  // a setting, the number of slopes, and what follows them
        const auto number = static_cast<std::size_t>(input.between(0, kNumbers + 1));
        const double value = input.flag() ? input.number() : input.whole();
        put(kBeginning + number * sizeof value, value);
        break;
      }
      case 1: {  // a weight or a running mean
        const std::size_t cell = any_place(3 * weights);
        put(state + cell * sizeof(float), input.cell());
        break;
      }
      case 2: {  // the bias of one logit: the last weights
        const std::size_t back = 1 + input.byte() % kBeadKinds;
        put(state + (weights - back) * sizeof(float), input.cell());
        break;
      }
      case 3: {  // the step, about as far as a run can be
        const std::size_t number = kNumbers + run.spec().slopes.size();
        const double step = run.spec().steps - 1 + input.between(0, 2);
        put(kBeginning + number * sizeof step, step);
        break;
      }
      case 4: {
        const std::size_t at = any_place(snapshot.size() + 1);
        put(at, input.byte());
        break;
      }
      default:
        snapshot.resize(any_place(snapshot.size() + 9));
        break;
    }
  }
  return snapshot;
}

// ---- What a run promises

void see_run(Observer& observer, const TrainingRun& run) {
  observer.see_value(double(run.steps_done()));
  observer.see_cells(run.weights());
  promise(static_cast<std::int64_t>(run.weights().size()) == run.parameter_count(),
          "every parameter has its number");
}

void train_some(Input& input, Observer& observer, TrainingRun& run, bool is_fresh) {
  const int done = run.steps_done();
  const int left = run.spec().steps - done;
  int steps = input.between(0, 7) < 6 ? input.between(0, 3) : input.whole();
  const bool valid = steps >= 0 && steps <= left;
  if (valid) steps = steps <= 3 ? steps : steps % 4;
  const auto result = run.train(steps);
  promise(result.ok() == valid, "the steps that are left can be trained, no others");
  const std::vector<float>* losses = observer.see(result);
  promise(run.steps_done() == done + (losses ? steps : 0), "the steps done are counted");
  if (losses == nullptr) return;
  observer.see_cells(std::span<const float>(*losses));
  promise(losses->size() == static_cast<std::size_t>(steps), "each step has its loss");
  for (const float loss : *losses) promise(!(loss < 0.0F), "a loss is not negative");
  promise(!is_fresh || steps == 0 || std::isfinite(losses->front()), "the first loss is finite");
}

void see_equivariance(Observer& observer, const TrainingRun& run, const Equivariance& found) {
  observer.see_value(found.error);
  observer.see_value(found.largest);
  promise(!(found.error < 0.0) && !(found.largest < 0.0), "distances are not negative");
  const auto readout_bias = run.weights().last(kBeadKinds);
  if (std::any_of(readout_bias.begin(), readout_bias.end(),
                  [](float bias) { return std::isnan(bias); })) {
    promise(std::isnan(found.error) && std::isnan(found.largest),
            "a logit that is no number is told");
  }
}

void judge(Input& input, Observer& observer, const TrainingRun& run, bool is_fresh) {
  const TrainingSpec& spec = run.spec();
  const int length = make_length(input);
  int sequences = input.between(1, 6);
  if (sequences == 5) sequences = kMaxEvaluatedTokens / std::max(length, 1) + input.between(0, 1);
  if (sequences == 6) sequences = input.whole();
  const auto seed = static_cast<std::uint32_t>(input.long_whole());
  const bool valid = is_readable(spec, length) && sequences >= 1 &&
                     std::int64_t{sequences} * length <= std::int64_t{kMaxEvaluatedTokens};
  if (valid && length > 64) return;
  if (valid && sequences > 4) sequences = 1 + sequences % 4;

  const auto accuracy = run.evaluate(length, sequences, seed);
  promise(accuracy.ok() == valid, "sequences are refused for the reasons given and no others");
  if (const double* share = observer.see(accuracy)) {
    const double asked = sequences * std::min(8, length - first_asked(spec.task));
    const double right = *share * asked;
    promise(*share >= 0.0 && *share <= 1.0, "a share lies in 0..1");
    promise(std::abs(right - std::round(right)) < 1e-6, "right answers are counted");
  }

  const auto found = run.equivariance(length, sequences, seed);
  promise(found.ok() == valid, "both ways of judging refuse the same");
  const Equivariance* equivariance = observer.see(found);
  if (equivariance == nullptr) return;
  see_equivariance(observer, run, *equivariance);
  // Of an untrained model, whose sums are small: float32 sums in another order.
  if (is_fresh && spec.scheme == PositionScheme::kNone && spec.mask == AttentionMask::kNone) {
    promise(equivariance->error <= 1e-4 * (1.0 + equivariance->largest),
            "without positions outputs move with the beads");
  }
}

void read(Input& input, Observer& observer, const TrainingRun& run) {
  const TrainingSpec& spec = run.spec();
  const std::vector<std::int32_t> beads = make_beads(input);
  const auto length = static_cast<int>(beads.size());
  const bool valid = is_readable(spec, length) &&
                     std::all_of(beads.begin(), beads.end(),
                                 [](std::int32_t bead) { return bead >= 0 && bead < kBeadKinds; });
  const auto logits_result = run.logits(beads);
  promise(logits_result.ok() == valid, "beads are refused for the reasons given and no others");
  const Matrix* logits = observer.see(logits_result);
  promise(logits == nullptr || has_shape(*logits, length, kBeadKinds), "[length, kBeadKinds]");

  const auto maps_result = run.attention(beads);
  promise(maps_result.ok() == valid, "maps are refused as logits are");
  const Tensor3* maps = observer.see(maps_result);
  if (maps == nullptr) return;
  promise(has_shape(*maps, spec.layers * spec.heads, length, length),
          "[layers * heads, length, length]");
  const bool finite = all_finite(maps->cells());
  for (int m = 0; m < maps->batch(); ++m) {
    for (int i = 0; i < length; ++i) {
      double sum = 0.0;
      for (int j = 0; j < length; ++j) {
        const float weight = (*maps)(m, i, j);
        sum += weight;
        if (spec.mask == AttentionMask::kCausal && j > i) {
          promise(weight == 0.0F, "a mask empties the future");
        }
        promise(!finite || (weight >= 0.0F && weight <= 1.000001F), "weights lie in 0..1");
      }
      // Up to 24 weights of float32.
      promise(!finite || std::abs(sum - 1.0) <= 4e-6, "a row of weights sums to one");
    }
  }
}

TrainingRun resumed(const std::vector<std::uint8_t>& snapshot) {
  auto result = TrainingRun::resume(snapshot);
  promise(result.ok(), "what a run saves can be resumed");
  return std::move(result).value();
}

/// Two runs from here on, of which one was saved and resumed.
void go_on_twice(Input& input, Observer& observer, TrainingRun& run) {
  const std::vector<std::uint8_t> saved = run.snapshot();
  TrainingRun other = resumed(saved);
  promise(other.snapshot() == saved, "a resumed run is the one that was saved");
  const int steps = std::min(input.between(0, 2), run.spec().steps - run.steps_done());
  const auto losses = run.train(steps);
  const auto other_losses = other.train(steps);
  promise(losses.ok() && other_losses.ok() && same_bits(losses.value(), other_losses.value()),
          "a resumed run has the same losses");
  promise(other.snapshot() == run.snapshot(), "a resumed run goes on with the same bits");
  see_run(observer, other);
}

/// The run that a spoilt snapshot speaks of, if it speaks of one that is quick.
std::optional<TrainingRun> resume_spoilt(Input& input, Observer& observer, const TrainingRun& run) {
  auto result = TrainingRun::resume(spoilt_snapshot(input, run));
  const TrainingRun* second = observer.see(result);
  if (second == nullptr) return std::nullopt;
  const TrainingSpec& spec = second->spec();
  promise(is_valid(spec), "only a valid run is resumed");
  promise(second->steps_done() >= 0 && second->steps_done() <= spec.steps,
          "a run has done some of its steps");
  see_run(observer, *second);
  if (!is_quick(spec)) return std::nullopt;
  const auto found = second->equivariance(8, 1, 0);
  promise(found.ok(), "every valid run reads sequences of length 8");
  see_equivariance(observer, *second, found.value());
  return std::move(result).value();
}

void check_beads(Input& input, Observer& observer) {
  const int length = make_length(input);
  const auto result = bead_deck(length, static_cast<std::uint32_t>(input.long_whole()));
  promise(result.ok() == is_deck(length), "a deck is refused for the reasons given and no others");
  if (const std::vector<std::int32_t>* deck = observer.see(result)) {
    promise(deck->size() == static_cast<std::size_t>(length), "[length]");
    for (int kind = 0; kind < kBeadKinds; ++kind) {
      promise(std::count(deck->begin(), deck->end(), kind) == length / kBeadKinds,
              "every kind comes equally often");
    }
  }
  const auto chance = chance_accuracy(length);
  promise(chance.ok() == is_deck(length), "chance is refused as decks are");
  if (const double* share = observer.see(chance)) {
    promise(*share > 1.0 / kBeadKinds && *share < 1.0 / 6, "chance is a little above one in eight");
  }
}

}  // namespace

void fuzz_training(Input& input, Observer& observer) {
  if (input.between(0, 15) == 15) return check_beads(input, observer);
  TrainingSpec spec = make_right_spec(input);
  for (int n = input.between(0, 7); n > 5; --n) spoil(input, spec);
  const bool valid = is_valid(spec);
  if (valid && !is_quick(spec)) return;
  auto result = TrainingRun::create(spec);
  promise(result.ok() == valid, "a spec is refused for the reasons given and no others");
  if (observer.see(result) == nullptr) return;
  TrainingRun run = std::move(result).value();
  see_run(observer, run);
  promise(run.steps_done() == 0 && all_finite(run.weights()), "a run begins with finite weights");

  bool is_fresh = true;  // untrained, and nobody touched its weights
  for (int n = input.between(0, 7); n > 0; --n) {
    const std::vector<std::uint8_t> before = run.snapshot();
    promise(before.size() <= kMaxSnapshotBytes, "a snapshot is small");
    const int done = run.steps_done();
    switch (input.between(0, 4)) {
      case 0:
        train_some(input, observer, run, is_fresh);
        break;
      case 1:
        judge(input, observer, run, is_fresh);
        break;
      case 2:
        read(input, observer, run);
        break;
      case 3:
        go_on_twice(input, observer, run);
        break;
      default:
        if (auto second = resume_spoilt(input, observer, run)) {
          run = std::move(*second);
          is_fresh = false;
          continue;
        }
        break;
    }
    is_fresh = is_fresh && run.steps_done() == 0;
    promise(run.steps_done() > done || run.snapshot() == before,
            "what is refused or only looks changes nothing");
  }
  see_run(observer, run);
}

}  // namespace posenc::fuzz
