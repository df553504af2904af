/* Why this file exists: benchmarks need a mesh that defeats any numbering: a star, in which one vertex is a neighbour
 * of all others. It shows costs that grow with the neighbours of a vertex, which no sheet does. */
#pragma once

#include "xpbd/mesh.h"

/// Number of points of a star with about as many edges as the grid of side x side vertices, and exactly as many for
/// odd sides. It is even and at least 4. Each point has an edge to the hub and one to the next point.
int32_t star_mesh_points(int32_t side);

/// A pleated parasol: vertex 0 is the hub. Around it are star_mesh_points(side) points, alternating between `radius`
/// [m] at the hub's height, and half of the radius at half a radius lower. A triangle joins the hub and each pair of
/// neighbours. The edges are 0.7 and 1 times the radius for any number of them. The rim of a flat disk would have edges
/// of a millimetre and buckle, differently each time. With 100 iterations its rows were 3e-3 m from those of a plain
/// solver. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status star_mesh_make(int32_t side, double radius, xpbd_mesh *out);
