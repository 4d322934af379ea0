// Names are shared with tests/bench/jobs.mjs: tools/bench.mjs puts equal ones into one row.

#include <benchmark/benchmark.h>

#include "tests/bench/jobs.h"
#include "tests/bench/measure.h"

namespace posenc::bench {
namespace {

void rotaryWithGivenTables(benchmark::State& state) { measure(state, rotary_with_given_tables); }
void rotaryWithMadeTables(benchmark::State& state) { measure(state, rotary_with_made_tables); }
void copyTokens(benchmark::State& state) { measure(state, copy_tokens); }

BENCHMARK(rotaryWithGivenTables)->Unit(benchmark::kMillisecond);
BENCHMARK(rotaryWithMadeTables)->Unit(benchmark::kMillisecond);
BENCHMARK(copyTokens)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace posenc::bench
