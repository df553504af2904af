/* Why this file exists: one finished run in every form it is shown or kept in. The numbers of a point are derived in one
 * place, so that table, TSV, CSV and JSON cannot disagree. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "harness/machine/environment.h"
#include "harness/run/run.h"

typedef struct bench_report {
  const bench_run *run;
  const bench_environment *env;
  const char *program;
  char date[40];     ///< Local time with offset.
  char started[40];  ///< UTC.
  char finished[40]; ///< UTC.
  int resumed;       ///< How often it was interrupted and went on.
} bench_report;

/// Numbers of one point; NaN unless it has numbers that may be shown.
typedef struct bench_numbers {
  double median, low, high, relative, tau;
  double mean, stddev, least, p05, p95, p99, most;
  double processor;
  double fps, fps_low, fps_high, fps_low1;
  double real_time_factor, per_second, ns_each; ///< Work per second, ns per unit of work.
  double memory_share, compute_share;           ///< Of the row's roofs.
  double counted[BENCH_COUNTERS];               ///< By the processor, per unit of work.
  double ratio;                                 ///< FPS over the middle of the published range.
} bench_numbers;

/// One of the ten rows of the exported file.
typedef struct bench_row {
  double real_ns, cpu_ns; ///< Per frame.
  int64_t frames;
} bench_row;

bench_numbers bench_numbers_of(const bench_point *point, const bench_result *result);
/// Fill the ten rows; false when the point has no numbers or too few samples for them.
bool bench_rows_of(const bench_point *point, const bench_result *result, bench_row rows[BENCH_ROWS]);
const char *bench_outcome_name(bench_outcome outcome);
/// How a row was checked, or that nobody did; "" where its reason says more.
const char *bench_label(const bench_result *result);
const char *bench_stop_word(const bench_result *result); ///< Why no more episodes; NULL = not timed.

void bench_write_json(FILE *stream, const bench_report *report);
void bench_write_axes(json_writer *json, const bench_point *point); ///< The member "axes".
void bench_write_xb(json_writer *json, const bench_report *report); ///< The member "xb".
void bench_write_tsv(FILE *stream, const bench_report *report);
void bench_write_csv(FILE *stream, const bench_report *report);
/// Names and meanings of TSV columns and JSON numbers.
void bench_write_columns(FILE *stream);
void bench_write_glossary(json_writer *json);

/// A point of FORMAT.md section 1.5, as an item of an array or the member `key`.
void bench_write_point(json_writer *json, const char *key, const bench_point *point, const bench_result *result);

/// The console table. `width` is that of the name column.
typedef struct bench_table {
  FILE *stream;
  const bench_settings *settings;
  int width;
  bool color;
} bench_table;

bench_table bench_table_make(FILE *stream, const bench_plan *plan, const bench_settings *settings, bool color);
void bench_table_head(const bench_table *table);
/// A point that was not left out (skipped, or interrupted).
void bench_table_row(const bench_table *table, const bench_point *point, const bench_result *result);
/// Those that were: a line for each reason, at the end.
void bench_table_left_out(const bench_table *table, const bench_run *run);
/// Context, as Google Benchmark writes it: to stderr.
void bench_table_context(FILE *stream, const bench_report *report);
/// "1.23 ms": three significant digits and a fitting unit.
const char *bench_seconds_text(double seconds, char out[32]);

#endif
