/* Why this file exists: how generators and readers turn bare vertices and triangles into a finished mesh. Private to
 * lib/mesh. */
#ifndef XPBD_MESH_BUILD_H
#define XPBD_MESH_BUILD_H

#include <stddef.h>

#include "xpbd/mesh.h"

/// Allocate positions and triangles for these counts; nothing else is set. The counts are 64-bit so that a generator
/// can hand over a product: more than int32 can number is XPBD_ERR_INVALID_ARGUMENT, naming `what`.
xpbd_status xpbd_mesh_reserve(const char *what, int64_t vertex_count, int64_t triangle_count, xpbd_mesh *out);

/// Derive edges, neighbours and hinges of a mesh whose positions and triangles are valid. On failure the mesh is
/// destroyed. XPBD_ERR_INVALID_ARGUMENT names two triangles with the same three corners: a hinge between them would
/// hold one vertex twice. `twins` (may be NULL) receives those two, ascending, else -1.
xpbd_status xpbd_mesh_finish(xpbd_mesh *mesh, int32_t twins[2]);

/// Check vertices, indices, corners and edge lengths as xpbd_mesh_make() promises.
xpbd_status xpbd_mesh_validate(const xpbd_mesh *mesh);

#endif
