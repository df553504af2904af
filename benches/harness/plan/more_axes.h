/* Why this file exists: some axes of a benchmark are known only at run time, such as the parameters of the library's
 * scenes. */
#pragma once

#include "bench.h"

/// The benchmarks with all their axes. NULL after one line was printed.
const bench_case **bench_cases_complete(const bench_case *const *known, int count);
/// Free them. `cases` may be NULL.
void bench_cases_release(const bench_case **cases, const bench_case *const *known, int count);
