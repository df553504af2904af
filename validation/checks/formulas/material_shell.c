/* Why this file exists: the stiffness B of shell_bending must be that of a plate. Strips of triangles rolled up to
 * cylinders have B / (2 R^2) per area, where the printed weight 3 / (A0 + A1) has three times that. Rolled across a
 * diagonal the mesh has an effect. Shells that are curved at rest must be at rest. */
#include <math.h>
#include <string.h>

#include "material_checks.h"
#include "xpbd/mesh.h"

/// Corner (i, k) of a lattice of triangles in the plane: equilateral, or squares with the diagonal x = y, of edge h.
static void lattice(bool equilateral, double h, int i, int k, double *u, double *v) {
  *u = h * (equilateral ? i + 0.5 * k : i);
  *v = h * (equilateral ? 0.8660254037844386 * k : k);
}

/// (u, v) rolled to a cylinder of radius R whose axis is turned by `angle` from the v axis.
static xpbd_vec3_f64 rolled(double u, double v, double R, double angle) {
  const double c = cos(angle), s = sin(angle), along = c * u + s * v, axis = c * v - s * u;
  return (xpbd_vec3_f64){R * sin(along / R), axis, R * (1 - cos(along / R))};
}

/// Energy per area of the three hinges of one cell of the rolled-up lattice, by a formula of hinges with its standard
/// material replaced by `stiffness`.
static double density(const char *name, double stiffness, bool equilateral, double h, double R, double angle) {
  static const int hinges[3][4][2] = {
      {{0, 0}, {1, 0}, {0, 1}, {1, -1}}, {{0, 0}, {0, 1}, {-1, 1}, {1, 0}}, {{1, 0}, {0, 1}, {0, 0}, {1, 1}}};
  static const int crossed[3][4][2] = {
      {{0, 0}, {1, 0}, {1, 1}, {0, -1}}, {{0, 0}, {0, 1}, {-1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}, {1, 0}}};
  const xpbd_formula *f = formula_named(name);
  double energy = 0;
  for (int e = 0; e < 3; e++) {
    xpbd_vec3_f64 flat[4], x[4], g[4];
    double numbers[XPBD_MAX_REST], u, v;
    for (int k = 0; k < 4; k++) {
      const int *at = equilateral ? hinges[e][k] : crossed[e][k];
      lattice(equilateral, h, at[0], at[1], &u, &v);
      flat[k] = (xpbd_vec3_f64){u, v, 0}, x[k] = rolled(u, v, R, angle);
    }
    xpbd_rest_shape(f, flat, NULL, 0, numbers);
    const double c = f->f64(x, numbers, &stiffness, g);
    energy += 0.5 * c * c;
  }
  return energy / (h * h * (equilateral ? 0.8660254037844386 : 1));
}

/* Equilateral triangles: 1 + O(h^2 / R^2) in any direction. Half the edge shows the order. */
static void cylinder(check *self, int unused) {
  const double B = 2, R = 3, plate = B / (2 * R * R);
  for (int k = 0; k <= 4; k++) {
    const double angle = k * 0.3, coarse = density("shell_bending", B, true, 0.2, R, angle) / plate - 1,
                 fine = density("shell_bending", B, true, 0.1, R, angle) / plate - 1;
    check_why(self, "second order in the edge over the radius: measured 5e-5 to 9e-5 at 1/30");
    check_at_most(self, fabs(fine), 2e-4, "energy / plate - 1, edge R/30, turned %.1f", angle);
    check_why(self, "half the edge is a quarter of the error");
    check_between(self, coarse / fine, 3.9, 4.1, "error at R/15 over that at R/30, turned %.1f", angle);
  }
  check_why(self, "the same order, on squares rolled along a side");
  check_at_most(self, fabs(density("shell_bending", B, false, 0.1, R, 0) / plate - 1), 2e-4, "squares, along a side");
  check_control(self, !(fabs(3 * density("shell_bending", B, true, 0.1, R, 0) / plate - 1) <= 2e-4),
                "the printed weight 3 / (A0 + A1)");
  const double eighth = 0.78539816339744831;
  check_why(self, "the header's value for squares with a diagonal, from kxx = kyy = 1/2 and kxy = +-1/2: 3 and 1");
  check_at_most(self, fabs(density("shell_bending", B, false, 0.01, R, eighth) / plate - 3), 1e-3,
                "squares rolled along their diagonal / plate - 3");
  check_at_most(self, fabs(density("shell_bending", B, false, 0.01, R, -eighth) / plate - 1), 1e-3,
                "squares rolled across it / plate - 1");
  check_control(self, fabs(density("shell_bending", B, false, 0.01, R, eighth) / plate - 1) > 1e-3,
                "the diagonal is not seen");
}

/* The bending of isometric_bending with k = sqrt(B / 3) near flat: the relative difference is of the order of the
 * squared fold. */
static void isometric(check *self, int unused) {
  const double B = 2;
  for (int k = 1; k <= 3; k++) {
    const double R = pow(10, k), one = density("shell_bending", B, true, 0.3, R, 0.4),
                 other = density("isometric_bending", sqrt(B / 3), true, 0.3, R, 0.4);
    check_why(self, "folds of the edge over the radius, their energies differ by a twelfth of the square");
    check_at_most(self, fabs(one / other - 1), 0.2 * 0.09 / (R * R) + 1e-9, "shell / isometric - 1, radius %g m", R);
  }
  const double wrong = density("isometric_bending", sqrt(B), true, 0.3, 1000, 0.4);
  check_control(self, fabs(density("shell_bending", B, true, 0.3, 1000, 0.4) / wrong - 1) > 0.1, "k = sqrt(B)");
}

/* A cylinder at rest has no energy. Bent flat it has that of the plate bent to it. */
static void curved(check *self, int unused) {
  const xpbd_formula *f = formula_named("shell_bending");
  const double B = 2;
  double at_rest = 0, apart = 0, numbers[XPBD_MAX_REST], flat_numbers[XPBD_MAX_REST];
  for (int i = 0; i < 100; i++) {
    xpbd_vec3_f64 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0.4, 0.8, 0}, {0.6, -0.9, 0}}, bent[4], g[4];
    const double R = check_random(self, 0.6, 4), angle = check_random(self, 0, 3);
    for (int k = 0; k < 4; k++) bent[k] = rolled(flat[k].x, flat[k].y, R, angle);
    xpbd_rest_shape(f, bent, NULL, 0, numbers);
    xpbd_rest_shape(f, flat, NULL, 0, flat_numbers);
    at_rest = check_larger(at_rest, fabs(f->f64(bent, numbers, &B, g)));
    flat_numbers[1] = numbers[1]; /* the areas of the chords */
    apart = check_larger(apart, fabs(f->f64(flat, numbers, &B, g) + f->f64(bent, flat_numbers, &B, g)));
  }
  check_at_most(self, at_rest, 1e-14, "C of a shell at its curved rest shape [J^1/2]");
  check_at_most(self, apart, 1e-14, "C of it flat, and of the flat one bent: opposite [J^1/2]");
  xpbd_vec3_f64 sheet[4] = {{0, 0, 0}, {1, 0, 0}, {0.4, 0.8, 0}, {0.6, -0.9, 0}}, g[4];
  check_control(self, fabs(f->f64(sheet, numbers, &B, g)) > 1e-3, "flat, it is not at rest");
}

void material_shell_checks(check_registry *registry) {
  check_add(registry, "moduli/shell_bending/cylinder", "strips rolled up have the energy of a plate", cylinder, 0);
  check_add(registry, "moduli/shell_bending/isometric", "isometric bending with k = sqrt(B / 3) near flat", isometric,
            0);
  check_add(registry, "moduli/shell_bending/curved", "shells that are curved at rest", curved, 0);
}
