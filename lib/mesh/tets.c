/* Why this file exists: checks indices, corners, volume and orientation of tets, so that solvers need not check them
 * again. Everything that makes a mesh of tets ends in xpbd_mesh_finish_tets(). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/edge.h"
#include "mesh/build.h"

/* Six times the signed volume, ((x1 - x0) x (x2 - x0)).(x3 - x0), and the sum of the magnitudes of its terms. */
static double signed_volume(const double *positions, const int32_t *corner, double *magnitude) {
  double d[3][3];
  for (int k = 0; k < 3; k++)
    for (int axis = 0; axis < 3; axis++)
      d[k][axis] =
          positions[3 * (size_t)corner[k + 1] + (size_t)axis] - positions[3 * (size_t)corner[0] + (size_t)axis];
  double sum = 0;
  *magnitude = 0;
  for (int axis = 0; axis < 3; axis++) {
    const int next = (axis + 1) % 3, after = (axis + 2) % 3;
    const double forth = d[0][next] * d[1][after], back = d[0][after] * d[1][next];
    sum += (forth - back) * d[2][axis];
    *magnitude += (fabs(forth) + fabs(back)) * fabs(d[2][axis]);
  }
  return sum;
}

static xpbd_status check_corners(const xpbd_mesh *mesh, int32_t tet) {
  const int32_t *corner = mesh->tets + 4 * (size_t)tet;
  for (int k = 0; k < 4; k++)
    XPBD_REQUIRE(corner[k] >= 0 && corner[k] < mesh->vertex_count, XPBD_ERR_INVALID_ARGUMENT,
                 "tet %d names vertex %d; there are vertices 0 to %d", tet, corner[k], mesh->vertex_count - 1);
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < k; j++) {
      XPBD_REQUIRE(corner[j] != corner[k], XPBD_ERR_INVALID_ARGUMENT, "tet %d has vertex %d twice", tet, corner[k]);
      const double length = xpbd_mesh_edge_length(mesh->positions, corner[j], corner[k]);
      XPBD_REQUIRE(length > 0 && length <= DBL_MAX, XPBD_ERR_INVALID_ARGUMENT,
                   "tet %d: the edge from vertex %d to %d has length %g", tet, corner[j], corner[k], length);
    }
  return XPBD_OK;
}

/* The bound on the rounding error of the sum is from Shewchuk 1997, "Adaptive precision floating-point arithmetic",
 * orient3d: (7 + 56 u) u times the magnitude of its terms, u = DBL_EPSILON / 2. Below it the sign is meaningless. */
static double volume_error(double magnitude) {
  return (7 + 28 * DBL_EPSILON) * (DBL_EPSILON / 2) * magnitude;
}

static bool is_volume(double volume, double magnitude) {
  return fabs(volume) > volume_error(magnitude) && fabs(volume) >= DBL_MIN && magnitude <= DBL_MAX;
}

bool xpbd_mesh_has_volume(const double *positions, const int32_t corner[4]) {
  double magnitude;
  const double volume = signed_volume(positions, corner, &magnitude);
  return is_volume(volume, magnitude);
}

static xpbd_status orient_tet(xpbd_mesh *mesh, int32_t tet, int32_t *turned) {
  XPBD_TRY(check_corners(mesh, tet));
  int32_t *corner = mesh->tets + 4 * (size_t)tet;
  double magnitude;
  const double volume = signed_volume(mesh->positions, corner, &magnitude);
  XPBD_REQUIRE(is_volume(volume, magnitude), XPBD_ERR_INVALID_ARGUMENT,
               "tet %d (%d, %d, %d, %d) has no volume: %g with a rounding error of %g", tet, corner[0], corner[1],
               corner[2], corner[3], volume / 6, volume_error(magnitude) / 6);
  if (volume < 0) {
    const int32_t third = corner[2];
    corner[2] = corner[3], corner[3] = third;
    ++*turned;
  }
  return XPBD_OK;
}

static xpbd_status derive_all(xpbd_mesh *mesh, int32_t *turned, int32_t *named) {
  XPBD_TRY(xpbd_mesh_validate_vertices(mesh));
  for (int32_t t = 0; t < mesh->tet_count; t++) {
    *named = t;
    XPBD_TRY(orient_tet(mesh, t, turned));
  }
  *named = -1;
  return xpbd_mesh_derive_surface(mesh, named);
}

xpbd_status xpbd_mesh_finish_tets(xpbd_mesh *mesh, int32_t *turned, int32_t *named) {
  int32_t count = 0, tet = -1;
  xpbd_status status = derive_all(mesh, &count, &tet);
  if (turned) *turned = count;
  if (named) *named = tet;
  if (status == XPBD_OK) {
    XPBD_TRY(xpbd_mesh_finish(mesh)); /* neighbours and hinges of the surface, and its edges for now */
    status = xpbd_mesh_derive_tet_edges(mesh);
  }
  if (status != XPBD_OK) xpbd_mesh_destroy(mesh);
  return status;
}

xpbd_status xpbd_mesh_make_tets(int32_t vertex_count, const double *positions, int32_t tet_count, const int32_t *tets,
                                xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  if (vertex_count > 0) XPBD_NOT_NULL(positions);
  if (tet_count > 0) XPBD_NOT_NULL(tets);
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve_tets("mesh", vertex_count, tet_count, &mesh));
  if (vertex_count > 0) memcpy(mesh.positions, positions, (size_t)vertex_count * 3 * sizeof *positions);
  memcpy(mesh.tets, tets, (size_t)tet_count * 4 * sizeof *tets);
  XPBD_TRY(xpbd_mesh_finish_tets(&mesh, NULL, NULL));
  *out = mesh;
  return XPBD_OK;
}
