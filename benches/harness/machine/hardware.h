/* Why this file exists: reads the processor's own counters while a row is timed, if the system permits it. They tell a
 * row that waits for memory from a row that computes much. */
#pragma once

#include <stdint.h>

#include "environment.h"

enum bench_hardware_kind { BENCH_CYCLES, BENCH_INSTRUCTIONS, BENCH_CACHE_MISSES, BENCH_BRANCH_MISSES, BENCH_COUNTERS };

/// Their names in JSON.
extern const char *const bench_hardware_names[BENCH_COUNTERS];

/// State of all counters: `value` was counted in `running` of the `enabled` nanoseconds, fewer if counters took turns.
typedef struct bench_counts {
  double value[BENCH_COUNTERS], enabled[BENCH_COUNTERS], running[BENCH_COUNTERS]; ///< NaN = not counted.
} bench_counts;

/// Start the counters of this thread and of every later thread, in user mode, and add the field "hardware_counters" of
/// the group "machine": their names, or why there are none. They run until the program ends, so a timed part only needs
/// them read before and after. Call it once, before threads are started.
void bench_hardware_start(bench_environment *env);
/// Stop the counters. A process that only starts others would pass its counters on to each of them.
void bench_hardware_stop(void);
/// Start them again.
void bench_hardware_again(void);
/// Read the counters. `self` only fits the interface of bench_clock and is not used.
void bench_hardware_read(void *self, bench_counts *out);
/// out = counts from `a` to `b`, scaled up if a counter ran only part of that time. NaN if it never ran.
void bench_hardware_between(const bench_counts *a, const bench_counts *b, double out[BENCH_COUNTERS]);

/// The request to Linux's perf_event_open(2) for a counter: user mode only, with later threads, with running times.
struct perf_event_attr;
void bench_hardware_wanted(uint32_t type, uint64_t number, struct perf_event_attr *out);
/// Open one counter of perf_event_open(2) by its type and number, for bench_hardware_start() and its test. Returns a
/// descriptor, or -errno (-ENOSYS on other systems).
int bench_hardware_open(uint32_t type, uint64_t number);
/// Read one such descriptor. False if that fails.
bool bench_hardware_value(int descriptor, double *value, double *enabled, double *running);
