/* Why this file exists: writes a finished run as table, TSV, CSV and JSON. The numbers of a point are derived in one
 * place, so the formats cannot disagree. */
#pragma once

#include <stdio.h>

#include "harness/machine/environment.h"
#include "harness/run/numbers.h"
#include "harness/run/run.h"
#include "harness/run/score.h"

typedef struct bench_report {
  const bench_run *run;
  const bench_environment *env;
  const char *program;
  const bench_score *score; ///< NULL = none was asked for.
  char date[40];            ///< Local time with offset.
  char started[40];         ///< UTC.
  char finished[40];        ///< UTC.
  int resumed;              ///< How often it was resumed.
  bool sealed;              ///< The JSON gets a seal: a real clock of this machine measured all of it.
} bench_report;

void bench_write_json(FILE *stream, const bench_report *report);
void bench_write_xb(json_writer *json, const bench_report *report);    ///< The member "xb".
void bench_write_score(json_writer *json, const bench_report *report); ///< The member "score", if there is one.
/// The speeds of the best backend of a score, as a reference machine.
void bench_write_machine(FILE *stream, const bench_report *report);
void bench_write_tsv(FILE *stream, const bench_report *report);
void bench_write_csv(FILE *stream, const bench_report *report);
/// Names and meanings of TSV columns and JSON numbers.
void bench_write_columns(FILE *stream);
void bench_write_glossary(json_writer *json);

/// A point of FORMAT.md section 1.5, as an item of an array or the member `key`.
void bench_write_point(json_writer *json, const char *key, const bench_point *point, const bench_result *result);

/// The console table. `width` is the width of the name column.
typedef struct bench_table {
  FILE *stream;
  const bench_settings *settings;
  int width;
  bool color;
  bool brief;              ///< Rows that fit a terminal.
  char common[BENCH_TEXT]; ///< Parts of the names that brief rows leave out, each behind a slash.
} bench_table;

bench_table bench_table_make(FILE *stream, const bench_plan *plan, const bench_settings *settings, bool color);
/// Makes its rows brief.
void bench_table_shorten(bench_table *table, const bench_plan *plan);
/// The name of a row, without the common parts.
void bench_table_name(const bench_table *table, const char *name, char *out, size_t capacity);
void bench_table_brief_head(const bench_table *table);
/// What follows the name of a row with numbers.
void bench_table_brief_row(const bench_table *table, const bench_result *result, const bench_numbers *numbers,
                           const char *time, const char *unit);
void bench_table_head(const bench_table *table);
/// A point that was not left out (skipped, or interrupted).
void bench_table_row(const bench_table *table, const bench_point *point, const bench_result *result);
/// List the left-out points at the end, one line for each reason.
void bench_table_left_out(const bench_table *table, const bench_run *run);
/// Context, as Google Benchmark writes it: to stderr.
void bench_table_context(FILE *stream, const bench_report *report);
