/* Why this file exists: the methods that XPBD is compared with, timed on the same scenes and proved in their own way:
 * there is one implementation, so a second run from a fresh solver must give its bits, and no local or global step may
 * raise the objective that both minimise. */
#include "projective_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "named_scene.h"
#include "solver_case.h"
#include "solver_check.h"
#include "solver_scene.h"
#include "xpbd/projective.h"

/// Of the strain limits of pd: half as stiff as the springs of these scenes are by themselves, k^2 / alpha with k = 10
/// and alpha = 1e-4; triangles may stretch by a tenth.
#define PD_TRIANGLE_WEIGHT 5e5
#define PD_STRAIN_LIMIT    0.1
/// Most by which an iteration may raise the objective, of the objective at the start of the time step: rounding.
/// Measured 0: it only fell.
#define RISE_LIMIT 1e-9

/// Frames in which the objective is followed.
enum { WATCHED_FRAMES = 4 };

static xpbd_projective_def definition(const bench_point *point) {
  solver_subject subject;
  solver_scene_subject(point, &subject);
  xpbd_projective_def def = xpbd_projective_def_default();
  def.frame_time = subject.frame_time;
  def.substeps = subject.substeps;
  def.iterations = subject.iterations;
  if (strcmp(bench_text(point, "method"), "pd") != 0) return def;
  def.method = XPBD_PROJECTIVE_DYNAMICS;
  def.triangle_weight = PD_TRIANGLE_WEIGHT;
  def.strain_limit = PD_STRAIN_LIMIT;
  return def;
}

static xpbd_status create(const bench_point *point, int32_t record, const solver_scene **made, xpbd_projective **out) {
  xpbd_projective_def def = definition(point);
  def.record = record;
  const xpbd_status status = solver_scene_find(point, made);
  return status == XPBD_OK ? xpbd_projective_create((*made)->scene, &def, out) : status;
}

bench_status projective_case_setup(bench_ctx *ctx) {
  const solver_scene *made = NULL;
  xpbd_projective *projective = NULL;
  const xpbd_status status = create(ctx->point, 0, &made, &projective);
  if (status != XPBD_OK) return solver_case_say(ctx, status);
  ctx->state = projective;
  xpbd_projective_counters counters;
  xpbd_projective_get_counters(projective, &counters);
  ctx->facts.particles = (double)xpbd_scene_particle_count(made->scene);
  ctx->facts.constraints = (double)counters.springs + (double)counters.triangles + (double)counters.hinges;
  ctx->facts.frame_time = made->info->frame_time;
  const xpbd_projective_def def = definition(ctx->point);
  ctx->facts.substeps = def.substeps;
  ctx->facts.iterations = def.iterations;
  ctx->facts.threads = 1;
  ctx->facts.host_bytes = counters.host_bytes;
  memcpy(ctx->facts.mesh, made->mesh, sizeof ctx->facts.mesh);
  return BENCH_OK;
}

bench_status projective_case_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  const solver_scene *made = NULL;
  xpbd_projective *projective = NULL;
  bench_status outcome = BENCH_OK;
  xpbd_status status = create(ctx->point, 0, &made, &projective);
  for (int32_t i = 0; i < frames && status == XPBD_OK && outcome == BENCH_OK; ++i) {
    status = xpbd_projective_step(projective, 1);
    if (bench_interrupted()) outcome = BENCH_INTERRUPTED;
  }
  if (status == XPBD_OK && outcome == BENCH_OK) status = xpbd_projective_hash(projective, hash);
  if (status != XPBD_OK) outcome = solver_case_say(ctx, status);
  xpbd_projective_destroy(&projective);
  return outcome;
}

bench_status projective_case_reset(bench_ctx *ctx) {
  const xpbd_status status = xpbd_projective_reset(ctx->state);
  return status == XPBD_OK ? BENCH_OK : solver_case_say(ctx, status);
}

bench_status projective_case_frame(bench_ctx *ctx) {
  const xpbd_status status = xpbd_projective_step(ctx->state, 1);
  return status == XPBD_OK ? BENCH_OK : solver_case_say(ctx, status);
}

bench_status projective_case_hash(bench_ctx *ctx, uint64_t *hash) {
  const xpbd_status status = xpbd_projective_hash(ctx->state, hash);
  return status == XPBD_OK ? BENCH_OK : solver_case_say(ctx, status);
}

/// The largest rise of the objective in an iteration of the first frames' last time steps, of its value before them; by
/// a third solver, which records it.
static xpbd_status largest_rise(const bench_point *point, double *out) {
  const solver_scene *made = NULL;
  xpbd_projective *projective = NULL;
  const size_t count = (size_t)definition(point).iterations + 1;
  double *objective = malloc(count * sizeof *objective);
  xpbd_status status = objective == NULL ? XPBD_ERR_OUT_OF_MEMORY : create(point, 1, &made, &projective);
  *out = 0.0;
  for (int frame = 0; frame < WATCHED_FRAMES && status == XPBD_OK; ++frame) {
    status = xpbd_projective_step(projective, 1);
    if (status == XPBD_OK) status = xpbd_projective_record(projective, objective);
    for (size_t i = 1; i < count && status == XPBD_OK; ++i) {
      const double rise = (objective[i] - objective[i - 1]) / fmax(fabs(objective[0]), 1e-300);
      if (!(rise <= *out)) *out = rise;
    }
  }
  xpbd_projective_destroy(&projective);
  free(objective);
  return status;
}

static void check_counters(bench_ctx *ctx, int32_t frames) {
  xpbd_projective_counters counters;
  solver_subject subject;
  solver_scene_subject(ctx->point, &subject);
  xpbd_projective_get_counters(ctx->state, &counters);
  bench_check_equal(ctx, "frames done", (double)counters.frames, (double)frames,
                    "counted by the solver since the reset");
  bench_check_equal(ctx, "global solves done", (double)counters.iterations,
                    (double)frames * (double)subject.substeps * (double)subject.iterations,
                    "iterations x time steps x frames");
  bench_check_equal(ctx, "projections done", (double)counters.projections, (double)ctx->point->work * (double)frames,
                    "terms x iterations x frames");
}

bench_status projective_case_check(bench_ctx *ctx, int32_t frames) {
  const solver_scene *made = NULL;
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status != XPBD_OK) return solver_case_say(ctx, status);
  check_counters(ctx, frames);
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  double *positions = malloc(2 * count * sizeof *positions);
  if (positions == NULL) return bench_say(ctx, BENCH_ERROR, "out of memory for %zu numbers to check", 2 * count);
  double rise = NAN;
  status = xpbd_projective_read(ctx->state, XPBD_POSITIONS, positions);
  if (status == XPBD_OK) status = xpbd_projective_read(ctx->state, XPBD_VELOCITIES, positions + count);
  if (status == XPBD_OK) named_scene_check(ctx, made, positions, positions + count, frames);
  if (status == XPBD_OK) status = largest_rise(ctx->point, &rise);
  free(positions);
  if (status != XPBD_OK) return solver_case_say(ctx, status);
  bench_check_at_most(ctx, "rise of the objective", rise, RISE_LIMIT,
                      "in an iteration of the first frames, of its value before them: each step lowers it");
  solver_check_remark(ctx, "objective falls@%d frames", WATCHED_FRAMES);
  return BENCH_OK;
}

void projective_case_teardown(bench_ctx *ctx) {
  xpbd_projective *projective = ctx->state;
  xpbd_projective_destroy(&projective);
  ctx->state = NULL;
}
