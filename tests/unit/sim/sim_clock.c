/* Why this file exists: how long a frame is waited for after Ctrl-C, and which signals are one wish to end, nobody sees
 * on a machine that is busy with something else. Here the clock is moved by hand, and signals are sent to nobody. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "unit/capture.h"
#include "sim/engine/sim.h"
#include "sim_checks.h"

enum { SAID = 512 };

static _Thread_local double moved; ///< [s] What the clock of a thread shows.
static int raised, defaulted;      ///< Signals that we sent to ourselves; those whose handler was taken away before.
static atomic_int held;            ///< A frame does not end while this is not 0.
static xpbd_status frame_status;   ///< What a frame ends with.
static atomic_int locked;          ///< Locks that were taken and not given back.

static int made_clock(struct timespec *out) {
  *out = (struct timespec){.tv_sec = (time_t)moved, .tv_nsec = lrint(1e9 * fmod(moved, 1.0))};
  return 0;
}

/// A millisecond of the real clock, or until something changed.
static int made_wait(pthread_cond_t *changed, pthread_mutex_t *lock) {
  struct timespec soon;
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_nsec += 1000000;
  if (soon.tv_nsec >= 1000000000) soon.tv_sec++, soon.tv_nsec -= 1000000000;
  return pthread_cond_timedwait(changed, lock, &soon);
}

/// A frame of 2.5 s.
static xpbd_status made_step(sim_job *job) {
  (void)job;
  moved += 2.5;
  while (atomic_load(&held)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return frame_status == XPBD_OK ? XPBD_OK : xpbd_fail(frame_status, "it ended as it was told");
}

static int made_lock(pthread_mutex_t *lock) {
  atomic_fetch_add(&locked, 1);
  return pthread_mutex_lock(lock);
}

static int made_unlock(pthread_mutex_t *lock) {
  atomic_fetch_sub(&locked, 1);
  return pthread_mutex_unlock(lock);
}

#define clock_gettime(id, out)                       made_clock(out)
#define pthread_mutex_lock(lock)                     made_lock(lock)
#define pthread_mutex_unlock(lock)                   made_unlock(lock)
#define pthread_cond_timedwait(changed, lock, until) made_wait(changed, lock)
#define sim_engine_step(job)                         made_step(job)
#define signal(number, handler)                      (defaulted += (handler) == SIG_DFL ? (number) : 0)
#define raise(number)                                (raised += (number))
#include "sim/engine/sim_worker.c"

/// How many wishes signals at these times are.
static int wishes_of(const double *at, int count) {
  interrupts = 0, asked_at = 0.0;
  raised = defaulted = 0;
  for (int i = 0; i < count; i++) {
    moved = at[i];
    on_signal(SIGINT);
  }
  return sim_interrupts();
}

/* What follows within 0.3 s of a signal that counted is the same wish; the third wish is a signal as to any program. */
static void wishes(check *self, int argument) {
  (void)argument;
  static const struct {
    int count;
    double at[4];
    int wishes;
  } known[] = {{1, {10.0}, 1},        {2, {10.0, 10.1}, 1},       {2, {10.0, 10.29}, 1},
               {2, {10.0, 10.31}, 2}, {3, {10.0, 10.2, 10.4}, 2}, {4, {10.0, 10.2, 10.4, 10.6}, 2},
               {2, {0.0, 0.1}, 1},    {3, {10.0, 11.0, 11.2}, 2}, {3, {10.0, 11.0, 12.0}, 3}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    check_same(self, (uint64_t)wishes_of(known[i].at, known[i].count), (uint64_t)known[i].wishes,
               "wishes of the signals of case %zu", i);
    const int wanted = known[i].wishes > 2 ? SIGINT : 0;
    check_true(self, raised == wanted && defaulted == wanted, "case %zu: signal %d is sent on, of %d the handler goes",
               i, raised, defaulted);
  }
  check_control(self, wishes_of((const double[]){10.0, 11.0}, 2) != 1, "two signals that are a second apart");
  interrupts = 0;
}

static void watched(check *self, int argument) {
  (void)argument;
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
  struct sigaction kept[4], is;
  for (int k = 0; k < 4; k++) sigaction(numbers[k], NULL, &kept[k]);
  sim_watch_signals();
  for (int k = 0; k < 4; k++) {
    sigaction(numbers[k], NULL, &is);
    const bool taken = is.sa_handler == on_signal;
    if (k < 3)
      check_true(self, taken, "signal %d is a wish to end", numbers[k]);
    else
      check_control(self, !taken, "a signal that is none");
    sigaction(numbers[k], &kept[k], NULL);
  }
}

/// Whether a frame is given up so many seconds after the first wish, and what is said to the error stream.
static bool gives_up(const sim_job *job, double seconds, bool *told, char said[SAID]) {
  int saved;
  fflush(stderr);
  asked_at = 10.0;
  moved = asked_at + seconds;
  FILE *file = capture_begin(STDERR_FILENO, &saved);
  const bool ends = out_of_patience(job, told);
  fflush(stderr);
  capture_end(file, STDERR_FILENO, saved, said, SAID);
  return ends;
}

/* One wish is patient for 2 s, two are not. Before a checkpoint a frame is waited for, which is said once. */
static void patience(check *self, int argument) {
  (void)argument;
  static const struct {
    int wishes;
    double after;
    bool ends;
  } known[] = {{0, 99.0, false}, {1, 0.5, false}, {1, 1.99, false}, {1, 2.01, true}, {2, 0.0, true}, {3, 0.0, true}};
  const cli_program program = {.name = "trial"};
  sim_options options = {.quiet = false};
  const sim_job job = {.program = &program, .options = &options};
  char said[SAID];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    bool told = false;
    interrupts = known[i].wishes;
    check_true(self, gives_up(&job, known[i].after, &told, said) == known[i].ends, "%d wishes, after %g s",
               known[i].wishes, known[i].after);
    check_true(self, !told && !said[0], "nothing is said: %s", said);
  }
  static const char waits[] = "trial: finishing the frame for half.checkpoint; Ctrl-C again gives it up\n";
  bool told = false;
  options.save = "half.checkpoint";
  interrupts = 1;
  check_true(self, !gives_up(&job, 1.99, &told, said) && !told && !said[0], "a little less than 2 s: %s", said);
  check_true(self, !gives_up(&job, 2.01, &told, said) && told && strcmp(said, waits) == 0, "a little more: %s", said);
  check_true(self, !gives_up(&job, 9.0, &told, said) && !said[0], "once only: %s", said);
  told = false;
  options.quiet = true;
  check_true(self, !gives_up(&job, 9.0, &told, said) && !told && !said[0], "quietly: %s", said);
  interrupts = 2;
  check_control(self, gives_up(&job, 0.0, &told, said), "a second wish");
  interrupts = 0;
}

/// Whether the worker has done what it was at.
static bool is_done(sim_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  const bool is = worker->state == WORKER_DONE;
  pthread_mutex_unlock(&worker->lock);
  return is;
}

static void frames(check *self, int argument) {
  (void)argument;
  sim_options options = {.quiet = true};
  sim_job job = {.options = &options};
  sim_worker *worker = NULL;
  double seconds = 1.0;
  bool given_up = false;
  interrupts = 0, frame_status = XPBD_OK;
  if (!check_status(self, sim_worker_start(&job, &worker), XPBD_OK, "a worker")) return;
  check_status(self, sim_worker_step(worker, &seconds, &given_up), XPBD_OK, "a frame");
  check_between(self, seconds, 3.5, 3.5, "its seconds are added to those before");
  frame_status = XPBD_ERR_DIVERGED;
  check_status(self, sim_worker_step(worker, &seconds, &given_up), XPBD_ERR_DIVERGED, "one that diverges");
  check_said(self, "it ended as it was told", "its reason is that of its thread");
  check_between(self, seconds, 6.0, 6.0, "it took time, too");
  check_true(self, !given_up, "both were waited for");
  atomic_store(&held, 1);
  interrupts = 2;
  check_status(self, sim_worker_step(worker, &seconds, &given_up), XPBD_OK, "one that does not end");
  check_control(self, given_up, "it was waited for");
  check_between(self, seconds, 6.0, 6.0, "its seconds are not known");
  atomic_store(&held, 0);
  while (!is_done(worker)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  sim_worker_stop(&worker);
  check_true(self, !worker, "it is gone");
  check_same(self, (uint64_t)(int64_t)atomic_load(&locked), 0, "locks that were not given back, or not taken before");
  interrupts = 0;
}

void check_sim_clock(check_registry *registry) {
  check_add(registry, "sim-wishes", "which signals are one wish to end a run", wishes, 0);
  check_add(registry, "sim-watched", "which signals are a wish to end a run", watched, 0);
  check_add(registry, "sim-patience", "how long a frame is waited for", patience, 0);
  check_add(registry, "sim-frames", "the time and the end of a frame", frames, 0);
}
