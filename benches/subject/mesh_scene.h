/* Why this file exists: benchmarks run any formula on a mesh that suits it: cloth, sphere, beam or the mesh of a file. The exact number of constraints is known before anything is timed. */
#ifndef BENCH_MESH_SCENE_H
#define BENCH_MESH_SCENE_H

#include "scene_source.h"

/// Found by the axes size, constraint, mesh, numbering, iterations, order.
extern const scene_source mesh_scenes;

/// Values of the axis "mesh".
const char *mesh_scene_kind(int index);
/// Whether any other text is the path of a mesh, which is then read; else one line in `why`.
bool mesh_scene_accepts(const char *path, char *why, size_t capacity);
/// Whether the axis means something at a point: a mesh of a file has its own size.
bool mesh_scene_has_axis(const bench_point *point, const char *axis);
/// The same of "numbering".
const char *mesh_scene_numbering(int index);

#endif
