/* Why this file exists: any formula on a mesh that it can stand on, as a subject of benchmarks: cloth, sphere or beam, the
 * exact number of constraints before anything is built. */
#ifndef BENCH_MESH_SCENE_H
#define BENCH_MESH_SCENE_H

#include "scene_source.h"

/// Found by the axes size, constraint, mesh, numbering, iterations, order.
extern const scene_source mesh_scenes;

/// Values of the axis "mesh".
const char *mesh_scene_kind(int index);
/// The same of "numbering".
const char *mesh_scene_numbering(int index);

#endif
