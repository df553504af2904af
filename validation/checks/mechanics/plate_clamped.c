/* Why this file exists: a clamped plate under its weight is the textbook's test of a bending stiffness. Two rings of
 * particles are held. The hinges on the inner ring smear their fold over the triangles on either side, so the plate is
 * clamped midway between the two rings. That defines its side here; otherwise the order would be 1. */
#include <math.h>
#include <stdlib.h>

#include "membrane_checks.h"
#include "membrane_rest.h"
#include "plate_mesh.h"
#include "plate_ritz.h"

static const double B = 0.02; /* [N m] */

/// Sag of the middle of a rhombus or a square of side 1 m, n parts and half a part on either side, over q a^4 / B. So
/// small that it is linear. NaN after a failure.
static double sag(check *self, const char *formula, double number, int n, bool squares) {
  const int32_t side = n + 3;
  const double h = 1.0 / (n + 1), area = h * h * (squares ? 1.0 : sqrt(0.75)), load = 0.1 * B;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  OWNED(rig_free) rig r = {0};
  double result = (double)NAN;
  double *w = malloc((size_t)side * (size_t)side * sizeof *w);
  if (w && plate_lattice(self, side, side, h, squares, &mesh)) {
    for (int32_t i = 0; i < side; i++)
      for (int32_t j = 0; j < side; j++) w[i * side + j] = i < 2 || j < 2 || i >= side - 2 || j >= side - 2 ? 0.0 : 1.0;
    const double stiffest = sqrt(B * 50) / h; /* vibration [1/s] of 1 kg, about */
    membrane m = {.mesh = &mesh,
                  .inverse_masses = w,
                  .gravity = {0, -load * area, 0},
                  .set_count = 2,
                  .sets = {xpbd_constraints_def_default(), xpbd_constraints_def_default()},
                  .time_step = 1.0 / stiffest,
                  .iterations = 10,
                  .steps = 6000,
                  .balance = 2e-3};
    m.sets[0].formula = formula, m.sets[0].material[0] = number;
    m.sets[1].formula = "stvk_strain_triangle", m.sets[1].material[0] = 10 * B / (h * h), m.sets[1].material[1] = 0;
    if (membrane_rest(&r, self, &m)) {
      const int32_t middle = side / 2 * side + side / 2;
      result = -r.x[3 * middle + 1] / (load / B);
    }
  }
  free(w);
  return result;
}

void plate_clamped_all_around(check *self, int argument) {
  plate_clamped square = {.side = 1, .angle = acos(0.0), .load = 1}, rhombus = square, directed = square;
  rhombus.angle = acos(0.0) * 4 / 3; /* 120 degrees: rows go back by half a side */
  plate_isotropic(1, square.stiffness), plate_isotropic(1, rhombus.stiffness);
  plate_of_squares(1, directed.stiffness);
  check_at_most(self, fabs(plate_sag(&square) / 0.00126 - 1), 0.005, "Ritz against 0.00126 q a^4 / B of the square");
  const struct {
    const char *name;
    bool squares;
    double exact;
  } plates[] = {{"rhombus", false, plate_sag(&rhombus)}, {"square of squares", true, plate_sag(&directed)}};
  for (int k = 0; k < 2; k++) {
    double ratio[3];
    for (int i = 0; i < 3; i++)
      ratio[i] = sag(self, "shell_bending", B, (6 << i) - 1, plates[k].squares) / plates[k].exact;
    const double smooth = ratio[2] + (ratio[2] - ratio[1]) / 3;
    check_why(self, "second order in the edge, its constant measured");
    check_at_most(self, fabs(ratio[2] - 1), 0.02, "%s: sag of 24 parts over Ritz - 1", plates[k].name);
    check_between(self, membrane_order(fabs(ratio[1] - 1), fabs(ratio[2] - 1)), 1.7, 2.2, "%s: order", plates[k].name);
    check_why(self, "the remainder of higher order");
    check_at_most(self, fabs(smooth - 1), 5e-3, "%s: the same, extrapolated", plates[k].name);
    check_control(self, !(fabs(smooth * 0.99 - 1) <= 5e-3), "%s: B 1 %% off", plates[k].name);
    if (plates[k].squares) /* squares are not an isotropic plate, however fine */
      check_control(self, !(fabs(smooth * plates[k].exact / plate_sag(&square) - 1) <= 0.02), "squares for a plate");
  }
}
