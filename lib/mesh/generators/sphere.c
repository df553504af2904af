/* Why this file exists: makes the closed mesh of known volume and area. The sphere of Cetinaslan 2019 has 4098
 * vertices, 12288 edges and 8192 triangles: an octahedron split five times. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "mesh/build.h"

enum { MOST_LEVELS = 10 };

static const double octahedron_positions[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
static const int32_t octahedron_triangles[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                                   {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

/* The midpoint of the edge at corner k, moved out to the unit sphere. */
static void place_midpoint(const double *a, const double *b, double *middle) {
  double length = 0;
  for (int axis = 0; axis < 3; axis++) {
    middle[axis] = a[axis] + b[axis];
    length += middle[axis] * middle[axis];
  }
  length = sqrt(length);
  for (int axis = 0; axis < 3; axis++) middle[axis] /= length;
}

/* Numbers the midpoints in the order in which the triangles use them. middles is [triangle_count, 3]. */
static void number_midpoints(const xpbd_mesh *coarse, int32_t *middles) {
  int32_t next = coarse->vertex_count;
  for (int32_t t = 0; t < coarse->triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      const int32_t n = coarse->neighbours[3 * (size_t)t + (size_t)k];
      if (n > t) {
        middles[3 * (size_t)t + (size_t)k] = next++;
        continue;
      }
      const int32_t *across = coarse->neighbours + 3 * (size_t)n;
      const size_t corner = across[0] == t ? 0 : across[1] == t ? 1 : 2;
      middles[3 * (size_t)t + (size_t)k] = middles[3 * (size_t)n + corner];
    }
}

static xpbd_status split(const xpbd_mesh *coarse, xpbd_mesh *fine) {
  const size_t triangles = (size_t)coarse->triangle_count;
  XPBD_TRY(xpbd_mesh_reserve("sphere", (int64_t)coarse->vertex_count + coarse->edge_count,
                             4 * (int64_t)coarse->triangle_count, fine));
  int32_t *middles = malloc(3 * triangles * sizeof *middles);
  if (!middles) {
    xpbd_mesh_destroy(fine);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "sphere: out of memory (%zu bytes)", 3 * triangles * sizeof *middles);
  }
  number_midpoints(coarse, middles);
  memcpy(fine->positions, coarse->positions, 3 * (size_t)coarse->vertex_count * sizeof *fine->positions);
  int32_t *corner = fine->triangles;
  for (size_t t = 0; t < triangles; t++, corner += 12) {
    const int32_t *old = coarse->triangles + 3 * t, *middle = middles + 3 * t;
    for (int k = 0; k < 3; k++) {
      place_midpoint(coarse->positions + 3 * (size_t)old[k], coarse->positions + 3 * (size_t)old[(k + 1) % 3],
                     fine->positions + 3 * (size_t)middle[k]);
      /* each old corner gets a triangle with its two adjacent midpoints, at its old position among the three */
      for (int j = 0; j < 3; j++) corner[3 * k + j] = j == k ? old[k] : middle[j + k == 1 ? 0 : j + k == 2 ? 2 : 1];
    }
    memcpy(corner + 9, middle, 3 * sizeof *middle);
  }
  free(middles);
  return xpbd_mesh_finish(fine);
}

xpbd_status xpbd_mesh_make_sphere(int32_t level, double radius, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  XPBD_REQUIRE(level >= 0 && level <= MOST_LEVELS, XPBD_ERR_INVALID_ARGUMENT, "sphere: level %d; it must be 0 to %d",
               level, MOST_LEVELS);
  XPBD_REQUIRE(radius > 0 && isfinite(radius), XPBD_ERR_INVALID_ARGUMENT,
               "sphere: radius %g m; it must be positive and finite", radius);
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve("sphere", 6, 8, &mesh));
  memcpy(mesh.positions, octahedron_positions, sizeof octahedron_positions);
  memcpy(mesh.triangles, octahedron_triangles, sizeof octahedron_triangles);
  XPBD_TRY(xpbd_mesh_finish(&mesh));
  for (int32_t done = 0; done < level; done++) {
    xpbd_mesh fine;
    const xpbd_status status = split(&mesh, &fine);
    xpbd_mesh_destroy(&mesh);
    XPBD_TRY(status);
    mesh = fine;
  }
  for (size_t i = 0; i < 3 * (size_t)mesh.vertex_count; i++) mesh.positions[i] *= radius;
  *out = mesh;
  return XPBD_OK;
}
