/* Why this file exists: finds the scene of a point from its axes. Some facts are known before anything is built. The
 * points of a block share the built scene. */
#pragma once

#include "scene_source.h"

/// False with a reason if the axes do not fit together.
bool solver_scene_sensible(const bench_point *point, char *why, size_t capacity);
/// False if the axes name no scene.
bool solver_scene_subject(const bench_point *point, solver_subject *out);
/// The scene of a point, built on first use.
xpbd_status solver_scene_find(const bench_point *point, const solver_scene **out);
/// Free all scenes.
void solver_scene_release(void);
