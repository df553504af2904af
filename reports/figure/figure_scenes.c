/* Why this file exists: figures of a benchmark of named scenes: speed of each scene, cost and remaining constraint
 * error of each method, energy over time, and sliding distance against resolution. */
#include <math.h>
#include <string.h>

#include "dots.h"
#include "read/history.h"
#include "scene_lines.h"

/* ------------------------------------------------------------------------------------------------- scenes by speed */

bool report_draft_scene_speeds(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  dots chart = {0};
  char method[REPORT_LABEL], own[REPORT_LABEL], backend[REPORT_LABEL];
  const report_point *first = NULL;
  if (index > 0 || !dots_open(&chart, run->count)) {
    dots_close(&chart);
    return false;
  }
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (strcmp(p->benchmark, benchmark) != 0 || !p->has_numbers || !report_scene(p)) continue;
    if (!first) first = p, report_axis_text(p, "method", method, sizeof method);
    if (strcmp(report_axis_text(p, "method", own, sizeof own), method) != 0) continue;
    const int row = dots_row(&chart, report_scene(p)),
              kind = dots_kind(&chart, report_axis_text(p, "backend", backend, sizeof backend));
    if (!dots_has(&chart, row, kind)) dots_put(&chart, row, kind, p->fps, p->fps_low, p->fps_high);
  }
  const bool any = chart.row_count > 1;
  if (any) {
    dots_sort(&chart, true);
    snprintf(draft->name, sizeof draft->name, "%.30s_scene_fps", benchmark);
    fprintf(draft->title, "%s: frames per second of every scene by %s", benchmark, method[0] ? method : "its method");
    fputs("The scale is logarithmic, and right is faster. Scenes differ in size, iterations and time steps per frame, "
          "so this compares backends, not scenes. Of several settings of a scene, the first is shown. Lines through "
          "the marks: 95 % intervals.",
          draft->caption);
    dots_draw(&chart, "frames per second", 0, draft);
  }
  dots_close(&chart);
  return any;
}

/* ---------------------------------------------------------------------------------------------- methods of a scene */

/// The last moment that all lines reach.
static double common_end(const scene_lines *lines) {
  double end = INFINITY;
  for (int i = 0; i < lines->count; i++) end = fmin(end, lines->items[i].time[lines->items[i].count - 1]);
  return end;
}

static double mean_until(const scene_line *line, double end) {
  double sum = 0;
  int count = 0;
  for (int k = 1; k < line->count && line->time[k] <= end * (1 + 1e-9); k++, count++) sum += line->residual[k];
  return count > 0 ? sum / count : (double)NAN;
}

static void put_left_out(const scene_lines *lines, FILE *caption) {
  if (lines->left_out > 0)
    fprintf(caption, " Shown are the first %d lines. Rows without one: %d, see Results.", CURVES_LINES,
            lines->left_out);
}

static void draft_costs(const scene_lines *lines, const char *benchmark, const char *scene, report_draft *draft) {
  curves chart = {.panel_count = 1, .marks = true};
  const double end = common_end(lines);
  chart.panels[0] = (curves_panel){"", "milliseconds of computing per frame", "remaining mean |C|", true, true};
  for (int i = 0; i < lines->count; i++) {
    const report_point *p = lines->items[i].point;
    const bool interval = p->low > 0 && p->high > 0;
    if (!curves_line(&chart, lines->items[i].label)) break;
    curves_put(&chart, 0, 1e3 * p->median, mean_until(&lines->items[i], end), 1e3 * (interval ? p->low : p->median),
               1e3 * (interval ? p->high : p->median));
  }
  snprintf(draft->name, sizeof draft->name, "%.20s_%.30s_cost", benchmark, scene);
  fprintf(draft->title, "%s: remaining constraint error against time spent", scene);
  char seconds[32];
  snprintf(seconds, sizeof seconds, "%.3g", end);
  fprintf(draft->caption,
          "Mean |C| over all constraints and the first %s simulated second%s, on logarithmic scales. Further left is "
          "cheaper, further down is stiffer. Compliant constraints keep some C even in the exact solution. Each mark "
          "is the fastest backend of its method. Horizontal lines through the marks: 95 %% intervals.",
          seconds, strcmp(seconds, "1") == 0 ? "" : "s");
  put_left_out(lines, draft->caption);
  curves_draw(&chart, draft);
}

/// Bodies without constraints are not shown here.
static void draft_courses(const scene_lines *lines, bool constrained, const char *benchmark, const char *scene,
                          report_draft *draft) {
  const int energy = constrained;
  curves chart = {.panel_count = energy + 1};
  chart.panels[0] = (curves_panel){"constraints", "simulated seconds", "remaining mean |C|", false, true};
  chart.panels[energy] =
      (curves_panel){"energy", "simulated seconds", "kinetic and gravitational energy [J]", false, false};
  for (int i = 0; i < lines->count; i++) {
    const scene_line *line = &lines->items[i];
    if (!curves_line(&chart, line->label)) break;
    for (int k = 0; k < line->count; k++) {
      if (constrained) curves_put(&chart, 0, line->time[k], line->residual[k], NAN, NAN);
      curves_put(&chart, energy, line->time[k], line->energy[k], NAN, NAN);
    }
  }
  snprintf(draft->name, sizeof draft->name, "%.20s_%.30s_course", benchmark, scene);
  fprintf(draft->title, "%s: %senergy over time", scene, constrained ? "constraints and " : "");
  fprintf(draft->caption,
          "%s plus gravitational energy, which counts as 0 at the start. Energy that disappears is lost, or held by "
          "the constraints. A line ends where its recording ended. Simulations are bit-identical each time, so they "
          "have no interval.",
          constrained ? "Left: mean |C| over all constraints, on a logarithmic scale. Right: kinetic" : "Kinetic");
  put_left_out(lines, draft->caption);
  curves_draw(&chart, draft);
}

/// If a scene has several lines, it has two figures with constraints, and one without.
bool report_draft_methods(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  for (int s = 0;; s++) {
    const char *scene = scene_lines_scene(run, benchmark, s);
    scene_lines lines;
    if (!scene) return false;
    scene_lines_read(run, benchmark, scene, &lines);
    bool constrained = false;
    for (int i = 0; i < lines.count; i++) constrained = constrained || mean_until(&lines.items[i], INFINITY) > 0;
    const int figures = lines.count > 1 ? 1 + constrained : 0;
    if (index < figures) {
      if (index == 0 && constrained)
        draft_costs(&lines, benchmark, scene, draft);
      else
        draft_courses(&lines, constrained, benchmark, scene, draft);
      scene_lines_free(&lines);
      return true;
    }
    index -= figures;
    scene_lines_free(&lines);
  }
}

/* ------------------------------------------------------------------------------------------ distance by resolution */

/// The longest recorded time of a point of the scene.
static double longest(const report_run *run, const char *benchmark, const char *scene) {
  double out = 0;
  for (int i = 0; i < run->count; i++) {
    const json_t *times = report_at(run->points[i].json, "series.time_s");
    const size_t count = json_array_size(times);
    if (scene_lines_belongs(&run->points[i], benchmark, scene) && count > 0)
      out = fmax(out, json_number_value(json_array_get(times, count - 1)));
  }
  return out;
}

/// The distance that the body of a point moved by the end. NaN if it was not recorded to the end.
static double travel_until(const report_point *p, double end) {
  scene_line line;
  if (!scene_line_read(p, &line)) return NAN;
  const int last = line.count - 1;
  const double travel = line.time[last] >= end * (1 - 1e-9) ? line.travel[last] : (double)NAN;
  scene_line_free(&line);
  return travel;
}

/// Points that differ from `first` only in resolution and were recorded to the end, by ascending resolution. Of equal
/// ones the first counts. Returns their number.
static int put_travels(const report_run *run, const report_point *first, curves *chart) {
  const double end = longest(run, first->benchmark, report_scene(first));
  double last = 0;
  for (int count = 0;; count++) {
    double size = INFINITY, travel = NAN;
    for (int i = 0; i < run->count; i++) {
      const report_point *p = &run->points[i];
      const double own = report_axis_number(p, "size");
      if (!(own > last && own < size) || !scene_lines_belongs(p, first->benchmark, report_scene(first))) continue;
      const double moved = scene_lines_alike(p, first, "size") ? travel_until(p, end) : (double)NAN;
      if (!isnan(moved)) size = own, travel = moved;
    }
    if (isnan(travel)) return count;
    if (chart) curves_put(chart, 0, size, travel, NAN, NAN);
    last = size;
  }
}

/// Whether no earlier point of its scene differs from it only in the resolution.
static bool opens_travels(const report_run *run, int index) {
  const report_point *p = &run->points[index];
  for (int i = 0; i < index; i++)
    if (scene_lines_belongs(&run->points[i], p->benchmark, report_scene(p)) &&
        scene_lines_alike(&run->points[i], p, "size"))
      return false;
  return true;
}

bool report_draft_travel(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  for (int s = 0;; s++) {
    const char *scene = scene_lines_scene(run, benchmark, s);
    const report_point *first[CURVES_LINES];
    int count = 0, left_out = 0;
    if (!scene) return false;
    for (int i = 0; i < run->count; i++) {
      const report_point *p = &run->points[i];
      if (!scene_lines_belongs(p, benchmark, scene) || !opens_travels(run, i) || put_travels(run, p, NULL) < 2)
        continue;
      if (count < CURVES_LINES)
        first[count++] = p;
      else
        left_out++;
    }
    if (count == 0 || index-- > 0) continue;
    curves chart = {.panel_count = 1, .marks = true};
    chart.panels[0] = (curves_panel){"", "resolution", "distance at the end [m]", false, false};
    for (int k = 0; k < count; k++) {
      char label[CURVES_LABEL];
      scene_lines_label(run, first[k], "size", label);
      if (curves_line(&chart, label)) put_travels(run, first[k], &chart);
    }
    snprintf(draft->name, sizeof draft->name, "%.20s_%.30s_travel", benchmark, scene);
    fprintf(draft->title, "%s: travelled distance against resolution", scene);
    fputs("Distance of the centre of mass from its start, at the last recorded moment. For a body that friction stops, "
          "this is the stopping distance. A level line means that the mesh does not matter. Simulations are "
          "bit-identical each time, so they have no interval.",
          draft->caption);
    if (left_out > 0)
      fprintf(draft->caption, " Shown are the first %d lines. Left out: %d, see Results.", CURVES_LINES, left_out);
    curves_draw(&chart, draft);
    return true;
  }
}
