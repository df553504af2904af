/* Why this file exists: gives the comparable points of a named scene as lines of figures: each method with its settings
 * once, with its recorded series. */
#pragma once

#include "curves.h"

/// A method with its settings on a scene, on the fastest of the backends with the same bits.
typedef struct scene_line {
  const report_point *point;
  char label[CURVES_LABEL];
  double *time, *residual, *energy, *travel; ///< [count] of the series.
  int count;
} scene_line;

typedef struct scene_lines {
  scene_line items[CURVES_LINES];
  int count, left_out; ///< Number of lines, and of points without room for a line.
} scene_lines;

/// Whether a point with numbers belongs to that scene (NULL: to any).
bool scene_lines_belongs(const report_point *p, const char *benchmark, const char *scene);
/// The scene number `index` of the benchmark. NULL past the last.
const char *scene_lines_scene(const report_run *run, const char *benchmark, int index);

/// False, with nothing to free, if the point has no complete series.
bool scene_line_read(const report_point *p, scene_line *out);
void scene_line_free(scene_line *line);

/// Whether two points are the same simulation, except for the axis `beside` (NULL: none).
bool scene_lines_alike(const report_point *a, const report_point *b, const char *beside);
/// "xpbd, 4 x 5, stretching": the method, then time steps, iterations and other axes if they vary, except `beside`.
void scene_lines_label(const report_run *run, const report_point *p, const char *beside, char out[CURVES_LABEL]);

/// Lines of a scene. Of points with the same simulation, for instance on several backends, the fastest counts.
void scene_lines_read(const report_run *run, const char *benchmark, const char *scene, scene_lines *out);
void scene_lines_free(scene_lines *lines);
