/* Why this file exists: two printed statements about the ghost tip, the centre of mass that makes tetrahedra of
 * triangles: that a mass of zero locks it, and that momentum is conserved. Both run in the library's solver. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "errata_checks.h"
#include "runner/rig.h"

double erratum_centre_shift(check *self, int32_t level, const char *formula) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(level, 1.0, &mesh), XPBD_OK, "sphere")) return NAN;
  const int32_t n = mesh.vertex_count;
  double *v = calloc(3 * (size_t)n, sizeof *v), *w = calloc((size_t)n, sizeof *w), mean[3] = {0}, shift[3] = {0};
  double moved = 0;
  for (int32_t i = 0; v && w && i < n; i++) {
    w[i] = 1;
    for (int k = 0; k < 3; k++) mean[k] += (v[3 * i + k] = check_random(self, -2, 2)) / n;
  }
  for (int32_t i = 0; v && i < 3 * n; i++) v[i] -= mean[i % 3];
  xpbd_scene_def scene = rig_points(n, mesh.positions, v, w);
  scene.gravity[1] = 0;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = formula, set.compliance = 0;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24, 50);
  OWNED(rig_free) rig r = {0};
  const bool good = check_true(self, v && w, "memory") && rig_scene(&r, self, &scene, 0, NULL) &&
                    check_status(self, xpbd_scene_add_on_mesh(r.scene, &mesh, 0, &set), XPBD_OK, "%s", formula) &&
                    rig_solver(&r, &settings) && rig_step(&r, 1);
  for (int32_t i = 0; good && i < n; i++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double d = r.x[3 * i + k] - mesh.positions[3 * i + k];
      shift[k] += d / n;
      square += d * d;
    }
    moved += sqrt(square) / n;
  }
  free(v);
  free(w);
  return good ? sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]) / moved : NAN;
}

static void ghost_momentum(check *self, int unused) {
  check_at_most(self, erratum_centre_shift(self, 4, "stretching"), 1e-12, "shift of the centre of mass with springs");
  const erratum e = {.paper = "Cetinaslan 2019",
                     .place = "Sects. 3, 5.1",
                     .printed = "momentum is conserved, with a ghost tip",
                     .right = "only without (volume of the mesh)",
                     .low = 3e-3,
                     .high = 3e-2,
                     .limit = 1e-12};
  erratum_compare(self, &e, erratum_centre_shift(self, 4, "tet_volume"),
                  erratum_centre_shift(self, 4, "closed_volume"));
}

/// Distance of the corners of a tetrahedron of twice its rest volume from their positions in the solver, whose tip has
/// the inverse mass 0, relative to their displacement, when the tip's inverse mass is `w0`.
static double tip_error(check *self, double w0) {
  const double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, w[4] = {0, 1, 1, 1}, rest = 1.0 / 12, k = 1;
  const int32_t corners[4] = {0, 1, 2, 3};
  xpbd_scene_def scene = rig_points(4, x, NULL, w);
  scene.gravity[1] = 0;
  xpbd_constraints_def set = rig_set("tet_volume", 1, corners, &rest);
  set.material[0] = k;
  set.compliance = 0;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24, 1);
  xpbd_vec3_f64 p[4], g[4];
  memcpy(p, x, sizeof x);
  const double c = formula_named("tet_volume")->f64(p, &rest, &k, g);
  double sum = w0 * xpbd_v_dot_f64(g[0], g[0]), error = 0, way = 0;
  for (int i = 1; i < 4; i++) sum += xpbd_v_dot_f64(g[i], g[i]);
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &scene, 1, &set) && rig_solver(&r, &settings) && rig_step(&r, 1);
  for (int i = 1; i < 4 && good; i++) {
    const double moved[3] = {-c / sum * g[i].x, -c / sum * g[i].y, -c / sum * g[i].z};
    for (int j = 0; j < 3; j++) {
      const double right = r.x[3 * i + j] - x[3 * i + j];
      error += (moved[j] - right) * (moved[j] - right), way += right * right;
    }
  }
  return good ? sqrt(error / way) : (double)NAN;
}

/* A mass of 0 is an unlimited inverse mass: the tip takes the whole correction and the corners none. */
static void tip_mass(check *self, int unused) {
  const erratum e = {.paper = "Cetinaslan 2019",
                     .place = "Sect. 5.1",
                     .printed = "zero mass of the tip (locked)",
                     .right = "zero inverse mass (displacement of the corners)",
                     .low = 1 - 1e-9,
                     .high = 1,
                     .limit = 1e-14};
  erratum_compare(self, &e, tip_error(self, 1e12), tip_error(self, 0));
}

void errata_tips(check_registry *registry) {
  check_add(registry, "tip-mass", "a locked tip has no inverse mass", tip_mass, 0);
  check_add(registry, "ghost-momentum", "a tip of infinite mass takes momentum", ghost_momentum, 0);
}
