/* Why this file exists: a chart of dots has a mark for each way of computing: all points that differ in the axis of its rows
 * alone. Two ways that were drawn as one would show the numbers of the last of them. */
#ifndef REPORT_WAYS_H
#define REPORT_WAYS_H

#include "dots.h"

typedef struct report_way {
  const report_point *first;
  char label[DOTS_LABEL];
} report_way;

/// Whether two points have the same axes, equal but for `rows`.
bool report_same_axes_but(const char *rows, const report_point *a, const report_point *b);

/// What makes ways of points.
typedef struct report_ways {
  bool (*belongs)(const report_point *point, const void *context);
  bool (*same)(const report_point *a, const report_point *b);
  void (*name)(const report_point *point, char label[DOTS_LABEL]); ///< How its way is called.
  const char *rows;                                                ///< The axis in which points of a way differ.
} report_ways;

/// The ways of the points that belong, in the order of the run, to be freed; NULL without memory. Those that are called the same
/// get the axes in which they differ, too.
report_way *report_find_ways(const report_run *run, const report_ways *made, const void *context, int *count);

#endif
