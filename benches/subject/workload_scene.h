/* Why this file exists: the scene of a point that names a workload. */
#ifndef BENCH_WORKLOAD_SCENE_H
#define BENCH_WORKLOAD_SCENE_H

#include "scene_source.h"
#include "workload/workload.h"

/// Values of the axis "workload".
const char *workload_scene_name(int index);
/// The workload of a point. NULL without that axis.
const workload *workload_scene_of(const bench_point *point);
/// The own error of the recorded answer of a point's workload. NaN = unknown.
double workload_scene_error(const bench_point *point);
/// Scenes of workloads. Refuses those without a readable reference.
extern const scene_source workload_scenes;

#endif
