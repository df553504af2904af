/* Why this file exists: where a handle is at the end of a time step, and what it holds, as plain numbers. The pose is
 * computed in double from keys, as for obstacles, and passed to every backend, so that libm's sine cannot break bit
 * equality. Private to the project. */
#ifndef XPBD_LAYOUT_HANDLE_H
#define XPBD_LAYOUT_HANDLE_H

#include "layout/records.h"
#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets *out for the end of the time step from t to t + h. The handle belongs to a scene. Positions are relative to
/// `origin` [3] m, NULL = (0, 0, 0).
void xpbd_handle_at_f64(const xpbd_handle_def *handle, const double *origin, double t, double h, xpbd_handle_f64 *out);
void xpbd_handle_at_f32(const xpbd_handle_def *handle, const double *origin, double t, double h, xpbd_handle_f32 *out);

/// Number of particles in all handles of a scene, and a record for each, in the order of handles, relative to the
/// scene's origin. Particle i is at index place[i], or at i if that is NULL.
int32_t xpbd_grip_count(const xpbd_scene *scene);
void xpbd_grips_f32(const xpbd_scene *scene, const int32_t *place, xpbd_grip_f32 *out);
void xpbd_grips_f64(const xpbd_scene *scene, const int32_t *place, xpbd_grip_f64 *out);

#ifdef __cplusplus
}
#endif
#endif
