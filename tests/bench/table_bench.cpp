// Names are shared with tests/bench/jobs.mjs: tools/bench.mjs puts equal ones into one row.

#include <benchmark/benchmark.h>

#include "tests/bench/jobs.h"
#include "tests/bench/measure.h"

namespace posenc::bench {
namespace {

int side(const benchmark::State& state, std::size_t index) {
  return static_cast<int>(state.range(index));
}

void table(benchmark::State& state) {
  measure(state, [&] { return bench::table(side(state, 0), side(state, 1)); });
}

void fill(benchmark::State& state) {
  measure(state, [&] { return bench::fill(side(state, 0), side(state, 1)); });
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->Args({8192, 1024})->Args({65536, 128})->Args({2048, 512})->Args({128, 128});
}

BENCHMARK(table)->Apply(sizes)->Unit(benchmark::kMillisecond);
BENCHMARK(fill)->Apply(sizes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace posenc::bench
