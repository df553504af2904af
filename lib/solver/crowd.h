/* Why this file exists: a team may be slower than one thread. On a machine that is busy with something else by the time
 * slices that it waits for: a parallel region ends when all its threads have had a processor, and one that has none gets it
 * milliseconds later. And where frames are short by what it takes to tell each other of a group, which a virtual machine
 * may make ten times as much of for seconds. Whether it is so cannot be known beforehand, but seen: where a call took long
 * and left the caller without work, and now and then where frames are short, the caller does the next one alone, and
 * whichever took less time does those behind it, more of them each time. The bits are the same either way. */
#ifndef XPBD_CROWD_H
#define XPBD_CROWD_H

#include <stdbool.h>
#include <stdint.h>

/// Of the calling thread, on clocks of their own.
typedef struct xpbd_crowd_times {
  double wall, busy; ///< [s] that have passed, and that it had a processor.
} xpbd_crowd_times;

/// Zeroed: nothing is known, the team does the first frame.
typedef struct xpbd_crowd {
  bool alone;      ///< Who does the next frame.
  int32_t settled; ///< Frames until that is asked again, 0 = the next is looked at.
  int32_t next;    ///< Frames that the next answer stands for, less one.
  double together; ///< [s] of a frame by the team, when it was last looked at.
  /* of short frames */
  int32_t looks;          ///< Runs that were looked at of the team, or are to be of the caller alone.
  double least;           ///< [s] of a frame, the least of them.
  bool faster;            ///< The caller alone, when it was last tried.
  int32_t pause, quiet;   ///< Frames that this stands for, and how many of them are left to the team.
  xpbd_crowd_times began; ///< When a run that is looked at did.
} xpbd_crowd;

/// How many of the `left` >= 1 frames of a call to do in one run, by whom `alone` says: one where it is looked at.
int32_t xpbd_crowd_frames(const xpbd_crowd *crowd, int32_t left);
/// Before each run, and after it, of `frames`. Clocks are read where it is looked at.
void xpbd_crowd_begin(xpbd_crowd *crowd);
void xpbd_crowd_end(xpbd_crowd *crowd, int32_t frames);

xpbd_crowd_times xpbd_crowd_now(void);
/// What the second does with the `times` that the run has taken; they are not looked at while `settled` > 0.
void xpbd_crowd_learn(xpbd_crowd *crowd, int32_t frames, xpbd_crowd_times times);

#endif
