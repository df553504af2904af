/* Why this file exists: makes beams and cubes of tets with an exact volume, of any size. */
#include "base/edge.h"
#include "mesh/build.h"

/* The order of axes in which each tet of a cell goes from corner (0, 0, 0) to (1, 1, 1). Odd permutations swap their
 * middle corners, so that all tets are positively oriented. */
static const int8_t WALKS[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
enum { EVEN_WALKS = 3 };

int32_t *xpbd_mesh_add_cell(int32_t *corner, int32_t origin, const int32_t stride[3]) {
  const int32_t far = origin + stride[0] + stride[1] + stride[2];
  for (int w = 0; w < 6; w++, corner += 4) {
    const int32_t first = origin + stride[WALKS[w][0]], second = first + stride[WALKS[w][1]];
    corner[0] = origin;
    corner[1] = w < EVEN_WALKS ? first : second;
    corner[2] = w < EVEN_WALKS ? second : first;
    corner[3] = far;
  }
  return corner;
}

xpbd_status xpbd_mesh_make_beam(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  XPBD_TRY(xpbd_mesh_check_cells("beam", (const int32_t[]){nx, ny, nz}, spacing, out));
  const int64_t layer = (int64_t)(nx + 1) * (ny + 1); /* above the limit without the third factor, or small enough */
  const int64_t vertices = layer > INT32_MAX ? layer : layer * (nz + 1);
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve_tets("beam", vertices, layer > INT32_MAX ? 1 : INT64_C(6) * nx * ny * nz, &mesh));
  double *position = mesh.positions;
  for (int32_t k = 0; k <= nz; k++)
    for (int32_t j = 0; j <= ny; j++)
      for (int32_t i = 0; i <= nx; i++, position += 3)
        position[0] = i * spacing, position[1] = j * spacing, position[2] = k * spacing;
  const int32_t stride[3] = {1, nx + 1, (int32_t)layer};
  int32_t *corner = mesh.tets;
  for (int32_t k = 0; k < nz; k++)
    for (int32_t j = 0; j < ny; j++)
      for (int32_t i = 0; i < nx; i++)
        corner = xpbd_mesh_add_cell(corner, i * stride[0] + j * stride[1] + k * stride[2], stride);
  XPBD_TRY(xpbd_mesh_finish_tets(&mesh, NULL, NULL));
  *out = mesh;
  return XPBD_OK;
}
