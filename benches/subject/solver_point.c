/* Why this file exists: derives the solver's settings of a point from its axes, and the key of the resulting state. */
#include "solver_point.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method_numbers.h"
#include "named_scene.h"
#include "solver_scene.h"
#include "xpbd/xpbd.h"

/// Strain limits of pd. Triangles may stretch by a tenth. The weight is half the stiffness k^2 / alpha of the named
/// scenes' springs, with k = 10 and alpha = 1e-4.
static const xpbd_projective_settings pd_settings = {.triangle_weight = 5e5, .strain_limit = 0.1};

xpbd_precision solver_point_precision(const bench_point *point) {
  const int asked = xpbd_precision_find(bench_text(point, "precision"));
  if (named_scene_method_of(point)->traits & XPBD_IN_DOUBLE) return XPBD_F64;
  return asked < 0 ? XPBD_F32 : (xpbd_precision)asked; /* benchmarks without that axis are in float */
}

int32_t solver_point_batch(const bench_point *point) {
  const int64_t batch = bench_int(point, "batch");
  return batch > 0 ? (int32_t)batch : 1;
}

/// An inexact device shares no state with others of any backend. It reads the variable as that backend does.
static void device_key(const bench_point *point, char out[32]) {
  const char *asked = getenv("XPBD_OPENCL_INEXACT");
  out[0] = '\0';
  if (asked && *asked && strcmp(asked, "0") != 0 && strcmp(bench_text(point, "backend"), "opencl") == 0)
    snprintf(out, 32, "opencl %d ", (int)bench_int(point, "device"));
}

void solver_point_key(const bench_point *point, char *out, size_t capacity) {
  char device[32];
  solver_subject subject;
  solver_scene_subject(point, &subject);
  device_key(point, device);
  snprintf(out, capacity, "%s%s%s %s %dx%d %s", device, scene_source_is_loop(point) ? SCENE_SOURCE_LOOP " " : "",
           subject.key, xpbd_precision_name((int)solver_point_precision(point)), (int)subject.substeps,
           (int)subject.iterations, xpbd_method_name((int)subject.method));
  xpbd_solver_def numbers = xpbd_solver_def_default();
  method_numbers_take(point, &numbers);
  method_numbers_key(&numbers, out, capacity);
}

bench_status solver_point_say(bench_ctx *ctx, xpbd_status status) {
  const bench_status outcome = status == XPBD_ERR_DIVERGED                                      ? BENCH_INVALID
                               : status == XPBD_ERR_UNSUPPORTED || status == XPBD_ERR_NOT_BUILT ? BENCH_SKIP
                               : status == XPBD_ERR_UNAVAILABLE                                 ? BENCH_SKIP
                               : status == XPBD_ERR_DEVICE_LOST                                 ? BENCH_LOST
                                                                                                : BENCH_ERROR;
  return bench_say(ctx, outcome, "%s: %s", xpbd_status_name(status), xpbd_last_error());
}

xpbd_solver_def solver_point_def(const bench_point *point) {
  xpbd_solver_def def = xpbd_solver_def_default();
  solver_subject subject;
  solver_scene_subject(point, &subject);
  def.backend = bench_text(point, "backend");
  def.precision = solver_point_precision(point);
  def.frame_time = subject.frame_time;
  def.iterations = subject.iterations;
  def.substeps = subject.substeps;
  def.method = subject.method;
  method_numbers_take(point, &def); /* cannot fail: the names come from the table */
  if (xpbd_method_at((int)def.method)->traits & XPBD_TAKES_WEIGHTS) def.projective = &pd_settings;
  def.threads = (int32_t)bench_int(point, "threads");
  def.lanes = (int32_t)bench_int(point, "lanes");
  def.device = (int32_t)bench_int(point, "device");
  def.batch = solver_point_batch(point);
  const char *strategy = bench_text(point, "strategy");
  def.strategy = strategy[0] == '\0' || strcmp(strategy, "auto") == 0 ? NULL : strategy;
  return def;
}
