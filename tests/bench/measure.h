#pragma once

#include <benchmark/benchmark.h>

namespace posenc::bench {

/// Runs `job` over and over, after a first time that makes what it works on. One that the core
/// refuses must not look quick.
template <class Job>
void measure(benchmark::State& state, Job job) {
  bool done = job();
  for (auto _ : state) {
    done = job() && done;
    benchmark::ClobberMemory();
  }
  if (!done) state.SkipWithError("the core refused the job");
}

}  // namespace posenc::bench
