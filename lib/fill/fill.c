/* Why this file exists: fills a closed surface with tets, for a body whose file has only its surface. Cubic cells fit no
 * surface exactly, but all tets have the same good shape, and thin walls fail with a message instead of slivers. */
#include <stdlib.h>

#include "base/edge.h"
#include "fill/voxel.h"
#include "mesh/build.h"

/* The strides of the grid's points, or of the corners of its cells with `more` = 1. */
static void strides(const xpbd_voxel_grid *grid, int32_t more, int32_t out[3]) {
  out[0] = 1;
  out[1] = grid->counts[0] + more;
  out[2] = out[1] * (grid->counts[1] + more);
}

/* One of each pair of opposite directions to a cell that shares only an edge or a corner. */
enum { DIAGONALS = 10 };
static const int8_t diagonals[DIAGONALS][3] = {{1, 1, 0},  {1, -1, 0}, {1, 0, 1},  {1, 0, -1}, {0, 1, 1},
                                               {0, 1, -1}, {1, 1, 1},  {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};

/* Whether there is a marked cell between `first` and `last`, which are opposite in a block of 2 or 3 `steps`. */
static bool is_joined(const xpbd_voxel_grid *grid, int32_t first, int32_t last, const int32_t steps[3]) {
  for (int subset = 1; subset < 7; subset++) {
    int32_t cell = first;
    for (int axis = 0; axis < 3; axis++) cell += subset >> axis & 1 ? steps[axis] : 0;
    if (cell != first && cell != last && grid->inside[cell]) return true;
  }
  return false;
}

/* Joins the cell at `at` through cells beside it to those that it meets only at an edge or a corner. */
static bool join_cell(xpbd_voxel_grid *grid, const int32_t at[3], const int32_t stride[3]) {
  const int32_t first = at[0] + at[1] * stride[1] + at[2] * stride[2];
  bool changed = false;
  for (int d = 0; d < DIAGONALS; d++) {
    int32_t steps[3], last = first;
    bool within = true;
    for (int axis = 0; axis < 3; axis++) {
      const int32_t to = at[axis] + diagonals[d][axis];
      within = within && to >= 0 && to < grid->counts[axis];
      steps[axis] = diagonals[d][axis] * stride[axis], last += steps[axis];
    }
    if (!within || !grid->inside[last] || is_joined(grid, first, last, steps)) continue;
    for (int32_t axis = 0, cell = first; axis < 3; axis++) cell += steps[axis], grid->inside[cell] = 1;
    changed = true;
  }
  return changed;
}

/* Cells that meet only at an edge would turn about it, and a thin part of a surface often gives such cells. */
static void join_diagonals(xpbd_voxel_grid *grid) {
  int32_t stride[3], at[3];
  strides(grid, 0, stride);
  for (bool changed = true; changed;) {
    changed = false;
    for (at[2] = 0; at[2] < grid->counts[2]; at[2]++)
      for (at[1] = 0; at[1] < grid->counts[1]; at[1]++)
        for (at[0] = 0; at[0] < grid->counts[0]; at[0]++)
          if (grid->inside[at[0] + at[1] * stride[1] + at[2] * stride[2]])
            changed = join_cell(grid, at, stride) || changed;
  }
}

/* Marks the cells joined by faces to `first` with `mark`. `queue` [cells]. Returns their number. */
static int32_t flood(const xpbd_voxel_grid *grid, int32_t first, unsigned char mark, int32_t *queue) {
  int32_t stride[3], count = 0;
  strides(grid, 0, stride);
  grid->inside[first] = mark;
  queue[count++] = first;
  for (int32_t k = 0; k < count; k++)
    for (int axis = 0; axis < 3; axis++) {
      const int32_t at = queue[k] / stride[axis] % grid->counts[axis];
      const int32_t below = queue[k] - stride[axis], above = queue[k] + stride[axis];
      if (at > 0 && grid->inside[below] == 1) grid->inside[below] = mark, queue[count++] = below;
      if (at < grid->counts[axis] - 1 && grid->inside[above] == 1) grid->inside[above] = mark, queue[count++] = above;
    }
  return count;
}

/* Counts the cells, which must form one piece. */
static xpbd_status check_pieces(const xpbd_voxel_grid *grid, int32_t cells, int32_t *out) {
  enum { SEEN = 2 };
  int32_t *queue = malloc((size_t)cells * sizeof *queue);
  int32_t pieces = 0, largest = 0, count = 0;
  XPBD_REQUIRE(queue, XPBD_ERR_OUT_OF_MEMORY, "fill: no memory for %d cells", (int)cells);
  for (int32_t c = 0; c < cells; c++) {
    if (grid->inside[c] != 1) continue;
    const int32_t piece = flood(grid, c, SEEN, queue);
    largest = piece > largest ? piece : largest;
    count += piece, pieces++;
  }
  free(queue);
  XPBD_REQUIRE(
      count > 0, XPBD_ERR_INVALID_ARGUMENT,
      "fill: no cell of %g m has its centre inside the surface: make the cells smaller, with a higher resolution",
      grid->spacing);
  XPBD_REQUIRE(pieces == 1, XPBD_ERR_INVALID_ARGUMENT,
               "fill: the %d cells of %g m inside the surface form %d pieces (the largest has %d): make the cells "
               "smaller, with a higher resolution, or use a surface in one piece",
               (int)count, grid->spacing, (int)pieces, (int)largest);
  *out = count;
  return XPBD_OK;
}

/* Positions and tets of the marked cells. `number` [corners of all cells] receives the vertex of each corner. */
static xpbd_status make_cells(const xpbd_voxel_grid *grid, int32_t count, int32_t *number, xpbd_mesh *out) {
  int32_t corner[3], vertices = 0, tet[24];
  strides(grid, 1, corner);
  const int32_t *n = grid->counts;
  const int32_t corners = corner[2] * (n[2] + 1);
  for (int pass = 0; pass < 2; pass++) { /* the second one has the numbers */
    int32_t *to = out->tets;
    const unsigned char *inside = grid->inside;
    for (int32_t k = 0; k < n[2]; k++)
      for (int32_t j = 0; j < n[1]; j++)
        for (int32_t i = 0; i < n[0]; i++) {
          if (!*inside++) continue;
          xpbd_mesh_add_cell(tet, i + j * corner[1] + k * corner[2], corner);
          for (int c = 0; c < 24; c++)
            if (pass == 0)
              number[tet[c]] = 1;
            else
              *to++ = number[tet[c]];
        }
    if (pass == 1) break;
    for (int32_t v = 0; v < corners; v++) number[v] = number[v] ? vertices++ : -1;
    XPBD_TRY(xpbd_mesh_reserve_tets("fill", vertices, INT64_C(6) * count, out));
  }
  for (int32_t v = 0; v < corners; v++)
    for (int axis = 0; number[v] >= 0 && axis < 3; axis++)
      out->positions[3 * (int64_t)number[v] + axis] =
          grid->origin[axis] + (v / corner[axis] % (n[axis] + 1) - 0.5) * grid->spacing;
  return xpbd_mesh_finish_tets(out, NULL, NULL);
}

static xpbd_status fill(const xpbd_mesh *surface, double spacing, xpbd_voxel_grid *grid, xpbd_mesh *out) {
  int32_t count = 0;
  XPBD_TRY(xpbd_mesh_voxels(surface, spacing, grid));
  join_diagonals(grid);
  const int32_t *n = grid->counts;
  XPBD_TRY(check_pieces(grid, n[0] * n[1] * n[2], &count));
  const size_t corners = ((size_t)n[0] + 1) * ((size_t)n[1] + 1) * ((size_t)n[2] + 1);
  int32_t *number = calloc(corners, sizeof *number);
  XPBD_REQUIRE(number, XPBD_ERR_OUT_OF_MEMORY, "fill: no memory for %zu corners of cells", corners);
  const xpbd_status status = make_cells(grid, count, number, out);
  free(number);
  return status;
}

xpbd_status xpbd_mesh_make_fill(const xpbd_mesh *surface, double spacing, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  XPBD_NOT_NULL(surface);
  xpbd_voxel_grid grid = {.inside = NULL};
  const xpbd_status status = fill(surface, spacing, &grid, out);
  free(grid.inside);
  return status;
}
