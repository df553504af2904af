/* Why this file exists: the mesh that defeats a numbering, for rows of benchmarks: a star, in which one vertex is a neighbour
 * of all others. A cost that grows with the neighbours of a vertex shows on it, and on no sheet. */
#ifndef BENCH_STAR_MESH_H
#define BENCH_STAR_MESH_H

#include "xpbd/mesh.h"

/// Points of the star with about as many edges as the grid of side x side vertices (of odd sides exactly as many): an even
/// number, at least 4, each with an edge to the hub and one to the next point.
int32_t star_mesh_points(int32_t side);

/// A pleated parasol: vertex 0 is the hub, and around it stand star_mesh_points(side) points, by turns at `radius` [m], as high
/// as the hub, and at half of that, half of it lower; a triangle leads from the hub to each pair of neighbours. Its edges are
/// 0.7 and 1 times the radius, however many there are: a flat disk would have a rim of edges of a millimetre, which buckles
/// where it hangs, each time another way (with 100 iterations its rows were 3e-3 m from those of a plain solver).
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status star_mesh_make(int32_t side, double radius, xpbd_mesh *out);

#endif
