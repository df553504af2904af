/* Why this file exists: connects the plain loop to the harness, so that the loop itself knows nothing of
 * benchmarks. */
#include "loop_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "proof/error_check.h"
#include "proof/follow_check.h"
#include "subject/plain_loop.h"
#include "proof/solver_check.h"
#include "xpbd/xpbd.h"
#include "subject/solver_point.h"

bool loop_case_sensible(const bench_point *point, char *why, size_t capacity) {
  const char *constraint = bench_text(point, "constraint");
  const char *asked = bench_text(point, "precision");
  const bool formula = plain_loop_knows(constraint),
             precision = strcmp(asked, "f64") != 0 && strcmp(asked, "f32x") != 0;
  if (formula && precision) return true;
  snprintf(why, capacity, "the plain loop computes only stretching, hookean, stvk and morse, in float, not %s",
           formula ? asked : constraint);
  return false;
}

bench_status loop_case_setup(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def) {
  plain_loop *loop;
  const xpbd_status status = plain_loop_create(made->scene, def, &loop);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  ctx->state = loop;
  ctx->facts.groups = ctx->facts.threads = ctx->facts.lanes = ctx->facts.batch = 1;
  ctx->facts.real_bytes = sizeof(float);
  ctx->facts.precision = xpbd_precision_name(XPBD_F32);
  ctx->facts.host_bytes = plain_loop_bytes(loop);
  return BENCH_OK;
}

bench_status loop_case_expect(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                              uint64_t *hash) {
  plain_loop *loop;
  bench_status outcome = BENCH_OK;
  const xpbd_status status = plain_loop_create(made->scene, def, &loop);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  for (int32_t i = 0; i < frames && outcome == BENCH_OK; i++) {
    plain_loop_frame(loop);
    if (bench_interrupted()) outcome = BENCH_INTERRUPTED;
  }
  *hash = plain_loop_hash(loop);
  plain_loop_destroy(loop);
  return outcome;
}

bench_status loop_case_reset(bench_ctx *ctx) {
  plain_loop_reset(ctx->state);
  return BENCH_OK;
}

bench_status loop_case_frame(bench_ctx *ctx) {
  plain_loop_frame(ctx->state);
  return BENCH_OK;
}

bench_status loop_case_hash(bench_ctx *ctx, uint64_t *hash) {
  *hash = plain_loop_hash(ctx->state);
  return BENCH_OK;
}

/// Compare the first frames with seq in the same order.
static xpbd_status compare_with_seq(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def,
                                    double *positions, double *other) {
  const int32_t few = made->foreign ? 1 : solver_check_frames(ctx->point->work, def->substeps);
  const int32_t frames = few > 0 ? few : 1; /* a large mesh has no other check */
  XPBD_TRY(solver_check_seq(made->scene, def, def->precision, frames, other));
  plain_loop_reset(ctx->state);
  for (int32_t i = 0; i < frames; i++) plain_loop_frame(ctx->state);
  plain_loop_read(ctx->state, positions, NULL);
  solver_check_remark(ctx, "seq@%d frame%s", (int)frames, frames == 1 ? "" : "s");
  solver_check_apart(ctx, "distance from seq", made->scene, def, positions, other,
                     "largest distance in m after the first frames; seq in mesh order shares no loop with it");
  return XPBD_OK;
}

/// `room` [3, n, 3].
static xpbd_status check_followed(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                                  double *room) {
  const int32_t few = follow_check_frames(ctx, def, frames);
  if (few == 0) return XPBD_OK;
  plain_loop_reset(ctx->state);
  for (int32_t i = 0; i < few; i++) plain_loop_frame(ctx->state);
  plain_loop_read(ctx->state, room, NULL);
  return follow_check(ctx, made, def, few, room);
}

/// `positions` [n, 3] after `frames` frames, which may be overwritten.
static void check_error(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames, double *positions) {
  const int32_t few = error_check_frames(ctx, def, frames);
  if (few > 0 && few < frames) {
    plain_loop_reset(ctx->state);
    for (int32_t i = 0; i < few; i++) plain_loop_frame(ctx->state);
    plain_loop_read(ctx->state, positions, NULL);
  }
  if (few > 0) error_check(ctx, def, few, positions);
}

bench_status loop_case_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames) {
  const plain_loop *loop = ctx->state;
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  double *positions = malloc(3 * count * sizeof *positions);
  if (!positions) return bench_say(ctx, BENCH_ERROR, "out of memory for %zu numbers to check", 3 * count);
  bench_check_equal(ctx, "frames done", (double)plain_loop_frames(loop), (double)frames, "counted since the reset");
  bench_check_equal(ctx, "projections done", (double)plain_loop_projections(loop),
                    (double)ctx->point->work * (double)frames, "constraints x iterations x frames");
  plain_loop_read(loop, positions, positions + count);
  solver_check_physics(ctx, made, positions, positions + count, frames);
  check_error(ctx, def, frames, positions);
  xpbd_status status = check_followed(ctx, made, def, frames, positions);
  if (status == XPBD_OK) status = compare_with_seq(ctx, made, def, positions, positions + count);
  free(positions);
  return status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
}

void loop_case_teardown(bench_ctx *ctx) {
  plain_loop_destroy(ctx->state);
  ctx->state = NULL;
}
