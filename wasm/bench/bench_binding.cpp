// The jobs of `npm run bench` inside the module: results stay in its memory, so that the arithmetic
// is measured and not the copy out. Not part of what the page ships.

#include <emscripten/bind.h>

#include "tests/bench/jobs.h"

using namespace posenc::bench;

EMSCRIPTEN_BINDINGS(bench) {
  emscripten::function("table", &table);
  emscripten::function("fill", &fill);
  emscripten::function("rotaryWithGivenTables", &rotary_with_given_tables);
  emscripten::function("rotaryWithMadeTables", &rotary_with_made_tables);
  emscripten::function("copyTokens", &copy_tokens);
  emscripten::function("attention", &attention);
  emscripten::function("verdict", &verdict);
  emscripten::function("trainingSteps", &training_steps);
}
