/* Why this file exists: judges the claims of Kot and Nagahashi about a particle that bounces below a heavy object,
 * which is how their bodies stand on the ground, and about the time step that an explicit scheme needs. */
#include <math.h>

#include "checks/papers/claims/claims.h"
#include "claims_verlet.h"

static const double G = 9.81, OBJECT_RADIUS = 0.5;

/// Fig. 5: an object 0.3 m above the ground, a particle of 2 cm radius below it.
typedef struct layer {
  double object, particle; ///< [kg]
  double speed;            ///< Of the particle at the start [m/s].
  double time_step;        ///< [s]
  xpbd_verlet_scheme scheme;
} layer;

/// Results after 4 s.
typedef struct bouncing {
  double lowest; ///< Of the object above the ground [m].
  double often;  ///< How often the particle left the ground [1/s].
  double speed;  ///< Of the particle, root mean square [m/s].
} bouncing;

static bouncing bounce(check *self, const layer *what) {
  const double time = 4.0;
  const double x[6] = {0.0, 0.05, 0.0, 0.0, OBJECT_RADIUS + 0.3, 0.0}, v[6] = {0.0, what->speed};
  const double m[2] = {what->particle, what->object}, r[2] = {0.02, OBJECT_RADIUS};
  const xpbd_verlet_plane ground = {.normal = {0.0, 1.0, 0.0}};
  xpbd_verlet_def def = lattice_nodes(2, x, v, m, r);
  def.plane_count = 1, def.planes = &ground, def.gravity[1] = -G, def.time_step = what->time_step;
  def.scheme = what->scheme, def.sweeps = 1;
  OWNED(xpbd_verlet_destroy) xpbd_verlet *world = NULL;
  const int steps = (int)lround(time / what->time_step);
  bouncing out = {.lowest = INFINITY};
  double last = what->speed, square = 0.0;
  xpbd_status status = xpbd_verlet_create(&def, &world);
  for (int i = 0; i < steps && status == XPBD_OK; i++) {
    status = xpbd_verlet_step(world, 1);
    const double now = xpbd_verlet_velocities(world)[1];
    out.lowest = check_smaller(out.lowest, xpbd_verlet_positions(world)[4] - OBJECT_RADIUS);
    out.often += last < 0.0 && now > 0.0;
    if (now != 0.0) last = now; /* the seven steps stop it for one step in between */
    square += now * now;
  }
  out.often /= time, out.speed = sqrt(square / steps);
  if (!check_status(self, status, XPBD_OK, "two nodes")) out = (bouncing){NAN, NAN, NAN};
  return out;
}

static void heavy(check *self, int unused) {
  static const double objects[3] = {0.25, 1.0, 4.0}, time_steps[3] = {1e-5, 1e-4, 1e-3};
  static const xpbd_verlet_scheme schemes[3] = {XPBD_VERLET_SIX_STEP, XPBD_VERLET_SEVEN_STEP_SERIAL,
                                                XPBD_VERLET_SEVEN_STEP};
  double lowest = INFINITY, resting[3];
  for (int k = 0; k < 9; k++) {
    const layer fast = {objects[k % 3], 0.01, 20.0, time_steps[k / 3], schemes[1]};
    lowest = check_smaller(lowest, bounce(self, &fast).lowest);
  }
  for (int k = 0; k < 3; k++) {
    const layer still = {1.0, 0.01, 0.0, 1e-4, schemes[k]};
    resting[k] = bounce(self, &still).lowest;
  }
  const layer none = {1.0, 1e-9, 0.0, 1e-4, schemes[1]};
  const double hit = bounce(self, &none).lowest;
  check_control(self, !(hit >= 0.02), "a particle of a millionth of a gram does not hold it: %g m", hit);
  claims_case(self, lowest, "all of it");
  claims_judge(self, "verlet_heavy_object", "a particle that bounces",
               "restitution 1, one pass, " CLAIMS_HALVES
               "; 0.25, 1, 4 kg from 0.3 m above 0.01 kg of 20 m/s, time steps "
               "of 1e-5 to 1e-3 s, 4 s",
               NULL, "lowest gap %.2f m in nine runs", lowest);
  claims_case(self, resting[0], "by six steps");
  claims_case(self, resting[1], "by half of the serial response");
  claims_case(self, resting[2], "by impulses that leave no approach");
  claims_judge(
      self, "verlet_heavy_object", "a particle that starts at rest",
      "restitution 1, one pass; 1 kg from 0.3 m above 0.01 kg, time step 1e-4 s, 4 s", NULL,
      "lowest gap %.3f m by half of the serial response, %.3f m by six steps, %.3f m by impulses that leave no "
      "approach; the particle is 0.04 m thick",
      resting[1], resting[0], resting[2]);
}

static void often(check *self, int unused) {
  bouncing heavier[5], lighter[5];
  for (int k = 0; k < 5; k++) {
    const layer a = {0.25 * (1 << k), 0.01, 20.0, 2e-5, XPBD_VERLET_SEVEN_STEP_SERIAL},
                b = {1.0, 0.04 / (1 << k), 20.0, 2e-5, XPBD_VERLET_SEVEN_STEP_SERIAL};
    heavier[k] = bounce(self, &a), lighter[k] = bounce(self, &b);
  }
  check_control(self, !(heavier[0].often / heavier[1].often >= 1.1), "a lighter object");
  for (int k = 1; k < 5; k++) {
    claims_case(self, heavier[k].often / heavier[k - 1].often, "bounces, %g times", (double)(1 << k));
    claims_case(self, heavier[k].speed / heavier[k - 1].speed, "speed, %g times", (double)(1 << k));
  }
  claims_judge(
      self, "verlet_heavy_frequency", "a heavier object",
      "restitution 1, one pass, " CLAIMS_HALVES "; 0.25, 0.5, 1, 2, 4 kg from 0.3 m above 0.01 kg of 20 m/s, 4 s", NULL,
      "bounces a second %.1f, %.1f, %.1f, %.1f, %.1f; speed %.1f to %.1f m/s", heavier[0].often, heavier[1].often,
      heavier[2].often, heavier[3].often, heavier[4].often, heavier[0].speed, heavier[4].speed);
  for (int k = 1; k < 5; k++) {
    claims_case(self, lighter[k].often / lighter[k - 1].often, "bounces, %g times", (double)(1 << k));
    claims_case(self, lighter[k].speed / lighter[k - 1].speed, "speed, %g times", (double)(1 << k));
  }
  claims_judge(self, "verlet_heavy_frequency", "a lighter particle",
               "the same with 1 kg above 0.04, 0.02, 0.01, 0.005, 0.0025 kg", NULL,
               "bounces a second %.1f, %.1f, %.1f, %.1f, %.1f: the ratio of the masses decides", lighter[0].often,
               lighter[1].often, lighter[2].often, lighter[3].often, lighter[4].often);
}

/// Largest elongation in 20000 steps, over the first, of an oscillator by position Verlet whose step is `part` of 2 /
/// omega.
static double swing(double part) {
  double x = 1.0, v = 0.0, most = 1.0;
  const double h = 2.0 * part;
  for (int i = 0; i < 20000 && most < 1e12; i++) {
    x += 0.5 * h * v;
    v -= h * x;
    x += 0.5 * h * v;
    most = check_larger(most, fabs(x));
  }
  return most;
}

/* Stable means that the energy stays within a third in 20 s. An instability multiplies it in each step. */
static void variable(check *self, int unused) {
  static const double drops[3] = {0.001, 0.1, 10.0};
  const double below = swing(0.99), above = swing(1.01), half = 0.5 * sqrt(2.0 * 1.0 / 1000.0);
  claims_case(self, above, "all of it");
  claims_judge(self, "verlet_variable_step", "instabilities",
               "a linear oscillator, 20000 steps of 0.99 and 1.01 times 2 / omega", NULL,
               "largest elongation / first: %.0f below the bound, above 1e12 beyond it", below);
  double change[3];
  for (int d = 0; d < 3; d++) {
    contact_case c = contact_case_of("stack_b", XPBD_VERLET_SEVEN_STEP_SERIAL);
    c.drop = drops[d], c.time_step = half;
    const contact_run run = claims_contact(self, &c);
    change[d] = check_larger(fabs(run.energy[0]), fabs(run.energy[1]));
  }
  check_control(self, !(above <= 20.0), "a step beyond the bound");
  for (int d = 0; d < 3; d++) claims_case(self, change[d], "a fall of %g m", drops[d]);
  claims_judge(
      self, "verlet_variable_step", "their remedy, variable steps",
      "restitution 1, one pass, " CLAIMS_HALVES "; stack B, 1 kg on 1000 N/m, falls of 0.001, 0.1, 10 m, one step "
      "of half the stable one throughout, 10000 steps twice",
      NULL,
      "change of the energy in half of the run at most %.3f, %.3f, %.3f of it: the bound is that of the stiffest "
      "node, whatever the acceleration",
      change[0], change[1], change[2]);
}

void claims_list_steps(check_registry *registry) {
  claims_add(registry, "verlet-heavy", "a particle below a heavy object", heavy, 0);
  claims_add(registry, "verlet-often", "how often that particle bounces, against the masses", often, 0);
  claims_add(registry, "verlet-variable", "stable time steps of an explicit scheme", variable, 0);
}
