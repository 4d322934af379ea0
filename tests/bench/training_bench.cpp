// Names are shared with tests/bench/jobs.mjs: tools/bench.mjs puts equal ones into one row.

#include <benchmark/benchmark.h>

#include "tests/bench/jobs.h"
#include "tests/bench/measure.h"

namespace posenc::bench {
namespace {

void trainingSteps(benchmark::State& state) { measure(state, bench::training_steps); }

BENCHMARK(trainingSteps)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace posenc::bench
