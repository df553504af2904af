/* Why this file exists: measures, in a fraction of a second, numbers that explain most differences between
 * machines: the clock and the time of a cache line to another core and back. bandwidth.c adds memory
 * bandwidth, peak.c the cores' peak. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "bandwidth.h"
#include "environment.h"
#include "peak.h"
#include "harness/stats/outside.h"

enum { PING_PONGS = 4000, PING_WINDOW = 20 };
/// A partner that the system never schedules must not hang the program.
#define PING_TIMEOUT 0.1
/// A longer round trip only means that the two never ran at the same time.
#define PING_LONGEST 1e-5

typedef struct ball {
  _Alignas(128) atomic_int value; ///< Has its cache lines to itself.
  _Alignas(128) atomic_bool stop;
  pthread_t partner;
} ball;

static void *answer(void *argument) {
  ball *shared = argument;
  for (int i = 0; i < PING_PONGS; i++) {
    while (atomic_load_explicit(&shared->value, memory_order_acquire) != 2 * i + 1)
      if (atomic_load_explicit(&shared->stop, memory_order_relaxed)) return NULL;
    atomic_store_explicit(&shared->value, 2 * i + 2, memory_order_release);
  }
  return NULL;
}

static void *start(void) {
  static ball shared;
  atomic_init(&shared.value, 0);
  atomic_init(&shared.stop, false);
  return pthread_create(&shared.partner, NULL, answer, &shared) == 0 ? &shared : NULL;
}

static bool round_trip(void *partner, int number, double deadline) {
  ball *shared = partner;
  atomic_store_explicit(&shared->value, 2 * number + 1, memory_order_release);
  for (unsigned spin = 1; atomic_load_explicit(&shared->value, memory_order_acquire) != 2 * number + 2; spin++)
    if (spin % 4096 == 0 && bench_outside_seconds() > deadline) return false;
  return true;
}

static void end(void *partner) {
  ball *shared = partner;
  atomic_store(&shared->stop, true);
  pthread_join(shared->partner, NULL);
}

const bench_partner bench_partner_thread = {start, round_trip, end};

double bench_ping_pong(const bench_partner *partner) {
  void *self = bench_outside_asked->processors() < 2 ? NULL : partner->start();
  if (!self) return NAN;
  double best = NAN;
  const double deadline = bench_outside_seconds() + PING_TIMEOUT;
  double start_of_window = bench_outside_seconds();
  for (int i = 0; i < PING_PONGS && partner->round_trip(self, i, deadline); i++) {
    // The best short window counts, because a descheduled partner says nothing about the cache line.
    if (i % PING_WINDOW != PING_WINDOW - 1) continue;
    const double now = bench_outside_seconds();
    best = fmin(isnan(best) ? INFINITY : best, (now - start_of_window) / PING_WINDOW);
    start_of_window = now;
  }
  partner->end(self);
  return best <= PING_LONGEST ? best : (double)NAN;
}

/// Smallest observed step of the clock.
static double clock_step(void) {
  double step = INFINITY;
  for (int i = 0; i < 200; i++) {
    const double start = bench_outside_seconds();
    double end = start;
    while (!(end > start)) end = bench_outside_seconds();
    step = fmin(step, end - start);
  }
  return step;
}

void bench_env_measure(bench_environment *env, double clock_read_cost) {
  bench_env_number(env, "machine", "clock_read", clock_read_cost, "s", "measured: median of 101");
  bench_env_number(env, "machine", "clock_step", clock_step(), "s", "measured: least of 200");
  if (bench_outside_asked->processors() < 2)
    bench_env_not_applicable(env, "machine", "ping_pong", "one processor");
  else
    bench_env_number(env, "machine", "ping_pong", bench_ping_pong(&bench_partner_thread), "s",
                     "measured: best 20 round trips in a row of 4000");
  bench_bandwidth_measure(env);
  bench_peak_measure(env);
}
