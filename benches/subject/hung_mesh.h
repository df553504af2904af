/* Why this file exists: turns a mesh without a named scene into one that hangs from some of its vertices, 1 kg each. */
#pragma once

#include <stdbool.h>

#include "xpbd/scene.h"

/// Make a scene without constraints, with gravity: 1 kg a particle, `pinned` ones held. `pinned` [vertex_count].
/// `velocities` [vertex_count, 3], NULL = at rest.
xpbd_status hung_mesh_scene(const xpbd_mesh *mesh, const bool *pinned, const double *velocities, xpbd_scene **out);
/// Turn and shift positions [count, 3], by the same amounts for every mesh and on every machine. Generated meshes lie on
/// planes of symmetry. Differences of coordinates that should be 0 there are subnormal numbers, which cost some
/// processors a hundred cycles each. `out` may be `in`.
void hung_mesh_turn(const double *in, int32_t count, double *out);
/// Velocities [count, 3] for positions [count, 3] that stretch and shear everything not `pinned`, and stir it a little,
/// with a fixed seed. A constraint exactly at rest has nothing to solve, so its multiplier shrinks in each iteration
/// until it is subnormal. The square of a gradient very near to rest is subnormal, too.
void hung_mesh_stir(const double *positions, const bool *pinned, int32_t count, double *velocities);
/// Pin the highest 2 % of the height. Of a level mesh, two corners.
void hung_mesh_pin_top(const xpbd_mesh *mesh, bool *pinned);
