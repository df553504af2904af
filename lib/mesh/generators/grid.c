/* Why this file exists: makes the flat sheet, the workload of Cetinaslan 2019 and of every cloth scene. */
#include <math.h>

#include "base/edge.h"
#include "mesh/build.h"

xpbd_status xpbd_mesh_make_grid(int32_t columns, int32_t rows, double spacing, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  XPBD_REQUIRE(columns >= 2 && rows >= 2, XPBD_ERR_INVALID_ARGUMENT,
               "grid: %d x %d vertices; each side needs at least 2", columns, rows);
  const int32_t longest = columns > rows ? columns : rows;
  XPBD_REQUIRE(spacing > 0 && isfinite(spacing * longest), XPBD_ERR_INVALID_ARGUMENT,
               "grid: spacing %g m; it must be positive and finite", spacing);
  const int64_t width = columns, height = rows;
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve("grid", width * height, 2 * (width - 1) * (height - 1), &mesh));
  double *position = mesh.positions;
  for (int32_t i = 0; i < rows; i++)
    for (int32_t j = 0; j < columns; j++, position += 3) {
      position[0] = j * spacing;
      position[1] = 0;
      position[2] = i * spacing;
    }
  int32_t *corner = mesh.triangles;
  for (int32_t i = 0; i + 1 < rows; i++)
    for (int32_t j = 0; j + 1 < columns; j++, corner += 6) {
      const int32_t here = i * columns + j, right = here + 1, below = here + columns, across = below + 1;
      /* x to the right, z downwards: with this orientation the normals point to +y */
      corner[0] = here, corner[1] = below, corner[2] = across;
      corner[3] = here, corner[4] = across, corner[5] = right;
    }
  XPBD_TRY(xpbd_mesh_finish(&mesh));
  *out = mesh;
  return XPBD_OK;
}
