/* Why this file exists: opens and reads the counters of Linux (perf_event_open). If the system refuses, or a virtual
 * machine has none, every number is unknown, and the environment gives the reason once. */
#include "hardware.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#if defined(__linux__)
#include <linux/perf_event.h>
#endif

#include "harness/stats/outside.h"

const char *const bench_hardware_names[BENCH_COUNTERS] = {"cycles", "instructions", "cache_misses", "branch_misses"};

static int descriptors[BENCH_COUNTERS] = {-1, -1, -1, -1};

#if defined(__linux__)
static const struct {
  uint64_t number;
  const char *name;
} events[BENCH_COUNTERS] = {[BENCH_CYCLES] = {PERF_COUNT_HW_CPU_CYCLES, "cycles"},
                            [BENCH_INSTRUCTIONS] = {PERF_COUNT_HW_INSTRUCTIONS, "instructions"},
                            [BENCH_CACHE_MISSES] = {PERF_COUNT_HW_CACHE_MISSES, "cache misses"},
                            [BENCH_BRANCH_MISSES] = {PERF_COUNT_HW_BRANCH_MISSES, "branch misses"}};
enum { HARDWARE = PERF_TYPE_HARDWARE };

void bench_hardware_wanted(uint32_t type, uint64_t number, struct perf_event_attr *out) {
  memset(out, 0, sizeof *out);
  out->size = sizeof *out;
  out->type = type;
  out->config = number;
  out->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  out->inherit = 1;
  out->exclude_kernel = 1; /* leaves out what the system does for others, and so needs no privilege */
  out->exclude_hv = 1;
}

int bench_hardware_open(uint32_t type, uint64_t number) {
  struct perf_event_attr wanted;
  bench_hardware_wanted(type, number, &wanted);
  const long descriptor = bench_outside_asked->counter(&wanted);
  return descriptor < 0 ? -errno : (int)descriptor;
}
#else
static const struct {
  uint64_t number;
  const char *name;
} events[BENCH_COUNTERS] = {{0, "cycles"}, {0, "instructions"}, {0, "cache misses"}, {0, "branch misses"}};
enum { HARDWARE = 0 };

int bench_hardware_open(uint32_t type, uint64_t number) {
  (void)type, (void)number;
  return -ENOSYS;
}
#endif

bool bench_hardware_value(int descriptor, double *value, double *enabled, double *running) {
  uint64_t numbers[3];
  if (descriptor < 0 || bench_outside_asked->read(descriptor, numbers, sizeof numbers) != (ssize_t)sizeof numbers)
    return false;
  *value = (double)numbers[0];
  *enabled = (double)numbers[1];
  *running = (double)numbers[2];
  return true;
}

/// Why a counter is not available, for people.
static const char *reason(int error) {
  switch (error) {
  case ENOENT:
  case EOPNOTSUPP:
  case ENODEV: return "this processor does not have it, as is common in virtual machines";
  case EACCES:
  case EPERM: return "not allowed here, see /proc/sys/kernel/perf_event_paranoid";
  case ENOSYS: return "this system does not have it";
  default: return strerror(error);
  }
}

void bench_hardware_again(void) {
  for (int k = 0; k < BENCH_COUNTERS; k++) descriptors[k] = bench_hardware_open(HARDWARE, events[k].number);
}

void bench_hardware_start(bench_environment *env) {
  static char source[256], known[128]; /* live as long as the environment */
  known[0] = source[0] = '\0';
  bench_hardware_again();
  for (int k = 0; k < BENCH_COUNTERS; k++) {
    char *to = descriptors[k] < 0 ? source : known;
    const size_t used = strlen(to), room = (descriptors[k] < 0 ? sizeof source : sizeof known) - used;
    if (descriptors[k] >= 0)
      snprintf(to + used, room, "%s%s", used > 0 ? ", " : "", events[k].name);
    else if (used == 0) // the first reason, because the others have the same
      snprintf(to, room, "perf_event_open: %s: %s", events[k].name, reason(-descriptors[k]));
  }
  bench_env_text(env, "machine", "hardware_counters", known, source[0] ? source : "perf_event_open, in user mode");
}

void bench_hardware_stop(void) {
  for (int k = 0; k < BENCH_COUNTERS; k++) {
    if (descriptors[k] >= 0) bench_outside_asked->close(descriptors[k]);
    descriptors[k] = -1;
  }
}

void bench_hardware_read(void *self, bench_counts *out) {
  (void)self;
  for (int k = 0; k < BENCH_COUNTERS; k++)
    if (!bench_hardware_value(descriptors[k], &out->value[k], &out->enabled[k], &out->running[k]))
      out->value[k] = out->enabled[k] = out->running[k] = NAN;
}

void bench_hardware_between(const bench_counts *a, const bench_counts *b, double out[BENCH_COUNTERS]) {
  for (int k = 0; k < BENCH_COUNTERS; k++) {
    const double running = b->running[k] - a->running[k], enabled = b->enabled[k] - a->enabled[k];
    out[k] = running > 0.0 ? (b->value[k] - a->value[k]) * (enabled / running) : (double)NAN;
  }
}
