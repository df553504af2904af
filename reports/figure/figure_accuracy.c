/* Why this file exists: the figure of a benchmark of accuracy: how far the course of a body is from that in the shortest
 * steps, against the sweeps of a frame and against the time they took. A line is a material with a method, in one way of
 * spending sweeps: in one step, or in as many steps of one. */
#include <math.h>
#include <string.h>

#include "read/accuracy.h"
#include "curves.h"
#include "read/history.h"
#include "scene_lines.h"

/// Axes that are said in another way: in front, as the title, as the place on the axis.
static bool is_apart(const char *axis) {
  static const char *const apart[] = {"constraint", "scene", "substeps", "iterations"};
  for (size_t a = 0; a < sizeof apart / sizeof apart[0]; a++)
    if (strcmp(axis, apart[a]) == 0) return true;
  return false;
}

/// Axes whose values say what they are of: "f64" does, "10" does not.
static bool needs_no_name(const char *axis) {
  return strcmp(axis, "method") == 0 || strcmp(axis, "precision") == 0 || strcmp(axis, "backend") == 0;
}

/// "stvk_strain_tet, energy, f64, in one step": what the line of a point is of. False for what has none: no error, or
/// several steps of several sweeps.
static bool put_label(const report_run *run, const report_point *p, char out[CURVES_LABEL]) {
  char text[REPORT_LABEL];
  const double steps = report_work(p, "substeps"), sweeps = report_work(p, "iterations");
  if (!(steps * sweeps > 0) || !(steps <= 1 || sweeps <= 1) || !(report_course_error(run, p) > 0)) return false;
  report_axis_text(p, "constraint", text, sizeof text);
  size_t used = (size_t)snprintf(out, CURVES_LABEL, "%s", text);
  const char *axis;
  json_t *value;
  json_object_foreach(p->axes, axis, value) {
    if (is_apart(axis) || used >= CURVES_LABEL || !report_axis_varies(run, p, axis)) continue;
    used += (size_t)snprintf(out + used, CURVES_LABEL - used, ", %s%s%s", needs_no_name(axis) ? "" : axis,
                             needs_no_name(axis) ? "" : " ", report_axis_shown(p, axis, text, sizeof text));
  }
  if (used < CURVES_LABEL) snprintf(out + used, CURVES_LABEL - used, steps > 1 ? ", steps" : ", sweeps");
  return true;
}

/// Whether no point of the scene before this one has its label.
static bool opens_line(const report_run *run, const char *scene, int index, const char *label) {
  char other[CURVES_LABEL];
  for (int i = 0; i < index; i++)
    if (scene_lines_belongs(&run->points[i], run->points[index].benchmark, scene) &&
        put_label(run, &run->points[i], other) && strcmp(other, label) == 0)
      return false;
  return true;
}

/// The points of the line that point `first` opens.
static void put_line(const report_run *run, const char *scene, int first, const char *label, curves *chart) {
  char own[CURVES_LABEL];
  for (int i = first; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!scene_lines_belongs(p, run->points[first].benchmark, scene)) continue;
    if (!put_label(run, p, own) || strcmp(own, label) != 0) continue;
    const double error = 100 * report_course_error(run, p);
    const bool interval = p->low > 0 && p->high > 0;
    curves_put(chart, 0, report_work(p, "substeps") * report_work(p, "iterations"), error, NAN, NAN);
    curves_put(chart, 1, 1e3 * p->median, error, 1e3 * (interval ? p->low : p->median),
               1e3 * (interval ? p->high : p->median));
  }
}

/// How each body of the scene was computed that the others are measured by.
static void put_measures(const report_run *run, const char *benchmark, const char *scene, FILE *caption) {
  double least = INFINITY, most = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!scene_lines_belongs(p, benchmark, scene) || report_finest_course(run, p) != p) continue;
    least = fmin(least, report_work(p, "substeps"));
    most = fmax(most, report_work(p, "substeps"));
  }
  if (least < most)
    fprintf(caption, " (%.0f to %.0f steps a frame)", least, most);
  else if (most > 0)
    fprintf(caption, " (%.0f step%s a frame)", most, most > 1 ? "s" : "");
}

bool report_draft_accuracy(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  const char *scene = scene_lines_scene(run, benchmark, index);
  if (!scene) return false;
  curves chart = {.panel_count = 2, .marks = true};
  chart.panels[0] = (curves_panel){"work", "sweeps per frame", "error of the course [%]", true, true};
  chart.panels[1] =
      (curves_panel){"time", "milliseconds of computing per frame", "error of the course [%]", true, true};
  char label[CURVES_LABEL];
  int left_out = 0;
  for (int i = 0; i < run->count; i++) {
    if (!scene_lines_belongs(&run->points[i], benchmark, scene) || !put_label(run, &run->points[i], label)) continue;
    if (!opens_line(run, scene, i, label)) continue;
    if (curves_line(&chart, label))
      put_line(run, scene, i, label, &chart);
    else
      left_out++;
  }
  snprintf(draft->name, sizeof draft->name, "%.20s_%.30s_accuracy", benchmark, scene);
  fprintf(draft->title, "%s: how near to the motion, for how much work", scene);
  fputs("How far the centre of mass is from where it is in the shortest steps of the same body", draft->caption);
  put_measures(run, benchmark, scene, draft->caption);
  fputs(
      ", over all recorded moments, root of the mean square over that of its way; further down is nearer, further left "
      "cheaper. \"Sweeps\": all in one time step of the frame; \"steps\": one in each of as many. What is below the "
      "error of the shortest steps themselves means nothing. Level lines through the marks: 95 % intervals.",
      draft->caption);
  if (left_out > 0) fprintf(draft->caption, " The first %d lines; left out: %d, see Results.", CURVES_LINES, left_out);
  curves_draw(&chart, draft);
  return true;
}
