#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/refusal.h"
#include "core/training/beads.h"
#include "core/training/training_run.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

using posenc::Error;
using posenc::ErrorCode;
using posenc::Result;
using posenc::TrainingRun;
using posenc::TrainingSpec;

// A run is too large to cross with every step, so the module holds runs, and a number stands for
// each. Numbers are never given twice: one of a run that was dropped is refused.
constexpr int kMaxRuns = 16;

struct Held {
  int number = 0;
  std::optional<TrainingRun> run;
};

Held* runs() {
  static Held held[kMaxRuns];
  return held;
}

/// The answer to a call about one run: what `use` makes of it, or that there is none.
template <class Use>
val with_run(int number, Use use) {
  for (int i = 0; i < kMaxRuns; ++i) {
    Held& held = runs()[i];
    if (held.run && held.number == number) return use(held);
  }
  return error_to_js(
      posenc::refusal(ErrorCode::kUnknownName, "run", number, "a run that was not dropped"));
}

val description_of(const Held& held) {
  val object = val::object();
  put(object, "run", held.number);
  put(object, "steps", held.run->spec().steps);
  put(object, "stepsDone", held.run->steps_done());
  put(object, "parameters", static_cast<double>(held.run->parameter_count()));
  return object;
}

val hold(Result<TrainingRun> result) {
  static int last_number = 0;
  if (!result.ok()) return error_to_js(result.error());
  for (int i = 0; i < kMaxRuns; ++i) {
    Held& held = runs()[i];
    if (held.run) continue;
    held.number = ++last_number;
    held.run.emplace(std::move(result).value());
    return success_to_js(description_of(held));
  }
  return error_to_js({ErrorCode::kOutOfRange, "16 runs are held already; drop one of them first"});
}

TrainingSpec spec_from(Reader& read, const val& given) {
  TrainingSpec spec;
  read_field(given, "task", spec.task);
  read_field(given, "scheme", spec.scheme);
  read_field(given, "mask", spec.mask);
  read_field(given, "seed", spec.seed);
  read_field(given, "width", spec.width);
  read_field(given, "heads", spec.heads);
  read_field(given, "layers", spec.layers);
  read_field(given, "steps", spec.steps);
  read_field(given, "batch", spec.batch);
  read_field(given, "shortLength", spec.short_length);
  read_field(given, "longLength", spec.long_length);
  read_field(given, "learningRate", spec.learning_rate);
  read_field(given, "warmUp", spec.warm_up);
  read_field(given, "gradientLimit", spec.gradient_limit);
  read_field(given, "tableRows", spec.table_rows);
  read_field(given, "clip", spec.clip);
  read_field(given, "buckets", spec.buckets);
  read_field(given, "maxDistance", spec.max_distance);
  read_field(given, "base", spec.base);
  spec.slopes = read.numbers("slopes", given["slopes"]);
  return spec;
}

val start_for_js(const val& given) {
  Reader read;
  const TrainingSpec spec = spec_from(read, given);
  return read.refused() ? read.refusal() : hold(TrainingRun::create(spec));
}

val resume_for_js(const val& given) {
  Reader read;
  const auto snapshot = read.flags("snapshot", given);
  return read.refused() ? read.refusal() : hold(TrainingRun::resume(snapshot));
}

val train_for_js(int number, int steps) {
  return with_run(number, [steps](Held& held) {
    return to_js(held.run->train(steps),
                 [](const std::vector<float>& losses) { return value_to_js(losses); });
  });
}

val accuracy_for_js(int number, int length, int sequences, unsigned seed) {
  return with_run(number, [=](Held& held) {
    return to_js(held.run->evaluate(length, sequences, seed),
                 [](double share) { return val(share); });
  });
}

val equivariance_for_js(int number, int length, int sequences, unsigned seed) {
  return with_run(number, [=](Held& held) {
    return to_js(held.run->equivariance(length, sequences, seed),
                 [](const posenc::Equivariance& found) {
                   val object = val::object();
                   put(object, "error", found.error);
                   put(object, "largest", found.largest);
                   return object;
                 });
  });
}

val logits_for_js(int number, const val& given) {
  Reader read;
  const auto beads = read.whole_numbers("beads", given);
  if (read.refused()) return read.refusal();
  return with_run(number, [&beads](Held& held) { return to_js(held.run->logits(beads)); });
}

val attention_for_js(int number, const val& given) {
  Reader read;
  const auto beads = read.whole_numbers("beads", given);
  if (read.refused()) return read.refusal();
  return with_run(number, [&beads](Held& held) { return to_js(held.run->attention(beads)); });
}

val snapshot_for_js(int number) {
  return with_run(number, [](Held& held) {
    // Once here and once in JavaScript.
    if (!has_room(2 * static_cast<std::int64_t>(posenc::kMaxSnapshotBytes))) {
      return error_to_js({ErrorCode::kOutOfMemory, "no memory for the snapshot; drop a run"});
    }
    return success_to_js(value_to_js(held.run->snapshot()));
  });
}

val drop_for_js(int number) {
  return with_run(number, [](Held& held) {
    held.run.reset();
    return success_to_js(val::undefined());
  });
}

val deck_for_js(int length, unsigned seed) {
  return to_js(posenc::bead_deck(length, seed),
               [](const std::vector<std::int32_t>& deck) { return value_to_js(deck); });
}

val chance_for_js(int length) {
  return to_js(posenc::chance_accuracy(length), [](double share) { return val(share); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(training) {
  emscripten::function("startTraining", &start_for_js);
  emscripten::function("resumeTraining", &resume_for_js);
  emscripten::function("train", &train_for_js);
  emscripten::function("trainingAccuracy", &accuracy_for_js);
  emscripten::function("trainingEquivariance", &equivariance_for_js);
  emscripten::function("trainingLogits", &logits_for_js);
  emscripten::function("trainingAttention", &attention_for_js);
  emscripten::function("trainingSnapshot", &snapshot_for_js);
  emscripten::function("dropTraining", &drop_for_js);
  emscripten::function("beadDeck", &deck_for_js);
  emscripten::function("chanceAccuracy", &chance_for_js);
}
