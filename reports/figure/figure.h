/* Why this file exists: a figure is a small table, a gnuplot script that draws it, and a caption. All three stay in the
 * report, so that a reader can check a line or draw it differently. */
#pragma once

#include <stdio.h>

#include "read/select.h"

enum { REPORT_COLOURS = REPORT_LINE_COLOURS };

typedef struct report_figure {
  char name[64];         ///< Stem of its files, e.g. "cloth_fps_size".
  const char *benchmark; ///< Its benchmark. The first figure of one opens its section. "" in a comparison.
  const char *scene;     ///< The scene of a figure under Preservation, else NULL.
  char *title, *caption;
  char *data;          ///< Its table, also embedded in the page.
  char *wide, *narrow; ///< SVG for a page and for a phone, NULL = not drawn.
  bool png;
  char problem[256]; ///< Why it was not drawn, "" = it was.
} report_figure;

typedef struct report_figures {
  report_figure *items;
  int count;
  bool gnuplot;     ///< gnuplot was found.
  bool pdf;         ///< Set before: figures also as PDF, for papers.
  char no_pdf[256]; ///< Why there is no PDF. "" = there is, or it was not asked for.
} report_figures;

/// Write data and scripts of all figures in list.h that the run has points for, into `folder`. Draw them if gnuplot was
/// found. Remove old figures of an earlier report. The joined run of a comparison has only line figures.
xpbd_status report_figures_make(const report_run *run, const char *folder, report_figures *out);
void report_figures_free(report_figures *figures);

enum { REPORT_LOST = 512 };
/// Prints a line for each figure or form that could not be drawn. True if a figure is missing. `lost` then counts them
/// and has the first reason, in one line for the standard error.
bool report_figures_say(const report_figures *figures, char lost[REPORT_LOST]);

/// The subject of a figure.
typedef struct report_subject {
  const report_run *run;     ///< In a comparison, the joined run for line figures. NULL if `compared` is set.
  const char *benchmark;     ///< As in report_figure.
  const report_slice *slice; ///< Its lines along one axis, for AXES or SIZES in list.h, else NULL.
  const char *scene;         ///< One of its scenes, for SCENES in list.h, else NULL.
  const void *compared;      ///< The data of a comparison, else NULL.
} report_subject;

/// A figure while it is made. Its texts are in memory.
typedef struct report_draft {
  const char *body;  ///< Which script draws it: "fps", "speedup", "dots" (see dots.h), "curves" (see curves.h), ...
  const char *scene; ///< As in report_figure.
  char name[64];     ///< Stem of its files, unique among the figures of a run.
  FILE *title, *caption, *data, *script;
} report_draft;

/// Fill the draft of figure number `index`, from 0, of a subject. False if there is no such figure and no later one. A
/// draft without a body or data is left out, and the next one is asked for.
typedef bool report_drafter(const report_subject *subject, int index, report_draft *draft);
#define REPORT_FIGURE(name, of, kinds) report_drafter report_draft_##name;
#include "list.h"
#undef REPORT_FIGURE

/// Write and draw the figures of one drafter into `folder`, like those of a run.
xpbd_status report_figures_add(report_figures *figures, const char *folder, report_drafter *drafter,
                               const report_subject *subject);

/// Shared helpers. Text in a script string cannot end it or run commands.
void report_script_string(FILE *script, const char *text);
/// The label of a tick, which gnuplot takes for a format of numbers.
void report_script_label(FILE *script, const char *text);
void report_script_number(FILE *script, const char *name, double value);
void report_script_array(FILE *script, const char *name, const double *values, int count);
void report_data_number(FILE *data, double value, char end);
void report_data_text(FILE *data, const char *text, char end);
/// Ticks of a logarithmic axis ("x", "y", "y2") at round numbers, at least two.
void report_script_log_ticks(FILE *script, const char *axis, double low, double high);
/// The common key below all panels: one entry for each style of the lines.
void report_script_key(FILE *script, const report_series *const *lines, int count);
/// Distinct panels, lines and their styles: panel_title, first_line, last_line, line_style, line_colour.
void report_script_panels(FILE *script, const report_slice *slice, const report_series *const *lines, int count);
/// All lines of a slice, which the caller frees. NULL without memory.
const report_series **report_all_lines(const report_slice *slice);
/// "41×41" for square sizes, else "41".
const char *report_tick(const report_slice *slice, double x, char out[64]);
/// set xtics, without some labels if there are many.
void report_script_ticks(FILE *script, const report_slice *slice);
/// `before` and "20 iterations per frame" or "41×41 vertices", or nothing if no axis is fixed.
void report_put_fixed(FILE *stream, const char *before, const report_slice *slice);
int report_colour(int index);
