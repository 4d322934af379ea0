// Names are shared with tests/bench/jobs.mjs: tools/bench.mjs puts equal ones into one row.

#include <benchmark/benchmark.h>

#include "tests/bench/jobs.h"
#include "tests/bench/measure.h"

namespace posenc::bench {
namespace {

void verdict(benchmark::State& state) { measure(state, bench::verdict); }

BENCHMARK(verdict)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace posenc::bench
