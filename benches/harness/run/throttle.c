/* Why this file exists: decides when to wait. The cause counts, never the time of a row: a fixed integer loop became
 * slower, or the GPU says so. */
#include "throttle.h"

#include <math.h>

enum { FIRST = 20, EACH = 3 }; /* repeats of the loop */
#define LONGEST_PAUSE 5.0
#define SLICE         0.5
#define ALL_PAUSES    20.0
#define PAUSE_SHARE   0.1
/// A pause ends at this share of the fastest pace, so that the next episode does not fall below the limit at once.
#define RECOVERED 0.9

/// Pace of the processor relative to the fastest so far, 1 if it is the fastest. NaN if unknown.
static double pace_now(bench_run *run, int repeats) {
  if (!run->clock.pace) return NAN;
  const double seconds = run->clock.pace(run->clock.self, repeats);
  if (!(seconds > 0.0)) return NAN;
  if (!(seconds > run->pace_best)) run->pace_best = seconds;
  const double share = run->pace_best / seconds;
  run->pace_least = fmin(run->pace_least, share);
  return share;
}

void bench_throttle_begin(bench_run *run) {
  run->pace_best = run->pace_least = NAN;
  run->pause_left = fmin(ALL_PAUSES, PAUSE_SHARE * run->settings->total_budget);
  pace_now(run, FIRST);
}

void bench_throttle_look(bench_run *run) {
  pace_now(run, EACH);
}

/// Wait until the processor or GPU has recovered.
static void wait_out(bench_run *run, const bench_slot *slot) {
  double waited = 0.0;
  bool slow = true;
  while (slow && waited < LONGEST_PAUSE && run->pause_left > 0.0 && !bench_interrupted()) {
    run->clock.pause(run->clock.self, SLICE);
    waited += SLICE;
    run->pause_left -= SLICE;
    slow =
        bench_on_device(slot->point) ? bench_telemetry_hot(&slot->result->telemetry) : pace_now(run, EACH) < RECOVERED;
  }
}

bool bench_throttle_repeat(bench_run *run, bench_slot *slot, double seconds) {
  bench_result *result = slot->result;
  const bool device = bench_on_device(slot->point), may_wait = run->clock.pause && run->pause_left > 0.0;
  bool slow = device && may_wait && bench_telemetry_hot(&result->telemetry);
  if (!slow) bench_telemetry_add(&result->telemetry, seconds);
  const double pace = device ? (double)NAN : pace_now(run, EACH);
  slow = may_wait && (slow || pace < BENCH_THROTTLED);
  if (!slow) {
    result->noise.pace = fmin(result->noise.pace, pace);
    return false;
  }
  ++result->repeated;
  wait_out(run, slot);
  return true;
}

bool bench_throttled(const bench_result *result) {
  return (result->noise.pace > 0.0 && result->noise.pace < BENCH_THROTTLED) ||
         bench_telemetry_slowed(&result->telemetry);
}

double bench_throttled_share(const bench_run *run) {
  int rows = 0, throttled = 0;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_result *result = &run->results[i];
    const bool known = result->noise.pace > 0.0 || result->telemetry.reasons_count > 0;
    if (!bench_has_numbers(result) || !known) continue;
    ++rows;
    throttled += bench_throttled(result);
  }
  return rows > 0 ? (double)throttled / rows : (double)NAN;
}
