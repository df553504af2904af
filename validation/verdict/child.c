/* Why this file exists: if a formula crashes, hangs or harms its process, that becomes a finding. Earlier findings are
 * kept. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/bounds.h"
#include "verdict/judge/sample.h"

static const xpbd_apart_limits limits = {.still = 5, .longest = 120, .sealed = true};

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

/// Adds what the process did as a finding. False if it could not be started.
static bool take_end(verdict *shared, xpbd_apart_end end, const char *words) {
  if (end == XPBD_APART_FAILED) return false;
  if (end == XPBD_APART_DONE) return true;
  verdict_slip *slip =
      verdict_say(shared, end == XPBD_APART_ENDLESS ? VERDICT_ENDLESS : VERDICT_CRASH, false, "%s", words);
  snprintf(slip->where, sizeof slip->where, "%.90s", shared->apart.stage);
  return true;
}

bool verdict_apart(verdict *shared, verdict_work work, const void *context) {
  task t = {shared, work, context};
  char words[VERDICT_TEXT];
  verdict *kept = malloc(sizeof *kept); /* foreign code must not change earlier findings */
  if (!kept) return false;
  *kept = *shared;
  const xpbd_apart_end end = xpbd_apart_run(&shared->apart, &limits, do_task, &t, words, sizeof words);
  kept->apart = shared->apart;
  *shared = *kept;
  free(kept);
  return take_end(shared, end, words);
}

/* ---- the diagnosis ---- */

static verdict *judged; /* in the child */
static jmp_buf leave;

/// A number that changes with the findings. Foreign code cannot know how they are mixed.
static uint64_t secret;
static uint64_t mark_of_findings(void) {
  uint64_t mark = secret ^ (uint64_t)judged->slip_count ^ (uint64_t)judged->apart.done << 32;
  for (int k = 0; k < judged->slip_count && k < VERDICT_SLIPS; k++) {
    const unsigned char *bytes = (const unsigned char *)&judged->slip[k];
    uint64_t word = 0;
    for (size_t b = 0; b + sizeof word <= sizeof judged->slip[k]; b += sizeof word) {
      memcpy(&word, bytes + b, sizeof word);
      mark = (mark ^ word) * 0x9e3779b97f4a7c15u + (mark >> 29);
    }
  }
  return mark;
}

static void say_bounds(const xpbd_bounds *bounds) {
  verdict_say(judged, VERDICT_OUT_OF_BOUNDS, false, "%s", bounds->text)->particle = bounds->particle;
  longjmp(leave, 1);
}

static void diagnose(void *context) {
  const task *t = context;
  xpbd_formula guarded;
  judged = t->shared;
  sample_beat = &judged->apart.beat;
  secret = (uint64_t)(verdict_seconds() * 1e9) ^ (uint64_t)(uintptr_t)&guarded;
  xpbd_bounds_guard(t->context, mark_of_findings, say_bounds, &guarded);
  if (setjmp(leave) == 0) verdict_diagnose(judged, &guarded);
}

bool verdict_judge(verdict *shared, const xpbd_formula *formula) {
  task t = {.shared = shared, .context = formula};
  char words[VERDICT_TEXT];
  const xpbd_apart_end end = xpbd_apart_run(&shared->apart, &limits, diagnose, &t, words, sizeof words);
  if (!take_end(shared, end, words)) return false;
  if (shared->facts.shapes == 0 && !verdict_has(shared, VERDICT_KINDS)) /* without a comparison nothing is right */
    verdict_say(shared, VERDICT_NOT_FINITE, false, "no shape was found in which gradients can be compared");
  return true;
}
