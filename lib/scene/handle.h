/* Why this file exists: what the scene and solvers need of a handle: its definition checked and copied, and where it is
 * at the end of a time step as plain numbers, in float and in double. Private to the project. */
#ifndef XPBD_SCENE_HANDLE_H
#define XPBD_SCENE_HANDLE_H

#include "solver/kernel.h"
#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a definition says by itself: its axis, its keys, that it has particles.
xpbd_status xpbd_handle_check(const xpbd_handle_def *def);
/// A copy with arrays of its own and a unit axis, freed with xpbd_handle_release(); nothing is left after a failure.
xpbd_status xpbd_handle_copy(const xpbd_handle_def *def, xpbd_handle_def *out);
void xpbd_handle_release(xpbd_handle_def *handle);

/// Set *out for the end of the time step from t to t + h. The handle is one of a scene.
void xpbd_handle_at_f64(const xpbd_handle_def *handle, double t, double h, xpbd_handle_f64 *out);
void xpbd_handle_at_f32(const xpbd_handle_def *handle, double t, double h, xpbd_handle_f32 *out);

/// Particles of all handles of a scene; and what each of them is, in the order of handles.
int32_t xpbd_grip_count(const xpbd_scene *scene);
void xpbd_grips_f32(const xpbd_scene *scene, xpbd_grip_f32 *out);
void xpbd_grips_f64(const xpbd_scene *scene, xpbd_grip_f64 *out);

#ifdef __cplusplus
}
#endif
#endif
