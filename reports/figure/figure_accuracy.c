/* Why this file exists: the figure of a benchmark of accuracy. It shows the distance from the motion with the shortest
 * steps, against the iterations of a frame and against their time. A line is a material with a method and one way to
 * spend iterations: all in one step, or one in each of many steps. */
#include <math.h>
#include <string.h>

#include "read/accuracy.h"
#include "curves.h"
#include "read/history.h"
#include "scene_lines.h"

/// Axes that the figure shows elsewhere: first in the label, as the title, or as the position on the axis.
static bool is_apart(const char *axis) {
  static const char *const apart[] = {"constraint", "scene", "substeps", "iterations"};
  for (size_t a = 0; a < sizeof apart / sizeof apart[0]; a++)
    if (strcmp(axis, apart[a]) == 0) return true;
  return false;
}

/// Axes whose values explain themselves: "f64" does, "10" does not.
static bool needs_no_name(const char *axis) {
  return strcmp(axis, "method") == 0 || strcmp(axis, "precision") == 0 || strcmp(axis, "backend") == 0;
}

/// "stvk_strain_tet, energy, f64, iterations": the line of a point. False for a point without one: it has no error, or
/// several steps of several iterations.
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
  if (used < CURVES_LABEL) snprintf(out + used, CURVES_LABEL - used, steps > 1 ? ", steps" : ", iterations");
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

/// The shortest steps of each body of the scene, the reference of the others.
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
  chart.panels[0] = (curves_panel){"work", "iterations per frame", "error of the motion [%]", true, true};
  chart.panels[1] =
      (curves_panel){"time", "milliseconds of computing per frame", "error of the motion [%]", true, true};
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
  fprintf(draft->title, "%s: error of the motion against work", scene);
  fputs("Distance of the centre of mass from its position with the shortest steps of the same body", draft->caption);
  put_measures(run, benchmark, scene, draft->caption);
  fputs(": the root mean square over all recorded moments, divided by the root mean square of the path. Lower is more "
        "accurate, further left is faster. \"Iterations\": all in one time step per frame. \"Steps\": one iteration in "
        "each of "
        "as many time steps. Values below the error of the shortest steps themselves mean nothing. Horizontal lines "
        "through the marks: 95 % intervals.",
        draft->caption);
  if (left_out > 0)
    fprintf(draft->caption, " Shown are the first %d lines. Left out: %d, see Results.", CURVES_LINES, left_out);
  curves_draw(&chart, draft);
  return true;
}
