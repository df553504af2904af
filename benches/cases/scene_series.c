/* Why this file exists: runs a scene once more after its timing and records its moments. The benchmarks differ only
 * in what they measure at each moment. */
#include "scene_series.h"

#include <stdlib.h>

#include "subject/solver_scene.h"
#include "subject/solver_point.h"

enum { MOMENTS = 64 };

static bool begin(bench_ctx *ctx, const scene_series *what, int32_t moments) {
  const char *names[BENCH_MAX_SERIES] = {"time_s"};
  for (int i = 0; i < what->count; i++) names[1 + i] = what->names[i];
  return bench_series_begin(ctx, 1 + what->count, names, moments);
}

/// One moment, from the solver's state. `state` is room for positions and velocities.
static xpbd_status add_moment(bench_ctx *ctx, const scene_series *what, const solver_scene *made, int32_t frame,
                              double *state) {
  const size_t reals = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  double row[BENCH_MAX_SERIES] = {(double)frame * ctx->facts.frame_time};
  xpbd_status status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, state);
  if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_VELOCITIES, state + reals);
  if (status == XPBD_OK) status = what->measure(what, made, state, state + reals, row + 1);
  if (status == XPBD_OK) bench_series_add(ctx, row);
  return status;
}

static bench_status record(bench_ctx *ctx, const scene_series *what, const solver_scene *made, int32_t frames,
                           int32_t certified, uint64_t hash, double *state) {
  const int32_t last = certified > frames ? certified : frames;
  const int32_t moments = frames + 1 < MOMENTS ? frames + 1 : MOMENTS;
  int32_t moment = 0;
  uint64_t met = 0;
  if (!begin(ctx, what, moments)) return bench_say(ctx, BENCH_ERROR, "out of memory for the series");
  xpbd_status status = xpbd_solver_reset(ctx->state);
  for (int32_t frame = 0; frame <= last && status == XPBD_OK; frame++) {
    if (bench_interrupted()) return BENCH_INTERRUPTED;
    if (frame > 0) status = xpbd_solver_step(ctx->state, 1);
    if (status == XPBD_OK && frame == certified) status = xpbd_solver_hash(ctx->state, &met);
    const int32_t due = moments > 1 ? (int32_t)((int64_t)moment * frames / (moments - 1)) : 0;
    if (status == XPBD_OK && moment < moments && frame == due) {
      status = add_moment(ctx, what, made, frame, state);
      ++moment;
    }
  }
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  if (met != hash)
    return bench_say(ctx, BENCH_INVALID,
                     "the run that records the series differs from the timed one: state %016llx after %d frame%s",
                     (unsigned long long)met, (int)certified, certified == 1 ? "" : "s");
  return BENCH_OK;
}

bench_status scene_series_record(bench_ctx *ctx, const scene_series *what, int32_t frames, int32_t certified,
                                 uint64_t hash) {
  const solver_scene *made = NULL;
  const xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  double *state = malloc(6 * (size_t)xpbd_scene_particle_count(made->scene) * sizeof *state);
  if (!state) return bench_say(ctx, BENCH_ERROR, "out of memory for the positions of a series");
  const bench_status outcome = record(ctx, what, made, frames, certified, hash, state);
  free(state);
  return outcome;
}

const char *scene_series_mark(const bench_result *result) {
  return result->outcome == BENCH_UNCHECKED ? "  UNCHECKED" : result->outcome == BENCH_INEXACT ? "  INEXACT" : "";
}
