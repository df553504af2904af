/* Why this file exists: makes the plain loop (plain_loop.h) a row of a benchmark beside the backends. The callbacks of solver_case.h ask here first. Its bits differ from those of the library. Its end state must be bit-identical to that of a second run, and near seq in the same order, within the limit of two programs in float. */
#ifndef BENCH_LOOP_CASE_H
#define BENCH_LOOP_CASE_H

#include "harness/plan/bench.h"
#include "subject/scene_source.h"

/// False with a reason if the loop cannot do what the axes ask for.
bool loop_case_sensible(const bench_point *point, char *why, size_t capacity);
/// The callbacks; `def` are the settings of the point, `made` its scene in the order of the mesh.
bench_status loop_case_setup(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def);
bench_status loop_case_expect(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                              uint64_t *hash);
bench_status loop_case_reset(bench_ctx *ctx);
bench_status loop_case_frame(bench_ctx *ctx);
bench_status loop_case_hash(bench_ctx *ctx, uint64_t *hash);
bench_status loop_case_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames);
void loop_case_teardown(bench_ctx *ctx);

#endif
