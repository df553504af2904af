/* Why this file exists: checks and copies the definition of a handle. */
#include "scene/handle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "path/path.h"
#include "base/error.h"

enum { HANDLE_COOKIE = 0x5ce7e006 };

xpbd_handle_def xpbd_handle_def_default(void) {
  return (xpbd_handle_def){.cookie = HANDLE_COOKIE, .axis = {0.0, 1.0, 0.0}};
}

static xpbd_status check_finite(const double *values, int64_t count, const char *what) {
  for (int64_t k = 0; values && k < count; k++)
    XPBD_REQUIRE(isfinite(values[k]), XPBD_ERR_INVALID_ARGUMENT, "handle: %s is not finite", what);
  return XPBD_OK;
}

static double length_of(const double a[3]) {
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

xpbd_status xpbd_handle_check(const xpbd_handle_def *def) {
  XPBD_REQUIRE(def && def->cookie == HANDLE_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the handle definition was not made by xpbd_handle_def_default()");
  XPBD_REQUIRE(def->particle_count >= 1 && def->particles, XPBD_ERR_INVALID_ARGUMENT,
               "handle: particle_count is %d, must be at least 1", (int)def->particle_count);
  XPBD_REQUIRE(def->key_count >= 1 && def->key_times, XPBD_ERR_INVALID_ARGUMENT,
               "handle: key_count is %d, must be at least 1", (int)def->key_count);
  XPBD_TRY(xpbd_path_check("handle", def->key_count, def->key_times));
  XPBD_TRY(check_finite(def->key_positions, 3 * (int64_t)def->key_count, "a position in key_positions"));
  XPBD_TRY(check_finite(def->key_angles, def->key_count, "an angle in key_angles"));
  XPBD_TRY(check_finite(def->pivot, 3, "pivot"));
  const double length = length_of(def->axis);
  XPBD_REQUIRE(length > 1e-100 && length < 1e100, XPBD_ERR_INVALID_ARGUMENT, "handle: the length of axis is %g",
               length);
  return XPBD_OK;
}

/* A copy of numbers, NULL for NULL. */
static void *copy_of(const void *from, size_t bytes, bool *complete) {
  void *to = from ? malloc(bytes) : NULL;
  if (to) memcpy(to, from, bytes);
  *complete = *complete && (!from || to);
  return to;
}

xpbd_status xpbd_handle_copy(const xpbd_handle_def *def, xpbd_handle_def *out) {
  const size_t keys = (size_t)def->key_count;
  bool complete = true;
  *out = *def;
  out->particles = copy_of(def->particles, (size_t)def->particle_count * sizeof *def->particles, &complete);
  out->key_times = copy_of(def->key_times, keys * sizeof(double), &complete);
  out->key_positions = copy_of(def->key_positions, 3 * keys * sizeof(double), &complete);
  out->key_angles = copy_of(def->key_angles, keys * sizeof(double), &complete);
  const double length = length_of(def->axis);
  const bool unit = fabs(length - 1.0) < 1e-15; /* an axis that was read back keeps its bits */
  for (int k = 0; k < 3; k++) out->axis[k] = unit ? def->axis[k] : def->axis[k] / length;
  if (!complete) xpbd_handle_release(out);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for a handle of %d particles", (int)def->particle_count);
  return XPBD_OK;
}

void xpbd_handle_release(xpbd_handle_def *handle) {
  free((void *)handle->particles);
  free((void *)handle->key_times);
  free((void *)handle->key_positions);
  free((void *)handle->key_angles);
  *handle = (xpbd_handle_def){0};
}
