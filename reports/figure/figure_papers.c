/* Why this file exists: the figure of our frame rates relative to published ones, in one chart for rates of
 * processors and one for rates of GPUs. */
#include <stdlib.h>
#include <string.h>

#include "support/html.h"
#include "ways.h"

/// "seq, mesh order" or "omp, group order, 2 threads".
static void label_way(const report_point *p, char out[DOTS_LABEL]) {
  char backend[REPORT_LABEL], order[REPORT_LABEL], threads[48] = "";
  report_axis_text(p, "backend", backend, sizeof backend);
  report_axis_text(p, "order", order, sizeof order);
  if (p->threads > 1) snprintf(threads, sizeof threads, ", %.0f threads", p->threads);
  snprintf(out, DOTS_LABEL, "%.60s%s%.60s%s%s", backend, order[0] ? ", " : "", order, order[0] ? " order" : "",
           threads);
}

static bool belongs(const report_point *p, const char *benchmark, const char *way) {
  const char *own = report_text(p->json, "published.way");
  return strcmp(p->benchmark, benchmark) == 0 && p->has_numbers && own && strcmp(own, way) == 0 &&
         report_number(p->json, "published.ratio") > 0;
}

/// The subject of a figure.
typedef struct choice {
  const char *benchmark, *way;
} choice;

static bool is_chosen(const report_point *p, const void *context) {
  const choice *wanted = context;
  return belongs(p, wanted->benchmark, wanted->way);
}

/// The number of threads counts too, because it may be lower than an axis allows.
static bool same_way(const report_point *a, const report_point *b) {
  return report_same_axes_but("row", a, b) && !(a->threads < b->threads) && !(a->threads > b->threads);
}

/// Slow to fast: one constraint after the other comes first, as in the papers.
static void add_kinds(const report_way *kinds, int count, dots *chart) {
  char order[REPORT_LABEL];
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < count; k++) {
      const bool mesh = strcmp(report_axis_text(kinds[k].first, "order", order, sizeof order), "mesh") == 0;
      if (mesh == (pass == 0)) dots_kind(chart, kinds[k].label);
    }
}

static void put(const report_point *p, const report_way *kinds, int count, dots *chart) {
  char row[DOTS_LABEL];
  const double ratio = report_number(p->json, "published.ratio");
  report_axis_text(p, "row", row, sizeof row);
  for (int k = 0; k < count; k++)
    if (same_way(kinds[k].first, p))
      dots_put(chart, dots_row(chart, row), dots_kind(chart, kinds[k].label), ratio, ratio * p->fps_low / p->fps,
               ratio * p->fps_high / p->fps);
}

bool report_draft_papers(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  static const char *const ways[2] = {"sequential", "gpu"};
  dots chart;
  /* The first figure shows the kind that the run has first. */
  bool has[2] = {false, false};
  for (int w = 0; w < 2; w++)
    for (int i = 0; i < run->count && !has[w]; i++) has[w] = belongs(&run->points[i], benchmark, ways[w]);
  const int which = has[0] ? index : index + 1;
  if (which > 1 || !has[which] || !dots_open(&chart, run->count)) return false;
  const choice wanted = {benchmark, ways[which]};
  static const report_ways made = {is_chosen, same_way, label_way, "row"};
  int count;
  report_way *kinds = report_find_ways(run, &made, &wanted, &count);
  add_kinds(kinds, count, &chart);
  for (int i = 0; i < run->count; i++)
    if (is_chosen(&run->points[i], &wanted)) put(&run->points[i], kinds, count, &chart);
  free(kinds);
  dots_sort(&chart, true);
  snprintf(draft->name, sizeof draft->name, "%.30s_%s_published", benchmark, which == 0 ? "processor" : "gpu");
  fprintf(draft->title, "%s: our frame rate over the published one of a %s", benchmark,
          which == 0 ? "processor" : "GPU");
  fputs("Right of the line at 1 we are faster. Each row is a printed rate (its key in data/papers/fps.csv), measured "
        "here with the same constraints, iterations and time step. Machines, plugins and drawing differ, so the ratio "
        "compares systems, not codes. For a printed range, its middle counts. Lines through the marks: 95 % intervals "
        "of our rate.",
        draft->caption);
  dots_draw(&chart, "our frames per second / published", 1, draft);
  dots_close(&chart);
  return true;
}
