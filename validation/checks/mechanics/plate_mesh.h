/* Why this file exists: hinges have the bending energy of a plate only on equilateral triangles, so plates are made of
 * these. Squares show the difference. */
#pragma once

#include "runner/check.h"
#include "xpbd/mesh.h"

/// Sheet in the plane y = 0, topology and numbering of xpbd_mesh_make_grid(): rows of equilateral triangles, each shifted
/// by -spacing / 2 against the one before, or squares as they are. xpbd_mesh_destroy() after.
bool plate_lattice(check *self, int32_t columns, int32_t rows, double spacing, bool squares, xpbd_mesh *out);

/// Ribbon of `triangles` equilateral triangles along x in the plane y = 0: vertex k at x = k side / 2, at z = 0 and z =
/// sqrt(3)/2 side in turns.
bool plate_ribbon(check *self, int32_t triangles, double side, xpbd_mesh *out);
