/* Why this file exists: two numbers that explain most differences between machines, measured in a fifth of a second: how
 * long a cache line takes to another core and back, and how fast memory streams. */
#define _GNU_SOURCE /* sched_getaffinity */

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "environment.h"

enum { PING_PONGS = 4000, PING_WINDOW = 20, TRIAD_THREADS_MAX = 64, TRIAD_PASSES = 3 };
/// Three arrays together: twice the last-level cache, within what can be touched in a fraction of a second.
#define TRIAD_BYTES_MIN 48e6
#define TRIAD_BYTES_MAX 192e6
/// A partner that the system never runs must not hang the program.
#define PING_TIMEOUT 0.1
/// A longer round trip only says that the two never ran at the same time.
#define PING_LONGEST 1e-5

static double seconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int allowed_processors(void) {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

typedef struct ball {
  _Alignas(128) atomic_int value; ///< Alone on its cache lines.
  _Alignas(128) atomic_bool stop;
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

/// Seconds of a round trip, NaN when there is nobody to play with.
static double ping_pong(void) {
  if (allowed_processors() < 2) return NAN;
  ball shared;
  atomic_init(&shared.value, 0);
  atomic_init(&shared.stop, false);
  pthread_t partner;
  if (pthread_create(&partner, NULL, answer, &shared) != 0) return NAN;
  double best = NAN;
  const double deadline = seconds_now() + PING_TIMEOUT;
  double start = seconds_now();
  for (int i = 0; i < PING_PONGS && !atomic_load_explicit(&shared.stop, memory_order_relaxed); i++) {
    atomic_store_explicit(&shared.value, 2 * i + 1, memory_order_release);
    for (unsigned spin = 1; atomic_load_explicit(&shared.value, memory_order_acquire) != 2 * i + 2; spin++)
      if (spin % 4096 == 0 && seconds_now() > deadline) {
        atomic_store(&shared.stop, true);
        break;
      }
    // The best of short windows: a partner that was descheduled says nothing about the cache line.
    if (i % PING_WINDOW != PING_WINDOW - 1 || atomic_load(&shared.stop)) continue;
    const double now = seconds_now();
    best = fmin(isnan(best) ? INFINITY : best, (now - start) / PING_WINDOW);
    start = now;
  }
  atomic_store(&shared.stop, true);
  pthread_join(partner, NULL);
  return best <= PING_LONGEST ? best : (double)NAN;
}

typedef struct triad_part {
  double *a, *b, *c;
  size_t begin, end;
  pthread_barrier_t *barrier;
} triad_part;

static void *triad(void *argument) {
  const triad_part *part = argument;
  double *restrict a = part->a;
  const double *restrict b = part->b;
  const double *restrict c = part->c;
  // The thread that works on a page is the one that touches it first.
  for (size_t i = part->begin; i < part->end; i++) {
    part->a[i] = 0.0;
    part->b[i] = 1.0;
    part->c[i] = 2.0;
  }
  for (int pass = 0; pass < TRIAD_PASSES; pass++) {
    pthread_barrier_wait(part->barrier);
    for (size_t i = part->begin; i < part->end; i++) a[i] = b[i] + (3.0 + pass) * c[i];
    pthread_barrier_wait(part->barrier);
  }
  return NULL;
}

static double run_triad(triad_part *parts, int threads, pthread_barrier_t *barrier) {
  pthread_t handles[TRIAD_THREADS_MAX];
  for (int i = 0; i < threads; i++)
    // A barrier with a missing party never opens: without all threads there is no result, and no way back.
    if (pthread_create(&handles[i], NULL, triad, &parts[i]) != 0) return -1.0;
  double best = INFINITY;
  for (int pass = 0; pass < TRIAD_PASSES; pass++) {
    pthread_barrier_wait(barrier);
    const double start = seconds_now();
    pthread_barrier_wait(barrier);
    best = fmin(best, seconds_now() - start);
  }
  for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);
  return best;
}

/// Bytes per second of a = b + s c over all allowed processors, with arrays of `length` doubles.
static double triad_bandwidth(size_t length) {
  // Static: when a thread could not be made, the others wait on them for good.
  static triad_part parts[TRIAD_THREADS_MAX];
  static pthread_barrier_t barrier;
  int threads = allowed_processors();
  if (threads < 1) threads = 1;
  if (threads > TRIAD_THREADS_MAX) threads = TRIAD_THREADS_MAX;
  double *memory = malloc(3 * length * sizeof *memory);
  if (!memory || pthread_barrier_init(&barrier, NULL, (unsigned)threads + 1) != 0) {
    free(memory);
    return NAN;
  }
  for (int i = 0; i < threads; i++)
    parts[i] = (triad_part){memory,
                            memory + length,
                            memory + 2 * length,
                            length * (size_t)i / (size_t)threads,
                            length * ((size_t)i + 1) / (size_t)threads,
                            &barrier};
  const double best = run_triad(parts, threads, &barrier);
  if (best < 0.0) return NAN; // threads that were started still wait on the barrier: leave them their memory
  pthread_barrier_destroy(&barrier);
  const double check = memory[0] + memory[length - 1];
  free(memory);
  const double expected = 2.0 * (1.0 + (3.0 + TRIAD_PASSES - 1) * 2.0);
  if (!(check >= expected && check <= expected)) return NAN;
  return (double)(3 * length * sizeof(double)) / best;
}

/// Smallest step of the clock that was seen.
static double clock_step(void) {
  double step = INFINITY;
  for (int i = 0; i < 200; i++) {
    const double start = seconds_now();
    double end = start;
    while (!(end > start)) end = seconds_now();
    step = fmin(step, end - start);
  }
  return step;
}

void bench_env_measure(bench_environment *env, double clock_read_cost) {
  bench_env_number(env, "machine", "clock_read", clock_read_cost, "s", "measured: median of 101");
  bench_env_number(env, "machine", "clock_step", clock_step(), "s", "measured: least of 200");
  if (allowed_processors() < 2)
    bench_env_not_applicable(env, "machine", "ping_pong", "one processor");
  else
    bench_env_number(env, "machine", "ping_pong", ping_pong(), "s", "measured: best 20 round trips in a row of 4000");
  const double cache = bench_env_number_of(env, "cpu", "cache_l3");
  const double bytes = fmin(fmax(isnan(cache) ? 0.0 : 2.0 * cache, TRIAD_BYTES_MIN), TRIAD_BYTES_MAX);
  const size_t length = (size_t)(bytes / (3.0 * sizeof(double)));
  bench_env_number(env, "machine", "triad", triad_bandwidth(length), "bytes/s",
                   "measured: best of 3 passes, all processors");
  bench_env_number(env, "machine", "triad_bytes", (double)(3 * length * sizeof(double)), "bytes", "working set");
}
