/* Why this file exists: recomputes the statistics of a row from its samples, with the functions that xpbd-bench uses.
 * tests/oracle is the second opinion on these. */
#include "audit_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool audit_stats_of(const double *samples, size_t episodes, size_t each, const double *processor, audit_stats *out) {
  const double n = NAN;
  const size_t count = episodes * each;
  double *medians = calloc(episodes + 1, sizeof *medians), *room = malloc(2 * (count + 1) * sizeof *room);
  *out = (audit_stats){{n, n, n, n, n}, n, n, n, n, n, n, n, n};
  const bool good = medians && room && count > 0;
  if (good) {
    for (size_t e = 0; e < episodes; e++) medians[e] = bench_median(samples + e * each, each, room);
    out->time = bench_median_interval(medians, episodes, room);
    if (episodes < BENCH_INTERVAL_MINIMUM) out->time.tau = NAN;
    out->processor = bench_median(processor, episodes, room);
    memcpy(room, samples, count * sizeof *room);
    bench_sort(room, count);
    out->mean = bench_mean(room, count);
    out->stddev = bench_stddev(room, count);
    out->least = room[0];
    out->p05 = bench_quantile(room, count, 0.05);
    out->p95 = bench_quantile(room, count, 0.95);
    out->p99 = bench_quantile(room, count, 0.99);
    out->most = room[count - 1];
  }
  free(medians);
  free(room);
  return good;
}
