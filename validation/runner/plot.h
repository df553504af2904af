/* Why this file exists: draws curves as SVG, inside a page or as a file, without any other program. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { PLOT_SERIES = 10 };

/// One curve. Points that are not finite, or not positive on a logarithmic axis, are left out.
typedef struct plot_series {
  const char *name;
  int count;
  const double *x, *y; ///< [count]
} plot_series;

typedef struct plot {
  const char *title, *x, *y; ///< Words with units.
  bool log_x, log_y;
  int count;
  plot_series series[PLOT_SERIES];
  double mark_x; ///< A vertical line at this x; NaN = none.
  bool wrong;    ///< What is drawn is wrong: the title is red and the frame hatched.
} plot;

/// Writes the SVG; a plot without points says so.
void plot_write(FILE *stream, const plot *p);
/// The same as a separate file, with the names of the curves below.
void plot_write_file(FILE *stream, const plot *p);
