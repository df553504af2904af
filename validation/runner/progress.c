/* Why this file exists: estimates how long a run still takes. It uses the usual durations in the list of groups. The
 * average so far would promise the end while the longest group has yet to run. */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "support/cli.h"

/// [s] of usual durations after which the measured speed of this machine is used.
#define ENOUGH 2.0

double check_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void check_progress_begin(check_progress *progress, const char *name, double expected) {
  progress->name = name;
  progress->expected_now = expected;
  progress->begun = check_seconds();
  check_progress_show(progress);
}

void check_progress_end(check_progress *progress) {
  progress->done++;
  progress->expected_done += progress->expected_now;
  progress->expected_now = 0;
}

double check_progress_left(const check_progress *progress, double now) {
  const double done = progress->expected_done;
  const double pace = done > ENOUGH ? (progress->begun - progress->start) / done : 1.0;
  const double here = fmin(now - progress->begun, pace * progress->expected_now);
  return fmax(0.0, pace * (progress->expected - done) - here);
}

void check_progress_show(const check_progress *progress) {
  if (!progress->live) return;
  char left[CLI_LEFT];
  fprintf(stderr, "\r\033[K[%4d/%d] %.44s  time left %s", progress->done + 1, progress->planned, progress->name,
          cli_left_text(check_progress_left(progress, check_seconds()), left));
  fflush(stderr);
}

void check_progress_clear(void) {
  fputs("\r\033[K", stderr);
  fflush(stderr);
}
