/* Why this file exists: compares a ribbon held at one end under its weight with the beam of Euler and Bernoulli. It is
 * one triangle wide on purpose. Without a Gaussian term a wide sheet with free sides may curve across against its
 * curvature along, which costs hinges nothing. Only the stretch of a deep fold prevents that. A ribbon cannot curve so.
 * But its long sides are no hinges, and they would hold 1/9 of the energy of a sheet curved along x. So its stiffness
 * is 8/9 B times its width. */
#include <math.h>

#include "membrane_checks.h"
#include "membrane_rest.h"
#include "plate_mesh.h"

enum { MOST = 40 };

/// Sag of the tip of a ribbon of `triangles`, over that of the beam. NaN after a failure.
static double sag(check *self, int32_t triangles, double b) {
  const double length = 1.0, side = 2 * length / triangles, width = sqrt(0.75) * side, load = 1e-2; /* [N/m^2] over B */
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  OWNED(rig_free) rig r = {0};
  double w[MOST], mass[MOST] = {0}, result = (double)NAN;
  if (plate_ribbon(self, triangles, side, &mesh)) {
    for (int32_t t = 0; t < 3 * triangles; t++) mass[mesh.triangles[t]] += 0.5 * side * width / 3;
    for (int32_t i = 0; i < mesh.vertex_count; i++) w[i] = i < 3 ? 0 : 1 / mass[i];
    const double density = 0.25 * side * side, fastest = 12 * sqrt(b) / density;
    membrane m = {.mesh = &mesh,
                  .inverse_masses = w,
                  .gravity = {0, -load * b, 0},
                  .set_count = 2,
                  .sets = {xpbd_constraints_def_default(), xpbd_constraints_def_default()},
                  .time_step = 1 / fastest,
                  .iterations = 10,
                  .steps = 40000,
                  .balance = 2e-3};
    m.sets[0].formula = "shell_bending", m.sets[0].material[0] = b;
    m.sets[1].formula = "stvk_strain_triangle", m.sets[1].material[0] = 30 * b / (side * side);
    m.sets[1].material[1] = 0;
    if (membrane_rest(&r, self, &m)) result = -r.x[3 * (r.n - 1) + 1] / (load * b * pow(length, 4) / (8 * b));
  }
  return result;
}

void plate_cantilever(check *self, int argument) {
  const double whole = 9.0 / 8;
  double ratio[3];
  for (int i = 0; i < 3; i++) ratio[i] = sag(self, 8 << i, 0.02);
  check_why(self, "of first order in a triangle over the length: 1.3 at 32 of them, whose ends differ from a beam's");
  check_at_most(self, fabs(ratio[2] / whole - 1), 1.6 / 32, "sag of 32 triangles over q L^4 / (8 8/9 B) - 1");
  check_between(self, membrane_order(fabs(ratio[0] - whole), fabs(ratio[1] - whole)), 0.8, 1.2, "order, 8 to 16");
  check_between(self, membrane_order(fabs(ratio[1] - whole), fabs(ratio[2] - whole)), 0.85, 1.15, "order, 16 to 32");
  const double coarse = 2 * ratio[1] - ratio[0], fine = 2 * ratio[2] - ratio[1], smooth = (4 * fine - coarse) / 3;
  check_why(self, "the remainder of third order; measured 4e-4");
  check_at_most(self, fabs(smooth / whole - 1), 3e-3, "the same, extrapolated");
  check_control(self, !(fabs(smooth - 1) <= 3e-3), "B for 8/9 B");
  check_control(self, !(fabs(smooth * 1.01 / whole - 1) <= 3e-3), "B 1 %% off");
}
