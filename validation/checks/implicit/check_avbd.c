/* Why this file exists: augmented vertex block descent must end at the minimiser of the step that Newton's method finds.
 * If constraints are rigid, it must end at the limit of ever stiffer ones. What it keeps from one step to the next must
 * survive a checkpoint. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "minimiser.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "xpbd/implicit.h"

static const double STEP = MINIMISER_STEP;

/* ---- finite stiffness ---- */

/// The stiffness of the last one begins at a hundredth of its end.
static const minimiser_scene subjects[] = {{"stretching", 1e-2, true, 300},
                                           {"stvk_root_triangle", 1e-2, false, 600},
                                           {"neo_hookean_root_tet", 10, false, 100},
                                           {"stvk_strain_tet", 10, false, 100},
                                           {"stretching", 1e-5, false, 20000}};

static void minimiser(check *self, int index) {
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_AVBD, 1);
  xpbd_solver_def_set(&def, "avbd_beta", 1e8);
  minimiser_check(self, &subjects[index], def);
}

/* ---- rigid constraints ---- */

enum { ROPE = 9 };

/// A rope of links of 1 m that lies straight from a pin, and begins to fall.
static bool rope(rig *r, check *self, double compliance) {
  double x[3 * ROPE] = {0}, v[3 * ROPE] = {0}, w[ROPE];
  int32_t edges[2 * (ROPE - 1)];
  for (int i = 0; i < ROPE; i++) {
    x[3 * i] = i, v[3 * i + 1] = -0.3 * i, v[3 * i + 2] = sin(2.0 * i);
    w[i] = i == 0 ? 0.0 : 1.0 + 0.2 * i;
  }
  for (int i = 0; i + 1 < ROPE; i++) edges[2 * i] = i, edges[2 * i + 1] = i + 1;
  xpbd_scene_def def = rig_points(ROPE, x, v, w);
  def.gravity[1] = -9.81;
  xpbd_constraints_def set = rig_set("stretching", ROPE - 1, edges, NULL);
  set.compliance = compliance, set.material[0] = 1.0;
  return rig_scene(r, self, &def, 1, &set);
}

/// The limit of Newton's minimisers as the links become stiffer, from two of them: the error is linear in the compliance.
static bool limit_of(check *self, double out[3 * ROPE]) {
  bool good = true;
  double *x[2] = {NULL, NULL};
  for (int k = 0; good && k < 2; k++) {
    OWNED(rig_free) rig r = {0};
    x[k] = rope(&r, self, k ? 1e-9 : 2e-9) ? minimiser_of(&r, STEP) : NULL;
    good = x[k] != NULL;
  }
  for (int k = 0; good && k < 3 * ROPE; k++) out[k] = 2.0 * x[1][k] - x[0][k];
  free(x[0]), free(x[1]);
  return good;
}

static double longest_error(const rig *r) {
  double most = 0.0;
  for (int i = 0; i + 1 < ROPE; i++) {
    const double *a = &r->x[3 * i], *b = a + 3;
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    most = check_larger(most, fabs(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - 1.0));
  }
  return most;
}

static void rigid(check *self, int argument) {
  const double limit = 1e-10;
  double right[3 * ROPE];
  OWNED(rig_free) rig r = {0};
  if (!limit_of(self, right) || !rope(&r, self, 0.0)) return;
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_AVBD, 3000);
  if (rig_run(&r, &def, 1)) {
    check_at_most(self, longest_error(&r), 1e-12, "largest change of a link of 1 m [m]");
    check_at_most(self, check_apart(r.x, right, 3 * ROPE), limit, "distance to the limit of Newton's minimisers [m]");
  }
  def.iterations = 10;
  if (rig_run(&r, &def, 1)) check_control(self, !(check_apart(r.x, right, 3 * ROPE) <= limit), "ten iterations");
}

/* What a step leaves of the error is taken up slowly, so that it gives no jerk: Eq. (18). */
static void regularised(check *self, int argument) {
  static const double x[6] = {0, 0, 0, 1.1, 0, 0}, w[2] = {0, 1}, rest[1] = {1.0};
  static const int32_t edge[2] = {0, 1};
  const xpbd_scene_def scene = rig_points(2, x, NULL, w);
  xpbd_constraints_def set = rig_set("stretching", 1, edge, rest);
  set.compliance = 0.0;
  for (int k = 0; k < 2; k++) {
    const double alpha = k ? 0.0 : 0.95;
    xpbd_solver_def def = minimiser_settings(XPBD_METHOD_AVBD, 200);
    xpbd_solver_def_set(&def, "avbd_alpha", alpha);
    OWNED(rig_free) rig r = {0};
    xpbd_scene_def still = scene;
    still.gravity[1] = 0.0;
    if (rig_scene(&r, self, &still, 1, &set) && rig_run(&r, &def, 1))
      check_at_most(self, fabs(r.x[3] - 1.0 - 0.1 * alpha), 1e-12, "error left by a step with alpha %g [m]", alpha);
    def.iterations = 1;
    if (rig_run(&r, &def, 1)) check_control(self, fabs(r.x[3] - 1.0 - 0.1 * alpha) > 1e-12, "one iteration alone");
  }
}

/* Both ends of a row are pinned, a particle has no row, and constraints contradict each other. A rigid row whose C has no
 * gradient where it is 0 is refused. */
static void degenerate(check *self, int argument) {
  static const double x[15] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 1, 0, 5, 5, 5}, w[5] = {0, 0, 1, 1, 1};
  static const int32_t edges[8] = {0, 1, 1, 2, 1, 2, 2, 3};
  static const double rest[4] = {1.5, 1.0, 2.0, 1.0}, none[4] = {1.5, 1.0, 2.0, 0.0};
  xpbd_scene_def scene = rig_points(5, x, NULL, w);
  scene.gravity[1] = -9.81;
  xpbd_constraints_def set = rig_set("stretching", 4, edges, rest);
  set.compliance = 0.0;
  const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_AVBD, 50);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 1, &set) && rig_run(&r, &def, 100)) {
    bool finite = true;
    for (int k = 0; k < 15; k++) finite = finite && isfinite(r.x[k]) && (k >= 12 || fabs(r.x[k]) < 10.0);
    check_true(self, finite, "a hundred frames of contradictions stay finite");
    check_control(self, r.x[13] < 0.0, "the free particle falls");
  }
  rig_free(&r);
  set.rest = none;
  if (rig_scene(&r, self, &scene, 1, &set)) {
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_UNSUPPORTED, "a rigid link without length");
    check_said(
        self,
        "stretching: compliance is 0, but element 3 has the rest length 0, which has no direction for method avbd",
        "what is said");
  }
}

/* ---- bits ---- */

static bool whole(rig *r, check *self) {
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.compliance = 0.0, load.bending = load.obstacles = load.handles = load.wind = true;
  return workload_build(r, self, &load);
}

static void threads(check *self, int argument) {
  static const int32_t counts[] = {1, 2, 3, 7, 200};
  if (backend_missing_named("omp")) {
    check_skip(self, "%s", backend_missing_named("omp"));
    return;
  }
  uint64_t expected = 0;
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_AVBD, 5);
  def.substeps = 2;
  OWNED(rig_free) rig r = {0};
  if (whole(&r, self)) {
    if (rig_run(&r, &def, 5)) expected = rig_hash(&r);
    def.backend = "omp";
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
      def.threads = counts[k];
      if (rig_run(&r, &def, 5))
        check_same(self, rig_hash(&r), expected, "hash of omp, %d threads, and of seq", (int)counts[k]);
    }
    def.iterations = 6;
    if (rig_run(&r, &def, 5)) check_control(self, rig_hash(&r) != expected, "another iteration");
  }
}

/* Saved on one backend and resumed on another. Positions and velocities alone are not enough. */
static void resumed(check *self, int argument) {
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  const char *const backends[] = {"seq", backend_missing_named("omp") ? "seq" : "omp"};
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_AVBD, 5);
  OWNED(rig_free) rig r = {0};
  if (whole(&r, self) && rig_run(&r, &def, 9)) {
    const uint64_t expected = rig_hash(&r);
    for (int k = 0; k < 2; k++) {
      def.backend = backends[k];
      if (!rig_run(&r, &def, 4)) continue;
      check_status(self, xpbd_solver_save(r.solver, path), XPBD_OK, "saving");
      def.backend = backends[1 - k];
      if (rig_solver(&r, &def) && check_status(self, xpbd_solver_load(r.solver, path), XPBD_OK, "loading") &&
          rig_step(&r, 5))
        check_same(self, rig_hash(&r), expected, "hash after frame 9, saved on %s and resumed on %s", backends[k],
                   backends[1 - k]);
    }
    def.backend = "seq";
    check_status(self, xpbd_solver_write(r.solver, r.x, r.v), XPBD_ERR_UNSUPPORTED, "another state");
    xpbd_solver_def_set(&def, "avbd_gamma", 0.5);
    if (rig_run(&r, &def, 9)) check_control(self, rig_hash(&r) != expected, "half of what lasts");
  }
}

void check_group_avbd(check_registry *registry) {
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
    check_add_named(registry, "converged, against Newton's method", minimiser, (int)k, "minimiser/%s-%zu",
                    subjects[k].formula, k);
  check_add(registry, "rigid", "rigid links, against the limit of Newton's method", rigid, 0);
  check_add(registry, "regularised", "a link that begins too long is shortened slowly", regularised, 0);
  check_add(registry, "degenerate", "rows without free particles, without length, and contradictions", degenerate, 0);
  check_add(registry, "threads", "on omp with any number of threads, bit for bit", threads, 0);
  check_add(registry, "resumed", "saved and resumed on another backend, bit for bit", resumed, 0);
}
