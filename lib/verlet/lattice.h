/* Why this file exists: a lattice from any set of points of a grid, and the points of a grid inside a closed mesh: the
 * two halves of making a lattice. Private to lib/verlet. */
#ifndef XPBD_VERLET_LATTICE_H
#define XPBD_VERLET_LATTICE_H

#include "xpbd/verlet.h"

/// Points of a cubic grid, x fastest.
typedef struct verlet_grid {
  int32_t counts[3];
  double origin[3], spacing; ///< [m]
  unsigned char *inside;     ///< [counts] 1 where there is a node. Owned by whoever made it.
} verlet_grid;

/// voxel.c: lay a grid through the mesh and mark what is inside. grid->inside is freed by the caller also on failure.
xpbd_status verlet_voxels(const xpbd_mesh *mesh, double spacing, verlet_grid *grid);

#endif
