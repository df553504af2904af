/* Why this file exists: times the frames of a row with subnormal numbers, and with these flushed to 0. */
#include "subnormal.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/floats.h"
#include "gpu.h"

/// Fewest and most repeats. Each frame's shortest time counts. Only a ratio that would be reported gets more than FEW.
enum { LEAST = 2, FEW = 5, MOST = 10 };
/// Units of work in one mode. Frames beyond FRAMES_WORK are left out, and repeats beyond
/// ALL_WORK except the first LEAST.
enum { FRAMES_WORK = 500000, ALL_WORK = 4000000 };

bool bench_subnormal_flushed(void) {
  return xpbd_floats_flushed();
}

bool bench_subnormal_flush(bool flush) {
  xpbd_floats_keep(flush);
  return xpbd_floats_flush(flush);
}

/// The work of a thread in one mode.
typedef struct pass {
  const bench_clock *clock;
  bench_ctx *ctx;
  int32_t frames;
  bool flush, done;
  double *shortest; ///< [2, frames] processor time, then elapsed time [s].
} pass;

/// The first timed frame. The frame before it starts the threads of this thread's team.
enum { FIRST_TIMED = 1 };

static void *run_pass(void *argument) {
  pass *self = argument;
  const bench_case *owner = self->ctx->point->owner;
  if (!bench_subnormal_flush(self->flush) || owner->reset(self->ctx) != BENCH_OK) return NULL;
  for (int32_t i = 0; i < self->frames; i++) {
    const double start = self->clock->now(self->clock->self), used = self->clock->processor(self->clock->self);
    if (bench_interrupted() || owner->frame(self->ctx) != BENCH_OK) return NULL;
    self->shortest[i] = fmin(self->shortest[i], self->clock->processor(self->clock->self) - used);
    self->shortest[self->frames + i] =
        fmin(self->shortest[self->frames + i], self->clock->now(self->clock->self) - start);
  }
  self->done = true;
  return NULL;
}

/// Run in a thread of its own. POSIX and its OpenMP team pass the mode on to threads that it starts. LLVM's OpenMP on
/// Arm keeps old threads with their mode, so only the first thread of a team is flushed there.
static bool run_apart(pass *what) {
  pthread_t thread;
  what->done = false;
  if (what->clock->rest) what->clock->rest(what->clock->self);
  if (pthread_create(&thread, NULL, run_pass, what) != 0) return false;
  pthread_join(thread, NULL);
  return what->done;
}

static double sum(const double *seconds, int32_t count) {
  double out = 0.0;
  for (int32_t i = FIRST_TIMED; i < count; i++) out += seconds[i];
  return out;
}

/// The ratio of processor time or of elapsed time, whichever is nearer to 1. Other programs lengthen elapsed time, and
/// waiting threads use the processor. The cost of subnormal numbers is in both.
static double ratio_of(const pass *ieee, const pass *flushed) {
  const int32_t n = ieee->frames;
  const double used = sum(ieee->shortest, n) / sum(flushed->shortest, n);
  const double taken = sum(ieee->shortest + n, n) / sum(flushed->shortest + n, n);
  return fabs(log(used)) < fabs(log(taken)) ? used : taken;
}

/// Both modes in turns. A ratio that seems above the limit gets more repeats.
static double measure(pass *ieee, pass *flushed, int repeats) {
  double ratio = NAN;
  for (int k = 0; k < MOST && (k < repeats || fabs(ratio - 1.0) > BENCH_SUBNORMAL_LIMIT - 1.0); k++) {
    pass *first = k % 2 == 0 ? ieee : flushed, *second = k % 2 == 0 ? flushed : ieee;
    if (!run_apart(first) || !run_apart(second)) return NAN;
    ratio = ratio_of(ieee, flushed);
  }
  return ratio;
}

double bench_subnormal_ratio(const bench_clock *clock, bench_ctx *ctx) {
  const bench_point *point = ctx->point;
  if (!point->owner->in_callers_mode || bench_on_device(point)) return NAN;
  if (ctx->facts.threads > 1) return NAN; /* the team may change from frame to frame, which costs more than 5 % */
  const double work = fmax(1.0, (double)point->work);
  const int32_t all = point->warm + point->frames;
  const int32_t frames = (int32_t)fmin(fmax(3.0, floor(FRAMES_WORK / work)), fmax(3.0, all));
  const int repeats = (int)fmin(fmax(LEAST, floor(ALL_WORK / (work * frames))), FEW);
  double *shortest = malloc(4 * (size_t)frames * sizeof *shortest);
  if (!shortest) return NAN;
  for (int32_t i = 0; i < 4 * frames; i++) shortest[i] = INFINITY;
  pass ieee = {clock, ctx, frames, false, false, shortest};
  pass flushed = {clock, ctx, frames, true, false, shortest + 2 * (size_t)frames};
  const double ratio = measure(&ieee, &flushed, repeats);
  free(shortest);
  return point->owner->reset(ctx) == BENCH_OK ? ratio : (double)NAN;
}
