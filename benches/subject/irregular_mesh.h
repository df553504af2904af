/* Why this file exists: benchmarks need a sheet like a mesher's: no direction, no rows, two to a dozen edges at a
 * vertex. No mesh file comes with the suite. */
#pragma once

#include "xpbd/mesh.h"

/// A sheet in the plane y = 0 with the outline, corners and counts of the grid of side x side vertices
/// (xpbd_mesh_make_grid). Every other vertex is moved. Then edges of random pairs of triangles are flipped if both new
/// triangles keep a minimal area. Equal on every machine. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status irregular_mesh_make(int32_t side, double spacing, xpbd_mesh *out);
