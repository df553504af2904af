/* Why this file exists: measures a core's peak with independent chains of a = a b + c, enough of them to cover units
 * and latency. Only this file is compiled with permission to fuse a product and a sum. The formulas write fused
 * operations where they want them. Without a fused instruction the baseline does both in turn, as its kernels do. */
#include "peak.h"
#include "peak_parts.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/stats/outside.h"

enum { CHAINS = 12, ROUNDS = 200000 };

/// Every chain converges to exactly 1, so a loop that the compiler dropped is noticed.
#define HALF 0.5

/// A loop of ROUNDS rounds on `wide`, which is one or several `real`. Returns the sum of all chains.
#define LOOP(name, target, real, wide)                                                                                 \
  target static __attribute__((noinline)) double name(const volatile double *half) {                                   \
    const wide b = (wide){0} + (real)*half;                                                                            \
    wide a0 = b + b + b, a1 = a0 + b, a2 = a1 + b, a3 = a2 + b, a4 = a3 + b, a5 = a4 + b, a6 = a5 + b, a7 = a6 + b;    \
    wide a8 = a7 + b, a9 = a8 + b, a10 = a9 + b, a11 = a10 + b;                                                        \
    for (int i = 0; i < ROUNDS; i++) {                                                                                 \
      a0 = a0 * b + b, a1 = a1 * b + b, a2 = a2 * b + b, a3 = a3 * b + b, a4 = a4 * b + b, a5 = a5 * b + b;            \
      a6 = a6 * b + b, a7 = a7 * b + b, a8 = a8 * b + b, a9 = a9 * b + b, a10 = a10 * b + b, a11 = a11 * b + b;        \
    }                                                                                                                  \
    a0 = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11;                                                  \
    real each[sizeof a0 / sizeof(real)];                                                                               \
    memcpy(each, &a0, sizeof a0);                                                                                      \
    double sum = 0.0;                                                                                                  \
    for (size_t k = 0; k < sizeof a0 / sizeof(real); k++) sum += (double)each[k];                                      \
    return sum;                                                                                                        \
  }
#define SET(name, target, bytes)                                                                                       \
  typedef float name##_floats __attribute__((vector_size(bytes)));                                                     \
  typedef double name##_doubles __attribute__((vector_size(bytes)));                                                   \
  LOOP(name##_f32_scalar, target, float, float)                                                                        \
  LOOP(name##_f64_scalar, target, double, double)                                                                      \
  LOOP(name##_f32_vector, target, float, name##_floats)                                                                \
  LOOP(name##_f64_vector, target, double, name##_doubles)
#define ROW(name, bytes)                                                                                               \
  {                                                                                                                    \
#name, {                                                                                                           \
      {name##_f32_scalar, 1}, {name##_f64_scalar, 1}, {name##_f32_vector, (bytes) / 4}, {                              \
        name##_f64_vector, (bytes) / 8                                                                                 \
      }                                                                                                                \
    }                                                                                                                  \
  }

enum { KINDS = 4 };
/// The fields of a kind, for one thread and for all.
static const char *const fields[KINDS][2] = {{"peak_f32_scalar_one", "peak_f32_scalar_all"},
                                             {"peak_f64_scalar_one", "peak_f64_scalar_all"},
                                             {"peak_f32_vector_one", "peak_f32_vector_all"},
                                             {"peak_f64_vector_one", "peak_f64_vector_all"}};

/* The instruction sets, named as the kernels name them. */
SET(baseline, , 16)
#if defined(__x86_64__)
SET(avx2, __attribute__((target("avx2,fma"))), 32)
SET(avx512, __attribute__((target("avx512f,avx512vl,avx512dq,fma"))), 64)
#endif
static const struct set {
  const char *name;
  bench_peak_kind kinds[KINDS];
} sets[] = {
    ROW(baseline, 16),
#if defined(__x86_64__)
    ROW(avx2, 32),
    ROW(avx512, 64),
#endif
};

static void *run(void *argument) {
  bench_peak_runner *own = argument;
  static const volatile double half = HALF;
  own->done = true;
  for (int k = 0; k < BENCH_PEAK_PASSES; k++) {
    pthread_barrier_wait(own->barrier);
    own->start[k] = bench_outside_seconds();
    const double sum = own->what->run(&half);
    own->end[k] = bench_outside_seconds();
    own->done = own->done && fabs(sum - CHAINS * own->what->lanes) < 0.5;
  }
  return NULL;
}

/// Run all threads. False if one could not be started. The others then wait forever, so their memory is never freed.
static bool run_crew(bench_peak_crew *all, int threads) {
  for (int i = 0; i < threads; i++)
    if (pthread_create(&all->handles[i], NULL, run, &all->runners[i]) != 0) return false;
  for (int i = 0; i < threads; i++) pthread_join(all->handles[i], NULL);
  return true;
}

double bench_peak_best(const bench_peak_crew *all, int threads) {
  double best = INFINITY;
  for (int k = 0; k < BENCH_PEAK_PASSES; k++) {
    double start = INFINITY, end = -INFINITY;
    for (int i = 0; i < threads; i++) {
      if (!all->runners[i].done) return NAN;
      start = fmin(start, all->runners[i].start[k]);
      end = fmax(end, all->runners[i].end[k]);
    }
    best = fmin(best, end - start);
  }
  return best > 0.0 ? best : (double)NAN;
}

double bench_peak_rate(const bench_peak_kind *what, int threads) {
  bench_peak_crew *all = calloc(1, sizeof *all);
  if (!all || pthread_barrier_init(&all->barrier, NULL, (unsigned)threads) != 0) {
    free(all);
    return NAN;
  }
  for (int i = 0; i < threads; i++) all->runners[i] = (bench_peak_runner){.what = what, .barrier = &all->barrier};
  if (!run_crew(all, threads)) return NAN;
  const double seconds = bench_peak_best(all, threads);
  pthread_barrier_destroy(&all->barrier);
  free(all);
  return 2.0 * CHAINS * ROUNDS * (double)what->lanes * threads / seconds;
}

void bench_peak_measure(bench_environment *env) {
  const char *instructions = bench_env_text_of(env, "cpu", "instructions");
  int threads = bench_outside_asked->processors();
  threads = threads < 1 ? 1 : threads > BENCH_PEAK_THREADS ? BENCH_PEAK_THREADS : threads;
  const struct set *found = NULL;
  for (size_t s = 0; instructions && s < sizeof sets / sizeof *sets; s++)
    if (strcmp(sets[s].name, instructions) == 0) found = &sets[s];
  for (int k = 0; k < KINDS; k++)
    for (int all = 0; all < 2; all++)
      bench_env_number(env, "machine", fields[k][all],
                       !found ? (double)NAN : bench_peak_rate(&found->kinds[k], all ? threads : 1), "1/s",
                       !found ? "no loop is written for the instruction set of the kernels"
                              : "measured: 12 chains of multiply-adds, 2 operations each, best of 40 passes");
}

/// Rate of one thread times `threads`, at most that of all threads. Never below one thread's, even if others were busy.
static double of_threads(double one, double all, int32_t threads) {
  if (threads == 1) return one;
  if (threads < 1 || isnan(one) || isnan(all)) return NAN;
  return fmax(one, fmin((double)threads * one, all));
}

/// Whether kernels that the roofs were measured for computed the row on the processor.
static bool on_processor(const bench_environment *env, const bench_facts *facts) {
  const char *measured = env ? bench_env_text_of(env, "cpu", "instructions") : NULL;
  return measured && facts->instructions && strcmp(measured, facts->instructions) == 0;
}

double bench_roof_memory(const bench_environment *env, const bench_facts *facts) {
  if (!on_processor(env, facts)) return NAN;
  return of_threads(bench_env_number_of(env, "machine", "triad_one"), bench_env_number_of(env, "machine", "triad"),
                    facts->threads);
}

double bench_roof_compute(const bench_environment *env, const bench_facts *facts) {
  if (!on_processor(env, facts) || facts->lanes < 1 || (facts->real_bytes != 4 && facts->real_bytes != 8)) return NAN;
  const char *const *names = fields[(facts->lanes > 1 ? 2 : 0) + (facts->real_bytes == 8)];
  return of_threads(bench_env_number_of(env, "machine", names[0]), bench_env_number_of(env, "machine", names[1]),
                    facts->threads);
}
