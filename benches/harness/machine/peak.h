/* Why this file exists: the two roofs of a row: how fast memory streams (bandwidth.h) and how many floating-point
 * operations
 * its cores can do, in the width of the kernels that computed it. Both are measured, neither is looked up. */
#ifndef BENCH_PEAK_H
#define BENCH_PEAK_H

#include "harness/plan/bench.h"
#include "environment.h"

/// Add the fields "peak_<f32 or f64>_<scalar or vector>_<one or all>" [1/s] of the group "machine": the most
/// operations of
/// independent multiply-adds with the instruction set "cpu.instructions", by one thread and by all processors this
/// process
/// may use. Unknown for an instruction set that this file does not know. A tenth of a second.
void bench_peak_measure(bench_environment *env);

/// Roofs of a row from the environment: bytes/s of memory and operations/s, for its threads, its width and its precision;
/// of t threads t times that of one, at most that of all. NaN where a roof or the row's own part is not known, and for a
/// device. `env` may be NULL.
double bench_roof_memory(const bench_environment *env, const bench_facts *facts);
double bench_roof_compute(const bench_environment *env, const bench_facts *facts);

#endif
