/* Why this file exists: what the two halves of the group "mesh" share: generators with topology, and files. */
#ifndef XPBD_MESH_CHECKS_H
#define XPBD_MESH_CHECKS_H

#include "check.h"
#include "xpbd/mesh.h"

/// Number of entries of edges, neighbours and hinges that are wrong, found from the triangles alone by searching, not
/// by the way the library derives them.
int64_t mesh_faults(const xpbd_mesh *mesh);
/// V - E + T.
int64_t mesh_euler(const xpbd_mesh *mesh);
double mesh_volume(const xpbd_mesh *mesh);
double mesh_area(const xpbd_mesh *mesh);
/// Same counts, triangles and topology, and positions bit for bit.
bool mesh_equal(const xpbd_mesh *a, const xpbd_mesh *b);

/// Register the checks of reading and writing.
void check_mesh_files(check_registry *registry);
/// Register the checks of damaged and hostile files.
void check_mesh_bad_files(check_registry *registry);

/// A new empty folder for a check; NULL, already reported, when there is none. Remove it with folder_remove().
char *folder_make(check *self);
/// Remove the folder with the files in it.
void folder_remove(char *folder);
/// Number of files in it.
int folder_count(const char *folder);
/// Path of a file in the folder, in one of four buffers used in turn.
const char *folder_path(const char *folder, const char *name);
/// Write bytes to a file; false, already reported, on failure.
bool file_put(check *self, const char *path, const void *bytes, size_t count);

#endif
