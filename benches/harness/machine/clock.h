/* Why this file exists: the runner gets its clock from outside, so that a test can run it on a clock with known times.
 * Signals that end a run early are caught here. */
#pragma once

#include "harness/plan/bench.h"
#include "hardware.h"

/// Clocks [s]. `processor` is the time of all threads of the process. Only differences of `now` are used.
typedef struct bench_clock {
  double (*now)(void *self);
  double (*processor)(void *self);
  void (*count)(void *self, bench_counts *out); ///< The processor's own counters. NULL = not used.
  void *self;
  double read_cost; ///< Cost of one now() [s].
  /// Wait until no thread of this process works. Thread pools spin for a while after their last work. In an episode of
  /// one thread they would take a processor and be counted. NULL = nothing to wait for.
  void (*rest)(void *self);
  /// Seconds of a fixed amount of integer work, the shortest of some times (pace.h). NULL = not measured.
  double (*pace)(void *self, int repeats);
  void (*pause)(void *self, double seconds); ///< Wait while a processor or GPU recovers. NULL = never.
} bench_clock;

/// The real clocks.
bench_clock bench_clock_real(void);
/// Catch SIGINT, SIGTERM and SIGHUP. bench_interrupted() reports the first. The second ends the process at once.
void bench_catch_signals(void);
/// Name a temporary file that a sudden end must remove (async-signal-safe). `path` must stay valid.
void bench_remove_on_signal(const char *path);
