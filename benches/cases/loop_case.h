/* Why this file exists: adds the plain loop (plain_loop.h) as a row beside the backends. The callbacks of solver_case.h
 * ask here first. The loop's bits differ from the library's. Its end state must be bit-identical to a second run's, and
 * as near to seq in the same order as two programs in float are. */
#pragma once

#include "harness/plan/bench.h"
#include "subject/scene_source.h"

/// False with a reason if the loop cannot do what the axes ask for.
bool loop_case_sensible(const bench_point *point, char *why, size_t capacity);
/// The callbacks. `def` has the settings of the point, `made` its scene in mesh order.
bench_status loop_case_setup(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def);
bench_status loop_case_expect(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                              uint64_t *hash);
bench_status loop_case_reset(bench_ctx *ctx);
bench_status loop_case_frame(bench_ctx *ctx);
bench_status loop_case_hash(bench_ctx *ctx, uint64_t *hash);
bench_status loop_case_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames);
void loop_case_teardown(bench_ctx *ctx);
