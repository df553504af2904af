/* Why this file exists: the figure of other people's solvers: error against time per frame, one figure for each workload,
 * with a line for each solver and setting. A speed without its error would favour who answers least. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curves.h"
#include "read/memory.h"
#include "read/peers.h"

static int by_time(const void *a, const void *b) {
  const report_point *p = *(const report_point *const *)a, *q = *(const report_point *const *)b;
  return (p->median > q->median) - (p->median < q->median);
}

/// The rows of a line, from its first row on, by time. Returns their number.
static int line_of(const report_run *run, const char *workload, int first, const report_point **out) {
  char label[CURVES_LABEL], own[CURVES_LABEL];
  const char *benchmark = run->points[first].benchmark;
  int count = 0;
  report_peer_label(&run->points[first], label, sizeof label);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!report_peer_belongs(p, benchmark, workload) || strcmp(report_peer_label(p, own, sizeof own), label) != 0)
      continue;
    if (i < first) return 0; /* an earlier row opened it */
    out[count++] = p;
  }
  qsort(out, (size_t)count, sizeof *out, by_time);
  return count;
}

bool report_draft_peers(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *workload = report_peer_workload(run, subject->benchmark, index);
  const report_point **rows = workload ? report_memory((size_t)run->count, sizeof *rows) : NULL;
  curves chart = {.panel_count = 1, .marks = true};
  int left_out = 0;
  if (!rows) return false;
  chart.panels[0] = (curves_panel){"", "milliseconds of computing per frame", "error [%]", true, true};
  for (int i = 0; i < run->count; i++) {
    char label[CURVES_LABEL];
    if (!report_peer_belongs(&run->points[i], subject->benchmark, workload)) continue;
    const int count = line_of(run, workload, i, rows);
    if (count > 0 && !curves_line(&chart, report_peer_label(&run->points[i], label, sizeof label))) left_out++;
    for (int k = 0; k < count && left_out == 0; k++) {
      const report_point *p = rows[k];
      const bool interval = p->low > 0 && p->high > 0;
      curves_put(&chart, 0, 1e3 * p->median, 100 * report_peer_error(p), 1e3 * (interval ? p->low : p->median),
                 1e3 * (interval ? p->high : p->median));
    }
  }
  free(rows);
  snprintf(draft->name, sizeof draft->name, "%.20s_%.36s", subject->benchmark, workload);
  fprintf(draft->title, "%s: error against time per frame", workload);
  fputs(
      "Error of each solver over the whole course of the workload, against the time of a frame. Lower is more "
      "accurate, further left is faster. Only rows whose states passed the checks are shown. Each solver was timed by "
      "its own clock, without the talk between the programs. Horizontal lines through the marks: 95 % intervals.",
      draft->caption);
  if (left_out > 0) fprintf(draft->caption, " Lines beyond the first %d are left out, see Results.", CURVES_LINES);
  curves_draw(&chart, draft);
  return true;
}
