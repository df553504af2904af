/* Why this file exists: the rows that checks give to the tables: errors, ambiguities and claims of the papers, and
 * findings. They are kept while the checks run, printed after them, and written to files. Private to the runner. */
#pragma once

#include <stdio.h>

#include "support/json.h"
#include "runner.h"

enum { CHECK_TABLE_LIMIT = 1024, CHECK_COMMAND_LIMIT = CHECK_NAME_LIMIT + 16 };

/// A row and the check that gave it.
typedef struct check_table_row {
  check_row_data data;
  const char *check; ///< "group/name".
  bool held;         ///< The check passed.
} check_table_row;

/// Keeps the rows of a check that ran. A row without room is counted. `entry` is borrowed until the program ends.
void check_table_add(const check_entry *entry, const check_result *result);
/// How many checks of the group of `name` ("group/name") ran; 0 if the last check that ran was of another group.
int check_table_ran(const char *name);
/// Whether a claim with this key has a row.
bool check_table_has(const char *key);
/// How many rows found no room.
int check_table_lost(void);

/// The rows so far, sorted by kind, paper and key. Rows with one key, and findings, keep their order. Returns how many.
int check_table_sorted(const check_table_row *rows[CHECK_TABLE_LIMIT]);

/// The verdicts on claims. Each claim counts once, and each of its parts has one verdict. Of several rows on a part the
/// last judged one counts, else the last. A row "by claims_full" gives way to those of the group claims_full.
typedef struct check_claim_counts {
  int claims, verdicts;
  int of[CHECK_VERDICTS]; ///< Verdicts of each kind, from checks that passed.
  int failed;             ///< Claims in failed checks, which have no verdict.
} check_claim_counts;

/// Counts the claims among rows [count], which are sorted; other rows are ignored.
check_claim_counts check_claims_count(const check_table_row *const *rows, int count);

/// "reproduced", "in part or under a condition", "not reproduced", "by construction", "not judged here".
const char *check_verdict_name(check_verdict kind);
/// The command that runs the check of one row alone. Returns `out`.
const char *check_table_command(const check_table_row *row, char out[CHECK_COMMAND_LIMIT]);

/// Prints all tables and the counts for each paper; in `brief` only the counts. Prints nothing without rows.
void check_table_print(bool brief);

/// Writes all tables as one, tab-separated and sorted, with a line of column names. Cells have no tab and no line end.
/// Numbers are %.3g; an empty cell has nothing to say. If the run was stopped in the check `stopped_in`, a last row of
/// kind "incomplete" says so; NULL = it was not stopped. Returns the number of rows without the names, or -1 if some
/// found no room. The caller checks the stream for errors.
int check_table_write(FILE *stream, const char *stopped_in);

/// The same as arrays "errata", "ambiguities", "claims" and "findings".
void check_table_write_json(json_writer *json);

/// The same as sections of a page; nothing without rows.
void check_table_write_page(FILE *stream);
