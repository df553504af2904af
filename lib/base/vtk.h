/* Why this file exists: the one writer of VTK files for ParaView. It writes legacy unstructured grids, binary and
 * big-endian as the format requires. Both ParaView and meshio read these, and one file can mix all cell types. Private
 * to the project. */
#pragma once

#include <stdio.h>

#include "xpbd/mesh.h"

/// Cells with the same number of corners: 1 point, 2 line, 3 triangle, 4 tetrahedron, more = point cloud.
typedef struct xpbd_vtk_cells {
  int32_t count, corners;
  const int32_t *points; ///< [count, corners]
} xpbd_vtk_cells;

typedef struct xpbd_vtk {
  const char *title; ///< One line of at most 255 bytes.
  int32_t point_count;
  const double *points; ///< [point_count, 3] m
  int32_t block_count;
  const xpbd_vtk_cells *blocks; ///< [block_count]
  int32_t point_array_count, cell_array_count;
  const xpbd_mesh_array *point_arrays; ///< For all points. Cell arrays are for all cells, block after block.
  const xpbd_mesh_array *cell_arrays;
} xpbd_vtk;

/// Errors stay in the stream. The caller's locale must use decimal points, see base/locale.h.
void xpbd_vtk_write(FILE *stream, const xpbd_vtk *what);
