/* Why this file exists: fms and pd have only one implementation. Besides a bit-identical second run, they are checked
 * by their objective: no local or global step may raise it, unless there are obstacles. */
#include "projective_check.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "solver_check.h"

/// Largest rise of the objective in an iteration, relative to the objective at the start of the time step. It allows
/// for rounding. Measured 0: it only fell.
#define RISE_LIMIT 1e-9

/// Frames in which the objective is followed.
enum { WATCHED_FRAMES = 4 };

const projective_calls projective_calls_library = {xpbd_solver_create, xpbd_solver_step, xpbd_projective_record,
                                                   xpbd_projective_get_counters, xpbd_solver_destroy};

xpbd_status projective_check_terms(const projective_calls *library, const xpbd_solver *solver, int64_t *out) {
  xpbd_projective_counters counters;
  const xpbd_status status = library->counters(solver, &counters);
  *out = (int64_t)counters.springs + counters.triangles + counters.hinges;
  return status;
}

/// The largest rise of the objective in an iteration, relative to its value before. A third solver records it in the
/// last time step of each of the first frames.
static xpbd_status largest_rise(const projective_calls *library, const xpbd_scene *scene,
                                const xpbd_solver_def *settings, double *out) {
  xpbd_projective_settings own = {0};
  if (settings->projective) own = *settings->projective;
  own.record = 1;
  xpbd_solver_def def = *settings;
  def.projective = &own;
  xpbd_solver *solver = NULL;
  const size_t count = (size_t)def.iterations + 1;
  double *objective = malloc(count * sizeof *objective);
  xpbd_status status = objective ? library->create(scene, &def, &solver)
                                 : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu values", count);
  *out = 0.0;
  for (int frame = 0; frame < WATCHED_FRAMES && status == XPBD_OK; frame++) {
    status = library->step(solver, 1);
    if (status == XPBD_OK) status = library->record(solver, objective);
    for (size_t i = 1; i < count && status == XPBD_OK; i++) {
      const double rise = (objective[i] - objective[i - 1]) / fmax(fabs(objective[0]), 1e-300);
      if (!isnan(*out) && !(rise <= *out)) *out = rise; /* NaN stays */
    }
  }
  library->destroy(&solver);
  free(objective);
  return status;
}

xpbd_status projective_check(const projective_calls *library, bench_ctx *ctx, const solver_scene *made,
                             const xpbd_solver *solver, const xpbd_solver_def *def, int32_t frames) {
  xpbd_projective_counters counters;
  double rise = NAN;
  const bool followed = xpbd_scene_obstacle_count(made->scene) == 0; /* contacts have no objective */
  xpbd_status status = library->counters(solver, &counters);
  if (status == XPBD_OK && followed) status = largest_rise(library, made->scene, def, &rise);
  if (status != XPBD_OK) return status;
  bench_check_equal(ctx, "global solves done", (double)counters.iterations,
                    (double)frames * (double)def->substeps * (double)def->iterations,
                    "iterations x time steps x frames");
  if (!followed) return XPBD_OK;
  bench_check_at_most(
      ctx, "rise of the objective", rise, RISE_LIMIT,
      "largest in an iteration of the first frames, relative to its value before: each step must lower it");
  solver_check_remark(ctx, "objective falls@%d frames", WATCHED_FRAMES);
  return XPBD_OK;
}
