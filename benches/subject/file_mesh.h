/* Why this file exists: a benchmark on the mesh of a file, which is what somebody who compares solvers really simulates: read
 * once, scaled to the size of the other meshes, and named by its content, so that a file changed between two runs is
 * no silent difference. */
#ifndef BENCH_FILE_MESH_H
#define BENCH_FILE_MESH_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/machine/environment.h"
#include "xpbd/mesh.h"

/// The mesh of a file in a box whose longest side is `extent` [m]; the first call for a path reads it. Lives as long as the
/// program. NULL with one line in `why`.
const xpbd_mesh *file_mesh_find(const char *path, double extent, char *why, size_t capacity);
/// What was repaired in the file, "" = nothing, and where nobody read it.
const char *file_mesh_repairs(const char *path);
/// A field per file that was read: path, counts and a hash of what the readers made of it.
void file_mesh_describe(bench_environment *env);

#endif
