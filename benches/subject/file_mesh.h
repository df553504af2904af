/* Why this file exists: people who compare solvers simulate their own meshes. A mesh from a file is read once, scaled
 * to the size of the other meshes, and identified by a hash of its content, so a changed file does not go unnoticed. */
#pragma once

#include <stddef.h>

#include "harness/machine/environment.h"
#include "xpbd/mesh.h"

/// The mesh of a file, scaled so that its longest side is `extent` [m]. The first call for a path reads the file. The
/// mesh lives as long as the program. NULL with one line in `why`.
const xpbd_mesh *file_mesh_find(const char *path, double extent, char *why, size_t capacity);
/// Repairs of the file. "" = none, or the file was not read.
const char *file_mesh_repairs(const char *path);
/// Add a field for each file that was read: path, counts and a hash of the mesh.
void file_mesh_describe(bench_environment *env);
