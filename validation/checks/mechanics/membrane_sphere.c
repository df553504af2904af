/* Why this file exists: tests a rubber balloon: the pressure that holds an inflated sphere, against that of its
 * energy. */
#include <math.h>
#include <stdlib.h>

#include "membrane_checks.h"
#include "membrane_rest.h"

static const double RADIUS = 0.5, STRETCH = 1.3; /* [m], of every length */

/// d/ds of the neo-Hookean energy per area at stretches s, s.
static double slope(double e, double nu, double s) {
  const double mu = e / (2 * (1 + nu)), lambda = e * nu / (1 - nu * nu);
  return 2 * mu * (s - 1 / s) + lambda * 4 * log(s) / s;
}

/// The forces that hold the sphere.
typedef struct balloon {
  double pressure; ///< Pressure [Pa] by which the rigid volume balances the sheet.
  double energy;   ///< [J]
  double round;    ///< Largest radius over the smallest.
} balloon;

static bool inflate(check *self, int level, double e, double nu, balloon *out) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  OWNED(rig_free) rig r = {0};
  *out = (balloon){(double)NAN, (double)NAN, (double)NAN};
  if (!check_status(self, xpbd_mesh_make_sphere(level, RADIUS, &mesh), XPBD_OK, "a sphere")) return false;
  const size_t count = 3 * (size_t)mesh.vertex_count;
  double *memory = malloc(4 * count * sizeof *memory);
  bool good = check_true(self, memory != NULL, "memory");
  if (good) {
    double *start = memory, *w = memory + count, *f = memory + 2 * count, *g = memory + 3 * count;
    for (size_t k = 0; k < count; k++) start[k] = STRETCH * mesh.positions[k];
    for (int32_t i = 0; i < mesh.vertex_count; i++) w[i] = 1;
    membrane m = {.mesh = &mesh,
                  .start = start,
                  .inverse_masses = w,
                  .set_count = 2,
                  .sets = {xpbd_constraints_def_default(), xpbd_constraints_def_default()},
                  .own_compliance = {false, true},
                  .volume = pow(STRETCH, 3),
                  .time_step = 0.1 / sqrt(20 * e / (1 - nu)),
                  .iterations = 10,
                  .steps = 2000,
                  .balance = 2e-3};
    m.sets[0].formula = "neo_hookean_root_triangle", m.sets[0].material[0] = e, m.sets[0].material[1] = nu;
    m.sets[1].formula = "closed_volume", m.sets[1].compliance = 0;
    good = membrane_rest(&r, self, &m);
    if (good) {
      double along = 0, square = 0, least = INFINITY, most = 0;
      membrane_forces(r.scene, r.x, f), membrane_volume_gradient(r.scene, r.x, g);
      for (size_t k = 0; k < count; k++) along += f[k] * g[k], square += g[k] * g[k];
      for (int32_t i = 0; i < r.n; i++) {
        const double *p = &r.x[3 * i], radius = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        least = check_smaller(least, radius), most = check_larger(most, radius);
      }
      *out = (balloon){-along / square, membrane_energy(r.scene, r.x), most / least};
    }
  }
  free(memory);
  return good;
}

void membrane_inflated(check *self, int argument) {
  const double moduli[] = {1e3, 1e5, 1e7}, ratios[] = {0, 0.3, 0.45};
  for (int i = 0; i < 3; i++) {
    const double e = moduli[i], nu = ratios[i], pressure = slope(e, nu, STRETCH) / (STRETCH * STRETCH * RADIUS);
    double ratio[3];
    balloon b = {0};
    for (int level = 1; level <= 3; level++)
      ratio[level - 1] = inflate(self, level, e, nu, &b) ? b.pressure / pressure : (double)NAN;
    check_why(self, "second order in the edge, its constant measured: 1.08e-2, 9.9e-3");
    check_at_most(self, fabs(ratio[2] - 1), 1.2e-2, "E %g N/m, nu %g: pressure over that of the sphere - 1", e, nu);
    check_at_most(self, b.round - 1, 1.2e-2, "E %g N/m, nu %g: largest radius over the smallest - 1", e, nu);
    check_why(self, "the order is 2, the next term of the series is 4");
    check_between(self, membrane_order(fabs(ratio[1] - 1), fabs(ratio[2] - 1)), 1.9, 2.1, "E %g N/m, nu %g: order", e,
                  nu);
    const double smooth = ratio[2] + (ratio[2] - ratio[1]) / 3; /* without the error of second order */
    check_why(self, "the remainder of fourth order, a tenth of that of the coarser sphere");
    check_at_most(self, fabs(smooth - 1), 2e-3, "E %g N/m, nu %g: the same, extrapolated", e, nu);
    check_control(self, !(fabs(smooth * slope(e, nu, STRETCH) / slope(1.01 * e, nu, STRETCH) - 1) <= 2e-3),
                  "E 1 %% off");
    check_control(self, !(fabs(smooth * slope(e, nu, STRETCH) / slope(e, nu + 0.01, STRETCH) - 1) <= 2e-3),
                  "nu 0.01 off");
  }
}
