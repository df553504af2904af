/* Why this file exists: runs a scene in double and measures how far small disturbances spread, which sets the limit
 * for the row in float. Rows of one scene share that run, which is slow. */
#include "follow_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "subject/solver_point.h"
#include "solver_check.h"
#include "xpbd/method.h"
#include "xpbd/xpbd.h"

/// All frames take a fraction of a second, a single large one a few seconds. The disturbed runs take ten times that.
enum { FOLLOW_FRAMES = 24, FOLLOW_PROJECTIONS = 30000000, FOLLOW_AT_LEAST = 300000000, DISTURBED_RUNS = 10 };
static const double FOLLOW_LIMIT = 0.01;

/// The last run in double. The backends of one scene follow each other in the plan and share it.
static struct {
  char key[BENCH_TEXT];
  double *positions; ///< [2, n, 3] The first half: positions after `frames` frames. Owned.
  int32_t frames;
  double spread; ///< Distance between its end and disturbed runs. NaN = not computed yet.
} truth;

void follow_check_release(void) {
  free(truth.positions);
  truth.positions = NULL;
  truth.key[0] = '\0';
}

/// Run seq in double. A nonzero `seed` disturbs it before each frame. `state` [2, n, 3] ends
/// with positions and velocities.
static xpbd_status run_double(const solver_scene *made, const xpbd_solver_def *like, int32_t frames, uint32_t seed,
                              double *state) {
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  xpbd_solver_def def = solver_check_as_seq(like);
  xpbd_solver *solver = NULL;
  def.precision = XPBD_F64;
  xpbd_status status = xpbd_solver_create(made->scene, &def, &solver);
  for (int32_t i = 0; i < frames && status == XPBD_OK && !bench_interrupted(); i++) {
    if (seed != 0) {
      status = xpbd_solver_read(solver, XPBD_POSITIONS, state);
      if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_VELOCITIES, state + count);
      xpbd_measure_disturb(state, 2 * (int64_t)count, &seed);
      if (status == XPBD_OK) status = xpbd_solver_write(solver, state, state + count);
    }
    if (status == XPBD_OK) status = xpbd_solver_step(solver, 1);
  }
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, state);
  xpbd_solver_destroy(&solver);
  return status;
}

/// The largest error of disturbed runs in double, with as many runs as are needed to reach `enough`.
static xpbd_status spread_of(const solver_scene *made, const xpbd_solver_def *def, double enough, double *room) {
  const int64_t n = xpbd_scene_particle_count(made->scene);
  truth.spread = 0.0;
  for (uint32_t seed = 1; seed <= DISTURBED_RUNS && truth.spread < enough; seed++) {
    XPBD_TRY(run_double(made, def, truth.frames, seed, room));
    truth.spread =
        fmax(truth.spread, xpbd_measure_distance(room, truth.positions, xpbd_scene_positions(made->scene), n));
  }
  return XPBD_OK;
}

int32_t follow_check_frames(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames) {
  if (def->precision == XPBD_F64) return 0;
  const int64_t once = ctx->point->work / (def->batch > 0 ? def->batch : 1);
  const int64_t most = FOLLOW_PROJECTIONS / (once > 0 ? once : 1);
  if (frames > FOLLOW_FRAMES) frames = FOLLOW_FRAMES;
  if (most < frames) frames = (int32_t)most;
  if (frames == 0 && once <= FOLLOW_AT_LEAST) frames = 1;
  if (frames == 0) solver_check_remark(ctx, "a frame in double takes too long");
  return frames;
}

/// Compute the run in double of this point, or reuse the last one.
static xpbd_status find_truth(const bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def,
                              int32_t frames) {
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  char key[sizeof truth.key];
  solver_point_key(ctx->point, key, sizeof key);
  if (truth.frames == frames && strcmp(key, truth.key) == 0) return XPBD_OK;
  double *larger = realloc(truth.positions, 2 * count * sizeof *larger);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for a run in double of %zu numbers", count);
  truth.positions = larger;
  truth.key[0] = '\0';
  truth.spread = NAN;
  truth.frames = frames;
  XPBD_TRY(run_double(made, def, frames, 0, truth.positions));
  if (!bench_interrupted()) snprintf(truth.key, sizeof truth.key, "%s", key);
  return XPBD_OK;
}

xpbd_status follow_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                         double *room) {
  XPBD_TRY(find_truth(ctx, made, def, frames));
  const int64_t n = xpbd_scene_particle_count(made->scene);
  const double error = xpbd_measure_distance(room, truth.positions, xpbd_scene_positions(made->scene), n);
  if (error > FOLLOW_LIMIT && !(truth.spread >= error)) XPBD_TRY(spread_of(made, def, error, room + 3 * n));
  if (bench_interrupted()) {
    follow_check_release(); /* the run is incomplete */
    return XPBD_OK;
  }
  solver_check_remark(ctx, "double@%d frame%s", (int)frames, frames == 1 ? "" : "s");
  bench_check_at_most(
      ctx, "distance from double", error, fmax(FOLLOW_LIMIT, truth.spread),
      "root mean square of the distance, over the root mean square of the motion, after the first frames; "
      "limit: 1 %, or how far float rounding before every frame moves the run in double");
  return XPBD_OK;
}
