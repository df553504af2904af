/* Why this file exists: pictures, films and VTK files of a run show how far its edges are stretched. Private to the library
 * and its programs. */
#ifndef XPBD_MEASURE_STRAIN_H
#define XPBD_MEASURE_STRAIN_H

#include "xpbd/mesh.h"

/// Lengths of a mesh's edges, its vertices at `positions` [n, 3], into `out` [edge_count] m.
void xpbd_edge_lengths(const xpbd_mesh *mesh, const double *positions, double *out);
/// Mean strain |l / l0 - 1| of the edges at each vertex into `out` [n], 0 where there are none; an edge of no length at
/// rest has none. `most` grows to the largest of them; NULL = nobody asks. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_strain_at_vertices(const xpbd_mesh *mesh, const double *rest_lengths, const double *positions,
                                    double *out, double *most);

#endif
