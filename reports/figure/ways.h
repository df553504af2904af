/* Why this file exists: a chart of dots has a mark for each way of computing. A way is all points that differ only in
 * the axis of the chart's rows. If two ways shared a mark, the last one's numbers would hide the others. */
#pragma once

#include "dots.h"

typedef struct report_way {
  const report_point *first;
  char label[DOTS_LABEL];
} report_way;

/// Whether two points have the same axes, equal but for `rows`.
bool report_same_axes_but(const char *rows, const report_point *a, const report_point *b);

/// How points are grouped into ways.
typedef struct report_ways {
  bool (*belongs)(const report_point *point, const void *context);
  bool (*same)(const report_point *a, const report_point *b);
  void (*name)(const report_point *point, char label[DOTS_LABEL]); ///< The name of its way.
  const char *rows;                                                ///< The axis in which points of a way differ.
} report_ways;

/// The ways of the points that belong, in the order of the run. The caller frees them. NULL without memory. Ways with
/// equal names also get the axes in which they differ.
report_way *report_find_ways(const report_run *run, const report_ways *made, const void *context, int *count);
