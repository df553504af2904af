/* Why this file exists: the statistics of a row, from its samples. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/stats/stats.h"

/// NaN = none.
typedef struct audit_stats {
  bench_interval time;
  double mean, stddev, least, p05, p95, p99, most, processor;
} audit_stats;

/// `samples` [episodes][each], `processor` [episodes]. Both stay as they are. False without memory.
bool audit_stats_of(const double *samples, size_t episodes, size_t each, const double *processor, audit_stats *out);
