/* Why this file exists: builds the star with about as many edges as a square sheet, so that rows of both can be
 * compared. */
#include "star_mesh.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

int32_t star_mesh_points(int32_t side) {
  const int32_t edges = (3 * side - 1) * (side - 1), points = 2 * ((edges + 2) / 4);
  return points < 4 ? 4 : points;
}

static void fill(int32_t points, double radius, double *positions, int32_t *triangles) {
  for (int32_t i = 0; i < points; i++) {
    const double angle = 2.0 * acos(-1.0) * i / points;
    const double far = i % 2 == 0 ? radius : 0.5 * radius;
    double *x = &positions[3 * ((int64_t)i + 1)];
    x[0] = far * cos(angle), x[1] = far - radius, x[2] = -far * sin(angle);
    int32_t *corners = &triangles[3 * (int64_t)i];
    corners[0] = 0, corners[1] = i + 1, corners[2] = (i + 1) % points + 1;
  }
}

xpbd_status star_mesh_make(int32_t side, double radius, xpbd_mesh *out) {
  const int32_t points = star_mesh_points(side);
  double *positions = calloc(3 * ((size_t)points + 1), sizeof *positions);
  int32_t *triangles = malloc(3 * (size_t)points * sizeof *triangles);
  xpbd_status status = XPBD_OK;
  if (positions && triangles)
    fill(points, radius, positions, triangles);
  else
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a star of %d points", (int)points);
  if (status == XPBD_OK) status = xpbd_mesh_make(points + 1, positions, points, triangles, out);
  free(positions);
  free(triangles);
  return status;
}
