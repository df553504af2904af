/* Why this file exists: computes a handle's pose in double and rounds it to float, so that every backend gets the same
 * numbers. */
#include "layout/handle.h"

#include "path/path.h"

/* Displacement and rotation at a time. */
static void pose_at(const xpbd_handle_def *handle, double t, xpbd_vec3_f64 *shift, xpbd_vec3_f64 turn[3]) {
  static const xpbd_vec3_f64 world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, none = {0, 0, 0};
  const xpbd_path_place place = xpbd_path_find(handle->key_count, handle->key_times, t);
  *shift = turn[0] = turn[1] = turn[2] = none;
  if (handle->key_positions) {
    shift->x = xpbd_path_value(&place, handle->key_positions, 3, 0);
    shift->y = xpbd_path_value(&place, handle->key_positions, 3, 1);
    shift->z = xpbd_path_value(&place, handle->key_positions, 3, 2);
  }
  if (!handle->key_angles) return;
  const xpbd_vec3_f64 axis = {handle->axis[0], handle->axis[1], handle->axis[2]};
  xpbd_turn_about(axis, xpbd_path_value(&place, handle->key_angles, 1, 0), world, turn);
  turn[0].x -= 1.0, turn[1].y -= 1.0, turn[2].z -= 1.0;
}

static xpbd_vec3_f64 minus(xpbd_vec3_f64 a, xpbd_vec3_f64 b) {
  return (xpbd_vec3_f64){a.x - b.x, a.y - b.y, a.z - b.z};
}

void xpbd_handle_at_f64(const xpbd_handle_def *handle, const double *origin, double t, double h, xpbd_handle_f64 *out) {
  xpbd_vec3_f64 shift = {0, 0, 0}, turn[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  *out = (xpbd_handle_f64){.pivot = {handle->pivot[0], handle->pivot[1], handle->pivot[2]}};
  if (origin) out->pivot = minus(out->pivot, (xpbd_vec3_f64){origin[0], origin[1], origin[2]});
  pose_at(handle, t + h, &out->shift, out->turn);
  if (t > 0.0) pose_at(handle, t, &shift, turn); /* a jump at the first key happens in the first step */
  out->step_shift = minus(out->shift, shift);
  for (int k = 0; k < 3; k++) out->step_turn[k] = minus(out->turn[k], turn[k]);
}

static xpbd_vec3_f32 narrow(xpbd_vec3_f64 a) {
  return (xpbd_vec3_f32){(float)a.x, (float)a.y, (float)a.z};
}

void xpbd_handle_at_f32(const xpbd_handle_def *handle, const double *origin, double t, double h, xpbd_handle_f32 *out) {
  xpbd_handle_f64 wide;
  xpbd_handle_at_f64(handle, origin, t, h, &wide);
  out->pivot = narrow(wide.pivot), out->shift = narrow(wide.shift), out->step_shift = narrow(wide.step_shift);
  for (int k = 0; k < 3; k++) out->turn[k] = narrow(wide.turn[k]), out->step_turn[k] = narrow(wide.step_turn[k]);
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
        const double *x = &xpbd_scene_positions(scene)[3 * (int64_t)i], *o = xpbd_scene_origin(scene);                 \
        *out++ = (xpbd_grip_##suffix){                                                                                 \
            {(REAL)(x[0] - o[0]), (REAL)(x[1] - o[1]), (REAL)(x[2] - o[2])}, place ? place[i] : i, k};                 \
      }                                                                                                                \
    }                                                                                                                  \
  }
LIST_GRIPS(float, f32)
LIST_GRIPS(double, f64)
