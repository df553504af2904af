/* Why this file exists: the two halves of making a lattice: finding the grid points inside a closed mesh, and joining
 * any set of grid points. Private to lib/verlet. */
#ifndef XPBD_VERLET_LATTICE_H
#define XPBD_VERLET_LATTICE_H

#include "xpbd/verlet.h"

/// Points of a cubic grid, x fastest.
typedef struct verlet_grid {
  int32_t counts[3];
  double origin[3], spacing; ///< [m]
  unsigned char *inside;     ///< [counts] 1 if there is a node. The creator owns it.
} verlet_grid;

/// voxel.c: makes a grid over the mesh and marks the points inside. The caller frees grid->inside even after a failure.
xpbd_status verlet_voxels(const xpbd_mesh *mesh, double spacing, verlet_grid *grid);

#endif
