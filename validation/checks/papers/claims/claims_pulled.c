/* Why this file exists: judges the claims of Cetinaslan, "ESBD: Exponential Strain-based Dynamics" about a sheet pulled
 * at two sides: its softness and its area. The volume of a hanging body belongs to the same claim. How far the sheet is
 * pulled is not printed. */
#include <math.h>

#include "claims.h"

/// The sheet of 11 x 11 vertices with edges of 0.5 m, pulled in 24 frames.
static claims_setup sheet(void) {
  claims_setup setup = claims_setup_of("cloth_stretched", NULL);
  setup.params.resolution = 11;
  setup.params.size = 5.0;
  setup.settings.iterations = 50; /* converge as well as 200 do on the printed sheet */
  setup.frames = 36;
  return setup;
}

/// Standard deviation of A / A0 over the triangles.
static double area_spread(const claims_run *run) {
  const xpbd_mesh *mesh = &run->model.mesh;
  double mean = 0.0, squares = 0.0;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corners = &mesh->triangles[3 * (int64_t)t];
    const double ratio = claims_doubled_area(corners, run->x) / claims_doubled_area(corners, mesh->positions);
    mean += ratio / mesh->triangle_count;
    squares += ratio * ratio / mesh->triangle_count;
  }
  return sqrt(check_larger(0.0, squares - mean * mean));
}

#define PULLED                                                                                                         \
  "alpha 1e-5, beta 0.3, h 1/24 s as printed; 121 of 441 vertices, edges of 0.5 m, pulled to 150 %, 50 of 200 "        \
  "iterations"

static void pulled(check *self, int unused) {
  static const char *const constraints[4] = {"sbd+triangle_area", "esbd+triangle_area", "sbd", "esbd"};
  static const char *const bodies[2] = {"sbd_tet", "sbd_tet+tet_determinant"};
  claims_run run[4] = {{.n = 0}}, body[2] = {{.n = 0}};
  claims_setup setup = sheet(), hung = claims_setup_of("blob", NULL);
  setup.frames = 36;
  hung.params.resolution = 9, hung.settings.iterations = 10, hung.frames = 24;
  if (claims_runs_make(self, setup, constraints, 4, run) && claims_runs_make(self, hung, bodies, 2, body)) {
    double spread[4];
    for (int k = 0; k < 4; k++) spread[k] = area_spread(&run[k]);
    check_control(self, !(spread[0] / spread[1] <= 0.9), "SBD / ESBD");
    claims_case(self, spread[0] / spread[1], "all of it");
    claims_judge(self, "esbd_stretch_homogeneous", NULL, PULLED, "ESBD is the more even one",
                 "standard deviation of A / A0 over the triangles: SBD %.3f, ESBD %.3f", spread[0], spread[1]);
    const double volume[2] = {body[0].volume_error, body[1].volume_error};
    claims_case(self, (run[0].area - 1.0) / (run[2].area - 1.0), "with SBD");
    claims_case(self, (run[1].area - 1.0) / (run[3].area - 1.0), "with ESBD");
    claims_judge(self, "esbd_strain_no_volume", "area", PULLED, NULL,
                 "area / rest area: SBD %.3f alone, %.3f with the constraint; ESBD %.3f, %.3f", run[2].area,
                 run[0].area, run[3].area, run[1].area);
    static const char *const hanging = "alpha 1e-4 as printed; a hanging body of 258 vertices for 4098, 10 iterations";
    claims_case(self, volume[1] / volume[0], "all of it");
    claims_judge(self, "esbd_strain_no_volume", "volume", hanging, NULL,
                 "mean |V / V0 - 1|: %.1e alone, %.1e with the constraint", volume[0], volume[1]);
    claims_case(self, (run[0].area - 1.0) / (run[2].area - 1.0), "all of it");
    claims_judge(self, "energy_strain_no_volume", "area", PULLED, NULL,
                 "area / rest area: %.3f alone, %.3f with the constraint", run[2].area, run[0].area);
    claims_case(self, volume[1] / volume[0], "all of it");
    claims_judge(self, "energy_strain_no_volume", "volume", hanging, NULL,
                 "mean |V / V0 - 1|: %.1e alone, %.1e with the constraint", volume[0], volume[1]);
  }
  claims_runs_free(run, 4);
  claims_runs_free(body, 2);
}

/// Force of the energy of the constraints on the last column [N]: its derivative when that column moves.
static double pull_of(check *self, const claims_run *run) {
  const double step = 1e-6;
  xpbd_measures m[2];
  double high = -INFINITY;
  for (int32_t i = 0; i < run->n; i++) high = fmax(high, run->x[3 * (int64_t)i]);
  for (int side = 0; side < 2; side++) {
    const double shift = side ? step : -step; /* there and back in the run's own array, which nobody reads afterwards */
    for (int32_t i = 0; i < run->n; i++)
      if (run->x[3 * (int64_t)i] > high - 1e-3) run->x[3 * (int64_t)i] += shift;
    if (!check_status(self, xpbd_measure(run->model.scene, run->x, run->v, &m[side]), XPBD_OK, "energy"))
      return (double)NAN;
    for (int32_t i = 0; i < run->n; i++)
      if (run->x[3 * (int64_t)i] > high - 1e-3) run->x[3 * (int64_t)i] -= shift;
  }
  return (m[1].elastic - m[0].elastic) / (2.0 * step);
}

/* Softer means hanging lower between the hands, or pulling less at them. How far the sheet is pulled is not printed: to
 * 110 to 150 % of its length. */
static void softer(check *self, int full) {
  enum { LENGTHS = 4 };
  static const char *const constraints[2] = {"sbd+triangle_area", "esbd+triangle_area"};
  static const double lengths[LENGTHS] = {1.1, 1.3, 1.4, 1.5};
  double sag[LENGTHS][2], pull[LENGTHS][2], ratio[LENGTHS];
  for (int s = 0; s < LENGTHS; s++) {
    claims_run run[2];
    claims_setup setup = sheet();
    if (full) setup.params.resolution = 21, setup.params.size = 10.0;
    setup.settings.iterations = 200;
    setup.frames = 36; /* it is pulled in 24 frames, and still in 36 */
    xpbd_scene_params_set(&setup.params, "stretch", lengths[s]);
    const bool good = claims_runs_make(self, setup, constraints, 2, run);
    for (int k = 0; k < 2; k++) {
      sag[s][k] = good ? run[k].sag / setup.params.size : (double)NAN;
      pull[s][k] = good ? pull_of(self, &run[k]) : (double)NAN;
    }
    ratio[s] = pull[s][1] / pull[s][0];
    claims_runs_free(run, 2);
  }
  check_control(self, !(ratio[2] <= 0.8), "140 %%");
  const char *settings =
      full ? "as printed: 441 vertices, alpha 1e-5, 200 iterations, beta 0.3, h 1/24 s, with areas; edges "
             "of 0.5 m, pulled to 110, 130, 140, 150 %, not printed"
           : "alpha 1e-5, 200 iterations, beta 0.3, h 1/24 s, with areas as printed; 121 of 441 vertices, "
             "edges of 0.5 m, pulled to 110, 130, 140, 150 %";
  for (int s = 0; s < LENGTHS; s++) claims_case(self, sag[s][1] / sag[s][0], "pulled to %g", lengths[s]);
  claims_judge(self, "esbd_stretch_softer", "sag between the sides", settings, NULL,
               "largest sag / side, SBD (ESBD): %.3f (%.3f), %.3f (%.3f), %.3f (%.3f), %.3f (%.3f)", sag[0][0],
               sag[0][1], sag[1][0], sag[1][1], sag[2][0], sag[2][1], sag[3][0], sag[3][1]);
  for (int s = 0; s < LENGTHS; s++) claims_case(self, ratio[s], "pulled to %g", lengths[s]);
  claims_judge(self, "esbd_stretch_softer", "pull at the sides", settings, NULL,
               "pull of the energy of the constraints, ESBD / SBD: %.2f, %.2f, %.2f, %.1f; of SBD %.1e N at 110 %%, "
               "%.1e N at 150 %%",
               ratio[0], ratio[1], ratio[2], ratio[3], pull[0][0], pull[3][0]);
}

void claims_list_pulled(check_registry *registry, int full) {
  claims_add(registry, "pulled-softer", "a pulled sheet, to four lengths", softer, full);
  if (!full)
    claims_add(registry, "pulled-areas", "a pulled sheet and a hanging body, with and without area and volume", pulled,
               0);
}
