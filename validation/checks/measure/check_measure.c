/* Why this file exists: reports and other checks rely on energies, momentum, area and volume. They are compared here
 * with closed forms, on states that are set by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/strain.h"
#include "measure_checks.h"
#include "runner/check.h"
#include "runner/rig.h"

static const double PI = 3.14159265358979323846;

/// Scene of a mesh, all particles of mass 2 kg, without constraints.
static bool mesh_scene(rig *r, check *self, const xpbd_mesh *mesh) {
  OWNED(check_free) double *w = calloc((size_t)mesh->vertex_count, sizeof *w);
  for (int32_t i = 0; w && i < mesh->vertex_count; i++) w[i] = 0.5;
  xpbd_scene_def def = rig_points(mesh->vertex_count, mesh->positions, NULL, w);
  def.triangle_count = mesh->triangle_count, def.triangles = mesh->triangles;
  const bool good = w && rig_scene(r, self, &def, 0, NULL);
  return good;
}

static bool measure_mesh(check *self, const xpbd_mesh *mesh, xpbd_measures *out) {
  OWNED(rig_free) rig r = {0};
  const bool good = mesh_scene(&r, self, mesh) &&
                    check_status(self, xpbd_measure(r.scene, mesh->positions, xpbd_scene_velocities(r.scene), out),
                                 XPBD_OK, "measure");
  return good;
}

/* Grid: (columns - 1) (rows - 1) spacing^2. Octahedron subdivided 2 to 5 times, relative to the sphere it approaches:
 * volume .911416 .976798 .994130 .998528, area .951340 .987412 .996826 .999205 (printed to six digits). Box: exact. */
static void surfaces(check *self, int argument) {
  static const double volume[] = {0.911416, 0.976798, 0.994130, 0.998528},
                      area[] = {0.951340, 0.987412, 0.996826, 0.999205};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_measures m = {0};
  check_status(self, xpbd_mesh_make_grid(5, 9, 0.5, &mesh), XPBD_OK, "grid");
  if (measure_mesh(self, &mesh, &m)) check_at_most(self, fabs(m.area - 4 * 8 * 0.25), 1e-13, "grid: area [m^2]");
  xpbd_mesh_destroy(&mesh);
  for (int level = 2; level <= 5; level++) {
    const double radius = 1.5;
    check_status(self, xpbd_mesh_make_sphere(level, radius, &mesh), XPBD_OK, "sphere");
    if (measure_mesh(self, &mesh, &m)) {
      const double v = m.volume / (4 * PI / 3 * pow(radius, 3)), a = m.area / (4 * PI * radius * radius);
      check_why(self, "the closed form of the facetted sphere is written with six decimals");
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
  check_control(self, !(fabs(volume[0] - 1) <= 6e-7), "the ball for the polyhedron");
}

/* Three particles, one pinned, two springs; every number is computed by hand. */
static void by_hand(check *self, int argument) {
  const double x0[9] = {0, 0, 0, 1, 0, 0, 1, 2, 0}, w[3] = {0, 0.5, 0.25}; /* masses: none, 2 kg, 4 kg */
  const int32_t edges[4] = {0, 1, 1, 2};
  xpbd_scene_def def = rig_points(3, x0, NULL, w);
  def.gravity[0] = 1.0, def.gravity[1] = -10.0;
  xpbd_constraints_def sets[2] = {rig_set("stretching", 2, edges, NULL), rig_set("distance_bending", 1, edges, NULL)};
  sets[0].material[0] = 3.0, sets[0].compliance = 0.5;
  sets[1].material[0] = 1.0, sets[1].compliance = 0.0; /* rigid: no elastic energy, but a residual */
  /* now: first edge 1.5 long (rest 1), second 2.5 (rest 2) */
  const double x[9] = {0, 0, 0, 1.5, 0, 0, 1.5, 2.5, 0}, v[9] = {9, 9, 9, 1, 2, 2, 0, 0, -3};
  OWNED(rig_free) rig r = {0};
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
    double mean[2] = {0};
    for (int32_t k = 0; k < 2; k++) check_status(self, xpbd_measure_row(r.scene, k, 0, x, &mean[k]), XPBD_OK, "a row");
    check_at_most(self, fabs(mean[0] - 1.5), 1e-14, "mean residual of the springs");
    check_at_most(self, fabs(mean[1] - 0.5), 1e-14, "mean residual of the bending spring");
    check_status(self, xpbd_measure_row(r.scene, 2, 0, x, &mean[0]), XPBD_ERR_INVALID_ARGUMENT, "no such set");
    check_status(self, xpbd_measure_row(r.scene, 0, 1, x, &mean[0]), XPBD_ERR_INVALID_ARGUMENT, "no such row");
    check_status(self, xpbd_measure_row(r.scene, -1, 0, x, &mean[0]), XPBD_ERR_INVALID_ARGUMENT, "set -1");
    check_status(self, xpbd_measure_row(r.scene, 0, -1, x, &mean[0]), XPBD_ERR_INVALID_ARGUMENT, "row -1");
    xpbd_gradient_error gradient;
    for (int32_t k = -1; k <= 2; k++)
      check_status(self, xpbd_measure_gradient_of(r.scene, k, &gradient),
                   k < 0 || k > 1 ? XPBD_ERR_INVALID_ARGUMENT : XPBD_OK, "gradient of set %d", (int)k);
    check_status(self, xpbd_measure_gradient_of(NULL, 0, &gradient), XPBD_ERR_INVALID_ARGUMENT, "gradient of no scene");
    check_control(self, !(fabs(m.elastic - 4.5 * 1.01) <= 1e-14), "an elastic energy 1 %% off");
  }
}

/* If nothing can move there is no mass and no centre of mass. The results are zeros, and nothing is divided by zero. */
static void all_held(check *self, int argument) {
  const double x[6] = {1, 2, 3, 4, 5, 6}, v[6] = {7, 7, 7, 7, 7, 7};
  double w[2] = {0, 0};
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  for (int one_free = 0; one_free < 2; one_free++) {
    OWNED(rig_free) rig r = {0};
    xpbd_measures m;
    w[1] = 0.5 * one_free;
    if (rig_scene(&r, self, &def, 0, NULL) && check_status(self, xpbd_measure(r.scene, x, v, &m), XPBD_OK, "measure"))
      for (int k = 0; k < 3; k++) {
        if (one_free) {
          check_control(self, !(fabs(m.centre[k]) <= 0.0), "one particle is free: centre, axis %d", k);
          continue;
        }
        check_between(self, m.centre[k], 0.0, 0.0, "centre of no mass, axis %d", k);
        check_between(self, m.momentum[k], 0.0, 0.0, "momentum of no mass, axis %d", k);
      }
  }
}

/* A triangle twice as long along its first axis: a strain of that axis, none of the other, and no shear. */
static void by_row(check *self, int argument) {
  const double x0[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, x[9] = {0, 0, 0, 2, 0, 0, 0, 1, 0}, w[3] = {1, 1, 1};
  const int32_t triangle[3] = {0, 1, 2};
  xpbd_scene_def def = rig_points(3, x0, NULL, w);
  const xpbd_constraints_def sets[2] = {rig_set("sbd_stretch", 1, triangle, NULL),
                                        rig_set("sbd_shear", 1, triangle, NULL)};
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 2, sets)) {
    double along = NAN, across = NAN, shear = NAN;
    check_status(self, xpbd_measure_row(r.scene, 0, 0, x, &along), XPBD_OK, "first row");
    check_status(self, xpbd_measure_row(r.scene, 0, 1, x, &across), XPBD_OK, "second row");
    check_status(self, xpbd_measure_row(r.scene, 1, 0, x, &shear), XPBD_OK, "shear");
    check_at_most(self, across, 1e-14, "strain across");
    check_at_most(self, shear, 1e-14, "shear");
    check_control(self, !(along <= 1e-14), "the strain along is %g", along);
  }
}

static void not_finite(check *self, int argument) {
  const double x[6] = {0}, w[2] = {1, 1};
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 0, NULL)) {
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    xpbd_measures m;
    for (int k = 0; k < 18; k++) {
      const double value = bad[k % 3];
      double y[6] = {0};
      char said[64];
      y[k / 3] = value;
      snprintf(said, sizeof said, "position or velocity of particle %d is not finite", k / 9);
      check_status(self, xpbd_measure(r.scene, y, x, &m), XPBD_ERR_DIVERGED, "position %d is %g", k / 3, value);
      check_said(self, said, "a position");
      check_status(self, xpbd_measure(r.scene, x, y, &m), XPBD_ERR_DIVERGED, "velocity %d is %g", k / 3, value);
      check_said(self, said, "a velocity");
    }
    check_control(self, xpbd_measure(r.scene, x, x, &m) == XPBD_OK, "a finite state is measured");
  }
}

/// Both ratios of a mesh when each position x of `mesh` becomes matrix x + move.
static bool ratios_of(check *self, const xpbd_mesh *mesh, const double matrix[9], double move, xpbd_ratios out[2]) {
  OWNED(check_free) double *x = malloc(3 * (size_t)mesh->vertex_count * sizeof *x);
  for (int32_t i = 0; x && i < mesh->vertex_count; i++)
    for (int row = 0; row < 3; row++) {
      const double *from = &mesh->positions[3 * i];
      x[3 * i + row] = matrix[3 * row] * from[0] + matrix[3 * row + 1] * from[1] + matrix[3 * row + 2] * from[2] + move;
    }
  const bool open = mesh->tet_count == 0 && mesh->neighbours[0] < 0; /* only the grid */
  bool good = check_true(self, x != NULL, "memory");
  good = good && check_status(self, xpbd_measure_areas(mesh, x, &out[0]), XPBD_OK, "areas");
  if (good) {
    const xpbd_status status = xpbd_measure_volumes(mesh, x, &out[1]);
    good = check_status(self, status, open ? XPBD_ERR_UNSUPPORTED : XPBD_OK, "volumes");
  }
  return good;
}

static void alike(check *self, const xpbd_ratios *r, double expected, int64_t count, const char *what) {
  check_at_most(self, fabs(r->total / expected - 1), 1e-13, "%s: total", what); /* measured 1e-15 */
  check_at_most(self, fabs(r->mean_error - fabs(expected - 1)), 1e-13, "%s: mean error", what);
  check_at_most(self, fabs(r->least / expected - 1), 1e-12, "%s: least", what); /* 3e-14 */
  check_at_most(self, fabs(r->most / expected - 1), 1e-12, "%s: most", what);
  check_same(self, (uint64_t)r->count, (uint64_t)count, "%s: elements", what);
}

/* A matrix multiplies every volume by its determinant, and likewise an area in a plane, wherever the body is. */
static void ratios_scaled(check *self, int argument) {
  static const double larger[9] = {1.1, 0, 0, 0, 1.1, 0, 0, 0, 1.1}, shear[9] = {1, 0.7, 0.4, 0, 1, 0, 0, 0, 1},
                      wider[9] = {1.5, 0, 0.3, 0, 1, 0, 0, 0, 1}, mirrored[9] = {1, 0, 0, 0, 1, 0, 0, 0, -1};
  OWNED(xpbd_mesh_destroy) xpbd_mesh grid = {0}, sphere = {0}, beam = {0};
  check_status(self, xpbd_mesh_make_grid(5, 9, 0.5, &grid), XPBD_OK, "grid");
  check_status(self, xpbd_mesh_make_sphere(3, 1.5, &sphere), XPBD_OK, "sphere");
  check_status(self, xpbd_mesh_make_beam(2, 3, 4, 0.5, &beam), XPBD_OK, "beam");
  const xpbd_mesh *const bodies[2] = {&sphere, &beam};
  const int32_t tets[2] = {sphere.triangle_count, beam.tet_count};
  xpbd_ratios r[2];
  for (int k = 0; k < 2; k++) {
    const char *what = k ? "beam" : "sphere";
    if (ratios_of(self, bodies[k], larger, 3.0, r)) {
      alike(self, &r[0], 1.21, bodies[k]->triangle_count, what);
      alike(self, &r[1], 1.331, tets[k], what);
    }
    if (ratios_of(self, bodies[k], shear, -2.0, r)) alike(self, &r[1], 1.0, tets[k], what);
    check_control(self, r[0].most > 1.1, "a shear keeps no areas: %g", r[0].most);
    if (ratios_of(self, bodies[k], mirrored, 0.0, r)) alike(self, &r[1], -1.0, tets[k], what);
  }
  if (ratios_of(self, &grid, larger, 1.0, r)) alike(self, &r[0], 1.21, grid.triangle_count, "grid");
  if (ratios_of(self, &grid, wider, 1.0, r)) alike(self, &r[0], 1.5, grid.triangle_count, "grid made wider");
}

static void is(check *self, const xpbd_ratios *r, const double expected[4], int64_t count, const char *what) {
  check_at_most(self, fabs(r->total - expected[0]), 1e-14, "%s: total", what);
  check_at_most(self, fabs(r->mean_error - expected[1]), 1e-14, "%s: mean error", what);
  check_at_most(self, fabs(r->least - expected[2]), 1e-14, "%s: least", what);
  check_at_most(self, fabs(r->most - expected[3]), 1e-14, "%s: most", what);
  check_same(self, (uint64_t)r->count, (uint64_t)count, "%s: elements", what);
}

/* One of two elements squeezed to a half, flat, turned inside out: the same for two triangles and for two
 * tetrahedra. */
static void ratios_squeezed(check *self, int argument) {
  const double x[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1};
  const int32_t tets[8] = {0, 1, 2, 3, 0, 2, 1, 4}, triangles[6] = {0, 1, 2, 0, 2, 3};
  OWNED(xpbd_mesh_destroy) xpbd_mesh body = {0}, sheet = {0};
  check_status(self, xpbd_mesh_make_tets(5, x, 2, tets, &body), XPBD_OK, "two tets");
  check_status(self, xpbd_mesh_make(4, x, 2, triangles, &sheet), XPBD_OK, "two triangles");
  static const double height[4] = {1.0, 0.5, 0.0, -1.0};
  static const double volumes[4][4] = {{1, 0, 1, 1}, {0.75, 0.25, 0.5, 1}, {0.5, 0.5, 0, 1}, {0, 1, -1, 1}},
                      areas[4][4] = {{1, 0, 1, 1}, {0.75, 0.25, 0.5, 1}, {0.5, 0.5, 0, 1}, {1, 0, 1, 1}};
  xpbd_ratios r = {.count = 0};
  for (int k = 0; k < 4; k++) {
    double y[15];
    memcpy(y, x, sizeof y);
    y[11] = height[k];
    check_status(self, xpbd_measure_volumes(&body, y, &r), XPBD_OK, "volumes");
    is(self, &r, volumes[k], 2, "two tets");
    if (k == 3) check_control(self, !(fabs(r.least - 1) <= 1e-14), "a volume without its sign");
    check_status(self, xpbd_measure_areas(&sheet, y, &r), XPBD_OK, "areas");
    is(self, &r, areas[k], 2, "two triangles");
  }
}

/* An octahedron whose highest vertex is raised by 6 d: the ghost tip, the mean of six, follows by d. With corners at
 * distance 1 the tetrahedra above have six times the volume 1 + 5 d, those below 1 + d. With a fixed tip: 1 + 6 d and
 * 1. */
static void ratios_ghost(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_ratios r = {.count = 0};
  check_status(self, xpbd_mesh_make_sphere(0, 1.0, &mesh), XPBD_OK, "octahedron");
  const double d = 0.0625;
  double x[18];
  check_same(self, (uint64_t)mesh.vertex_count, 6, "vertices");
  memcpy(x, mesh.positions, sizeof x);
  for (int i = 0; i < 6; i++)
    if (x[3 * i + 1] > 0.5) x[3 * i + 1] += 6 * d;
  check_status(self, xpbd_measure_volumes(&mesh, x, &r), XPBD_OK, "volumes");
  const double expected[4] = {1 + 3 * d, 3 * d, 1 + d, 1 + 5 * d};
  is(self, &r, expected, 8, "octahedron");
  check_control(self, !(fabs(r.most - (1 + 6 * d)) <= 1e-14), "a tip that stays");
  /* The top pushed into the plane of four others: half of the body is left, and the tip sinks by a sixth. */
  for (int i = 0; i < 6; i++)
    if (x[3 * i + 1] > 0.5) x[3 * i + 1] = 0.0;
  check_status(self, xpbd_measure_volumes(&mesh, x, &r), XPBD_OK, "volumes");
  const double pushed[4] = {0.5, 0.5, 1.0 / 6, 5.0 / 6};
  is(self, &r, pushed, 8, "octahedron without its top");
}

/* Two octahedra in one mesh that move apart keep their volumes: each has its own tip. */
static void ratios_pieces(check *self, int argument) {
  enum { HALF = 6, FACES = 8 };
  OWNED(xpbd_mesh_destroy) xpbd_mesh one = {0}, two = {0};
  xpbd_ratios r = {.count = 0};
  double x[6 * HALF];
  int32_t triangles[6 * FACES];
  check_status(self, xpbd_mesh_make_sphere(0, 1.0, &one), XPBD_OK, "octahedron");
  check_same(self, (uint64_t)one.triangle_count, FACES, "triangles");
  for (int k = 0; k < 3 * HALF; k++) {
    x[2 * (k / 3) * 3 + k % 3] = one.positions[k]; /* every other vertex */
    x[(2 * (k / 3) + 1) * 3 + k % 3] = one.positions[k] + (k % 3 ? 0.0 : 4.0);
  }
  for (int k = 0; k < 3 * FACES; k++) {
    triangles[k] = 2 * one.triangles[k];
    triangles[3 * FACES + k] = 2 * one.triangles[k] + 1;
  }
  check_status(self, xpbd_mesh_make(2 * HALF, x, 2 * FACES, triangles, &two), XPBD_OK, "two octahedra");
  for (int i = 1; i < 2 * HALF; i += 2) x[3 * i] += 4.0;
  check_status(self, xpbd_measure_volumes(&two, x, &r), XPBD_OK, "volumes");
  alike(self, &r, 1.0, 2 * FACES, "two octahedra apart");
  for (int i = 1; i < 2 * HALF; i += 2)
    for (int k = 0; k < 3; k++) x[3 * i + k] *= 2.0;
  check_status(self, xpbd_measure_volumes(&two, x, &r), XPBD_OK, "volumes");
  const double expected[4] = {4.5, 3.5, 1, 8};
  is(self, &r, expected, 2 * FACES, "one of them twice as large");
  check_control(self, !(fabs(r.total - 8) <= 1e-14), "one of them for both");
}

/* Elements without size at rest: a flat one counts only in the total, a mesh of nothing else is refused. */
static void ratios_refused(check *self, int argument) {
  const double x[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 1};
  const int32_t triangles[6] = {0, 1, 2, 0, 3, 1};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0}, flat = {0}, sphere = {0};
  xpbd_ratios r = {.count = 1};
  check_status(self, xpbd_mesh_make(4, x, 2, triangles, &mesh), XPBD_OK, "a triangle and a flat one");
  double y[15];
  memcpy(y, x, sizeof y);
  y[10] = -1.0; /* the flat one opened */
  check_status(self, xpbd_measure_areas(&mesh, y, &r), XPBD_OK, "areas");
  const double expected[4] = {2, 0, 1, 1};
  is(self, &r, expected, 1, "a triangle and a flat one");
  check_status(self, xpbd_measure_volumes(&mesh, y, &r), XPBD_ERR_UNSUPPORTED, "volume of an open surface");
  check_same(self, (uint64_t)r.count, 0, "elements after a failure");
  const double bad[] = {(double)NAN, (double)INFINITY, 1e200};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    y[3] = bad[k];
    check_status(self, xpbd_measure_areas(&mesh, y, &r), XPBD_ERR_DIVERGED, "a position is %g", bad[k]);
  }
  check_status(self, xpbd_mesh_make(4, x, 1, &triangles[3], &flat), XPBD_OK, "a flat triangle");
  check_status(self, xpbd_measure_areas(&flat, x, &r), XPBD_ERR_UNSUPPORTED, "flat triangles only");
  check_status(self, xpbd_mesh_make_sphere(2, 1.0, &sphere), XPBD_OK, "sphere");
  check_control(self, xpbd_measure_volumes(&sphere, sphere.positions, &r) == XPBD_OK, "a closed sphere is measured");
  const int32_t kept = sphere.triangles[0];
  sphere.triangles[0] = sphere.triangles[1], sphere.triangles[1] = kept;
  check_status(self, xpbd_measure_volumes(&sphere, sphere.positions, &r), XPBD_ERR_UNSUPPORTED, "one triangle turned");
}

/* A square of two triangles, 1.1 times as wide: two edges have strain 0.1, two 0, the diagonal d. The ends of the
 * diagonal have three edges, the other corners two. */
static void vertex_strains(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  double rest[5], wide[12], strain[4], most = 0.0;
  if (!check_status(self, xpbd_mesh_make_grid(2, 2, 1.0, &mesh), XPBD_OK, "grid")) return;
  int corners[4] = {0};
  for (int k = 0; k < 10; k++) corners[mesh.edges[k]]++;
  for (int k = 0; k < 12; k++) wide[k] = mesh.positions[k] * (k % 3 == 0 ? 1.1 : 1.0);
  xpbd_edge_lengths(&mesh, mesh.positions, rest);
  const double d = sqrt(2.21 / 2.0) - 1.0, longest = (0.1 + d) / 3.0;
  check_status(self, xpbd_strain_at_vertices(&mesh, rest, wide, strain, &most), XPBD_OK, "strains");
  for (int i = 0; i < 4; i++)
    check_at_most(self, fabs(strain[i] - (corners[i] == 3 ? longest : 0.05)), 1e-15, "strain at vertex %d", i);
  check_at_most(self, fabs(most - longest), 1e-15, "the largest");
  for (int e = 0; e < 5; e++) rest[e] = 0.0;
  most = 2.0;
  check_status(self, xpbd_strain_at_vertices(&mesh, rest, wide, strain, &most), XPBD_OK,
               "strains of no length at rest");
  check_true(self, strain[0] == 0.0 && most == 2.0, "have none, and larger values stay");
  xpbd_edge_lengths(&mesh, wide, rest);
  check_status(self, xpbd_strain_at_vertices(&mesh, rest, wide, strain, NULL), XPBD_OK, "of a shape at rest");
  check_control(self, !(fabs(strain[0] - (corners[0] == 3 ? longest : 0.05)) <= 1e-15), "a shape at rest");
}

static void strain_scale(check *self, int argument) {
  enum { COUNT = 200 };
  double strains[COUNT], even[COUNT];
  for (int i = 0; i < COUNT; i++) strains[i] = even[i] = 0.001 * (COUNT - 1 - i);
  strains[COUNT / 2] = 50.0; /* one torn edge */
  check_at_most(self, fabs(xpbd_strain_scale(COUNT, strains) - 2.0 * 0.198), 1e-15, "twice what 198 of 200 reach");
  check_at_most(self, fabs(xpbd_strain_scale(COUNT, even) - 0.199), 1e-15, "without it, the largest");
  check_true(self, xpbd_strain_scale(0, NULL) == 0.0, "no vertices");
  strains[0] = 50.0, strains[1] = 50.0;
  check_control(self, xpbd_strain_scale(COUNT, strains) == 50.0, "three of 200 are not the exception");
}

void check_group_measure(check_registry *registry) {
  check_add(registry, "surfaces", "area and volume of grid, spheres, box", surfaces, 0);
  check_add(registry, "by-hand", "energies, momentum, residual, strain of three particles", by_hand, 0);
  check_add(registry, "vertex-strains", "strain of edges at each vertex of a wider square", vertex_strains, 0);
  check_add(registry, "strain-scale", "where colours of strain end, with a torn edge", strain_scale, 0);
  check_add(registry, "all-held", "a scene in which nothing moves has no centre of mass", all_held, 0);
  check_add(registry, "by-row", "the rows of a strain, each by itself", by_row, 0);
  check_add(registry, "not-finite", "a state that is not finite cannot be measured", not_finite, 0);
  check_add(registry, "ratios-scaled", "areas and volumes of elements under a matrix", ratios_scaled, 0);
  check_add(registry, "ratios-squeezed", "one element squeezed, flattened, turned inside out", ratios_squeezed, 0);
  check_add(registry, "ratios-ghost", "the tip of ghost tetrahedra follows the vertices", ratios_ghost, 0);
  check_add(registry, "ratios-pieces", "a mesh of two bodies has two tips", ratios_pieces, 0);
  check_add(registry, "ratios-refused", "flat elements, open and turned surfaces, states that are not finite",
            ratios_refused, 0);
  check_add(registry, "residual-by-hand", "the residual of a time step against two links solved by hand",
            measure_residual_by_hand, 0);
  check_add(registry, "residual-scenes", "it vanishes if a step converges: wind, ghost tips, hands, volumes",
            measure_residual_of_scenes, 0);
  check_add(registry, "residual-refused", "methods that solve other equations have none", measure_residual_refused, 0);
  check_add(registry, "residual-summed", "one constraint of a whole mesh by hand", measure_residual_summed, 0);
  check_add(registry, "residual-tips", "it vanishes with ghost tips that damping omits, too", measure_residual_of_tips,
            0);
  check_add(registry, "residual-pins", "a constraint that can move nothing is not an equation",
            measure_residual_of_pins, 0);
  check_add(registry, "residual-rest", "constraints at rest or pinned have no residual", measure_residual_of_rest, 0);
  check_add(registry, "rows-by-hand", "rows of two triangles, and elements without rows", measure_rows_by_hand, 0);
  check_add(registry, "rows-left-out", "elements that lack some of their rows", measure_rows_left_out, 0);
  check_add(registry, "summed", "one constraint of all triangles", measure_summed, 0);
  check_add(registry, "tips", "ghost tips, and edges without length at rest", measure_tips, 0);
  check_add(registry, "ratios-flat", "how flat an element may be", measure_flat, 0);
  check_add(registry, "ratios-texts", "what is refused, word for word", measure_ratio_texts, 0);
  for (int kind = 0; kind < XPBD_ELEMENTS; kind++) {
    check_add_named(registry, "the elements and materials on which gradients are measured", measure_gradient_elements,
                    kind, "gradient-elements/%d", kind);
  }
  check_add(registry, "trial-shapes", "the shapes and numbers on which a foreign formula is tried",
            measure_trial_shapes, 0);
  check_add(registry, "trial-arrays", "what a foreign formula does outside its arrays", measure_trial_arrays, 0);
  check_add(registry, "gradient-ties", "which of equal errors is reported", measure_gradient_ties, 0);
  check_add(registry, "gradient-lines", "how the measure of gradients reports single errors", measure_gradient_lines,
            0);
}
