/* Why this file exists: tests bodies of tets: the beam against closed forms, and surface, edges and orientation of any
 * tets against an independent search. An invalid body is refused with the wrong tet. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "mesh_checks.h"

static const int32_t sizes[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 3, 1}, {1, 1, 4}, {2, 3, 4}, {7, 2, 5}, {10, 10, 10}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Edges along the axes, diagonals of all faces, and diagonals of the cells. */
static int64_t beam_edges(int64_t x, int64_t y, int64_t z) {
  const int64_t axes = x * (y + 1) * (z + 1) + (x + 1) * y * (z + 1) + (x + 1) * (y + 1) * z;
  return axes + x * y * (z + 1) + x * (y + 1) * z + (x + 1) * y * z + x * y * z;
}

static void check_beam_shape(check *self, const xpbd_mesh *mesh, const int32_t n[3], double spacing, const char *name) {
  const double cell = spacing * spacing * spacing, cells = (double)n[0] * n[1] * n[2];
  double smallest;
  const double volume = mesh_tet_volume(mesh, &smallest);
  /* measured, all at 10 x 10 x 10: 7.7e-14 in the sum of 6000 tets, 1.8e-14 in the surface, 8.9e-16 in a tet */
  check_at_most(self, fabs(volume / (cells * cell) - 1), 4e-13, "%s: volume of the tets / exact - 1", name);
  check_at_most(self, fabs(mesh_volume(mesh) / (cells * cell) - 1), 4e-14, "%s: volume in the surface", name);
  check_at_most(self, fabs(6 * smallest / cell - 1), 5e-15, "%s: smallest tet / a sixth of a cell - 1", name);
  const double area = 2 * spacing * spacing * ((double)n[0] * n[1] + (double)n[1] * n[2] + (double)n[2] * n[0]);
  check_at_most(self, fabs(mesh_area(mesh) / area - 1), 4e-14, "%s: area of the surface / exact - 1", name);
}

static void run_beam(check *self, int argument) {
  for (int i = 0; i < SIZES; i++) {
    const int32_t *n = sizes[i];
    char name[64];
    snprintf(name, sizeof name, "beam %d x %d x %d", n[0], n[1], n[2]);
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (!check_status(self, xpbd_mesh_make_beam(n[0], n[1], n[2], 0.1, &mesh), XPBD_OK, "%s", name)) continue;
    const int64_t x = n[0], y = n[1], z = n[2];
    check_same(self, (uint64_t)mesh.vertex_count, (uint64_t)((x + 1) * (y + 1) * (z + 1)), "%s: vertices", name);
    check_same(self, (uint64_t)mesh.tet_count, (uint64_t)(6 * x * y * z), "%s: tets", name);
    check_same(self, (uint64_t)mesh.edge_count, (uint64_t)beam_edges(x, y, z), "%s: edges", name);
    check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)(4 * (x * y + y * z + z * x)), "%s: triangles", name);
    check_same(self, (uint64_t)(2 * mesh.hinge_count), (uint64_t)(3 * mesh.triangle_count), "%s: closed", name);
    check_same(self, (uint64_t)mesh_tet_euler(&mesh), 1, "%s: V - E + F - T", name);
    check_same(self, (uint64_t)mesh_tet_faults(&mesh), 0, "%s: faults", name);
    check_true(self, !mesh.texture, "%s: no texture", name);
    check_beam_shape(self, &mesh, n, 0.1, name);
    const double *last = mesh.positions + 3 * (size_t)(mesh.vertex_count - 1), *second = mesh.positions + 3;
    check_true(self, last[0] == 0.1 * n[0] && last[1] == 0.1 * n[1] && last[2] == 0.1 * n[2] && second[0] == 0.1,
               "%s: x fastest, from the origin to (%g, %g, %g)", name, last[0], last[1], last[2]);
    mesh.positions[0] -= 0.05;
    check_control(self, fabs(mesh_tet_volume(&mesh, NULL) / ((double)x * (double)y * (double)z * 1e-3) - 1) > 4e-13,
                  "%s: a corner pulled out", name);
  }
}

static void exchange(int32_t *a, int32_t *b) {
  const int32_t kept = *a;
  *a = *b, *b = kept;
}

/* The search must find each mistake. */
static void spoil_tets(check *self, xpbd_mesh *mesh) {
  exchange(&mesh->triangles[0], &mesh->triangles[1]);
  check_control(self, mesh_tet_faults(mesh) > 0, "a triangle turned inwards");
  exchange(&mesh->triangles[0], &mesh->triangles[1]);
  exchange(&mesh->edges[1], &mesh->edges[3]);
  check_control(self, mesh_tet_faults(mesh) > 0, "two edges exchanged");
  exchange(&mesh->edges[1], &mesh->edges[3]);
  exchange(&mesh->tets[2], &mesh->tets[3]);
  check_control(self, mesh_tet_faults(mesh) > 0, "a tet turned over");
  exchange(&mesh->tets[2], &mesh->tets[3]);
  mesh->triangle_count--;
  check_control(self, mesh_tet_faults(mesh) > 0, "a triangle left out");
  mesh->triangle_count++;
  mesh->edge_count--;
  check_control(self, mesh_tet_faults(mesh) > 0, "an edge left out");
  mesh->edge_count++;
  mesh->neighbours[0] ^= 1;
  check_control(self, mesh_tet_faults(mesh) > 0, "a wrong neighbour");
  mesh->neighbours[0] ^= 1;
  check_same(self, (uint64_t)mesh_tet_faults(mesh), 0, "faults after all is put right again");
}

/* Some tets of a beam, with vertices moved and renumbered, and corners in any order. Some inner faces become outer
 * ones. Edges and vertices where only corners touch are common. */
static int32_t pick_tets(check *self, xpbd_mesh *beam, int32_t *tets, int32_t *flipped) {
  int32_t count = 0, number[512];
  double moved[3 * 512];
  for (int32_t v = 0; v < beam->vertex_count; v++) number[v] = v;
  for (int32_t v = beam->vertex_count - 1; v > 0; v--)
    exchange(&number[v], &number[(int)check_random(self, 0, v + 0.999)]);
  for (int32_t v = 0; v < beam->vertex_count; v++)
    for (int axis = 0; axis < 3; axis++)
      moved[3 * number[v] + axis] = beam->positions[3 * v + axis] + check_random(self, -0.1, 0.1);
  memcpy(beam->positions, moved, 3 * (size_t)beam->vertex_count * sizeof *moved);
  const double share = check_random(self, 0.05, 1);
  *flipped = 0;
  for (int32_t t = 0; t < beam->tet_count; t++) {
    if (check_random(self, 0, 1) > share) continue;
    int32_t *corner = tets + 4 * count++;
    int exchanges = 0;
    for (int k = 0; k < 4; k++) corner[k] = number[beam->tets[4 * t + k]];
    for (int k = 3; k > 0; k--) {
      const int j = (int)check_random(self, 0, k + 0.999);
      exchange(&corner[k], &corner[j]);
      exchanges += j != k;
    }
    *flipped += exchanges % 2;
  }
  return count;
}

static void run_random_tets(check *self, int argument) {
  int32_t tets[4 * 1000], flipped;
  for (int round = 0; round < 100; round++) {
    xpbd_mesh beam, mesh;
    const int32_t n = 1 + round % 5;
    if (!check_status(self, xpbd_mesh_make_beam(n, 3, 2, 1, &beam), XPBD_OK, "round %d: beam", round)) continue;
    const int32_t count = pick_tets(self, &beam, tets, &flipped);
    if (count > 0 && check_status(self, xpbd_mesh_make_tets(beam.vertex_count, beam.positions, count, tets, &mesh),
                                  XPBD_OK, "round %d: %d tets", round, count)) {
      int32_t turned = 0, other = 0;
      for (int32_t t = 0; t < count; t++) {
        const int32_t *is = mesh.tets + 4 * t, *was = tets + 4 * t;
        const bool same = memcmp(is, was, 2 * sizeof *is) == 0;
        turned += same && is[2] == was[3] && is[3] == was[2];
        other += !same || (is[2] != was[2] && is[2] != was[3]) || is[2] + is[3] != was[2] + was[3];
      }
      check_same(self, (uint64_t)mesh_tet_faults(&mesh), 0, "round %d: faults", round);
      check_same(self, (uint64_t)turned, (uint64_t)flipped, "round %d: tets turned", round);
      check_same(self, (uint64_t)other, 0, "round %d: tets with other corners", round);
      check_at_most(self, fabs(mesh_volume(&mesh) / mesh_tet_volume(&mesh, NULL) - 1), 1e-14,
                    "round %d: volume in the surface / of the tets - 1", round); /* measured 8.9e-16 */
      if (round == 99) spoil_tets(self, &mesh);
      xpbd_mesh_destroy(&mesh);
    }
    xpbd_mesh_destroy(&beam);
  }
}

static void expect_tets(check *self, const double *positions, int32_t count, const int32_t *tets, const char *what) {
  xpbd_mesh mesh;
  check_status(self, xpbd_mesh_make_tets(7, positions, count, tets, &mesh), XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  check_true(self, !mesh.positions && !mesh.tets, "%s: no mesh after a failure", what);
}

static void run_tet_refusals(check *self, int argument) {
  /* 0 1 2 in a plane, 3 and 5 above it, 4 below, 6 in it and on the line of 0 1 */
  double x[21] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 1, 0.2, 0.2, -1, 0.3, 0.2, 1, 0.7, 0, 0};
  const int32_t good[8] = {0, 1, 2, 3, 0, 1, 2, 4}, far[8] = {0, 1, 2, 3, 0, 1, 2, 7}, below[4] = {0, -1, 2, 3};
  const int32_t twice[8] = {0, 1, 2, 3, 0, 4, 2, 4}, flat[8] = {0, 1, 2, 3, 0, 1, 2, 6},
                again[8] = {0, 1, 2, 3, 3, 2, 1, 0};
  const int32_t same_side[8] = {0, 1, 2, 3, 0, 1, 2, 5}, three[12] = {0, 1, 2, 3, 0, 1, 2, 4, 2, 1, 0, 5};
  xpbd_mesh mesh;
  expect_tets(self, x, 2, far, "index out of range");
  expect_tets(self, x, 1, below, "negative index");
  expect_tets(self, x, 2, twice, "repeated corner");
  expect_tets(self, x, 2, flat, "flat tet");
  expect_tets(self, x, 2, again, "the same tet twice");
  expect_tets(self, x, 2, same_side, "overlapping tets");
  expect_tets(self, x, 3, three, "a face of three tets");
  expect_tets(self, x, 0, good, "no tets");
  expect_tets(self, x, -1, good, "a negative number");
  expect_tets(self, x, INT32_MAX, good, "too many");
  expect_tets(self, NULL, 2, good, "no positions");
  expect_tets(self, x, 2, NULL, "no tets");
  check_control(self, xpbd_mesh_make_tets(7, x, 2, good, &mesh) == XPBD_OK, "two good tets are not refused");
  check_same(self, (uint64_t)mesh_tet_faults(&mesh), 0, "faults of the two");
  xpbd_mesh_destroy(&mesh);
  x[19] = NAN;
  expect_tets(self, x, 2, good, "NaN");
  x[19] = 0, x[11] = 1e200;
  expect_tets(self, x, 2, good, "a square past the range of double");
  check_status(self, xpbd_mesh_make_beam(1, -1, 1, 1, &mesh), XPBD_ERR_INVALID_ARGUMENT, "a side of -1");
  check_status(self, xpbd_mesh_make_beam(2000, 2000, 2000, 1, &mesh), XPBD_ERR_INVALID_ARGUMENT, "tets past 32 bits");
}

/* Flat tets whose computed volume is not 0 only by rounding must be refused. Thin tets that are not flat must not. */
static void run_flat_tets(check *self, int argument) {
  const int32_t tet[4] = {0, 1, 2, 3};
  int rounded = 0, accepted = 0, refused = 0;
  xpbd_mesh mesh;
  for (int round = 0; round < 500; round++) {
    double x[12], plane[3], smallest;
    for (int axis = 0; axis < 3; axis++) plane[axis] = check_random(self, -1, 1);
    for (int k = 0; k < 4; k++) { /* multiples of 1/64 in a plane z = (a x + b y) / 64 with whole a, b: exact */
      const double u = floor(check_random(self, -64, 64)) / 64, v = floor(check_random(self, -64, 64)) / 64;
      x[3 * k] = u, x[3 * k + 1] = v, x[3 * k + 2] = (floor(9 * plane[0]) * u + floor(9 * plane[1]) * v) / 64;
    }
    for (int i = 0; i < 12; i++) x[i] *= 1.0 / 3; /* now each is rounded */
    mesh = (xpbd_mesh){.vertex_count = 4, .tet_count = 1, .positions = x, .tets = (int32_t[]){0, 1, 2, 3}};
    mesh_tet_volume(&mesh, &smallest);
    rounded += smallest != 0;
    const xpbd_status status = xpbd_mesh_make_tets(4, x, 1, tet, &mesh);
    refused += status == XPBD_ERR_INVALID_ARGUMENT;
    xpbd_mesh_destroy(&mesh);
    x[11] += x[11] < 0 ? -1e-9 : 1e-9;
    const double base = (x[3] - x[0]) * (x[7] - x[1]) - (x[4] - x[1]) * (x[6] - x[0]);
    if (fabs(base) < 1e-3) continue; /* the base has no area */
    accepted += check_status(self, xpbd_mesh_make_tets(4, x, 1, tet, &mesh), XPBD_OK, "round %d: height 1e-9", round);
    xpbd_mesh_destroy(&mesh);
  }
  check_at_least(self, accepted, 300, "thin tets");
  check_control(self, rounded > 50, "a test against 0 would let %d of 500 flat tets pass", rounded);
  check_at_least(self, refused, 480, "flat tets refused of 500"); /* measured 499 */
}

/* The least volume is 3.5 DBL_EPSILON of the terms of its sum, here 1 + e and -1. Below that it may be rounding alone.
 * It must also be a normal number. */
static void run_least_volumes(check *self, int argument) {
  static const struct {
    double first[2], second[2], up; /* from the origin, in the plane; along z */
    bool volume;
  } cases[] = {{{1, 1}, {1, 1 + 8 * DBL_EPSILON}, 1, true},    {{1, 1}, {1, 1 + 7 * DBL_EPSILON}, 1, false},
               {{1, 1 + 8 * DBL_EPSILON}, {1, 1}, -1, true},   {{1, 1 + 7 * DBL_EPSILON}, {1, 1}, 1, false},
               {{0x1p-400, 0}, {0, 0x1p-400}, 0x1p-222, true}, {{0x1p-400, 0}, {0, 0x1p-400}, 0x1p-223, false},
               {{0x1p400, 0}, {0, 0x1p400}, -0x1p223, true},   {{0x1p400, 0}, {0, 0x1p400}, 0x1p224, false}};
  static const int32_t corner[4] = {0, 1, 2, 3};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double *a = cases[k].first, *b = cases[k].second;
    const double x[12] = {0, 0, 0, a[0], a[1], 0, b[0], b[1], 0, 0, 0, cases[k].up};
    const bool volume = xpbd_mesh_has_volume(x, corner);
    check_true(self, volume == cases[k].volume, "case %zu: %s volume", k, cases[k].volume ? "a" : "no");
    check_control(self, volume != cases[k ^ 1].volume, "case %zu: as its neighbour", k);
  }
}

static void run_copy(check *self, int argument) {
  xpbd_mesh mesh, copied;
  if (!check_status(self, xpbd_mesh_make_beam(3, 2, 2, 0.3, &mesh), XPBD_OK, "beam")) return;
  const size_t numbers = 6 * (size_t)mesh.triangle_count;
  mesh.texture = malloc(numbers * sizeof *mesh.texture);
  for (size_t i = 0; mesh.texture && i < numbers; i++) mesh.texture[i] = check_random(self, 0, 1);
  if (check_status(self, xpbd_mesh_copy(&mesh, &copied), XPBD_OK, "copying")) {
    check_true(self, mesh_equal(&mesh, &copied) && copied.texture, "the copy has everything");
    copied.texture[numbers - 1] += 1e-16;
    check_control(self, !mesh_equal(&mesh, &copied), "a texture coordinate changed in its last digit");
    copied.texture[numbers - 1] = mesh.texture[numbers - 1];
    copied.tets[5] ^= 1;
    check_control(self, !mesh_equal(&mesh, &copied), "another corner, which the original has not");
    copied.tets[5] ^= 1;
    xpbd_mesh_destroy(&mesh); /* sanitizers see what the copy still borrows */
    check_same(self, (uint64_t)mesh_tet_faults(&copied), 0, "faults of the copy without its original");
    xpbd_mesh_destroy(&copied);
  }
  xpbd_mesh_destroy(&mesh);
  const xpbd_mesh nothing = {0};
  check_status(self, xpbd_mesh_copy(&nothing, &copied), XPBD_OK, "copying nothing");
  check_true(self, !copied.positions && copied.vertex_count == 0, "the copy of nothing");
  check_status(self, xpbd_mesh_copy(NULL, &copied), XPBD_ERR_INVALID_ARGUMENT, "no mesh");
}

void check_mesh_tets(check_registry *registry) {
  check_add(registry, "beam", "counts, volume, surface and edges of the beam", run_beam, 0);
  check_add(registry, "random_tets", "surface, edges and orientation of any tets", run_random_tets, 0);
  check_add(registry, "tet_refusals", "what is no body is refused with the tet that is wrong", run_tet_refusals, 0);
  check_add(registry, "flat_tets", "no volume that only rounding makes", run_flat_tets, 0);
  check_add(registry, "least_volumes", "where a volume begins and ends", run_least_volumes, 0);
  check_add(registry, "copy", "a copy has everything and shares nothing", run_copy, 0);
}
