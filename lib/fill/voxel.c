/* Why this file exists: finds the grid points inside a closed mesh. Rays go up through the columns of the grid.
 * Counting the crossed triangles with their orientation gives the winding number. A ray that meets an edge or vertex is
 * shifted by an infinitesimal step, the same for all triangles ("simulation of simplicity", Edelsbrunner and Mucke
 * 1990). The sign of an edge is computed from its two vertices in one order only. So neighbours agree, and rounding can
 * neither lose nor repeat a crossing. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "fill/voxel.h"

enum { MOST_POINTS = 1 << 24 };

/* The side of the edge a -> b on which the ray at (x, z), shifted by (epsilon, epsilon^2), passes: +1 or -1. 0 only if
 * the edge is vertical. */
static int side(const double *positions, int32_t a, int32_t b, double x, double z) {
  const int turn = a < b ? 1 : -1;
  const double *p = &positions[3 * (int64_t)(a < b ? a : b)], *q = &positions[3 * (int64_t)(a < b ? b : a)];
  const double dx = q[0] - p[0], dz = q[2] - p[2];
  double sign = dx * (z - p[2]) - dz * (x - p[0]);
  if (sign == 0.0) sign = dz != 0.0 ? -dz : dx;
  return sign > 0.0 ? turn : sign < 0.0 ? -turn : 0;
}

/* Height at which the vertical line at (x, z) meets the plane of the triangle, which is not vertical. */
static double height(const double *a, const double *b, const double *c, double x, double z) {
  const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const double area = u[0] * v[2] - u[2] * v[0];
  const double s = ((x - a[0]) * v[2] - (z - a[2]) * v[0]) / area, t = (u[0] * (z - a[2]) - u[2] * (x - a[0])) / area;
  return a[1] + s * u[1] + t * v[1];
}

/* Adds the crossing of triangle t with the column (i, k): +-1 to the winding of every point below it. Entry j of below
 * [ny + 1] holds the change between the points j - 1 and j. */
static void cross(const xpbd_mesh *mesh, const xpbd_voxel_grid *grid, int64_t t, int32_t i, int32_t k, int32_t *below) {
  const int32_t *corner = &mesh->triangles[3 * t];
  const double x = grid->origin[0] + i * grid->spacing, z = grid->origin[2] + k * grid->spacing;
  const int sign = side(mesh->positions, corner[0], corner[1], x, z);
  if (sign == 0 || side(mesh->positions, corner[1], corner[2], x, z) != sign ||
      side(mesh->positions, corner[2], corner[0], x, z) != sign)
    return;
  const double *a = &mesh->positions[3 * (int64_t)corner[0]], *b = &mesh->positions[3 * (int64_t)corner[1]];
  const double y = height(a, b, &mesh->positions[3 * (int64_t)corner[2]], x, z);
  double under = ceil((y - grid->origin[1]) / grid->spacing); /* points 0 ... under - 1 are below */
  if (!(under > 0.0)) under = 0.0; /* also if it is NaN, in a triangle that is flat except for rounding */
  below[(int64_t)fmin(under, grid->counts[1])] += sign;
}

/* Columns whose ray can meet the interval [low, high] along an axis, and a few more, because the exact test follows. */
static void span(double low, double high, double origin, double spacing, int32_t count, int32_t out[2]) {
  out[0] = (int32_t)fmin(fmax(floor((low - origin) / spacing), 0.0), count);
  out[1] = (int32_t)fmin(fmax(ceil((high - origin) / spacing), -1.0), count - 1.0);
}

/* Marks the points of all columns. below [nz, nx, ny + 1], zeroed. */
static xpbd_status mark(const xpbd_mesh *mesh, xpbd_voxel_grid *grid, int32_t *below) {
  const int64_t row = (int64_t)grid->counts[1] + 1;
  for (int64_t t = 0; t < mesh->triangle_count; t++) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int c = 0; c < 3; c++)
      for (int axis = 0; axis < 3; axis++) {
        const double value = mesh->positions[3 * (int64_t)mesh->triangles[3 * t + c] + axis];
        low[axis] = fmin(low[axis], value), high[axis] = fmax(high[axis], value);
      }
    int32_t is[2], ks[2];
    span(low[0], high[0], grid->origin[0], grid->spacing, grid->counts[0], is);
    span(low[2], high[2], grid->origin[2], grid->spacing, grid->counts[2], ks);
    for (int32_t k = ks[0]; k <= ks[1]; k++)
      for (int32_t i = is[0]; i <= is[1]; i++)
        cross(mesh, grid, t, i, k, &below[row * (i + (int64_t)grid->counts[0] * k)]);
  }
  for (int32_t k = 0; k < grid->counts[2]; k++)
    for (int32_t i = 0; i < grid->counts[0]; i++) {
      const int32_t *column = &below[row * (i + (int64_t)grid->counts[0] * k)];
      int32_t winding = 0;
      for (int32_t j = grid->counts[1] - 1; j >= 0; j--) {
        winding += column[j + 1];
        grid->inside[i + (int64_t)grid->counts[0] * (j + (int64_t)grid->counts[1] * k)] = winding != 0;
      }
      XPBD_REQUIRE(winding + column[0] == 0, XPBD_ERR_INVALID_ARGUMENT,
                   "lattice: the mesh is not closed: some triangles face the wrong way");
    }
  return XPBD_OK;
}

/* Counts and origin: a grid centred in the bounding box of the mesh, each point the centre of its own cell. */
static xpbd_status lay_grid(const xpbd_mesh *mesh, double spacing, xpbd_voxel_grid *grid) {
  double points = 1.0;
  grid->spacing = spacing;
  for (int axis = 0; axis < 3; axis++) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t t = 0; t < 3 * (int64_t)mesh->triangle_count; t++) {
      const double value = mesh->positions[3 * (int64_t)mesh->triangles[t] + axis];
      low = fmin(low, value), high = fmax(high, value);
    }
    const double count = fmax(1.0, floor((high - low) / spacing + 1e-6)); /* 2.9999999 cells are 3 */
    points *= count;
    XPBD_REQUIRE(points <= MOST_POINTS, XPBD_ERR_INVALID_ARGUMENT,
                 "lattice: a spacing of %g m gives more than %d grid points: make it larger", spacing, MOST_POINTS);
    grid->counts[axis] = (int32_t)count;
    grid->origin[axis] = 0.5 * (low + high) - 0.5 * (count - 1.0) * spacing;
  }
  return XPBD_OK;
}

xpbd_status xpbd_mesh_voxels(const xpbd_mesh *mesh, double spacing, xpbd_voxel_grid *grid) {
  XPBD_REQUIRE(mesh && mesh->triangle_count > 0, XPBD_ERR_INVALID_ARGUMENT, "lattice: the mesh needs triangles");
  XPBD_REQUIRE(spacing > 0.0 && isfinite(spacing), XPBD_ERR_INVALID_ARGUMENT,
               "lattice: spacing %g m; it must be positive and finite", spacing);
  for (int64_t t = 0; t < 3 * (int64_t)mesh->triangle_count; t++)
    XPBD_REQUIRE(mesh->neighbours[t] >= 0, XPBD_ERR_INVALID_ARGUMENT,
                 "lattice: the mesh is not closed: triangle %lld has a free edge", (long long)(t / 3));
  XPBD_TRY(lay_grid(mesh, spacing, grid));
  const size_t columns = (size_t)grid->counts[0] * (size_t)grid->counts[2], height_count = (size_t)grid->counts[1];
  grid->inside = calloc(columns * height_count, 1);
  int32_t *below = calloc(columns * (height_count + 1), sizeof *below);
  const xpbd_status status =
      grid->inside && below
          ? mark(mesh, grid, below)
          : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "lattice: no memory for %zu grid points", columns * height_count);
  free(below);
  return status;
}
