/* Why this file exists: elastic bodies as cubic lattices of equal springs along edges and face diagonals. They are
 * isotropic with Poisson's ratio 1/4 (Ladd and Kinney 1997; Kot, Nagahashi and Szymczak, "Elastic moduli of simple mass
 * spring models"). */
#include "fill/voxel.h"

#include <math.h>
#include <stdlib.h>

#include "base/edge.h"
#include "xpbd/verlet.h"

enum { DIRECTIONS = 9 };

/* One of each pair of opposite directions to the nearest and next-nearest points. */
static const int directions[DIRECTIONS][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                              {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};

static int64_t place_of(const xpbd_voxel_grid *grid, int32_t i, int32_t j, int32_t k) {
  return i + (int64_t)grid->counts[0] * (j + (int64_t)grid->counts[1] * k);
}

/* Numbers the marked points. Others get -1 in numbers [points]. Returns the number of marked points. */
static int64_t number_nodes(const xpbd_voxel_grid *grid, int32_t *numbers) {
  const int64_t points = (int64_t)grid->counts[0] * grid->counts[1] * grid->counts[2];
  int64_t count = 0;
  for (int64_t p = 0; p < points; p++) numbers[p] = grid->inside[p] ? (int32_t)count++ : -1;
  return count;
}

/* Springs from the point (i, j, k), written to `springs` unless it is NULL. Returns their number. */
static int64_t join(const xpbd_voxel_grid *grid, const int32_t *numbers, const int32_t at[3],
                    xpbd_verlet_spring *springs) {
  int64_t count = 0;
  const int32_t here = numbers[place_of(grid, at[0], at[1], at[2])];
  if (here < 0) return 0;
  for (int d = 0; d < DIRECTIONS; d++) {
    int32_t to[3];
    bool outside = false;
    for (int k = 0; k < 3; k++) {
      to[k] = at[k] + directions[d][k];
      outside = outside || to[k] < 0 || to[k] >= grid->counts[k];
    }
    const int32_t there = outside ? -1 : numbers[place_of(grid, to[0], to[1], to[2])];
    if (there < 0) continue;
    if (springs) springs[count] = (xpbd_verlet_spring){.nodes = {here, there}, .rest_length = NAN};
    count++;
  }
  return count;
}

static int64_t join_all(const xpbd_voxel_grid *grid, const int32_t *numbers, xpbd_verlet_spring *springs) {
  int64_t count = 0;
  int32_t at[3];
  for (at[2] = 0; at[2] < grid->counts[2]; at[2]++)
    for (at[1] = 0; at[1] < grid->counts[1]; at[1]++)
      for (at[0] = 0; at[0] < grid->counts[0]; at[0]++)
        count += join(grid, numbers, at, springs ? springs + count : NULL);
  return count;
}

static xpbd_status fill(const xpbd_voxel_grid *grid, int32_t *numbers, xpbd_lattice *out) {
  const int64_t nodes = number_nodes(grid, numbers), springs = join_all(grid, numbers, NULL);
  XPBD_REQUIRE(springs <= INT32_MAX, XPBD_ERR_INVALID_ARGUMENT, "lattice: %lld springs are too many",
               (long long)springs);
  out->spacing = grid->spacing;
  out->node_count = (int32_t)nodes;
  out->spring_count = (int32_t)springs;
  out->positions = calloc(3 * (size_t)nodes + 1, sizeof *out->positions);
  out->springs = calloc((size_t)springs + 1, sizeof *out->springs);
  XPBD_REQUIRE(out->positions && out->springs, XPBD_ERR_OUT_OF_MEMORY, "lattice: no memory for %lld springs",
               (long long)springs);
  join_all(grid, numbers, out->springs);
  double *position = out->positions;
  for (int32_t k = 0; k < grid->counts[2]; k++)
    for (int32_t j = 0; j < grid->counts[1]; j++)
      for (int32_t i = 0; i < grid->counts[0]; i++) {
        if (numbers[place_of(grid, i, j, k)] < 0) continue;
        *position++ = grid->origin[0] + i * grid->spacing;
        *position++ = grid->origin[1] + j * grid->spacing;
        *position++ = grid->origin[2] + k * grid->spacing;
      }
  return XPBD_OK;
}

/// Nodes and springs of the marked points. The caller frees them even after a failure.
static xpbd_status verlet_lattice_fill(const xpbd_voxel_grid *grid, xpbd_lattice *out) {
  const int64_t points = (int64_t)grid->counts[0] * grid->counts[1] * grid->counts[2];
  int32_t *numbers = malloc((size_t)points * sizeof *numbers);
  XPBD_REQUIRE(numbers, XPBD_ERR_OUT_OF_MEMORY, "lattice: no memory for %lld grid points", (long long)points);
  const xpbd_status status = fill(grid, numbers, out);
  free(numbers);
  return status;
}

/* Number of connected components, counted by joining sets. -1 = out of memory. */
static int32_t pieces(const xpbd_lattice *lattice) {
  int32_t *parent = malloc((size_t)lattice->node_count * sizeof *parent), count = lattice->node_count;
  if (!parent) return -1;
  for (int32_t i = 0; i < count; i++) parent[i] = i;
  for (int32_t s = 0; s < lattice->spring_count; s++) {
    int32_t root[2];
    for (int k = 0; k < 2; k++) {
      root[k] = lattice->springs[s].nodes[k];
      while (parent[root[k]] != root[k]) root[k] = parent[root[k]] = parent[parent[root[k]]];
    }
    if (root[0] == root[1]) continue;
    parent[root[0] < root[1] ? root[1] : root[0]] = root[0] < root[1] ? root[0] : root[1];
    count--;
  }
  free(parent);
  return count;
}

xpbd_status xpbd_lattice_make_box(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_lattice *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_lattice){0};
  XPBD_REQUIRE(nx >= 1 && ny >= 1 && nz >= 1, XPBD_ERR_INVALID_ARGUMENT,
               "lattice: %d x %d x %d nodes; each must be at least 1", (int)nx, (int)ny, (int)nz);
  XPBD_REQUIRE(spacing > 0.0 && isfinite(spacing), XPBD_ERR_INVALID_ARGUMENT,
               "lattice: spacing %g m; it must be positive and finite", spacing);
  /* 9 springs per node must fit into int32 */
  XPBD_REQUIRE((int64_t)nx * ny <= INT32_MAX / 16 && (int64_t)nx * ny * nz <= INT32_MAX / 16, XPBD_ERR_INVALID_ARGUMENT,
               "lattice: %d x %d x %d nodes are too many", (int)nx, (int)ny, (int)nz);
  xpbd_voxel_grid grid = {.counts = {nx, ny, nz}, .spacing = spacing};
  const size_t points = (size_t)nx * (size_t)ny * (size_t)nz;
  grid.inside = malloc(points);
  XPBD_REQUIRE(grid.inside, XPBD_ERR_OUT_OF_MEMORY, "lattice: no memory for %zu nodes", points);
  for (size_t p = 0; p < points; p++) grid.inside[p] = 1;
  const xpbd_status status = verlet_lattice_fill(&grid, out);
  free(grid.inside);
  if (status != XPBD_OK) xpbd_lattice_destroy(out);
  return status;
}

static xpbd_status make_mesh(const xpbd_mesh *mesh, double spacing, xpbd_voxel_grid *grid, xpbd_lattice *out) {
  XPBD_TRY(xpbd_mesh_voxels(mesh, spacing, grid));
  XPBD_TRY(verlet_lattice_fill(grid, out));
  XPBD_REQUIRE(out->node_count > 0, XPBD_ERR_INVALID_ARGUMENT,
               "lattice: no grid point is in the mesh at a spacing of %g m: make it smaller", spacing);
  const int32_t count = pieces(out);
  XPBD_REQUIRE(count >= 0, XPBD_ERR_OUT_OF_MEMORY, "lattice: no memory for %d nodes", (int)out->node_count);
  XPBD_REQUIRE(count == 1, XPBD_ERR_INVALID_ARGUMENT,
               "lattice: the %d grid points in the mesh form %d pieces at a spacing of %g m: make it smaller",
               (int)out->node_count, (int)count, spacing);
  return XPBD_OK;
}

xpbd_status xpbd_lattice_make_mesh(const xpbd_mesh *mesh, double spacing, xpbd_lattice *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_lattice){0};
  XPBD_NOT_NULL(mesh);
  xpbd_voxel_grid grid = {.inside = NULL};
  const xpbd_status status = make_mesh(mesh, spacing, &grid, out);
  free(grid.inside);
  if (status != XPBD_OK) xpbd_lattice_destroy(out);
  return status;
}

void xpbd_lattice_set_material(xpbd_lattice *lattice, double youngs_modulus, double damping) {
  XPBD_PLAIN_FLOATS;
  for (int32_t s = 0; lattice && s < lattice->spring_count; s++) {
    lattice->springs[s].stiffness = youngs_modulus * lattice->spacing / 2.5;
    lattice->springs[s].damping = damping;
  }
}

void xpbd_lattice_destroy(xpbd_lattice *lattice) {
  if (!lattice) return;
  free(lattice->positions);
  free(lattice->springs);
  *lattice = (xpbd_lattice){0};
}
