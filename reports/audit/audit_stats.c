/* Why this file exists: recomputes the statistics of a row from its samples, by the rules in benches/harness/FORMAT.md
 * under "Statistics". */
#include "audit_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 6 };

static int order(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/// The quantile of sorted values, linear between two of them.
static double quantile(const double *sorted, size_t count, double part) {
  const double place = part * (double)(count - 1);
  const size_t below = (size_t)place;
  const double next = below + 1 < count ? sorted[below + 1] : sorted[below];
  return sorted[below] + (place - (double)below) * (next - sorted[below]);
}

static double sorted_median(double *values, size_t count) {
  qsort(values, count, sizeof *values, order);
  return quantile(values, count, 0.5);
}

/// Integrated autocorrelation time, with the outer twentieths of the values pulled in, up to the first lag whose
/// correlation is below 0.05.
static double correlation_time(const double *series, const double *sorted, size_t count) {
  const double low = quantile(sorted, count, 0.05), high = quantile(sorted, count, 0.95);
  const double first = fmin(fmax(series[0], low), high);
  double mean = 0.0, variance = 0.0, tau = 1.0;
  for (size_t i = 0; i < count; i++) mean += (fmin(fmax(series[i], low), high) - first) / (double)count;
  for (size_t lag = 0; lag <= count / 2; lag++) {
    double sum = 0.0;
    for (size_t i = lag; i < count; i++)
      sum +=
          (fmin(fmax(series[i], low), high) - first - mean) * (fmin(fmax(series[i - lag], low), high) - first - mean);
    if (lag == 0) variance = sum;
    if (!(variance > 0.0)) return 1.0;
    if (lag > 0 && !(sum / variance >= 0.05)) break;
    if (lag > 0) tau += 2.0 * sum / variance;
  }
  return tau;
}

/// How many of the sorted medians lie outside each end: the most whose binomial probability is at most 2.5 %.
static size_t outside(size_t count) {
  double probability = pow(0.5, (double)count), sum = 0.0;
  for (size_t k = 0; k < count; k++) {
    sum += probability;
    if (sum > 0.025) return k;
    probability *= (double)(count - k) / (double)(k + 1);
  }
  return 0;
}

static void take_interval(const double *medians, double *sorted, size_t count, audit_stats *out) {
  out->median = sorted_median(sorted, count);
  if (count < FEWEST) return;
  const size_t depth = outside(count);
  out->tau = correlation_time(medians, sorted, count);
  const double power = sqrt(out->tau);
  out->low = out->median * pow(sorted[depth - 1] / out->median, power);
  out->high = out->median * pow(sorted[count - depth] / out->median, power);
  out->relative = 0.5 * (out->high - out->low) / out->median;
}

static void take_samples(double *sorted, size_t count, audit_stats *out) {
  qsort(sorted, count, sizeof *sorted, order);
  double offset = 0.0, squares = 0.0; /* from the shortest, so that equal samples do not seem to deviate */
  for (size_t i = 0; i < count; i++) offset += (sorted[i] - sorted[0]) / (double)count;
  for (size_t i = 0; i < count; i++) squares += pow(sorted[i] - sorted[0] - offset, 2.0);
  out->mean = sorted[0] + offset;
  if (count > 1) out->stddev = sqrt(squares / (double)(count - 1));
  out->least = sorted[0];
  out->p05 = quantile(sorted, count, 0.05);
  out->p95 = quantile(sorted, count, 0.95);
  out->p99 = quantile(sorted, count, 0.99);
  out->most = sorted[count - 1];
}

int audit_stats_of(const double *samples, size_t episodes, size_t each, const double *processor, audit_stats *out) {
  const double n = NAN;
  const size_t count = episodes * each;
  double *medians = malloc(episodes * sizeof *medians),
         *sorted = malloc((count > episodes ? count : episodes) * sizeof *sorted);
  *out = (audit_stats){n, n, n, n, n, n, n, n, n, n, n, n, n};
  const int good = medians && sorted && count > 0;
  if (good) {
    for (size_t e = 0; e < episodes; e++) {
      memcpy(sorted, samples + e * each, each * sizeof *sorted);
      medians[e] = sorted_median(sorted, each);
    }
    memcpy(sorted, processor, episodes * sizeof *sorted);
    out->processor = sorted_median(sorted, episodes);
    memcpy(sorted, medians, episodes * sizeof *sorted);
    take_interval(medians, sorted, episodes, out);
    memcpy(sorted, samples, count * sizeof *sorted);
    take_samples(sorted, count, out);
  }
  free(medians);
  free(sorted);
  return good;
}
