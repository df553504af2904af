/* Why this file exists: shows the error of elements' areas or volumes for all materials of a scene at a glance.
 * Figures over time are separate. */
#include <math.h>
#include <string.h>

#include "dots.h"
#include "read/history.h"

static bool in_scene(const report_point *p, const char *benchmark, const char *scene) {
  const char *own = report_scene(p);
  return own && strcmp(p->benchmark, benchmark) == 0 && (!scene || strcmp(own, scene) == 0);
}

/// The scene number `index` of those that have histories. NULL past the last.
static const char *scene_at(const report_run *run, const char *benchmark, int index) {
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    report_history history;
    if (!in_scene(p, benchmark, NULL) || !report_history_read(p, &history)) continue;
    report_history_free(&history);
    bool first = true;
    for (int k = 0; k < i && first; k++) {
      if (!in_scene(&run->points[k], benchmark, report_scene(p)) || !report_history_read(&run->points[k], &history))
        continue;
      report_history_free(&history);
      first = false;
    }
    if (first && index-- == 0) return report_scene(p);
  }
  return NULL;
}

/// One mark: the row is the material, the kind is its other settings.
static void put_point(const report_point *p, dots *chart, bool *volume) {
  report_history history;
  char constraint[REPORT_LABEL], with[DOTS_LABEL];
  if (!report_history_read(p, &history)) return;
  const double error = report_history_high(&history, HISTORY_ERROR);
  *volume = history.volume;
  report_history_free(&history);
  report_axis_text(p, "constraint", constraint, sizeof constraint);
  const size_t own = strcspn(constraint, "+");
  snprintf(with, sizeof with, constraint[own] ? "with %s" : "alone", constraint + own + (constraint[own] != '\0'));
  constraint[own] = '\0';
  const int row = dots_row(chart, constraint), kind = dots_kind(chart, with);
  if (!dots_has(chart, row, kind)) dots_put(chart, row, kind, 100 * error, NAN, NAN);
}

bool report_draft_kept(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  dots chart;
  bool volume = false;
  const char *scene = scene_at(run, benchmark, index);
  if (!scene || !dots_open(&chart, run->count)) return false;
  for (int i = 0; i < run->count; i++)
    if (in_scene(&run->points[i], benchmark, scene)) put_point(&run->points[i], &chart, &volume);
  const char *what = volume ? "volume" : "area";
  dots_sort(&chart, false);
  snprintf(draft->name, sizeof draft->name, "%.20s_%.30s_kept", benchmark, scene);
  fprintf(draft->title, "%s: deviation of elements from their %s", scene, what);
  fprintf(draft->caption,
          "The mean of |%s / %s at rest - 1| over the elements, at the worst moment of the run, on a logarithmic "
          "scale. Left is better kept. Each row is a material, and each mark shows what it was run with. Of several "
          "such settings, the first is shown. Simulations are bit-identical each time, so they have no interval.",
          what, what);
  if (chart.row_count > 0) dots_draw(&chart, "worst mean error in %", 0, draft);
  dots_close(&chart);
  return true;
}
