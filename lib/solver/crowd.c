/* Why this file exists: see crowd.h. */
#include "solver/crowd.h"

#include <math.h>
#include <time.h>

/* [s] Less than this is no time slice of any system. Frames that are longer have groups that are worth telling others of. */
#define SLICE 1e-3
/* Part of the time that a thread at work has a processor. Who waits for threads that are at work spins, or sleeps briefly. */
#define AT_WORK 0.6

/* Calls that an answer stands for at most: a tenth of a second to some seconds, in which a machine becomes quiet. */
enum { MOST_CALLS = 256 };

/* Calls of which the shortest stands for short frames; and how many times as long the team goes on as the caller would,
 * whom it costs half of each call to be tried. */
enum { LOOKS = 4, PATIENCE = 4 };

static int32_t more_calls(int32_t calls) {
  return calls < MOST_CALLS / 2 ? 2 * calls + 1 : MOST_CALLS - 1;
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

/* A call of the team that was not in want of processors. */
static void look_at_team(xpbd_crowd *crowd, double frame) {
  crowd->next = 0;
  if (frame > SLICE || crowd->quiet > 0) {
    crowd->quiet -= crowd->quiet > 0;
    crowd->looks = 0;
    return;
  }
  crowd->together = crowd->looks == 0 ? frame : less_of(crowd->together, frame);
  if (++crowd->looks < LOOKS) return;
  crowd->alone = true;
  crowd->least = INFINITY;
}

/* A call of short frames that the caller did alone to try it. */
static void look_at_one(xpbd_crowd *crowd, double frame) {
  crowd->least = less_of(crowd->least, frame);
  if (--crowd->looks > 0) return;
  const bool faster = crowd->least < crowd->together;
  crowd->pause = more_calls(faster == crowd->faster ? crowd->pause : 0);
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
    if (--crowd->settled == 0) crowd->alone = false;
    return;
  }
  const double frame = times.wall / frames;
  if (!crowd->alone && times.wall > SLICE && times.busy < AT_WORK * times.wall) { /* in want of processors */
    crowd->alone = true;
    crowd->together = frame;
    crowd->looks = 0;
  } else if (!crowd->alone) {
    look_at_team(crowd, frame);
  } else if (crowd->looks > 0) {
    look_at_one(crowd, frame);
  } else {
    crowd->alone = frame < crowd->together;
    crowd->settled = crowd->next = more_calls(crowd->next);
  }
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
