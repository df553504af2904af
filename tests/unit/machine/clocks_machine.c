/* Why this file exists: nobody knows how long a cache line takes to another core of a machine, or the step of its
 * clock. Here clock, partner and processors are made up, so both are known. Part of the group clocks. */
#include <math.h>
#include <string.h>

#include "unit/parts.h"
#include "harness/machine/environment.h"
#include "outside_made.h"
#include "unit/number.h"

static struct {
  int processors;       ///< That this process may use.
  bool starts, answers; ///< A partner can be started; it answers at once.
  bool ticks;           ///< The clock stands still for three readings, then advances by 40 ns, once by 25 ns.
  int64_t each;         ///< Otherwise it advances by this at each reading from the third on [ns],
  int64_t shortest;     ///< but at the tenth by this.
  int64_t now;          ///< [ns]
  int readings, joined;
  double deadline; ///< Of the partner [s].
} machine;

static int read_clock(clockid_t which, struct timespec *time) {
  const int reading = machine.readings++;
  if (machine.ticks)
    machine.now = 50000000000 + 40 * (reading / 3) - (reading / 3 > 100 ? 15 : 0);
  else if (reading > 1)
    machine.now += reading == 9 ? machine.shortest : machine.each;
  *time = (struct timespec){.tv_sec = (time_t)(machine.now / 1000000000), .tv_nsec = (long)(machine.now % 1000000000)};
  return 0;
}

static int processors(void) {
  return machine.processors;
}

static double memory(void) {
  return 96.0;
}

static FILE *no_file(const char *path, const char *mode) {
  return NULL;
}

static void *start(void) {
  return machine.starts ? &machine : NULL;
}

static bool round_trip(void *self, int number, double deadline) {
  machine.deadline = deadline;
  return self == &machine && number >= 0 && machine.answers;
}

static void end(void *self) {
  machine.joined += self == &machine;
}

static const bench_outside outside = {.time = read_clock, .processors = processors, .memory = memory, .open = no_file};

/// 200 rounds of 20 round trips. The shortest counts. A time longer than any cache line takes is refused.
static void do_ping_pong(check *self) {
  static const bench_partner partner = {start, round_trip, end};
  static const struct {
    int processors;
    bool starts, answers;
    int64_t each, shortest; ///< [ns]
    double seconds;
    int readings;
  } known[] = {{2, true, true, 4000, 2000, 1e-7, 202},
               {2, true, true, 400000, 199000, 9.95e-6, 202},
               {2, true, true, 400000, 201000, (double)NAN, 202},
               {1, true, true, 4000, 2000, (double)NAN, 0},
               {2, false, true, 4000, 2000, (double)NAN, 0},
               {2, true, false, 4000, 2000, (double)NAN, 2}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    memset(&machine, 0, sizeof machine);
    machine.processors = known[k].processors, machine.now = 50000000000;
    machine.starts = known[k].starts, machine.answers = known[k].answers;
    machine.each = known[k].each, machine.shortest = known[k].shortest;
    check_number(self, bench_ping_pong(&partner), known[k].seconds, 1e-6, "to another core and back [s]");
    check_same(self, (uint64_t)machine.readings, (uint64_t)known[k].readings, "case %zu: readings of the clock", k);
    check_true(self, machine.joined == (known[k].readings > 0), "case %zu: a partner that there is is waited for", k);
    if (known[k].readings > 0) check_number(self, machine.deadline, 50.1, 1e-12, "nobody is waited for longer [s]");
  }
  check_control(self, isnan(known[2].seconds) && !isnan(known[1].seconds), "just longer than what is believed");
}
WITH_OUTSIDE(ping_pong, do_ping_pong, outside)

/// `wanted` in the field, its unit and, letter for letter, its source; NaN: not applicable.
static void field(check *self, const bench_environment *env, const char *key, double wanted, const char *source) {
  const bench_field *f = bench_env_find(env, "machine", key);
  if (!check_true(self, f != NULL, "%s is there", key)) return;
  check_true(self, f->state == (isnan(wanted) ? BENCH_NOT_APPLICABLE : BENCH_KNOWN), "%s: state %d", key,
             (int)f->state);
  check_true(self, f->source && strcmp(f->source, source) == 0, "%s: source: %s", key, f->source ? f->source : "none");
  if (isnan(wanted)) return;
  check_number(self, f->number, wanted, 1e-5, key);
  check_true(self, f->unit && strcmp(f->unit, "s") == 0, "%s: unit", key);
}

/// The clock stands still for three readings. The first step takes 4 of them, each of the 199 others 3; one is short.
static void do_measured(check *self) {
  static bench_environment env;
  memset(&machine, 0, sizeof machine);
  machine.ticks = true, machine.processors = 1;
  bench_env_measure(&env, 1.5e-8);
  field(self, &env, "clock_read", 1.5e-8, "measured: median of 101");
  field(self, &env, "clock_step", 25e-9, "measured: least of 200");
  field(self, &env, "ping_pong", (double)NAN, "one processor");
  check_true(self, bench_env_find(&env, "machine", "triad") && bench_env_find(&env, "machine", "peak_f32_scalar_one"),
             "then the bandwidth, then the peak");
  check_control(self, bench_env_find(&env, "machine", "hardware_counters") == NULL, "what others measure");
}
WITH_OUTSIDE(measured, do_measured, outside)

void check_clocks_machine(check_registry *registry) {
  check_add(registry, "ping pong", "a cache line to another core and back, by a partner of our own", ping_pong, 0);
  check_add(registry, "machine", "what is measured of a machine, and what it says of that", measured, 0);
}
