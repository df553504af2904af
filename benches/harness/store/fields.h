/* Why this file exists: maps the fields of result_fields.h to this program's memory, so that writing and reading a
 * row share one list. */
#pragma once

#include "harness/run/numbers.h"
#include "support/result_fields.h"

/// The type of a field in memory.
typedef enum bench_field_type {
  FIELD_SPECIAL,  ///< See bench_special.
  FIELD_OF_POINT, ///< int32_t of bench_point.
  FIELD_DERIVED,  ///< double of bench_numbers.
  // Members of bench_result, which are read back:
  FIELD_DOUBLE,   ///< NaN = unknown.
  FIELD_POSITIVE, ///< double. 0 = unknown.
  FIELD_INT32,    ///< 0 = unknown.
  FIELD_COUNTED,  ///< int. 0 is a number.
  FIELD_INT64,    ///< 0 = unknown.
  FIELD_WORDS,    ///< const char *, NULL = none.
  FIELD_STOP,     ///< The same, for bench_stop_word().
  FIELD_LETTERS,  ///< char[], "" = none.
  FIELD_TRUTH     ///< bool.
} bench_field_type;

typedef enum bench_special {
  SPECIAL_benchmark,
  SPECIAL_name,
  SPECIAL_status,
  SPECIAL_sweeps,
  SPECIAL_samples,
  SPECIAL_work,
  SPECIAL_hash,
  SPECIAL_hash_frames
} bench_special;

typedef struct bench_result_field {
  const char *column, *unit;
  result_kind kind;
  const char *path;
  bench_field_type type;
  size_t place, size; ///< Offset in its structure, or bench_special. `size` in bytes.
  const char *about;
} bench_result_field;

extern const bench_result_field bench_fields[];
extern const int bench_field_count;

/// One row, with its numbers.
typedef struct bench_cell {
  const bench_point *point;
  const bench_result *result;
  bench_numbers numbers;
} bench_cell;

bench_cell bench_cell_of(const bench_point *point, const bench_result *result);
/// NaN = unknown, or no number in this row.
double bench_field_number(const bench_result_field *field, const bench_cell *cell);
/// NULL = none. `room` may hold the text.
const char *bench_field_words(const bench_result_field *field, const bench_cell *cell, char room[32]);
/// The members of `cell` whose paths begin with "group.", as the member `group`.
void bench_fields_write(json_writer *json, const char *group, bool flat, const bench_cell *cell);
/// Write the member at that path on its own.
void bench_field_write(json_writer *json, const char *path, const bench_cell *cell);
