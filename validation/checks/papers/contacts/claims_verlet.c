/* Why this file exists: judges the claims of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations" about single collisions and gaps between two walls. The group "verlet" measures most of it longer and
 * more closely. */
#include <math.h>
#include <string.h>

#include "checks/papers/claims/claims.h"
#include "claims_verlet.h"

contact_run claims_contact(check *self, const contact_case *what) {
  contact_run run;
  check_status(self, contact_run_make(what, &run), XPBD_OK, "%s", what->scene);
  return run;
}

/// Two spheres meet at random. Relative changes by the collision: momentum, energy; approach left after its half.
typedef struct meeting {
  double momentum, energy, left;
} meeting;

static meeting meet(check *self, double restitution) {
  double x[6] = {0}, v[6], m[2], n[3], length = 0.0, u = 0.0;
  const double r[2] = {0.5, 0.3};
  for (int k = 0; k < 3; k++) n[k] = check_random(self, -1, 1), length += n[k] * n[k];
  for (int i = 0; i < 2; i++) m[i] = check_random(self, 0.5, 2.0);
  for (int k = 0; k < 3; k++) {
    n[k] /= sqrt(length);
    x[k] = 0.7 * n[k];
    v[k] = check_random(self, -1, 1), v[3 + k] = check_random(self, -1, 1);
    u += (v[k] - v[3 + k]) * n[k];
  }
  for (int k = 0; k < 6 && u > 0.0; k++) v[k] = -v[k];
  xpbd_verlet_def def = lattice_nodes(2, x, v, m, r);
  def.gravity[1] = 0.0, def.time_step = 1e-16, def.restitution = restitution; /* nothing moves */
  def.scheme = XPBD_VERLET_SEVEN_STEP_SERIAL;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  meeting out = {.momentum = NAN, .energy = NAN, .left = NAN};
  double part[6], all[6];
  xpbd_status status = xpbd_verlet_create(&def, &world);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
  if (status == XPBD_OK) memcpy(part, xpbd_verlet_velocities(world), sizeof part);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
  if (status == XPBD_OK) memcpy(all, xpbd_verlet_velocities(world), sizeof all);
  if (check_status(self, status, XPBD_OK, "a collision")) {
    double before = 0.0, after = 0.0, size = 0.0;
    out = (meeting){.momentum = 0.0};
    for (int k = 0; k < 3; k++) {
      out.momentum += fabs(m[0] * (all[k] - v[k]) + m[1] * (all[3 + k] - v[3 + k]));
      size += m[0] * fabs(v[k]) + m[1] * fabs(v[3 + k]);
      before += m[0] * v[k] * v[k] + m[1] * v[3 + k] * v[3 + k];
      after += m[0] * all[k] * all[k] + m[1] * all[3 + k] * all[3 + k];
      out.left += (part[k] - part[3 + k]) * n[k];
    }
    out.momentum /= size, out.energy = fabs(after / before - 1.0), out.left = fabs(out.left);
  }
  return out;
}

/// A ball that bounces on the ground by the seven steps, with `share` of a response at once and the rest at the start
/// of the next step: largest relative change of its energy from one flight to the next. `way` is its final position.
static double bounce(double share, int steps, double *way) {
  const double h = 1e-3, g = 9.81;
  double x = 0.01, v = 0.0, owed = 0.0, energy = g * x + 0.125 * h * h * g * g, worst = 0.0;
  for (int i = 0; i < steps; i++) {
    x += 0.5 * h * v;
    v += owed;
    if (owed > 0.0) { /* after the whole response, at the half step */
      const double now = 0.5 * (v - 0.5 * h * g) * (v - 0.5 * h * g) + g * x;
      worst = check_larger(worst, fabs(now / energy - 1.0));
      energy = now;
    }
    owed = 0.0;
    v -= h * g;
    if (x < 0.0 && v < 0.0) {
      owed = -2.0 * v * (1.0 - share);
      v -= 2.0 * v * share;
    }
    x += 0.5 * h * v;
  }
  *way = x;
  return worst;
}

/// The same ball in the library: its position after `steps`.
static double bounce_of_library(check *self, int steps) {
  const double x[3] = {0.0, 0.5 + 0.01, 0.0}, m = 1.0, r = 0.5;
  const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};
  xpbd_verlet_def def = lattice_nodes(1, x, NULL, &m, &r);
  def.plane_count = 1, def.planes = &ground, def.gravity[1] = -9.81;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_status status = xpbd_verlet_create(&def, &world);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, steps);
  const double place = check_status(self, status, XPBD_OK, "a ball") ? xpbd_verlet_positions(world)[1] - r : NAN;
  return place;
}

static void collisions(check *self, int unused) {
  meeting worst = {0};
  double soft = 0.0;
  for (int i = 0; i < 51; i++) {
    const meeting a = meet(self, 1.0), b = meet(self, 0.5);
    worst.momentum = check_larger(worst.momentum, a.momentum), worst.energy = check_larger(worst.energy, a.energy);
    worst.left = check_larger(worst.left, a.left);
    soft = check_larger(soft, b.energy);
  }
  check_at_most(self, worst.left, 1e-14, "approach left after half of an elastic response [m/s]");
  check_at_most(self, worst.momentum, 1e-14, "change of momentum by a collision");
  check_at_most(self, worst.energy, 1e-13, "change of energy by an elastic collision");
  check_control(self, !(soft <= 1e-13), "restitution 0.5 takes energy: %g", soft);
  claims_left(self, "verlet_half_response", "two bodies, or one and a fixed object",
              "restitution 1; 51 pairs of spheres of 0.5 to 2 kg, up to 1 m/s",
              "by construction: Eq. (3) is twice what ends the approach",
              "at most %.0e m/s left; with restitution e it takes 1 / (1 + e) of the response", worst.left);
  claims_left(self, "verlet_collision_conserves", NULL,
              "restitution 1; 51 pairs of spheres of 0.5 to 2 kg, up to 1 m/s",
              "by construction: Eq. (3) solves Eq. (2), of the normal components too",
              "momentum within %.0e, energy within %.0e", worst.momentum, worst.energy);
  double place[3];
  const double even = bounce(0.5, 400, &place[0]), less = bounce(0.3, 400, &place[1]),
               more = bounce(0.7, 400, &place[2]);
  check_at_most(self, fabs(place[0] - bounce_of_library(self, 400)), 1e-12, "halves: our ball and the library's [m]");
  check_at_most(self, even, 1e-9, "halves: change of energy from flight to flight");
  check_control(self, !(less <= 1e-9), "0.3 at once");
  claims_case(self, less, "0.3 at once");
  claims_case(self, more, "0.7 at once");
  claims_judge(self, "verlet_uneven_response", NULL, "restitution 1; a ball falls 0.01 m, time step 1 ms, 400 steps",
               NULL, "change of its energy from flight to flight: halves %.0e, 0.3 at once %.1e, 0.7 at once %.1e",
               even, less, more);
}

/// How often a point that flies into a gap of `degrees` hits its walls before it leaves, with each event handled in
/// turn.
static int events(double degrees) {
  const double angle = degrees * 3.14159265358979323846 / 180.0;
  const double normals[2][2] = {{0.0, 1.0}, {sin(angle), -cos(angle)}}; /* of y = 0 and of the other wall, inwards */
  double x[2] = {cos(0.5 * angle), sin(0.5 * angle)}, v[2] = {-cos(0.45 * angle), -sin(0.45 * angle)};
  int count = 0, last = -1;
  for (; count < 1000; count++) {
    double soonest = INFINITY;
    int wall = -1;
    for (int k = 0; k < 2; k++) {
      const double away = x[0] * normals[k][0] + x[1] * normals[k][1],
                   rate = v[0] * normals[k][0] + v[1] * normals[k][1];
      if (k != last && rate < 0.0 && -away / rate < soonest) soonest = -away / rate, wall = k;
    }
    if (wall < 0) break;
    const double rate = v[0] * normals[wall][0] + v[1] * normals[wall][1];
    for (int k = 0; k < 2; k++) {
      x[k] += soonest * v[k];
      v[k] -= 2.0 * rate * normals[wall][k];
    }
    last = wall;
  }
  return count;
}

/// A ball touches two walls and flies against both, at angles of up to `range` of the possible ones: largest approach
/// to one of them that `passes` over the contacts leave, relative to its speed.
static double approach_left(check *self, double degrees, xpbd_verlet_scheme scheme, int32_t passes, double range) {
  const double half = degrees * 3.14159265358979323846 / 360.0, r = 0.5, m = 1.0;
  const double normals[2][2] = {{cos(half), sin(half)}, {-cos(half), sin(half)}};
  const xpbd_verlet_plane walls[2] = {{.normal = {normals[0][0], normals[0][1], 0.0}},
                                      {.normal = {normals[1][0], normals[1][1], 0.0}}};
  double worst = 0.0;
  for (int trial = -25; trial <= 25; trial++) {
    const double turn = range * half * trial / 25.5; /* into the corner */
    const double x[3] = {0.0, 0.999 * r / sin(half), 0.0}, v[3] = {sin(turn), -cos(turn), 0.0};
    xpbd_verlet_def def = lattice_nodes(1, x, v, &m, &r);
    def.plane_count = 2, def.planes = walls, def.gravity[1] = 0.0, def.time_step = 1e-16;
    def.scheme = scheme, def.sweeps = passes;
    OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
    xpbd_status status = xpbd_verlet_create(&def, &world);
    if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
    if (!check_status(self, status, XPBD_OK, "a corner")) worst = NAN;
    for (int k = 0; k < 2 && status == XPBD_OK; k++) {
      const double *after = xpbd_verlet_velocities(world);
      worst = check_larger(worst, -(after[0] * normals[k][0] + after[1] * normals[k][1]));
    }
  }
  return worst;
}

static void trap(check *self, int unused) {
  static const double angles[4] = {90.0, 30.0, 10.0, 3.0};
  int count[4];
  for (int k = 0; k < 4; k++) count[k] = events(angles[k]);
  check_control(self, !(count[0] >= 5), "a right angle");
  for (int k = 1; k < 4; k++)
    claims_case(self, (double)count[k] / count[k - 1], "from %g to %g degrees", angles[k - 1], angles[k]);
  claims_judge(self, "verlet_trap", NULL,
               "restitution 1; one flight of a point into a gap of 90, 30 (the printed one), 10, 3 degrees",
               "pi over the angle", "%d, %d, %d, %d events", count[0], count[1], count[2], count[3]);
}

/// Deepest overlap in 3 s of two bodies of Fig. 10 that meet between ground and walls [m].
static double bodies(check *self, xpbd_verlet_scheme scheme, double restitution, int32_t passes) {
  lattice_params params = lattice_params_default();
  params.scheme = scheme, params.restitution = restitution, params.sweeps = passes;
  params.friction = params.damping = 0.0;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  xpbd_verlet_measures m = {.deepest = NAN};
  xpbd_status status = lattice_world("balls", &params, &world);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 6000);
  if (status == XPBD_OK) status = xpbd_verlet_measure(world, &m);
  return check_status(self, status, XPBD_OK, "two bodies") ? m.deepest : NAN;
}

static void gaps(check *self, int unused) {
  enum { WALLS = 6 };
  static const double walls[WALLS] = {30.0, 60.0, 80.0, 90.0, 91.0, 120.0};
  double six[WALLS], halves[WALLS], still[WALLS];
  for (int k = 0; k < WALLS; k++) {
    six[k] = approach_left(self, walls[k], XPBD_VERLET_SIX_STEP, 1, 1.0);
    halves[k] = approach_left(self, walls[k], XPBD_VERLET_SEVEN_STEP_SERIAL, 1, 1.0);
    still[k] = approach_left(self, walls[k], XPBD_VERLET_SEVEN_STEP, 1, 1.0);
  }
  check_control(self, !(six[2] <= 1e-14), "80 degrees");
  int right = 0; /* it traps the ball exactly below 90 degrees */
  for (int k = 0; k < WALLS; k++) right += (six[k] > 1e-9) == (walls[k] < 90.0);
  claims_case(self, (double)right / WALLS, "all of it");
  claims_judge(
      self, "verlet_volumes_rare", "angles sharper than 90 degrees",
      "restitution 1, one pass; a ball flies into corners of 30, 60, 80, 90, 91, 120 degrees, 51 directions each", NULL,
      "approach left / speed: %.2f, %.2f, %.2f; %.0e, %.0e, %.0e", six[0], six[1], six[2], six[3], six[4], six[5]);
  for (int k = 0; k < WALLS; k++) claims_case(self, halves[k], "halves, %g degrees", walls[k]);
  for (int k = 0; k < WALLS; k++) claims_case(self, still[k], "no approach, %g degrees", walls[k]);
  claims_judge(
      self, "verlet_half_response", "several fixed objects at once",
      "restitution 1, one pass; corners of 30, 60, 80, 90, 91, 120 degrees, 51 directions each", NULL,
      "approach left / speed by half of the serial response %.2f, %.2f, %.2f, %.0e, %.2f, %.2f; by those impulses "
      "%.2f, %.2f, %.2f, %.0e, %.0e, %.0e",
      halves[0], halves[1], halves[2], halves[3], halves[4], halves[5], still[0], still[1], still[2], still[3],
      still[4], still[5]);
  for (int32_t passes = 1; passes <= 3; passes++) {
    const double angle = 3.14159265358979323846 / 6.0;
    const double law = sin(0.5 * angle) * (1.0 + cos(angle)) * pow(cos(angle), 2 * passes - 1);
    check_at_most(self, fabs(approach_left(self, 30.0, XPBD_VERLET_SEVEN_STEP, passes, 0.0) / law - 1.0), 1e-12,
                  "straight into 30 degrees, pass %d: approach left / sin(a / 2) (1 + cos a) cos(a)^(2 n - 1) - 1",
                  (int)passes);
  }
}

static void volumes(check *self, int unused) {
  double more = 0.0, deepest = 0.0;
  for (int k = 0; k < CONTACT_SCHEMES * CONTACT_RESTITUTIONS; k++) {
    const xpbd_verlet_scheme scheme = contact_schemes[k / CONTACT_RESTITUTIONS];
    const double restitution = contact_restitutions[k % CONTACT_RESTITUTIONS];
    const double one = bodies(self, scheme, restitution, 1), many = bodies(self, scheme, restitution, 200);
    more = check_larger(more, one - many), deepest = check_larger(deepest, one);
  }
  const contact_case gap = contact_case_of("wedge", XPBD_VERLET_SEVEN_STEP);
  check_control(self, contact_grows(&(contact_run){.overlap = {0.0, claims_contact(self, &gap).overlap[1]}}),
                "a ball in a wedge");
  claims_case(self, more, "all of it");
  claims_judge(self, "verlet_volumes_rare", "rare for volumetric models",
               "two spheres of nodes and springs, Fig. 10, between ground and walls, 3 s; restitution 0, 0.5, 1, six "
               "steps and both readings of the seven",
               NULL, "one pass overlaps by at most %.2g mm more than 200, where the deepest is %.0f mm", 1e3 * more,
               1e3 * deepest);
}

void claims_list_verlet(check_registry *registry) {
  claims_add(registry, "verlet-collisions", "two spheres; shares of a response", collisions, 0);
  claims_add(registry, "verlet-trap", "collisions of a point between two walls", trap, 0);
  claims_add(registry, "verlet-gaps", "approach that a pass leaves between two walls", gaps, 0);
  claims_add(registry, "verlet-volumes", "overlap of two bodies against passes over the contacts", volumes, 0);
}
