/* Why this file exists: compares formulas and kernels by nanoseconds per projection. Each formula has marks for mesh
 * order, group order one by one, and group order side by side. Each kind of element has a figure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dots.h"
#include "support/formula_words.h"
#include "ways.h"

enum { ELEMENTS = 4 /* see element_of */, GRADIENTS = 25 };
#define LEAST_ERROR 1e-17 /* position of an exact gradient on a logarithmic axis */

static bool usable(const report_point *p, const char *benchmark) {
  return p->has_numbers && p->ns_each > 0 && strcmp(p->benchmark, benchmark) == 0;
}

/// "mesh order, one by one": how it was computed.
static void label_way(const report_point *p, char label[DOTS_LABEL]) {
  char order[REPORT_LABEL], backend[REPORT_LABEL], threads[48] = "";
  report_axis_text(p, "order", order, sizeof order);
  report_axis_text(p, "backend", backend, sizeof backend);
  if (p->threads > 1) snprintf(threads, sizeof threads, ", %.0f threads", p->threads);
  const size_t length =
      (size_t)snprintf(label, DOTS_LABEL, "%s%s%s order, ", strcmp(backend, "seq") == 0 ? "" : backend,
                       strcmp(backend, "seq") == 0 ? "" : ", ", order[0] ? order : "standard");
  if (length >= DOTS_LABEL) return;
  if (p->lanes > 1)
    snprintf(label + length, DOTS_LABEL - length, "%.0f side by side (SIMD)%s", p->lanes, threads);
  else
    snprintf(label + length, DOTS_LABEL - length, "one by one%s", threads);
}

static bool is_usable(const report_point *p, const void *benchmark) {
  return usable(p, benchmark);
}

static bool same_way(const report_point *a, const report_point *b) {
  return report_same_axes_but("constraint", a, b);
}

/// All ways: the drawn ones slow to fast, then the others. The caller frees them. NULL without memory.
static report_way *find_kinds(const report_run *run, const char *benchmark, int *kind_count) {
  static const report_ways made = {is_usable, same_way, label_way, "constraint"};
  report_way *kinds = report_find_ways(run, &made, benchmark, kind_count);
  /* Slow to fast: mesh order, groups, groups side by side. */
  for (int a = 1; kinds && a < *kind_count && a < DOTS_KINDS; a++) {
    const report_way moved = kinds[a];
    int at = a;
    for (; at > 0 && kinds[at - 1].first->ns_each < moved.first->ns_each; at--) kinds[at] = kinds[at - 1];
    kinds[at] = moved;
  }
  return kinds;
}

/// The kind of element of a formula. Kinds with few formulas share one with unknown formulas.
static const char *element_of(const char *constraint) {
  char name[REPORT_LABEL];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(constraint, "+:"), constraint);
  const int formula = xpbd_formula_find(name);
  const xpbd_element element = formula < 0 ? XPBD_ELEMENTS : xpbd_formula_at(formula)->element;
  const bool many = element == XPBD_ON_EDGES || element == XPBD_ON_TRIANGLES || element == XPBD_ON_TETS;
  return many ? formula_element_word(element) : "other elements";
}

/// A number of a point and its interval, NaN = none.
typedef struct shown {
  double value, low, high;
} shown;

static shown nanoseconds(const report_point *p) {
  return (shown){p->ns_each, p->ns_low, p->ns_high};
}

/// Relative to the peak of its threads, scalar or vector as the row ran.
static shown share_of_peak(const report_point *p) {
  const double share = report_number(p->json, "roofline.compute_share");
  return (shown){share, share * p->median / p->high, share * p->median / p->low};
}

static void fill(const report_run *run, const char *benchmark, const char *element, const report_way *kinds,
                 int kind_count, shown (*number)(const report_point *), dots *chart) {
  char constraint[REPORT_LABEL];
  for (int k = 0; k < kind_count; k++) {
    for (int i = 0; i < run->count; i++) {
      const report_point *p = &run->points[i];
      if (!usable(p, benchmark) || !same_way(kinds[k].first, p)) continue;
      report_axis_text(p, "constraint", constraint, sizeof constraint);
      if (strcmp(element_of(constraint), element) != 0) continue;
      const shown n = number(p);
      if (!(n.value > 0)) continue; /* a row without a share is left out */
      dots_put(chart, dots_row(chart, constraint), dots_kind(chart, kinds[k].label), n.value, n.low, n.high);
    }
  }
}

/// The element number `index` of the run, in the order of its first formulas. NULL past the last.
static const char *element_at(const report_run *run, const char *benchmark, int index) {
  const char *seen[ELEMENTS];
  char constraint[REPORT_LABEL];
  int count = 0;
  for (int i = 0; i < run->count; i++) {
    if (!usable(&run->points[i], benchmark)) continue;
    const char *element = element_of(report_axis_text(&run->points[i], "constraint", constraint, sizeof constraint));
    bool known = false;
    for (int k = 0; k < count && !known; k++) known = strcmp(seen[k], element) == 0;
    if (known || count == ELEMENTS) continue;
    if (count == index) return element;
    seen[count++] = element;
  }
  return NULL;
}

/// Shared data of the charts for one kind of element: rows, marks, name.
typedef struct chart_of {
  dots chart;
  const char *element;
  double particles, iterations; ///< Values of the first way.
} chart_of;

/// Chart number `index` of a number of points, sorted from the largest or the smallest.
/// False if there is no such element.
static bool open_chart(const report_subject *subject, int index, shown (*number)(const report_point *), bool largest,
                       const char *kind, chart_of *out, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  int count = 0;
  report_way *kinds = find_kinds(run, benchmark, &count);
  out->element = element_at(run, benchmark, index);
  const bool good = out->element && count > 0 && dots_open(&out->chart, run->count);
  if (good) {
    out->particles = kinds[0].first->particles;
    out->iterations = report_axis_number(kinds[0].first, "iterations");
    fill(run, benchmark, out->element, kinds, count, number, &out->chart);
    dots_sort(&out->chart, largest);
    snprintf(draft->name, sizeof draft->name, "%.30s_%.20s_%s", benchmark, out->element, kind);
  }
  free(kinds);
  return good;
}

bool report_draft_projection(const report_subject *subject, int index, report_draft *draft) {
  chart_of own;
  if (!open_chart(subject, index, nanoseconds, false, "ns", &own, draft)) return false;
  fprintf(draft->title, "%s: time of one projection, formulas on %s", subject->benchmark, own.element);
  fprintf(draft->caption,
          "Median frame time over the projections of a frame (%.0f particles, %.0f iteration%s, so that other costs of "
          "a frame hardly count). The scale is logarithmic, left is faster, and the fastest formula comes first. "
          "Projections run in mesh order or by independent groups, whose constraints may be computed side by side. "
          "Lines through the marks: 95 %% intervals.",
          own.particles, own.iterations, own.iterations <= 1 ? "" : "s");
  dots_draw(&own.chart, "nanoseconds per projection", 0, draft);
  dots_close(&own.chart);
  return true;
}

/// Smallest and largest share of the memory bandwidth in a run. False if no point has one.
static bool memory_shares(const report_run *run, const char *benchmark, double range[2]) {
  range[0] = INFINITY, range[1] = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    const double share = usable(p, benchmark) ? report_number(p->json, "roofline.memory_share") : (double)NAN;
    if (share > 0) range[0] = fmin(range[0], share), range[1] = fmax(range[1], share);
  }
  return range[1] > 0;
}

bool report_draft_roofline(const report_subject *subject, int index, report_draft *draft) {
  double memory[2];
  chart_of own;
  if (!open_chart(subject, index, share_of_peak, true, "roofline", &own, draft)) return false;
  fprintf(draft->title, "%s: share of the peak, formulas on %s", subject->benchmark, own.element);
  fprintf(draft->caption,
          "Floating-point operations per second, over the most that a loop of multiply-adds reaches here with the same "
          "threads, width and precision. The operations of a projection are counted from its source. Right is nearer "
          "to the peak of the processor. Divisions, roots, loads, stores and waiting for results keep a row below 1.");
  if (memory_shares(subject->run, subject->benchmark, memory))
    fprintf(draft->caption,
            " The bytes that a projection reads and writes are %.2g to %.2g times what memory streams in that time. "
            "Above 1, caches must have held them.",
            memory[0], memory[1]);
  dots_draw(&own.chart, "share of the peak", 1, draft);
  dots_close(&own.chart);
  return true;
}

bool report_draft_gradients(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const char *benchmark = subject->benchmark;
  char constraint[REPORT_LABEL];
  dots chart;
  if (index > 0 || !dots_open(&chart, run->count)) return false;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    const double error = usable(p, benchmark) ? report_check(p, "error of the gradient") : (double)NAN;
    if (!(error >= 0)) continue;
    report_axis_text(p, "constraint", constraint, sizeof constraint);
    dots_put(&chart, dots_row(&chart, constraint), dots_kind(&chart, "gradient"), fmax(error, LEAST_ERROR), NAN, NAN);
  }
  const int all = chart.row_count;
  dots_sort(&chart, true);
  chart.row_count = all < GRADIENTS ? all : GRADIENTS;
  snprintf(draft->name, sizeof draft->name, "%.30s_gradient", benchmark);
  fprintf(draft->title, "%s: error of the gradients", benchmark);
  fprintf(draft->caption,
          "Largest difference between a formula's gradient and the exact one, over the largest component, on deformed "
          "elements in double precision. The exact one is the complex step of C. One rounding is 2.2e-16. A row above "
          "1e-6 shows no numbers at all. Shown are the %d largest of %d. The error is computed, not measured, and has "
          "no interval.",
          chart.row_count, all);
  if (all > 0) dots_draw(&chart, "relative error of the gradient", 0, draft);
  dots_close(&chart);
  return all > 0;
}
