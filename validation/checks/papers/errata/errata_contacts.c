/* Why this file exists: errors in printed contacts: an obstacle that keeps points inside, velocities exchanged as
 * vectors, halves of a response that are right only for elastic contacts. */
#include <math.h>
#include <string.h>

#include "errata_checks.h"
#include "runner/lattice.h"
#include "runner/rig.h"
#include "xpbd/verlet.h"

enum { TRIALS = 501 };

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* C = R - |x - S| >= 0 is violated outside: the projection puts such a point on the surface. */
static void literal_sphere(const double *x, double radius, double *out) {
  const double length = sqrt(dot(x, x)), c = radius - length;
  for (int k = 0; k < 3; k++) out[k] = c < 0 ? x[k] + x[k] / length * c : x[k];
}

/// Points of a cube of side 4 about a sphere of radius 1: the fraction that ends up inside or was moved though it was
/// outside.
static double misplaced(const double *before, const double *after, int count) {
  int wrong = 0;
  for (int i = 0; i < count; i++) {
    const double from = sqrt(dot(&before[3 * i], &before[3 * i])), to = sqrt(dot(&after[3 * i], &after[3 * i]));
    const bool same = memcmp(&before[3 * i], &after[3 * i], 3 * sizeof *before) == 0;
    wrong += from < 1 ? !(fabs(to - 1) <= 1e-12) : !same;
  }
  return (double)wrong / count;
}

static void sphere_obstacle(check *self, int unused) {
  double x[3 * TRIALS], w[TRIALS], printed[3 * TRIALS], error = NAN;
  for (int i = 0; i < TRIALS; i++) {
    do
      for (int k = 0; k < 3; k++) x[3 * i + k] = check_random(self, -2, 2);
    while (dot(&x[3 * i], &x[3 * i]) < 0.01);
    w[i] = 1;
    literal_sphere(&x[3 * i], 1, &printed[3 * i]);
  }
  xpbd_scene_def scene = rig_points(TRIALS, x, NULL, w);
  scene.gravity[1] = 0;
  const xpbd_obstacle_def ball = xpbd_obstacle_def_default();
  const xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24, 1);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 0, NULL) &&
      check_status(self, xpbd_scene_add_obstacle(r.scene, &ball), XPBD_OK, "a ball of radius 1") &&
      rig_solver(&r, &settings) && rig_step(&r, 1))
    error = misplaced(x, r.x, TRIALS);
  static const struct {
    const char *paper, *place;
  } where[] = {
      {"Cetinaslan 2019", "Sect. 5.2"}, {"Cetinaslan and Chaves 2019", "Sect. V.D"}, {"Cetinaslan 2023", "Sect. 5"}};
  for (int i = 0; i < 3; i++) {
    const erratum e = {.paper = where[i].paper,
                       .place = where[i].place,
                       .printed = "C = R - |x - S| >= 0",
                       .right = "|x - S| - R >= 0 (points misplaced)",
                       .low = 1,
                       .high = 1,
                       .limit = 0};
    erratum_compare(self, &e, misplaced(x, printed, TRIALS), error);
  }
}

/* ---- Kot and Nagahashi 2017 ---- */

/// Two nodes at the origin and at -n, approaching each other. The second has infinite mass if there is a wall.
typedef struct meeting {
  double n[3], v[6], m[2];
  bool wall;
} meeting;

static meeting random_meeting(check *self, bool wall) {
  meeting a = {.m = {check_random(self, 0.5, 2), check_random(self, 0.5, 2)}, .wall = wall};
  double square = 0;
  do {
    for (int k = 0; k < 3; k++) a.n[k] = check_random(self, -1, 1);
    square = dot(a.n, a.n);
  } while (square < 0.01);
  for (int k = 0; k < 3; k++) a.n[k] /= sqrt(square);
  double u = 0;
  for (int k = 0; k < 3; k++) {
    a.v[k] = check_random(self, -1, 1), a.v[3 + k] = wall ? 0 : check_random(self, -1, 1);
    u += (a.v[k] - a.v[3 + k]) * a.n[k];
  }
  for (int k = 0; k < 6 && u > 0; k++) a.v[k] = -a.v[k];
  return a;
}

/// Approach speed u < 0, and the velocities after a response of `whole` m_r |u|: 2 for an elastic one.
static double respond(const meeting *a, double whole, double out[6]) {
  double u = 0;
  for (int k = 0; k < 3; k++) u += (a->v[k] - a->v[3 + k]) * a->n[k];
  const double share[2] = {a->wall ? 1 : a->m[1] / (a->m[0] + a->m[1]), a->wall ? 0 : a->m[0] / (a->m[0] + a->m[1])};
  for (int k = 0; k < 3; k++) {
    out[k] = a->v[k] - whole * share[0] * u * a->n[k];
    out[3 + k] = a->v[3 + k] + whole * share[1] * u * a->n[k];
  }
  return u;
}

/// Eq. (3) with whole vectors; a wall is its limit m2 -> infinity.
static void exchange_vectors(const meeting *a, double out[6]) {
  const double sum = a->m[0] + a->m[1];
  for (int k = 0; k < 3; k++) {
    const double v1 = a->v[k], v2 = a->v[3 + k];
    out[k] = a->wall ? 2 * v2 - v1 : (2 * a->m[1] * v2 + (a->m[0] - a->m[1]) * v1) / sum;
    out[3 + k] = a->wall ? v2 : (2 * a->m[0] * v1 + (a->m[1] - a->m[0]) * v2) / sum;
  }
}

static double apart(const double *a, const double *b) {
  double sum = 0;
  for (int k = 0; k < 6; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sqrt(sum);
}

/// Velocities of the library after one time step that moves nothing (`steps` 1: the seven steps have ended the
/// approach) or two (the whole response). NaN after a failure.
static void library(check *self, const meeting *a, xpbd_verlet_scheme scheme, double restitution, int steps,
                    double out[6]) {
  const double x[6] = {0, 0, 0, -0.9 * a->n[0], -0.9 * a->n[1], -0.9 * a->n[2]}, radii[2] = {0.5, 0.5};
  const xpbd_verlet_plane plane = {.point = {-0.4 * a->n[0], -0.4 * a->n[1], -0.4 * a->n[2]},
                                   .normal = {a->n[0], a->n[1], a->n[2]}};
  xpbd_verlet_def def = lattice_nodes(a->wall ? 1 : 2, x, a->v, a->m, radii);
  def.plane_count = a->wall, def.planes = &plane;
  def.gravity[1] = 0, def.time_step = 1e-16, def.scheme = scheme, def.restitution = restitution;
  xpbd_verlet *world = NULL;
  for (int k = 0; k < 6; k++) out[k] = k < 3 * def.node_count ? NAN : 0;
  if (check_status(self, xpbd_verlet_create(&def, &world), XPBD_OK, "world") &&
      check_status(self, xpbd_verlet_step(world, steps), XPBD_OK, "step"))
    memcpy(out, xpbd_verlet_velocities(world), 3 * (size_t)def.node_count * sizeof *out);
  xpbd_verlet_destroy(&world);
}

/* Relative to |v| at a wall, to the true change of velocities between spheres. */
static void exchange(check *self, int unused) {
  double errors[TRIALS];
  for (int wall = 0; wall < 2; wall++) {
    double right = 0;
    for (int i = 0; i < TRIALS; i++) {
      const meeting a = random_meeting(self, wall);
      double printed[6], exact[6], ours[6];
      respond(&a, 2, exact);
      exchange_vectors(&a, printed);
      library(self, &a, XPBD_VERLET_SIX_STEP, 1, 1, ours);
      const double scale = wall ? sqrt(dot(a.v, a.v)) : apart(a.v, exact), error = apart(ours, exact) / scale;
      errors[i] = apart(printed, exact) / scale;
      right = error <= right ? right : error;
    }
    const erratum e = {.paper = "Kot and Nagahashi 2017",
                       .place = wall ? "Eq. (3), a wall" : "Eq. (3)",
                       .printed = "velocities as vectors",
                       .right = "their normal components",
                       .low = 1.3,
                       .high = 2.1,
                       .limit = 1e-12};
    erratum_compare(self, &e, check_median(errors, TRIALS), right);
  }
  check_row(self, "Kot and Nagahashi 2017", "Sect. 2.2", "Figure 10 (of the trap)", "Figure 1", NAN, NAN);
}

/* The first part of a response ends the approach with 1 / (1 + e) of it. Half leaves (1 - e) / 2 of the approach. The
 * section is about elastic collisions, where both are the same. Sect. 3 has inelastic ones, and no shares for them. */
static void halves(check *self, int unused) {
  const double e = 0.5;
  double worst = 0, right = 0, printed = 0;
  for (int i = 0; i < TRIALS; i++) {
    const meeting a = random_meeting(self, i % 2);
    double half[6], ours[6], left = 0, left_ours = 0;
    const double u = respond(&a, (1 + e) / 2, half);
    library(self, &a, XPBD_VERLET_SEVEN_STEP, e, 1, ours);
    for (int k = 0; k < 3; k++) {
      left += (half[k] - half[3 + k]) * a.n[k];
      left_ours += (ours[k] - ours[3 + k]) * a.n[k];
    }
    printed = left / u;
    worst = check_larger(worst, fabs(printed - (1 - e) / 2));
    right = fabs(left_ours) <= right ? right : fabs(left_ours);
  }
  check_at_most(self, worst, 1e-12, "halves leave (1 - e) / 2 of the approach, in all collisions");
  const erratum f = {.paper = "Kot and Nagahashi 2017",
                     .place = "Sect. 2.3, steps 2, 6",
                     .printed = "half and half, for inelastic ones too",
                     .right = "e/(1+e) and 1/(1+e) (e = 0.5)",
                     .low = 0.249,
                     .high = 0.251,
                     .limit = 1e-12};
  erratum_ambiguous(self, &f, printed, right);
}

void errata_contacts(check_registry *registry) {
  check_add(registry, "sphere-obstacle", "a sphere that keeps points inside", sphere_obstacle, 0);
  check_add(registry, "collision", "velocities exchanged as vectors", exchange, 0);
  check_add(registry, "restitution", "halves of a response", halves, 0);
}
