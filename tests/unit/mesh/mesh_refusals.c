/* Why this file exists: tests refusals with elements and vertices whose numbers all differ (tests/golden/errors/mesh
 * has the words). Elsewhere an index that is right only for the first of them would pass, or a limit next to the named
 * one. A refused call leaves no mesh, whatever was there before. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh_checks.h"
#include "xpbd/import.h"

/* Old content. */
static xpbd_mesh *soiled(xpbd_mesh *mesh) {
  memset(mesh, 0x55, sizeof *mesh);
  return mesh;
}

static bool is_nothing(const xpbd_mesh *m) {
  return m->vertex_count == 0 && m->triangle_count == 0 && m->edge_count == 0 && m->hinge_count == 0 &&
         m->tet_count == 0 && !m->positions && !m->triangles && !m->edges && !m->neighbours && !m->hinges && !m->tets &&
         !m->texture;
}

static void refused(check *self, xpbd_status status, const xpbd_mesh *mesh, const char *what) {
  check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  check_true(self, is_nothing(mesh), "%s: no mesh", what);
}

static void run_nothing(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh m = {0};
  refused(self, xpbd_mesh_make_grid(1, 5, 1, soiled(&m)), &m, "a grid of one column");
  refused(self, xpbd_mesh_make_sphere(11, 1, soiled(&m)), &m, "a sphere");
  refused(self, xpbd_mesh_make_torus(2, 9, 2, 1, soiled(&m)), &m, "a torus of two");
  refused(self, xpbd_mesh_make_torus(3, 9, 2, 5, soiled(&m)), &m, "a torus through itself");
  refused(self, xpbd_mesh_make_box(2, 0, 3, 1, soiled(&m)), &m, "a box of no cells");
  refused(self, xpbd_mesh_make_beam(2, 3, 0, 1, soiled(&m)), &m, "a beam of no cells");
  refused(self, xpbd_mesh_make(3, NULL, 0, NULL, soiled(&m)), &m, "no positions");
  refused(self, xpbd_mesh_make_tets(3, NULL, 1, NULL, soiled(&m)), &m, "no positions of a body");
  refused(self, xpbd_mesh_copy(NULL, soiled(&m)), &m, "a copy of nothing");
  const xpbd_import_def other = {0};
  const xpbd_import_info none = {0};
  xpbd_import_info info;
  memset(&info, 0x55, sizeof info);
  refused(self, xpbd_mesh_read("mesh.obj", &other, &info, soiled(&m)), &m, "a definition of other origin");
  check_true(self, memcmp(&info, &none, sizeof info) == 0, "nothing repaired of what was not read");
  check_control(self, !is_nothing(soiled(&m)), "what was there before");
  check_control(self, xpbd_mesh_make_grid(2, 2, 1, &m) == XPBD_OK && !is_nothing(&m), "a grid");
}

/* The longer side decides, whichever it is: 3 of these are too long, and 2 are not. */
static void run_long_sides(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh m = {0};
  refused(self, xpbd_mesh_make_grid(2, 3, 0.8e308, soiled(&m)), &m, "three rows");
  refused(self, xpbd_mesh_make_grid(3, 2, 0.8e308, soiled(&m)), &m, "three columns");
  check_control(self, xpbd_mesh_make_grid(2, 2, 0.8e308, &m) == XPBD_OK, "two of both");
}

static void run_counts(check *self, int argument) {
  const int64_t most = INT32_MAX;
  OWNED(xpbd_mesh_destroy) xpbd_mesh m = {0};
  refused(self, xpbd_mesh_reserve("heap", most, 715827883, soiled(&m)), &m, "a triangle too many");
  refused(self, xpbd_mesh_reserve("heap", 5, -1, soiled(&m)), &m, "a negative number of triangles");
  refused(self, xpbd_mesh_reserve("heap", most + 1, 0, soiled(&m)), &m, "a vertex too many");
  refused(self, xpbd_mesh_reserve("heap", -1, 5, soiled(&m)), &m, "a negative number of vertices");
  refused(self, xpbd_mesh_reserve_tets("body", most, 178956971, soiled(&m)), &m, "a tet too many");
  refused(self, xpbd_mesh_reserve_tets("body", most, 0, soiled(&m)), &m, "no tets");
  refused(self, xpbd_mesh_reserve_tets("body", most + 1, 1, soiled(&m)), &m, "a vertex of a body too many");
  refused(self, xpbd_mesh_reserve_tets("body", -1, 1, soiled(&m)), &m, "a negative number of vertices of a body");
  check_status(self, xpbd_mesh_reserve("heap", 3, 1, NULL), XPBD_ERR_INVALID_ARGUMENT, "a heap nowhere");
  check_status(self, xpbd_mesh_reserve_tets("body", 4, 1, NULL), XPBD_ERR_INVALID_ARGUMENT, "a body nowhere");
  check_control(self, xpbd_mesh_reserve("heap", 0, 0, &m) == XPBD_OK, "none at all");
  xpbd_mesh_destroy(&m);
  check_control(self, xpbd_mesh_reserve_tets("body", 0, 1, &m) == XPBD_OK, "a tet before its vertices");
}

static void run_triangles(check *self, int argument) {
  static const double x[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0}; /* the last is at the position of 2 */
  static const struct {
    int32_t triangles[6];
    const char *what;
  } bad[] = {{{0, 1, 2, 3, 2, 3}, "first and last corner"}, {{0, 1, 2, 2, 2, 3}, "first and second corner"},
             {{0, 1, 2, 4, 2, 3}, "no first edge"},         {{0, 1, 2, 3, 4, 2}, "no second edge"},
             {{0, 1, 2, 2, 3, 4}, "no third edge"},         {{0, 1, 2, 3, 5, 2}, "an index out of range"}};
  static const int32_t good[6] = {0, 1, 2, 3, 4, 0};
  OWNED(xpbd_mesh_destroy) xpbd_mesh m = {0};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    refused(self, xpbd_mesh_make(5, x, 2, bad[k].triangles, soiled(&m)), &m, bad[k].what);
  /* a fan of six, with the last one repeated. Near 0 a wrong share of a half-edge would still give the right
   * triangle */
  double fan[24];
  int32_t triangles[21] = {[18] = 7, 0, 6};
  for (int k = 0; k < 8; k++) fan[3 * k] = k, fan[3 * k + 1] = k * k, fan[3 * k + 2] = 0;
  for (int k = 0; k < 6; k++) triangles[3 * k] = 0, triangles[3 * k + 1] = k + 1, triangles[3 * k + 2] = k + 2;
  refused(self, xpbd_mesh_make(8, fan, 7, triangles, soiled(&m)), &m, "the last of a fan twice");
  check_control(self, xpbd_mesh_make(8, fan, 6, triangles, &m) == XPBD_OK, "the fan");
  xpbd_mesh_destroy(&m);
  check_control(self, xpbd_mesh_make(5, x, 2, good, &m) == XPBD_OK, "two vertices at one place, no edge between them");
}

enum { BODIES = 8, BODY_VERTICES = 4 * BODIES + 2, MORE = 2 };

/* Separate tets, 10 m apart. Above and below the last but one is a vertex each. */
static void make_bodies(double x[3 * BODY_VERTICES], int32_t tets[4 * (BODIES + MORE)]) {
  static const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const double beside[2][3] = {{60.2, 0.2, -1}, {60.3, 0.2, 1}};
  for (int v = 0; v < 4 * BODIES; v++) {
    for (int axis = 0; axis < 3; axis++) x[3 * v + axis] = corners[v % 4][axis] + (axis == 0 ? 10.0 * (v / 4) : 0.0);
    tets[v] = v;
  }
  memcpy(x + (size_t)(12 * BODIES), beside, sizeof beside);
}

static void run_tets(check *self, int argument) {
  static const struct {
    int32_t count, more[4 * MORE];
    const char *what;
  } bad[] = {{1, {27, 26, 25, 24}, "a tet twice"},
             {1, {24, 25, 26, 33}, "one side"},
             {2, {24, 25, 26, 32, 24, 25, 26, 33}, "a face of three"},
             {1, {24, 25, 34, 26}, "an index out of range"},
             {1, {24, 33, 26, 33}, "a repeated corner"}};
  double x[3 * BODY_VERTICES];
  int32_t tets[4 * (BODIES + MORE)];
  xpbd_mesh m;
  make_bodies(x, tets);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    memcpy(tets + (size_t)(4 * BODIES), bad[k].more, sizeof bad[k].more);
    refused(self, xpbd_mesh_make_tets(BODY_VERTICES, x, BODIES + bad[k].count, tets, soiled(&m)), &m, bad[k].what);
  }
  static const int32_t below[4] = {24, 25, 26, 32};
  memcpy(tets + (size_t)(4 * BODIES), below, sizeof below);
  check_control(self, xpbd_mesh_make_tets(BODY_VERTICES, x, BODIES + 1, tets, &m) == XPBD_OK, "one on the other side");
  xpbd_mesh_destroy(&m);
  memcpy(x + 21, x + 15, 3 * sizeof *x); /* vertex 7 where 5 is */
  refused(self, xpbd_mesh_make_tets(BODY_VERTICES, x, BODIES, tets, soiled(&m)), &m, "an edge without length");
}

/* Each number of the texture is read, and none beyond. */
static void run_texture(check *self, int argument) {
  enum { TRIANGLES = 8, NUMBERS = 6 * TRIANGLES, ROOM = NUMBERS + TRIANGLES };
  double texture[ROOM];
  char *folder = folder_make(self);
  xpbd_mesh m;
  if (check_status(self, xpbd_mesh_make_grid(3, 3, 1, &m), XPBD_OK, "a sheet of eight triangles")) {
    const char *path = folder_path(folder, "sheet.obj");
    m.texture = texture;
    for (int bad = 0; bad < NUMBERS; bad++) {
      for (int k = 0; k < ROOM; k++) texture[k] = k < NUMBERS && k != bad ? 0.125 * k : NAN;
      check_status(self, xpbd_mesh_write(path, &m, NULL), XPBD_ERR_INVALID_ARGUMENT, "texture coordinate %d", bad);
    }
    check_same(self, (uint64_t)folder_count(folder), 0, "files");
    texture[NUMBERS - 1] = 1;
    check_control(self, xpbd_mesh_write(path, &m, NULL) == XPBD_OK && folder_count(folder) == 1, "all of them finite");
    m.texture = NULL; /* the array is not the mesh's own */
    xpbd_mesh_destroy(&m);
  }
}

void check_mesh_refusals(check_registry *registry) {
  check_add(registry, "refusals-nothing", "whoever is refused has no mesh", run_nothing, 0);
  check_add(registry, "refusals-sides", "the longer side of a sheet decides how far apart its vertices may be",
            run_long_sides, 0);
  check_add(registry, "refusals-counts", "the most vertices, triangles and tets", run_counts, 0);
  check_add(registry, "refusals-triangles", "triangles and their corners are named as they are", run_triangles, 0);
  check_add(registry, "refusals-tets", "tets, faces and edges are named as they are", run_tets, 0);
  check_add(registry, "refusals-texture", "the triangle of each texture coordinate that is not finite", run_texture, 0);
}
