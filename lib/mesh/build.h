/* Why this file exists: how generators and readers turn bare vertices and triangles or tets into a finished mesh.
 * Private to lib/mesh. */
#ifndef XPBD_MESH_BUILD_H
#define XPBD_MESH_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/mesh.h"

/// Allocate positions and triangles for these counts; nothing else is set. The counts are 64-bit so that a generator
/// can hand over a product: more than int32 can number is XPBD_ERR_INVALID_ARGUMENT, naming `what`.
xpbd_status xpbd_mesh_reserve(const char *what, int64_t vertex_count, int64_t triangle_count, xpbd_mesh *out);

/// Zero `out`, and check what a body of cells is made with. XPBD_ERR_INVALID_ARGUMENT, naming `what`.
xpbd_status xpbd_mesh_check_cells(const char *what, const int32_t cells[3], double spacing, xpbd_mesh *out);

/// Derive edges, neighbours and hinges of a mesh whose positions and triangles are valid. On failure the mesh is
/// destroyed. XPBD_ERR_INVALID_ARGUMENT names two triangles with the same three corners: a hinge between them would
/// hold one vertex twice.
xpbd_status xpbd_mesh_finish(xpbd_mesh *mesh);

/// Check vertices, indices, corners and edge lengths as xpbd_mesh_make() promises.
xpbd_status xpbd_mesh_validate(const xpbd_mesh *mesh);
/// The part of it that looks at the vertices.
xpbd_status xpbd_mesh_validate_vertices(const xpbd_mesh *mesh);
/// Distance of two vertices, [m].
double xpbd_mesh_edge_length(const double *positions, int32_t first, int32_t second);

/// Like xpbd_mesh_reserve(), with room for tets instead of triangles.
xpbd_status xpbd_mesh_reserve_tets(const char *what, int64_t vertex_count, int64_t tet_count, xpbd_mesh *out);

/// Check a mesh of which positions and tets are set, turn what is turned over, derive surface and topology, as
/// xpbd_mesh_make_tets() promises. On failure the mesh is destroyed. `turned` (may be NULL) receives the number of tets
/// that were turned; `named` (may be NULL) the tet an XPBD_ERR_INVALID_ARGUMENT is about (of two the later), else -1.
xpbd_status xpbd_mesh_finish_tets(xpbd_mesh *mesh, int32_t *turned, int32_t *named);

/// Whether the four corners are different and span a volume beyond what rounding makes.
bool xpbd_mesh_has_volume(const double *positions, const int32_t corner[4]);

/// Triangles of the surface of oriented tets. `named` as above.
xpbd_status xpbd_mesh_derive_surface(xpbd_mesh *mesh, int32_t *named);
/// Replace the edges by those of all tets.
xpbd_status xpbd_mesh_derive_tet_edges(xpbd_mesh *mesh);

#endif
