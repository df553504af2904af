/* Why this file exists: a team may be slower than one thread. First, on a machine busy with other work, by the time
 * slices it waits for: a parallel region ends when all its threads have had a processor, and one without gets it
 * milliseconds later. Second, in short frames, by the time it takes to signal each group, which may be ten times longer
 * on a virtual machine for seconds. This cannot be known beforehand, but it can be measured. If a call took long and
 * left the caller without work, and from time to time in short frames, the caller runs the next frame alone. The faster
 * of the two runs the following frames, more of them each time. The results are bit-identical. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Times of the calling thread, on its own clocks.
typedef struct xpbd_crowd_times {
  double wall, busy; ///< [s] elapsed, and on a processor.
} xpbd_crowd_times;

/// Zeroed: nothing is known, and the team runs the first frame.
typedef struct xpbd_crowd {
  bool alone;      ///< Whether the caller alone runs the next frame.
  int32_t settled; ///< Frames until the next decision, 0 = the next frame is measured.
  int32_t next;    ///< Frames for which the next decision holds, less one.
  double together; ///< [s] per frame by the team, when last measured.
  /* for short frames */
  int32_t looks;          ///< Runs measured of the team, or still to be measured of the caller alone.
  double least;           ///< [s] per frame, their minimum.
  bool faster;            ///< The caller alone was faster at the last trial.
  int32_t pause, quiet;   ///< Frames for which this holds, and how many of them are left to the team.
  xpbd_crowd_times began; ///< When the measured run began.
} xpbd_crowd;

/// How many of the `left` >= 1 frames of a call to run together: one if it is measured. `alone` says who runs them.
int32_t xpbd_crowd_frames(const xpbd_crowd *crowd, int32_t left);
/// Called before and after each run of `frames`. Clocks are read only for measured runs.
void xpbd_crowd_begin(xpbd_crowd *crowd);
void xpbd_crowd_end(xpbd_crowd *crowd, int32_t frames);

xpbd_crowd_times xpbd_crowd_now(void);
/// How xpbd_crowd_end() uses the `times` of a run. They are ignored while `settled` > 0.
void xpbd_crowd_learn(xpbd_crowd *crowd, int32_t frames, xpbd_crowd_times times);
