/* Why this file exists: the number that formulas and kernels are compared by: nanoseconds per projection, for each formula in
 * mesh order, in group order one at a time and in group order side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

enum { KINDS = 7 };

/// A way to do the work: all points of the benchmark that differ in the constraint alone.
typedef struct way {
  const report_point *first;
  char label[REPORT_LABEL];
} way;

static bool same_kind(const report_point *a, const report_point *b) {
  if (json_object_size(a->axes) != json_object_size(b->axes)) return false;
  const char *key;
  json_t *value;
  json_object_foreach(a->axes, key, value) {
    if (strcmp(key, "constraint") == 0) continue;
    const json_t *other = json_object_get(b->axes, key);
    if (!other || !json_equal(value, other)) return false;
  }
  return true;
}

static bool usable(const report_point *p, const char *benchmark) {
  return p->has_numbers && p->ns_each > 0 && strcmp(p->benchmark, benchmark) == 0;
}

static void label_kind(way *kind) {
  char order[32], backend[32], threads[48] = "";
  const report_point *p = kind->first;
  report_axis_text(p, "order", order, sizeof order);
  report_axis_text(p, "backend", backend, sizeof backend);
  if (p->threads > 1) snprintf(threads, sizeof threads, ", %.0f threads", p->threads);
  const size_t length =
      (size_t)snprintf(kind->label, sizeof kind->label, "%s%s%s order, ", strcmp(backend, "seq") == 0 ? "" : backend,
                       strcmp(backend, "seq") == 0 ? "" : ", ", order[0] ? order : "standard");
  if (length >= sizeof kind->label) return;
  if (p->lanes > 1)
    snprintf(kind->label + length, sizeof kind->label - length, "%.0f side by side (SIMD)%s", p->lanes, threads);
  else
    snprintf(kind->label + length, sizeof kind->label - length, "one by one%s", threads);
}

static int find_kinds(const report_run *run, const char *benchmark, way kinds[KINDS]) {
  int count = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!usable(p, benchmark)) continue;
    bool seen = false;
    for (int k = 0; k < count && !seen; k++) seen = same_kind(kinds[k].first, p);
    if (!seen && count < KINDS) kinds[count++].first = p;
  }
  /* Slow to fast, as the work was improved: mesh order, groups, groups side by side. */
  for (int a = 1; a < count; a++) {
    const way moved = kinds[a];
    int at = a;
    for (; at > 0 && kinds[at - 1].first->ns_each < moved.first->ns_each; at--) kinds[at] = kinds[at - 1];
    kinds[at] = moved;
  }
  for (int k = 0; k < count; k++) label_kind(&kinds[k]);
  return count;
}

/// Rows are constraints in the order of the run; `rows` holds the index of each.
static int find_rows(const report_run *run, const char *benchmark, int *rows) {
  int count = 0;
  char constraint[REPORT_LABEL];
  for (int i = 0; i < run->count; i++) {
    if (!usable(&run->points[i], benchmark)) continue;
    const int index =
        report_constraint_index(run, report_axis_text(&run->points[i], "constraint", constraint, sizeof constraint));
    int at = 0;
    while (at < count && rows[at] < index) at++;
    if (at < count && rows[at] == index) continue;
    memmove(rows + at + 1, rows + at, (size_t)(count - at) * sizeof *rows);
    rows[at] = index;
    count++;
  }
  return count;
}

static int find_row(const int *rows, int count, int index) {
  for (int r = 0; r < count; r++)
    if (rows[r] == index) return r;
  return 0;
}

/// Returns the longest reach of a bar and its interval.
static double put_kind(const report_run *run, const char *benchmark, const way *kind, double shift, const int *rows,
                       int row_count, FILE *data) {
  double reach = 0;
  char constraint[REPORT_LABEL];
  fputs("# ", data);
  report_data_text(data, kind->label, '\n');
  fputs("# row\trow\tns\tns_lo95\tns_hi95\tlabel_at\tlabel\tconstraint\n", data);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!usable(p, benchmark) || !same_kind(kind->first, p)) continue;
    report_axis_text(p, "constraint", constraint, sizeof constraint);
    const double y = 1 + find_row(rows, row_count, report_constraint_index(run, constraint)) + shift;
    const double end = fmax(p->ns_each, p->ns_high); /* fmax passes over NaN */
    report_data_number(data, y, '\t');
    report_data_number(data, y, '\t');
    report_data_number(data, p->ns_each, '\t');
    report_data_number(data, p->ns_low, '\t');
    report_data_number(data, p->ns_high, '\t');
    report_data_number(data, end, '\t');
    fprintf(data, "%.*f\t", p->ns_each >= 100 ? 0 : p->ns_each >= 10 ? 1 : 2, p->ns_each);
    report_data_text(data, constraint, '\n');
    reach = fmax(reach, end);
  }
  return reach;
}

static void put_rows(const report_run *run, const char *benchmark, const int *rows, int row_count, FILE *script) {
  char constraint[REPORT_LABEL];
  fputs("set ytics (", script);
  for (int r = 0; r < row_count; r++) {
    for (int i = 0; i < run->count; i++) {
      if (!usable(&run->points[i], benchmark)) continue;
      report_axis_text(&run->points[i], "constraint", constraint, sizeof constraint);
      if (report_constraint_index(run, constraint) == rows[r]) break;
    }
    fputs(r > 0 ? ", " : "", script);
    report_script_string(script, constraint);
    fprintf(script, " %d", r + 1);
  }
  fprintf(script, ")\nrow_count = %d\n", row_count);
}

static void put_kinds(const way *kinds, int count, FILE *script) {
  /* From pale to dark, not the colours of constraints: here a colour is a way to do the work. */
  static const int shades[KINDS] = {0xb8c4d0, 0x7fa6c9, 0x0072b2, 0x003f66, 0xe69f00, 0xd55e00, 0x7f7f7f};
  fprintf(script, "kind_count = %d\narray kind_label[%d]\narray kind_colour[%d]\n", count, count, count);
  for (int k = 0; k < count; k++) {
    fprintf(script, "kind_label[%d] = ", k + 1);
    report_script_string(script, kinds[k].label);
    fprintf(script, "\nkind_colour[%d] = 0x%06x\n", k + 1, (unsigned)shades[k]);
  }
}

bool report_draft_projection(const report_run *run, const char *benchmark, report_draft *draft) {
  way kinds[KINDS];
  const int kind_count = find_kinds(run, benchmark, kinds);
  int *rows = run->count > 0 ? calloc((size_t)run->count, sizeof *rows) : NULL;
  const int row_count = rows ? find_rows(run, benchmark, rows) : 0;
  if (row_count == 0 || kind_count == 0 || report_axis_number(kinds[0].first, "size") < 1) {
    free(rows);
    return false;
  }
  double reach = 0;
  const double step = 0.8 / kind_count;
  draft->body = "projection";
  snprintf(draft->name, sizeof draft->name, "%.32s_ns", benchmark);
  fprintf(draft->title, "%s: time of one constraint projection", benchmark);
  for (int k = 0; k < kind_count; k++) {
    if (k > 0) fputs("\n\n", draft->data);
    reach = fmax(
        reach, put_kind(run, benchmark, &kinds[k], step * (k - 0.5 * (kind_count - 1)), rows, row_count, draft->data));
  }
  fprintf(
      draft->caption,
      "Median frame time over the projections of a frame (%.0f particles, %.0f iterations, so that what a frame "
      "costs "
      "beside them hardly counts). Shorter is faster. The order of projections is the mesh's or that of independent "
      "groups, whose constraints may be computed side by side. Lines on the bars: 95 %% intervals.",
      kinds[0].first->particles, report_axis_number(kinds[0].first, "iterations"));
  put_rows(run, benchmark, rows, row_count, draft->script);
  put_kinds(kinds, kind_count, draft->script);
  report_script_number(draft->script, "half", 0.5 * step);
  report_script_number(draft->script, "x_high", 1.12 * reach);
  fprintf(draft->script, "key_rows = %d\npanel_count = 1\nwide_columns = 1\npanel_width = 760\npanel_height = %d\n",
          kind_count, 110 + 18 * kind_count + 18 * kind_count * row_count);
  free(rows);
  return true;
}
