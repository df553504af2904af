/* Why this file exists: the scene of a point that names a workload. */
#pragma once

#include "scene_source.h"
#include "workload/workload.h"

/// Values of the axis "workload".
const char *workload_scene_name(int index);
/// Whether no score counts this workload, so that "*" leaves it out.
bool workload_scene_apart(const char *name);
/// The workload of a point. NULL without that axis.
const workload *workload_scene_of(const bench_point *point);
/// The own error of the recorded answer of a point's workload. NaN = unknown.
double workload_scene_error(const bench_point *point);
enum { WORKLOAD_SCENE_RUNGS = 256 }; ///< Most recorded rungs of a workload.
/// The recorded rungs of a point's workload within a tolerance, the least work first. The number of them, -1 after an
/// error. A plan asks for each of its points, so the file is read once for each workload.
int workload_scene_rungs(const bench_point *point, double tolerance, workload_rung out[WORKLOAD_SCENE_RUNGS]);

/// The axis "workload" of a benchmark, with its default.
#define WORKLOAD_SCENE_AXIS(values)                                                                                    \
  {                                                                                                                    \
    .name = "workload", .about = "a frozen scene and course with a recorded answer, see docs/guide/workloads.md",      \
    .text = true, .standard = values, .in_name = true, .block = true, .cost = true, .known = workload_scene_name,      \
    .apart = workload_scene_apart                                                                                      \
  }

/// Scenes of workloads. Refuses those without a readable reference.
extern const scene_source workload_scenes;
