/* Why this file exists: the loop of xpbd-sim over the frames, and the four ways in which it can end: done, interrupted,
 * diverged, failed. Whatever the ending, finished frames are kept and one line says what happened. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim.h"

/// Set by the signal handler, read between frames.
static volatile sig_atomic_t interrupted;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// The first Ctrl-C ends the run after the frame it is at; one that follows later, in a frame that takes too long, ends
/// it at once. Not one that follows immediately: timeout(1) and shells send the same signal twice, to us and our group.
static void on_signal(int signal_number) {
  static double first;
  if (!interrupted) {
    first = now();
    interrupted = 1;
  } else if (now() - first > 0.3) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
  }
}

static void watch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

/// The line on the terminal: how far, how fast, how long still.
typedef struct progress {
  bool shown;
  double start, last;
} progress;

static void progress_update(progress *p, int32_t frame, int64_t frames) {
  const double time = now();
  if (!p->shown || time - p->last < 0.1) return;
  p->last = time;
  const double rate = frame > 0 ? frame / (time - p->start) : 0;
  if (rate > 0) {
    const double left = (double)(frames - frame) / rate;
    fprintf(stderr, "\rframe %d of %" PRId64 ", %.3g frames/s with writing, %.0f min %02.0f s left\033[K", (int)frame,
            frames, rate, floor(left / 60), fmod(left, 60));
  } else {
    fprintf(stderr, "\rframe %d of %" PRId64 "\033[K", (int)frame, frames);
  }
  fflush(stderr);
}

static void progress_clear(const progress *p) {
  if (p->shown) fprintf(stderr, "\r\033[K");
}

/// Read the state back where frame `frame` is needed, and write it.
static xpbd_status emit(sim_job *job, sim_output *out, int32_t frame) {
  if (!sim_output_reads(out, frame)) return XPBD_OK;
  xpbd_status status = xpbd_solver_read(job->solver, XPBD_POSITIONS, job->positions);
  if (status == XPBD_OK) status = xpbd_solver_read(job->solver, XPBD_VELOCITIES, job->velocities);
  if (status == XPBD_OK) status = sim_output_frame(out, frame);
  return status;
}

static xpbd_status loop(sim_job *job, sim_output *out, sim_result *result) {
  const int64_t frames = job->options->frames;
  progress line = {.shown = job->options->progress && !job->options->quiet && isatty(STDERR_FILENO), .start = now()};
  xpbd_status status = emit(job, out, 0);
  while (status == XPBD_OK && result->frames < frames && !interrupted) {
    progress_update(&line, result->frames, frames);
    result->at = result->frames + 1;
    const double start = now();
    status = xpbd_solver_step(job->solver, 1);
    if (status == XPBD_OK) status = xpbd_solver_sync(job->solver);
    result->solver_seconds += now() - start;
    if (status == XPBD_OK) status = emit(job, out, result->frames + 1);
    if (status == XPBD_OK) result->frames++;
  }
  progress_clear(&line);
  return status;
}

/// What is kept, for the messages of runs that did not end as wanted.
static const char *kept(const sim_output *out, char *text, size_t capacity) {
  if (out->folder) {
    snprintf(text, capacity, "finished frames kept: %d, in %.3000s", (int)out->written, out->folder);
  } else {
    snprintf(text, capacity, "no frames were asked for (--out DIR)");
  }
  return text;
}

static void print_summary(const sim_job *job, const sim_output *out, const sim_result *result) {
  const xpbd_solver_def *def = xpbd_solver_settings(job->solver);
  xpbd_counters counters = {0};
  if (xpbd_solver_counters(job->solver, &counters) != XPBD_OK) counters = (xpbd_counters){0};
  printf("%s on %s (%d threads, %d lanes, %s): %d frames, %.4g s simulated, %.4g s in the solver, %.4g frames/s "
         "(not a benchmark; use xpbd-bench)",
         job->info->name, xpbd_solver_backend(job->solver), (int)counters.threads, (int)counters.lanes,
         counters.instructions ? counters.instructions : "unknown", (int)result->frames,
         result->frames * def->frame_time, result->solver_seconds,
         result->solver_seconds > 0 ? result->frames / result->solver_seconds : 0);
  if (out->folder) printf("; %d frames and run.txt in %s", (int)out->written, out->folder);
  if (job->options->measure) printf("; measures in %s", job->options->measure);
  putchar('\n');
}

/// Files, message and exit code of a run that stopped early.
static int end_early(const sim_job *job, sim_output *out, sim_result *result, xpbd_status status) {
  char reason[1024], text[3200];
  snprintf(reason, sizeof reason, "%s", xpbd_last_error()); /* finishing may fail too and would overwrite it */
  result->ending = status == XPBD_OK ? "interrupted" : status == XPBD_ERR_DIVERGED ? "diverged" : "failed";
  sim_output_finish(out, result); /* as much of it as a full disk allows; the first reason is the one to tell */
  kept(out, text, sizeof text);
  if (status == XPBD_OK)
    return cli_fail(job->program, SIM_EXIT_INTERRUPTED, "interrupted after frame %d of %" PRId64 "; %s",
                    (int)result->frames, job->options->frames, text);
  return cli_fail(job->program, SIM_EXIT_FAILED, "stopped at frame %d of %" PRId64 ": %s; %s", (int)result->at,
                  job->options->frames, reason, text);
}

int sim_run(sim_job *job, sim_output *out) {
  watch_signals();
  sim_result result = {.ending = "complete"};
  xpbd_status status = loop(job, out, &result);
  if (status != XPBD_OK || result.frames < job->options->frames) return end_early(job, out, &result, status);
  char text[3200];
  status = xpbd_solver_hash(job->solver, &result.hash);
  if (status == XPBD_OK) status = sim_output_finish(out, &result);
  if (status != XPBD_OK)
    return cli_fail(job->program, SIM_EXIT_FAILED, "%s; %s", xpbd_last_error(), kept(out, text, sizeof text));
  if (!job->options->quiet) print_summary(job, out, &result);
  if (job->options->hash) printf("%016" PRIx64 "\n", result.hash);
  if (fflush(stdout) != 0 || ferror(stdout))
    return cli_fail(job->program, SIM_EXIT_FAILED, "cannot write to the standard output; %s",
                    kept(out, text, sizeof text));
  return CLI_EXIT_OK;
}
