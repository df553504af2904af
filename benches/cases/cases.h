/* Why this file exists: the array of all benchmarks of list.h, for xpbd-bench and for tests. */
#pragma once

#include "harness/plan/bench.h"

#define BENCH_CASE(id) +1
enum {
  BENCH_CASES = 0
#include "list.h"
};
#undef BENCH_CASE

extern const bench_case *const bench_cases[BENCH_CASES]; ///< In the order of a run.
