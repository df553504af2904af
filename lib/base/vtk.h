/* Why this file exists: one writer of VTK for everything that is looked at in ParaView. Legacy unstructured grids, binary and
 * big-endian as the format says: of its kinds of data the one that both ParaView and meshio read, with cells of every kind
 * in one file. Private to the project. */
#ifndef XPBD_VTK_H
#define XPBD_VTK_H

#include <stdio.h>

#include "xpbd/mesh.h"

/// Cells of one number of corners: 1 a point, 2 a line, 3 a triangle, 4 a tetrahedron, more a cloud of points.
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
  const xpbd_mesh_array *point_arrays; ///< Of all points, of all cells block after block.
  const xpbd_mesh_array *cell_arrays;
} xpbd_vtk;

/// Errors of the stream are kept by it; the caller's locale must write points, see base/locale.h.
void xpbd_vtk_write(FILE *stream, const xpbd_vtk *what);

#endif
