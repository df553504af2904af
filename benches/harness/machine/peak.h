/* Why this file exists: measures the two roofs of a row: memory bandwidth (bandwidth.h), and the floating-point
 * operations that its cores can do at the width of its kernels. Neither is looked up. */
#pragma once

#include "harness/plan/bench.h"
#include "environment.h"

/// Add the fields "peak_<f32 or f64>_<scalar or vector>_<one or all>" [1/s] of the group "machine": the highest rate of
/// independent multiply-adds with the instruction set "cpu.instructions", with one thread and with all usable
/// processors. Unknown for an instruction set without a loop here. Takes a tenth of a second.
void bench_peak_measure(bench_environment *env);

/// Roofs of a row with its threads, width and precision: memory in bytes/s, computing in operations/s. The roof of t
/// threads is t times one thread's, at most that of all. NaN if the roof or a fact of the row is unknown, and for
/// devices. `env` may be NULL.
double bench_roof_memory(const bench_environment *env, const bench_facts *facts);
double bench_roof_compute(const bench_environment *env, const bench_facts *facts);
