/* Why this file exists: averaged Jacobi must end where XPBD ends and keep momentum. The mean that is printed does
 * neither. The effect of relaxation on its convergence is tested too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "method_checks.h"
#include "runner/rig.h"
#include "runner/workload.h"

/// Positions of a scene after one time step of `sweeps` iterations into x [n, 3]; false after a failure.
static bool after(rig *r, xpbd_method method, double omega, double frame_time, int32_t sweeps, double *x) {
  xpbd_solver_def def = rig_settings(XPBD_F64, frame_time, sweeps);
  def.method = method;
  xpbd_solver_def_set(&def, "omega", omega);
  if (!rig_solver(r, &def) || !rig_step(r, 1)) return false;
  memcpy(x, r->x, 3 * (size_t)r->n * sizeof *x);
  return true;
}

enum { LINKS = 12, MOST = 3 * 64 };

/// Distance [m] between a hanging chain of soft links, whose constraints are linear, after `sweeps` iterations and the
/// end of Gauss-Seidel.
static double chain_error(check *self, xpbd_method method, double omega, int32_t sweeps) {
  double extension[LINKS], end[MOST], x[MOST], error = (double)NAN;
  for (int i = 0; i < LINKS; i++) extension[i] = 0.02 * (i % 3 - 1);
  const chain c = {.formula = "stretching",
                   .links = LINKS,
                   .length = 0.1,
                   .mass = 0.05,
                   .stiffness = 1.0,
                   .compliance = 2e-3,
                   .damping = 0.3,
                   .extension = extension};
  OWNED(rig_free) rig r = {0};
  if (rig_chain(&r, self, &c, 9.81) && after(&r, XPBD_METHOD_XPBD, 1.0, 1.0 / 24.0, 4000, end) &&
      after(&r, method, omega, 1.0 / 24.0, sweeps, x))
    error = check_apart(x, end, 3 * (size_t)r.n);
  return error;
}

/* Linear constraints have one fixed point for every method. Measured 1e-15 to 1e-14 m; the printed mean ends 0.9 mm
 * away. Iterations until 1e-6 m are left: Gauss-Seidel 95, omega 1 370, 1.5 245, 1.9 195. */
static void fixed_point(check *self, int argument) {
  static const struct {
    double omega;
    int32_t sweeps;
  } rows[] = {{0.5, 900}, {1.0, 400}, {1.5, 270}, {1.9, 215}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    check_at_most(self, chain_error(self, XPBD_METHOD_JACOBI, rows[k].omega, 6000), 1e-13,
                  "omega %g: distance from the end of XPBD [m]", rows[k].omega);
    check_at_most(self, chain_error(self, XPBD_METHOD_JACOBI, rows[k].omega, rows[k].sweeps), 1e-6,
                  "omega %g: the same after %d iterations [m]", rows[k].omega, (int)rows[k].sweeps);
  }
  check_at_most(self, chain_error(self, XPBD_METHOD_XPBD, 1.0, 110), 1e-6, "XPBD itself after 110 iterations [m]");
  check_control(self, !(chain_error(self, XPBD_METHOD_JACOBI_MEAN, 1.0, 6000) <= 1e-13), "the printed mean");
}

/* The constraints of a cloth are not linear, and the end of XPBD depends on its path: its positions add up gradients
 * along it. This is 1.7 % of the printed mean's distance with a soft cloth, and 0.5 % with a short step. */
static void cloth(check *self, int argument) {
  static const double steps[] = {1.0 / 24.0, 1.0 / 96.0}, compliances[] = {1e-2, 1e-3};
  for (int k = 0; k < 2; k++) {
    workload load = workload_of(xpbd_formula_find("stretching"), 0.2, false);
    load.columns = 5, load.rows = 4;
    load.bending = true;
    load.compliance = compliances[k];
    double x[MOST], y[MOST], z[MOST];
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load) && after(&r, XPBD_METHOD_XPBD, 1.0, steps[k], 3000, x) &&
        after(&r, XPBD_METHOD_JACOBI, 1.5, steps[k], 3000, y) &&
        after(&r, XPBD_METHOD_JACOBI_MEAN, 1.5, steps[k], 3000, z)) {
      const double limit = (k ? 0.01 : 0.03) * check_apart(x, z, 3 * (size_t)r.n);
      check_at_most(self, check_apart(x, y, 3 * (size_t)r.n), limit,
                    "step of 1/%g s: distance from the end of XPBD [m]", 1.0 / steps[k]);
      check_control(self, !(check_apart(x, z, 3 * (size_t)r.n) <= limit) && check_apart(x, z, 3 * (size_t)r.n) > 1e-3,
                    "the printed mean");
    }
  }
}

/* A free chain of rigid links that are too long and too short in turn. Their corrections of a particle are all the
 * same, so an iteration multiplies the error by 1 - omega, the largest factor there is. At omega = 2 the error only
 * changes its sign, whatever the compliance: convergence ends there. */
static void relaxation(check *self, int argument) {
  enum { N = 8 };
  double x[3 * N] = {0}, w[N], rest[N - 1];
  int32_t links[2 * (N - 1)];
  for (int i = 0; i < N; i++) x[3 * i + 1] = 0.1 * i, w[i] = 2.0;
  for (int i = 0; i < N - 1; i++) links[2 * i] = i, links[2 * i + 1] = i + 1, rest[i] = i % 2 ? 0.101 : 0.099;
  rest[0] = rest[N - 2] = 0.1 - 0.75e-3; /* a particle at the end has one link */
  xpbd_scene_def def = rig_points(N, x, NULL, w);
  def.gravity[1] = 0.0;
  xpbd_constraints_def set = rig_set("stretching", N - 1, links, rest);
  set.material[0] = 1.0, set.compliance = 0.0;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 1, &set)) {
    static const double omegas[] = {0.5, 1.0, 1.5, 1.99};
    double y[3 * N] = {0};
    xpbd_counters copies, plain;
    if (after(&r, XPBD_METHOD_JACOBI, 1.0, 1.0 / 24.0, 1, y) &&
        check_status(self, xpbd_solver_counters(r.solver, &copies), XPBD_OK, "counters") &&
        after(&r, XPBD_METHOD_XPBD, 1.0, 1.0 / 24.0, 1, y) &&
        check_status(self, xpbd_solver_counters(r.solver, &plain), XPBD_OK, "counters"))
      check_at_least(self, copies.bytes_per_constraint - plain.bytes_per_constraint, 64.0,
                     "bytes of the two copies that each link has, less the saving of one group");
    for (size_t k = 0; k < sizeof omegas / sizeof *omegas; k++)
      for (int32_t sweeps = 1; sweeps <= 50; sweeps += 7) {
        if (!after(&r, XPBD_METHOD_JACOBI, omegas[k], 1.0 / 24.0, sweeps, y)) break;
        const double left = (y[4] - y[1] - rest[0]) / 0.75e-3, law = pow(1.0 - omegas[k], sweeps);
        check_at_most(self, fabs(left - law), 1e-11, "omega %g, %d iterations: error left, less (1 - omega)^iterations",
                      omegas[k], (int)sweeps);
      }
    check_control(self, !(fabs(y[4] - y[1] - rest[0]) <= 1e-5), "omega 1.99 leaves most of the error");
  }
}

/* Nothing holds the body: what its constraints give to one particle they take from another. Measured 6e-16, and 1.3e-3
 * for the printed mean. */
static void momentum(check *self, int argument) {
  static const xpbd_method methods[] = {XPBD_METHOD_JACOBI, XPBD_METHOD_JACOBI_MEAN};
  for (int m = 0; m < 2; m++) {
    workload load = workload_of(xpbd_formula_find("tet_volume"), 0.3, false);
    load.formula = "stretching", load.bending = true;
    OWNED(rig_free) rig r = {0};
    xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 10);
    def.method = methods[m];
    xpbd_solver_def_set(&def, "omega", 1.5);
    if (workload_build(&r, self, &load) && rig_solver(&r, &def) && rig_step(&r, 10)) {
      const double *w = xpbd_scene_inverse_masses(r.scene), *v = xpbd_scene_velocities(r.scene);
      double change[3] = {0}, scale = 0.0;
      for (int32_t k = 0; k < 3 * r.n; k++) {
        const double weight = k % 3 == 1 ? 9.81 * 10.0 / 24.0 : 0.0;
        change[k % 3] += (r.v[k] - v[k] + weight) / w[k / 3];
        scale += fabs(r.v[k]) / w[k / 3];
      }
      const double most = check_larger(fabs(change[0]), check_larger(fabs(change[1]), fabs(change[2]))) / scale;
      if (m == 0) check_at_most(self, most, 1e-13, "change of momentum, of all there is");
      if (m == 1) check_control(self, !(most <= 1e-13), "the printed mean changes momentum by %g", most);
    }
  }
}

void check_add_method_jacobi(check_registry *registry) {
  check_add(registry, "jacobi-fixed-point", "ends where XPBD ends; the printed mean does not", fixed_point, 0);
  check_add(registry, "jacobi-cloth", "almost the same with constraints that are not linear", cloth, 0);
  check_add(registry, "jacobi-relaxation", "an iteration multiplies the largest error by 1 - omega", relaxation, 0);
  check_add(registry, "jacobi-momentum", "keeps momentum; the printed mean does not", momentum, 0);
}
