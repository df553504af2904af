/* Why this file exists: what a point simulates, found from its axes: what is known of it before anything is built, and the
 * scene, which the points of a block share. */
#ifndef BENCH_SOLVER_SCENE_H
#define BENCH_SOLVER_SCENE_H

#include "scene_source.h"

/// False with a reason where the axes do not fit together.
bool solver_scene_sensible(const bench_point *point, char *why, size_t capacity);
/// False when the axes name no scene.
bool solver_scene_subject(const bench_point *point, solver_subject *out);
/// The scene of a point, built on first use.
xpbd_status solver_scene_find(const bench_point *point, const solver_scene **out);
/// Free all scenes.
void solver_scene_release(void);

#endif
