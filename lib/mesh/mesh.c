/* Why this file exists: allocates, checks, copies and destroys meshes. Every mesh has valid indices and lengths, so
 * solvers need not check them again. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "base/memory.h"
#include "mesh/build.h"

/* Half-edges are numbered in 32 bits, and so are the four faces of all tets. */
static const int64_t MOST_TRIANGLES = INT32_MAX / 3, MOST_TETS = INT32_MAX / 12;

/* Zeroes a mesh after checking its number of vertices. */
static xpbd_status begin(const char *what, int64_t vertex_count, xpbd_mesh *out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "%s: the output mesh is NULL", what);
  *out = (xpbd_mesh){0};
  XPBD_REQUIRE(vertex_count >= 0 && vertex_count <= INT32_MAX, XPBD_ERR_INVALID_ARGUMENT,
               "%s: %lld vertices; a mesh has 0 to %d", what, (long long)vertex_count, INT32_MAX);
  return XPBD_OK;
}

/* Allocates positions, and corners of one kind of element. */
static xpbd_status reserve(const char *what, int64_t vertex_count, size_t corner_count, double **positions,
                           int32_t **corners) {
  const size_t position_bytes = (size_t)vertex_count * 3 * sizeof **positions;
  const size_t corner_bytes = corner_count * sizeof **corners;
  *positions = xpbd_memory(vertex_count, 3 * sizeof **positions);
  *corners = xpbd_memory((int64_t)corner_count, sizeof **corners);
  if (*positions && *corners) return XPBD_OK;
  free(*positions);
  free(*corners);
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory (%zu bytes)", what, position_bytes + corner_bytes);
}

xpbd_status xpbd_mesh_check_cells(const char *what, const int32_t cells[3], double spacing, xpbd_mesh *out) {
  const int32_t most = 1 << 28; /* keeps the products of counts within 64 bits, which are checked later */
  int32_t longest = 0;
  XPBD_TRY(begin(what, 0, out));
  for (int k = 0; k < 3; k++) {
    XPBD_REQUIRE(cells[k] >= 1 && cells[k] <= most, XPBD_ERR_INVALID_ARGUMENT,
                 "%s: %d x %d x %d cells; each side needs 1 to %d", what, cells[0], cells[1], cells[2], most);
    longest = cells[k] > longest ? cells[k] : longest;
  }
  XPBD_REQUIRE(spacing > 0 && isfinite(spacing * longest), XPBD_ERR_INVALID_ARGUMENT,
               "%s: spacing %g m; it must be positive and finite", what, spacing);
  return XPBD_OK;
}

xpbd_status xpbd_mesh_reserve(const char *what, int64_t vertex_count, int64_t triangle_count, xpbd_mesh *out) {
  XPBD_TRY(begin(what, vertex_count, out));
  XPBD_REQUIRE(triangle_count >= 0 && triangle_count <= MOST_TRIANGLES, XPBD_ERR_INVALID_ARGUMENT,
               "%s: %lld triangles; a mesh has 0 to %lld", what, (long long)triangle_count, (long long)MOST_TRIANGLES);
  double *positions;
  int32_t *triangles;
  XPBD_TRY(reserve(what, vertex_count, 3 * (size_t)triangle_count, &positions, &triangles));
  *out = (xpbd_mesh){.vertex_count = (int32_t)vertex_count,
                     .triangle_count = (int32_t)triangle_count,
                     .positions = positions,
                     .triangles = triangles};
  return XPBD_OK;
}

xpbd_status xpbd_mesh_reserve_tets(const char *what, int64_t vertex_count, int64_t tet_count, xpbd_mesh *out) {
  XPBD_TRY(begin(what, vertex_count, out));
  XPBD_REQUIRE(tet_count >= 1 && tet_count <= MOST_TETS, XPBD_ERR_INVALID_ARGUMENT,
               "%s: %lld tets; a body has 1 to %lld", what, (long long)tet_count, (long long)MOST_TETS);
  double *positions;
  int32_t *tets;
  XPBD_TRY(reserve(what, vertex_count, 4 * (size_t)tet_count, &positions, &tets));
  *out = (xpbd_mesh){
      .vertex_count = (int32_t)vertex_count, .tet_count = (int32_t)tet_count, .positions = positions, .tets = tets};
  return XPBD_OK;
}

double xpbd_mesh_edge_length(const double *positions, int32_t first, int32_t second) {
  const double *a = positions + 3 * (size_t)first, *b = positions + 3 * (size_t)second;
  const double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
  return sqrt(x * x + y * y + z * z);
}

xpbd_status xpbd_mesh_validate_vertices(const xpbd_mesh *mesh) {
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    const double *p = mesh->positions + 3 * (size_t)v;
    XPBD_REQUIRE(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]), XPBD_ERR_INVALID_ARGUMENT,
                 "vertex %d is not finite: (%g, %g, %g)", v, p[0], p[1], p[2]);
  }
  return XPBD_OK;
}

xpbd_status xpbd_mesh_validate(const xpbd_mesh *mesh) {
  XPBD_TRY(xpbd_mesh_validate_vertices(mesh));
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corner = mesh->triangles + 3 * (size_t)t;
    for (int k = 0; k < 3; k++)
      XPBD_REQUIRE(corner[k] >= 0 && corner[k] < mesh->vertex_count, XPBD_ERR_INVALID_ARGUMENT,
                   "triangle %d names vertex %d; there are vertices 0 to %d", t, corner[k], mesh->vertex_count - 1);
    for (int k = 0; k < 3; k++) {
      const int32_t first = corner[k], second = corner[(k + 1) % 3];
      XPBD_REQUIRE(first != second, XPBD_ERR_INVALID_ARGUMENT, "triangle %d has vertex %d twice", t, first);
      const double length = xpbd_mesh_edge_length(mesh->positions, first, second);
      XPBD_REQUIRE(length > 0 && length <= DBL_MAX, XPBD_ERR_INVALID_ARGUMENT,
                   "triangle %d: the edge from vertex %d to %d has length %g", t, first, second, length);
    }
  }
  return XPBD_OK;
}

/* Copies `count` elements to *out, NULL to NULL. False if out of memory. */
static bool copy_array(const void *array, int32_t count, size_t size, void *out) {
  void *copied = NULL;
  if (array) {
    copied = xpbd_memory(count, size);
    if (!copied) return false;
    memcpy(copied, array, (size_t)count * size);
  }
  memcpy(out, &copied, sizeof copied);
  return true;
}

xpbd_status xpbd_mesh_copy(const xpbd_mesh *mesh, xpbd_mesh *out) {
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  XPBD_NOT_NULL(mesh);
  xpbd_mesh copied = {.vertex_count = mesh->vertex_count,
                      .triangle_count = mesh->triangle_count,
                      .edge_count = mesh->edge_count,
                      .hinge_count = mesh->hinge_count,
                      .tet_count = mesh->tet_count};
  if (!copy_array(mesh->positions, mesh->vertex_count, 3 * sizeof *mesh->positions, &copied.positions) ||
      !copy_array(mesh->triangles, mesh->triangle_count, 3 * sizeof *mesh->triangles, &copied.triangles) ||
      !copy_array(mesh->edges, mesh->edge_count, 2 * sizeof *mesh->edges, &copied.edges) ||
      !copy_array(mesh->neighbours, mesh->triangle_count, 3 * sizeof *mesh->neighbours, &copied.neighbours) ||
      !copy_array(mesh->hinges, mesh->hinge_count, 4 * sizeof *mesh->hinges, &copied.hinges) ||
      !copy_array(mesh->tets, mesh->tet_count, 4 * sizeof *mesh->tets, &copied.tets) ||
      !copy_array(mesh->texture, mesh->triangle_count, 6 * sizeof *mesh->texture, &copied.texture)) {
    xpbd_mesh_destroy(&copied);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "copying a mesh of %d vertices: out of memory", mesh->vertex_count);
  }
  const xpbd_status status = xpbd_mesh_copy_attributes(mesh, &copied);
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(&copied);
    return status;
  }
  *out = copied;
  return XPBD_OK;
}

int32_t xpbd_mesh_max_degree(const xpbd_mesh *mesh) {
  if (!mesh) return 0;
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
  free(mesh->tets);
  free(mesh->texture);
  xpbd_mesh_destroy_attributes(mesh);
  *mesh = (xpbd_mesh){0};
}

double xpbd_mesh_extent(const xpbd_mesh *mesh, double extent[3]) {
  XPBD_PLAIN_FLOATS;
  if (!mesh || !extent) return (double)NAN;
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < mesh->vertex_count; i++) {
      low = fmin(low, mesh->positions[3 * i + k]);
      high = fmax(high, mesh->positions[3 * i + k]);
    }
    extent[k] = mesh->vertex_count > 0 ? high - low : 0.0;
  }
  return fmax(extent[0], fmax(extent[1], extent[2]));
}
