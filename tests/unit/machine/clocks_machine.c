/* Why this file exists: how long a cache line takes to another core, and the step of the clock, are numbers that nobody
 * knows of a machine: here are a clock, a partner and processors of our own, and both can be worked out. Part of the
 * group clocks. */
#define _GNU_SOURCE /* as machine.c */

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clocks_checks.h"
#include "unit/number.h"

#define bench_allowed_processors machine_allowed
#define bench_ping_pong          machine_ping_pong
#define bench_env_measure        machine_measure
#define bench_bandwidth_measure  machine_bandwidth
#define bench_peak_measure       machine_peak
#include "harness/machine/bandwidth.h"
#include "harness/machine/environment.h"
#include "harness/machine/peak.h"

static struct {
  size_t processors;    ///< That this process may use.
  long online;          ///< Those of the system.
  bool told;            ///< Which ones may be used is told.
  bool starts, answers; ///< A thread can be made; it answers at once.
  bool ticks;           ///< The clock stands still for three readings, and then goes on by 40 ns, once by 25 ns.
  int64_t each;         ///< Otherwise it goes on by so much with each reading from the third on [ns],
  int64_t shortest;     ///< but with the tenth by this.
  int64_t now;          ///< [ns]
  int readings, joined, measured;
} machine;

static int read_clock(struct timespec *time) {
  const int reading = machine.readings++;
  if (machine.ticks)
    machine.now = 50000000000 + 40 * (reading / 3) - (reading / 3 > 100 ? 15 : 0);
  else if (reading > 1)
    machine.now += reading == 9 ? machine.shortest : machine.each;
  *time = (struct timespec){.tv_sec = (time_t)(machine.now / 1000000000), .tv_nsec = (long)(machine.now % 1000000000)};
  return 0;
}

static int tell_processors(cpu_set_t *set) {
  CPU_ZERO(set);
  for (size_t i = 0; i < machine.processors; i++) CPU_SET(i, set);
  return machine.told ? 0 : -1;
}

static long ask_system(int name) {
  return name == _SC_NPROCESSORS_ONLN ? machine.online : -1;
}

/// The partner is no thread: whatever is handed to it is answered on the way.
static int make_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
  *thread = pthread_self();
  return machine.starts && run != NULL && argument != NULL ? 0 : -1;
}

static int join_thread(pthread_t thread) {
  machine.joined += pthread_equal(thread, pthread_self()) != 0;
  return 0;
}

static void hand_over(atomic_int *at, int value) {
  atomic_store(at, value + (machine.answers ? 1 : 0));
}

static void give_up_on(atomic_bool *at, bool value) {
  atomic_store(at, value);
}

void machine_bandwidth(bench_environment *env) {
  (void)env;
  machine.measured = 10 * machine.measured + 1;
}

void machine_peak(bench_environment *env) {
  (void)env;
  machine.measured = 10 * machine.measured + 2;
}

#undef _GNU_SOURCE
#undef atomic_init
#undef atomic_store
#undef atomic_store_explicit
#define clock_gettime(which, time)                        read_clock(time)
#define sched_getaffinity(process, size, set)             tell_processors(set)
#define sysconf(name)                                     ask_system(name)
#define pthread_create(thread, attributes, run, argument) make_thread(thread, run, argument)
#define pthread_join(thread, out)                         join_thread(thread)
#define atomic_init(at, value)                            (*(at) = (value))
#define atomic_store(at, value)                           give_up_on(at, value)
#define atomic_store_explicit(at, value, order)           hand_over(at, value)
#include "harness/machine/machine.c"

/// 200 rounds of 20 there and back; the shortest counts, and one that takes longer than any cache line is none.
static void ping_pong(check *self, int argument) {
  (void)argument;
  static const struct {
    size_t processors;
    bool starts, answers;
    int64_t each, shortest; ///< [ns]
    double seconds;
    int readings;
  } known[] = {{2, true, true, 4000, 2000, 1e-7, 202},
               {2, true, true, 400000, 199000, 9.95e-6, 202},
               {2, true, true, 400000, 201000, (double)NAN, 202},
               {1, true, true, 4000, 2000, (double)NAN, 0},
               {2, false, true, 4000, 2000, (double)NAN, 0},
               {2, true, false, 30000000, 30000000, (double)NAN, 6}}; /* after 0.1 s nobody is waited for */
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    memset(&machine, 0, sizeof machine);
    machine.told = true, machine.processors = known[k].processors, machine.now = 50000000000;
    machine.starts = known[k].starts, machine.answers = known[k].answers;
    machine.each = known[k].each, machine.shortest = known[k].shortest;
    check_number(self, machine_ping_pong(), known[k].seconds, 1e-6, "to another core and back [s]");
    check_same(self, (uint64_t)machine.readings, (uint64_t)known[k].readings, "case %zu: readings of the clock", k);
    check_true(self, machine.joined == (known[k].readings > 0), "case %zu: a partner that there is is waited for", k);
  }
  check_control(self, isnan(known[2].seconds) && !isnan(known[1].seconds), "just longer than what is believed");
}

/// Which processors may be used is told, or all of them are counted.
static void allowed(check *self, int argument) {
  (void)argument;
  memset(&machine, 0, sizeof machine);
  machine.told = true, machine.processors = 5, machine.online = 8;
  check_same(self, (uint64_t)machine_allowed(), 5, "processors of this process");
  machine.told = false;
  check_same(self, (uint64_t)machine_allowed(), 8, "processors of the system, where nothing is told");
  check_control(self, machine.processors != (size_t)machine.online, "one for the other");
}

/// `wanted` in the field, its unit and, letter for letter, where it is from; NaN: not applicable.
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

/// The clock stands still for three readings: the first step takes 4 of them, each of the 199 others 3; one is short.
static void measured(check *self, int argument) {
  (void)argument;
  static bench_environment env;
  memset(&machine, 0, sizeof machine);
  machine.ticks = true;
  check_number(self, clock_step(), 25e-9, 1e-5, "the least step [s]");
  check_same(self, (uint64_t)machine.readings, 601, "readings for 200 steps");
  for (size_t processors = 1; processors <= 2; processors++) {
    env = (bench_environment){0};
    memset(&machine, 0, sizeof machine);
    machine.ticks = machine.told = machine.starts = machine.answers = true, machine.processors = processors;
    machine_measure(&env, 1.5e-8);
    field(self, &env, "clock_read", 1.5e-8, "measured: median of 101");
    field(self, &env, "clock_step", 25e-9, "measured: least of 200");
    field(self, &env, "ping_pong", processors == 1 ? (double)NAN : 0.0,
          processors == 1 ? "one processor" : "measured: best 20 round trips in a row of 4000");
    check_same(self, (uint64_t)machine.measured, 12, "then the bandwidth, then the peak");
    check_same(self, (uint64_t)env.count, 3, "fields of %zu processors", processors);
  }
  check_control(self, bench_env_find(&env, "machine", "triad") == NULL, "what others measure");
}

void check_clocks_machine(check_registry *registry) {
  check_add(registry, "ping pong", "a cache line to another core and back, by a partner of our own", ping_pong, 0);
  check_add(registry, "allowed", "how many processors this process may use", allowed, 0);
  check_add(registry, "machine", "what is measured of a machine, and what it says of that", measured, 0);
}
