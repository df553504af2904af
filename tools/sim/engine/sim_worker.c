/* Why this file exists: the thread that computes, the signals that end a run, and how long to wait for a frame. */
#include "sim_worker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"

static const double PATIENCE = 2.0;  ///< [s] How long to wait for a frame after the first Ctrl-C.
static const double SAME_WISH = 0.3; ///< [s] A second signal within this time belongs to the first.
static const long LOOK = 50000000;   ///< [ns] Time between checks for signals.

sim_wishes sim_asked;

enum worker_state { WORKER_IDLE, WORKER_BUSY, WORKER_DONE, WORKER_ENDING };

struct sim_worker {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  sim_job *job;
  xpbd_status (*step)(sim_job *job);
  enum worker_state state;
  xpbd_status status;
  double seconds;    ///< Time of the last frame.
  char reason[1024]; ///< xpbd_last_error() of the thread.
};

double sim_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool sim_wish(sim_wishes *self, double time) {
  if (self->count > 0 && time - self->asked_at <= SAME_WISH) return true;
  const bool patient = self->count < 2;
  self->asked_at = time;
  self->count = self->count + 1;
  return patient;
}

static void on_signal(int signal_number) {
  if (sim_wish(&sim_asked, sim_now())) return;
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void sim_watch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
}

int sim_interrupts(void) {
  return (int)sim_asked.count;
}

static void *work(void *argument) {
  sim_worker *self = argument;
  pthread_mutex_lock(&self->lock);
  while (self->state != WORKER_ENDING) {
    if (self->state != WORKER_BUSY) {
      pthread_cond_wait(&self->changed, &self->lock);
      continue;
    }
    pthread_mutex_unlock(&self->lock);
    const double start = sim_now();
    const xpbd_status status = self->step(self->job);
    const double seconds = sim_now() - start;
    pthread_mutex_lock(&self->lock);
    self->status = status;
    self->seconds = seconds;
    if (status != XPBD_OK) snprintf(self->reason, sizeof self->reason, "%s", xpbd_last_error());
    self->state = WORKER_DONE;
    pthread_cond_broadcast(&self->changed);
  }
  pthread_mutex_unlock(&self->lock);
  return NULL;
}

xpbd_status sim_worker_start(sim_job *job, xpbd_status (*step)(sim_job *job), sim_worker **out) {
  *out = NULL;
  sim_worker *self = calloc(1, sizeof *self);
  XPBD_REQUIRE(self, XPBD_ERR_OUT_OF_MEMORY, "no memory for a thread");
  self->job = job;
  self->step = step;
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_mutex_init(&self->lock, NULL);
  pthread_cond_init(&self->changed, &clock);
  pthread_condattr_destroy(&clock);
  /* Signals go to the main thread: the new thread, and any that it starts, inherit the blocked set. */
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const int error = pthread_create(&self->thread, NULL, work, self);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) {
    free(self);
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "cannot start a thread: %s", strerror(error));
  }
  *out = self;
  return XPBD_OK;
}

bool sim_out_of_patience(const sim_job *job, int asked, double since, bool *told) {
  if (asked == 0) return false;
  if (asked > 1) return true;
  if (!job->options->save) return since > PATIENCE;
  if (!*told && since > PATIENCE && !job->options->quiet) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    cli_fail(job->program, CLI_EXIT_OK, "finishing the frame for %.1000s; Ctrl-C again abandons it",
             job->options->save);
    *told = true;
  }
  return false;
}

xpbd_status sim_worker_step(sim_worker *self, double *seconds, bool *given_up) {
  bool told = false;
  xpbd_status status = XPBD_OK;
  pthread_mutex_lock(&self->lock);
  self->state = WORKER_BUSY;
  pthread_cond_broadcast(&self->changed);
  while (self->state == WORKER_BUSY && !*given_up) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&self->changed, &self->lock, &until);
    if (self->state == WORKER_BUSY)
      *given_up = sim_out_of_patience(self->job, sim_interrupts(), sim_now() - sim_asked.asked_at, &told);
  }
  if (!*given_up) {
    *seconds += self->seconds;
    status = self->status == XPBD_OK ? XPBD_OK : xpbd_fail(self->status, "%s", self->reason);
  }
  pthread_mutex_unlock(&self->lock);
  return status;
}

void sim_worker_stop(sim_worker **worker) {
  sim_worker *self = *worker;
  if (!self) return;
  pthread_mutex_lock(&self->lock);
  self->state = WORKER_ENDING;
  pthread_cond_broadcast(&self->changed);
  pthread_mutex_unlock(&self->lock);
  pthread_join(self->thread, NULL);
  pthread_cond_destroy(&self->changed);
  pthread_mutex_destroy(&self->lock);
  free(self);
  *worker = NULL;
}
