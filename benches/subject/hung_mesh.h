/* Why this file exists: a mesh that hangs from some of its vertices, 1 kg each: what benchmarks make of meshes that are no
 * named scene. */
#ifndef BENCH_HUNG_MESH_H
#define BENCH_HUNG_MESH_H

#include <stdbool.h>

#include "xpbd/scene.h"

/// A scene without constraints: 1 kg a particle, those with `pinned` held, gravity. `pinned` [vertex_count];
/// `velocities` [vertex_count, 3], NULL = at rest.
xpbd_status hung_mesh_scene(const xpbd_mesh *mesh, const bool *pinned, const double *velocities, xpbd_scene **out);
/// Turn and shift positions [count, 3], by the same amounts for every mesh and on every machine. Generated meshes lie on
/// planes of symmetry. Differences of coordinates that should be 0 there are subnormal numbers, which cost some
/// processors a hundred cycles each. `out` may be `in`.
void hung_mesh_turn(const double *in, int32_t count, double *out);
/// Velocities [count, 3] for positions [count, 3] that stretch and shear all of what is not `pinned`, and stir it a little,
/// with a fixed seed. A constraint exactly at rest has nothing to solve, so its multiplier shrinks with each iteration
/// until it is subnormal; so is the square of a gradient very near to rest.
void hung_mesh_stir(const double *positions, const bool *pinned, int32_t count, double *velocities);
/// Pin the highest 2 % of the height.
void hung_mesh_pin_top(const xpbd_mesh *mesh, bool *pinned);

#endif
