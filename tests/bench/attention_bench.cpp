// Names are shared with tests/bench/jobs.mjs: tools/bench.mjs puts equal ones into one row.

#include <benchmark/benchmark.h>

#include "tests/bench/jobs.h"
#include "tests/bench/measure.h"

namespace posenc::bench {
namespace {

void attention(benchmark::State& state) {
  measure(state, [&] { return bench::attention(static_cast<int>(state.range(0))); });
}

BENCHMARK(attention)->Arg(256)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace posenc::bench
