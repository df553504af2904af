/* Why this file exists: Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel Iteration" prefers its constraints of area
 * and volume, squared doubled areas and determinants, to geometric ones. This is judged by their stiffness at equal
 * alpha, and by the remaining difference at equal stiffness. */
#include "claims_embedded.h"

#include <math.h>

#include "checks/papers/errata/errata_checks.h"

#define BODY "a hanging body of StVK, 258 vertices, alpha 1e-4, beta 0.3, 1/24 s, 10 iterations as printed, 48 frames"

/// Mean |V / V0 - 1| of the closed surface over the frames.
static double volume_error(check *self, const char *constraint, xpbd_method method) {
  claims_setup setup = claims_setup_of("blob", constraint);
  setup.params.resolution = 9;
  setup.params.compliance = 1e-4;
  setup.params.damping = 0.3;
  setup.settings.iterations = 10;
  setup.settings.method = method;
  setup.frames = 48;
  OWNED(claims_run_free) claims_run run = {0};
  const bool good = claims_run_make(self, &setup, &run) && embedded_kept(&run);
  const double error = good ? run.volume_error : (double)INFINITY;
  return error;
}

/// (|grad C| / |grad G|)^2 at rest, the stiffness of C over that of the geometric G at equal alpha: for the volume of a
/// corner with legs of `leg`, or the area of a right triangle.
static double stiffer(const char *name, double leg, bool solid) {
  const xpbd_formula *f = formula_named(name);
  const xpbd_vec3_f64 x[4] = {{0, 0, 0}, {leg, 0, 0}, {0, leg, 0}, {0, 0, leg}};
  const double k = 1.0, edge = solid ? leg * leg / 6.0 : leg / 2.0; /* of the vertex at the end of a leg */
  double rest[XPBD_MAX_REST];
  xpbd_vec3_f64 g[4];
  xpbd_rest_shape(f, x, NULL, 0, rest);
  f->f64(x, rest, &k, g);
  return xpbd_v_dot_f64(g[1], g[1]) / (edge * edge);
}

static void volumes(check *self, int unused) {
  static const char *const constraints[3] = {"stvk_tet+tet_volume", "stvk_tet+tet_determinant",
                                             "stvk_tet+tet_determinant:alpha=3.6e-3,beta=8.333333333333333e-3"};
  double e[READINGS][3];
  for (int m = 0; m < READINGS; m++)
    for (int k = 0; k < 3; k++) e[m][k] = volume_error(self, constraints[k], embedded_methods[m]);
  const double small = stiffer("triangle_area", 0.1, false), large = stiffer("triangle_area", 2.0, false),
               border = stiffer("triangle_area", 0.5, false), solid = stiffer("tet_determinant", 0.3, true);
  check_at_most(self, fabs(stiffer("tet_volume", 0.3, true) - 1.0), 1e-12, "tet_volume is the geometric one");
  check_at_most(self, fabs(solid / 36.0 - 1.0), 1e-12, "det(Ds) - det(Dm): stiffness / 36 of the geometric volume");
  check_at_most(self, fabs(border - 1.0), 1e-12, "|x2 x x3|^2: stiffness, 1/8 m^2, / that of the geometric area");
  check_control(self, small < 1.0 && large > 1.0, "0.005 m^2, weaker by %g; 2 m^2, stronger by %g", 1.0 / small, large);
  claims_case(self, e[LINE][0] / e[LINE][1], "all of it");
  claims_judge(self, "energy_area_volume_strain", "volume, " EMBEDDED_LINE, BODY, NULL,
               "mean |V / V0 - 1|: geometric %.2e, determinant %.2e", e[LINE][0], e[LINE][1]);
  claims_case(self, solid, "by its stiffness at equal alpha");
  claims_case(self, e[STABLE][0] / e[STABLE][1], "by the error of the volume");
  claims_judge(self, "energy_area_volume_strain", "volume more strongly, " EMBEDDED_STABLE, BODY,
               "as one of a 36th of alpha", "mean |V / V0 - 1|: geometric %.2e, determinant %.2e; XPBD %.2e, %.2e",
               e[STABLE][0], e[STABLE][1], e[PLAIN][0], e[PLAIN][1]);
  claims_case(self, e[STABLE][0] / e[STABLE][2], "all of it");
  claims_judge(self, "energy_area_volume_strain", "volume more accurately, " EMBEDDED_STABLE, BODY,
               "with equal stiffness they are alike",
               "mean |V / V0 - 1|: geometric %.3e, determinant with 36 alpha %.3e", e[STABLE][0], e[STABLE][2]);
  claims_case(self, small, "triangles of 0.005 m^2");
  claims_case(self, border, "of 1/8 m^2");
  claims_case(self, large, "of 2 m^2");
  claims_judge(
      self, "energy_area_volume_strain", "area", "any method, any alpha, near rest: the gradients", NULL,
      "stiffness / that of the geometric area: 0.005 m^2 %.2g, 1/8 m^2 %.2g, 2 m^2 %.3g; above in volume: %.0f", small,
      border, large, solid);
}

void embedded_list_volumes(check_registry *registry) {
  claims_add(registry, "embedded-volumes", "constraints of area and volume", volumes, 0);
}
