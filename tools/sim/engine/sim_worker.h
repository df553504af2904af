/* Why this file exists: a frame may take years (a billion iterations), and no solver can be stopped in the middle of
 * one. It is computed by a thread of its own, so that the program can still write what there is and end when asked. */
#ifndef XPBD_SIM_WORKER_H
#define XPBD_SIM_WORKER_H

#include <signal.h>

#include "sim_job.h"

/// Seconds of a clock that only goes forwards.
double sim_now(void);

/// Wishes to end a run: the first ends it after the frame it is at, the second without it.
typedef struct sim_wishes {
  volatile sig_atomic_t count;
  double asked_at; ///< [s] when the last signal came that counted.
} sim_wishes;

/// Those of this run; the handler of signals writes them.
extern sim_wishes sim_asked;
/// Take up SIGINT, SIGTERM and SIGHUP (a terminal that went away) from here on.
void sim_watch_signals(void);
/// How often the user asked to end it.
int sim_interrupts(void);

/// Count a signal at that time. Signals that follow within 0.3 s are one wish: timeout(1) and shells send the same signal twice,
/// to us and our group. False for the third wish, which has no more patience with files.
bool sim_wish(sim_wishes *self, double time);

/// Whether to stop waiting for the frame under way. `asked` is how many wishes to end there were, `since` the seconds since the
/// last one. With --save the first wish waits, because a checkpoint needs a finished frame; *told is set once the user knows.
bool sim_out_of_patience(const sim_job *job, int asked, double since, bool *told);

/// A thread of its own that computes, so that a frame that takes too long can be given up.
typedef struct sim_worker sim_worker;

/// `step` computes one frame: sim_engine_step(). *out is NULL on failure.
xpbd_status sim_worker_start(sim_job *job, xpbd_status (*step)(sim_job *job), sim_worker **out);
/// Compute one frame. Wall time is added to `seconds`. *given_up is set when the user did not want to wait for its end:
/// the job's solver must not be touched any more, nor the worker be stopped.
xpbd_status sim_worker_step(sim_worker *worker, double *seconds, bool *given_up);
/// End the thread; accepts NULL.
void sim_worker_stop(sim_worker **worker);

#endif
