/* Why this file exists: the rows that checks give to the tables: errors and ambiguities of the papers, claims of the
 * papers, findings: kept while the checks run, printed after them, written to files. Private to the runner. */
#ifndef XPBD_TABLES_H
#define XPBD_TABLES_H

#include <stdio.h>

#include "support/json.h"
#include "runner.h"

enum { CHECK_TABLE_LIMIT = 1024, CHECK_COMMAND_LIMIT = CHECK_NAME_LIMIT + 16 };

/// A row with where it comes from.
typedef struct check_table_row {
  check_row_data data;
  const char *check; ///< "group/name".
  bool held;         ///< The check passed.
} check_table_row;

/// Keep the rows of a check that ran. A row that finds no place is counted. `entry` is borrowed for good.
void check_table_add(const check_entry *entry, const check_result *result);
/// How many checks of the group of `name` ("group/name") ran; 0 when the last one that ran was of another group.
int check_table_ran(const char *name);
/// Whether a claim of this key has a row.
bool check_table_has(const char *key);
/// How many rows found no place.
int check_table_lost(void);

/// The rows so far, sorted by kind, paper and key, rows of one key and findings in the order they came. Returns how many.
int check_table_sorted(const check_table_row *rows[CHECK_TABLE_LIMIT]);

/// What came out for claims. A claim counts once, each of its parts has one verdict: of several rows on it the last
/// that is judged, else the last. A row "by claims_full" gives way to those of the group claims_full on its claim.
typedef struct check_claim_counts {
  int claims, verdicts;
  int of[CHECK_VERDICTS]; ///< Verdicts of each kind, of checks that passed.
  int failed;             ///< Verdicts of checks that failed: none.
} check_claim_counts;

/// Count the claims among rows [count], which are sorted; other rows are left out.
check_claim_counts check_claims_count(const check_table_row *const *rows, int count);

/// "reproduced", "in part or under a condition", "not reproduced", "by construction", "not judged here".
const char *check_verdict_name(check_verdict kind);
/// The command that runs the check of a row alone. Returns `out`.
const char *check_table_command(const check_table_row *row, char out[CHECK_COMMAND_LIMIT]);

/// Print all tables and what came out for each paper, in `brief` only the latter; nothing where there are no rows.
void check_table_print(bool brief);

/// Write all tables as one, tab-separated, with a line of column names, in sorted order. Cells have no tab and no line
/// end; numbers as %.3g; an empty cell: nothing to say.
/// Where the run was stopped, in the check `stopped_in`, a last row of kind "incomplete" says so; NULL = it was
/// not. Returns the number of rows without the names, -1 when some found no place. Errors of the stream are the
/// caller's to look for.
int check_table_write(FILE *stream, const char *stopped_in);

/// The same as arrays "errata", "ambiguities", "claims" and "findings".
void check_table_write_json(json_writer *json);

/// The same as sections of a page; nothing where there are no rows.
void check_table_write_page(FILE *stream);

#endif
