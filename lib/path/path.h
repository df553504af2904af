/* Why this file exists: the motion of bodies along keys, with one interpolation for obstacles and handles. It is
 * computed in double and passed to every backend as numbers. Private to the project. */
#pragma once

#include <stdint.h>

#include "formula/types.h"
#include "xpbd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The keys around a time. Their interpolated value is from[last] + part (from[next] - from[last]).
typedef struct xpbd_path_place {
  int32_t last, next; ///< Equal before the first key and from the last one on.
  double part;        ///< 0 .. 1
} xpbd_path_place;

/// Times must be finite and strictly increasing. XPBD_ERR_INVALID_ARGUMENT names `body` and the first bad key.
xpbd_status xpbd_path_check(const char *body, int32_t key_count, const double *key_times);

/// Linear between keys, at rest before the first and after the last. key_count >= 1.
xpbd_path_place xpbd_path_find(int32_t key_count, const double *key_times, double t);

/// Value `k` of the `width` values that each key holds, interpolated.
double xpbd_path_value(const xpbd_path_place *place, const double *keys, int width, int k);

/// Rotates three vectors: by the unit quaternion q (w, x, y, z), or by `angle` [rad] about the unit vector `axis`,
/// counter-clockwise seen from its tip.
void xpbd_turn(const double q[4], const xpbd_vec3_f64 in[3], xpbd_vec3_f64 out[3]);
void xpbd_turn_about(xpbd_vec3_f64 axis, double angle, const xpbd_vec3_f64 in[3], xpbd_vec3_f64 out[3]);

#ifdef __cplusplus
}
#endif
