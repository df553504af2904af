/* Why this file exists: finds the points of a grid inside a closed mesh, for lattices of springs and for bodies of tets.
 * Private to the library. */
#pragma once

#include "xpbd/mesh.h"

/// Points of a cubic grid, x fastest.
typedef struct xpbd_voxel_grid {
  int32_t counts[3];
  double origin[3], spacing; ///< [m]
  unsigned char *inside;     ///< [counts] 1 if the point is inside. The creator owns it.
} xpbd_voxel_grid;

/// Makes a grid centred in the extents of a closed mesh and marks the points inside. Each point is the centre of its own
/// cell. The caller frees grid->inside even after a failure. XPBD_ERR_INVALID_ARGUMENT: the mesh is not closed, or the
/// grid has more than 2^24 points.
xpbd_status xpbd_mesh_voxels(const xpbd_mesh *mesh, double spacing, xpbd_voxel_grid *grid);
