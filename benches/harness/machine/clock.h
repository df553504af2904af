/* Why this file exists: the clock comes from outside the runner, so that the instrument can be checked with a clock whose
 * answer is known. The signals that end a run early are caught here. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include "harness/plan/bench.h"
#include "hardware.h"

/// Seconds; `processor` is the time of all threads of the process. The seconds of `now` are only ever subtracted.
typedef struct bench_clock {
  double (*now)(void *self);
  double (*processor)(void *self);
  void (*count)(void *self, bench_counts *out); ///< The processor's own counters; NULL = none are asked for.
  void *self;
  double read_cost; ///< Of one now() [s].
  /// Wait until no thread of this process works: pools of threads spin for a while after their last work, and would take
  /// a processor, and be counted, in an episode of one thread. NULL = nothing to wait for.
  void (*rest)(void *self);
} bench_clock;

/// The real clocks.
bench_clock bench_clock_real(void);
/// Catch SIGINT, SIGTERM and SIGHUP: the first is reported by bench_interrupted(), the second ends the process at once.
void bench_catch_signals(void);
/// A temporary file that a sudden end must remove (async-signal-safe); `path` must stay valid.
void bench_remove_on_signal(const char *path);

#endif
