/* Why this file exists: a figure is a small table, a gnuplot script that draws it and a caption; all three stay in the
 * report, so that a reader can check a line or draw it in another way. */
#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

#include <stdio.h>

#include "read/select.h"

enum { REPORT_COLOURS = 7 };

typedef struct report_figure {
  char name[64];         ///< Stem of its files, e.g. "cloth_fps_size".
  const char *benchmark; ///< Of which it is about; the first figure of one opens its section. "" in a comparison.
  const char *scene;     ///< Of those that stand under Preservation; else NULL.
  char *title, *caption;
  char *data;          ///< Its table, which the page carries for a reader who has nothing else.
  char *wide, *narrow; ///< SVG for a page and for a phone; NULL when not drawn.
  bool png;
  char problem[256]; ///< Why it was not drawn, "" when it was.
} report_figure;

typedef struct report_figures {
  report_figure *items;
  int count;
  bool gnuplot; ///< It was there.
} report_figures;

/// Write data and scripts of all figures that the run has points for into `folder`, draw them when gnuplot is there, and
/// remove what an earlier report left under the names of figures.
xpbd_status report_figures_make(const report_run *run, const char *folder, report_figures *out);
/// Only those in which lines of several kinds stand side by side: frames per second and the spread of frame times.
xpbd_status report_figures_lines(const report_run *run, const char *folder, report_figures *out);
void report_figures_free(report_figures *figures);

/// What a figure is made of while it is put together; texts in memory.
typedef struct report_draft {
  const char *body;  ///< Which script draws it: "fps", "speedup", "dots", "spread", "preservation".
  const char *scene; ///< As in report_figure.
  char name[64];
  FILE *title, *caption, *data, *script;
} report_draft;

/// Fills a draft from whatever it knows; false when there is nothing to draw.
typedef bool report_filler(const void *what, report_draft *draft);
/// One more figure, written and drawn like those of a run.
xpbd_status report_figures_add(report_figures *figures, const char *folder, report_filler *filler, const void *what);

/// The kinds of figure. Each returns false when the run has nothing for it.
bool report_draft_fps(const report_run *run, const report_slice *slice, report_draft *draft);
bool report_draft_speedup(const report_run *run, const report_slice *slice, report_draft *draft);
bool report_draft_spread(const report_run *run, const report_slice *slice, report_draft *draft);
/// The figure number `index` of a benchmark, until it returns false. One without a body has nothing to see and is left out.
typedef bool report_drafter(const report_run *run, const char *benchmark, int index, report_draft *draft);
report_drafter report_draft_projection;   ///< One for each kind of element.
report_drafter report_draft_roofline;     ///< Shares of the peak, one for each kind of element.
report_drafter report_draft_papers;       ///< Ours over the published rates: of processors, of GPUs.
report_drafter report_draft_gradients;    ///< How exact the gradients of the formulas are.
report_drafter report_draft_scene_speeds; ///< Every scene by its method, on every backend.
report_drafter report_draft_methods;      ///< Methods of a scene: what they cost and leave, energy over time.
report_drafter report_draft_travel;       ///< How far a body moves, against its resolution.
report_drafter report_draft_accuracy;     ///< One for each scene: error of a course against sweeps and time.
report_drafter report_draft_kept;         ///< One for each scene with histories: how far elements are from their size.
/// The same of one scene of a benchmark whose points have histories.
bool report_draft_preservation(const report_run *run, const char *benchmark, const char *scene, int index,
                               report_draft *draft);

/// Shared by them. Strings of a script cannot end early or run commands, whatever `text` holds.
void report_script_string(FILE *script, const char *text);
void report_script_number(FILE *script, const char *name, double value);
void report_script_array(FILE *script, const char *name, const double *values, int count);
void report_data_number(FILE *data, double value, char end);
void report_data_text(FILE *data, const char *text, char end);
/// "41×41" for square sizes, else "41".
const char *report_tick(const report_slice *slice, double x, char out[64]);
/// set xtics, with labels left out where there are many of them.
void report_script_ticks(FILE *script, const report_slice *slice);
/// `before` and "20 iterations per frame" or "41×41 vertices"; nothing when nothing is held.
void report_put_fixed(FILE *stream, const char *before, const report_slice *slice);
int report_colour(int index);

#endif
