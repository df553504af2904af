/* Why this file exists: keeps the compared states of a run, and turns them into the error of its row. */
#include "course_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver_case.h"
#include "subject/solver_point.h"
#include "subject/solver_scene.h"
#include "xpbd/xpbd.h"

/// The course of the first run after setup().
typedef struct record {
  workload_course course;
  int32_t frame;
  bool on;      ///< The frames of this run are kept.
  double *room; ///< [2, n, 3] Owned.
} record;

int32_t course_case_frames(const bench_point *point) {
  const workload *w = workload_scene_of(point);
  return !w ? 1 : w->frames;
}

bench_status course_case_setup(bench_ctx *ctx) {
  const bench_status outcome = solver_case_setup(ctx);
  if (outcome != BENCH_OK) return outcome;
  const solver_scene *made = NULL;
  record *self = calloc(1, sizeof *self);
  if (!self) return bench_say(ctx, BENCH_ERROR, "out of memory for a course");
  ctx->more = self;
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status == XPBD_OK) status = workload_course_begin(workload_scene_of(ctx->point), made->scene, &self->course);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  self->room = malloc(6 * sizeof *self->room * (size_t)xpbd_scene_particle_count(made->scene));
  return self->room ? BENCH_OK : bench_say(ctx, BENCH_ERROR, "out of memory for the states of a course");
}

bench_status course_case_reset(bench_ctx *ctx) {
  record *self = ctx->more;
  self->on = self->course.moments == 0;
  self->frame = 0;
  return solver_case_reset(ctx);
}

bench_status course_case_frame(bench_ctx *ctx) {
  record *self = ctx->more;
  const bench_status outcome = solver_case_frame(ctx);
  if (!self->on || outcome != BENCH_OK || !workload_course_wants(&self->course, ++self->frame)) return outcome;
  const int64_t n = xpbd_scene_particle_count(self->course.scene);
  xpbd_status status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, self->room);
  if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_VELOCITIES, self->room + 3 * n);
  if (status == XPBD_OK) status = workload_course_add(&self->course, self->frame, self->room, self->room + 3 * n);
  return status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
}

/// The error of a body that never moves.
static xpbd_status error_of_rest(const workload *w, const xpbd_scene *scene, double *out) {
  workload_course course = {0};
  workload_errors errors;
  const double *positions = xpbd_scene_positions(scene), *velocities = xpbd_scene_velocities(scene);
  xpbd_status status = workload_course_begin(w, scene, &course);
  for (int32_t m = 0; status == XPBD_OK && m < course.reference.moment_count; m++)
    status = workload_course_add(&course, course.reference.frames[m], positions, velocities);
  if (status == XPBD_OK) status = workload_error(&course, &errors);
  if (status == XPBD_OK) *out = errors.most;
  workload_course_release(&course);
  return status;
}

bench_status course_case_judge(bench_ctx *ctx, const workload_course *course, int32_t frames, double tolerance) {
  workload_errors errors;
  double limit = tolerance;
  if (course->moments < course->reference.moment_count) {
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "its course did not run to the end");
    return BENCH_OK;
  }
  xpbd_status status = workload_error(course, &errors);
  if (status == XPBD_OK && isnan(tolerance)) status = error_of_rest(course->of, course->scene, &limit);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  ctx->facts.error = errors.most;
  ctx->facts.error_of_reference = errors.own;
  ctx->facts.error_frames = frames;
  bench_check_at_most(ctx, "error", errors.most, limit,
                      isnan(tolerance)
                          ? "distance from the recorded answer over the whole course, the largest of the workload's "
                            "measures; limit: that of a body that never moves"
                          : "distance from the recorded answer over the whole course, the largest of the workload's "
                            "measures; limit: the tolerance");
  return BENCH_OK;
}

bench_status course_case_check(bench_ctx *ctx, int32_t frames, double tolerance) {
  const record *self = ctx->more;
  const bench_status outcome = solver_case_check(ctx, frames);
  return outcome != BENCH_OK ? outcome : course_case_judge(ctx, &self->course, frames, tolerance);
}

void course_case_teardown(bench_ctx *ctx) {
  record *self = ctx->more;
  if (self) {
    workload_course_release(&self->course);
    free(self->room);
    free(self);
    ctx->more = NULL;
  }
  solver_case_teardown(ctx);
}
