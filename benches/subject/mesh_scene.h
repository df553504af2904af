/* Why this file exists: benchmarks run any formula on a mesh that suits it: cloth, sphere, beam or the mesh of a
 * file. The exact number of constraints is known before anything is timed. */
#pragma once

#include "scene_source.h"

/// The axes size, constraint, mesh, numbering, iterations and order select the scene.
extern const scene_source mesh_scenes;

/// Values of the axis "mesh".
const char *mesh_scene_kind(int index);
/// Whether another text is the path of a mesh. The call reads the mesh. If false, `why` has one line.
bool mesh_scene_accepts(const char *path, char *why, size_t capacity);
/// Whether the axis has a meaning at a point. A mesh of a file has its own size.
bool mesh_scene_has_axis(const bench_point *point, const char *axis);
/// Values of the axis "numbering".
const char *mesh_scene_numbering(int index);
