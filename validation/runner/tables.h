/* Why this file exists: the rows that checks give to the two tables, errors of the papers and claims of the papers:
 * kept while the checks run, printed after them, written to a file. Private to xpbd-validate. */
#ifndef XPBD_TABLES_H
#define XPBD_TABLES_H

#include <stdio.h>

#include "json.h"
#include "runner/runner.h"

/// Keep the rows of a check that ran. A row that finds no place is counted. `entry` is borrowed for good.
void check_table_add(const check_entry *entry, const check_result *result);
/// How many checks of the group of `name` ("group/name") ran; 0 when the last one that ran was of another group.
int check_table_ran(const char *name);
/// Whether a claim of this key has a row.
bool check_table_has(const char *key);

/// Print both tables and what came out for each paper, in `brief` only the latter; nothing where there are no rows.
void check_table_print(bool brief);

/// Write both tables as one, tab-separated, with a line of column names, sorted by kind, paper and key, rows of one
/// key in the order they came. Cells have no tab and no line end; numbers as %.3g; an empty cell: nothing to say.
/// Where the run was stopped, in the check `stopped_in`, a last row of kind "incomplete" says so; NULL = it was
/// not. Returns the number of rows without the names, -1 when some found no place. Errors of the stream are the
/// caller's to look for.
int check_table_write(FILE *stream, const char *stopped_in);

/// The same as two arrays "errata" and "claims".
void check_table_write_json(json_writer *json);

#endif
