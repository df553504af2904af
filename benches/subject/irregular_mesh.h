/* Why this file exists: benchmarks need a sheet like those from a mesher: no direction, no rows, vertices of two to a dozen edges. No mesh file comes with the suite. */
#ifndef BENCH_IRREGULAR_MESH_H
#define BENCH_IRREGULAR_MESH_H

#include "xpbd/mesh.h"

/// A sheet in the plane y = 0 with the outline, the corners and the numbers of vertices, edges and triangles of the grid of
/// side x side vertices (xpbd_mesh_make_grid): every other vertex is moved, then edges of random pairs of triangles change
/// to the other diagonal wherever both new triangles keep an area. The same on every machine. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status irregular_mesh_make(int32_t side, double spacing, xpbd_mesh *out);

#endif
