/* Why this file exists: vertex block descent must end at the minimiser of the step that Newton's method finds, on every
 * kind of element, and each of its iterations must be the published one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "minimiser.h"
#include "runner/check.h"
#include "runner/rig.h"
#include "runner/workload.h"

static const double STEP = MINIMISER_STEP;

/* ---- the minimiser ---- */

static const minimiser_scene subjects[] = {
    {"stretching", 1e-2, false, 100}, {"stretching", 1e-2, true, 100},         {"stvk_root_triangle", 1e-2, false, 300},
    {"dihedral", 1e-2, true, 100},    {"neo_hookean_root_tet", 10, false, 30}, {"stvk_strain_tet", 10, false, 30}};

static void minimiser(check *self, int index) {
  minimiser_check(self, &subjects[index], minimiser_settings(XPBD_METHOD_VBD, 1));
}

static double root_mean_square(const double *a, const double *b, int32_t n) {
  double sum = 0.0;
  for (int32_t k = 0; k < 3 * n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sqrt(sum / n);
}

/* A flat cloth begins to fall. Its springs are 100 times as stiff as m / h^2. What 20 iterations leave of the way to the
 * minimiser does not depend on gravity, because so small a step is linear. */
static void rate(check *self, int argument) {
  static const struct {
    xpbd_method method;
    double chebyshev, left;
    const char *name;
  } ways[] = {{XPBD_METHOD_XPBD, 0.0, 0.605, "xpbd"},
              {XPBD_METHOD_JACOBI, 0.0, 0.888, "jacobi"},
              {XPBD_METHOD_VBD, 0.0, 0.724, "vbd"},
              {XPBD_METHOD_VBD, 0.9, 0.518, "vbd with acceleration"}};
  xpbd_scene_params params = xpbd_scene_params_default();
  char constraint[64];
  snprintf(constraint, sizeof constraint, "stretching:k=1,alpha=%.17g", STEP * STEP / 100.0);
  params.resolution = 11, params.constraint = constraint, params.damping = 0.0;
  OWNED(rig_free) rig r = {0};
  OWNED(check_free) double *right = rig_named(&r, self, "cloth", &params) ? minimiser_of(&r, STEP) : NULL;
  if (right) {
    const double *x = xpbd_scene_positions(r.scene), *w = xpbd_scene_inverse_masses(r.scene);
    OWNED(check_free) double *y = malloc(3 * (size_t)r.n * sizeof *y);
    for (int32_t k = 0; k < 3 * r.n; k++)
      y[k] = x[k] + (w[k / 3] > 0.0 ? STEP * STEP * xpbd_scene_gravity(r.scene)[k % 3] : 0.0);
    const double whole = root_mean_square(y, right, r.n);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
      xpbd_solver_def def = minimiser_settings(ways[k].method, 20);
      xpbd_solver_def_set(&def, "chebyshev", ways[k].chebyshev);
      if (!rig_run(&r, &def, 1)) continue;
      const double left = root_mean_square(r.x, right, r.n) / whole;
      check_between(self, left, ways[k].left - 0.01, ways[k].left + 0.01, "share left by 20 iterations of %s",
                    ways[k].name);
    }
    const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_VBD, 15);
    if (rig_run(&r, &def, 1))
      check_control(self, root_mean_square(r.x, right, r.n) / whole > 0.724 + 0.01, "15 iterations of vbd");
  }
}

/* ---- one iteration ---- */

/* A particle between two pins, pulled aside: a single vertex, whose gradient and matrix can be written by hand. */
enum { PIN_LEFT, FREE, PIN_RIGHT, COUNT };

static bool string(rig *r, check *self, double length, double compliance) {
  static const double x[3 * COUNT] = {-1, 0, 0, 0.1, 0.4, -0.2, 1, 0, 0}, w[COUNT] = {0, 2.0, 0};
  static const int32_t edges[4] = {PIN_LEFT, FREE, FREE, PIN_RIGHT};
  const double rest[2] = {length, length};
  xpbd_scene_def def = rig_points(COUNT, x, NULL, w);
  def.gravity[1] = -9.81;
  xpbd_constraints_def set = rig_set("stretching", 2, edges, rest);
  set.compliance = compliance, set.material[0] = 1.0;
  return rig_scene(r, self, &def, 1, &set);
}

/// One iteration by hand, from the force and the matrix of a spring in textbooks: k (1 - L / l) (I - d d^T) + k d d^T.
/// `bend` is the factor of its first part.
static void by_hand(double length, double compliance, double bend, double out[3]) {
  const double end[2][3] = {{-1, 0, 0}, {1, 0, 0}}, k = 1.0 / compliance;
  const double inertia = 0.5 / (STEP * STEP), y[3] = {0.1, 0.4 - 9.81 * STEP * STEP, -0.2};
  double a[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) a[i][j] = i == j ? inertia : 0.0; /* the last column: the gradient, 0 of the inertia */
  for (int e = 0; e < 2; e++) {
    double d[3], l = 0.0;
    for (int i = 0; i < 3; i++) d[i] = y[i] - end[e][i], l += d[i] * d[i];
    l = sqrt(l);
    for (int i = 0; i < 3; i++) {
      a[i][3] += k * (l - length) * d[i] / l;
      for (int j = 0; j < 3; j++) {
        const double along = d[i] * d[j] / (l * l);
        a[i][j] += k * along + bend * k * (1.0 - length / l) * ((i == j) - along);
      }
    }
  }
  for (int i = 0; i < 3; i++) /* Gauss */
    for (int m = i + 1; m < 3; m++) {
      const double f = a[m][i] / a[i][i];
      for (int j = i; j < 4; j++) a[m][j] -= f * a[i][j];
    }
  for (int i = 2; i >= 0; i--) {
    for (int j = i + 1; j < 3; j++) a[i][3] -= a[i][j] * (y[j] - out[j]);
    out[i] = y[i] - a[i][3] / a[i][i];
  }
}

static void iteration(check *self, int argument) {
  const double limit = 1e-14;
  for (int gauss_newton = 0; gauss_newton < 2; gauss_newton++) {
    double expected[3], wrong[3];
    xpbd_solver_def def = minimiser_settings(XPBD_METHOD_VBD, 1);
    xpbd_solver_def_set(&def, "gauss_newton", gauss_newton);
    by_hand(0.7, 1e-3, gauss_newton ? 0.0 : 1.0, expected);
    by_hand(0.7, 1e-3, gauss_newton ? 0.01 : 0.99, wrong);
    OWNED(rig_free) rig r = {0};
    if (string(&r, self, 0.7, 1e-3) && rig_run(&r, &def, 1)) {
      check_at_most(self, check_apart(&r.x[3 * FREE], expected, 3), limit, "one iteration by hand, gauss_newton %d [m]",
                    gauss_newton);
      check_control(self, check_apart(&r.x[3 * FREE], wrong, 3) > limit, "the bending part 1 %% off");
    }
  }
}

/* A slack string: its matrix is not definite, is projected and counted, and the vertex still falls to the minimum. */
static void indefinite(check *self, int argument) {
  xpbd_implicit_counters c = {0};
  for (int slack = 0; slack < 2; slack++) {
    const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_VBD, 10);
    OWNED(rig_free) rig r = {0};
    if (string(&r, self, slack ? 2.0 : 0.7, 1e-3) && rig_run(&r, &def, 1)) {
      check_status(self, xpbd_implicit_get_counters(r.solver, &c), XPBD_OK, "its counters");
      check_same(self, (uint64_t)c.iterations, 10, "iterations");
      if (slack)
        check_at_least(self, (double)c.indefinite, 1, "matrices that were projected in 10 iterations of one vertex");
      else
        check_control(self, c.indefinite == 0, "a taut string needs no projection");
    }
  }
}

static void same_bits(check *self, int argument) {
  uint64_t hash[3] = {0, 1, 2};
  OWNED(rig_free) rig r = {0};
  if (minimiser_build(&r, self, &subjects[1])) {
    for (int k = 0; k < 3; k++) {
      const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_VBD, k == 2 ? 6 : 5);
      if (rig_solver(&r, &def) && rig_step(&r, k == 0 ? 4 : 1) && (k == 0 || rig_step(&r, 3))) hash[k] = rig_hash(&r);
    }
    check_same(self, hash[1], hash[0], "hash after four frames, at once and in portions");
    check_control(self, hash[2] != hash[0], "six iterations instead of five");
  }
}

/* Any number of threads, also more than there are vertices of a colour, with and without acceleration. */
static void threads(check *self, int argument) {
  static const int32_t counts[] = {1, 2, 3, 7, 200};
  if (backend_missing_named("omp")) {
    check_skip(self, "%s", backend_missing_named("omp"));
    return;
  }
  for (int fast = 0; fast < 2; fast++) {
    uint64_t expected = 0;
    xpbd_solver_def def = minimiser_settings(XPBD_METHOD_VBD, 5);
    def.substeps = 2;
    xpbd_solver_def_set(&def, "chebyshev", fast ? 0.8 : 0.0);
    OWNED(rig_free) rig r = {0};
    if (minimiser_build(&r, self, &subjects[1])) {
      if (rig_solver(&r, &def) && rig_step(&r, 3)) expected = rig_hash(&r);
      def.backend = "omp";
      for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        def.threads = counts[k];
        if (rig_solver(&r, &def) && rig_step(&r, 3))
          check_same(self, rig_hash(&r), expected, "hash of omp, %d threads, and of seq", (int)counts[k]);
      }
      def.iterations = 6;
      if (rig_solver(&r, &def) && rig_step(&r, 3)) check_control(self, rig_hash(&r) != expected, "another iteration");
      xpbd_implicit_counters c;
      check_status(self, xpbd_implicit_get_counters(r.solver, &c), XPBD_ERR_UNSUPPORTED, "counters on omp");
    }
  }
}

void check_group_vbd(check_registry *registry) {
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
    check_add_named(registry, "converged, against Newton's method", minimiser, (int)k, "minimiser/%s%s",
                    subjects[k].formula, subjects[k].bending ? "-and-bending" : "");
  check_add(registry, "rate", "what 20 iterations leave of a stiff step, by four methods", rate, 0);
  check_add(registry, "iteration", "one iteration of one vertex, by hand", iteration, 0);
  check_add(registry, "indefinite", "a slack string, whose matrix is projected", indefinite, 0);
  check_add(registry, "same-bits", "again, in portions", same_bits, 0);
  check_add(registry, "threads", "on omp with any number of threads, bit for bit", threads, 0);
}
