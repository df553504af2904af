/* Why this file exists: shows the speed of a machine along sizes and iterations, in one sentence and a small table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "support/html.h"
#include "read/memory.h"
#include "page.h"
#include "read/machine.h"

/// Data for the sentence about one benchmark.
typedef struct answer {
  const report_run *run;
  report_slice size, iterations;
  double standard, largest, most_iterations; ///< Values on the axes that the text names.
  FILE *out;
} answer;

/// The fastest line of a panel at x, NULL if none was measured there.
static const report_series *fastest(const report_slice *slice, int panel, double x) {
  const report_series *best = NULL;
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    const report_point *p =
        line->panel == panel && !report_is_peer(line) ? report_point_at(line, slice->axis, x) : NULL;
    if (p && (!best || p->fps > report_point_at(best, slice->axis, x)->fps)) best = line;
  }
  return best;
}

static void put_x(const report_slice *slice, double x, FILE *out) {
  char text[64];
  fputs(report_tick(slice, x, text), out);
}

/// The backend of a point with its strategy, or its actual threads, which may be fewer than elsewhere on the line.
static void put_backend(const report_run *run, const report_point *p, FILE *out) {
  char backend[REPORT_LABEL], device[REPORT_LABEL];
  const char *strategy = report_text(p->json, "solver.strategy");
  html_text(out, report_axis_text(p, "backend", backend, sizeof backend));
  if (report_device_name(run, backend, device, sizeof device)) {
    if (!report_row_device(run, p, device, sizeof device)) html_put(out, ", %s", device);
    if (strategy) html_put(out, ", %s", strategy);
  } else if (p->threads >= 1 && strcmp(backend, "seq") != 0) {
    fprintf(out, ", %.0f thread%s", p->threads, p->threads > 1 ? "s" : "");
  }
}

/// " with 8x8 vertices, the constraint stretching and 20 iterations per frame", as far as the run has these.
static void put_setting(const answer *a) {
  const report_slice *slice = &a->size;
  const bool constraint = slice->panels[0][0] != '\0';
  fputs(slice->square ? " with " : " at size ", a->out);
  put_x(slice, a->standard, a->out);
  if (slice->square) fputs(" vertices", a->out);
  if (constraint) {
    fputs(!slice->square ? " with " : slice->fixed_axis ? ", " : " and ", a->out);
    html_put(a->out, "the constraint %s", slice->panels[0]);
  }
  report_put_fixed(a->out, slice->square || constraint ? " and " : " with ", slice);
}

/// The largest size that certainly runs at 60 FPS. False, and no output, if there is none.
static bool put_size_at_60(const report_slice *slice, int panel, FILE *out) {
  const report_point *p = report_largest_above(slice, panel, 60);
  if (p) put_x(slice, report_axis_number(p, slice->axis), out);
  return p != NULL;
}

static void put_cell(const report_slice *slice, int panel, double x, FILE *out) {
  char text[HTML_NUMBER], other[HTML_NUMBER];
  const report_series *line = fastest(slice, panel, x);
  fputs("<td class=n>", out);
  if (line) {
    const report_point *p = report_point_at(line, slice->axis, x);
    fprintf(out, "<b>%s</b> ", html_fps(p->fps, text));
    if (p->fps_low > 0 && p->fps_high > 0)
      fprintf(out, "(%s to %s) ", html_fps(p->fps_low, text), html_fps(p->fps_high, other));
    else
      fputs("(no interval) ", out);
    fputs("<span class=source>", out);
    char backend[REPORT_LABEL];
    html_put(out, "%s</span>", report_axis_text(p, "backend", backend, sizeof backend));
  } else {
    fputs("\xe2\x80\x93", out);
  }
  fputs("</td>", out);
}

/// The panel of a constraint, -1 = none: each slice numbers its panels itself.
static int panel_of(const report_slice *slice, const char *constraint) {
  for (int i = 0; i < slice->panel_count; i++)
    if (strcmp(slice->panels[i], constraint) == 0) return i;
  return -1;
}

/// "60 FPS up to". A rate without an interval does not show that a size runs at 60 FPS, or that none does.
static void put_limit(const report_slice *slice, int panel, FILE *out) {
  bool fast = false;
  if (put_size_at_60(slice, panel, out)) return;
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    for (int i = 0; i < line->count && line->panel == panel && !report_is_peer(line); i++)
      fast = fast || (line->points[i]->fps > 60 && isnan(line->points[i]->fps_low));
  }
  fputs(fast ? "not shown (no interval)" : "no size", out);
}

/// For each style the line of its column against seq: the first one with a sequential partner, because dashes say
/// nothing. NULL entry: no such line. The caller frees the result. NULL: no memory.
static const report_series **find_columns(const answer *a) {
  const report_slice *size = &a->size;
  const report_series **columns = report_memory((size_t)size->style_count, sizeof *columns);
  for (int s = 0; s < size->series_count && columns; s++) {
    const report_series *line = &size->series[s];
    if (!columns[line->style] && !report_is_peer(line) && report_has_partner(a->run, line)) columns[line->style] = line;
  }
  return columns;
}

static const report_series *line_of(const report_slice *slice, int panel, int style) {
  for (int s = 0; s < slice->series_count; s++)
    if (slice->series[s].panel == panel && slice->series[s].style == style) return &slice->series[s];
  return NULL;
}

static void put_summary_head(const answer *a, const report_series *const *columns) {
  FILE *out = a->out;
  fputs("<thead><tr><th>constraint</th><th>FPS at ", out);
  put_x(&a->size, a->standard, out);
  fputs("</th>", out);
  if (a->iterations.x_count > 1) {
    fprintf(out, "<th>with %.0f iterations", a->most_iterations);
    report_put_fixed(out, ", ", &a->iterations); /* its size may differ from the first column's */
    fputs("</th>", out);
  }
  if (a->largest > a->standard) {
    fputs("<th>at ", out);
    put_x(&a->size, a->largest, out);
    fputs("</th>", out);
  }
  fputs("<th title=\"the largest size measured whose whole 95 % interval is above 60 FPS\">60 FPS up to</th>", out);
  for (int style = 0; style < a->size.style_count; style++) {
    if (!columns[style]) continue;
    html_put(out, "<th>%s, against seq</th>", columns[style]->label);
  }
  fputs("</tr></thead>", out);
}

static void put_summary_row(const answer *a, const report_series *const *columns, int panel) {
  FILE *out = a->out;
  const report_slice *size = &a->size;
  html_put(out, "<tr><th scope=row>%s</th>", size->panels[panel]);
  put_cell(size, panel, a->standard, out);
  if (a->iterations.x_count > 1)
    put_cell(&a->iterations, panel_of(&a->iterations, size->panels[panel]), a->most_iterations, out);
  if (a->largest > a->standard) put_cell(size, panel, a->largest, out);
  fputs("<td>", out);
  put_limit(size, panel, out);
  fputs("</td>", out);
  for (int style = 0; style < size->style_count; style++) {
    if (!columns[style]) continue;
    const report_series *line = line_of(size, panel, style);
    fputs("<td class=text>", out);
    if (line) report_put_shown(a->run, size, line, out);
    fputs("</td>", out);
  }
  fputs("</tr>\n", out);
}

/// The same for each constraint, as a small table.
static void put_summary(const answer *a) {
  const report_series **columns = find_columns(a);
  if (!columns) return;
  fputs("<div class=scroll><table class=summary>\n", a->out);
  put_summary_head(a, columns);
  fputs("<tbody>\n", a->out);
  for (int panel = 0; panel < a->size.panel_count; panel++) put_summary_row(a, columns, panel);
  fputs("</tbody></table></div>\n", a->out);
  free(columns);
}

/// Choose the sizes for the sentence: the standard one, else the middle one.
static void choose_places(answer *a) {
  const char *text = report_text(report_axis(a->run, a->size.benchmark, "size"), "standard");
  const double standard = text ? strtod(text, NULL) : (double)NAN;
  a->largest = a->size.x[a->size.x_count - 1];
  a->standard = a->size.x[a->size.x_count / 2];
  for (int i = 0; i < a->size.x_count; i++)
    if (a->size.x[i] >= standard && a->size.x[i] <= standard) a->standard = standard;
  a->most_iterations = a->iterations.x_count > 0 ? a->iterations.x[a->iterations.x_count - 1] : 0;
}

static void put_sentence(const answer *a) {
  FILE *out = a->out;
  const report_slice *slice = &a->size;
  const report_series *line = fastest(slice, 0, a->standard);
  if (!line) return;
  const report_point *p = report_point_at(line, slice->axis, a->standard);
  fputs("<p class=answer>", out);
  report_put_machine(a->run, p, p, out);
  fputs(" runs at ", out);
  report_put_fps(p, out);
  put_setting(a);
  fputs(" (", out);
  put_backend(a->run, p, out);
  fputs(")", out);
  if (slice->x_count < 2) {
    // One size is no line of sizes, so it says nothing about a largest one.
  } else if (report_largest_above(slice, 0, 60)) {
    fputs(". It holds 60 FPS up to ", out);
    put_size_at_60(slice, 0, out);
    fputs(", the largest size measured whose whole interval is above 60", out);
  } else {
    fputs(". No size measured has its whole interval above 60 FPS", out);
  }
  fputs(".</p>\n", out);
}

static xpbd_status make_slices(answer *a, const char *benchmark) {
  XPBD_TRY(report_slice_make(a->run, benchmark, "size", "iterations", &a->size));
  return report_slice_make(a->run, benchmark, "iterations", "size", &a->iterations);
}

xpbd_status report_put_speed_sentence(const report_run *run, const char *benchmark, FILE *out) {
  answer a = {.run = run, .out = out};
  const xpbd_status status = make_slices(&a, benchmark);
  if (status == XPBD_OK && a.size.x_count > 0) {
    choose_places(&a);
    put_sentence(&a);
  } else if (status == XPBD_OK) {
    report_put_range_sentence(run, benchmark, out);
  }
  report_slice_free(&a.size);
  report_slice_free(&a.iterations);
  return status;
}

xpbd_status report_put_speed_table(const report_run *run, const char *benchmark, FILE *out) {
  answer a = {.run = run, .out = out};
  const xpbd_status status = make_slices(&a, benchmark);
  if (status == XPBD_OK && a.size.x_count > 1) {
    choose_places(&a);
    put_summary(&a);
    report_put_speedups(run, &a.size, out);
  }
  report_slice_free(&a.size);
  report_slice_free(&a.iterations);
  return status;
}
