/* Why this file exists: the statistics of a row, written a second time. The audit shares no code with xpbd-bench, so an
 * error of one of them shows. */
#ifndef REPORT_AUDIT_STATS_H
#define REPORT_AUDIT_STATS_H

#include <stddef.h>

/// NaN = none.
typedef struct audit_stats {
  double median, low, high, relative, tau, mean, stddev, least, p05, p95, p99, most, processor;
} audit_stats;

/// `samples` [episodes][each], `processor` [episodes]. Both stay as they are. False without memory.
int audit_stats_of(const double *samples, size_t episodes, size_t each, const double *processor, audit_stats *out);

#endif
