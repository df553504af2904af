/* Why this file exists: the parts of a time step of position Verlet that go through all springs or nodes are compiled
 * once for each instruction set. This is what the tables of them hold. Private to lib/verlet. */
#pragma once

#include "verlet/world.h"

enum { VERLET_LANES = 4 }; ///< Springs side by side.

/// Springs that are computed side by side. Nodes count from the first of the share. Unused lanes have no stiffness.
struct verlet_block {
  int32_t from[VERLET_LANES], to[VERLET_LANES];
  double rest_length[VERLET_LANES], stiffness[VERLET_LANES], damping[VERLET_LANES];
};

struct verlet_kernels {
  const char *instructions;
  /// Forces of the springs of a share at x and v, the first of which belong to the first node of the share.
  void (*forces)(const verlet_share *share, const double *x, const double *v);
  /// Moves the nodes of a share for `time`. Whether a position is no longer finite, or beyond the limit.
  bool (*drift)(const xpbd_verlet *world, const verlet_share *share, double time);
  /// Changes their velocities by the forces.
  void (*kick)(const xpbd_verlet *world, const verlet_share *share, double time);
};

/// As xpbd_kernels_find().
const verlet_kernels *verlet_kernels_find(const char *instructions);
