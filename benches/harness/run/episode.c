/* Why this file exists: runs episodes, the unit of all measurements: reset, warm frames, a fixed number of timed
 * frames. The timed part contains only the frames and one clock read per sample. */
#include "episode.h"
#include "throttle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A sample is at least this many clock reads long.
#define READS_PER_SAMPLE 1000.0

void bench_slot_close(bench_slot *slot) {
  if (slot->ready) slot->point->owner->teardown(&slot->ctx);
  slot->ready = false;
  free(slot->scratch);
  slot->scratch = NULL;
  free(slot->ctx.series.values);
  slot->ctx.series = (bench_series){0};
}

/// Frames without a clock. Stops early when the user asks.
static bench_status run_frames(bench_slot *slot, int32_t frames) {
  slot->ctx.seconds = 0.0;
  for (int32_t i = 0; i < frames; i++) {
    if (bench_interrupted()) return BENCH_INTERRUPTED;
    const bench_status status = slot->point->owner->frame(&slot->ctx);
    if (status != BENCH_OK) return status;
  }
  return BENCH_OK;
}

/// Time of the frames that just ran. Another program measures its own, without the talk between the two.
static double time_between(const bench_slot *slot, double before, double after) {
  return bench_foreign(slot->point) ? slot->ctx.seconds : after - before;
}

/// Reserve all memory that timed episodes write to.
static bool reserve(bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  const size_t episodes = (size_t)run->settings->max_episodes;
  const size_t samples = (size_t)result->samples_per_episode;
  // Unused memory is never touched, so the largest case costs only address space.
  result->samples = malloc(episodes * samples * sizeof *result->samples);
  result->medians = malloc(episodes * sizeof *result->medians);
  result->processor = malloc(episodes * sizeof *result->processor);
  slot->scratch = malloc(2 * (episodes > samples ? episodes : samples) * sizeof *slot->scratch);
  if (result->samples && result->medians && result->processor && slot->scratch &&
      bench_telemetry_start(&result->telemetry, slot->point, run->settings->max_episodes))
    return true;
  bench_say(&slot->ctx, BENCH_ERROR, "out of memory for %zu episodes of %zu samples", episodes, samples);
  return false;
}

/// Choose how many frames one sample holds, from the time a frame took in the rehearsal.
static void choose_samples(const bench_run *run, bench_slot *slot, double frame) {
  bench_result *result = slot->result;
  const int32_t frames = slot->point->frames;
  int32_t together = 1;
  const double least = bench_foreign(slot->point) ? 0.0 : READS_PER_SAMPLE * run->clock.read_cost;
  while (together < frames && (double)together * frame < least) together *= 2;
  const bench_kept *kept = run->kept ? &run->kept[slot->index] : NULL;
  if (kept && kept->count > 0) together = kept->frames_per_sample;
  if (together > frames) together = frames;
  result->frames_per_sample = together;
  result->samples_per_episode = frames / together;
  if (together > 1)
    bench_note(result, "a sample is the mean of %d frames: one frame is shorter than %.0f clock reads", (int)together,
               READS_PER_SAMPLE);
}

/// Compare the state after the horizon with the reference. False if that ends the point.
static bool compare_with_reference(bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  bench_status status = slot->point->owner->hash(&slot->ctx, &result->hash);
  result->has_hash = status == BENCH_OK;
  result->hash_frames = slot->point->horizon;
  if (status == BENCH_OK && slot->has_expected) {
    char why[BENCH_TEXT];
    snprintf(why, sizeof why, "%s after %d frame%s, bit for bit", bench_reference_about(slot->point),
             (int)slot->point->horizon, slot->point->horizon == 1 ? "" : "s");
    bench_check_hash(&slot->ctx, "state equals the reference", result->hash, slot->expected, why);
    // The state is already wrong, so nothing is timed. The verdict names it.
    if (result->hash != slot->expected) {
      bench_judge(run, slot);
      return false;
    }
  }
  if (status != BENCH_OK) bench_slot_fail(run, slot, status);
  return status == BENCH_OK;
}

static bench_status rehearse(bench_run *run, bench_slot *slot) {
  const bench_status status = slot->point->owner->reset(&slot->ctx);
  if (status != BENCH_OK) return status;
  // The first frames have cold caches and first touches. The shortest of the others predicts the later ones.
  double shortest = INFINITY;
  for (int32_t i = 0; i < slot->point->horizon; i++) {
    const double start = run->clock.now(run->clock.self);
    const bench_status ran = run_frames(slot, 1);
    if (ran != BENCH_OK) return ran;
    shortest = fmin(shortest, time_between(slot, start, run->clock.now(run->clock.self)));
  }
  if (shortest < 0.0) return bench_say(&slot->ctx, BENCH_ERROR, "the clock stood still or went backwards in the rehearsal");
  bench_budget_learn(&run->budget, slot->point, shortest);
  choose_samples(run, slot, shortest);
  return BENCH_OK;
}

double bench_slot_trial(bench_run *run, const bench_point *point) {
  enum { FRAMES = 4, MOST = 100 };
  static const double ENOUGH = 0.02; /* [s] */
  bench_slot slot = {.point = point, .ready = true, .ctx = {.point = point, .facts = bench_facts_unknown()}};
  double shortest = INFINITY, sum = 0.0;
  bench_status status = point->owner->setup(&slot.ctx);
  for (int i = 0; i < MOST && status == BENCH_OK && (i < FRAMES || sum < ENOUGH) && sum < 10.0 * ENOUGH; i++) {
    if (i % point->frames == 0) status = point->owner->reset(&slot.ctx);
    const double start = run->clock.now(run->clock.self);
    if (status == BENCH_OK) status = run_frames(&slot, 1);
    const double seconds = run->clock.now(run->clock.self) - start;
    if (status == BENCH_OK) shortest = fmin(shortest, seconds);
    sum += seconds;
  }
  bench_slot_close(&slot);
  return shortest;
}

/// The timed part. Nothing here allocates, prints or asks the system for anything but the time. Its first and last
/// times are those of its samples: an interruption between two readings of the clock would look like lost samples.
static bench_status timed_frames(const bench_run *run, bench_slot *slot, double *samples, double *timed) {
  const bench_result *result = slot->result;
  const bench_point *point = slot->point;
  const double start = run->clock.now(run->clock.self);
  double before = start;
  int32_t done = 0;
  for (int32_t s = 0; s < result->samples_per_episode; s++) {
    // Frames left over by the division belong to the last sample.
    const int32_t frames = s + 1 < result->samples_per_episode ? result->frames_per_sample : point->frames - done;
    const bench_status status = run_frames(slot, frames);
    if (status != BENCH_OK) return status;
    const double after = run->clock.now(run->clock.self);
    const double seconds = time_between(slot, before, after);
    if (!(seconds > 0.0))
      return bench_say(&slot->ctx, BENCH_ERROR, "%s stood still or went backwards in %d frame%s",
                       bench_foreign(point) ? "its own clock" : "the clock", (int)frames, frames == 1 ? "" : "s");
    samples[s] = seconds / (double)frames;
    before = after;
    done += frames;
  }
  *timed = before - start;
  return BENCH_OK;
}

/// Check the end state: the same in every episode, and equal to the reference if that ran as long.
static bool check_end_state(bench_run *run, bench_slot *slot, uint64_t hash) {
  bench_result *result = slot->result;
  const bench_point *point = slot->point;
  const bool comparable = result->hash_frames == point->warm + point->frames && !bench_foreign(point);
  if (comparable && hash != result->hash && run->settings->validate != BENCH_VALIDATE_OFF) {
    bench_check_hash(&slot->ctx, "episodes end in the same state", hash, result->hash,
                     "the same frames from the same state give the same bits");
    bench_judge(run, slot);
    return false;
  }
  result->hash = hash;
  result->hash_frames = point->warm + point->frames;
  return true;
}

/// Why the point needs no more episodes, regardless of time, or NULL.
static const char *settled(const bench_run *run, bench_slot *slot) {
  const bench_result *result = slot->result;
  if (bench_stop_check(&slot->rule, &result->interval, result->episodes)) return "target";
  return result->episodes >= run->settings->max_episodes ? "max-episodes" : NULL;
}

/// Why this was the last episode, or NULL.
static const char *stop_reason(const bench_run *run, bench_slot *slot) {
  const bench_result *result = slot->result;
  const char *reason = settled(run, slot);
  if (reason) return reason;
  if (result->episodes < BENCH_FLOOR_EPISODES || result->sample_count < BENCH_FLOOR_SAMPLES) return NULL;
  if (slot->spent >= slot->budget) return slot->own_budget ? "budget" : "total-budget";
  const double elapsed = run->clock.now(run->clock.self) - run->started;
  return elapsed >= run->settings->total_budget ? "total-budget" : NULL;
}

/// Add an episode whose samples follow the others. False if its state ends the point.
static bool count_episode(bench_run *run, bench_slot *slot, const bench_episode *episode) {
  bench_result *result = slot->result;
  const size_t count = (size_t)result->samples_per_episode;
  result->last = *episode;
  bench_noise_add(&result->noise, episode->counted, episode->timed);
  result->processor[result->episodes] = episode->processor;
  if (!isnan(episode->hardware[BENCH_CYCLES]) || !isnan(episode->hardware[BENCH_INSTRUCTIONS])) {
    for (int k = 0; k < BENCH_COUNTERS; k++)
      result->hardware[k] = (result->hardware_frames > 0.0 ? result->hardware[k] : 0.0) + episode->hardware[k];
    result->hardware_frames += (double)slot->point->frames;
  }
  result->medians[result->episodes] = bench_median(result->samples + result->sample_count, count, slot->scratch);
  result->sample_count += count;
  ++result->episodes;
  slot->spent += episode->spent;
  if (!check_end_state(run, slot, episode->hash)) return false;
  result->interval = bench_median_interval(result->medians, (size_t)result->episodes, slot->scratch);
  const double median = result->medians[result->episodes - 1];
  bench_budget_learn(&run->budget, slot->point, median);
  bench_budget_learn_beside(&run->budget, slot->point,
                            episode->spent - (double)(slot->point->warm + slot->point->frames) * median);
  return true;
}

void bench_slot_episode(bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  const bench_point *point = slot->point;
  const double began = run->clock.now(run->clock.self);
  if (run->clock.rest) run->clock.rest(run->clock.self);
  bench_status status = point->owner->reset(&slot->ctx);
  bench_telemetry_mark(&result->telemetry);
  const double marked = run->clock.now(run->clock.self);
  if (status == BENCH_OK) status = run_frames(slot, point->warm);
  if (status != BENCH_OK) {
    bench_slot_fail(run, slot, status);
    return;
  }
  bench_counts counts[2];
  const bool foreign = bench_foreign(point);
  // For a device and another program, the counters would count only the waiting.
  const bool counted = run->clock.count && !bench_on_device(point) && !foreign;
  if (counted) run->clock.count(run->clock.self, &counts[0]);
  const bench_noise_mark mark = bench_noise_now();
  const double processor = run->clock.processor(run->clock.self);
  bench_episode episode = {.timed = NAN, .hardware = {NAN, NAN, NAN, NAN}};
  status = timed_frames(run, slot, result->samples + result->sample_count, &episode.timed);
  const double end = run->clock.now(run->clock.self);
  episode.processor =
      foreign ? (double)NAN : (run->clock.processor(run->clock.self) - processor) / (double)point->frames;
  if (counted) {
    run->clock.count(run->clock.self, &counts[1]);
    bench_hardware_between(&counts[0], &counts[1], episode.hardware);
  }
  if (status == BENCH_OK) {
    episode.counted = bench_noise_since(mark);
    if (bench_throttle_repeat(run, slot, end - marked)) return;
    status = point->owner->hash(&slot->ctx, &episode.hash);
  }
  episode.spent = run->clock.now(run->clock.self) - began;
  if (status == BENCH_OK && episode.spent < episode.timed)
    status = bench_say(&slot->ctx, BENCH_ERROR, "the clock went backwards between the frames of an episode");
  if (status != BENCH_OK) {
    bench_slot_fail(run, slot, status);
    return;
  }
  if (!count_episode(run, slot, &episode)) return;
  result->stop = stop_reason(run, slot);
  if (result->stop) bench_judge(run, slot);
}

/// Episodes of this point from before the run was resumed count as if they had just ended. The rehearsal is completed
/// first, untimed. Their states must equal the state reached here, and the checks need that state.
static void take_past(bench_run *run, bench_slot *slot) {
  bench_result *result = slot->result;
  const bench_point *point = slot->point;
  const size_t count = (size_t)result->samples_per_episode;
  const bench_kept *kept = run->kept ? &run->kept[slot->index] : NULL;
  if (!kept || kept->count == 0 || kept->samples_per_episode != count) return;
  bench_status status = run_frames(slot, point->warm + point->frames - point->horizon);
  if (status == BENCH_OK) status = point->owner->hash(&slot->ctx, &result->hash);
  if (status != BENCH_OK) {
    bench_slot_fail(run, slot, status);
    return;
  }
  result->hash_frames = point->warm + point->frames;
  for (int k = 0; k < kept->count && !result->stop; k++) {
    memcpy(result->samples + result->sample_count, kept->samples + (size_t)k * count, count * sizeof(double));
    if (!count_episode(run, slot, &kept->episodes[k])) return;
    result->stop = settled(run, slot);
  }
  bench_note(result, "the run was interrupted after %d of the episodes", result->episodes);
  if (result->stop) bench_judge(run, slot);
}

void bench_slot_prepare(bench_run *run, bench_slot *slot) {
  slot->ctx = (bench_ctx){.point = slot->point};
  slot->ctx.facts = bench_facts_unknown();
  slot->result->noise = bench_noise_unknown();
  for (int k = 0; k < BENCH_COUNTERS; k++) slot->result->hardware[k] = NAN;
  slot->result->interval = bench_median_interval(NULL, 0, NULL);
  slot->ready = true;
  bench_status status = slot->point->owner->setup(&slot->ctx);
  if (status == BENCH_OK && bench_interrupted()) status = BENCH_INTERRUPTED;
  if (status == BENCH_OK && run->settings->validate != BENCH_VALIDATE_OFF && slot->ctx.inexact[0] == '\0' &&
      !bench_foreign(slot->point))
    status = bench_expect(run, slot);
  if (bench_foreign(slot->point)) bench_budget_learn(&run->budget, slot->point, slot->ctx.seconds);
  slot->result->facts = slot->ctx.facts;
  if (status != BENCH_OK) bench_slot_fail(run, slot, status);
}

void bench_slot_rehearse(bench_run *run, bench_slot *slot) {
  const bench_status status = rehearse(run, slot);
  slot->result->facts = slot->ctx.facts;
  if (status != BENCH_OK) {
    bench_slot_fail(run, slot, status);
    return;
  }
  if (!compare_with_reference(run, slot)) return;
  const bench_validate validate = run->settings->validate; // a state that is wrong already is not timed
  if (validate == BENCH_VALIDATE_ONLY || (validate == BENCH_VALIDATE_ON && !bench_checks_hold(slot))) {
    bench_judge(run, slot);
    return;
  }
  if (!reserve(run, slot)) {
    bench_slot_fail(run, slot, BENCH_ERROR);
    return;
  }
  slot->rule = (bench_stop_rule){.target = run->settings->rel_err, .minimum = (int)run->settings->min_episodes};
  bench_noise_begin(&slot->result->noise);
  take_past(run, slot);
}
