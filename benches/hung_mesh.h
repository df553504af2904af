/* Why this file exists: a mesh that hangs from some of its vertices, 1 kg each: what benchmarks make of meshes that are no
 * named scene. */
#ifndef BENCH_HUNG_MESH_H
#define BENCH_HUNG_MESH_H

#include <stdbool.h>

#include "xpbd/scene.h"

/// A scene without constraints: 1 kg a particle, those with `pinned` held, gravity. `pinned` [vertex_count].
xpbd_status hung_mesh_scene(const xpbd_mesh *mesh, const bool *pinned, xpbd_scene **out);
/// Pin the highest 2 % of the height.
void hung_mesh_pin_top(const xpbd_mesh *mesh, bool *pinned);

#endif
