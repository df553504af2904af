/* Why this file exists: no number without its proof. A point is valid if its state is finite, work was done, and its
 * bits equal those of the reference, of its other episodes, and of every point that must agree. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "episode.h"
#include "throttle.h"
#include "harness/machine/peak.h"
#include "harness/machine/subnormal.h"

/// One known state: what the reference reached (`expected`), or what the first point of that key ended in.
typedef struct known_hash {
  char key[BENCH_TEXT];
  int32_t frames;
  bool expected;
  uint64_t hash;
  int point; ///< The point with that state. -1 = the reference.
} known_hash;

struct bench_hashes {
  int count, capacity;
  known_hash *items;
};

static known_hash *find_hash(const bench_run *run, const char *key, int32_t frames, bool expected) {
  if (!run->hashes) return NULL;
  for (int i = 0; i < run->hashes->count; i++) {
    known_hash *item = &run->hashes->items[i];
    if (item->frames == frames && item->expected == expected && strcmp(item->key, key) == 0) return item;
  }
  return NULL;
}

static bool keep_hash(bench_run *run, known_hash item) {
  if (!run->hashes) run->hashes = calloc(1, sizeof *run->hashes);
  if (!run->hashes) return false;
  if (run->hashes->count == run->hashes->capacity) {
    const int capacity = run->hashes->capacity == 0 ? 32 : 2 * run->hashes->capacity;
    known_hash *items = realloc(run->hashes->items, (size_t)capacity * sizeof *items);
    if (!items) return false;
    run->hashes->items = items;
    run->hashes->capacity = capacity;
  }
  run->hashes->items[run->hashes->count++] = item;
  return true;
}

void bench_hashes_destroy(bench_run *run) {
  if (!run->hashes) return;
  free(run->hashes->items);
  free(run->hashes);
  run->hashes = NULL;
}

static void make_key(const bench_slot *slot, known_hash *item) {
  snprintf(item->key, sizeof item->key, "%s ", slot->point->owner->name);
  const size_t used = strlen(item->key);
  slot->point->owner->key(slot->point, item->key + used, sizeof item->key - used);
}

bench_status bench_expect(bench_run *run, bench_slot *slot) {
  known_hash item = {.frames = slot->point->horizon, .expected = true, .point = -1};
  make_key(slot, &item);
  const known_hash *known = find_hash(run, item.key, item.frames, true);
  if (!known) {
    const double start = run->clock.now(run->clock.self);
    const bench_status status = slot->point->owner->expect(&slot->ctx, item.frames, &item.hash);
    if (status != BENCH_OK) return status;
    const double work = (double)slot->point->work * (double)item.frames;
    if (work > 0.0) run->budget.reference_per_work = (run->clock.now(run->clock.self) - start) / work;
    if (!keep_hash(run, item)) return bench_say(&slot->ctx, BENCH_ERROR, "out of memory for the reference's hash");
    known = &item;
  }
  slot->expected = known->hash;
  slot->has_expected = true;
  return BENCH_OK;
}

/// All points of one key must end in the same state, even if the reference stopped earlier. If two differ there, it
/// is unknown which one is wrong, so both are invalid.
static void check_peers(bench_run *run, bench_slot *slot) {
  known_hash item = {.frames = slot->result->hash_frames, .hash = slot->result->hash, .point = slot->index};
  make_key(slot, &item);
  const known_hash *first = find_hash(run, item.key, item.frames, false);
  if (!first) {
    keep_hash(run, item);
    return;
  }
  char why[BENCH_TEXT];
  snprintf(why, sizeof why, "same scene and order as %.200s", run->plan->points[first->point].name);
  bench_check_hash(&slot->ctx, "state agrees with the other points", item.hash, first->hash, why);
  bench_result *other = &run->results[first->point];
  if (item.hash == first->hash || other->outcome != BENCH_VALID) return;
  other->outcome = BENCH_WRONG;
  other->checked[0] = '\0';
  other->series.count = 0; /* it belongs to that state */
  snprintf(other->reason, sizeof other->reason, "ends in another state than %.200s", slot->point->name);
}

void bench_hashes_restore(bench_run *run, int index) {
  const bench_result *result = &run->results[index];
  const bench_slot slot = {.point = &run->plan->points[index]};
  known_hash item = {.frames = result->hash_frames, .hash = result->hash, .point = index};
  make_key(&slot, &item);
  if (!find_hash(run, item.key, item.frames, false)) keep_hash(run, item);
}

bool bench_checks_hold(const bench_slot *slot) {
  for (int i = 0; i < slot->ctx.check_count; i++)
    if (!slot->ctx.checks[i].pass) return false;
  return true;
}

static void take_facts(const bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  result->facts = slot->ctx.facts;
  result->facts.memory_roof = bench_roof_memory(run->env, &result->facts);
  result->facts.compute_roof = bench_roof_compute(run->env, &result->facts);
  result->check_count = slot->ctx.check_count;
  memcpy(result->checks, slot->ctx.checks, sizeof result->checks);
}

static bool all_pass(bench_result *result) {
  for (int i = 0; i < result->check_count; i++) {
    const bench_check *check = &result->checks[i];
    if (check->pass) continue;
    if (check->is_hash)
      snprintf(result->reason, sizeof result->reason, "%.47s: %016" PRIx64 " instead of %016" PRIx64, check->name,
               check->hash, check->expected);
    else
      snprintf(result->reason, sizeof result->reason, "%.47s: %.6g, limit %.6g", check->name, check->value,
               check->limit);
    return false;
  }
  return result->check_count > 0;
}

/// Flag measurements in bad conditions, by their causes and by drift, never because a time is long.
static void judge_conditions(bench_result *result) {
  bench_noise_end(&result->noise);
  if (result->noise.psi_during > 10.0) {
    result->flagged = true;
    bench_note(result, "tasks waited for a processor during %.0f %% of the episodes", result->noise.psi_during);
  }
  if (result->interval.tau > 5.0) {
    result->flagged = true;
    bench_note(result, "autocorrelation time %.1f episodes: the machine is drifting, the interval is optimistic",
               result->interval.tau);
  }
  if (result->noise.pace > 0.0 && result->noise.pace < BENCH_THROTTLED) {
    result->flagged = true;
    bench_note(result, "the processor was throttled: its clock fell to %.0f %% of the fastest in this run",
               100.0 * result->noise.pace);
  }
  if (result->repeated > 0)
    bench_note(result, "%d episode%s measured again after a pause, because the clock had fallen", result->repeated,
               result->repeated == 1 ? " was" : "s were");
  char notes[BENCH_TELEMETRY_NOTES][BENCH_TEXT];
  const int count = bench_telemetry_judge(&result->telemetry, notes, &result->flagged);
  for (int i = 0; i < count; i++) bench_note(result, "%s", notes[i]);
}

/// Whoever has more threads than processors by a quota is stopped for a part of each tenth of a second.
static void judge_quota(const bench_run *run, bench_result *result) {
  const double quota = bench_env_quota(run->env), threads = fmax(1.0, (double)result->facts.threads);
  if (!(quota < threads) || result->episodes == 0) return;
  result->flagged = true;
  bench_note(result, BENCH_NOTE_QUOTA "%.2f processors stopped its %.0f thread%s at times", quota, threads,
             threads > 1.0 ? "s" : "");
}

static const char *reference_name(const bench_point *point) {
  return !point->owner->reference ? "seq" : point->owner->reference(point);
}

const char *bench_reference_about(const bench_point *point) {
  const char *name = reference_name(point);
  return strcmp(name, "seq") == 0        ? "the sequential reference"
         : strcmp(name, "recorded") == 0 ? "the recorded state"
                                         : "a second run";
}

/// Record the series of a point whose checks held.
static bench_status record_series(bench_slot *slot) {
  const bench_case *owner = slot->point->owner;
  bench_result *result = slot->result;
  if (!owner->series) return BENCH_OK;
  const bench_status status = owner->series(&slot->ctx, result->hash_frames, result->hash);
  if (status != BENCH_OK) return status;
  result->series = slot->ctx.series;
  slot->ctx.series = (bench_series){0};
  return BENCH_OK;
}

/// Note what is missing in a row with numbers.
static void note_gaps(bench_result *result) {
  if (result->episodes == 0) return;
  if (isnan(result->interval.relative)) bench_note(result, "%s", BENCH_NOTE_NO_INTERVAL);
  if (result->sample_count < BENCH_ROWS) bench_note(result, "%s", BENCH_NOTE_FEW_SAMPLES);
}

/// Measured last, because the state of a flushed frame must not be used.
static void note_subnormals(const bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  if (result->episodes == 0 || bench_foreign(slot->point)) return;
  result->facts.ieee_over_flushed = bench_subnormal_ratio(&run->clock, &slot->ctx);
  if (result->facts.ieee_over_flushed > BENCH_SUBNORMAL_LIMIT) bench_note(result, "%s", BENCH_NOTE_SUBNORMAL);
}

void bench_slot_fail(bench_run *run, bench_slot *slot, bench_status status) {
  static const bench_outcome outcomes[] = {
      [BENCH_OK] = BENCH_VALID,     [BENCH_SKIP] = BENCH_SKIPPED,        [BENCH_INVALID] = BENCH_WRONG,
      [BENCH_ERROR] = BENCH_FAILED, [BENCH_INTERRUPTED] = BENCH_STOPPED, [BENCH_LOST] = BENCH_FAILED};
  slot->done = true;
  slot->result->outcome = outcomes[status];
  slot->result->facts.error = slot->result->facts.error_of_reference = NAN; /* of a state without a proof */
  slot->result->facts.error_frames = 0;
  const char *reason =
      status == BENCH_INTERRUPTED && !run->lost[0] ? "interrupted before it was finished" : slot->ctx.reason;
  snprintf(slot->result->reason, sizeof slot->result->reason, "%s", reason[0] == '\0' ? "no reason was given" : reason);
  if (status == BENCH_LOST) snprintf(run->lost, sizeof run->lost, "%s", slot->point->name);
}

void bench_judge(bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  const bench_point *point = slot->point;
  slot->done = true;
  judge_conditions(result);
  const bool wanted = run->settings->validate != BENCH_VALIDATE_OFF;
  bench_status status = BENCH_OK;
  // A wrong state must not become the reference of other points.
  if (wanted && slot->ctx.inexact[0] == '\0' && !bench_foreign(point) && bench_checks_hold(slot))
    check_peers(run, slot);
  // Called even without checks, because it sets the facts.
  status = point->owner->check(&slot->ctx, result->hash_frames);
  take_facts(run, slot);
  judge_quota(run, result);
  if (status != BENCH_OK) {
    bench_slot_fail(run, slot, status);
    return;
  }
  if (wanted && !all_pass(result)) {
    if (result->reason[0] == '\0') snprintf(result->reason, sizeof result->reason, "nothing was checked");
    result->outcome = BENCH_WRONG;
    return;
  }
  status = record_series(slot);
  if (status != BENCH_OK) {
    bench_slot_fail(run, slot, status);
    return;
  }
  note_gaps(result);
  note_subnormals(run, slot);
  if (!wanted) {
    result->outcome = BENCH_UNCHECKED;
    snprintf(result->reason, sizeof result->reason, "checks were switched off");
    return;
  }
  if (slot->ctx.inexact[0] != '\0') {
    result->outcome = BENCH_INEXACT;
    snprintf(result->reason, sizeof result->reason, "%s", slot->ctx.inexact);
    return;
  }
  result->outcome = BENCH_VALID;
  const char *name = reference_name(point);
  if (bench_foreign(point)) {
    snprintf(result->checked, sizeof result->checked, "%s", slot->ctx.remark);
    return;
  }
  if (point->horizon == result->hash_frames)
    snprintf(result->checked, sizeof result->checked, "hash=%s@%d frame%s", name, (int)point->horizon,
             point->horizon == 1 ? "" : "s");
  else
    snprintf(result->checked, sizeof result->checked, "hash=%s@%d frame%s, episodes agree@%d", name,
             (int)point->horizon, point->horizon == 1 ? "" : "s", (int)result->hash_frames);
  if (slot->ctx.remark[0] == '\0') return;
  const size_t used = strlen(result->checked);
  snprintf(result->checked + used, sizeof result->checked - used, ", %s", slot->ctx.remark);
}
