/* Why this file exists: times a = b + s c on all processors at once, over arrays far beyond the caches. Every thread
 * reads the clock itself, after the barrier and after its part. A pass lasts from the first start to the last end. A
 * separate timing thread would start its clock too late when there are more threads than processors. */
#include "bandwidth.h"
#include "bandwidth_parts.h"

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/stats/outside.h"
#include "support/cli.h"

enum { PASSES_MIN = 3, THREADS_MAX = 1024 };
#define BYTES_MIN 256e6
#define BYTES_MAX 4e9
/// Larger arrays get fewer passes, because one pass over them is long enough to be a mean.
#define BYTES_PASSED (BENCH_STREAM_PASSES * BYTES_MIN)
/// Ratios by which the two measurements may differ on a machine that also runs other programs.
#define FASTER 1.3
#define SLOWER 0.5

/* Neither inlined nor restrict. A compiler could otherwise see that the next pass overwrites the
 * result unread, and drop the pass. */
static __attribute__((noinline)) void run_pass(double *a, const double *b, const double *c, double s, size_t length) {
  for (size_t i = 0; i < length; i++) a[i] = b[i] + s * c[i];
}

static void *stream(void *argument) {
  bench_stream_part *own = argument;
  // Each thread is the first to touch the pages that it works on.
  for (size_t i = 0; i < own->length; i++) {
    own->a[i] = 0.0;
    own->b[i] = 1.0;
    own->c[i] = 2.0;
  }
  for (int k = 0; k < 2 * own->passes; k++) {
    pthread_barrier_wait(own->barrier);
    own->start[k % 2][k / 2] = bench_outside_seconds();
    run_pass(own->a, own->b, own->c, 3.0 + k, own->length / (size_t)(k % 2 + 1));
    own->end[k % 2][k / 2] = bench_outside_seconds();
  }
  return NULL;
}

double bench_stream_best(const bench_stream_part *parts, int threads, int kind) {
  double best = INFINITY, bytes = 0.0;
  for (int i = 0; i < threads; i++) bytes += 3.0 * sizeof(double) * (double)(parts[i].length / (size_t)(kind + 1));
  for (int k = 0; k < parts[0].passes; k++) {
    double start = INFINITY, end = -INFINITY;
    for (int i = 0; i < threads; i++) {
      start = fmin(start, parts[i].start[kind][k]);
      end = fmax(end, parts[i].end[kind][k]);
    }
    best = fmin(best, end - start);
  }
  return bytes / best;
}

bool bench_stream_done(const bench_stream_part *parts, int threads) {
  for (int i = 0; i < threads; i++) {
    const double half = parts[i].a[0], whole = parts[i].a[parts[i].length - 1];
    const double expected = 1.0 + 2.0 * (3.0 + 2 * parts[i].passes - 1);
    if (!(half >= expected && half <= expected && whole >= expected - 2.0 && whole <= expected - 2.0)) return false;
  }
  return true;
}

/// Run all threads. False if one could not be started. The others then wait forever, so their memory is never freed.
static bool run_threads(bench_stream_part *parts, int threads) {
  pthread_t handles[THREADS_MAX];
  for (int i = 0; i < threads; i++)
    if (pthread_create(&handles[i], NULL, stream, &parts[i]) != 0) return false;
  for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);
  return true;
}

int bench_stream_passes(size_t length) {
  return (int)fmin(fmax(BYTES_PASSED / (3.0 * sizeof(double) * (double)length), PASSES_MIN), BENCH_STREAM_PASSES);
}

void bench_stream_triad(size_t length, int threads, double *whole, double *half) {
  *whole = *half = NAN;
  bench_stream_part *parts = calloc((size_t)threads, sizeof *parts);
  double *memory = malloc(3 * length * sizeof *memory);
  pthread_barrier_t *barrier = malloc(sizeof *barrier);
  if (parts && memory && barrier && pthread_barrier_init(barrier, NULL, (unsigned)threads) == 0) {
    for (int i = 0; i < threads; i++) {
      const size_t begin = length * (size_t)i / (size_t)threads, end = length * ((size_t)i + 1) / (size_t)threads;
      double *a = memory + begin;
      parts[i] = (bench_stream_part){.a = a,
                                     .b = a + length,
                                     .c = a + 2 * length,
                                     .length = end - begin,
                                     .passes = bench_stream_passes(length),
                                     .barrier = barrier};
    }
    if (!run_threads(parts, threads)) return;
    pthread_barrier_destroy(barrier);
    if (bench_stream_done(parts, threads)) {
      *whole = bench_stream_best(parts, threads, 0);
      *half = bench_stream_best(parts, threads, 1);
    }
  }
  free(barrier);
  free(memory);
  free(parts);
}

double bench_bandwidth_bytes(double cache, double caches, double available) {
  double bytes = isnan(cache) ? BYTES_MIN : 4.0 * cache * (isnan(caches) ? 1.0 : caches);
  bytes = fmin(fmax(bytes, BYTES_MIN), BYTES_MAX);
  return isnan(available) ? bytes : fmin(bytes, 0.25 * available);
}

const char *bench_bandwidth_doubt(double whole, double half) {
  if (!(whole > 0.0 && half > 0.0 && isfinite(whole) && isfinite(half))) return "it could not be measured";
  if (whole > FASTER * half) return "more memory was streamed faster than less";
  if (whole < SLOWER * half) return "it falls with the array size: a cache helps, or other programs use the memory";
  return NULL;
}

double bench_stream_caches(const bench_environment *env) {
  FILE *file = bench_outside_asked->open("/sys/devices/system/cpu/cpu0/cache/index3/shared_cpu_list", "r");
  char text[1024] = "";
  if (!file) return NAN;
  const bool read = fgets(text, sizeof text, file) != NULL;
  fclose(file);
  long sharing = 0;
  for (char *at = text; read && isdigit((unsigned char)*at);) { // "0-7,64-71"
    const long first = strtol(at, &at, 10), last = *at == '-' ? strtol(at + 1, &at, 10) : first;
    sharing += last - first + 1;
    if (*at == ',') ++at;
  }
  const double processors = bench_env_number_of(env, "cpu", "logical");
  return sharing > 0 ? fmax(1.0, processors / (double)sharing) : (double)NAN;
}

/// Measure with one thread, which has one last-level cache to itself.
static void measure_one(bench_environment *env, double cache) {
  const size_t length =
      (size_t)(bench_bandwidth_bytes(cache, 1.0, bench_outside_asked->memory()) / (3.0 * sizeof(double)));
  static char source[256];
  double whole = NAN, half = NAN;
  if (length > 2) bench_stream_triad(length, 1, &whole, &half);
  const char *doubt = bench_bandwidth_doubt(whole, half);
  snprintf(source, sizeof source, "measured: the same with one thread, three arrays of %.0f MB%s%s",
           8e-6 * (double)length, !doubt ? "" : "; not believed: ", !doubt ? "" : doubt);
  bench_env_number(env, "machine", "triad_one", doubt ? (double)NAN : whole, "bytes/s", source);
}

void bench_bandwidth_measure(bench_environment *env) {
  int threads = bench_outside_asked->processors();
  if (threads < 1) threads = 1;
  if (threads > THREADS_MAX) threads = THREADS_MAX;
  const double cache = bench_env_number_of(env, "cpu", "cache_l3");
  const double bytes = bench_bandwidth_bytes(cache, bench_stream_caches(env), bench_outside_asked->memory());
  const size_t length = (size_t)(bytes / (3.0 * sizeof(double)));
  static char source[256]; // lives as long as the environment
  double whole = NAN, half = NAN;
  if (length / 2 > (size_t)threads) bench_stream_triad(length, threads, &whole, &half);
  const char *doubt = bench_bandwidth_doubt(whole, half);
  snprintf(source, sizeof source, "measured: a = b + s c, three arrays of %.0f MB, %d thread%s, best of %d passes%s%s",
           8e-6 * (double)length, threads, cli_plural(threads), bench_stream_passes(length),
           !doubt ? "" : "; not believed: ", !doubt ? "" : doubt);
  bench_env_number(env, "machine", "triad", doubt ? (double)NAN : whole, "bytes/s", source);
  bench_env_number(env, "machine", "triad_half", half, "bytes/s", "the same over half of each array");
  bench_env_number(env, "machine", "triad_bytes", 24.0 * (double)length, "bytes", "the three arrays");
  measure_one(env, cache);
}
