/* Why this file exists: builds the scenes of minimiser.h, and asks Newton's method. */
#include "minimiser.h"

#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "runner/workload.h"

xpbd_solver_def minimiser_settings(xpbd_method method, int32_t iterations) {
  xpbd_solver_def def = rig_settings(XPBD_F64, MINIMISER_STEP, iterations);
  def.method = method;
  return def;
}

bool minimiser_build(rig *r, check *self, const minimiser_scene *scene) {
  workload load = workload_of(xpbd_formula_find(scene->formula), 0.0, true);
  load.columns = 6, load.rows = 5, load.compliance = scene->compliance, load.bending = scene->bending;
  return workload_build(r, self, &load);
}

double *minimiser_of(rig *r, double step) {
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 200);
  def.frame_time = step;
  double *x = NULL;
  if (xpbd_solver_supports(r->scene, &def) == XPBD_ERR_NOT_BUILT)
    check_skip(r->owner, "%s", xpbd_last_error());
  else if (rig_run(r, &def, 1) && (x = malloc(3 * (size_t)r->n * sizeof *x)))
    memcpy(x, r->x, 3 * (size_t)r->n * sizeof *x);
  return x;
}

void minimiser_check(check *self, const minimiser_scene *scene, xpbd_solver_def def) {
  const double limit = 1e-10;
  OWNED(rig_free) rig r = {0};
  OWNED(check_free) double *right = minimiser_build(&r, self, scene) ? minimiser_of(&r, MINIMISER_STEP) : NULL;
  if (!right) return;
  def.iterations = scene->iterations;
  if (rig_run(&r, &def, 1))
    check_at_most(self, check_apart(r.x, right, 3 * (size_t)r.n), limit, "distance to Newton's minimiser [m]");
  def.iterations = 3;
  if (rig_run(&r, &def, 1))
    check_control(self, !(check_apart(r.x, right, 3 * (size_t)r.n) <= limit), "three iterations");
}
