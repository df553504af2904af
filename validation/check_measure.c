/* Why this file exists: energies, momentum, area and volume are what reports and other checks rely on, so they are
 * compared with closed forms here, on states that are set by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "rig.h"

static const double PI = 3.14159265358979323846;

/// Scene of a mesh, all particles of mass 2 kg, without constraints.
static bool mesh_scene(rig *r, check *self, const xpbd_mesh *mesh) {
  double *w = malloc((size_t)mesh->vertex_count * sizeof *w);
  for (int32_t i = 0; w && i < mesh->vertex_count; i++) w[i] = 0.5;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh->vertex_count;
  def.positions = mesh->positions, def.inverse_masses = w;
  def.triangle_count = mesh->triangle_count, def.triangles = mesh->triangles;
  const bool good = w && rig_scene(r, self, &def, 0, NULL);
  free(w);
  return good;
}

static bool measure_mesh(check *self, const xpbd_mesh *mesh, xpbd_measures *out) {
  rig r = {0};
  const bool good = mesh_scene(&r, self, mesh) &&
                    check_status(self, xpbd_measure(r.scene, mesh->positions, xpbd_scene_velocities(r.scene), out),
                                 XPBD_OK, "measure");
  rig_free(&r);
  return good;
}

/* Grid: (columns - 1) (rows - 1) spacing^2. Octahedron subdivided 2 to 5 times, relative to the sphere it approaches:
 * volume .911416 .976798 .994130 .998528, area .951340 .987412 .996826 .999205 (printed to six digits). Box: exact. */
static void surfaces(check *self, int argument) {
  (void)argument;
  static const double volume[] = {0.911416, 0.976798, 0.994130, 0.998528},
                      area[] = {0.951340, 0.987412, 0.996826, 0.999205};
  xpbd_mesh mesh = {0};
  xpbd_measures m = {0};
  check_status(self, xpbd_mesh_make_grid(5, 9, 0.5, &mesh), XPBD_OK, "grid");
  if (measure_mesh(self, &mesh, &m)) check_at_most(self, fabs(m.area - 4 * 8 * 0.25), 1e-13, "grid: area [m^2]");
  xpbd_mesh_destroy(&mesh);
  for (int level = 2; level <= 5; level++) {
    const double radius = 1.5;
    check_status(self, xpbd_mesh_make_sphere(level, radius, &mesh), XPBD_OK, "sphere");
    if (measure_mesh(self, &mesh, &m)) {
      const double v = m.volume / (4 * PI / 3 * pow(radius, 3)), a = m.area / (4 * PI * radius * radius);
      check_at_most(self, fabs(v - volume[level - 2]), 6e-7, "sphere, level %d: volume / ball", level);
      check_at_most(self, fabs(a - area[level - 2]), 6e-7, "sphere, level %d: area / sphere", level);
    }
    xpbd_mesh_destroy(&mesh);
  }
  check_status(self, xpbd_mesh_make_box(3, 4, 13, 0.5, &mesh), XPBD_OK, "box");
  if (measure_mesh(self, &mesh, &m)) {
    check_at_most(self, fabs(m.volume - 3 * 4 * 13 * 0.125), 1e-12, "box: volume [m^3]");
    check_at_most(self, fabs(m.area - 2 * (12 + 39 + 52) * 0.25), 1e-12, "box: area [m^2]");
  }
  for (int32_t t = 0; t < mesh.triangle_count; t++) { /* turned inside out */
    const int32_t kept = mesh.triangles[3 * t];
    mesh.triangles[3 * t] = mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 1] = kept;
  }
  if (measure_mesh(self, &mesh, &m)) check_control(self, m.volume < 0, "a box turned inside out");
  xpbd_mesh_destroy(&mesh);
  check_control(self, !(fabs(volume[0] - 1) <= 6e-7), "the ball for the polyhedron");
}

/* Three particles, one pinned, two springs; every number worked out by hand. */
static void by_hand(check *self, int argument) {
  (void)argument;
  const double x0[9] = {0, 0, 0, 1, 0, 0, 1, 2, 0}, w[3] = {0, 0.5, 0.25}; /* masses: none, 2 kg, 4 kg */
  const int32_t edges[4] = {0, 1, 1, 2};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 3;
  def.positions = x0, def.inverse_masses = w;
  def.gravity[0] = 1.0, def.gravity[1] = -10.0;
  xpbd_constraints_def sets[2] = {xpbd_constraints_def_default(), xpbd_constraints_def_default()};
  sets[0].formula = "stretching", sets[0].count = 2, sets[0].particles = edges;
  sets[0].material[0] = 3.0, sets[0].compliance = 0.5;
  sets[1].formula = "distance_bending", sets[1].count = 1, sets[1].particles = edges;
  sets[1].material[0] = 1.0, sets[1].compliance = 0.0; /* rigid: no elastic energy, but a residual */
  /* now: first edge 1.5 long (rest 1), second 2.5 (rest 2) */
  const double x[9] = {0, 0, 0, 1.5, 0, 0, 1.5, 2.5, 0}, v[9] = {9, 9, 9, 1, 2, 2, 0, 0, -3};
  rig r;
  xpbd_measures m = {0};
  if (rig_scene(&r, self, &def, 2, sets)) {
    check_status(self, xpbd_measure(r.scene, x, v, &m), XPBD_OK, "measure");
    check_at_most(self, fabs(m.kinetic - (0.5 * 2 * 9 + 0.5 * 4 * 9)), 1e-14, "kinetic energy [J], 27");
    check_at_most(self, fabs(m.gravitational - (-(2 * 0.5 + 4 * 0.5) + 4 * 10 * 0.5)), 1e-14,
                  "gravitational energy, 17");
    check_at_most(self, fabs(m.elastic - 2 * 1.5 * 1.5 / (2 * 0.5)), 1e-14, "elastic energy, 4.5");
    const double momentum[3] = {2, 4, 4 - 12}, centre[3] = {1.5, 10.0 / 6, 0};
    for (int k = 0; k < 3; k++) {
      check_at_most(self, fabs(m.momentum[k] - momentum[k]), 1e-14, "momentum, axis %d", k);
      check_at_most(self, fabs(m.centre[k] - centre[k]), 1e-14, "centre of mass, axis %d", k);
    }
    check_at_most(self, fabs(m.residual_mean - 3.5 / 3), 1e-14, "mean residual");
    check_at_most(self, fabs(m.residual_max - 1.5), 1e-14, "largest residual");
    check_at_most(self, fabs(m.strain_mean - 0.375), 1e-14, "mean strain");
    check_at_most(self, fabs(m.strain_max - 0.5), 1e-14, "largest strain");
    check_at_most(self, fabs(m.lowest - 0), 0.0, "lowest particle, the pinned one");
    check_control(self, !(fabs(m.elastic - 4.5 * 1.01) <= 1e-14), "an elastic energy 1 %% off");
  }
  rig_free(&r);
}

static void not_finite(check *self, int argument) {
  (void)argument;
  const double x[6] = {0}, w[2] = {1, 1};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 2;
  def.positions = x, def.inverse_masses = w;
  rig r;
  if (rig_scene(&r, self, &def, 0, NULL)) {
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    xpbd_measures m;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      double y[6] = {0};
      y[4] = bad[i];
      check_status(self, xpbd_measure(r.scene, y, x, &m), XPBD_ERR_DIVERGED, "a position is %g", bad[i]);
      check_true(self, strstr(xpbd_last_error(), "particle 1") != NULL, "the text names particle 1: %s",
                 xpbd_last_error());
      check_status(self, xpbd_measure(r.scene, x, y, &m), XPBD_ERR_DIVERGED, "a velocity is %g", bad[i]);
    }
    check_control(self, xpbd_measure(r.scene, x, x, &m) == XPBD_OK, "a finite state is measured");
  }
  rig_free(&r);
}

void check_group_measure(check_registry *registry) {
  check_add(registry, "surfaces", "area and volume of grid, spheres, box", surfaces, 0);
  check_add(registry, "by-hand", "energies, momentum, residual, strain of three particles", by_hand, 0);
  check_add(registry, "not-finite", "a state that is not finite is no measurement", not_finite, 0);
}
