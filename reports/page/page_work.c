/* Why this file exists: readers tend to compare methods at equal iterations. These are equal work only if frames have
 * equal numbers of projections and nothing else is solved. The page explains this for its rows. */
#include <string.h>

#include "support/html.h"
#include "page.h"

static bool is_of_method(const report_point *p, const char *method) {
  char own[REPORT_LABEL];
  return strcmp(report_axis_text(p, "method", own, sizeof own), method) == 0;
}

/// Whether two rows have equal counts along an axis, also if the count comes from the scene.
static bool is_as_many(const report_point *a, const report_point *b, const char *axis) {
  char one[REPORT_LABEL], other[REPORT_LABEL];
  return strcmp(report_axis_shown(a, axis, one, sizeof one), report_axis_shown(b, axis, other, sizeof other)) == 0;
}

/// Whether two rows differ only in the method.
static bool is_alike(const report_point *a, const report_point *b) {
  const char *key;
  json_t *value;
  bool alike = strcmp(a->benchmark, b->benchmark) == 0 && json_object_size(a->axes) == json_object_size(b->axes);
  json_object_foreach(a->axes, key, value) {
    const json_t *twin = json_object_get(b->axes, key);
    alike = alike && twin && (strcmp(key, "method") == 0 || json_equal(value, twin));
  }
  return alike && is_as_many(a, b, "iterations") && is_as_many(a, b, "substeps");
}

/// The first row before `index` that is alike but has another number of projections. Both have numbers.
static const report_point *other_work(const report_run *run, int index) {
  const report_point *p = &run->points[index];
  for (int i = 0; i < index && p->has_numbers; i++) {
    const report_point *q = &run->points[i];
    if (q->has_numbers && (q->projections < p->projections || q->projections > p->projections) && is_alike(p, q))
      return q;
  }
  return NULL;
}

/// Whether an earlier row of the same method already showed that its work differs.
static bool is_said(const report_run *run, int index) {
  char method[REPORT_LABEL];
  report_axis_text(&run->points[index], "method", method, sizeof method);
  for (int i = 0; i < index; i++)
    if (is_of_method(&run->points[i], method) && other_work(run, i)) return true;
  return false;
}

/// " only if ... Here pd projects 1616000 where xpbd projects 976000 (scenes/...)", for each method once.
static bool put_differences(const report_run *run, FILE *out) {
  const char *before = " only if a frame has equally many projections. Here ";
  char method[REPORT_LABEL], other[REPORT_LABEL];
  bool any = false;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i], *q = other_work(run, i);
    if (!q || is_said(run, i)) continue;
    fputs(before, out);
    html_text(out, report_axis_text(p, "method", method, sizeof method));
    fprintf(out, " projects %.0f where ", p->projections);
    html_text(out, report_axis_text(q, "method", other, sizeof other));
    fprintf(out, " projects %.0f (", q->projections);
    report_put_row(run, p, out);
    fputc(')', out);
    before = ", ";
    any = true;
  }
  return any;
}

/// "fms and pd": the methods of this run that solve for all particles at once. "" = none.
static const char *global_methods(const report_run *run) {
  bool fms = false, pd = false;
  for (int i = 0; i < run->count; i++) {
    fms = fms || (run->points[i].has_numbers && is_of_method(&run->points[i], "fms"));
    pd = pd || (run->points[i].has_numbers && is_of_method(&run->points[i], "pd"));
  }
  return fms && pd ? "fms and pd" : fms ? "fms" : pd ? "pd" : "";
}

xpbd_status report_put_work(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *global = global_methods(run);
  fputs("Equal iterations are equal work", out);
  const bool differs = put_differences(run, out);
  if (global[0])
    fprintf(out, "%s %s also solve%s one system of equations for all particles in every iteration",
            differs ? "." : " among methods that only project.", global, strchr(global, ' ') ? "" : "s");
  fputs(differs || global[0] ? ". Equal work is not equal quality." : ", not equal quality.", out);
  return XPBD_OK;
}
