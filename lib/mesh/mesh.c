/* Why this file exists: life and validity of a mesh: allocate, check, copy in, destroy. Whatever makes a mesh ends
 * here, so that no mesh exists whose indices or lengths a solver would have to check again. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "mesh/build.h"

/* Half-edges are numbered in 32 bits. */
static const int64_t MOST_TRIANGLES = INT32_MAX / 3;

xpbd_status xpbd_mesh_reserve(const char *what, int64_t vertex_count, int64_t triangle_count, xpbd_mesh *out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "%s: no place to put the mesh", what);
  *out = (xpbd_mesh){0};
  XPBD_REQUIRE(vertex_count >= 0 && vertex_count <= INT32_MAX, XPBD_ERR_INVALID_ARGUMENT,
               "%s: %lld vertices; a mesh has 0 to %d", what, (long long)vertex_count, INT32_MAX);
  XPBD_REQUIRE(triangle_count >= 0 && triangle_count <= MOST_TRIANGLES, XPBD_ERR_INVALID_ARGUMENT,
               "%s: %lld triangles; a mesh has 0 to %lld", what, (long long)triangle_count, (long long)MOST_TRIANGLES);
  const size_t position_bytes = (size_t)vertex_count * 3 * sizeof(double);
  const size_t triangle_bytes = (size_t)triangle_count * 3 * sizeof(int32_t);
  xpbd_mesh mesh = {0};
  mesh.vertex_count = (int32_t)vertex_count;
  mesh.triangle_count = (int32_t)triangle_count;
  mesh.positions = malloc(position_bytes ? position_bytes : 1);
  mesh.triangles = malloc(triangle_bytes ? triangle_bytes : 1);
  if (!mesh.positions || !mesh.triangles) {
    xpbd_mesh_destroy(&mesh);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", what, position_bytes + triangle_bytes);
  }
  *out = mesh;
  return XPBD_OK;
}

static double edge_length(const double *positions, int32_t first, int32_t second) {
  const double *a = positions + 3 * (size_t)first, *b = positions + 3 * (size_t)second;
  const double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
  return sqrt(x * x + y * y + z * z);
}

xpbd_status xpbd_mesh_validate(const xpbd_mesh *mesh) {
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    const double *p = mesh->positions + 3 * (size_t)v;
    XPBD_REQUIRE(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]), XPBD_ERR_INVALID_ARGUMENT,
                 "vertex %d is not finite: (%g, %g, %g)", v, p[0], p[1], p[2]);
  }
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corner = mesh->triangles + 3 * (size_t)t;
    for (int k = 0; k < 3; k++)
      XPBD_REQUIRE(corner[k] >= 0 && corner[k] < mesh->vertex_count, XPBD_ERR_INVALID_ARGUMENT,
                   "triangle %d names vertex %d; there are vertices 0 to %d", t, corner[k], mesh->vertex_count - 1);
    for (int k = 0; k < 3; k++) {
      const int32_t first = corner[k], second = corner[(k + 1) % 3];
      XPBD_REQUIRE(first != second, XPBD_ERR_INVALID_ARGUMENT, "triangle %d has vertex %d twice", t, first);
      const double length = edge_length(mesh->positions, first, second);
      XPBD_REQUIRE(length > 0 && length <= DBL_MAX, XPBD_ERR_INVALID_ARGUMENT,
                   "triangle %d: the edge from vertex %d to %d has length %g", t, first, second, length);
    }
  }
  return XPBD_OK;
}

xpbd_status xpbd_mesh_make(int32_t vertex_count, const double *positions, int32_t triangle_count,
                           const int32_t *triangles, xpbd_mesh *out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "no place to put the mesh");
  *out = (xpbd_mesh){0};
  XPBD_REQUIRE(vertex_count <= 0 || positions, XPBD_ERR_INVALID_ARGUMENT, "the positions of the mesh are NULL");
  XPBD_REQUIRE(triangle_count <= 0 || triangles, XPBD_ERR_INVALID_ARGUMENT, "the triangles of the mesh are NULL");
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve("mesh", vertex_count, triangle_count, &mesh));
  if (vertex_count > 0) memcpy(mesh.positions, positions, (size_t)vertex_count * 3 * sizeof *positions);
  if (triangle_count > 0) memcpy(mesh.triangles, triangles, (size_t)triangle_count * 3 * sizeof *triangles);
  const xpbd_status status = xpbd_mesh_validate(&mesh);
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(&mesh);
    return status;
  }
  XPBD_TRY(xpbd_mesh_finish(&mesh, NULL));
  *out = mesh;
  return XPBD_OK;
}

int32_t xpbd_mesh_max_degree(const xpbd_mesh *mesh) {
  int32_t largest = 0;
  int32_t *degree = calloc((size_t)mesh->vertex_count + 1, sizeof *degree);
  if (!degree) return -1;
  for (size_t i = 0; i < 2 * (size_t)mesh->edge_count; i++) {
    const int32_t reached = ++degree[mesh->edges[i]];
    if (reached > largest) largest = reached;
  }
  free(degree);
  return largest;
}

void xpbd_mesh_destroy(xpbd_mesh *mesh) {
  if (!mesh) return;
  free(mesh->positions);
  free(mesh->triangles);
  free(mesh->edges);
  free(mesh->neighbours);
  free(mesh->hinges);
  *mesh = (xpbd_mesh){0};
}
