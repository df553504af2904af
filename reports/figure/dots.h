/* Why this file exists: figures that compare many named things (formulas, papers, scenes) by one number are one kind of
 * chart. Each thing has a row, and each way to compute it has a mark with its interval, on a logarithmic axis. */
#pragma once

#include "figure.h"

enum { DOTS_KINDS = 7, DOTS_LABEL = 2 * REPORT_LABEL };

/// A chart while it is filled. Zero it, then dots_open.
typedef struct dots {
  char (*rows)[DOTS_LABEL];  ///< [row_count] labels.
  char (*kinds)[DOTS_LABEL]; ///< [kind_count] The first DOTS_KINDS are drawn.
  double *values;            ///< [row_count, DOTS_KINDS, 3] value, low, high. NaN = none.
  int row_count, kind_count, room;
  int empty; ///< Number of rows that dots_sort left out.
} dots;

/// Make room for `marks` marks. False without memory. dots_close accepts a failed chart.
bool dots_open(dots *chart, int marks);
void dots_close(dots *chart);
/// The index of a label. A new one is added. -1 = no room.
int dots_row(dots *chart, const char *label);
int dots_kind(dots *chart, const char *label);
/// Whether an index has a value.
bool dots_has(const dots *chart, int row, int kind);
/// `value` is above 0, low and high are NaN without an interval.
void dots_put(dots *chart, int row, int kind, double value, double low, double high);
/// Sort rows by their best value, the smallest (or largest) first. Rows without any are left out.
void dots_sort(dots *chart, bool largest_first);
/// Write data and script. `axis` is its name, `equal` the position of the line for "equal" (0 = none). The
/// caption says what is left out.
void dots_draw(const dots *chart, const char *axis, double equal, report_draft *draft);
