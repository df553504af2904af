/* Why this file exists: makes the meshes of plates. */
#include "plate_mesh.h"

#include <math.h>

bool plate_lattice(check *self, int32_t columns, int32_t rows, double spacing, bool squares, xpbd_mesh *out) {
  if (!check_status(self, xpbd_mesh_make_grid(columns, rows, spacing, out), XPBD_OK, "a grid")) return false;
  for (int32_t i = 0; i < rows && !squares; i++)
    for (int32_t j = 0; j < columns; j++) { /* sheared until the diagonal is as long as the sides */
      double *p = &out->positions[3 * ((int64_t)i * columns + j)];
      p[0] = spacing * (j - 0.5 * i), p[2] = spacing * sqrt(0.75) * i;
    }
  return true;
}

bool plate_ribbon(check *self, int32_t triangles, double side, xpbd_mesh *out) {
  enum { MOST = 514 };
  double x[3 * MOST] = {0};
  int32_t corners[3 * MOST];
  if (!check_true(self, triangles + 2 <= MOST, "a ribbon that fits")) return false;
  for (int32_t k = 0; k < triangles + 2; k++) x[3 * k] = 0.5 * side * k, x[3 * k + 2] = k % 2 ? sqrt(0.75) * side : 0.0;
  for (int32_t t = 0; t < triangles; t++) {
    corners[3 * t] = t, corners[3 * t + 1] = t % 2 ? t + 2 : t + 1, corners[3 * t + 2] = t % 2 ? t + 1 : t + 2;
  }
  return check_status(self, xpbd_mesh_make(triangles + 2, x, triangles, corners, out), XPBD_OK, "a ribbon");
}
