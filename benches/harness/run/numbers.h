/* Why this file exists: derives the numbers of a point in one place, so that table, TSV, CSV and JSON cannot disagree. */
#pragma once

#include "result.h"

/// Numbers of one point. NaN unless it has numbers that may be shown.
typedef struct bench_numbers {
  double median, low, high, relative, tau;
  double mean, stddev, least, p05, p95, p99, most;
  double processor;
  double fps, fps_low, fps_high, fps_low1;
  double real_time_factor, per_second, ns_each; ///< Work per second, ns per unit of work.
  double memory_share, compute_share;           ///< Shares of the row's roofs.
  double counted[BENCH_COUNTERS];               ///< By the processor, per unit of work.
  double joules;                                ///< Energy of a frame, warm or timed.
  double ratio;                                 ///< FPS divided by the middle of the published range.
} bench_numbers;

/// One of the ten rows of the exported file.
typedef struct bench_row {
  double real_ns, cpu_ns; ///< Per frame.
  int64_t frames;
} bench_row;

/// The units of work of a frame. NaN = unknown: another program computed it, or its method ends early.
double bench_work_of(const bench_point *point, const bench_result *result);
bench_numbers bench_numbers_of(const bench_point *point, const bench_result *result);
/// Fill the ten rows. False when the point has no numbers or too few samples for them.
bool bench_rows_of(const bench_point *point, const bench_result *result, bench_row rows[BENCH_ROWS]);
