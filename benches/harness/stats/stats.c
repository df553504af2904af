/* Why this file exists: medians, their distribution-free interval, and the rule that ends a measurement. A mean with a
 * t interval was tried as a stop rule. With spikes it covers the truth less than half of the time. */
#include "stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/student.h"

static int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

void bench_sort(double *values, size_t count) {
  if (count > 1) qsort(values, count, sizeof *values, compare_doubles);
}

double bench_quantile(const double *sorted, size_t count, double q) {
  if (count == 0) return NAN;
  const double place = q * (double)(count - 1);
  const size_t below = (size_t)floor(place);
  if (below + 1 >= count) return sorted[count - 1];
  const double part = place - (double)below;
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

double bench_median(const double *values, size_t count, double *scratch) {
  for (size_t i = 0; i < count; i++) scratch[i] = values[i];
  bench_sort(scratch, count);
  return bench_quantile(scratch, count, 0.5);
}

double bench_mean(const double *values, size_t count) {
  if (count == 0) return NAN;
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  return sum / (double)count;
}

double bench_stddev(const double *values, size_t count) {
  if (count < 2) return NAN;
  // Summed from the first value, not from zero. Otherwise the mean of equal values is
  // rounded, and they seem to deviate.
  double offset = 0.0, sum = 0.0;
  for (size_t i = 0; i < count; i++) offset += values[i] - values[0];
  offset /= (double)count;
  for (size_t i = 0; i < count; i++) sum += (values[i] - values[0] - offset) * (values[i] - values[0] - offset);
  return sqrt(sum / (double)(count - 1));
}

static double lag_product(const double *values, size_t count, double mean, size_t lag) {
  double sum = 0.0;
  for (size_t i = lag; i < count; i++) sum += (values[i] - mean) * (values[i - lag] - mean);
  return sum;
}

/// Integrated autocorrelation time, 1 + 2 sum rho_k up to the first lag below 0.05. The outer 5 % of the series are
/// pulled in first. `scratch` holds `count` doubles. At least 1.
static double bench_autocorrelation_time(const double *values, size_t count, double *scratch) {
  if (count < 4) return 1.0;
  for (size_t i = 0; i < count; i++) scratch[i] = values[i];
  bench_sort(scratch, count);
  const double low = bench_quantile(scratch, count, 0.05);
  const double high = bench_quantile(scratch, count, 0.95);
  // Summed from the first value, not from zero, as in bench_stddev(). Equal values would
  // all seem to deviate to one side.
  const double first = fmin(fmax(values[0], low), high);
  for (size_t i = 0; i < count; i++) scratch[i] = fmin(fmax(values[i], low), high) - first;
  const double mean = bench_mean(scratch, count);
  const double variance = lag_product(scratch, count, mean, 0);
  if (!(variance > 0.0)) return 1.0;
  double tau = 1.0;
  for (size_t lag = 1; lag <= count / 2; lag++) {
    const double rho = lag_product(scratch, count, mean, lag) / variance;
    if (!(rho >= 0.05)) break;
    tau += 2.0 * rho;
  }
  return tau;
}

/// Number of values to drop at each end: the largest k with P(binomial(n, 1/2) < k) <= 2.5 %. It
/// exists, because all P sum to 1.
static size_t interval_depth(size_t count) {
  const double n = (double)count;
  double cumulative = 0.0;
  for (size_t k = 0;; k++) {
    const double i = (double)k;
    cumulative += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) - n * log(2.0));
    if (cumulative > 0.025) return k;
  }
}

bench_interval bench_median_interval(const double *values, size_t count, double *scratch) {
  bench_interval out = {
      .median = bench_median(values, count, scratch), .low = NAN, .high = NAN, .relative = NAN, .tau = 1.0};
  if (count < BENCH_INTERVAL_MINIMUM) return out;
  out.tau = bench_autocorrelation_time(values, count, scratch + count);
  const double widen = sqrt(out.tau);
  const size_t depth = interval_depth(count);
  // The interval runs from the depth-th smallest to the depth-th largest value, counted from one. It is widened as a
  // ratio, because differences of a drifting series could reach a time of zero and an infinite rate.
  out.low = out.median * pow(scratch[depth - 1] / out.median, widen);
  out.high = out.median * pow(scratch[count - depth] / out.median, widen);
  out.relative = 0.5 * (out.high - out.low) / out.median;
  return out;
}

bench_interval bench_process_interval(const double *medians, int count, double *between) {
  bench_interval out = {.low = NAN, .high = NAN, .relative = NAN, .tau = 1.0};
  double sum = 0.0, squares = 0.0;
  int known = 0;
  for (int i = 0; i < count; i++)
    if (medians[i] > 0.0) sum += log(medians[i]), ++known;
  const double mean = sum / known;
  for (int i = 0; i < count; i++)
    if (medians[i] > 0.0) squares += (log(medians[i]) - mean) * (log(medians[i]) - mean);
  out.median = exp(mean);
  *between = known > 1 ? sqrt(squares / (known - 1)) : (double)NAN;
  if (known < 2) return out;
  const double half = student_t95(known - 1) * *between / sqrt(known);
  out.low = exp(mean - half);
  out.high = exp(mean + half);
  out.relative = 0.5 * (out.high - out.low) / out.median;
  return out;
}

bool bench_stop_check(bench_stop_rule *rule, const bench_interval *interval, int count) {
  if (count < rule->minimum || !(interval->relative <= rule->target)) {
    rule->passes = 0;
    return false;
  }
  return ++rule->passes >= 2;
}

uint64_t bench_random(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double bench_random_unit(uint64_t *state) {
  return (double)(bench_random(state) >> 11) * 0x1p-53;
}

const char *bench_seconds_text(double seconds, char out[32]) {
  static const char *const units[] = {"ns", "us", "ms", "s"};
  double value = 1e9 * seconds;
  int unit = 0;
  while (unit < 3 && value >= 999.5) {
    value /= 1000.0;
    ++unit;
  }
  if (unit == 0 && value < 1.0)
    snprintf(out, 32, "%.3g %s", value, units[unit]);
  else
    snprintf(out, 32, "%.*f %s", value < 10.0 ? 2 : value < 100.0 ? 1 : 0, value, units[unit]);
  return out;
}
