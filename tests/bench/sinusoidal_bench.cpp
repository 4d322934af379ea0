// The jobs of `npm run bench`, natively. Names are shared with the WebAssembly and JavaScript
// sides: tools/bench.mjs puts equal names into one row.

#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "core/positional/sinusoidal.h"

namespace posenc {
namespace {

void table(benchmark::State& state) {
  const SinusoidalSpec spec{.positions = static_cast<int>(state.range(0)),
                            .width = static_cast<int>(state.range(1))};
  std::vector<float> out(static_cast<std::size_t>(spec.positions) *
                         static_cast<std::size_t>(spec.width));
  for (auto _ : state) {
    if (sinusoidal_into(spec, out)) state.SkipWithError("the core refused the table");
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
}

void fill(benchmark::State& state) {
  std::vector<float> out(static_cast<std::size_t>(state.range(0) * state.range(1)));
  int byte = 0;
  for (auto _ : state) {
    std::memset(out.data(), ++byte & 0xff, out.size() * sizeof(float));
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->Args({8192, 1024})->Args({65536, 128})->Args({2048, 512})->Args({128, 128});
}

BENCHMARK(table)->Apply(sizes)->Unit(benchmark::kMillisecond);
BENCHMARK(fill)->Apply(sizes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace posenc
