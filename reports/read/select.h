/* Why this file exists: figures and the answer at the top of a report use the same slices of a run. In a slice one axis
 * varies, another is held, and the remaining ones form lines. Slices are found from the data, so new backends, formulas
 * and axes appear without a change here. */
#pragma once

#include "run.h"

/// A value of xpbd-bench has at most 128 letters. A shorter limit could make two values equal.
enum { REPORT_LABEL = 256, REPORT_VARYING = 16 };

/// Points that differ only in the varying axis, ascending.
typedef struct report_series {
  const report_point **points;
  int count;
  int panel;  ///< Index of its constraint in the slice.
  int style;  ///< Index of its label among all labels of the slice: seq, omp, ...
  int colour; ///< That of its backend, which is the same in every figure. Among several of one backend another one.
  char label[REPORT_LABEL];
} report_series;

typedef struct report_slice {
  const char *benchmark, *axis;
  const char *fixed_axis; ///< The held axis, NULL if the benchmark lacks it.
  double fixed;
  char (*panels)[REPORT_LABEL]; ///< Constraints, one "" if there is no such axis.
  int panel_count;
  report_series *series; ///< Ordered by panel, then by style.
  int series_count, style_count;
  const char *varying[REPORT_VARYING]; ///< Axes in labels, because they also vary.
  int varying_count;
  double *x; ///< Values of the varying axis, ascending.
  int x_count;
  bool square;                      ///< The size n stands for n x n particles at every point.
  int alone;                        ///< Points that report_slice_lines() has left out.
  const struct report_slice *whole; ///< In report_slice_lines(): the slice with all points, else NULL.
} report_slice;

/// The slice of `benchmark` in which `axis` has most values for one value of `fixed_axis`. Empty (x_count
/// 0) if there is nothing to show.
xpbd_status report_slice_make(const report_run *run, const char *benchmark, const char *axis, const char *fixed_axis,
                              report_slice *out);
/// The same without points that make no line. A line has three points, or two if no line has more. If sweeps share
/// points, most points without a line belong to other sweeps.
xpbd_status report_slice_lines(const report_run *run, const report_slice *whole, report_slice *out);
void report_slice_free(report_slice *slice);

/// The point of a line at a value of the axis, NULL = none.
const report_point *report_point_at(const report_series *line, const char *axis, double x);

/// Whether a line is the plain loop, the baseline of backends, or another program: neither shows the backends' speed.
bool report_is_peer(const report_series *line);
/// The same for a row.
bool report_is_peer_row(const report_point *p);

enum { REPORT_LINE_COLOURS = 7 };
/// Index of the colour of line `index`. Each backend has one colour in all figures. The first line of a backend gets that
/// colour. Every other line gets one that no backend of the figure has. `backends`: their names, NULL = no backend.
int report_next_colour(const char *const *backends, const int *colours, int index, int count);

/// Position of a constraint in the order in which the run names them.
int report_constraint_index(const report_run *run, const char *constraint);

/// A ratio with its 95 % interval. low and high are NaN if one of the two has no interval.
typedef struct report_ratio {
  double value, low, high;
} report_ratio;

/// The sequential point that differs from `point` only in backend, threads and axes that `point` lacks.
/// NULL = none, or without numbers.
const report_point *report_baseline(const report_run *run, const report_point *point);
/// FPS of `point` over FPS of `base`. Half-widths of logarithms add in squares, as for independent measurements.
report_ratio report_speedup(const report_point *point, const report_point *base);

/// What the interval of a speedup shows about a point and its sequential partner.
typedef enum report_verdict {
  REPORT_FASTER,        ///< All of it is above 1.
  REPORT_SLOWER,        ///< All of it is below 1.
  REPORT_NO_DIFFERENCE, ///< It contains 1: no difference is shown.
  REPORT_NO_INTERVAL,   ///< One of the two has none.
  REPORT_SAME_WORK,     ///< omp ran one thread, as seq does: a difference would be chance.
  REPORT_VERDICTS
} report_verdict;
report_verdict report_judge(const report_point *point, const report_point *base);

/// Where a line of speedups finally crosses 1, between two neighbours: one certainly slower, the other certainly
/// faster. No point between them is either, and no later point is certainly slower.
typedef struct report_crossover {
  double below, above; ///< Values of the axis.
  double at;           ///< Interpolated between them on logarithmic scales.
} report_crossover;
bool report_find_crossover(const report_run *run, const report_series *series, const char *axis, report_crossover *out);

/// The backends' point of a panel with its whole interval above `fps` frames per second that is furthest along the
/// axis. Among several the fastest. NULL = none.
const report_point *report_largest_above(const report_slice *slice, int panel, double fps);

/// The axis value at which the state has `bytes`, NaN outside of the points.
double report_axis_at_bytes(const report_series *series, const char *axis, double bytes);
