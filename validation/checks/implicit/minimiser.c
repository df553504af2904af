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
