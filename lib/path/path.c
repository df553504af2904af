/* Why this file exists: interpolates between keys and rotates vectors, for obstacles and handles. */
#include "path/path.h"

#include <math.h>

#include "base/error.h"

xpbd_status xpbd_path_check(const char *body, int32_t key_count, const double *key_times) {
  for (int32_t k = 0; k < key_count; k++)
    XPBD_REQUIRE(isfinite(key_times[k]), XPBD_ERR_INVALID_ARGUMENT, "%s: a time in key_times is not finite", body);
  for (int32_t k = 1; k < key_count; k++)
    XPBD_REQUIRE(key_times[k] > key_times[k - 1], XPBD_ERR_INVALID_ARGUMENT,
                 "%s: key_times[%d] = %g is not later than %g", body, (int)k, key_times[k], key_times[k - 1]);
  return XPBD_OK;
}

xpbd_path_place xpbd_path_find(int32_t key_count, const double *key_times, double t) {
  int32_t next = 0;
  while (next < key_count && key_times[next] <= t) next++;
  if (next == 0) return (xpbd_path_place){0, 0, 0.0};
  if (next == key_count) return (xpbd_path_place){key_count - 1, key_count - 1, 0.0};
  const double from = key_times[next - 1];
  return (xpbd_path_place){next - 1, next, (t - from) / (key_times[next] - from)};
}

double xpbd_path_value(const xpbd_path_place *place, const double *keys, int width, int k) {
  const double from = keys[(int64_t)place->last * width + k];
  if (place->last == place->next) return from;
  return from + place->part * (keys[(int64_t)place->next * width + k] - from);
}

static xpbd_vec3_f64 plus(xpbd_vec3_f64 a, double s, xpbd_vec3_f64 b) {
  return (xpbd_vec3_f64){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static xpbd_vec3_f64 cross(xpbd_vec3_f64 a, xpbd_vec3_f64 b) {
  return (xpbd_vec3_f64){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

void xpbd_turn(const double q[4], const xpbd_vec3_f64 in[3], xpbd_vec3_f64 out[3]) {
  const xpbd_vec3_f64 u = {q[1], q[2], q[3]};
  for (int k = 0; k < 3; k++) { /* v + 2 u x (u x v + w v) */
    const xpbd_vec3_f64 inner = plus(cross(u, in[k]), q[0], in[k]);
    out[k] = plus(in[k], 2.0, cross(u, inner));
  }
}

void xpbd_turn_about(xpbd_vec3_f64 axis, double angle, const xpbd_vec3_f64 in[3], xpbd_vec3_f64 out[3]) {
  const double s = sin(angle / 2), q[4] = {cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
  xpbd_turn(q, in, out);
}
