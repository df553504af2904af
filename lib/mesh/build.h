/* Why this file exists: turns bare vertices and triangles or tets into a finished mesh, for generators and readers.
 * Private to lib/mesh. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/mesh.h"

/// Allocates positions and triangles and sets nothing else. The counts are 64-bit, so that a generator can pass a
/// product. If they exceed int32, XPBD_ERR_INVALID_ARGUMENT names `what`.
xpbd_status xpbd_mesh_reserve(const char *what, int64_t vertex_count, int64_t triangle_count, xpbd_mesh *out);

/// Zeroes `out` and checks the arguments of a body of cells. XPBD_ERR_INVALID_ARGUMENT names `what`.
xpbd_status xpbd_mesh_check_cells(const char *what, const int32_t cells[3], double spacing, xpbd_mesh *out);

/// Derives edges, neighbours and hinges from valid positions and triangles. On failure the mesh is destroyed.
/// XPBD_ERR_INVALID_ARGUMENT names two triangles with the same three corners, because a hinge between them would repeat
/// a vertex.
xpbd_status xpbd_mesh_finish(xpbd_mesh *mesh);

/// Lists the pairs of triangles with a common edge, like Cincotti: each pair once, from its lower triangle, corner by
/// corner. Reads triangles and neighbours, writes hinges and hinge_count.
xpbd_status xpbd_mesh_list_hinges(xpbd_mesh *mesh);

/// Checks vertices, indices, corners and edge lengths as xpbd_mesh_make() promises.
xpbd_status xpbd_mesh_validate(const xpbd_mesh *mesh);
/// The same, only for the vertices.
xpbd_status xpbd_mesh_validate_vertices(const xpbd_mesh *mesh);
/// Distance of two vertices [m].
double xpbd_mesh_edge_length(const double *positions, int32_t first, int32_t second);

/// Like xpbd_mesh_reserve(), for tets instead of triangles.
xpbd_status xpbd_mesh_reserve_tets(const char *what, int64_t vertex_count, int64_t tet_count, xpbd_mesh *out);

/// Checks a mesh with positions and tets, reorients inverted tets, and derives surface and topology, as
/// xpbd_mesh_make_tets() promises. On failure the mesh is destroyed. `turned` (may be NULL) receives the number of
/// reoriented tets. `named` (may be NULL) receives the tet of an XPBD_ERR_INVALID_ARGUMENT (of two, the later one),
/// else -1.
xpbd_status xpbd_mesh_finish_tets(xpbd_mesh *mesh, int32_t *turned, int32_t *named);

/// Adds an attribute that cannot be used. `defect` says why and where. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_mesh_add_defect(xpbd_mesh *mesh, const char *name, int32_t width, bool on_vertices,
                                 const char *defect);
/// Adds the attributes of `from` to `mesh`, which has the same elements and vertices. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_mesh_copy_attributes(const xpbd_mesh *from, xpbd_mesh *mesh);
void xpbd_mesh_destroy_attributes(xpbd_mesh *mesh);
/// Writes the six tets of a cubic cell to `corner` [6, 4]. Its vertices are `origin` plus any of the three strides.
/// Returns the end of what was written.
int32_t *xpbd_mesh_add_cell(int32_t *corner, int32_t origin, const int32_t stride[3]);

/// Whether the four corners are distinct and span a volume beyond rounding.
bool xpbd_mesh_has_volume(const double *positions, const int32_t corner[4]);

/// Derives the surface triangles of oriented tets. `named` as above.
xpbd_status xpbd_mesh_derive_surface(xpbd_mesh *mesh, int32_t *named);
/// Replaces the edges by those of all tets.
xpbd_status xpbd_mesh_derive_tet_edges(xpbd_mesh *mesh);
