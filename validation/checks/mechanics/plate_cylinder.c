/* Why this file exists: a sheet rolled into a cylinder has a curvature with a known energy, B / (2 R^2) per area. It
 * shows the factor of the bending energy of a hinge, and on which meshes it holds. */
#include <math.h>
#include <string.h>

#include "membrane_checks.h"
#include "membrane_rest.h"
#include "plate_mesh.h"

enum { SIDE = 5 }; /* vertices along a side; two sheets differ by a row and a column */

static const double RADIUS = 1.0;

/// Energy of columns x rows vertices rolled up about an axis in the sheet, `turn` [rad] from its z axis [J].
static double rolled(check *self, const char *formula, double number, int32_t columns, int32_t rows, double h,
                     bool squares, double turn) {
  xpbd_mesh mesh = {0};
  rig r = {0};
  double energy = (double)NAN;
  if (plate_lattice(self, columns, rows, h, squares, &mesh)) {
    xpbd_scene_def def = xpbd_scene_def_default();
    double w[(SIDE + 1) * (SIDE + 1)], x[3 * (SIDE + 1) * (SIDE + 1)];
    def.particle_count = mesh.vertex_count, def.positions = mesh.positions, def.inverse_masses = w;
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
      const double *p = &mesh.positions[3 * i];
      const double along = p[0] * cos(turn) + p[2] * sin(turn), across = p[2] * cos(turn) - p[0] * sin(turn);
      x[3 * i] = RADIUS * sin(along / RADIUS);
      x[3 * i + 1] = RADIUS * cos(along / RADIUS);
      x[3 * i + 2] = across;
      w[i] = 1;
    }
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = formula, set.material[0] = number, set.compliance = 1.0;
    if (rig_scene(&r, self, &def, 0, NULL) &&
        check_status(self, xpbd_scene_add_on_mesh(r.scene, &mesh, 0, &set), XPBD_OK, "%s on a mesh", formula))
      energy = membrane_energy(r.scene, x);
  }
  rig_free(&r);
  xpbd_mesh_destroy(&mesh);
  return energy;
}

/// Energy of one more cell, over that of a plate of stiffness `b` of its area: border effects cancel.
static double ratio(check *self, const char *formula, double number, double b, double h, bool squares, double turn) {
  double sum = 0;
  for (int k = 0; k < 4; k++)
    sum += (k == 0 || k == 3 ? 1 : -1) * rolled(self, formula, number, SIDE + k / 2, SIDE + k % 2, h, squares, turn);
  return sum / (h * h * (squares ? 1.0 : sqrt(0.75)) * 0.5 * b / (RADIUS * RADIUS));
}

/* On equilateral triangles for any direction of rolling; the error is of second order in the edge over the radius. */
void plate_cylinder(check *self, int argument) {
  const double b = 0.3, sides[] = {0.2, 0.1, 0.05};
  const struct {
    const char *formula;
    double number;
  } bendings[] = {{"shell_bending", b}, {"isometric_bending", sqrt(b / 3)}};
  for (int f = 0; f < 2; f++) {
    const char *formula = bendings[f].formula;
    const double number = bendings[f].number;
    for (int degrees = 0; degrees <= 90; degrees += 15) {
      double error[3];
      for (int i = 0; i < 3; i++)
        error[i] = fabs(ratio(self, formula, number, b, sides[i], false, degrees * acos(0.0) / 90) - 1);
      check_why(self, "second order in edge over radius, its constant measured: 0.24 and less");
      check_at_most(self, error[2], 0.4 * sides[2] * sides[2], "%s, rolled at %d degrees: energy over B / (2 R^2) - 1",
                    formula, degrees);
      if (error[1] < 1e-9) continue; /* folds that lie in the cylinder's sections: exact, and rounding has no order */
      check_why(self, "the order is 2, the next term of the series is 4");
      check_between(self, membrane_order(error[1], error[2]), 1.9, 2.1, "%s, rolled at %d degrees: order", formula,
                    degrees);
    }
    /* the header's statement about squares: right along the sides, three times as stiff along their diagonal */
    check_why(self, "second order in edge over radius, 0.05");
    check_at_most(self, fabs(ratio(self, formula, number, b, sides[2], true, 0) - 1), 2e-3,
                  "%s on squares, along a side", formula);
    check_at_most(self, fabs(ratio(self, formula, number, b, sides[2], true, acos(0.0) / 2) / 3 - 1), 2e-3,
                  "%s on squares, along the diagonal: a third", formula);
    check_control(self, !(fabs(ratio(self, formula, number, b, sides[2], true, acos(0.0) / 2) - 1) <= 0.4),
                  "%s on squares along the diagonal", formula);
  }
  check_control(self, !(fabs(ratio(self, "isometric_bending", sqrt(b), b, sides[2], false, 0) - 1) <= 1e-3),
                "Bergou's weight, 3 / (A0 + A1)");
}
