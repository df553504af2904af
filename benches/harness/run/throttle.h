/* Why this file exists: a processor or GPU that lowers its clock in the middle of a run makes its rows incomparable. The
 * run waits for it to recover, and says what it could not wait out. */
#pragma once

#include "episode.h"

/// A processor is throttled below this share of its fastest pace in the run. Turbo steps are smaller.
#define BENCH_THROTTLED 0.8
/// A run whose rows were throttled in a larger share than this must not be compared with others.
#define BENCH_THROTTLED_MOST 0.1

/// Measure the fastest pace, before anything else.
void bench_throttle_begin(bench_run *run);
/// Ask the processor or GPU about an episode whose warm and timed frames took `seconds`. True if it was throttled and must be repeated: the pause is over. No pause is longer than 5 s, and
/// all together take at most a tenth of the total budget or 20 s. Then the row is flagged instead.
bool bench_throttle_repeat(bench_run *run, bench_slot *slot, double seconds);
/// Measure the pace once more, so that the run knows a change of the clock that no row met.
void bench_throttle_look(bench_run *run);
/// Whether a row was measured while its processor or GPU was slowed down.
bool bench_throttled(const bench_result *result);
/// Share of the rows with numbers that were, of those of which it is known. NaN without such rows.
double bench_throttled_share(const bench_run *run);
