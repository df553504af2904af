/* Why this file exists: one point while it is being run. Private to the runner (run.c, episode.c, verdict.c). */
#pragma once

#include "run.h"

/// A point of the running block.
typedef struct bench_slot {
  int index; ///< Index in the plan.
  const bench_point *point;
  bench_result *result;
  bench_ctx ctx;
  bench_stop_rule rule;
  double *scratch;      ///< [2 * max(episodes, samples of one)] Owned.
  double spent, budget; ///< Seconds of timed episodes so far, and how many are allowed.
  bool own_budget;      ///< The budget was set per point (--budget), not by the share of the total.
  bool ready;           ///< setup() was called: teardown() is due.
  bool done;
  bool has_expected; ///< The reference's state after the horizon is known.
  uint64_t expected;
} bench_slot;

/// Set up, and compute the reference.
void bench_slot_prepare(bench_run *run, bench_slot *slot);
/// After that, run the rehearsal: an episode that is compared but not counted.
void bench_slot_rehearse(bench_run *run, bench_slot *slot);
/// Seconds of the shortest of the first few frames, in a set-up of its own. INFINITY if it cannot run.
double bench_slot_trial(bench_run *run, const bench_point *point);
/// One timed episode. Decides whether it was the last.
void bench_slot_episode(bench_run *run, bench_slot *slot);
/// Tear down. Safe to call twice.
void bench_slot_close(bench_slot *slot);
/// End a point without numbers.
void bench_slot_fail(bench_run *run, bench_slot *slot, bench_status status);

/// Compute or look up the reference's state after the horizon.
bench_status bench_expect(bench_run *run, bench_slot *slot);
/// Judge a finished point: sets outcome, reason, checks and how it was checked.
void bench_judge(bench_run *run, bench_slot *slot);
/// Whether all checks so far hold.
bool bench_checks_hold(const bench_slot *slot);
/// The reference of the state, for people.
const char *bench_reference_about(const bench_point *point);
void bench_hashes_destroy(bench_run *run);
/// Register the state of a point that was valid before the run was resumed. Other points must agree with it.
void bench_hashes_restore(bench_run *run, int index);
