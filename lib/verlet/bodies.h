/* Why this file exists: from lattices to a world: bodies put side by side, set down and brought to rest. Private to
 * lib/verlet. */
#ifndef XPBD_VERLET_BODIES_H
#define XPBD_VERLET_BODIES_H

#include "xpbd/verlet.h"

/// An elastic body. Its material is that of the lattice.
typedef struct verlet_body {
  const xpbd_lattice *lattice;
  double mass;        ///< [kg], the same for each node.
  double velocity[3]; ///< [m/s] at the start, after it came to rest.
  bool even;          ///< Spheres of one size, the mean; else the standard sizes of xpbd_verlet_def.
} verlet_body;

/// Shift a lattice along y until its lowest sphere is `drop` [m] above y = 0; `even` as in verlet_body.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_lattice_set_down(xpbd_lattice *lattice, double drop, bool even);

/// A world of `count` bodies with planes and settings of `def`. They come to rest under gravity, without friction and
/// restitution, in `settle` seconds; springs keep their rest lengths. Where `choose_step` is set, the time step of
/// `def` is the largest wanted: at most half of what is stable is taken.
xpbd_status verlet_bodies_create(const xpbd_verlet_def *def, const verlet_body *bodies, int count, double settle,
                                 bool choose_step, xpbd_verlet **out);

#endif
