/* Why this file exists: makes the closed mesh with flat faces, sharp edges and an exact volume. */
#include "base/edge.h"
#include "mesh/build.h"

/* Cells along x, y, z. Lattice points (i, j, k) on the surface are numbered x fastest, z slowest. Inner points are
 * skipped by counting, because a table would have the size of the volume. */
typedef struct box {
  int64_t nx, ny, nz;
} box;

static int64_t rim(const box *b) {
  return 2 * (b->nx + b->ny);
}

static int32_t vertex_at(const box *b, int64_t i, int64_t j, int64_t k) {
  const int64_t full_layer = (b->nx + 1) * (b->ny + 1);
  const int64_t in_full_layer = j * (b->nx + 1) + i;
  if (k == 0) return (int32_t)in_full_layer;
  const int64_t below = full_layer + (k - 1) * rim(b);
  if (k == b->nz) return (int32_t)(below + in_full_layer);
  if (j == 0) return (int32_t)(below + i);
  if (j == b->ny) return (int32_t)(below + (b->nx + 1) + 2 * (b->ny - 1) + i);
  return (int32_t)(below + (b->nx + 1) + 2 * (j - 1) + (i == 0 ? 0 : 1));
}

/* Adds two triangles for the quad a b c d, which is counter-clockwise seen from outside. */
static int32_t *add_quad(int32_t *corner, int32_t a, int32_t b, int32_t c, int32_t d) {
  corner[0] = a, corner[1] = b, corner[2] = c;
  corner[3] = a, corner[4] = c, corner[5] = d;
  return corner + 6;
}

static void fill_positions(const box *b, double spacing, double *positions) {
  for (int64_t k = 0; k <= b->nz; k++)
    for (int64_t j = 0; j <= b->ny; j++) {
      const int inside = k > 0 && k < b->nz && j > 0 && j < b->ny;
      for (int64_t i = 0; i <= b->nx; i += inside ? b->nx : 1, positions += 3) {
        positions[0] = (double)i * spacing;
        positions[1] = (double)j * spacing;
        positions[2] = (double)k * spacing;
      }
    }
}

static void fill_triangles(const box *b, int32_t *corner) {
  const int64_t nx = b->nx, ny = b->ny, nz = b->nz;
#define AT(i, j, k) vertex_at(b, (i), (j), (k))
  for (int64_t j = 0; j < ny; j++)
    for (int64_t i = 0; i < nx; i++) {
      corner = add_quad(corner, AT(i, j, 0), AT(i, j + 1, 0), AT(i + 1, j + 1, 0), AT(i + 1, j, 0));
      corner = add_quad(corner, AT(i, j, nz), AT(i + 1, j, nz), AT(i + 1, j + 1, nz), AT(i, j + 1, nz));
    }
  for (int64_t k = 0; k < nz; k++)
    for (int64_t i = 0; i < nx; i++) {
      corner = add_quad(corner, AT(i, 0, k), AT(i + 1, 0, k), AT(i + 1, 0, k + 1), AT(i, 0, k + 1));
      corner = add_quad(corner, AT(i, ny, k), AT(i, ny, k + 1), AT(i + 1, ny, k + 1), AT(i + 1, ny, k));
    }
  for (int64_t k = 0; k < nz; k++)
    for (int64_t j = 0; j < ny; j++) {
      corner = add_quad(corner, AT(0, j, k), AT(0, j, k + 1), AT(0, j + 1, k + 1), AT(0, j + 1, k));
      corner = add_quad(corner, AT(nx, j, k), AT(nx, j + 1, k), AT(nx, j + 1, k + 1), AT(nx, j, k + 1));
    }
#undef AT
}

xpbd_status xpbd_mesh_make_box(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  XPBD_TRY(xpbd_mesh_check_cells("box", (const int32_t[]){nx, ny, nz}, spacing, out));
  const box b = {nx, ny, nz};
  const int64_t faces = b.nx * b.ny + b.ny * b.nz + b.nz * b.nx;
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve("box", 2 * faces + 2, 4 * faces, &mesh));
  fill_positions(&b, spacing, mesh.positions);
  fill_triangles(&b, mesh.triangles);
  XPBD_TRY(xpbd_mesh_finish(&mesh));
  *out = mesh;
  return XPBD_OK;
}
