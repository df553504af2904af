/* Why this file exists: see handle.h. */
#include "layout/handle.h"

#include "layout/path.h"

void xpbd_handle_at_f64(const xpbd_handle_def *handle, double t, double h, xpbd_handle_f64 *out) {
  static const xpbd_vec3_f64 world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const xpbd_path_place place = xpbd_path_find(handle->key_count, handle->key_times, t + h);
  *out = (xpbd_handle_f64){.pivot = {handle->pivot[0], handle->pivot[1], handle->pivot[2]}};
  if (handle->key_positions) {
    out->shift.x = xpbd_path_value(&place, handle->key_positions, 3, 0);
    out->shift.y = xpbd_path_value(&place, handle->key_positions, 3, 1);
    out->shift.z = xpbd_path_value(&place, handle->key_positions, 3, 2);
  }
  if (!handle->key_angles) return;
  const xpbd_vec3_f64 axis = {handle->axis[0], handle->axis[1], handle->axis[2]};
  xpbd_turn_about(axis, xpbd_path_value(&place, handle->key_angles, 1, 0), world, out->turn);
  out->turn[0].x -= 1.0, out->turn[1].y -= 1.0, out->turn[2].z -= 1.0;
}

static xpbd_vec3_f32 narrow(xpbd_vec3_f64 a) {
  return (xpbd_vec3_f32){(float)a.x, (float)a.y, (float)a.z};
}

void xpbd_handle_at_f32(const xpbd_handle_def *handle, double t, double h, xpbd_handle_f32 *out) {
  xpbd_handle_f64 wide;
  xpbd_handle_at_f64(handle, t, h, &wide);
  *out = (xpbd_handle_f32){.pivot = narrow(wide.pivot),
                           .shift = narrow(wide.shift),
                           .turn = {narrow(wide.turn[0]), narrow(wide.turn[1]), narrow(wide.turn[2])}};
}

int32_t xpbd_grip_count(const xpbd_scene *scene) {
  int32_t count = 0; /* no particle is in two handles, so at most all particles */
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) count += xpbd_scene_handle(scene, k)->particle_count;
  return count;
}

#define LIST_GRIPS(REAL, suffix)                                                                                       \
  void xpbd_grips_##suffix(const xpbd_scene *scene, const int32_t *place, xpbd_grip_##suffix *out) {                   \
    for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) {                                                     \
      const xpbd_handle_def *handle = xpbd_scene_handle(scene, k);                                                     \
      for (int32_t j = 0; j < handle->particle_count; j++) {                                                           \
        const int32_t i = handle->particles[j];                                                                        \
        const double *x = &xpbd_scene_positions(scene)[3 * (int64_t)i];                                                \
        *out++ = (xpbd_grip_##suffix){{(REAL)x[0], (REAL)x[1], (REAL)x[2]}, place ? place[i] : i, k};                  \
      }                                                                                                                \
    }                                                                                                                  \
  }
LIST_GRIPS(float, f32)
LIST_GRIPS(double, f64)
