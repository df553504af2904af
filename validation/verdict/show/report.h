/* Why this file exists: what the command shows of a verdict: as lines, as JSON, as a page; and what is measured in scenes for
 * it. */
#ifndef XPBD_VERDICT_REPORT_H
#define XPBD_VERDICT_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "verdict/judge/verdict.h"
#include "xpbd/status.h"

enum { REPORT_SEQ, REPORT_OMP, REPORT_CUDA, REPORT_BACKENDS };
enum { REPORT_RIVALS = 6, REPORT_SWEEPS = 8, REPORT_VERTICES = 512, REPORT_TRIANGLES = 1024, REPORT_SHAPES = 2 };

/// One formula in the standard scene of its element.
typedef struct report_run {
  char name[80];
  char failed[200];               ///< Why there are no numbers; "" when there are.
  double residual[REPORT_SWEEPS]; ///< Mean |C| after one step with each number of iterations, of that before.
  double sag;                     ///< [m] how far the centre of mass has come down.
  double energy;                  ///< [J] kinetic, of gravity and elastic together.
  double strain;                  ///< Mean |l / l0 - 1| of the mesh's edges.
  double ns[REPORT_BACKENDS], fps[REPORT_BACKENDS]; ///< Per projection [ns] and frames [1/s]; NaN = not measured.
  int64_t constraints;
} report_run;

/// The formula first, then built-in ones on the same element.
typedef struct report_scene {
  char about[240];
  int iterations[REPORT_SWEEPS];
  int count;
  report_run run[1 + REPORT_RIVALS];
  char device[240]; ///< Why nothing was measured on a GPU; "" = it was.
  int32_t vertex_count, triangle_count;
  int32_t triangles[3 * REPORT_TRIANGLES];
  int shapes;                                       ///< Of the first runs, for pictures.
  double shape[REPORT_SHAPES][3 * REPORT_VERTICES]; ///< [m] where they end.
} report_scene;

/// All that is known about one formula.
typedef struct report {
  const xpbd_formula_info *info;
  const char *file;   ///< NULL = built in.
  uint64_t hash;      ///< Of the file; 0 when it could not be read.
  const char *reason; ///< Why the file cannot be used; NULL = it can.
  const verdict *verdict;
  const report_scene *scene; ///< NULL = not measured.
  double seconds;
} report;

/// Run the formula and its rivals; shared with a child like the verdict. `at` says what runs.
void report_measure(report_scene *scene, int formula, void (*at)(void *context, const char *what), void *context);

/// "wrong" where there is a finding, else "unusable" or "right".
const char *report_word(const report *r);

/// The same runs on a GPU, whose state has to be that of seq; in a process that has not asked for the GPU.
void report_measure_device(report_scene *scene, int formula);
/// That in a process of its own, because what a driver does here is no finding about the formula.
void report_measure_device_apart(report_scene *scene, int formula);

/// On standard output: the verdict, a line for each finding, then the facts.
void report_print(const report *r);
/// XPBD_ERR_IO.
xpbd_status report_write_json(const report *r, const char *path);
/// One page, folder/NAME.html, that needs nothing else. XPBD_ERR_IO.
xpbd_status report_write_page(const report *r, const char *folder);

/// The end of run `which`, below scene->shapes, as a figure.
void report_write_picture(FILE *stream, const report_scene *scene, int which);

/// How XPBD treats a formula with such a root at rest; one sentence.
const char *report_root_words(const verdict *v);

/// A commented file to begin with, on one of "edge", "opposite", "triangle", "hinge", "tet"; NULL for other elements. Owned by
/// the caller.
char *report_template(const char *element, const char *name);

#endif
