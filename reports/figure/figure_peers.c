/* Why this file exists: the figure of other people's solvers and of our methods: error against time per frame, one figure
 * for each workload, with a kind of mark for each of them. A speed without its error would favour who answers least. */
#include <math.h>
#include <string.h>

#include "curves.h"
#include "read/peers.h"

/// Whether two rows share a line: they are of one solver and method, and both near or both of the whole scene.
static bool is_alike(const report_point *a, const report_point *b) {
  return report_same_axis(a, b, "backend") && report_same_axis(a, b, "method") &&
         !report_peer_without(a) == !report_peer_without(b);
}

/// Whether an earlier row of the workload has that line.
static bool has_line(const report_run *run, const char *workload, int index) {
  const report_point *p = &run->points[index];
  for (int i = 0; i < index; i++)
    if (report_peer_belongs(&run->points[i], p->benchmark, workload) && is_alike(&run->points[i], p)) return true;
  return false;
}

static void put_rows(const report_run *run, const char *workload, const report_point *first, curves *chart) {
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!report_peer_belongs(p, first->benchmark, workload) || !is_alike(p, first)) continue;
    const bool interval = p->low > 0 && p->high > 0;
    curves_put(chart, 0, 1e3 * p->median, 100 * report_peer_error(p), 1e3 * (interval ? p->low : p->median),
               1e3 * (interval ? p->high : p->median));
  }
}

/// "newton-vbd (near)", or "vbd" if the benchmark compares methods.
static void name_line(const report_point *p, bool methods, char label[CURVES_LABEL]) {
  char method[REPORT_LABEL];
  report_axis_text(p, methods ? "method" : "backend", label, CURVES_LABEL);
  const size_t used = strlen(label);
  if (report_peer_without(p))
    snprintf(label + used, CURVES_LABEL - used, " (near)");
  else if (!methods && report_axis_text(p, "method", method, sizeof method)[0])
    snprintf(label + used, CURVES_LABEL - used, ", %s", method);
}

bool report_draft_peers(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *workload = report_peer_workload(run, subject->benchmark, index);
  curves chart = {.panel_count = 1, .marks = true, .loose = true};
  char label[CURVES_LABEL];
  int left_out = 0;
  if (!workload) return false;
  const bool methods = report_kind_of(run, subject->benchmark) == REPORT_METHODS;
  chart.panels[0] = (curves_panel){"", "milliseconds of computing per frame", "error [%]", true, true};
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!report_peer_belongs(p, subject->benchmark, workload) || has_line(run, workload, i)) continue;
    name_line(p, methods, label);
    if (curves_line(&chart, label))
      put_rows(run, workload, p, &chart);
    else
      left_out++;
  }
  snprintf(draft->name, sizeof draft->name, "%.20s_%.36s", subject->benchmark, workload);
  fprintf(draft->title, "%s: error against time per frame", workload);
  fprintf(draft->caption,
          "Error of each %s over the whole course of the workload, against the time of a frame. A mark is a row: a "
          "number of time steps and iterations%s. Lower is more "
          "accurate, further left is faster. Only rows whose states passed the checks are shown.%s Horizontal lines "
          "through the marks: 95 %% intervals.",
          methods ? "method" : "solver", methods ? "" : ", and a setting",
          methods ? "" : " Each solver was timed by its own clock, without the talk between the programs.");
  if (left_out > 0)
    fprintf(draft->caption, " Shown are the first %d. Left out: %d, see Results.", CURVES_LINES, left_out);
  curves_draw(&chart, draft);
  return true;
}
