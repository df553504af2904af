/* Why this file exists: shows where a parallel backend begins to pay: its speed relative to the sequential one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "read/memory.h"

/// The lines of a figure, constraint by constraint.
typedef struct comparison {
  const report_run *run;
  const report_slice *slice;
  const report_series **lines;
  int line_count;
  double least, most;
} comparison;

static int partners(const comparison *plot, const report_series *line) {
  int count = 0;
  for (int i = 0; i < line->count; i++) count += report_baseline(plot->run, line->points[i]) != NULL;
  return count;
}

/// Find the lines with at least one point that has a sequential partner.
static void find_lines(comparison *plot) {
  char backend[REPORT_LABEL];
  for (int s = 0; s < plot->slice->series_count; s++) {
    const report_series *line = &plot->slice->series[s];
    report_axis_text(line->points[0], "backend", backend, sizeof backend);
    if (strcmp(backend, "seq") == 0 || report_is_peer(line) || partners(plot, line) < 2) continue;
    plot->lines[plot->line_count++] = line;
  }
}

static void put_data(comparison *plot, FILE *data) {
  for (int s = 0; s < plot->line_count; s++) {
    const report_series *line = plot->lines[s];
    /* Shift backends sideways, or one bar would hide another. */
    const double shift = pow(1.02, line->style - 1.5);
    fprintf(data, "%s# %s\tshown_at\tspeedup\tspeedup_lo95\tspeedup_hi95\thas_interval\tconstraint\tbackend\n",
            s > 0 ? "\n\n" : "", plot->slice->axis);
    for (int i = 0; i < line->count; i++) {
      const report_point *base = report_baseline(plot->run, line->points[i]);
      if (!base) continue;
      const report_ratio ratio = report_speedup(line->points[i], base);
      const double x = report_axis_number(line->points[i], plot->slice->axis);
      report_data_number(data, x, '\t');
      report_data_number(data, x * shift, '\t');
      report_data_number(data, ratio.value, '\t');
      report_data_number(data, ratio.low, '\t');
      report_data_number(data, ratio.high, '\t');
      report_data_number(data, ratio.low > 0, '\t');
      report_data_text(data, plot->slice->panels[line->panel], '\t');
      report_data_text(data, line->label, '\n');
      plot->least = fmin(plot->least, ratio.value);
      plot->most = fmax(plot->most, ratio.value);
    }
  }
}

/// The ideal gain in each panel: the threads of omp. 0 = none.
static void put_ideals(const comparison *plot, FILE *script) {
  char backend[REPORT_LABEL];
  int panel = 0;
  fprintf(script, "array ideal[%d]\n", plot->line_count);
  for (int s = 0; s < plot->line_count; s++) {
    const report_series *line = plot->lines[s];
    if (s == 0 || plot->lines[s - 1]->panel != line->panel) fprintf(script, "ideal[%d] = 0\n", ++panel);
    const double threads = line->points[line->count - 1]->threads;
    report_axis_text(line->points[0], "backend", backend, sizeof backend);
    if (strcmp(backend, "omp") == 0 && threads > 0) fprintf(script, "ideal[%d] = %.0f\n", panel, threads);
  }
}

static void put_crossings(const comparison *plot, FILE *script) {
  int count = 0, panel = 0;
  fprintf(script, "array cross_at[%d]\narray cross_panel[%d]\narray cross_colour[%d]\n", plot->line_count,
          plot->line_count, plot->line_count);
  for (int s = 0; s < plot->line_count; s++) {
    if (s == 0 || plot->lines[s - 1]->panel != plot->lines[s]->panel) panel++;
    report_crossover crossing;
    if (!report_find_crossover(plot->run, plot->lines[s], plot->slice->axis, &crossing)) continue;
    count++;
    char name[32];
    snprintf(name, sizeof name, "cross_at[%d]", count);
    report_script_number(script, name, crossing.at);
    fprintf(script, "cross_panel[%d] = %d\ncross_colour[%d] = 0x%06x\n", count, panel, count,
            (unsigned)report_colour(plot->lines[s]->colour));
  }
  fprintf(script, "cross_count = %d\n", count);
}

static void put_ranges(const comparison *plot, FILE *script) {
  const bool logarithmic = plot->most / plot->least > 8;
  const report_slice *slice = plot->slice;
  const double ends = pow(slice->x[slice->x_count - 1] / slice->x[0], 0.06);
  const double threads = plot->lines[0]->points[plot->lines[0]->count - 1]->threads;
  double top = 1.25 * fmax(plot->most, 1);
  if (threads > 1 && threads < 2 * plot->most && top < 1.1 * threads) top = 1.1 * threads;
  fprintf(script, "y_log = %d\n", logarithmic);
  report_script_number(script, "x_low", slice->x[0] / ends);
  report_script_number(script, "x_high", slice->x[slice->x_count - 1] * ends);
  const double low = fmin(plot->least, 1) / 1.6;
  report_script_number(script, "y_low", logarithmic ? low : 0);
  if (logarithmic) report_script_log_ticks(script, "y", low, top);
  report_script_number(script, "y_high", top);
}

static void describe(const comparison *plot, report_draft *draft) {
  const report_slice *slice = plot->slice;
  char least[64], most[64];
  snprintf(draft->name, sizeof draft->name, "%.32s_speedup", slice->benchmark);
  fprintf(draft->title, "%s: speed relative to the sequential backend", slice->benchmark);
  report_put_fixed(draft->title, ", ", slice);
  fprintf(draft->caption,
          "Median frame time of seq, divided by the median frame time of the other backend, for the same scene, "
          "constraint and kernels, from %s to %s. Below the line at 1 the sequential backend is faster. A diamond "
          "marks where a line crosses 1, if "
          "the intervals on both sides of it are clear. Seen here: %.2f to %.2f times the sequential speed. Bars: 95 "
          "%% intervals, both sides' uncertainties added as for independent measurements. A wide one may leave the "
          "figure. A cross is a point without an interval.",
          report_tick(slice, slice->x[0], least), report_tick(slice, slice->x[slice->x_count - 1], most), plot->least,
          plot->most);
}

bool report_draft_speedup(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const report_slice *slice = subject->slice;
  if (index > 0 || run->compared || slice->x_count < 2) return false; /* a comparison has its own ratios */
  comparison plot = {.run = run, .slice = slice, .least = INFINITY};
  plot.lines = report_memory((size_t)slice->series_count, sizeof(const report_series *));
  if (plot.lines) find_lines(&plot);
  if (plot.line_count == 0) {
    free((void *)plot.lines);
    return false;
  }
  draft->body = "speedup";
  put_data(&plot, draft->data);
  describe(&plot, draft);
  fputs("x_label = ", draft->script);
  const char *about = report_text(report_axis(run, slice->benchmark, slice->axis), "about");
  report_script_string(draft->script, slice->square ? "vertices" : about ? about : slice->axis);
  fputc('\n', draft->script);
  report_script_ticks(draft->script, slice);
  report_script_panels(draft->script, slice, plot.lines, plot.line_count);
  report_script_key(draft->script, plot.lines, plot.line_count);
  put_ideals(&plot, draft->script);
  put_crossings(&plot, draft->script);
  put_ranges(&plot, draft->script);
  const bool one = plot.lines[0]->panel == plot.lines[plot.line_count - 1]->panel;
  fprintf(draft->script, "wide_columns = 2\npanel_width = %d\npanel_height = %d\n", one ? 760 : 500, one ? 400 : 320);
  free((void *)plot.lines);
  return true;
}
