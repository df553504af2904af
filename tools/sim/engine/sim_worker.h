/* Why this file exists: a frame may take years (a billion iterations), and no solver can be stopped inside one. A
 * separate thread computes it, so that the program can still write its files and end when asked. */
#pragma once

#include <signal.h>

#include "sim_job.h"

/// Seconds of a monotonic clock.
double sim_now(void);

/// Requests to end a run. The first ends it after the current frame, the second without that frame.
typedef struct sim_wishes {
  volatile sig_atomic_t count;
  double asked_at; ///< [s] When the last signal came that counted.
} sim_wishes;

/// The requests of this run, written by the signal handler.
extern sim_wishes sim_asked;
/// From here on, handle SIGINT, SIGTERM and SIGHUP (a terminal that went away).
void sim_watch_signals(void);
/// How often the user asked to end the run.
int sim_interrupts(void);

/// Count a signal at that time. Signals within 0.3 s are one request: timeout(1) and shells send the same signal twice,
/// to us and to our group. Returns false for the third request, which does not even wait for files.
bool sim_wish(sim_wishes *self, double time);

/// Whether to stop waiting for the current frame. `asked` is the number of requests to end, `since` the seconds since
/// the last one. With --save the first request waits, because a checkpoint needs a finished frame. *told is set once
/// the user knows.
bool sim_out_of_patience(const sim_job *job, int asked, double since, bool *told);

/// A thread that computes, so that a frame that takes too long can be abandoned.
typedef struct sim_worker sim_worker;

/// `step` computes one frame: sim_engine_step(). *out is NULL on failure.
xpbd_status sim_worker_start(sim_job *job, xpbd_status (*step)(sim_job *job), sim_worker **out);
/// Compute one frame, and add its wall time to `seconds`. *given_up is set if the user did not want to wait. Then the
/// solver must not be touched any more, nor the worker stopped.
xpbd_status sim_worker_step(sim_worker *worker, double *seconds, bool *given_up);
/// End the thread; accepts NULL.
void sim_worker_stop(sim_worker **worker);
