/* Why this file exists: what the processor itself counts while a row is timed, where the system lets us ask: a row
 * that is slow
 * for its cache misses is slow for another reason than one that computes much. */
#ifndef BENCH_HARDWARE_H
#define BENCH_HARDWARE_H

#include <stdint.h>

#include "environment.h"

enum bench_hardware_kind { BENCH_CYCLES, BENCH_INSTRUCTIONS, BENCH_CACHE_MISSES, BENCH_BRANCH_MISSES, BENCH_COUNTERS };

/// Their names in JSON.
extern const char *const bench_hardware_names[BENCH_COUNTERS];

/// What all counters stand at: `value` counted in `running` of the `enabled` nanoseconds; less where counters took turns.
typedef struct bench_counts {
  double value[BENCH_COUNTERS], enabled[BENCH_COUNTERS], running[BENCH_COUNTERS]; ///< NaN = not counted.
} bench_counts;

/// Start the counters of this thread and of every thread that is made after it, in user mode, and add the field
/// "hardware_counters" of the group "machine": which there are, or why there are none. They run until the program
/// ends, so
/// that reading them is all there is to do about a timed part, outside of it. Call it once, before threads are made.
void bench_hardware_start(bench_environment *env);
/// Stop them: a process that only starts others would have its counters in each of them beside their own.
void bench_hardware_stop(void);
/// `self` is for the seam of bench_clock and not used.
void bench_hardware_read(void *self, bench_counts *out);
/// out = what was counted from `a` to `b`, scaled up where a counter ran only a part of that time; NaN where it never
/// ran.
void bench_hardware_between(const bench_counts *a, const bench_counts *b, double out[BENCH_COUNTERS]);

/// What is asked of Linux's perf_event_open(2) for a counter: user mode alone, threads that are made later, how long
/// it ran.
struct perf_event_attr;
void bench_hardware_wanted(uint32_t type, uint64_t number, struct perf_event_attr *out);
/// One counter of Linux's perf_event_open(2) by its type and number, for bench_hardware_start() and its test. A
/// descriptor, or
/// -errno; -ENOSYS on other systems.
int bench_hardware_open(uint32_t type, uint64_t number);
/// Read one such descriptor; false when that fails.
bool bench_hardware_value(int descriptor, double *value, double *enabled, double *running);

#endif
