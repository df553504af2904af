/* Why this file exists: most readers want one thing, how fast is this machine; it is said here from the numbers, with their
 * intervals, before anything else. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "history.h"
#include "html.h"
#include "page.h"

/// What is said about one benchmark.
typedef struct answer {
  const report_run *run;
  report_slice size, iterations;
  double standard, largest, most_iterations; ///< Places on the axes that are named.
  FILE *out;
} answer;

static const report_point *point_at(const report_slice *slice, const report_series *line, double x) {
  for (int i = 0; i < line->count; i++) {
    const double value = report_axis_number(line->points[i], slice->axis);
    if (value >= x && value <= x) return line->points[i];
  }
  return NULL;
}

/// The line of a panel that is fastest at x, NULL when none was measured there.
static const report_series *fastest(const report_slice *slice, int panel, double x) {
  const report_series *best = NULL;
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    const report_point *p = line->panel == panel ? point_at(slice, line, x) : NULL;
    if (p && (!best || p->fps > point_at(slice, best, x)->fps)) best = line;
  }
  return best;
}

static double fastest_fps(const report_slice *slice, int panel, double x) {
  const report_series *line = fastest(slice, panel, x);
  return line ? point_at(slice, line, x)->fps : (double)NAN;
}

static void put_x(const report_slice *slice, double x, FILE *out) {
  char text[64];
  fputs(report_tick(slice, x, text), out);
}

static void put_fps(const report_point *p, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  fprintf(out, "<b>%s FPS</b>", html_fps(p->fps, a));
  if (p->fps_low > 0 && p->fps_high > 0)
    fprintf(out, " (95 %% interval %s to %s)", html_fps(p->fps_low, a), html_fps(p->fps_high, b));
  else
    fputs(" (too few episodes for an interval)", out);
}

static void put_ratio(const report_ratio *ratio, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  fprintf(out, "<b>%s</b>", html_ratio(ratio->value, a));
  if (ratio->low > 0) fprintf(out, " (%s to %s)", html_ratio(ratio->low, a), html_ratio(ratio->high, b));
}

/// The backend of a point with the threads it really used, which may be fewer than the line has elsewhere.
static void put_backend(const report_point *p, FILE *out) {
  char backend[REPORT_LABEL];
  html_text(out, report_axis_text(p, "backend", backend, sizeof backend));
  if (p->threads >= 1 && strcmp(backend, "seq") != 0)
    fprintf(out, " (%.0f thread%s)", p->threads, p->threads > 1 ? "s" : "");
}

static void put_panel(const report_slice *slice, int panel, FILE *out) {
  if (slice->panels[panel][0])
    html_text(out, slice->panels[panel]);
  else
    fputs("the only constraint", out);
}

/// The middle of the answer: the standard point, and how far the other constraints are from it.
static void put_standard(const answer *a) {
  FILE *out = a->out;
  const report_slice *slice = &a->size;
  const report_series *line = fastest(slice, 0, a->standard);
  if (!line) return;
  const report_point *p = point_at(slice, line, a->standard);
  fputs("With ", out);
  put_x(slice, a->standard, out);
  fprintf(out, "%s (%.0f particles, %.0f constraints) and ", slice->square ? " vertices" : "", p->particles,
          p->constraints);
  report_put_fixed(out, a->run, slice);
  fputs(" it runs at ", out);
  put_fps(p, out);
  fputs(" with the constraint ", out);
  put_panel(slice, 0, out);
  fputs(" on the fastest backend there, ", out);
  put_backend(p, out);
  int slow = 0, fast = 0;
  for (int panel = 1; panel < slice->panel_count; panel++) {
    const double fps = fastest_fps(slice, panel, a->standard);
    if (fps < fastest_fps(slice, slow, a->standard)) slow = panel;
    if (fps > fastest_fps(slice, fast, a->standard)) fast = panel;
  }
  if (slow != fast) {
    char low[HTML_NUMBER], high[HTML_NUMBER];
    fprintf(out, "; the constraints range from %s FPS (", html_fps(fastest_fps(slice, slow, a->standard), low));
    put_panel(slice, slow, out);
    fprintf(out, ") to %s FPS (", html_fps(fastest_fps(slice, fast, a->standard), high));
    put_panel(slice, fast, out);
    fputc(')', out);
  }
  fputs(". ", out);
}

/// The far ends of both axes, for the first constraint.
static void put_ends(const answer *a) {
  FILE *out = a->out;
  const report_series *most = a->iterations.x_count > 1 ? fastest(&a->iterations, 0, a->most_iterations) : NULL;
  if (most) {
    fprintf(out, "With %.0f iterations (", a->most_iterations);
    report_put_fixed(out, a->run, &a->iterations);
    fputs(") it is ", out);
    put_fps(point_at(&a->iterations, most, a->most_iterations), out);
    fputs(". ", out);
  }
  const report_series *largest = a->size.x_count > 1 ? fastest(&a->size, 0, a->largest) : NULL;
  if (largest) {
    fputs("The largest size measured, ", out);
    put_x(&a->size, a->largest, out);
    fputs(", runs at ", out);
    put_fps(point_at(&a->size, largest, a->largest), out);
    fputs(" on ", out);
    put_backend(point_at(&a->size, largest, a->largest), out);
    fputs(". ", out);
  }
}

/// Best size at 60 FPS over all lines of a panel; see report_axis_at_fps.
static double size_at_60(const report_slice *slice, int panel) {
  double best = -INFINITY;
  for (int s = 0; s < slice->series_count; s++)
    if (slice->series[s].panel == panel) best = fmax(best, report_axis_at_fps(&slice->series[s], slice->axis, 60));
  return best;
}

static void put_size_at_60(const report_slice *slice, int panel, FILE *out) {
  const double size = size_at_60(slice, panel);
  if (isfinite(size)) {
    fputs("about ", out);
    put_x(slice, round(size), out);
  } else {
    fputs(size > 0 ? "beyond " : "below ", out);
    put_x(slice, size > 0 ? slice->x[slice->x_count - 1] : slice->x[0], out);
  }
}

static void put_crossover(const answer *a, const report_series *line, FILE *out) {
  report_crossover crossing;
  if (!report_find_crossover(a->run, line, a->size.axis, &crossing)) {
    fputs("\xe2\x80\x93", out);
  } else if (crossing.kind == REPORT_NEVER) {
    fputs("at no size measured", out);
  } else if (crossing.kind == REPORT_ALWAYS) {
    fputs("at every size measured", out);
  } else {
    fputs("from about ", out);
    put_x(&a->size, round(crossing.at), out);
    fputs(" on (between ", out);
    put_x(&a->size, crossing.below, out);
    fputs(" and ", out);
    put_x(&a->size, crossing.above, out);
    fputc(')', out);
  }
}

/// The points of a line that gain least and most over seq; false when none has a sequential partner.
static bool find_extremes(const answer *a, const report_series *line, const report_point *extreme[2],
                          report_ratio ratio[2]) {
  extreme[0] = extreme[1] = NULL;
  for (int i = 0; i < line->count; i++) {
    const report_point *base = report_baseline(a->run, line->points[i]);
    if (!base || base == line->points[i]) continue;
    const report_ratio r = report_speedup(line->points[i], base);
    if (!extreme[0] || r.value < ratio[0].value) extreme[0] = line->points[i], ratio[0] = r;
    if (!extreme[1] || r.value > ratio[1].value) extreme[1] = line->points[i], ratio[1] = r;
  }
  return extreme[0] != NULL;
}

/// Lines of the parallel backends for the first constraint: where they gain least and most, and where they pay.
static void put_speedups(const answer *a) {
  static const char *const words[2] = {" is ", ", at most "};
  FILE *out = a->out;
  for (int s = 0; s < a->size.series_count; s++) {
    const report_series *line = &a->size.series[s];
    const report_point *extreme[2];
    report_ratio ratio[2];
    if (line->panel != 0 || !find_extremes(a, line, extreme, ratio)) continue;
    fputs("Relative to seq, ", out);
    html_text(out, line->label);
    for (int k = 0; k < (extreme[0] == extreme[1] ? 1 : 2); k++) {
      fputs(words[k], out);
      if (k == 0 && extreme[0] != extreme[1]) fputs("at least ", out);
      put_ratio(&ratio[k], out);
      fputs(" times as fast (at ", out);
      put_x(&a->size, report_axis_number(extreme[k], "size"), out);
      fputc(')', out);
    }
    if (extreme[0] != extreme[1]) {
      fputs("; it is faster ", out);
      put_crossover(a, line, out);
    }
    fputs(". ", out);
  }
}

static void put_cell(const report_slice *slice, int panel, double x, FILE *out) {
  char text[HTML_NUMBER];
  const report_series *line = fastest(slice, panel, x);
  fputs("<td class=n>", out);
  if (line) {
    const report_point *p = point_at(slice, line, x);
    fprintf(out, "<b>%s</b> ", html_fps(p->fps, text));
    if (p->relative >= 0) fprintf(out, "\xc2\xb1%s %% ", html_percent(p->relative, text));
    fputs("<span class=source>", out);
    char backend[REPORT_LABEL];
    html_text(out, report_axis_text(p, "backend", backend, sizeof backend));
    fputs("</span>", out);
  } else {
    fputs("\xe2\x80\x93", out);
  }
  fputs("</td>", out);
}

/// The same for each constraint, as a small table.
static void put_summary(const answer *a) {
  FILE *out = a->out;
  const report_slice *size = &a->size;
  const bool iterations = a->iterations.x_count > 1;
  fputs("<div class=scroll><table class=summary>\n<thead><tr><th>constraint</th><th>FPS at ", out);
  put_x(size, a->standard, out);
  fputs("</th>", out);
  if (iterations) fprintf(out, "<th>with %.0f iterations</th>", a->most_iterations);
  fputs("<th>at ", out);
  put_x(size, a->largest, out);
  fputs("</th><th>60 FPS up to</th>", out);
  for (int s = 0; s < size->series_count; s++) {
    const report_series *line = &size->series[s];
    if (line->panel != 0 || report_baseline(a->run, line->points[0]) == line->points[0]) continue;
    fputs("<th>faster than seq: ", out);
    html_text(out, line->label);
    fputs("</th>", out);
  }
  fputs("</tr></thead><tbody>\n", out);
  for (int panel = 0; panel < size->panel_count; panel++) {
    fputs("<tr><th scope=row>", out);
    html_text(out, size->panels[panel]);
    fputs("</th>", out);
    put_cell(size, panel, a->standard, out);
    if (iterations) put_cell(&a->iterations, panel, a->most_iterations, out);
    put_cell(size, panel, a->largest, out);
    fputs("<td>", out);
    put_size_at_60(size, panel, out);
    fputs("</td>", out);
    for (int s = 0; s < size->series_count; s++) {
      const report_series *line = &size->series[s];
      if (line->panel != 0 || report_baseline(a->run, line->points[0]) == line->points[0]) continue;
      const report_series *own = NULL;
      for (int k = 0; k < size->series_count && !own; k++)
        if (size->series[k].panel == panel && size->series[k].style == line->style) own = &size->series[k];
      fputs("<td>", out);
      if (own) put_crossover(a, own, out);
      fputs("</td>", out);
    }
    fputs("</tr>\n", out);
  }
  fputs("</tbody></table></div>\n", out);
}

static void choose_places(answer *a) {
  const char *text = report_text(report_axis(a->run, a->size.benchmark, "size"), "standard");
  const double standard = text ? strtod(text, NULL) : (double)NAN;
  a->largest = a->size.x[a->size.x_count - 1];
  a->standard = a->size.x[a->size.x_count / 2];
  for (int i = 0; i < a->size.x_count; i++)
    if (a->size.x[i] >= standard && a->size.x[i] <= standard) a->standard = standard;
  a->most_iterations = a->iterations.x_count > 0 ? a->iterations.x[a->iterations.x_count - 1] : 0;
}

static void put_machine(const report_run *run, FILE *out) {
  const char *model = report_env_text(run, "cpu.model"), *kernels = report_env_text(run, "cpu.instructions");
  const double logical = report_env_number(run, "cpu.logical");
  fputs("<p class=answer>Machine: ", out);
  html_text(out, model ? model : "processor of unknown model");
  if (logical >= 1) fprintf(out, ", %.0f processor%s", logical, logical > 1 ? "s" : "");
  if (kernels) fputs(", kernels for ", out), html_text(out, kernels);
  fputs(". ", out);
}

/// For a benchmark whose points are no line of sizes: where its rows begin and end.
static void put_others(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *slow = NULL, *fast = NULL;
  int count = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers || strcmp(p->benchmark, benchmark) != 0) continue;
    if (!slow || p->fps < slow->fps) slow = p;
    if (!fast || p->fps > fast->fps) fast = p;
    count++;
  }
  if (count == 0) return;
  const char *about = report_text(report_benchmark(run, benchmark), "about");
  put_machine(run, out);
  fputs("Benchmark ", out);
  html_element(out, "b", benchmark);
  if (about) fputs(" (", out), html_text(out, about), fputc(')', out);
  fprintf(out, ": %d row%s with numbers, ", count, count > 1 ? "s" : "");
  if (fast != slow) {
    fputs("from ", out);
    put_fps(slow, out);
    fputs(" (", out);
    html_text(out, slow->name);
    fputs(") to ", out);
  }
  put_fps(fast, out);
  fputs(" (", out);
  html_text(out, fast->name);
  fputs("); the table is under <a href=#results>Results</a>.</p>\n", out);
}

static xpbd_status put_benchmark(const report_page *page, const char *benchmark, FILE *out) {
  answer a = {.run = page->run, .out = out};
  if (report_has_scenes(a.run, benchmark)) {
    put_others(a.run, benchmark, out);
    return XPBD_OK;
  }
  XPBD_TRY(report_slice_make(a.run, benchmark, "size", "iterations", &a.size));
  const xpbd_status status = report_slice_make(a.run, benchmark, "iterations", "size", &a.iterations);
  if (status == XPBD_OK && a.size.x_count > 0) {
    const char *about = report_text(report_benchmark(a.run, benchmark), "about");
    choose_places(&a);
    put_machine(a.run, out);
    fputs("Benchmark ", out);
    html_element(out, "b", benchmark);
    if (about) fputs(" (", out), html_text(out, about), fputc(')', out);
    fputs(". ", out);
    put_standard(&a);
    put_ends(&a);
    if (a.size.x_count > 1) {
      fputs("60 FPS are held up to ", out);
      put_size_at_60(&a.size, 0, out);
      fputs(". ", out);
    }
    put_speedups(&a);
    fputs("</p>\n", out);
    if (a.size.x_count > 1) put_summary(&a);
  }
  if (status == XPBD_OK && a.size.x_count == 0) put_others(a.run, benchmark, out);
  report_slice_free(&a.size);
  report_slice_free(&a.iterations);
  return status;
}

/// For the benchmark of single projections: the fastest and the slowest way of the first constraint.
static void put_projection(const report_run *run, FILE *out) {
  const report_point *best = NULL, *worst = NULL;
  char first[REPORT_LABEL], constraint[REPORT_LABEL], a[HTML_NUMBER], b[HTML_NUMBER];
  int least = INT_MAX;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!p->has_numbers || strcmp(p->benchmark, "projection") != 0) continue;
    report_axis_text(p, "constraint", constraint, sizeof constraint);
    const int index = report_constraint_index(run, constraint);
    if (index > least) continue;
    if (index < least) best = worst = NULL;
    least = index;
    memcpy(first, constraint, sizeof first);
    if (!best || p->ns_each < best->ns_each) best = p;
    if (!worst || p->ns_each > worst->ns_each) worst = p;
  }
  if (!best) return;
  fputs("<p class=answer>One projection of ", out);
  html_text(out, first);
  fprintf(out, " takes <b>%s ns</b>", html_fps(best->ns_each, a));
  if (best->ns_low > 0)
    fprintf(out, " (95 %% interval %s to %s)", html_fps(best->ns_low, a), html_fps(best->ns_high, b));
  fputs(" the fastest way measured", out);
  if (worst != best) fprintf(out, " and %s ns the slowest", html_fps(worst->ns_each, a));
  fputs("; the other formulas are in the figure.</p>\n", out);
}

xpbd_status report_put_answer(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  fputs("<section id=answer><h2>How fast is this machine?</h2>\n", out);
  if (run->with_numbers == 0 && run->in_state[REPORT_OK] > 0)
    fputs("<p class=answer><b>This run gives no answer:</b> its rows were checked, not timed.</p>\n", out);
  else if (run->with_numbers == 0)
    fputs("<p class=answer><b>This run gives no answer:</b> no row may show a number. The reasons are under "
          "Validity.</p>\n",
          out);
  for (int i = 0; i < run->count; i++) {
    bool first = true;
    for (int k = 0; k < i && first; k++) first = strcmp(run->points[k].benchmark, run->points[i].benchmark) != 0;
    if (!first) continue;
    if (strcmp(run->points[i].benchmark, "projection") == 0)
      put_projection(run, out);
    else
      XPBD_TRY(put_benchmark(page, run->points[i].benchmark, out));
  }
  fputs(
      "<p>How to read it: FPS is one over the median time of a frame, from the call until the result can be used. An "
      "interval holds the true median with 95 % confidence, as far as this run can tell; two numbers whose intervals "
      "overlap are not known to differ. A frame is one call of the solver: the time steps that the scene or the axis "
      "substeps asks for (column <i>substeps_used</i> of results.tsv), with the collisions that the scene has; nothing "
      "is drawn and no file is written in it. Equal iterations are equal work, not equal quality.</p>\n</section>\n",
      out);
  return XPBD_OK;
}
