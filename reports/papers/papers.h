/* Why this file exists: the pages of ./run papers. A folder with the results of its commands becomes an index and one
 * page for each paper, to be read beside it. Missing parts are named with their reason. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "xpbd/status.h"

/// A table of texts with a line of column names, in memory. A zeroed one is empty, and safe to free.
typedef struct report_sheet {
  char *text;         ///< Owned.
  const char **cells; ///< [row_count + 1, column_count], names first. Owned, points into `text`.
  int row_count, column_count;
} report_sheet;

/// Read a file with cells separated by tabs, or by commas as in RFC 4180. XPBD_ERR_IO. XPBD_ERR_BAD_FILE names a line
/// whose number of cells differs from the first. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status report_sheet_read(const char *path, char separator, report_sheet *out);
void report_sheet_free(report_sheet *sheet);
/// Index of a column, -1 = none.
int report_sheet_column(const report_sheet *sheet, const char *name);
/// A cell. "" for "-" and for a missing column.
const char *report_sheet_text(const report_sheet *sheet, int row, const char *column);
/// The same as a number, NaN for other text.
double report_sheet_number(const report_sheet *sheet, int row, const char *column);
/// The first row with `value` in a column, -1 = none.
int report_sheet_find(const report_sheet *sheet, const char *column, const char *value);

/// The tables of a folder of ./run papers. Missing tables are empty.
typedef struct report_papers {
  const char *folder;
  report_sheet figures, published, sources, machine, rates, verdicts;
  bool quick, gnuplot;
} report_papers;

/// Number of a paper's figures or tables, by completeness.
typedef struct report_tally {
  int all, whole, partial; ///< `partial`: only a part of it was made.
} report_tally;

/// One paper of the folder.
typedef struct report_paper {
  const report_papers *all;
  const char *key, *name, *title; ///< "morse", "Cetinaslan 2019", its title.
  int first, last;                ///< Its rows of `figures`.
  report_tally figures, tables;   ///< Set by the sections.
} report_paper;

/// Make all pages of a folder and print a summary. The last line is the path of the index. Returns an exit code.
int report_papers_make(const char *folder);

/// A cell of a table that `start` opens. A dash for empty text.
void report_put_cell(FILE *page, const char *start, const char *text);
/// Sections of a page.
xpbd_status report_put_figures(report_paper *paper, FILE *page);
void report_put_rates(const report_paper *paper, FILE *page);
void report_put_verdicts(const report_paper *paper, FILE *page);
/// The result of a part of a figure.
typedef enum report_made { REPORT_ABSENT, REPORT_PARTIAL, REPORT_WHOLE } report_made;

/// A row of kind "means" or "times": a small table. Partial if means lack some rates.
report_made report_put_means(const report_paper *paper, const char *prefix, FILE *page);
bool report_put_times(const char *stem, FILE *page); ///< `stem`.tsv is the benchmark's table. False: nothing to show.
/// A row of kind "curve" (`row` of figures.tsv), drawn by gnuplot, or the reason why not. Partial: a curve is missing.
xpbd_status report_put_curve(const report_paper *paper, int row, report_made *made, FILE *page);

/// Number of verdicts on a paper's claims for each result.
enum { REPORT_CLAIMS = 7 };
extern const char *const report_claim_heads[REPORT_CLAIMS]; ///< Their names, in short.
/// Whether this paper has any verdict. Otherwise its counts mean nothing.
bool report_is_judged(const report_papers *papers, const char *name);
void report_count_claims(const report_papers *papers, const char *name, int counts[REPORT_CLAIMS]);
/// Number of confirmed errata of a paper, whose check passed.
int report_count_errata(const report_papers *papers, const char *name);

/// `folder`/`paper`/`figure`_`part``extension`. The caller frees it. NULL without memory.
char *report_papers_path(const report_paper *paper, const char *figure, const char *part, const char *extension);
