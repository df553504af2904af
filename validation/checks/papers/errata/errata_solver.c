/* Why this file exists: errors in printed solvers: energy in the Gauss-Seidel iteration, time indices, damping, what
 * the multiplier minimises. The readings of the damping run in the library's solver. The energy-embedded iteration is a
 * model of one spring, which is enough to show its errors. */
#include <math.h>
#include <string.h>

#include "errata_checks.h"
#include "runner/rig.h"

/* ---- Energy-embedded iteration: one particle of 1 kg, C = x, h = 1/24 s, started at x = start at rest ---- */

typedef enum embedded { PLAIN_XPBD, LINE_14, EQUATION_7 } embedded;

/// One time step without external forces. Returns C + alpha~ lambda relative to the start, which is 0 if the equations
/// of XPBD are solved.
static double embedded_step(embedded reading, double alpha_tilde, int iterations, double *x) {
  const double start = *x;
  double lambda = 0, before = 0, after = 0; /* displacements V^k, V^(k+1) */
  for (int k = 0; k < iterations; k++) {
    const double kinetic = 0.5 * (after * after - before * before), potential = *x - start;
    const double residual = kinetic + potential;
    const double c = reading == LINE_14 ? *x + residual : reading == EQUATION_7 ? start - kinetic : *x;
    const double change = -(c + alpha_tilde * lambda) / (1 + alpha_tilde);
    before = *x - start;
    lambda += change;
    *x += change;
    after = *x - start;
  }
  return fabs(*x + alpha_tilde * lambda) / fabs(start);
}

/* Residuals after 20000 iterations of one step, compliance 1e-4 (alpha~ = 0.0576). For line 14 it is 1 / (2 + alpha~),
 * because it solves 2 C - C_0 + alpha~ lambda = 0. For Eq. (7) it is 1 / alpha~, because it solves C_0 + alpha~ lambda
 * = 0, an explicit force. That force is unstable: |x| grows by 1 / alpha~ - 1 in each step. */
static void energy_balance(check *self, int unused) {
  const double alpha_tilde = 1e-4 * 24 * 24, small = 1e-9; /* so that dKE vanishes at the end */
  double residual[3], frames[3];
  for (int reading = PLAIN_XPBD; reading <= EQUATION_7; reading++) {
    double x = small;
    residual[reading] = embedded_step((embedded)reading, alpha_tilde, 20000, &x);
    for (int frame = 1; frame < 4; frame++) embedded_step((embedded)reading, alpha_tilde, 20000, &x);
    frames[reading] = fabs(x) / small;
  }
  check_at_most(self, frames[PLAIN_XPBD], 1e-4, "XPBD: C after four steps");
  check_at_most(self, frames[LINE_14], 0.2, "line 14: C after four steps, half in each, at most");
  check_at_least(self, frames[LINE_14], 0.02, "and at least");
  check_at_least(self, frames[EQUATION_7], 1e3, "Eq. (7): growth of C in four steps");
  const erratum seven = {.paper = "Cetinaslan and Chaves 2019",
                         .place = "Eq. (7)",
                         .printed = "C(x^n) = C(x^(n-1)) - dKE",
                         .right = "C; this is C - eps and diverges",
                         .low = 0.9 / alpha_tilde,
                         .high = 1.1 / alpha_tilde,
                         .limit = 1e-12};
  erratum_compare(self, &seven, residual[EQUATION_7], residual[PLAIN_XPBD]);
  const erratum line = {.paper = "Cetinaslan and Chaves 2019",
                        .place = "Alg. 1, line 14",
                        .printed = "C + eps",
                        .right = "C; Eq. (7) says C - eps",
                        .low = 0.48,
                        .high = 0.49,
                        .limit = 1e-12};
  erratum_compare(self, &line, residual[LINE_14], residual[PLAIN_XPBD]);
}

/* A particle of 2 kg at 3 m/s has 9 J, whatever the time step. */
static double kinetic_error(double h, bool by_time) {
  const double mass = 2, v = 3, displacement = v * h, rate = by_time ? displacement / h : displacement;
  return fabs(0.5 * mass * rate * rate - 9) / 9;
}

static void kinetic_unit(check *self, int unused) {
  const double h = 1.0 / 24;
  check_between(self, (1 - kinetic_error(h, false)) / (1 - kinetic_error(h / 2, false)), 3.99, 4.01,
                "a quarter of it with half the time step");
  const erratum e = {.paper = "Cetinaslan and Chaves 2019",
                     .place = "Eq. (5)",
                     .printed = "V = x^(k+1) - x^(n-1) [m]",
                     .right = "V / h [m/s]; added to C in J",
                     .low = 0.99,
                     .high = 1,
                     .limit = 1e-15};
  erratum_compare(self, &e, kinetic_error(h, false), kinetic_error(h, true));
}

/// Fall of a free particle in 24 steps by Algorithm 1. As printed, line 5 predicts x^(n+1), lines 8 to 21 work on x^n,
/// and line 24 overwrites the prediction with it.
static double fall(bool as_printed) {
  const double h = 1.0 / 24, g = -9.81;
  double previous = 0, now = 0;
  for (int step = 0; step < 24; step++) {
    double next = now + (now - previous) + h * h * g;
    const double iterated = as_printed ? now : next; /* no constraint changes it */
    next = iterated;
    previous = now;
    now = next;
  }
  return now;
}

static void time_indices(check *self, int unused) {
  const double exact = -9.81 / (24 * 24) * 24 * 25 / 2; /* the sum of h^2 g n */
  const erratum e = {.paper = "Cetinaslan and Chaves 2019",
                     .place = "Alg. 1, lines 5, 24",
                     .printed = "x^(n+1) predicted, x^n iterated",
                     .right = "x^(n+1) iterated (free fall)",
                     .low = 1,
                     .high = 1,
                     .limit = 1e-12};
  erratum_compare(self, &e, fabs(fall(true) / exact - 1), fabs(fall(false) / exact - 1));
}

/// Height after 24 steps of 1 kg on a spring of 1e-4 m/N by XPBD, 20 iterations. `restart`: k begins at 0 in each step.
/// As printed it has no start. If it begins once, only the first step iterates.
static double counted(bool restart) {
  const double h = 1.0 / 24, g = -9.81, alpha_tilde = 1e-4 / (h * h);
  double x = 0, v = 0;
  int k = 0;
  for (int step = 0; step < 24; step++) {
    double next = x + h * v + h * h * g, lambda = 0;
    if (restart) k = 0;
    for (; k < 20; k++) {
      const double change = -(next + alpha_tilde * lambda) / (1 + alpha_tilde);
      lambda += change, next += change;
    }
    v = (next - x) / h, x = next;
  }
  return x;
}

static void counters(check *self, int unused) {
  const double rest = -9.81 * 1e-4, error[2] = {fabs(counted(false) / rest - 1), fabs(counted(true) / rest - 1)};
  static const char *const papers[2] = {"Cetinaslan 2019", "Cetinaslan and Chaves 2019"}, *const places[2] = {
                                                                                              "Alg. 1, line 4",
                                                                                              "Alg. 1, line 7"};
  for (int p = 0; p < 2; p++) {
    const erratum e = {.paper = papers[p],
                       .place = places[p],
                       .printed = "while k < iterationCount; k has no start",
                       .right = "k = 0 in each step (a weight falls)",
                       .low = 100,
                       .high = 1e6,
                       .limit = 1e-3};
    erratum_compare(self, &e, error[0], error[1]);
  }
}

/// Two weights of 1 kg on a pin: a chain of two springs of 1e-3 m/N, 2000 iterations of one long step without velocity,
/// 1 s. The multipliers belong to the constraints, or to the particle that comes first in each. Both springs list the
/// upper weight first. Returns the elongation of the lower spring / that by its weight.
static double chained(bool by_particle) {
  const double alpha = 1e-3, g = -9.81;
  double x[2] = {g, g}, lambda[2] = {0}; /* displacements; h = 1 s, so the prediction is g h^2 */
  for (int k = 0; k < 2000; k++)
    for (int s = 0; s < 2; s++) {
      double *l = &lambda[by_particle ? 0 : s];
      const double c = s == 0 ? x[0] : x[1] - x[0], weights = s == 0 ? 1 : 2;
      const double change = -(c + alpha * *l) / (weights + alpha);
      *l += change;
      if (s == 0) x[0] += change;
      if (s == 1) x[1] += change, x[0] -= change;
    }
  return (x[1] - x[0]) / (alpha * (g - x[1]));
}

/* A spring in equilibrium has C = -alpha lambda, and lambda moves the lower weight from its prediction. */
static void multipliers(check *self, int unused) {
  const erratum e = {.paper = "Cetinaslan and Chaves 2019",
                     .place = "Alg. 1, line 6",
                     .printed = "lambda_i with i a particle (lines 1, 6)",
                     .right = "one for each constraint (two springs)",
                     .low = 1e-2,
                     .high = 1e3,
                     .limit = 1e-9};
  erratum_compare(self, &e, fabs(chained(true) - 1), fabs(chained(false) - 1));
}

/* ---- Damping: a particle of 1 kg hangs on a linear spring with a dashpot ---- */

enum { STEPS = 200 };

typedef struct dashpot {
  double compliance, damping, start, h;
} dashpot;

/// Implicit Euler with force -e / alpha - beta de/dt + g.
static void exact_elongation(const dashpot *d, double gravity, double *out) {
  long double e = d->start, v = 0;
  const long double h = d->h, stiffness = 1 / (long double)d->compliance;
  for (int i = 0; i < STEPS; i++) {
    const long double predicted = e + h * v + h * h * gravity;
    const long double next = (predicted / (h * h) + d->damping / h * e) / (1 / (h * h) + stiffness + d->damping / h);
    v = (next - e) / h;
    e = next;
    out[i] = (double)e;
  }
}

/// Largest error of the elongation by the solver with one reading of the damping [m].
static double damping_error(check *self, const dashpot *d, xpbd_damping reading, int iterations) {
  const double x[6] = {0, 0, 0, 0, -1 - d->start, 0}, w[2] = {0, 1}, rest = 1;
  const int32_t ends[2] = {0, 1};
  xpbd_scene_def scene = rig_points(2, x, NULL, w);
  xpbd_constraints_def set = rig_set("stretching", 1, ends, &rest);
  set.material[0] = 1;
  set.compliance = d->compliance, set.damping = d->damping, set.damping_reading = reading;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, d->h, iterations);
  double exact[STEPS], worst = 0;
  exact_elongation(d, -scene.gravity[1], exact);
  OWNED(rig_free) rig r = {0};
  bool good = rig_scene(&r, self, &scene, 1, &set) && rig_solver(&r, &settings);
  for (int i = 0; i < STEPS && good; i++) {
    good = rig_step(&r, 1);
    const double error = fabs(-r.x[4] - 1 - exact[i]);
    worst = error <= worst ? worst : error;
  }
  return good ? worst : NAN;
}

static void damping(check *self, int unused) {
  const dashpot d = {.compliance = 0.01, .damping = 1, .start = 0.3, .h = 0.01}; /* a twentieth of critical */
  double right = 0;
  for (int iterations = 1; iterations <= 20; iterations += 19)
    right = check_larger(right, damping_error(self, &d, XPBD_DAMPING_XPBD, iterations));
  const erratum lagged = {.paper = "Cetinaslan 2023",
                          .place = "Eq. (5)",
                          .printed = "v_n = x_n - x_(n-1)",
                          .right = "the current iterate - x_n [m of 0.3]",
                          .low = 3e-3,
                          .high = 5e-3,
                          .limit = 1e-12};
  erratum_compare(self, &lagged, damping_error(self, &d, XPBD_DAMPING_LAGGED, 20), right);
  /* its gamma = alpha~ beta h is right; read with the unscaled beta~ of Macklin et al. 2016, it is not */
  const double tilde = damping_error(self, &d, XPBD_DAMPING_TILDE, 20);
  check_control(self, !(tilde <= lagged.limit), "gamma = alpha~ beta / h: off by %g m of 0.3", tilde);
}

/* ---- What is minimised ---- */

/// Force C C' / alpha of a formula at elongation d of a spring with l0 = 1, k = 1.
static double force_at(const char *name, double d) {
  const double rest = 1, material = 1, compliance = 1e-4;
  const xpbd_vec3_f64 x[2] = {{0, 0, 0}, {1 + d, 0, 0}};
  xpbd_vec3_f64 g[2];
  return formula_named(name)->f64(x, &rest, &material, g) * g[1].x / compliance;
}

/// Force C C' of the top of a tetrahedron pulled away from its base by d, with alpha 1 [N].
static double pull_on(const char *name, double d) {
  static const xpbd_vec3_f64 rest_x[4] = {{0, 0, 0}, {1, 0, 0}, {0.5, 0.9, 0}, {0.5, 0.3, 0.8}};
  const xpbd_formula *f = formula_named(name);
  double rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL] = {0};
  xpbd_vec3_f64 x[4], g[4];
  memcpy(x, rest_x, sizeof x);
  xpbd_rest_shape(f, x, NULL, 0, rest);
  for (int k = 0; k < f->info.material_count; k++) material[k] = f->info.material[k].standard;
  x[3].z += d;
  return f->f64(x, rest, material, g) * g[3].z;
}

/* A Hookean spring has twice the force at twice the elongation. Its energy as a constraint has eight times: XPBD
 * minimises C^2 / (2 alpha). The square root of twice the energy gives the energy back. For Hooke that is
 * stretching. */
static void energies(check *self, int unused) {
  const double printed = force_at("hookean", 0.002) / force_at("hookean", 0.001);
  const double right = force_at("stretching", 0.002) / force_at("stretching", 0.001);
  const erratum hooke = {.paper = "Cetinaslan 2019",
                         .place = "Eqs. (16), (17)",
                         .printed = "C = energy, e.g. k d^2 / 2",
                         .right = "C = sqrt(2 energy) (force at 2 d)",
                         .low = 2.99,
                         .high = 3.01,
                         .limit = 1e-9};
  erratum_compare(self, &hooke, fabs(printed / 2 - 1), fabs(right / 2 - 1));
  const erratum material = {.paper = "Cetinaslan and Chaves 2019",
                            .place = "Eq. (16)",
                            .printed = "C = V Psi(F)",
                            .right = "C = sqrt(2 V Psi(F)) (force at 2 d)",
                            .low = 2.99,
                            .high = 3.01,
                            .limit = 1e-9};
  const double whole = pull_on("linear_tet", 0.002) / pull_on("linear_tet", 0.001),
               root = pull_on("linear_root_tet", 0.002) / pull_on("linear_root_tet", 0.001);
  erratum_compare(self, &material, fabs(whole / 2 - 1), fabs(root / 2 - 1));
}

void errata_solver(check_registry *registry) {
  check_add(registry, "counters", "an iteration counter that never starts again", counters, 0);
  check_add(registry, "multipliers", "one multiplier for all constraints of a particle", multipliers, 0);
  check_add(registry, "energy-balance", "two contradictory ways to embed the energy", energy_balance, 0);
  check_add(registry, "energy-unit", "a displacement taken for a velocity", kinetic_unit, 0);
  check_add(registry, "energy-indices", "a prediction that is thrown away", time_indices, 0);
  check_add(registry, "damping", "the displacement that is damped", damping, 0);
  check_add(registry, "energy-constraints", "an energy as a constraint is another energy", energies, 0);
}
