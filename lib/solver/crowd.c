/* Why this file exists: see crowd.h. */
#include "solver/crowd.h"

#include <time.h>

/* [s] Less than this is no time slice of any system, and nothing to be won. */
#define SLICE 1e-3
/* Part of the time that a thread at work has a processor. Who waits for threads that are at work spins, or sleeps briefly. */
#define AT_WORK 0.6

/* Calls that an answer stands for at most: a tenth of a second to some seconds, in which a machine becomes quiet. */
enum { MOST_CALLS = 256 };

static double seconds_of(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0.0;
}

xpbd_crowd_times xpbd_crowd_now(void) {
  return (xpbd_crowd_times){.wall = seconds_of(CLOCK_MONOTONIC), .busy = seconds_of(CLOCK_THREAD_CPUTIME_ID)};
}

void xpbd_crowd_learn(xpbd_crowd *crowd, int32_t frames, xpbd_crowd_times times) {
  if (frames <= 0) return; /* nothing was done */
  if (crowd->settled > 0) {
    if (--crowd->settled == 0) crowd->alone = false;
    return;
  }
  if (!crowd->alone) {
    crowd->alone = times.wall > SLICE && times.busy < AT_WORK * times.wall;
    if (!crowd->alone) crowd->next = 0;
    crowd->together = times.wall / frames;
    return;
  }
  crowd->alone = times.wall / frames < crowd->together;
  crowd->next = crowd->next < MOST_CALLS / 2 ? 2 * crowd->next + 1 : MOST_CALLS - 1;
  crowd->settled = crowd->next;
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
