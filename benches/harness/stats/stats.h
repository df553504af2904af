/* Why this file exists: the few statistics that the harness uses. They have no state, so that tests can check them on
 * series with known answers. Only medians and order statistics decide. Means are reported but decide nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Smallest number of values for which an order-statistic 95 % interval of the median exists.
#define BENCH_INTERVAL_MINIMUM 6

/// Median and its 95 % interval. `low`, `high` and `relative` are NaN below BENCH_INTERVAL_MINIMUM values.
typedef struct bench_interval {
  double median, low, high;
  double relative; ///< Half the width of the interval over the median.
  double tau;      ///< Integrated autocorrelation time, >= 1. low / median, high / median are to the power sqrt(tau).
} bench_interval;

/// The stop rule. Set `passes` to zero before the first call.
typedef struct bench_stop_rule {
  double target; ///< Largest `relative`.
  int minimum;   ///< Fewest values.
  int passes;    ///< Checks passed in a row.
} bench_stop_rule;

/// Sort ascending, in place. Values must not be NaN.
void bench_sort(double *values, size_t count);
/// Quantile q in [0, 1] of sorted values, linear between neighbours. NaN if count is 0.
double bench_quantile(const double *sorted, size_t count, double q);
/// Median of unsorted values. `scratch` holds `count` doubles. NaN if count is 0.
double bench_median(const double *values, size_t count, double *scratch);
double bench_mean(const double *values, size_t count);
/// Sample standard deviation (n - 1). NaN below two values.
double bench_stddev(const double *values, size_t count);
/// The interval assumes no distribution. `values` are in measured order. `scratch` holds 2 * count doubles.
bench_interval bench_median_interval(const double *values, size_t count, double *scratch);
/// Geometric mean of the medians of several processes, without NaN, and its 95 % interval by Student's t on logarithms.
/// NaN below two values. `between` gets the standard deviation of the logarithms.
bench_interval bench_process_interval(const double *medians, int count, double *between);
/// Pass the interval after one more value. True if the target was met twice in a row.
bool bench_stop_check(bench_stop_rule *rule, const bench_interval *interval, int count);

/// "1.23 ms": three significant digits and a fitting unit.
const char *bench_seconds_text(double seconds, char out[32]);

/// splitmix64: next number of a sequence, and a value in [0, 1).
uint64_t bench_random(uint64_t *state);
double bench_random_unit(uint64_t *state);
