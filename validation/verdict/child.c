/* Why this file exists: what a formula does to its process becomes a finding. What was found before a crash or a stop
 * is kept. */
#include <stdio.h>
#include <time.h>

#include "verdict/judge/sample.h"

double verdict_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// What the child does.
typedef struct task {
  verdict *shared;
  verdict_work work;
  const void *context;
} task;

static void do_task(void *context) {
  const task *t = context;
  sample_beat = &t->shared->apart.beat;
  t->work(t->shared, t->context);
}

bool verdict_apart(verdict *shared, verdict_work work, const void *context) {
  const xpbd_apart_limits limits = {.still = 5, .longest = 120};
  task t = {shared, work, context};
  char words[VERDICT_TEXT];
  const xpbd_apart_end end = xpbd_apart_run(&shared->apart, &limits, do_task, &t, words, sizeof words);
  if (end == XPBD_APART_FAILED) return false;
  if (end == XPBD_APART_DONE) return true;
  verdict_slip *slip =
      verdict_say(shared, end == XPBD_APART_ENDLESS ? VERDICT_ENDLESS : VERDICT_CRASH, false, "%s", words);
  snprintf(slip->where, sizeof slip->where, "%.90s", shared->apart.stage);
  return true;
}
