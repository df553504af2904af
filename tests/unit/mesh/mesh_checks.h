/* Why this file exists: declares what the parts of the group "mesh" share: generators with topology, bodies of tets,
 * files. */
#pragma once

#include <stddef.h>

#include "runner/check.h"
#include "unit/parts.h"
#include "runner/folder.h"
#include "xpbd/mesh.h"

/// Number of wrong entries of edges, neighbours and hinges, found from the triangles alone by searching, unlike the
/// library.
int64_t mesh_faults(const xpbd_mesh *mesh);
/// V - E + T.
int64_t mesh_euler(const xpbd_mesh *mesh);
double mesh_volume(const xpbd_mesh *mesh);
double mesh_area(const xpbd_mesh *mesh);
/// Sum of the volumes of the tets; `smallest` (may be NULL) receives the smallest of them.
double mesh_tet_volume(const xpbd_mesh *mesh, double *smallest);
/// Number of wrong faces, triangles and edges of a mesh of tets, found by sorting all faces and all edges in one list
/// each. Faults: a face of three tets, a triangle that is missing, not on the surface or turned inwards, an edge that
/// is missing, superfluous or out of order, neighbours and hinges other than the surface's own.
int64_t mesh_tet_faults(const xpbd_mesh *mesh);
/// V - E + F - T of the tets with all their faces F: 1 for a ball.
int64_t mesh_tet_euler(const xpbd_mesh *mesh);
/// Same counts, triangles, tets and topology, and positions and texture coordinates bit for bit.
bool mesh_equal(const xpbd_mesh *a, const xpbd_mesh *b);

/// Reading must be refused with `expected`, without a mesh, in one line that begins with `named`, the path of a file,
/// and contains `word`.
void expect_bad_file(check *self, const char *path, const char *named, xpbd_status expected, const char *word,
                     const char *name);
