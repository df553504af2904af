/* Why this file exists: makes the closed mesh on which every vertex looks alike (degree 6), so its groups are known. */
#include <math.h>

#include "base/edge.h"
#include "mesh/build.h"

xpbd_status xpbd_mesh_make_torus(int32_t around, int32_t across, double major, double minor, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  XPBD_REQUIRE(around >= 3 && across >= 3, XPBD_ERR_INVALID_ARGUMENT,
               "torus: %d x %d vertices; each circle needs at least 3", around, across);
  XPBD_REQUIRE(minor > 0 && major > minor && isfinite(major), XPBD_ERR_INVALID_ARGUMENT,
               "torus: radii %g and %g m; major > minor > 0 is needed", major, minor);
  const int64_t count = (int64_t)around * across;
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve("torus", count, 2 * count, &mesh));
  const double turn = 2 * acos(-1.0);
  double *position = mesh.positions;
  for (int32_t i = 0; i < around; i++) {
    const double a = turn * i / around;
    for (int32_t j = 0; j < across; j++, position += 3) {
      const double b = turn * j / across, radius = major + minor * cos(b);
      position[0] = radius * cos(a);
      position[1] = -minor * sin(b); /* downwards, so that the quads below are like the sheet's */
      position[2] = radius * sin(a);
    }
  }
  int32_t *corner = mesh.triangles;
  for (int32_t i = 0; i < around; i++)
    for (int32_t j = 0; j < across; j++, corner += 6) {
      const int32_t next_i = i + 1 == around ? 0 : i + 1, next_j = j + 1 == across ? 0 : j + 1;
      const int32_t here = i * across + j, up = i * across + next_j;
      const int32_t ahead = next_i * across + j, both = next_i * across + next_j;
      corner[0] = here, corner[1] = ahead, corner[2] = both;
      corner[3] = here, corner[4] = both, corner[5] = up;
    }
  XPBD_TRY(xpbd_mesh_finish(&mesh));
  *out = mesh;
  return XPBD_OK;
}
