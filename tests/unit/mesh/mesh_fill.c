/* Why this file exists: tests the body of cells that fills a closed surface: a box against the beam, a ball against its
 * volume, cells that meet only at an edge or a corner, and surfaces that cannot be filled. */
#include <math.h>
#include <stdlib.h>

#include "mesh_checks.h"

static void fill_box(check *self, int argument) {
  xpbd_mesh surface, body = {0}, beam = {0};
  if (!check_status(self, xpbd_mesh_make_box(3, 2, 4, 0.5, &surface), XPBD_OK, "a box")) return;
  check_status(self, xpbd_mesh_make_fill(&surface, 0.5, &body), XPBD_OK, "its cells");
  check_status(self, xpbd_mesh_make_beam(3, 2, 4, 0.5, &beam), XPBD_OK, "the beam of these cells");
  check_true(self, mesh_equal(&body, &beam), "the filled box is the beam"); /* halves have no rounding errors */
  xpbd_mesh_destroy(&body);
  check_status(self, xpbd_mesh_make_fill(&surface, 0.25, &body), XPBD_OK, "smaller cells");
  check_control(self, !mesh_equal(&body, &beam), "other cells");
  xpbd_mesh_destroy(&surface), xpbd_mesh_destroy(&body), xpbd_mesh_destroy(&beam);
}

static void fill_ball(check *self, int argument) {
  xpbd_mesh surface, body = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(5, 1.0, &surface), XPBD_OK, "a ball")) return;
  if (check_status(self, xpbd_mesh_make_fill(&surface, 0.1, &body), XPBD_OK, "its cells")) {
    check_same(self, (uint64_t)mesh_tet_faults(&body), 0, "faults");
    check_same(self, (uint64_t)mesh_tet_euler(&body), 1, "V - E + F - T");
    const double ball = mesh_volume(&surface), cells = mesh_tet_volume(&body, NULL);
    check_at_most(self, fabs(cells / ball - 1.0), 0.02, "volume of the cells / of the ball - 1"); /* measured 0.0095 */
    check_control(self, fabs(mesh_tet_volume(&body, NULL) / (1.1 * ball) - 1.0) > 0.02, "a tenth larger");
  }
  xpbd_mesh_destroy(&surface), xpbd_mesh_destroy(&body);
}

/* Two boxes of a cell each, the second one at these cells. */
static xpbd_status two_boxes(int32_t x, int32_t y, int32_t z, xpbd_mesh *out) {
  double positions[48];
  int32_t triangles[72];
  const int32_t steps[3] = {x, y, z};
  OWNED(xpbd_mesh_destroy) xpbd_mesh box = {0};
  const xpbd_status status = xpbd_mesh_make_box(1, 1, 1, 1.0, &box);
  if (status != XPBD_OK) return status;
  for (int k = 0; k < 24; k++) positions[k] = box.positions[k], positions[24 + k] = box.positions[k] + steps[k % 3];
  for (int k = 0; k < 36; k++) triangles[k] = box.triangles[k], triangles[36 + k] = box.triangles[k] + 8;
  return xpbd_mesh_make(16, positions, 24, triangles, out);
}

static void fill_diagonals(check *self, int argument) {
  static const struct {
    int32_t step[3], cells;
  } all[] = {{{1, 1, 0}, 3}, {{1, 0, 1}, 3}, {{0, 1, 1}, 3}, {{1, 1, 1}, 4}, {{-1, 1, 0}, 3}, {{1, -1, 1}, 4}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    const int32_t *step = all[k].step;
    xpbd_mesh surface = {0}, body = {0};
    if (!check_status(self, two_boxes(step[0], step[1], step[2], &surface), XPBD_OK, "two boxes")) continue;
    if (check_status(self, xpbd_mesh_make_fill(&surface, 1.0, &body), XPBD_OK, "diagonal %zu", k)) {
      check_same(self, (uint64_t)body.tet_count, (uint64_t)(6 * all[k].cells), "diagonal %zu: tets", k);
      check_same(self, (uint64_t)mesh_tet_faults(&body), 0, "diagonal %zu: faults", k);
      check_control(self, body.tet_count != 12, "diagonal %zu: without a cell between", k);
    }
    xpbd_mesh_destroy(&surface), xpbd_mesh_destroy(&body);
  }
}

static void refuse(check *self, const xpbd_mesh *surface, double spacing, const char *sentence) {
  xpbd_mesh body;
  check_status(self, xpbd_mesh_make_fill(surface, spacing, &body), XPBD_ERR_INVALID_ARGUMENT, "%s", sentence);
  check_said(self, sentence, "%s", sentence);
  check_true(self, !body.positions && !body.tets, "nothing is returned");
}

static void fill_refusals(check *self, int argument) {
  xpbd_mesh open = {0}, apart = {0}, ball = {0}, body;
  check_status(self, xpbd_mesh_make_grid(3, 3, 1.0, &open), XPBD_OK, "a sheet");
  check_status(self, two_boxes(3, 0, 0, &apart), XPBD_OK, "two boxes");
  check_status(self, xpbd_mesh_make_sphere(0, 1.0, &ball), XPBD_OK, "an octahedron");
  refuse(self, &open, 0.5, "lattice: the mesh is not closed: triangle 0 has a free edge");
  refuse(self, &ball, 0.0, "lattice: spacing 0 m; it must be positive and finite");
  refuse(self, &ball, (double)NAN, "lattice: spacing nan m; it must be positive and finite");
  refuse(self, NULL, 0.5, "xpbd_mesh_make_fill(): surface is NULL");
  refuse(self, &ball, 1e-3, "lattice: a spacing of 0.001 m gives more than 16777216 grid points: make it larger");
  refuse(self, &ball, 1.0,
         "fill: no cell of 1 m has its centre inside the surface: make the cells smaller, with a higher resolution");
  refuse(
      self, &apart, 1.0,
      "fill: the 2 cells of 1 m inside the surface form 2 pieces (the largest has 1): make the cells smaller, with a "
      "higher resolution, or use a surface in one piece");
  check_status(self, xpbd_mesh_make_fill(&ball, 0.5, NULL), XPBD_ERR_INVALID_ARGUMENT, "nowhere");
  check_control(self, xpbd_mesh_make_fill(&ball, 0.5, &body) == XPBD_OK, "smaller cells");
  xpbd_mesh_destroy(&body), xpbd_mesh_destroy(&open), xpbd_mesh_destroy(&apart), xpbd_mesh_destroy(&ball);
}

void check_mesh_fill(check_registry *registry) {
  check_add(registry, "fill-box", "a filled box is a beam", fill_box, 0);
  check_add(registry, "fill-ball", "a filled ball has its volume", fill_ball, 0);
  check_add(registry, "fill-diagonals", "cells that meet at an edge or a corner are joined", fill_diagonals, 0);
  check_add(registry, "fill-refusals", "surfaces that cannot be filled", fill_refusals, 0);
}
