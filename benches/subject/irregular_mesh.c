/* Why this file exists: turns a regular grid into an irregular mesh by moving its vertices and flipping its edges
 * at random. */
#include "irregular_mesh.h"


#include "base/error.h"
#include "harness/stats/stats.h"

enum { SEED = 20230701 }; ///< Any number will do.
/// Largest move in units of the spacing. A grid triangle has half its square's area and
/// keeps at least (1 - 4 JITTER) / 2.
#define JITTER 0.2
/// A flip must leave triangles of at least this area, relative to the squared spacing.
#define LEAST 0.1

/// Move inner vertices in both directions and border vertices along the border. Corners stay.
static void jitter(xpbd_mesh *mesh, int32_t side, double spacing, uint64_t *random) {
  for (int32_t row = 0; row < side; row++)
    for (int32_t column = 0; column < side; column++) {
      double *x = &mesh->positions[3 * ((int64_t)row * side + column)];
      const double dx = JITTER * spacing * (2.0 * bench_random_unit(random) - 1.0);
      const double dz = JITTER * spacing * (2.0 * bench_random_unit(random) - 1.0);
      if (column > 0 && column + 1 < side) x[0] += dx;
      if (row > 0 && row + 1 < side) x[2] += dz;
    }
}

/// Area of a triangle of vertices, positive if it is oriented like those of the grid (normals to +y).
static double area(const xpbd_mesh *mesh, int32_t i, int32_t j, int32_t k) {
  const double *a = &mesh->positions[3 * (int64_t)i], *b = &mesh->positions[3 * (int64_t)j],
               *c = &mesh->positions[3 * (int64_t)k];
  return 0.5 * ((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]));
}

/// Corner of triangle t whose edge to the next corner leads to triangle `other`.
static int edge_to(const xpbd_mesh *mesh, int32_t t, int32_t other) {
  for (int k = 0; k < 3; k++)
    if (mesh->neighbours[3 * (int64_t)t + k] == other) return k;
  return -1;
}

/// Replace edge k of triangle t by the other diagonal of its two triangles. In a plane that edge cannot exist already,
/// because it would cross the old one.
static void flip(xpbd_mesh *mesh, int32_t t, int k, double least) {
  const int32_t u = mesh->neighbours[3 * (int64_t)t + k];
  if (u < 0) return;
  const int m = edge_to(mesh, u, t);
  int32_t *own = &mesh->triangles[3 * (int64_t)t], *its = &mesh->triangles[3 * (int64_t)u];
  int32_t *beside = &mesh->neighbours[3 * (int64_t)t], *behind = &mesh->neighbours[3 * (int64_t)u];
  const int32_t a = own[k], b = own[(k + 1) % 3], c = own[(k + 2) % 3], d = its[(m + 2) % 3];
  if (!(area(mesh, c, a, d) >= least && area(mesh, d, b, c) >= least)) return;
  const int32_t bc = beside[(k + 1) % 3], ca = beside[(k + 2) % 3];
  const int32_t ad = behind[(m + 1) % 3], db = behind[(m + 2) % 3];
  if (ad >= 0) mesh->neighbours[3 * (int64_t)ad + edge_to(mesh, ad, u)] = t;
  if (bc >= 0) mesh->neighbours[3 * (int64_t)bc + edge_to(mesh, bc, t)] = u;
  own[0] = c, own[1] = a, own[2] = d;
  beside[0] = ca, beside[1] = ad, beside[2] = u;
  its[0] = d, its[1] = b, its[2] = c;
  behind[0] = db, behind[1] = bc, behind[2] = t;
}

xpbd_status irregular_mesh_make(int32_t side, double spacing, xpbd_mesh *out) {
  xpbd_mesh grid;
  uint64_t random = SEED;
  XPBD_TRY(xpbd_mesh_make_grid(side, side, spacing, &grid));
  jitter(&grid, side, spacing, &random);
  for (int64_t i = 0; i < grid.triangle_count / 2; i++) {
    const int32_t t = (int32_t)(bench_random(&random) % (uint64_t)grid.triangle_count);
    flip(&grid, t, (int)(bench_random(&random) % 3), LEAST * spacing * spacing);
  }
  // The flips changed the topology, so derive it again from the triangles.
  const xpbd_status status =
      xpbd_mesh_make(grid.vertex_count, grid.positions, grid.triangle_count, grid.triangles, out);
  xpbd_mesh_destroy(&grid);
  return status;
}
