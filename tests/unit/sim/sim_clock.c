/* Why this file exists: on a busy machine no test sees how long a frame is waited for after Ctrl-C, and which signals
 * count as one request. Here times and frames are made up. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "sim/engine/sim_worker.h"
#include "sim_checks.h"
#include "unit/capture.h"

enum { SAID = 512 };

/* Signals within 0.3 s of one that counted are the same request. The third request acts as on any program. */
static void wishes(check *self, int argument) {
  static const struct {
    int count;
    double at[4];
    int wishes;
  } known[] = {{1, {10.0}, 1},        {2, {10.0, 10.1}, 1},       {2, {10.0, 10.29}, 1},
               {2, {10.0, 10.31}, 2}, {3, {10.0, 10.2, 10.4}, 2}, {4, {10.0, 10.2, 10.4, 10.6}, 2},
               {2, {0.0, 0.1}, 1},    {3, {10.0, 11.0, 11.2}, 2}, {3, {10.0, 11.0, 12.0}, 3}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    sim_wishes is = {0};
    bool patient = true;
    for (int k = 0; k < known[i].count; k++) patient = sim_wish(&is, known[i].at[k]);
    check_same(self, (uint64_t)is.count, (uint64_t)known[i].wishes, "wishes of the signals of case %zu", i);
    check_true(self, patient == (known[i].wishes < 3), "case %zu: whether the signal is not sent on", i);
  }
  sim_wishes is = {0};
  sim_wish(&is, 10.0);
  check_control(self, sim_wish(&is, 11.0) && is.count != 1, "two signals that are a second apart");
}

static void watched(check *self, int argument) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
  struct sigaction kept[4], first, is;
  for (int k = 0; k < 4; k++) sigaction(numbers[k], NULL, &kept[k]);
  sim_watch_signals();
  sigaction(SIGINT, NULL, &first);
  for (int k = 0; k < 4; k++) {
    sigaction(numbers[k], NULL, &is);
    const bool taken = is.sa_handler != kept[k].sa_handler && is.sa_handler == first.sa_handler;
    if (k < 3)
      check_true(self, taken, "signal %d is a wish to end", numbers[k]);
    else
      check_control(self, !taken, "a signal that is none");
    sigaction(numbers[k], &kept[k], NULL);
  }
}

/// Whether a frame is given up so many seconds after the last request, and the message.
static bool gives_up(const sim_job *job, int asked, double seconds, bool *told, char said[SAID]) {
  capture file = capture_begin(STDERR_FILENO);
  const bool ends = sim_out_of_patience(job, asked, seconds, told);
  capture_end(&file, said, SAID);
  return ends;
}

/* After one request a frame is waited for 2 s, after two not at all. Before a checkpoint it is always waited for, which
 * is said once. */
static void patience(check *self, int argument) {
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
    check_true(self, gives_up(&job, known[i].wishes, known[i].after, &told, said) == known[i].ends,
               "%d wishes, after %g s", known[i].wishes, known[i].after);
    check_true(self, !told && !said[0], "nothing is said: %s", said);
  }
  static const char waits[] = "trial: finishing the frame for half.checkpoint; Ctrl-C again abandons it\n";
  bool told = false;
  options.save = "half.checkpoint";
  check_true(self, !gives_up(&job, 1, 1.99, &told, said) && !told && !said[0], "a little less than 2 s: %s", said);
  check_true(self, !gives_up(&job, 1, 2.01, &told, said) && told && strcmp(said, waits) == 0, "a little more: %s",
             said);
  check_true(self, !gives_up(&job, 1, 9.0, &told, said) && !said[0], "once only: %s", said);
  told = false;
  options.quiet = true;
  check_true(self, !gives_up(&job, 1, 9.0, &told, said) && !told && !said[0], "quietly: %s", said);
  check_control(self, gives_up(&job, 2, 0.0, &told, said), "a second wish");
}

static xpbd_status frame_status; ///< The status at the end of a frame.
static atomic_int held, ended;   ///< A frame does not end while `held` is not 0; frames that ended.

/// A frame of at least 20 ms.
static xpbd_status made_step(sim_job *job) {
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  while (atomic_load(&held)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  atomic_fetch_add(&ended, 1);
  return frame_status == XPBD_OK ? XPBD_OK : xpbd_fail(frame_status, "made to fail");
}

static void frames(check *self, int argument) {
  sim_options options = {.quiet = true};
  sim_job job = {.options = &options};
  sim_worker *worker = NULL;
  double seconds = 1000.0;
  bool given_up = false;
  frame_status = XPBD_OK;
  if (!check_status(self, sim_worker_start(&job, made_step, &worker), XPBD_OK, "a worker")) return;
  check_status(self, sim_worker_step(worker, &seconds, &given_up), XPBD_OK, "a frame");
  check_between(self, seconds, 1000.02, 1900.0, "its seconds are added to those before");
  const double before = seconds;
  frame_status = XPBD_ERR_DIVERGED;
  check_status(self, sim_worker_step(worker, &seconds, &given_up), XPBD_ERR_DIVERGED, "one that diverges");
  check_said(self, "made to fail", "the message set in the worker's thread");
  check_at_least(self, seconds, before + 0.02, "it took time, too");
  check_true(self, !given_up, "both were waited for");
  const double known = seconds;
  atomic_store(&held, 1);
  sim_asked = (sim_wishes){.count = 2};
  check_status(self, sim_worker_step(worker, &seconds, &given_up), XPBD_OK, "one that does not end");
  sim_asked = (sim_wishes){0};
  check_control(self, given_up, "it was waited for");
  check_between(self, seconds, known, known, "its seconds are not known");
  atomic_store(&held, 0);
  while (atomic_load(&ended) < 3) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  sim_worker_stop(&worker);
  check_true(self, !worker, "it is gone");
}

void check_sim_clock(check_registry *registry) {
  check_add(registry, "sim-wishes", "which signals are one wish to end a run", wishes, 0);
  check_add(registry, "sim-watched", "which signals are a wish to end a run", watched, 0);
  check_add(registry, "sim-patience", "how long a frame is waited for", patience, 0);
  check_add(registry, "sim-frames", "the time and the end of a frame", frames, 0);
}
