/* Why this file exists: the named scenes of the library (xpbd/scenes.h) as subjects of benchmarks: any scene, any
 * specification of constraints, any method, as xpbd-sim would run it. Found by the axes scene, constraint, size,
 * iterations, substeps, order, method; those a benchmark does not have are as the scene has them. */
#ifndef BENCH_NAMED_SCENE_H
#define BENCH_NAMED_SCENE_H

#include "solver_scene.h"

/// Values of the axes.
const char *named_scene_name(int index);
const char *named_scene_method(int index);     ///< Those of xpbd_method_name().
const char *named_scene_constraint(int index); ///< "scene" = its own, formulas, models.
const char *named_scene_precision(int index);  ///< "auto", f32, f64.
/// Any specification that xpbd_constraint_spec_check() takes; a ':' stands for the ',' between its keys too.
bool named_scene_accepts(const char *specification, char *why, size_t capacity);

/// Whether the point is on a named scene.
bool named_scene_is(const bench_point *point);
/// The method of its axis; xpbd without that axis.
const xpbd_method_info *named_scene_method_of(const bench_point *point);
/// False with a reason where it cannot be built, or where the method does not fit backend or precision.
bool named_scene_sensible(const bench_point *point, char *why, size_t capacity);
/// False when it cannot be built. Scenes are built once to be counted.
bool named_scene_subject(const bench_point *point, solver_subject *out);
/// Build it; `out` is zeroed but for its key.
xpbd_status named_scene_build(const bench_point *point, solver_scene *out);

/// Check that a state, `frames` frames after the start, is one that the scene can lead to: finite, moved, no energy
/// from nowhere, no edges longer than anything could have pulled them. positions, velocities [n, 3].
void named_scene_check(bench_ctx *ctx, const solver_scene *made, const double *positions, const double *velocities,
                       int32_t frames);

#endif
