/* Why this file exists: most test machines refuse processor counters for one reason or another. Here a made-up system
 * grants given counters, and tests what is reported and read. Part of the group clocks. */
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/parts.h"
#include "unit/number.h"

#include "harness/machine/hardware.h"
#include "outside_made.h"

enum { FIRST = 10 }; ///< Descriptors are this plus the number of the event.

static struct {
  int errors[BENCH_COUNTERS]; ///< Why a counter is refused; 0 = it is granted.
  int opened, wrong;          ///< Calls, and calls with wrong arguments.
  int reads, closed[BENCH_COUNTERS];
  bool short_reads;
} counted;

static const uint64_t event_numbers[BENCH_COUNTERS] = {0, 1, 3, 5}; ///< Numbers of Linux's perf_event_open(2).

static int kind_of(uint64_t number) {
  for (int k = 0; k < BENCH_COUNTERS; k++)
    if (event_numbers[k] == number) return k;
  return -1;
}

static long given(struct perf_event_attr *wanted) {
  const int kind = kind_of(wanted->config);
  counted.opened++;
  if (kind < 0 || wanted->type != 0) return counted.wrong++, errno = EINVAL, -1;
  if (counted.errors[kind] != 0) return errno = counted.errors[kind], -1;
  return FIRST + (long)wanted->config;
}

static ssize_t numbers_of(int descriptor, void *to, size_t size) {
  uint64_t *out = to;
  const int kind = kind_of((uint64_t)(descriptor - FIRST));
  counted.reads++;
  if (kind < 0 || size != 3 * sizeof *out) return counted.wrong++, -1;
  for (int i = 0; i < 3; i++) out[i] = (uint64_t)(100 * (i + 1) + kind);
  return counted.short_reads ? (ssize_t)(2 * sizeof *out) : (ssize_t)size;
}

static int close_one(int descriptor) {
  const int kind = kind_of((uint64_t)(descriptor - FIRST));
  if (kind < 0) return counted.wrong++, -1;
  counted.closed[kind]++;
  return 0;
}

static const bench_outside outside = {.counter = given, .read = numbers_of, .close = close_one};

#define ABSENT  "this processor does not have it, as is common in virtual machines"
#define REFUSED "not allowed here, see /proc/sys/kernel/perf_event_paranoid"

/// Which counters there are, and why the first missing one is missing.
static void do_told(check *self) {
  static const struct {
    int errors[BENCH_COUNTERS];
    const char *known, *source;
  } cases[] = {{{0}, "cycles, instructions, cache misses, branch misses", "perf_event_open, in user mode"},
               {{ENOENT, 0, 0, 0}, "instructions, cache misses, branch misses", "perf_event_open: cycles: " ABSENT},
               {{0, EOPNOTSUPP, EACCES, 0}, "cycles, branch misses", "perf_event_open: instructions: " ABSENT},
               {{0, 0, ENODEV, 0}, "cycles, instructions, branch misses", "perf_event_open: cache misses: " ABSENT},
               {{0, 0, 0, EACCES}, "cycles, instructions, cache misses", "perf_event_open: branch misses: " REFUSED},
               {{EPERM, EPERM, EPERM, EPERM}, NULL, "perf_event_open: cycles: " REFUSED},
               {{ENOSYS, ENOENT, ENOENT, ENOENT}, NULL, "perf_event_open: cycles: this system does not have it"},
               {{EMFILE, 0, EMFILE, EMFILE}, "instructions", NULL}};
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    static bench_environment env;
    char other[128];
    env = (bench_environment){0};
    memset(&counted, 0, sizeof counted);
    memcpy(counted.errors, cases[c].errors, sizeof counted.errors);
    snprintf(other, sizeof other, "perf_event_open: cycles: %s", strerror(EMFILE));
    bench_hardware_start(&env);
    const char *known = bench_env_text_of(&env, "machine", "hardware_counters");
    const bench_field *field = bench_env_find(&env, "machine", "hardware_counters");
    if (!check_true(self, field != NULL && env.count == 1, "a field of it")) continue;
    check_true(self, (known != NULL) == (cases[c].known != NULL), "case %zu: known, or not", c);
    check_true(self, !known || !cases[c].known || strcmp(known, cases[c].known) == 0, "case %zu: '%s'", c,
               known ? known : "none");
    check_true(self, strcmp(field->source, cases[c].source ? cases[c].source : other) == 0, "case %zu: '%s'", c,
               field->source);
    check_true(self, counted.opened == BENCH_COUNTERS && counted.wrong == 0, "case %zu: %d asked for, %d others", c,
               counted.opened, counted.wrong);
    bench_hardware_stop();
    for (int k = 0; k < BENCH_COUNTERS; k++)
      check_true(self, counted.closed[k] == (cases[c].errors[k] == 0), "case %zu: %d is closed, if given", c, k);
    bench_hardware_stop(); /* nothing left to stop */
    check_control(self, counted.wrong == 0 && counted.closed[0] + counted.closed[1] < 3, "one that is closed twice");
  }
}
WITH_OUTSIDE(told, do_told, outside)

/// Value, time enabled and time running of each counter. Missing counters and short reads give nothing.
static void do_read_back(check *self) {
  static bench_environment env;
  bench_counts counts;
  for (int way = 0; way < 3; way++) {
    env = (bench_environment){0};
    memset(&counted, 0, sizeof counted);
    counted.errors[BENCH_CACHE_MISSES] = ENOENT;
    counted.short_reads = way == 1;
    bench_hardware_start(&env);
    if (way == 2) bench_hardware_stop();
    memset(&counts, 0, sizeof counts);
    bench_hardware_read(NULL, &counts);
    check_true(self, counted.reads == (way == 2 ? 0 : 3), "way %d: %d counters are read", way, counted.reads);
    for (int k = 0; k < BENCH_COUNTERS; k++) {
      const bool known = way == 0 && k != BENCH_CACHE_MISSES;
      check_number(self, counts.value[k], known ? 100.0 + k : (double)NAN, 0.0, "value");
      check_number(self, counts.enabled[k], known ? 200.0 + k : (double)NAN, 0.0, "time on [ns]");
      check_number(self, counts.running[k], known ? 300.0 + k : (double)NAN, 0.0, "time running [ns]");
    }
    bench_hardware_stop();
  }
  check_control(self, isnan(counts.value[BENCH_CYCLES]), "what a counter that was stopped says");
  // 30 counted in half of its enabled time are 60. A counter that never ran is unknown.
  const bench_counts first = {.value = {10, 10, 10, NAN}, .enabled = {1, 1, 1, NAN}, .running = {2, 2, 2, NAN}};
  const bench_counts last = {.value = {40, 40, 40, NAN}, .enabled = {9, 5, 9, NAN}, .running = {6, 6, 2, NAN}};
  static const double wanted[BENCH_COUNTERS] = {60, 30, (double)NAN, (double)NAN};
  double between[BENCH_COUNTERS];
  bench_hardware_between(&first, &last, between);
  for (int k = 0; k < BENCH_COUNTERS; k++) check_number(self, between[k], wanted[k], 0.0, "between two readings");
}
WITH_OUTSIDE(read_back, do_read_back, outside)

void check_clocks_counters(check_registry *registry) {
  check_add(registry, "counters", "which counters of the processor there are, and why not", told, 0);
  check_add(registry, "counts", "what is read of them", read_back, 0);
}
