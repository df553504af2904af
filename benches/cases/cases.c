/* Why this file exists: turns list.h into the one array of all benchmarks. */
#include "cases.h"

#define BENCH_CASE(id) extern const bench_case bench_##id;
#include "list.h"
#undef BENCH_CASE

#define BENCH_CASE(id) &bench_##id,
const bench_case *const bench_cases[BENCH_CASES] = {
#include "list.h"
};
#undef BENCH_CASE
