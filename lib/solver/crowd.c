/* Why this file exists: decides after each call, from the times of earlier ones, whether the next runs on a team or on
 * one thread. It uses only times, so it can be tested without a solver. */
#include "solver/crowd.h"

#include <math.h>
#include <time.h>

/* [s] Shorter than the time slices of all systems. In longer frames the groups are worth sharing. */
#define SLICE 1e-3
/* Fraction of time that a working thread has a processor. Threads that wait for working ones spin or sleep briefly. */
#define AT_WORK 0.6

/* A decision holds for at most this many frames: a tenth of a second to some seconds, in which a machine may become
 * quiet. */
enum { MOST_FRAMES = 256 };

/* Number of short frames whose minimum is compared, and how many times longer than the caller the team runs before the
 * next comparison. Each comparison costs the difference for four frames. */
enum { LOOKS = 4, PATIENCE = 4 };

static int32_t more_frames(int32_t frames) {
  return frames < MOST_FRAMES / 2 ? 2 * frames + 1 : MOST_FRAMES - 1;
}
static int32_t fewer(int32_t left, int32_t frames) {
  return left > frames ? left - frames : 0;
}

static double seconds_of(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0.0;
}

xpbd_crowd_times xpbd_crowd_now(void) {
  return (xpbd_crowd_times){.wall = seconds_of(CLOCK_MONOTONIC), .busy = seconds_of(CLOCK_THREAD_CPUTIME_ID)};
}

static double less_of(double a, double b) {
  return a < b ? a : b;
}

/* A run of the team with enough processors. */
static void look_at_team(xpbd_crowd *crowd, int32_t frames, double frame) {
  crowd->next = 0;
  if (crowd->quiet == 0 && frame > SLICE) crowd->quiet = MOST_FRAMES; /* an interrupted frame does not extend it */
  if (crowd->quiet > 0) {
    crowd->quiet = fewer(crowd->quiet, frames);
    crowd->looks = 0;
    return;
  }
  crowd->together = crowd->looks == 0 ? frame : less_of(crowd->together, frame);
  if (++crowd->looks < LOOKS) return;
  crowd->alone = true;
  crowd->least = INFINITY;
}

/* A trial run of short frames by the caller alone. */
static void look_at_one(xpbd_crowd *crowd, double frame) {
  crowd->least = less_of(crowd->least, frame);
  if (--crowd->looks > 0) return;
  const bool faster = crowd->least < crowd->together;
  crowd->pause = more_frames(faster == crowd->faster ? crowd->pause : 0);
  crowd->alone = crowd->faster = faster;
  if (faster) {
    crowd->settled = crowd->pause;
  } else {
    crowd->quiet = PATIENCE * crowd->pause;
  }
}

void xpbd_crowd_learn(xpbd_crowd *crowd, int32_t frames, xpbd_crowd_times times) {
  if (frames <= 0) return; /* nothing was done */
  if (crowd->settled > 0) {
    crowd->settled = fewer(crowd->settled, frames);
    if (crowd->settled == 0) crowd->alone = false;
    return;
  }
  const double frame = times.wall / frames;
  if (!crowd->alone && times.wall > SLICE && times.busy < AT_WORK * times.wall) { /* too few processors */
    crowd->alone = true;
    crowd->together = frame;
    crowd->looks = 0;
  } else if (!crowd->alone) {
    look_at_team(crowd, frames, frame);
  } else if (crowd->looks > 0) {
    look_at_one(crowd, frame);
  } else {
    crowd->alone = frame < crowd->together;
    crowd->settled = crowd->next = more_frames(crowd->next);
  }
}

int32_t xpbd_crowd_frames(const xpbd_crowd *crowd, int32_t left) {
  const int32_t same = crowd->settled > 0 ? crowd->settled : crowd->alone || crowd->quiet == 0 ? 1 : crowd->quiet;
  return left < same ? left : same;
}

void xpbd_crowd_begin(xpbd_crowd *crowd) {
  if (crowd->settled == 0) crowd->began = xpbd_crowd_now();
}

void xpbd_crowd_end(xpbd_crowd *crowd, int32_t frames) {
  xpbd_crowd_times times = {0};
  if (crowd->settled == 0) {
    times = xpbd_crowd_now();
    times.wall -= crowd->began.wall, times.busy -= crowd->began.busy;
  }
  xpbd_crowd_learn(crowd, frames, times);
}
