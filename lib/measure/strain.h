/* Why this file exists: pictures, films and VTK files of a run show the strain of its edges. Private to the library and
 * its programs. */
#pragma once

#include <stddef.h>

#include "xpbd/mesh.h"

/// Writes the edge lengths [m] of a mesh with vertices at `positions` [n, 3] to `out` [edge_count].
void xpbd_edge_lengths(const xpbd_mesh *mesh, const double *positions, double *out);
/// Writes the mean strain |l / l0 - 1| of the edges at each vertex to `out` [n], 0 if there are none. Edges without
/// rest length are ignored. `most`, unless NULL, is raised to the largest. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_strain_at_vertices(const xpbd_mesh *mesh, const double *rest_lengths, const double *positions,
                                    double *out, double *most);
/// Returns the strain where a colour map for these strains [n] ends: the largest, or twice what 99 % of them stay below.
/// So one torn edge does not turn all others to one colour. Sorts them. 0 for n = 0.
double xpbd_strain_scale(size_t n, double *strains);
