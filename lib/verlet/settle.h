/* Why this file exists: what the scenes of lattices take from position Verlet before they start: the size of a lattice's
 * balls, its place on the ground, its shape under gravity. Private to the library. */
#ifndef XPBD_VERLET_SETTLE_H
#define XPBD_VERLET_SETTLE_H

#include "xpbd/verlet.h"

/// Radii [node_count] of the balls of a lattice: the standard ones of xpbd_verlet_def or, `even`, all the mean half
/// length. Standard sizes differ between the corners and the middle of a face, because face diagonals are longer: a box
/// then balances on the middle of its underside. Even ones keep a flat face flat. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_lattice_radii(const xpbd_lattice *lattice, bool even, double *radii);
/// Shift a lattice along y until its lowest ball is `drop` [m] above y = 0. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_lattice_set_down(xpbd_lattice *lattice, double drop, bool even);
/// Dynamic relaxation for `time` [s] without friction and restitution: whenever the kinetic energy begins to fall, all
/// motion is taken out. Ends with the static shape, quicker than any damping that the time step allows. Writes it to
/// positions [n, 3], which may be those of the definition. Errors as xpbd_verlet_create() and xpbd_verlet_step().
xpbd_status verlet_settle(const xpbd_verlet_def *def, double time, double *positions);

#endif
