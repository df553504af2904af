/* Why this file exists: the callbacks of every benchmark that times the solver on a named scene. Such a benchmark only
 * lists its axes and sweeps; the axes are found by name: size, iterations, backend, constraint, precision, order,
 * threads, lanes, strategy, batch, readback, device; those a benchmark does not have keep their standard. */
#ifndef BENCH_SOLVER_CASE_H
#define BENCH_SOLVER_CASE_H

#include "bench.h"

/// Values of the text axes.
const char *solver_case_backend(int index);
const char *solver_case_spring(int index);  ///< Formulas on edges.
const char *solver_case_formula(int index); ///< All formulas.
const char *solver_case_precision(int index);
const char *solver_case_order(int index);
const char *solver_case_strategy(int index); ///< How a device schedules the groups.
const char *solver_case_readback(int index); ///< What a frame copies to the host.
bool solver_case_backend_usable(const char *value, char *why, size_t capacity);

bool solver_case_sensible(const bench_point *point, char *why, size_t capacity);
int64_t solver_case_work(const bench_point *point);
int64_t solver_case_memory(const bench_point *point);
void solver_case_key(const bench_point *point, char *out, size_t capacity);
bench_status solver_case_setup(bench_ctx *ctx);
bench_status solver_case_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash);
bench_status solver_case_reset(bench_ctx *ctx);
bench_status solver_case_frame(bench_ctx *ctx);
bench_status solver_case_hash(bench_ctx *ctx, uint64_t *hash);
bench_status solver_case_check(bench_ctx *ctx, int32_t frames);
void solver_case_teardown(bench_ctx *ctx);
void solver_case_release(void);
/// Instruction set of the kernels on this machine; NULL when it cannot be told.
const char *solver_case_instructions(void);

/// The callbacks as members of a bench_case.
#define SOLVER_CASE_CALLBACKS                                                                                          \
  .sensible = solver_case_sensible, .work = solver_case_work, .memory = solver_case_memory, .key = solver_case_key,    \
  .setup = solver_case_setup, .expect = solver_case_expect, .reset = solver_case_reset, .frame = solver_case_frame,    \
  .hash = solver_case_hash, .check = solver_case_check, .teardown = solver_case_teardown,                              \
  .release = solver_case_release

#endif
