/* Why this file exists: figures of lines or marks over numbers (error over time spent, energy over time, distance over
 * resolution) are one kind of chart. It has one or two panels, up to fourteen lines, and one key below. */
#pragma once

#include "figure.h"

enum { CURVES_LINES = 14, CURVES_PANELS = 2, CURVES_LABEL = 2 * REPORT_LABEL };

typedef struct curves_panel {
  const char *title, *x_label, *y_label;
  bool x_log, y_log;
} curves_panel;

/// A chart while it is filled. First set the members above the divider, then call curves_line for
/// each line, and add its points.
typedef struct curves {
  int panel_count;
  bool marks; ///< Marks with horizontal intervals, joined by a line, else only lines.
  bool loose; ///< The marks are not joined.
  curves_panel panels[CURVES_PANELS];
  /* ---- of curves.c */
  int line_count;
  char labels[CURVES_LINES][CURVES_LABEL];
  double range[CURVES_PANELS][4]; ///< x low, x high, y low, y high.
  FILE *streams[CURVES_PANELS];
  char *texts[CURVES_PANELS];
  size_t sizes[CURVES_PANELS];
} curves;

/// Begin a line, at most CURVES_LINES. False beyond, or without memory (memory.h).
bool curves_line(curves *chart, const char *label);
/// A point of the last line. low and high are the interval of x, or NaN. Points that are not finite are skipped, on a
/// logarithmic axis also those not above 0.
void curves_put(curves *chart, int panel, double x, double y, double low, double high);
/// Write data and script, and free the chart. False if it has no point.
bool curves_draw(curves *chart, report_draft *draft);
