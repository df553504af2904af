/* Why this file exists: ADMM must end at the minimiser of the step that Newton's method finds. For springs, the local step
 * has a closed form, so each iteration can be repeated by hand. */
#include <math.h>
#include <stdlib.h>

#include "minimiser.h"
#include "runner/check.h"
#include "runner/rig.h"

static const double STEP = MINIMISER_STEP;

/* ---- converged ---- */

static const minimiser_scene subjects[] = {{"stretching", 1e-2, true, 1000},
                                           {"stvk_root_triangle", 1e-2, false, 6000},
                                           {"neo_hookean_root_tet", 10, false, 200},
                                           {"stvk_strain_tet", 10, false, 200}};

static void minimiser(check *self, int index) {
  minimiser_check(self, &subjects[index], minimiser_settings(XPBD_METHOD_ADMM, 1));
}

/// A hinge of heavy particles that is folded away from its rest. Its force turns with it, so its energy is curved
/// downwards, and with a smaller weight the iterations end in a cycle of two positions.
static void folded(check *self, int argument) {
  static const double x[12] = {0, 0, -0.05, 0, 0, 0.05, -0.0989, -0.01494, -0.03, 0.12854, -0.01943, 0.02};
  static const double w[4] = {10, 10, 10, 1.0 / 0.15}, rest = 0.5;
  static const int32_t corners[4] = {0, 1, 2, 3};
  const double step = 1e-3, limit = 1e-12;
  const xpbd_scene_def def = rig_points(4, x, NULL, w);
  xpbd_constraints_def set = rig_set("dihedral", 1, corners, &rest);
  set.compliance = 1.6;
  rig r;
  double *right = rig_scene(&r, self, &def, 1, &set) ? minimiser_of(&r, step) : NULL;
  for (int32_t iterations = right ? 40 : 42; iterations < 42; iterations++) {
    xpbd_solver_def asked = minimiser_settings(XPBD_METHOD_ADMM, iterations);
    asked.frame_time = step;
    if (rig_run(&r, &asked, 1))
      check_at_most(self, check_apart(r.x, right, 12), limit, "%d iterations: distance to Newton's minimiser [m]",
                    (int)iterations);
    asked.iterations = 3;
    if (rig_run(&r, &asked, 1)) check_control(self, !(check_apart(r.x, right, 12) <= limit), "three iterations");
  }
  free(right);
  rig_free(&r);
}

/* ---- by hand ---- */

enum { LINKS = 4, POINTS = LINKS + 1 };
static const double MASS = 0.3, LENGTH = 0.5, STIFFNESS = 800.0; /* [kg], [m], [N/m] */

/// A chain from a pin, and what ADMM keeps for both ends of each link.
typedef struct hand {
  double x[POINTS][3], y[POINTS][3], force[LINKS][2][3];
} hand;

/// Solves a x = b for the three columns of b. The matrix is positive definite and needs no pivots.
static void solve(double a[POINTS][POINTS], double b[POINTS][3]) {
  for (int i = 0; i < POINTS; i++)
    for (int j = i + 1; j < POINTS; j++) {
      const double f = a[j][i] / a[i][i];
      for (int k = i; k < POINTS; k++) a[j][k] -= f * a[i][k];
      for (int k = 0; k < 3; k++) b[j][k] -= f * b[i][k];
    }
  for (int i = POINTS; i-- > 0;)
    for (int k = 0; k < 3; k++) {
      for (int j = i + 1; j < POINTS; j++) b[i][k] -= a[i][j] * b[j][k];
      b[i][k] /= a[i][i];
    }
}

/// The copies of both ends of a link are half as far from its rest length as before.
static void iterate(hand *h) {
  const double weight = 2.0 * STIFFNESS, inertia = MASS / (STEP * STEP);
  double a[POINTS][POINTS] = {{0}}, b[POINTS][3];
  for (int i = 0; i < POINTS; i++) {
    a[i][i] = i > 0 ? inertia : 1.0;
    for (int k = 0; k < 3; k++) b[i][k] = i > 0 ? inertia * (h->x[i][k] - h->y[i][k]) : 0.0;
  }
  for (int e = 0; e < LINKS; e++) {
    double to[2][3], z[2][3], squared = 0.0;
    for (int k = 0; k < 3; k++) {
      for (int c = 0; c < 2; c++) to[c][k] = h->x[e + c][k] + h->force[e][c][k] / weight;
      squared += (to[1][k] - to[0][k]) * (to[1][k] - to[0][k]);
    }
    const double apart = sqrt(squared), factor = (LENGTH + apart) / (2.0 * apart);
    for (int k = 0; k < 3; k++) {
      const double middle = 0.5 * (to[0][k] + to[1][k]), half = 0.5 * factor * (to[1][k] - to[0][k]);
      z[0][k] = middle - half, z[1][k] = middle + half;
      for (int c = 0; c < 2; c++) {
        const double pull = weight * (h->x[e + c][k] - z[c][k]);
        h->force[e][c][k] += pull;
        if (e + c > 0) b[e + c][k] += h->force[e][c][k] + pull;
      }
    }
    a[e + 1][e + 1] += 0.5 * weight;
    if (e > 0) a[e][e] += 0.5 * weight, a[e][e + 1] -= 0.5 * weight, a[e + 1][e] -= 0.5 * weight;
  }
  solve(a, b);
  for (int i = 1; i < POINTS; i++)
    for (int k = 0; k < 3; k++) h->x[i][k] -= b[i][k];
}

/// Largest distance of a coordinate from the solver's after one step; `other` iterations by hand.
static double apart(rig *r, int iterations, int other) {
  const double *start = xpbd_scene_positions(r->scene), *v = xpbd_scene_velocities(r->scene);
  const double *g = xpbd_scene_gravity(r->scene);
  const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_ADMM, iterations);
  hand h = {0};
  for (int k = 0; k < 3 * POINTS; k++)
    h.x[k / 3][k % 3] = h.y[k / 3][k % 3] = start[k] + (k > 2 ? STEP * v[k] + STEP * STEP * g[k % 3] : 0.0);
  for (int i = 0; i < other; i++) iterate(&h);
  return rig_run(r, &def, 1) ? check_apart(r->x, &h.x[0][0], 3 * POINTS) : NAN;
}

static void literal(check *self, int argument) {
  const double limit = 1e-13;
  double x[3 * POINTS] = {0}, v[3 * POINTS], w[POINTS];
  double rest[LINKS];
  int32_t edges[2 * LINKS];
  for (int k = 0; k < 3 * POINTS; k++) v[k] = check_random(self, -3, 3);
  for (int i = 0; i < POINTS; i++) x[3 * i] = 0.6 * i, w[i] = i > 0 ? 1.0 / MASS : 0.0;
  for (int e = 0; e < LINKS; e++) edges[2 * e] = e, edges[2 * e + 1] = e + 1, rest[e] = LENGTH;
  for (int k = 0; k < 3; k++) v[k] = 0.0;
  xpbd_scene_def def = rig_points(POINTS, x, v, w);
  def.gravity[1] = -9.81;
  xpbd_constraints_def set = rig_set("stretching", LINKS, edges, rest);
  set.material[0] = 2.0, set.compliance = 4.0 / STIFFNESS;
  OWNED(rig_free) rig r = {0};
  const xpbd_solver_def asked = minimiser_settings(XPBD_METHOD_ADMM, 1);
  const bool good = rig_scene(&r, self, &def, 1, &set);
  if (good && xpbd_solver_supports(r.scene, &asked) == XPBD_ERR_NOT_BUILT) {
    check_skip(self, "%s", xpbd_last_error());
  } else if (good) {
    for (int iterations = 1; iterations <= 16; iterations *= 4)
      check_at_most(self, apart(&r, iterations, iterations), limit, "after %d iterations [m]", iterations);
    check_control(self, !(apart(&r, 16, 15) <= limit), "one iteration less");
  }
}

void check_group_admm(check_registry *registry) {
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
    check_add_named(registry, "converged, against Newton's method", minimiser, (int)k, "minimiser/%s",
                    subjects[k].formula);
  check_add(registry, "folded", "a hinge whose energy is curved downwards, against Newton's method", folded, 0);
  check_add(registry, "literal", "each iteration of a chain, by closed forms", literal, 0);
}
