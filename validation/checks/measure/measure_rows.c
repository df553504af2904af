/* Why this file exists: tests measurements by row, over whole meshes and of flat elements, against states computed by
 * hand. What cannot be measured must be refused with a text that says why. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula/table.h"
#include "measure_checks.h"
#include "runner/rig.h"

enum { MOST = 16 };

/// The mean residual of a row of the only set of a scene; NaN after a failure.
static double row_of(check *self, const rig *r, int row, const double *x) {
  double mean = NAN;
  return check_status(self, xpbd_measure_row(r->scene, 0, row, x, &mean), XPBD_OK, "row %d", row) ? mean : (double)NAN;
}

/// A scene of free particles of 1 kg and one set.
static bool scene_of(rig *r, check *self, int32_t n, const double *x, const xpbd_constraints_def *set) {
  double w[MOST];
  for (int i = 0; i < MOST; i++) w[i] = 1;
  xpbd_scene_def def = rig_points(n, x, NULL, w);
  return rig_scene(r, self, &def, 1, set);
}

/* Two triangles, one twice as long along the warp, one half as long along it and 1.5 times across: Green's strain is 3
 * and 0, and -0.75 and 1.25. In the third the second axis leans by 1. */
void measure_rows_by_hand(check *self, int argument) {
  const double x0[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0};
  const double x[18] = {0, 0, 0, 2, 0, 0, 0, 1, 0, 5, 0, 0, 5.5, 0, 0, 5, 1.5, 0};
  const int32_t triangles[6] = {0, 1, 2, 3, 4, 5};
  const xpbd_constraints_def set = rig_set("sbd_stretch", 2, triangles, NULL);
  OWNED(rig_free) rig r = {0};
  double mean;
  if (scene_of(&r, self, 6, x0, &set)) {
    check_at_most(self, fabs(row_of(self, &r, 0, x) - 3.75 / 2), 1e-14, "mean strain along");
    check_at_most(self, fabs(row_of(self, &r, 1, x) - 1.25 / 2), 1e-14, "mean strain across");
    check_control(self, !(fabs(row_of(self, &r, 0, x) - 1.25 / 2) <= 1e-14), "the other row");
    check_status(self, xpbd_measure_row(r.scene, 0, 2, x, &mean), XPBD_ERR_INVALID_ARGUMENT, "a third row");
    check_at_most(self, fabs(mean), 0.0, "the value then");
    check_status(self, xpbd_measure_row(r.scene, 1, 0, x, &mean), XPBD_ERR_INVALID_ARGUMENT, "another set");
    xpbd_gradient_error gradient;
    check_status(self, xpbd_measure_gradient_of(r.scene, 1, &gradient), XPBD_ERR_INVALID_ARGUMENT, "its gradient");
    double bad[18];
    memcpy(bad, x, sizeof bad);
    bad[15] = (double)NAN;
    check_true(self, isnan(row_of(self, &r, 1, bad)), "a position that is not finite shows");
    xpbd_measures m;
    double longer[24];
    for (int k = 0; k < 24; k++) longer[k] = k < 18 ? x[k] : (double)NAN;
    check_status(self, xpbd_measure(r.scene, longer, longer, &m), XPBD_OK, "what comes after it is ignored");
  }
}

/// A sum of nothing is no constraint: a spring of 1 m that is 2 m long is the only one.
static void empty_sum(check *self) {
  const double x[6] = {0, 0, 0, 2, 0, 0}, w[2] = {1, 1}, one = 1;
  const int32_t ends[2] = {0, 1};
  xpbd_constraints_def sets[2] = {rig_set("stretching", 1, ends, &one), rig_set("closed_volume", 0, NULL, NULL)};
  sets[0].material[0] = 1;
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  OWNED(rig_free) rig r = {0};
  xpbd_measures m;
  if (rig_scene(&r, self, &def, 2, sets) &&
      check_status(self, xpbd_measure(r.scene, x, xpbd_scene_velocities(r.scene), &m), XPBD_OK, "an empty sum")) {
    check_at_most(self, fabs(m.residual_mean - 1), 1e-15, "mean residual beside an empty sum");
    check_control(self, !(fabs(m.residual_mean - 0.5) <= 1e-15), "the empty sum counted as a constraint");
  }
}

/* The volume of an octahedron is 4/3 of the cube of its half axis; all its triangles are one constraint. */
void measure_summed(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  check_status(self, xpbd_mesh_make_sphere(0, 1.0, &mesh), XPBD_OK, "octahedron");
  xpbd_constraints_def sets[2] = {rig_set("closed_volume", mesh.triangle_count, mesh.triangles, NULL),
                                  rig_set("stretching", mesh.edge_count, mesh.edges, NULL)};
  sets[0].material[0] = 3, sets[0].compliance = 0.5;
  sets[1].material[0] = 1, sets[1].compliance = 0;
  const double w[6] = {1, 1, 1, 1, 1, 1};
  xpbd_scene_def def = rig_points(6, mesh.positions, NULL, w);
  OWNED(rig_free) rig r = {0};
  if (check_same(self, (uint64_t)mesh.edge_count, 12, "edges") && rig_scene(&r, self, &def, 2, sets))
    for (int larger = 0; larger < 2; larger++) {
      const double size = larger ? 2 : 0.5, sum = 3 * 4.0 / 3 * (size * size * size - 1),
                   length = fabs(size - 1) * sqrt(2);
      double x[18];
      xpbd_measures m;
      for (int k = 0; k < 18; k++) x[k] = size * mesh.positions[k];
      check_at_most(self, fabs(row_of(self, &r, 0, x) - fabs(sum)), 1e-13, "size %g: |sum of C|", size);
      check_status(self, xpbd_measure(r.scene, x, xpbd_scene_velocities(r.scene), &m), XPBD_OK, "measure");
      check_at_most(self, fabs(m.residual_mean - (fabs(sum) + 12 * length) / 13), 1e-13, "size %g: mean residual",
                    size);
      check_at_most(self, fabs(m.residual_max - fabs(sum)), 1e-13, "size %g: largest residual", size);
      check_at_most(self, fabs(m.elastic - sum * sum), 1e-12, "size %g: elastic energy", size);
      check_at_most(self, fabs(m.strain_mean - fabs(size - 1)), 1e-14, "size %g: mean strain", size);
      check_control(self, !(fabs(m.residual_mean - (fabs(sum) + 12 * length) / 20) <= 1e-13),
                    "each triangle counted as a constraint");
    }
  empty_sum(self);
}

/* Ghost tetrahedra of an octahedron whose top is raised by 6 d: the tip rises by d. Six times the volume of the four
 * tetrahedra above becomes 1 + 5 d, of those below 1 + d. An edge without length at rest has no strain. */
void measure_tips(check *self, int argument) {
  const double d = 0.0625;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  check_status(self, xpbd_mesh_make_sphere(0, 1.0, &mesh), XPBD_OK, "octahedron");
  const int32_t pair[4] = {0, 1, 0, 2};
  const double none[2] = {0, 1}, w[6] = {8, 8, 8, 8, 8, 8};
  xpbd_constraints_def tets = xpbd_constraints_def_default(), springs = rig_set("stretching", 2, pair, none);
  tets.formula = "tet_volume";
  xpbd_scene_def def = rig_points(6, mesh.positions, NULL, w);
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 0, NULL) &&
      check_status(self, xpbd_scene_add_on_mesh(r.scene, &mesh, 0, &tets), XPBD_OK, "ghost tets")) {
    double x[18];
    xpbd_measures m;
    memcpy(x, mesh.positions, sizeof x);
    for (int i = 0; i < 6; i++)
      if (x[3 * i + 1] > 0.5) x[3 * i + 1] += 6 * d;
    for (int i = 0; i < 6; i++) x[3 * i] += 0.25, x[3 * i + 2] += 0.75;
    check_status(self, xpbd_measure(r.scene, x, xpbd_scene_velocities(r.scene), &m), XPBD_OK, "measure");
    check_at_most(self, fabs(m.residual_mean - 3 * d / 6), 1e-14, "mean residual");
    check_at_most(self, fabs(m.residual_max - 5 * d / 6), 1e-14, "largest residual");
    check_at_most(self, fabs(m.lowest + 1), 0.0, "lowest particle [m]");
    check_at_most(self, fabs(m.centre[0] - 0.25) + fabs(m.centre[1] - d) + fabs(m.centre[2] - 0.75), 1e-15,
                  "centre of 0.75 kg [m]");
    check_at_most(self, fabs(row_of(self, &r, 0, x) - 3 * d / 6), 1e-14, "mean residual of the row");
    check_control(self, !(fabs(m.residual_max - 6 * d / 6) <= 1e-14), "a tip that stays");
    const double apart = x[3] - x[0], up = x[4] - x[1], aside = x[5] - x[2];
    check_status(self, xpbd_scene_add(r.scene, &springs), XPBD_OK, "an edge without length at rest");
    check_status(self, xpbd_measure(r.scene, x, xpbd_scene_velocities(r.scene), &m), XPBD_OK, "measure");
    const double length =
        sqrt((x[6] - x[0]) * (x[6] - x[0]) + (x[7] - x[1]) * (x[7] - x[1]) + (x[8] - x[2]) * (x[8] - x[2]));
    check_true(self, apart * apart + up * up + aside * aside > 1, "which has one now");
    check_at_most(self, fabs(m.strain_mean - fabs(length - 1)), 1e-14, "the strain of the other alone");
  }
}

/* ---- Rows that an element lacks ---- */

static double length_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[1], x[0]);
  g[0] = g[1] = d;
  return sqrt(xpbd_v_dot_f64(d, d));
}

/// Edges along x lack row 0, those along y row 1, those along z none, and those along a diagonal both.
static void some_rows(const xpbd_vec3_f64 *x, int row, double *rest) {
  const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[1], x[0]);
  const bool along_x = d.x > 0.5, along_y = d.y > 0.5;
  rest[0] = (row == 0 && along_x) || (row == 1 && along_y) ? (double)NAN : 1;
}

static void no_rest(const xpbd_vec3_f64 *x, int row, double *rest) {}

/// Edges of a formula whose rest shape has no numbers have no strain. (The tests set MALLOC_PERTURB_, so a wrong read
/// gives a large number.)
static void edges_without_rest(check *self) {
  const xpbd_formula made = {.info = {.name = "no_rest",
                                      .about = "-",
                                      .source = "-",
                                      .unit = "m",
                                      .element = XPBD_ON_EDGES,
                                      .rows = 1,
                                      .arity = 2},
                             .f64 = length_f64,
                             .rest_f64 = no_rest};
  const double x[6] = {0, 0, 0, 3, 0, 0};
  const int32_t ends[2] = {0, 1};
  const xpbd_constraints_def set = rig_set("no_rest", 1, ends, NULL);
  int index;
  OWNED(rig_free) rig r = {0};
  xpbd_measures m;
  if (check_status(self, xpbd_formula_append(&made, 1, &index), XPBD_OK, "appended") &&
      scene_of(&r, self, 2, x, &set) &&
      check_status(self, xpbd_measure(r.scene, x, xpbd_scene_velocities(r.scene), &m), XPBD_OK, "measure")) {
    check_at_most(self, fabs(m.residual_mean - 3), 1e-15, "mean residual without a rest shape");
    check_at_most(self, m.strain_mean + m.strain_max, 0.0, "strain without a rest shape");
  }
}

/* An element that lacks a rest shape in some of its rows is left out as a whole. */
void measure_rows_left_out(check *self, int argument) {
  const xpbd_formula made = {.info = {.name = "some_rows",
                                      .about = "-",
                                      .source = "-",
                                      .unit = "m",
                                      .element = XPBD_ON_EDGES,
                                      .rows = 2,
                                      .arity = 2,
                                      .rest_count = 1},
                             .f64 = length_f64,
                             .rest_f64 = some_rows};
  const double x[15] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 1, 0};
  enum { X = 1, Y, Z, DIAGONAL };
  static const struct {
    int count, to[3]; ///< Edges from particle 0; those to X and Y lack a row.
  } cases[] = {{1, {Z}}, {2, {Z, DIAGONAL}}, {3, {DIAGONAL, Z, DIAGONAL}}, {3, {X, Z, Y}}, {3, {Z, Y, X}}, {2, {X, Z}}};
  int index;
  check_status(self, xpbd_formula_append(&made, 1, &index), XPBD_OK, "appended");
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (int row = 0; row < 2; row++) {
      int32_t edges[6];
      for (int k = 0; k < cases[c].count; k++) edges[2 * k] = 0, edges[2 * k + 1] = cases[c].to[k];
      const xpbd_constraints_def set = rig_set("some_rows", cases[c].count, edges, NULL);
      OWNED(rig_free) rig r = {0};
      double mean = NAN;
      if (scene_of(&r, self, 5, x, &set)) {
        check_status(self, xpbd_measure_row(r.scene, 0, row, x, &mean), XPBD_OK, "edges of case %zu, row %d", c, row);
        check_at_most(self, fabs(mean - 3.0), 1e-15, "case %zu: the mean over the whole elements", c);
        check_control(self, fabs(mean - 2.0) > 0.5, "an edge that lacks a row has a length of 1 or 2");
      }
    }
  edges_without_rest(self);
}

/* ---- Flat elements, and what is refused ---- */

/// Elements counted of a good triangle and one of height h over its longest side, in sizes of a tenth of a metre; the
/// corners in one of three orders.
static int64_t triangles_counted(check *self, double h, int order) {
  double x[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 0, 4, 0, 0, 3.4, h, 0};
  for (int k = 0; k < 18; k++) x[k] /= 10;
  const int32_t triangles[6] = {0, 1, 2, 3 + order, 3 + (order + 1) % 3, 3 + (order + 2) % 3};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_ratios ratios = {.count = -1};
  if (check_status(self, xpbd_mesh_make(6, x, 2, triangles, &mesh), XPBD_OK, "two triangles"))
    check_status(self, xpbd_measure_areas(&mesh, x, &ratios), XPBD_OK, "areas");
  return ratios.count;
}

/// The same for tetrahedra of height h over the base, the longest edge at the tip being sqrt(1 + h^2).
static int64_t tets_counted(check *self, double h, int order) {
  const double base[3][2] = {{1, 0}, {-0.5, 0.8}, {-0.5, -0.8}};
  double x[24] = {0, 5, 0, 1, 5, 0, 0, 6, 0, 0, 5, 1, 0, h, 0};
  for (int k = 0; k < 3; k++) {
    x[15 + 3 * k] = base[(k + order) % 3][0];
    x[17 + 3 * k] = base[(k + order) % 3][1];
  }
  for (int k = 0; k < 24; k++) x[k] /= 10;
  const int32_t tets[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_ratios ratios = {.count = -1};
  if (check_status(self, xpbd_mesh_make_tets(8, x, 2, tets, &mesh), XPBD_OK, "two tets"))
    check_status(self, xpbd_measure_volumes(&mesh, x, &ratios), XPBD_OK, "volumes");
  return ratios.count;
}

/* Too flat: a doubled area of 1e-6 of the longest side squared; a height of 0.05 of the longest edge at the tip. */
void measure_flat(check *self, int argument) {
  const double height = 0.05 / sqrt(1 - 0.05 * 0.05);
  for (int order = 0; order < 3; order++) {
    check_same(self, (uint64_t)triangles_counted(self, 0.999e-6, order), 1, "triangles, one too flat, order %d", order);
    check_same(self, (uint64_t)triangles_counted(self, 1.001e-6, order), 2, "triangles, none too flat, order %d",
               order);
    check_same(self, (uint64_t)tets_counted(self, 0.999 * height, order), 1, "tets, one too flat, order %d", order);
    check_same(self, (uint64_t)tets_counted(self, 1.001 * height, order), 2, "tets, none too flat, order %d", order);
  }
  check_control(self, triangles_counted(self, 1.0, 0) != 1, "one not flat at all");
}

static void refused(check *self, xpbd_status status, xpbd_status expected, const xpbd_ratios *r, const char *said) {
  check_status(self, status, expected, "%s", said);
  check_said(self, said, "the text");
  check_true(self, r->count == 0 && r->total == 0 && r->mean_error == 0 && r->least == 0 && r->most == 0,
             "nothing is measured");
}

void measure_ratio_texts(check *self, int argument) {
  const double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const int32_t shell[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, turned[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 2, 1, 3};
  OWNED(xpbd_mesh_destroy) xpbd_mesh open = {0}, wrong = {0}, closed = {0}, nothing = {0};
  xpbd_ratios r = {.count = 7};
  check_status(self, xpbd_mesh_make(4, x, 4, shell, &closed), XPBD_OK, "a tetrahedron's surface");
  check_status(self, xpbd_mesh_make(4, x, 3, shell, &open), XPBD_OK, "three of its triangles");
  check_status(self, xpbd_mesh_make(4, x, 4, turned, &wrong), XPBD_OK, "one of them turned");
  check_status(self, xpbd_mesh_make(4, x, 0, NULL, &nothing), XPBD_OK, "no triangle");
  refused(self, xpbd_measure_volumes(&open, x, &r), XPBD_ERR_UNSUPPORTED, &r,
          "an open surface has no volume: triangle 0 has no neighbour at its edge from 2 to 1");
  refused(self, xpbd_measure_volumes(&wrong, x, &r), XPBD_ERR_UNSUPPORTED, &r,
          "an inconsistently oriented surface has no volume: triangles 0 and 3 both run from 2 to 1");
  refused(self, xpbd_measure_areas(&nothing, x, &r), XPBD_ERR_UNSUPPORTED, &r,
          "the mesh has no area at rest to compare with");
  refused(self, xpbd_measure_volumes(&nothing, x, &r), XPBD_ERR_UNSUPPORTED, &r,
          "the mesh has no volume at rest to compare with");
  const double flat[9] = {0, 0, 0, 1, 0, 0, 0.4, 1e-7, 0};
  const int32_t one[3] = {0, 1, 2};
  OWNED(xpbd_mesh_destroy) xpbd_mesh thin = {0};
  check_status(self, xpbd_mesh_make(3, flat, 1, one, &thin), XPBD_OK, "a flat triangle that has an area");
  refused(self, xpbd_measure_areas(&thin, flat, &r), XPBD_ERR_UNSUPPORTED, &r,
          "the mesh has no area at rest to compare with");
  double y[12];
  memcpy(y, x, sizeof y);
  y[10] = -(double)INFINITY;
  refused(self, xpbd_measure_areas(&closed, y, &r), XPBD_ERR_DIVERGED, &r, "position of vertex 3 is not finite");
  refused(self, xpbd_measure_volumes(&closed, y, &r), XPBD_ERR_DIVERGED, &r, "position of vertex 3 is not finite");
  y[10] = 1e160;
  refused(self, xpbd_measure_areas(&closed, y, &r), XPBD_ERR_DIVERGED, &r, "the area is too large for a number");
  for (int k = 0; k < 12; k++) y[k] = 1e110 * x[k];
  refused(self, xpbd_measure_volumes(&closed, y, &r), XPBD_ERR_DIVERGED, &r, "the volume is too large for a number");
  check_control(self, xpbd_measure_volumes(&closed, x, &r) == XPBD_OK && r.count == 4, "a closed one is measured");
}
