/* Why this file exists: what lattice scenes need of position Verlet before they start: the radii of the balls, the
 * position on the ground, the shape under gravity. Private to the library. */
#pragma once

#include "xpbd/verlet.h"

/// Radii [node_count] of the balls of a lattice: the defaults of xpbd_verlet_def or, if `even`, half the mean spring
/// length for all. Default sizes differ between the corners and the middle of a face, because face diagonals are
/// longer. A box would then balance on the middle of its underside. Even sizes keep a flat face flat.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_lattice_radii(const xpbd_lattice *lattice, bool even, double *radii);
/// Shifts a lattice along y until its lowest ball is `drop` [m] above y = 0. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_lattice_set_down(xpbd_lattice *lattice, double drop, bool even);
/// Dynamic relaxation for `time` [s] without friction and restitution: all velocities are set to 0 whenever the kinetic
/// energy begins to fall. It reaches the static shape faster than any damping that the time step allows. Writes
/// positions [n, 3], which may be the definition's own array. Errors as xpbd_verlet_create() and xpbd_verlet_step().
xpbd_status verlet_settle(const xpbd_verlet_def *def, double time, double *positions);
