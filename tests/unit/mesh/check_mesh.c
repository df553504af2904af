/* Why this file exists: everything is simulated on these meshes. So counts, orientation, volume and topology of each
 * generator are checked against closed forms and an independent search. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mesh_checks.h"

typedef struct made {
  const char *name;
  int32_t vertices, edges, triangles, border, degree;
} made;

enum { CASES = 14 };

/* Counts from the papers where they give them (41 x 41 sheet, split octahedron), else from V - E + T. */
static const made cases[CASES] = {
    {"grid 2x2", 4, 5, 2, 4, 3},
    {"grid 21x21", 441, 1240, 800, 80, 6},
    {"grid 41x41", 1681, 4880, 3200, 160, 6},
    {"grid 7x3", 21, 44, 24, 16, 6},
    {"sphere 0", 6, 12, 8, 0, 4},
    {"sphere 2", 66, 192, 128, 0, 6},
    {"sphere 5", 4098, 12288, 8192, 0, 6},
    {"torus 30x30", 900, 2700, 1800, 0, 6},
    {"torus 3x3", 9, 27, 18, 0, 6},
    {"torus 5x17", 85, 255, 170, 0, 6},
    {"box 3x4x13", 208, 618, 412, 0, 6},
    {"box 1x1x1", 8, 18, 12, 0, 6},
    {"box 1x2x1", 12, 30, 20, 0, 6},
    {"box 5x1x1", 24, 66, 44, 0, 6},
};

static xpbd_status make_case(int index, xpbd_mesh *out) {
  switch (index) {
  case 0: return xpbd_mesh_make_grid(2, 2, 0.5, out);
  case 1: return xpbd_mesh_make_grid(21, 21, 0.05, out);
  case 2: return xpbd_mesh_make_grid(41, 41, 0.05, out);
  case 3: return xpbd_mesh_make_grid(7, 3, 1.0, out);
  case 4: return xpbd_mesh_make_sphere(0, 1.0, out);
  case 5: return xpbd_mesh_make_sphere(2, 1.0, out);
  case 6: return xpbd_mesh_make_sphere(5, 1.0, out);
  case 7: return xpbd_mesh_make_torus(30, 30, 2.0, 0.7, out);
  case 8: return xpbd_mesh_make_torus(3, 3, 2.0, 0.7, out);
  case 9: return xpbd_mesh_make_torus(5, 17, 2.0, 0.7, out);
  case 10: return xpbd_mesh_make_box(3, 4, 13, 0.1, out);
  case 11: return xpbd_mesh_make_box(1, 1, 1, 1.0, out);
  case 12: return xpbd_mesh_make_box(1, 2, 1, 1.0, out);
  default: return xpbd_mesh_make_box(5, 1, 1, 1.0, out);
  }
}

static void run_counts(check *self, int argument) {
  for (int i = 0; i < CASES; i++) {
    const made *c = &cases[i];
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, make_case(i, &mesh), XPBD_OK, "%s", c->name)) continue;
    check_same(self, (uint64_t)mesh.vertex_count, (uint64_t)c->vertices, "%s: vertices", c->name);
    check_same(self, (uint64_t)mesh.edge_count, (uint64_t)c->edges, "%s: edges", c->name);
    check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)c->triangles, "%s: triangles", c->name);
    check_same(self, (uint64_t)mesh.hinge_count, (uint64_t)(c->edges - c->border), "%s: hinges", c->name);
    check_same(self, (uint64_t)xpbd_mesh_max_degree(&mesh), (uint64_t)c->degree, "%s: largest degree", c->name);
    const int64_t euler = strncmp(c->name, "grid", 4) == 0 ? 1 : strncmp(c->name, "torus", 5) == 0 ? 0 : 2;
    check_same(self, (uint64_t)mesh_euler(&mesh), (uint64_t)euler, "%s: V - E + T", c->name);
    /* without its last triangle a mesh has other counts: a hole in a closed one, an open corner in a sheet */
    OWNED(xpbd_mesh_destroy) xpbd_mesh holed = {0};
    const xpbd_status status =
        xpbd_mesh_make(mesh.vertex_count, mesh.positions, mesh.triangle_count - 1, mesh.triangles, &holed);
    if (check_status(self, status, XPBD_OK, "%s without a triangle", c->name))
      check_control(self, holed.hinge_count != c->edges - c->border, "%s: a missing triangle", c->name);
  }
}

static void spoil_topology(check *self, xpbd_mesh *mesh, const char *name) {
  if (mesh->edge_count > 1) {
    int32_t *edge = mesh->edges;
    const int32_t kept = edge[1];
    edge[1] = edge[3], edge[3] = kept;
    check_control(self, mesh_faults(mesh) > 0, "%s: two edges exchanged", name);
    edge[3] = edge[1], edge[1] = kept;
  }
  if (mesh->hinge_count == 0) return;
  int32_t *opposite = &mesh->hinges[4 * (size_t)(mesh->hinge_count / 2) + 3];
  *opposite ^= 1;
  check_control(self, mesh_faults(mesh) > 0, "%s: a wrong opposite vertex", name);
  *opposite ^= 1;
  int32_t at = 0;
  while (mesh->neighbours[at] < 0) at++;
  const int32_t kept = mesh->neighbours[at];
  mesh->neighbours[at] = -1;
  check_control(self, mesh_faults(mesh) > 0, "%s: a forgotten neighbour", name);
  mesh->neighbours[at] = kept;
}

static void run_topology(check *self, int argument) {
  for (int i = 0; i < CASES; i++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, make_case(i, &mesh), XPBD_OK, "%s", cases[i].name)) continue;
    check_same(self, (uint64_t)mesh_faults(&mesh), 0, "%s: faults in edges, neighbours, hinges", cases[i].name);
    spoil_topology(self, &mesh, cases[i].name);
  }
}

/* Different random triples of few vertices: edges with many triangles, vertices without any, both orientations. */
static int32_t random_triangles(check *self, int32_t vertices, int32_t wanted, int32_t *triangles) {
  int32_t count = 0;
  for (int32_t attempt = 0; attempt < 4 * wanted && count < wanted; attempt++) {
    int32_t *corner = triangles + 3 * (size_t)count;
    for (int k = 0; k < 3; k++) corner[k] = (int32_t)check_random(self, 0, vertices - 1e-9);
    bool fresh = corner[0] != corner[1] && corner[1] != corner[2] && corner[2] != corner[0];
    for (int32_t t = 0; t < count && fresh; t++) {
      int shared = 0;
      for (int k = 0; k < 9; k++) shared += triangles[3 * t + k / 3] == corner[k % 3];
      fresh = shared < 3;
    }
    count += fresh;
  }
  return count;
}

static void run_random(check *self, int argument) {
  enum { VERTICES = 60, TRIANGLES = 200 };
  double positions[3 * VERTICES];
  int32_t triangles[3 * TRIANGLES + 3];
  for (int round = 0; round < 200; round++) {
    const int32_t vertices = 4 + (int32_t)check_random(self, 0, VERTICES - 4);
    for (int i = 0; i < 3 * VERTICES; i++) positions[i] = check_random(self, -1, 1);
    const int32_t count = random_triangles(self, vertices, (int32_t)check_random(self, 1, TRIANGLES), triangles);
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, xpbd_mesh_make(vertices, positions, count, triangles, &mesh), XPBD_OK,
                      "round %d: %d vertices, %d triangles", round, vertices, count))
      continue;
    check_same(self, (uint64_t)mesh_faults(&mesh), 0, "round %d: faults", round);
    if (round < 3) spoil_topology(self, &mesh, "random triangles");
    xpbd_mesh_destroy(&mesh);
    memcpy(triangles + 3 * count, (int32_t[]){triangles[1], triangles[0], triangles[2]}, 3 * sizeof *triangles);
    check_control(self, xpbd_mesh_make(vertices, positions, count + 1, triangles, &mesh) == XPBD_ERR_INVALID_ARGUMENT,
                  "round %d: the first triangle again, turned over", round);
  }
}

/* A fan of many triangles on one edge must not take quadratic time, and a large sheet at most linear time. The limits
 * are a hundred times the measured values, for slow machines and sanitizers. A quadratic algorithm takes hours. */
static void run_large(check *self, int argument) {
  enum { FAN = 200000 };
  OWNED(check_free) double *positions = malloc(3 * (FAN + 2) * sizeof *positions);
  OWNED(check_free) int32_t *triangles = malloc(3 * FAN * sizeof *triangles);
  if (!check_true(self, positions && triangles, "memory for a fan of %d triangles", FAN)) return;
  for (int32_t v = 0; v < FAN + 2; v++) {
    positions[3 * v] = v, positions[3 * v + 1] = v == 1, positions[3 * v + 2] = 0;
    if (v >= 2) memcpy(triangles + 3 * (v - 2), (int32_t[]){0, 1, v}, 3 * sizeof *triangles);
  }
  const clock_t begin = clock();
  OWNED(xpbd_mesh_destroy) xpbd_mesh fan = {0}, sheet = {0};
  check_status(self, xpbd_mesh_make(FAN + 2, positions, FAN, triangles, &fan), XPBD_OK, "fan");
  check_same(self, (uint64_t)fan.edge_count, 2 * FAN + 1, "edges of the fan");
  check_same(self, (uint64_t)fan.hinge_count, 1, "hinges of the fan: the first two triangles are paired");
  check_same(self, (uint64_t)xpbd_mesh_max_degree(&fan), FAN + 1, "degree of the fan");
  check_status(self, xpbd_mesh_make_grid(1281, 1281, 0.01, &sheet), XPBD_OK, "sheet");
  check_same(self, (uint64_t)sheet.edge_count, 4917760, "edges of the sheet");
  const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  check_at_most(self, seconds, 30, "seconds for a fan of %d triangles and a sheet of 1281 x 1281", FAN);
  memcpy(triangles + 3 * (FAN - 1), triangles + 3, 3 * sizeof *triangles);
  xpbd_mesh_destroy(&fan);
  check_control(self, xpbd_mesh_make(FAN + 2, positions, FAN, triangles, &fan) == XPBD_ERR_INVALID_ARGUMENT,
                "a triangle of the fan again, 200000 triangles later");
}

/* Two triangles, drawn by hand: 0-1 along x, 2 and 3 on either side. */
static void run_hinge(check *self, int argument) {
  const double positions[12] = {0, 0, 0, 1, 0, 0, 0.5, 0, -1, 0.5, 0, 1};
  const int32_t triangles[6] = {0, 1, 2, 1, 0, 3};
  const int32_t edges[10] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3}, neighbours[6] = {1, -1, -1, 0, -1, -1};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make(4, positions, 2, triangles, &mesh), XPBD_OK, "two triangles")) return;
  check_same(self, (uint64_t)mesh.edge_count, 5, "edges");
  check_true(self, mesh.edge_count == 5 && memcmp(mesh.edges, edges, sizeof edges) == 0, "edges in order");
  check_true(self, memcmp(mesh.neighbours, neighbours, sizeof neighbours) == 0, "neighbours");
  if (check_same(self, (uint64_t)mesh.hinge_count, 1, "hinges")) {
    const int32_t *x = mesh.hinges;
    check_true(self, x[0] == 0 && x[1] == 1 && x[2] == 2 && x[3] == 3, "hinge (%d, %d, %d, %d), expected (0, 1, 2, 3)",
               x[0], x[1], x[2], x[3]);
  }
  check_control(self, mesh.neighbours[1] != 1, "the neighbour is across the first edge, not the second");
}

static void run_sphere(check *self, int argument) {
  const double volume[4] = {.911416, .976798, .994130, .998528}, area[4] = {.951340, .987412, .996826, .999205};
  const double pi = acos(-1.0);
  for (int32_t level = 2; level <= 5; level++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, xpbd_mesh_make_sphere(level, 2.5, &mesh), XPBD_OK, "level %d", level)) continue;
    const double v = mesh_volume(&mesh) / (4 * pi / 3 * 2.5 * 2.5 * 2.5), a = mesh_area(&mesh) / (4 * pi * 2.5 * 2.5);
    check_at_most(self, fabs(v - volume[level - 2]), 1e-6, "level %d: volume / that of the ball", level);
    check_at_most(self, fabs(a - area[level - 2]), 1e-6, "level %d: area / that of the ball", level);
    double off = 0;
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
      const double *p = mesh.positions + 3 * (size_t)i;
      off = fmax(off, fabs(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 2.5));
    }
    check_at_most(self, off, 1e-14, "level %d: distance from the sphere", level);
    mesh.positions[0] *= 1.1;
    check_control(self, fabs(mesh_volume(&mesh) / (4 * pi / 3 * 15.625) - volume[level - 2]) > 1e-6,
                  "level %d: a vertex 10 %% off", level);
  }
}

/* The errors of volume and area fall as 1 / n^2 towards the smooth torus. A wrong orientation has negative volume. */
static void run_torus(check *self, int argument) {
  const double pi = acos(-1.0), exact_volume = 2 * pi * pi * 2 * 0.25, exact_area = 4 * pi * pi * 2 * 0.5;
  double volume_error[2], area_error[2];
  for (int i = 0; i < 2; i++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    const int32_t n = i == 0 ? 60 : 120;
    if (!check_status(self, xpbd_mesh_make_torus(n, n, 2, 0.5, &mesh), XPBD_OK, "torus %d", n)) return;
    volume_error[i] = 1 - mesh_volume(&mesh) / exact_volume;
    area_error[i] = 1 - mesh_area(&mesh) / exact_area;
  }
  check_between(self, volume_error[1], 0, 2e-3, "volume missing at 120 x 120");
  check_between(self, area_error[1], 0, 2e-3, "area missing at 120 x 120");
  check_between(self, volume_error[0] / volume_error[1], 3.9, 4.1, "ratio of volume errors at half the spacing");
  check_between(self, area_error[0] / area_error[1], 3.9, 4.1, "ratio of area errors at half the spacing");
  check_control(self, !(volume_error[0] >= 0 && volume_error[0] <= 2e-3), "60 x 60 would not pass as 120 x 120");
}

static void run_flat(check *self, int argument) {
  for (int32_t nx = 1; nx <= 4; nx++)
    for (int32_t ny = 1; ny <= 4; ny++)
      for (int32_t nz = 1; nz <= 4; nz++) {
        OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
        if (!check_status(self, xpbd_mesh_make_box(nx, ny, nz, 0.5, &mesh), XPBD_OK, "box %d %d %d", nx, ny, nz))
          continue;
        check_at_most(self, fabs(mesh_volume(&mesh) - nx * ny * nz * 0.125), 1e-13, "volume of %d %d %d", nx, ny, nz);
        check_at_most(self, fabs(mesh_area(&mesh) - (nx * ny + ny * nz + nz * nx) * 0.5), 1e-13, "area of %d %d %d", nx,
                      ny, nz);
        check_same(self, (uint64_t)mesh_faults(&mesh), 0, "faults of %d %d %d", nx, ny, nz);
      }
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(5, 3, 0.25, &mesh), XPBD_OK, "sheet")) return;
  check_at_most(self, fabs(mesh_area(&mesh) - 4 * 2 * 0.0625), 1e-15, "area of the sheet");
  const double *p = mesh.positions + 3 * (2 * 5 + 3);
  check_true(self, p[0] == 0.75 && p[1] == 0 && p[2] == 0.5, "vertex (row 2, column 3) at (%g, %g, %g)", p[0], p[1],
             p[2]);
  /* the volume under a sheet lifted by 1 is its area if all normals point up */
  for (int32_t v = 0; v < mesh.vertex_count; v++) mesh.positions[3 * v + 1] = 1;
  check_at_most(self, fabs(3 * mesh_volume(&mesh) - 0.5), 1e-14,
                "3 x volume between sheet and origin, = area x height");
  const int32_t kept = mesh.triangles[0];
  mesh.triangles[0] = mesh.triangles[1], mesh.triangles[1] = kept;
  check_control(self, fabs(3 * mesh_volume(&mesh) - 0.5) > 1e-14, "a triangle turned over");
}

static void expect_refusal(check *self, xpbd_status status, const char *what) {
  check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", what);
}

/* Too few or too many parts of a shape, invalid lengths, and no place for the result. */
static void refuse_shapes(check *self) {
  enum { MOST = 1 << 28 };
  static const int32_t grids[][2] = {{1, 5}, {5, 1}, {65536, 65536}, {INT32_MAX, INT32_MAX}};
  static const int32_t boxes[][3] = {{0, 1, 1},        {1, 0, 1},        {1, 1, 0},
                                     {MOST + 1, 1, 1}, {1, MOST + 1, 1}, {1, 1, MOST + 1}};
  static const double lengths[] = {0, -1, NAN, INFINITY, 1.7e308};
  xpbd_mesh m;
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
    expect_refusal(self, xpbd_mesh_make_grid(grids[i][0], grids[i][1], 1, &m), "a grid of so many");
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
    expect_refusal(self, xpbd_mesh_make_box(boxes[i][0], boxes[i][1], boxes[i][2], 1, &m), "a side of a box");
    expect_refusal(self, xpbd_mesh_make_beam(boxes[i][0], boxes[i][1], boxes[i][2], 1, &m), "a side of a beam");
  }
  expect_refusal(self, xpbd_mesh_make_box(MOST, MOST, MOST, 1, &m), "box past 32 bits");
  expect_refusal(self, xpbd_mesh_make_sphere(11, 1, &m), "sphere of level 11");
  expect_refusal(self, xpbd_mesh_make_sphere(-1, 1, &m), "sphere of level -1");
  expect_refusal(self, xpbd_mesh_make_torus(2, 9, 2, 1, &m), "torus of two");
  expect_refusal(self, xpbd_mesh_make_torus(9, 2, 2, 1, &m), "torus of two across");
  expect_refusal(self, xpbd_mesh_make_torus(9, 9, 1, 1, &m), "torus without hole");
  expect_refusal(self, xpbd_mesh_make_torus(3, 3, 1, 2, &m), "a torus through itself");
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    const double length = lengths[i];
    for (int k = 0; k < 3; k++) { /* the longest side decides, whichever it is */
      const int32_t x = 1 + (k == 0), y = 1 + (k == 1), z = 1 + (k == 2);
      if (k < 2) expect_refusal(self, xpbd_mesh_make_grid(x + 1, y + 1, length, &m), "a spacing");
      expect_refusal(self, xpbd_mesh_make_box(x, y, z, length, &m), "a spacing");
      expect_refusal(self, xpbd_mesh_make_beam(x, y, z, length, &m), "a spacing");
    }
    if (i == 4) continue; /* a radius of that length is valid */
    expect_refusal(self, xpbd_mesh_make_sphere(0, length, &m), "a radius");
    expect_refusal(self, xpbd_mesh_make_torus(3, 3, length, 0.5, &m), "a larger radius");
    expect_refusal(self, xpbd_mesh_make_torus(3, 3, 2, length, &m), "a smaller radius");
  }
  expect_refusal(self, xpbd_mesh_make_grid(2, 2, 1, NULL), "grid nowhere");
  expect_refusal(self, xpbd_mesh_make_sphere(0, 1, NULL), "sphere nowhere");
  expect_refusal(self, xpbd_mesh_make_torus(3, 3, 2, 1, NULL), "torus nowhere");
  expect_refusal(self, xpbd_mesh_make_box(1, 1, 1, 1, NULL), "box nowhere");
  expect_refusal(self, xpbd_mesh_make_beam(1, 1, 1, 1, NULL), "beam nowhere");
  expect_refusal(self, xpbd_mesh_copy(&(xpbd_mesh){0}, NULL), "copy nowhere");
}

static void run_refusals(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh m = {0};
  refuse_shapes(self);
  double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const int32_t good[3] = {0, 1, 2}, far[6] = {0, 1, 2, 0, 4, 1}, negative[3] = {0, -1, 2}, twice[3] = {0, 1, 1};
  const int32_t again[6] = {0, 1, 2, 2, 1, 0};
  expect_refusal(self, xpbd_mesh_make(4, x, 2, far, &m), "index out of range");
  expect_refusal(self, xpbd_mesh_make(4, x, 1, negative, &m), "negative index");
  expect_refusal(self, xpbd_mesh_make(4, x, 1, twice, &m), "repeated corner");
  expect_refusal(self, xpbd_mesh_make(4, x, 2, again, &m), "same triangle twice");
  expect_refusal(self, xpbd_mesh_make(-1, x, 1, good, &m), "negative count");
  expect_refusal(self, xpbd_mesh_make(4, NULL, 1, good, &m), "no positions");
  expect_refusal(self, xpbd_mesh_make(4, x, 1, NULL, &m), "no triangles");
  expect_refusal(self, xpbd_mesh_make(4, x, -1, good, &m), "negative count of triangles");
  expect_refusal(self, xpbd_mesh_make(4, x, 1, good, NULL), "triangles nowhere");
  expect_refusal(self, xpbd_mesh_make_tets(4, x, 1, (const int32_t[]){0, 1, 2, 3}, NULL), "tets nowhere");
  check_true(self, !m.positions && !m.triangles, "a refused mesh is empty");
  check_status(self, xpbd_mesh_make(4, x, 1, good, &m), XPBD_OK, "a good triangle");
  xpbd_mesh_destroy(&m);
  for (int k = 0; k < 12; k++) {
    const double kept = x[k];
    x[k] = k % 2 ? NAN : INFINITY;
    expect_refusal(self, xpbd_mesh_make(4, x, 1, good, &m), "a position");
    x[k] = kept;
  }
  x[3] = 0;
  expect_refusal(self, xpbd_mesh_make(4, x, 1, good, &m), "zero-length edge");
  check_control(self, xpbd_mesh_make_grid(2, 2, 1, &m) == XPBD_OK, "the smallest grid is not refused");
}

void check_group_mesh(check_registry *registry) {
  check_add(registry, "counts", "vertices, edges, triangles, hinges, Euler characteristic of every generator",
            run_counts, 0);
  check_add(registry, "topology", "order of edges, neighbours and hinges of every generator", run_topology, 0);
  check_add(registry, "random_topology", "the same on random triangles with any number at an edge", run_random, 0);
  check_add(registry, "large", "linear time on a large sheet and on a fan", run_large, 0);
  check_add(registry, "hinge", "two triangles drawn by hand", run_hinge, 0);
  check_add(registry, "sphere", "volume and area of the split octahedron", run_sphere, 0);
  check_add(registry, "torus", "volume and area converge to those of the torus", run_torus, 0);
  check_add(registry, "flat", "box and sheet: exact volume and area, orientation", run_flat, 0);
  check_add(registry, "refusals", "bad arguments are refused with a reason", run_refusals, 0);
  check_mesh_refusals(registry);
  check_mesh_memory(registry);
  check_mesh_tets(registry);
  check_mesh_fill(registry);
  check_mesh_files(registry);
  check_mesh_elements(registry);
  check_mesh_texture(registry);
  check_mesh_attributes(registry);
  check_mesh_bad_files(registry);
  check_mesh_polygons(registry);
  check_mesh_polygon_cells(registry);
  check_mesh_blocks(registry);
  check_mesh_repairs(registry);
  check_mesh_binary(registry);
}
