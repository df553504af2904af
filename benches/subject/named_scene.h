/* Why this file exists: benchmarks run the named scenes of the library (xpbd/scenes.h) with any specification of
 * constraints and any method, as xpbd-sim would. The axes are scene, constraint, size, iterations, substeps, order,
 * method and the scenes' own parameters. If a benchmark lacks an axis, the scene's own value holds. */
#pragma once

#include "scene_source.h"

/// Values of the axes.
const char *named_scene_name(int index);
bool named_scene_load(const char *value, char *why, size_t capacity); ///< Adds a scene file to those names.
const char *named_scene_method(int index);                            ///< Names of xpbd_method_name().
const char *named_scene_constraint(int index); ///< "scene" = the scene's own, also formulas and models.
/// Add an axis for every parameter of scenes, as a bench_case.more_axes.
int named_scene_axes(bench_axis *out, int room);
/// Whether two points have the same values of those axes.
bool named_scene_same_parameters(const bench_point *a, const bench_point *b);
/// Append the parameters that differ from the scene's own: " angle=30 stretch=1.2".
void named_scene_say_parameters(const bench_point *point, char *out, size_t capacity);
/// Accept every specification that xpbd_constraint_spec_check() accepts.
bool named_scene_accepts(const char *specification, char *why, size_t capacity);

/// Refuses scenes that cannot be built, and methods that do not fit backend or precision. Each scene is built once to
/// count its constraints.
extern const scene_source named_scenes;

/// The scene that the axis names. NULL without that axis.
const xpbd_scene_info *named_scene_info(const bench_point *point);
/// The method that the axis names. xpbd without that axis.
const xpbd_method_info *named_scene_method_of(const bench_point *point);
/// Whether that method has the backend and the precision of the point.
bool named_scene_fits_method(const bench_point *point, char *why, size_t capacity);
