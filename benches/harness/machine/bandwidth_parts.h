/* Why this file exists: the parts of the bandwidth measurement, so that tests can check each on known numbers. */
#pragma once

#include <pthread.h>

#include "environment.h"

enum { BENCH_STREAM_PASSES = 8 };

/// One thread's part of the arrays. A pass of kind 0 works on all of it, a pass of kind 1 on its first half.
typedef struct bench_stream_part {
  double *a, *b, *c;
  size_t length;
  int passes;
  double start[2][BENCH_STREAM_PASSES], end[2][BENCH_STREAM_PASSES];
  pthread_barrier_t *barrier;
} bench_stream_part;

/// Bytes per second of the best pass of a kind.
double bench_stream_best(const bench_stream_part *parts, int threads, int kind);
/// Whether the arrays hold the result of the last passes of both kinds.
bool bench_stream_done(const bench_stream_part *parts, int threads);
/// Passes over arrays of that length.
int bench_stream_passes(size_t length);
/// Bytes per second over the whole arrays and over half of each. NaN if memory or threads are missing.
void bench_stream_triad(size_t length, int threads, double *whole, double *half);
/// Number of last-level caches: all processors divided by the number that share the first one's. NaN = unknown.
double bench_stream_caches(const bench_environment *env);
