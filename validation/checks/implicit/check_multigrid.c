/* Why this file exists: multigrid must end where Newton's method ends, and its work must not grow faster than the mesh.
 * Every formula, obstacles, dashpots and handles are in the groups `newton` and `forces`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minimiser.h"
#include "runner/check.h"
#include "runner/rig.h"
#include "xpbd/implicit.h"

static const double STEP = MINIMISER_STEP;

/// A flat cloth that hangs on two corners. Its springs are so many times as stiff as m / h^2.
static bool sheet(rig *r, check *self, int32_t resolution, double stiffness, const char *more) {
  xpbd_scene_params params = xpbd_scene_params_default();
  char constraint[128];
  snprintf(constraint, sizeof constraint, "stretching:k=1,alpha=%.17g%s", STEP * STEP / stiffness, more);
  params.resolution = resolution, params.constraint = constraint, params.damping = 0.0;
  return rig_named(r, self, "cloth", &params);
}

/// Cycles until the first step is solved; 0 after a failure.
static double cycles_of(rig *r, double levels) {
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_MULTIGRID, 100);
  xpbd_implicit_counters c = {0};
  xpbd_solver_def_set(&def, "multigrid_levels", levels);
  if (!rig_run(r, &def, 1)) return 0.0;
  check_status(r->owner, xpbd_implicit_get_counters(r->solver, &c), XPBD_OK, "its counters");
  check_same(r->owner, (uint64_t)c.unsolved, 0, "steps that were not solved");
  return (double)c.cycles;
}

/* A flat cloth begins to fall, so the step is nearly linear. */
static void growth(check *self, int argument) {
  double cycles[2][2] = {{0}};
  for (int fine = 0; fine < 2; fine++) {
    OWNED(rig_free) rig r = {0};
    if (sheet(&r, self, fine ? 65 : 17, 1e4, ""))
      for (int plain = 0; plain < 2; plain++) cycles[fine][plain] = cycles_of(&r, plain ? 1.0 : 30.0);
  }
  check_at_least(self, cycles[0][0], 1, "cycles of a cloth of 17 x 17 vertices");
  check_at_most(self, cycles[1][0], 2.0 * cycles[0][0], "cycles of 65 x 65");
  check_control(self, cycles[1][1] > 2.0 * cycles[0][1], "without coarse levels they grow like the edge: %g, then %g",
                cycles[0][1], cycles[1][1]);
}

/* Steps that turn and bend the cloth. */
static void swing(check *self, int argument) {
  enum { FRAMES = 3 };
  const double limit = 1e-10;
  OWNED(rig_free) rig r = {0};
  OWNED(check_free) double *right = NULL;
  const xpbd_solver_def newton = minimiser_settings(XPBD_METHOD_NEWTON, 200);
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_MULTIGRID, 200);
  xpbd_implicit_counters c = {0};
  if (sheet(&r, self, 25, 1e2, "+dihedral:alpha=1e-3")) {
    if (xpbd_solver_supports(r.scene, &newton) == XPBD_ERR_NOT_BUILT)
      check_skip(self, "%s", xpbd_last_error());
    else if (rig_run(&r, &newton, FRAMES) && (right = malloc(3 * (size_t)r.n * sizeof *right)))
      memcpy(right, r.x, 3 * (size_t)r.n * sizeof *right);
  }
  if (right && rig_run(&r, &def, FRAMES)) {
    check_at_most(self, check_apart(r.x, right, 3 * (size_t)r.n), limit, "distance to Newton's method [m]");
    check_status(self, xpbd_implicit_get_counters(r.solver, &c), XPBD_OK, "its counters");
    check_at_least(self, (double)c.iterations, 3 * FRAMES, "iterations, which the motion needs");
    xpbd_solver_def_set(&def, "multigrid_sweeps", 3), xpbd_solver_def_set(&def, "multigrid_levels", 2);
    if (rig_run(&r, &def, FRAMES))
      check_at_most(self, check_apart(r.x, right, 3 * (size_t)r.n), limit, "with two levels and three sweeps [m]");
    def.iterations = 1;
    if (rig_run(&r, &def, FRAMES))
      check_control(self, !(check_apart(r.x, right, 3 * (size_t)r.n) <= limit), "one iteration");
  }
}

static void refused(check *self, int argument) {
  static const double x[3] = {0}, w[1] = {1};
  const xpbd_scene_def scene = rig_points(1, x, NULL, w);
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_MULTIGRID, 10);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 0, NULL)) {
    xpbd_solver_def_set(&def, "multigrid_levels", 2.5);
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_INVALID_ARGUMENT, "half a level");
    check_said(self, "multigrid_levels is 2.5, must be a whole number", "what is said");
    xpbd_solver_def_set(&def, "multigrid_levels", 2);
    check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_OK, "two levels");
  }
}

void check_group_multigrid(check_registry *registry) {
  check_add(registry, "growth", "cycles do not grow with the mesh", growth, 0);
  check_add(registry, "swing", "a cloth that swings and bends, against Newton's method", swing, 0);
  check_add(registry, "refused", "levels and sweeps are whole numbers", refused, 0);
}
