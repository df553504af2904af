/* Why this file exists: the order of measurements matters more than their number. Points of one block take turns, one
 * episode each, shuffled again every round from the seed. A drift of the machine then affects all of them. */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/environment.h"
#include "episode.h"
#include "throttle.h"
#include "support/memory_need.h"

/// Multiple of the total budget after which no point begins its timed episodes.
#define OVERTIME 1.1

static double elapsed(const bench_run *run) {
  return run->clock.now(run->clock.self) - run->started;
}

bool bench_run_init(bench_run *run, const bench_plan *plan, const bench_settings *settings, bench_clock clock,
                    bench_observer observer) {
  *run = (bench_run){.plan = plan, .settings = settings, .clock = clock, .observer = observer, .stop = "finished"};
  run->random = (uint64_t)settings->seed;
  run->complete = true;
  run->pace_best = run->pace_least = NAN;
  bench_budget_init(&run->budget, settings->validate != BENCH_VALIDATE_ONLY);
  run->results = calloc((size_t)plan->count, sizeof *run->results);
  for (int i = 0; i < plan->count && run->results != NULL; i++) {
    run->results[i].noise = bench_noise_unknown();
    run->results[i].interval = bench_median_interval(NULL, 0, NULL);
    run->results[i].facts = bench_facts_unknown();
  }
  run->started = clock.now(clock.self);
  return run->results != NULL;
}

void bench_run_destroy(bench_run *run) {
  for (int i = 0; run->results != NULL && i < run->plan->count; i++) {
    free(run->results[i].samples);
    free(run->results[i].medians);
    free(run->results[i].processor);
    free(run->results[i].series.values);
    bench_telemetry_free(&run->results[i].telemetry);
  }
  free(run->results);
  run->results = NULL;
  bench_hashes_destroy(run);
}

static bool is_due(const bench_run *run, int index) {
  return run->results[index].outcome == BENCH_PENDING && run->plan->points[index].skip[0] == '\0';
}

static void finish(bench_run *run, int index) {
  if (run->observer.finished) run->observer.finished(run->observer.self, run, index);
}

/// Whether the run must stop: the user asked for it, or a point lost the device.
static bool ended(const bench_run *run, char *why, size_t capacity) {
  if (run->lost[0] != '\0') {
    snprintf(why, capacity, "not measured: the device was lost in %.120s; start again without that point", run->lost);
    return true;
  }
  if (!bench_interrupted()) return false;
  snprintf(why, capacity, "interrupted before it was finished");
  return true;
}

/// End a point that never started.
static void leave_out(bench_run *run, int index, bench_outcome outcome, const char *reason) {
  bench_result *result = &run->results[index];
  result->outcome = outcome;
  snprintf(result->reason, sizeof result->reason, "%s", reason);
  finish(run, index);
}

/// Remaining points: their number and predicted floors.
typedef struct outlook {
  int points;
  double seconds;
} outlook;

static void look_ahead(const bench_run *run, int first, int end, outlook *out) {
  for (int i = first; i < end; i++) {
    if (!is_due(run, i)) continue;
    out->seconds += bench_budget_floor(&run->budget, &run->plan->points[i]);
    ++out->points;
  }
}

/// Share the time left. Every remaining point keeps its floor, and the rest is shared equally. Shares are fixed when
/// points start. Time left over goes to points that start later.
static void share_budget(bench_run *run, bench_slot *slots, int count, outlook later) {
  const bench_settings *settings = run->settings;
  double needed = later.seconds;
  int open = 0;
  for (int i = 0; i < count; i++) {
    if (slots[i].done) continue;
    needed += BENCH_FLOOR_EPISODES * bench_budget_episode(&run->budget, slots[i].point);
    needed += bench_budget_series(&run->budget, slots[i].point);
    ++open;
  }
  if (open == 0) return;
  const double spare = fmax(0.0, settings->total_budget - elapsed(run) - needed) / (double)(open + later.points);
  const double equal = 0.5 * settings->total_budget / (double)run->plan->count;
  for (int i = 0; i < count; i++) {
    const double episode = bench_budget_episode(&run->budget, slots[i].point);
    // Cheap points reach the fewest episodes for an interval even if the last block is predicted to use all time.
    const double cheap = fmin((double)(settings->min_episodes + 1) * episode, equal);
    const double share = fmax(BENCH_FLOOR_EPISODES * episode + spare, cheap);
    slots[i].own_budget = settings->budget <= share;
    slots[i].budget = slots[i].own_budget ? settings->budget : share;
  }
}

static void after_step(bench_run *run, bench_slot *slot, bool timed) {
  if (run->observer.episode) run->observer.episode(run->observer.self, run, slot->index, timed);
  if (!slot->done) return;
  bench_slot_close(slot);
  finish(run, slot->index);
}

/// Whether the total budget has room for a point besides the floors of the points before it. It has while no costs
/// are known. What another program needs does not follow from our rows, so it may start as long as there is time.
static bool has_time(const bench_run *run, const bench_slot *slots, int index, char *why, size_t capacity) {
  const double left = run->settings->total_budget - elapsed(run);
  const bool timed = run->settings->validate != BENCH_VALIDATE_ONLY;
  const double own = bench_budget_floor(&run->budget, slots[index].point);
  double others = 0.0;
  if (bench_foreign(slots[index].point) && !bench_budget_knows(&run->budget, slots[index].point)) {
    if (left > 0.0) return true;
    snprintf(why, capacity, "the total budget of %.0f s ended before its first frame; raise --total-budget",
             run->settings->total_budget);
    return false;
  }
  for (int i = 0; i < index && timed; i++)
    if (!slots[i].done)
      others += BENCH_FLOOR_EPISODES * bench_budget_episode(&run->budget, slots[i].point) +
                bench_budget_series(&run->budget, slots[i].point);
  if (run->budget.model_count == 0 || others + own <= left) return true;
  snprintf(why, capacity, "needs about %.1f s and the total budget of %.0f s has %.1f s left; raise --total-budget",
           own, run->settings->total_budget, fmax(0.0, left - others));
  return false;
}

/// A later point of a race must be faster by this part, so that the choice is the same in the next run.
#define RACE_MARGIN 0.1

enum { RIVALS = 16 }; ///< The rest of a larger race is measured too.

/// Whether a point, or some of its episodes, were measured before the run was resumed.
static bool has_past(const bench_run *run, int index) {
  return bench_has_numbers(&run->results[index]) || (run->kept && run->kept[index].count > 0);
}

/// Whether the point or a rival was.
static bool has_past_rival(const bench_run *run, const bench_slot *slot) {
  bool past = has_past(run, slot->index);
  for (int i = 0; i < run->plan->count && !past; i++)
    past = bench_plan_rivals(&run->plan->points[i], slot->point) && has_past(run, i);
  return past;
}

/// The fastest of some points. They take turns, so that a disturbance does not decide.
static int fastest(bench_run *run, const bench_slot *slots, const int *rivals, int count) {
  enum { ROUNDS = 3 };
  static const double LONG = 0.1; /* [s] points that take this long with their set-up have one turn */
  double shortest[RIVALS], took = 0.0;
  int best = 0;
  for (int k = 0; k < count; k++) shortest[k] = INFINITY;
  for (int round = 0; round < ROUNDS && took < LONG * count; round++) {
    took = elapsed(run);
    for (int k = 0; k < count; k++) shortest[k] = fmin(shortest[k], bench_slot_trial(run, slots[rivals[k]].point));
    took = elapsed(run) - took;
  }
  for (int k = 1; k < count; k++)
    if (shortest[k] < (1.0 - RACE_MARGIN) * shortest[best]) best = k;
  return best;
}

/// Of the points that differ only in axes of a race, leave only the fastest.
static void run_race(bench_run *run, bench_slot *slots, int count, int first) {
  int rivals[RIVALS], found = 0;
  for (int i = first; i < count && found < RIVALS; i++)
    if (i == first || (!slots[i].done && bench_plan_rivals(slots[i].point, slots[first].point))) rivals[found++] = i;
  const bool lost = has_past_rival(run, &slots[first]);
  if (found < 2 && !lost) return;
  const int best = lost ? -1 : fastest(run, slots, rivals, found);
  for (int k = 0; k < found; k++) {
    bench_slot *slot = &slots[rivals[k]];
    if (k == best || has_past(run, slot->index)) continue;
    bench_slot_fail(run, slot, bench_say(&slot->ctx, BENCH_SKIP, BENCH_LOST_RACE));
    after_step(run, slot, false);
  }
}

/// Run each race once, at its first point.
static void run_races(bench_run *run, bench_slot *slots, int count) {
  for (int i = 0; i < count; i++) {
    bool is_first = !slots[i].done;
    for (int k = 0; k < i && is_first; k++)
      is_first = slots[k].done || !bench_plan_rivals(slots[k].point, slots[i].point);
    if (is_first) run_race(run, slots, count, i);
  }
}

static void skip_for_time(bench_run *run, bench_slot *slot) {
  bench_slot_fail(run, slot, BENCH_SKIP);
  run->stop = slot->result->stop = "total-budget";
  run->complete = false;
}

/// Says once for each program of others that its rows need more than the total budget.
static void look_at_program(bench_run *run, const bench_slot *slot) {
  const char *name = bench_text(slot->point, "backend");
  char needed[CLI_LEFT], total[CLI_LEFT], text[BENCH_TEXT];
  double seconds = 0.0;
  int rows = 0;
  for (int k = 0; k < run->program_count; k++)
    if (strcmp(run->programs[k], name) == 0) return;
  if (run->program_count == BENCH_MAX_PROGRAMS || !bench_budget_knows(&run->budget, slot->point)) return;
  run->programs[run->program_count++] = name;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *point = &run->plan->points[i];
    if (!is_due(run, i) || !bench_foreign(point) || strcmp(bench_text(point, "backend"), name) != 0) continue;
    seconds += bench_budget_floor(&run->budget, point);
    rows++;
  }
  if (seconds <= run->settings->total_budget || !run->observer.warn) return;
  snprintf(text, sizeof text,
           "%.60s needs about %s for its %d row%s, and the total budget is %s: rows that do not fit are skipped. "
           "Choose fewer with -a, or raise --total-budget",
           name, cli_left_text(seconds, needed), rows, rows == 1 ? "" : "s",
           cli_left_text(run->settings->total_budget, total));
  run->observer.warn(run->observer.self, text);
}

/// Set up a point, and rehearse it. After its first frame another program may turn out to have no time.
static void prepare_slot(bench_run *run, bench_slot *slots, int index) {
  bench_slot *slot = &slots[index];
  bench_slot_prepare(run, slot);
  if (slot->done) return;
  if (bench_foreign(slot->point)) look_at_program(run, slot);
  if (bench_foreign(slot->point) && !has_time(run, slots, index, slot->ctx.reason, sizeof slot->ctx.reason))
    skip_for_time(run, slot);
  else
    bench_slot_rehearse(run, slot);
}

/// Set up the points that take turns. Points that no longer fit into the total budget are skipped.
static void prepare_slots(bench_run *run, const int *indices, int count, bench_slot *slots) {
  double bytes = 0.0;
  double seconds = 0.0;
  for (int i = 0; i < count; i++)
    slots[i] =
        (bench_slot){.index = indices[i], .point = &run->plan->points[indices[i]], .result = &run->results[indices[i]]};
  run_races(run, slots, count);
  for (int i = 0; i < count; i++) {
    bench_slot *slot = &slots[i];
    if (slot->done) continue;
    if (ended(run, slot->ctx.reason, sizeof slot->ctx.reason)) {
      bench_slot_fail(run, slot, BENCH_INTERRUPTED);
    } else if (!has_time(run, slots, i, slot->ctx.reason, sizeof slot->ctx.reason)) {
      skip_for_time(run, slot);
    } else {
      const double start = elapsed(run);
      prepare_slot(run, slots, i);
      if (!bench_foreign(slot->point))
        seconds += elapsed(run) - start - (double)slot->point->horizon * bench_budget_frame(&run->budget, slot->point);
      if (slot->point->owner->memory && !bench_foreign(slot->point))
        bytes += (double)slot->point->owner->memory(slot->point);
      if (bytes > 0.0 && seconds > 0.0) run->budget.setup_per_byte = seconds / bytes;
    }
    after_step(run, slot, false);
  }
}

/// One episode, unless the user or the budget ended before it. A started point reaches its floor, because a late row
/// is worth more than a missing one.
static void take_turn(bench_run *run, bench_slot *slot) {
  const double total = run->settings->total_budget;
  if (ended(run, slot->ctx.reason, sizeof slot->ctx.reason)) {
    bench_slot_fail(run, slot, BENCH_INTERRUPTED);
  } else if (slot->result->episodes == 0 && elapsed(run) > OVERTIME * total) {
    bench_say(&slot->ctx, BENCH_SKIP, "the total budget of %.0f s ended before its first episode; raise --total-budget",
              total);
    skip_for_time(run, slot);
  } else {
    bench_slot_episode(run, slot);
  }
}

/// Rounds of one episode each until every point is done.
static void run_rounds(bench_run *run, bench_slot *slots, int count, int *turn) {
  for (;;) {
    int open = 0;
    for (int i = 0; i < count; i++)
      if (!slots[i].done) turn[open++] = i;
    if (open == 0) return;
    for (int i = open; i-- > 1;) {
      const int j = (int)(bench_random(&run->random) % (uint64_t)(i + 1));
      const int keep = turn[i];
      turn[i] = turn[j];
      turn[j] = keep;
    }
    for (int i = 0; i < open; i++) {
      bench_slot *slot = &slots[turn[i]];
      take_turn(run, slot);
      after_step(run, slot, true);
    }
  }
}

/// Half of the available memory, because estimates are rough and other programs need some too.
static double memory_limit(void) {
  const double available = memory_available();
  return isnan(available) ? (double)INFINITY : 0.5 * available;
}

/// Points of [*next, end) that fit in memory together go to `indices`. Others are skipped or wait for the next call.
static int gather(bench_run *run, int *next, int end, int *indices) {
  const double limit = memory_limit();
  double bytes = 0.0;
  int count = 0;
  for (; *next < end; ++*next) {
    const bench_point *point = &run->plan->points[*next];
    const double need = !point->owner->memory ? 0.0 : (double)point->owner->memory(point);
    char why[BENCH_TEXT];
    if (run->results[*next].outcome != BENCH_PENDING) continue; // measured before the run was resumed
    if (point->skip[0] != '\0') {
      leave_out(run, *next, BENCH_SKIPPED, point->skip);
    } else if (ended(run, why, sizeof why)) {
      leave_out(run, *next, BENCH_STOPPED, why);
    } else if (need > limit) {
      snprintf(why, sizeof why, "needs about %.1f GB of memory, more than half of the available memory, %.1f GB",
               1e-9 * need, 1e-9 * limit);
      leave_out(run, *next, BENCH_SKIPPED, why);
    } else if (bytes + need > limit) {
      return count;
    } else {
      bytes += need;
      indices[count++] = *next;
    }
  }
  return count;
}

static void run_block(bench_run *run, int block_index) {
  const bench_block *block = &run->plan->blocks[block_index];
  bench_slot *slots = calloc((size_t)block->count, sizeof *slots);
  int *indices = calloc((size_t)block->count, 2 * sizeof *indices);
  int next = block->first;
  const int end = block->first + block->count;
  if (!slots || !indices) {
    for (; next < end; next++) leave_out(run, next, BENCH_FAILED, "out of memory for the block");
  }
  while (next < end) {
    const int count = gather(run, &next, end, indices);
    prepare_slots(run, indices, count, slots);
    outlook later = {0, 0.0};
    look_ahead(run, next, end, &later);
    for (int b = block_index + 1; b < run->plan->block_count; b++)
      look_ahead(run, run->plan->blocks[b].first, run->plan->blocks[b].first + run->plan->blocks[b].count, &later);
    share_budget(run, slots, count, later);
    run_rounds(run, slots, count, indices + block->count);
    const bench_case *owner = run->plan->points[block->first].owner;
    if (owner->release) owner->release();
  }
  free(indices);
  free(slots);
  if (run->observer.block) run->observer.block(run->observer.self, run, block);
}

void bench_run_all(bench_run *run) {
  run->started = run->clock.now(run->clock.self) - run->spent;
  bench_throttle_begin(run);
  for (int b = 0; b < run->plan->block_count; b++) run_block(run, b);
  bench_throttle_look(run);
  run->ended = run->clock.now(run->clock.self);
  if (run->lost[0] != '\0' || bench_interrupted()) {
    run->stop = run->lost[0] != '\0' ? "device-lost" : "interrupted";
    run->complete = false;
  }
}
