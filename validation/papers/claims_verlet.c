/* Why this file exists: what Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model Simulations" claims of
 * single collisions, stacks and gaps. The group "verlet" measures most of it for longer and more closely. */
#include <math.h>
#include <string.h>

#include "papers/claims.h"
#include "papers/claims_verlet.h"

static const check_claim_text spring_claim = {"verlet_no_drift_spring", PAPER, "Sect. 2.3",
                                              "a node on the ground with a spring shows no drift", "0"};
static const check_claim_text hidden_claim = {"verlet_drift_hidden", PAPER, "Sects. 2.3, 5",
                                              "with damping the drift vanishes in the dissipation", "-"};
static const check_claim_text six_claim = {"verlet_six_steps_stable", PAPER, "Sect. 2.2",
                                           "six steps keep the energy over long times, with springs too", "-"};
static const check_claim_text size_claim = {"verlet_drift_size", PAPER, "Sect. 2.3",
                                            "the drift is as large as that of Verlet with an adaptive step", "-"};

enum { STEPS = 20000 };

/// Change of the energy a step, relative to that of the start; NaN after a failure.
static double slope(check *self, const char *scenario, xpbd_verlet_scheme scheme, int32_t sweeps, double drop,
                    double damping) {
  lattice_params params = lattice_params_default();
  params.scheme = scheme, params.sweeps = sweeps, params.drop = drop, params.damping = damping;
  xpbd_verlet *world = NULL;
  xpbd_verlet_energies first = {0}, last = {0};
  xpbd_status status = lattice_world(scenario, &params, &world);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &first);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, STEPS);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &last);
  const bool good = check_status(self, status, XPBD_OK, "%s", scenario);
  xpbd_verlet_destroy(&world);
  return good ? (last.total / first.total - 1.0) / STEPS : (double)NAN;
}

/// The same of an oscillator of 1 kg and 1000 N/m by velocity Verlet whose step is short where it is fast: between one
/// and a half of `step`, chosen anew before each step, which is what makes it drift.
static double adaptive_slope(double step) {
  double x = 0.05, v = 0.0;
  const double start = 0.5 * v * v + 500.0 * x * x, fastest = 0.05 * sqrt(1000.0);
  for (int i = 0; i < STEPS; i++) {
    const double h = step / (1.0 + fabs(v) / fastest);
    v -= 500.0 * x * h;
    x += v * h;
    v -= 500.0 * x * h;
  }
  return ((0.5 * v * v + 500.0 * x * x) / start - 1.0) / STEPS;
}

static void drifts(check *self, int unused) {
  (void)unused;
  const double b = slope(self, "stack_b", XPBD_VERLET_SEVEN_STEP, 200, NAN, NAN),
               c = slope(self, "stack_c", XPBD_VERLET_SEVEN_STEP, 200, NAN, NAN),
               few = slope(self, "stack_c", XPBD_VERLET_SEVEN_STEP, 10, NAN, NAN);
  check_at_most(self, fabs(b), 1e-9, "stack B: drift of the energy a step");
  check_control(self, !(fabs(few) <= 1e-9), "stack C with ten sweeps over the contacts: %g", few);
  check_claim(self, claims_cited(self, &spring_claim), CLAIMS_REPRODUCED, "%.0e of the energy a step", b);
  const double loss = slope(self, "stack_c", XPBD_VERLET_SEVEN_STEP, 10, 0.1, 0.5) -
                      slope(self, "stack_c", XPBD_VERLET_SEVEN_STEP, 10, 0.1, 0.0),
               drift = slope(self, "stack_c", XPBD_VERLET_SEVEN_STEP, 10, 0.1, 0.0);
  check_at_most(self, fabs(drift / loss), 0.1, "stack C, dropped 0.1 m: drift / what 0.5 N s/m take");
  check_claim(self, claims_cited(self, &hidden_claim), CLAIMS_REPRODUCED,
              "ten sweeps, so that it drifts: %.0e of the energy a step, damping %.0e", drift, loss);
  double six = 0.0;
  static const char *const stacks[3] = {"stack_a", "stack_b", "stack_c"};
  for (int k = 0; k < 3; k++) six = fmax(six, fabs(slope(self, stacks[k], XPBD_VERLET_SIX_STEP, 1, 0.0, NAN)));
  check_at_most(self, six, 1e-9, "six steps, one sweep, stacks A, B, C: drift of the energy a step");
  check_claim(self, claims_cited(self, &six_claim), CLAIMS_REPRODUCED,
              "at most %.0e of the energy a step in three stacks", six);
  const double adaptive = adaptive_slope(1e-3);
  check_between(self, few / adaptive, 0.05, 20.0, "stack C with ten sweeps / adaptive step");
  check_control(self, !(c / adaptive >= 0.05), "stack C where the contacts converge: %g", c);
  check_claim(self, claims_cited(self, &size_claim), "only where the contacts have not converged",
              "of the energy a step: adaptive step %.0e; stack C with ten sweeps %.0e, converged %.0e", adaptive, few,
              c);
}

static const check_claim_text half_claim = {"verlet_half_response", PAPER, "Sect. 2.3",
                                            "half of an elastic response leaves no normal relative velocity", "half"};
static const check_claim_text conserves_claim = {"verlet_collision_conserves", PAPER, "Eqs. (2), (3)",
                                                 "a collision keeps momentum and energy", "-"};
static const check_claim_text uneven_claim = {"verlet_uneven_response", PAPER, "Sect. 2.3",
                                              "other shares than half and half do not keep the energy", "0.3 0.7"};

/// Two spheres meet at random. What the collision changes, relative: momentum, energy; approach left after its half.
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
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = 2, def.positions = x, def.velocities = v, def.masses = m, def.radii = r;
  def.gravity[1] = 0.0, def.time_step = 1e-16, def.restitution = restitution; /* nothing moves */
  xpbd_verlet *world = NULL;
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
  xpbd_verlet_destroy(&world);
  return out;
}

/// A ball that bounces on the ground by the seven steps, with `share` of a response at once and the rest at the start
/// of the next step: largest change of its energy from one flight to the next, relative. `way` is its place at the end.
static double bounce(double share, int steps, double *way) {
  const double h = 1e-3, g = 9.8;
  double x = 0.01, v = 0.0, owed = 0.0, energy = g * x + 0.125 * h * h * g * g, worst = 0.0;
  for (int i = 0; i < steps; i++) {
    x += 0.5 * h * v;
    v += owed;
    if (owed > 0.0) { /* after the whole response, at the half step */
      const double now = 0.5 * (v - 0.5 * h * g) * (v - 0.5 * h * g) + g * x;
      worst = fmax(worst, fabs(now / energy - 1.0));
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

/// The same ball in the library: its place after `steps`.
static double bounce_of_library(check *self, int steps) {
  const double x[3] = {0.0, 0.5 + 0.01, 0.0}, m = 1.0, r = 0.5;
  const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = 1, def.positions = x, def.masses = &m, def.radii = &r;
  def.plane_count = 1, def.planes = &ground, def.gravity[1] = -9.8;
  xpbd_verlet *world = NULL;
  xpbd_status status = xpbd_verlet_create(&def, &world);
  if (status == XPBD_OK) status = xpbd_verlet_step(world, steps);
  const double place = check_status(self, status, XPBD_OK, "a ball") ? xpbd_verlet_positions(world)[1] - r : NAN;
  xpbd_verlet_destroy(&world);
  return place;
}

static void collisions(check *self, int unused) {
  (void)unused;
  meeting worst = {0}, soft = {.left = INFINITY};
  for (int i = 0; i < 51; i++) {
    const meeting a = meet(self, 1.0), b = meet(self, 0.5);
    worst.momentum = fmax(worst.momentum, a.momentum), worst.energy = fmax(worst.energy, a.energy);
    worst.left = fmax(worst.left, a.left);
    soft.left = fmax(b.left, 0.0), soft.energy = fmax(soft.energy, b.energy);
  }
  check_at_most(self, worst.left, 1e-14, "approach left after half of an elastic response [m/s]");
  check_at_most(self, worst.momentum, 1e-14, "change of momentum by a collision");
  check_at_most(self, worst.energy, 1e-13, "change of energy by an elastic collision");
  check_control(self, !(soft.energy <= 1e-13), "restitution 0.5 takes energy: %g", soft.energy);
  check_claim(self, claims_cited(self, &half_claim), CLAIMS_REPRODUCED ": of elastic ones",
              "at most %.0e m/s left in 51 collisions; with restitution e it takes 1 / (1 + e) of the response",
              worst.left);
  check_claim(self, claims_cited(self, &conserves_claim), CLAIMS_REPRODUCED ": of the normal components",
              "momentum within %.0e, energy within %.0e", worst.momentum, worst.energy);
  double place[3];
  const double even = bounce(0.5, 400, &place[0]), less = bounce(0.3, 400, &place[1]),
               more = bounce(0.7, 400, &place[2]);
  check_at_most(self, fabs(place[0] - bounce_of_library(self, 400)), 1e-12, "halves: our ball and the library's [m]");
  check_at_most(self, even, 1e-9, "halves: change of energy from flight to flight");
  check_at_least(self, fmin(less, more), 1e-3, "0.3 and 0.7: the same");
  check_control(self, !(less <= 1e-9), "0.3 at once");
  check_claim(self, claims_cited(self, &uneven_claim), CLAIMS_REPRODUCED,
              "change of a ball's energy from flight to flight: halves %.0e, 0.3 at once %.1e, 0.7 at once %.1e", even,
              less, more);
}

static const check_claim_text trap_claim = {"verlet_trap", PAPER, "Sect. 2.2; Fig. 1",
                                            "handling every event costs many events in a narrow gap", "pi/6"};
static const check_claim_text rare_claim = {"verlet_volumes_rare", PAPER, "Sects. 2.2, 5",
                                            "the problem needs angles sharper than 90 degrees", "90"};

/// How often a point that flies into a gap of `degrees` hits its walls before it leaves: each event handled in turn.
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

/// A ball touches two walls and flies against both: largest approach to one of them that serial handling, one
/// sweep of the six steps, leaves, relative to its speed.
static double approach_left(check *self, double degrees) {
  const double half = degrees * 3.14159265358979323846 / 360.0, r = 0.5, m = 1.0;
  const double normals[2][2] = {{cos(half), sin(half)}, {-cos(half), sin(half)}};
  const xpbd_verlet_plane walls[2] = {{.normal = {normals[0][0], normals[0][1], 0.0}},
                                      {.normal = {normals[1][0], normals[1][1], 0.0}}};
  double worst = 0.0;
  for (int trial = -25; trial <= 25; trial++) {
    const double turn = half * trial / 25.5; /* into the corner */
    const double x[3] = {0.0, 0.999 * r / sin(half), 0.0}, v[3] = {sin(turn), -cos(turn), 0.0};
    xpbd_verlet_def def = xpbd_verlet_def_default();
    def.node_count = 1, def.positions = x, def.velocities = v, def.masses = &m, def.radii = &r;
    def.plane_count = 2, def.planes = walls, def.gravity[1] = 0.0, def.time_step = 1e-16;
    def.scheme = XPBD_VERLET_SIX_STEP, def.sweeps = 1;
    xpbd_verlet *world = NULL;
    xpbd_status status = xpbd_verlet_create(&def, &world);
    if (status == XPBD_OK) status = xpbd_verlet_step(world, 1);
    if (!check_status(self, status, XPBD_OK, "a corner")) worst = NAN;
    for (int k = 0; k < 2 && status == XPBD_OK; k++) {
      const double *after = xpbd_verlet_velocities(world);
      worst = fmax(worst, -(after[0] * normals[k][0] + after[1] * normals[k][1]));
    }
    xpbd_verlet_destroy(&world);
  }
  return worst;
}

static void gaps(check *self, int unused) {
  (void)unused;
  static const double angles[4] = {90.0, 30.0, 10.0, 3.0};
  int count[4];
  for (int k = 0; k < 4; k++) count[k] = events(angles[k]);
  check_between(self, count[1], 5, 7, "events at 30 degrees, pi over the angle: 6");
  check_between(self, count[3], 59, 61, "events at 3 degrees: 60");
  check_control(self, !(count[0] >= 5), "a right angle");
  check_claim(self, claims_cited(self, &trap_claim), CLAIMS_REPRODUCED ": pi over the angle",
              "one flight into a gap of 90, 30, 10, 3 degrees: %d, %d, %d, %d events", count[0], count[1], count[2],
              count[3]);
  static const double walls[5] = {30.0, 60.0, 80.0, 91.0, 120.0};
  double left[5];
  for (int k = 0; k < 5; k++) left[k] = approach_left(self, walls[k]);
  for (int k = 0; k < 3; k++) check_at_least(self, left[k], 0.01, "%g degrees: approach left / speed", walls[k]);
  check_at_most(self, fmax(left[3], left[4]), 1e-14, "91 and 120 degrees: approach left / speed");
  check_control(self, !(left[2] <= 1e-14), "80 degrees");
  check_claim(
      self, claims_cited(self, &rare_claim), CLAIMS_REPRODUCED,
      "approach that one serial pass leaves / speed: %.2f, %.2f, %.2f at 30, 60, 80, %.0e, %.0e at 91, 120 degrees",
      left[0], left[1], left[2], left[3], left[4]);
}

static const check_claim_text heavy_claim = {"verlet_heavy_object", PAPER, "Sect. 3; Fig. 5",
                                             "a particle bouncing below a heavy object keeps it from the ground", "-"};

/// Lowest point above the ground that an object of 1 kg reaches in 2 s, a particle of 0.01 kg below it with `speed`
/// [m].
static double lowest(check *self, double speed) {
  const double x[6] = {0.0, 0.05, 0.0, 0.0, 0.8, 0.0}, v[6] = {0.0, speed, 0.0, 0.0, 0.0, 0.0}, m[2] = {0.01, 1.0},
               r[2] = {0.02, 0.5};
  const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};
  xpbd_verlet_def def = xpbd_verlet_def_default();
  def.node_count = 2, def.positions = x, def.velocities = v, def.masses = m, def.radii = r;
  def.plane_count = 1, def.planes = &ground, def.gravity[1] = -9.8, def.time_step = 1e-5;
  xpbd_verlet *world = NULL;
  double low = INFINITY;
  xpbd_status status = xpbd_verlet_create(&def, &world);
  for (int i = 0; i < 20000 && status == XPBD_OK; i++) {
    status = xpbd_verlet_step(world, 10);
    low = fmin(low, xpbd_verlet_positions(world)[4] - r[1]);
  }
  const bool good = check_status(self, status, XPBD_OK, "two nodes");
  xpbd_verlet_destroy(&world);
  return good ? low : (double)NAN;
}

static void heavy(check *self, int unused) {
  (void)unused;
  const double fast = lowest(self, 20.0), still = lowest(self, 0.0);
  check_at_least(self, fast, 0.1, "lowest gap between object and ground, particle of 20 m/s [m]");
  check_control(self, !(still >= 0.1), "a particle that starts at rest: %g m", still);
  check_claim(self, claims_cited(self, &heavy_claim), CLAIMS_REPRODUCED,
              "1 kg from 0.3 m above 0.01 kg: lowest %.2f m in 2 s at 20 m/s, %.3f m where the particle rests", fast,
              still);
}

void claims_list_verlet(check_registry *registry) {
  check_add(registry, "verlet-drift", "energy of stacks, six steps and seven, damped", drifts, 0);
  check_add(registry, "verlet-collisions", "two spheres; shares of a response", collisions, 0);
  check_add(registry, "verlet-gaps", "events and overlap between two walls", gaps, 0);
  check_add(registry, "verlet-heavy", "a particle below a heavy object", heavy, 0);
  claims_list_friction(registry);
}
