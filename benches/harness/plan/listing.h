/* Why this file exists: lists benchmarks and points without running them. */
#pragma once

#include <stdio.h>

#include "plan.h"

/// Benchmarks, axes with standard and known values, sweeps.
void bench_list_text(const bench_plan *plan, FILE *stream);
void bench_list_json(const bench_plan *plan, FILE *stream);
/// Names of the points, as --benchmark_list_tests of Google Benchmark gives them.
void bench_list_tests(const bench_plan *plan, bench_format format, FILE *stream);
/// Points in their order, with frames, memory and predicted time.
void bench_list_plan(const bench_plan *plan, const bench_settings *settings, FILE *stream);
