/* Why this file exists: the parts of the peak measurement, so that tests can check each on known numbers. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

enum { BENCH_PEAK_PASSES = 40, BENCH_PEAK_THREADS = 1024 };

/// A loop of multiply-adds.
typedef struct bench_peak_kind {
  double (*run)(const volatile double *half);
  int lanes;
} bench_peak_kind;

/// One thread and its passes.
typedef struct bench_peak_runner {
  const bench_peak_kind *what;
  pthread_barrier_t *barrier;
  double start[BENCH_PEAK_PASSES], end[BENCH_PEAK_PASSES];
  bool done; ///< All chains of all passes ended at 1.
} bench_peak_runner;

/// All threads of a measurement.
typedef struct bench_peak_crew {
  pthread_barrier_t barrier;
  pthread_t handles[BENCH_PEAK_THREADS];
  bench_peak_runner runners[BENCH_PEAK_THREADS];
} bench_peak_crew;

/// Seconds of the best pass, from the first start to the last end. NaN unless every thread did its work.
double bench_peak_best(const bench_peak_crew *all, int threads);
/// Operations per second of `threads` threads. NaN if memory or threads are missing.
double bench_peak_rate(const bench_peak_kind *what, int threads);
