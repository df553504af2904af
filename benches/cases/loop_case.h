/* Why this file exists: the plain loop (plain_loop.h) as a row of a benchmark, beside the backends: the callbacks of solver_case.h
 * ask here first. Its bits are its own: what it ends in is compared with a second run of its own bit for bit, and with seq
 * on the same scene in the same order within the limit of two programs in float. */
#ifndef BENCH_LOOP_CASE_H
#define BENCH_LOOP_CASE_H

#include "harness/plan/bench.h"
#include "subject/scene_source.h"

/// False with a reason where the loop does not know what the axes ask for.
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
