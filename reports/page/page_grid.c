/* Why this file exists: a benchmark of many scenes is read by scene. This table has a row for each scene and a column
 * for each method and backend, before the long table of everything. */
#include <stdlib.h>
#include <string.h>

#include "read/history.h"
#include "support/html.h"
#include "read/memory.h"
#include "page.h"

enum { NAME = REPORT_LABEL };

/// A pair of method and backend of some point.
typedef struct column {
  char method[NAME], backend[NAME];
} column;

typedef struct grid {
  const report_run *run;
  const char *benchmark;
  column *columns;
  int column_count;
  const char *axes[PAGE_AXES]; ///< The axes that tell rows apart: the scene, and all others that vary.
  int axis_count;
} grid;

static bool belongs(const grid *g, const report_point *p) {
  return strcmp(p->benchmark, g->benchmark) == 0 && report_scene(p) != NULL;
}

static column column_of(const report_point *p) {
  column c;
  report_axis_text(p, "method", c.method, sizeof c.method);
  report_axis_text(p, "backend", c.backend, sizeof c.backend);
  return c;
}

static bool same_column(const column *a, const column *b) {
  return strcmp(a->method, b->method) == 0 && strcmp(a->backend, b->backend) == 0;
}

/// In the order of the run, the backends of one method side by side.
static void find_columns(grid *g) {
  g->columns = report_memory((size_t)g->run->count, sizeof *g->columns);
  if (!g->columns) return;
  for (int i = 0; i < g->run->count; i++) {
    if (!belongs(g, &g->run->points[i])) continue;
    const column c = column_of(&g->run->points[i]);
    int at = g->column_count;
    bool seen = false;
    for (int k = 0; k < g->column_count; k++) {
      seen = seen || same_column(&g->columns[k], &c);
      if (strcmp(g->columns[k].method, c.method) == 0) at = k + 1;
    }
    if (seen) continue;
    memmove(&g->columns[at + 1], &g->columns[at], (size_t)(g->column_count - at) * sizeof c);
    g->columns[at] = c;
    g->column_count++;
  }
}

static bool is_column_axis(const char *axis) {
  return strcmp(axis, "method") == 0 || strcmp(axis, "backend") == 0 || strcmp(axis, "scene") == 0;
}

static void find_axes(grid *g) {
  const char *axes[PAGE_AXES];
  const int count = report_axes(g->run, g->benchmark, NULL, axes);
  g->axes[g->axis_count++] = "scene";
  for (int i = 0; i < count; i++)
    if (!is_column_axis(axes[i]) && report_varies(g->run, g->benchmark, axes[i])) g->axes[g->axis_count++] = axes[i];
}

static bool same_row(const grid *g, const report_point *a, const report_point *b) {
  for (int i = 0; i < g->axis_count; i++)
    if (!report_same_axis(a, b, g->axes[i])) return false;
  return true;
}

static void put_head(const grid *g, FILE *out) {
  fputs("<thead><tr>", out);
  for (int a = 0; a < g->axis_count; a++) html_element(out, "th class=axis", g->axes[a]);
  for (int c = 0; c < g->column_count; c++) {
    html_put(out, "<th>%s", g->columns[c].method);
    if (g->columns[c].method[0] && g->columns[c].backend[0]) fputs("<br>", out);
    html_put(out, "%s</th>", g->columns[c].backend);
  }
  fputs("</tr></thead><tbody>\n", out);
}

/// The first point of the row in that column: FPS, or its status.
static void put_cell(const grid *g, const report_point *row, const column *c, FILE *out) {
  char text[HTML_NUMBER];
  const report_point *p = NULL;
  for (int i = 0; i < g->run->count && !p; i++) {
    const report_point *other = &g->run->points[i];
    const column own = column_of(other);
    if (belongs(g, other) && same_column(&own, c) && same_row(g, other, row)) p = other;
  }
  if (!p) {
    fputs("<td></td>", out);
  } else if (p->has_numbers) {
    fprintf(out, "<td class=n>%s</td>", html_fps(p->fps, text));
  } else {
    html_put(out, "<td class=source title=\"%s", p->reason ? p->reason : "not timed");
    fprintf(out, "\">%s</td>", report_state_name(p->state));
  }
}

static void put_row(const grid *g, const report_point *row, FILE *out) {
  char text[256];
  fputs("<tr>", out);
  for (int a = 0; a < g->axis_count; a++)
    html_element(out, a == 0 ? "th scope=row" : "td", report_axis_shown(row, g->axes[a], text, sizeof text));
  for (int c = 0; c < g->column_count; c++) put_cell(g, row, &g->columns[c], out);
  fputs("</tr>\n", out);
}

static void put_table(const grid *g, FILE *out) {
  fputs("<details><summary>Frames per second by method and backend</summary><p>Intervals, proofs and reasons are under "
        "<a href=#results>Results</a>. Empty cells are not in the plan.</p>\n"
        "<div class=\"scroll tall\"><table class=grid>\n",
        out);
  put_head(g, out);
  for (int i = 0; i < g->run->count; i++) {
    const report_point *p = &g->run->points[i];
    if (!belongs(g, p)) continue;
    bool first = true;
    for (int k = 0; k < i && first; k++) first = !belongs(g, &g->run->points[k]) || !same_row(g, &g->run->points[k], p);
    if (first) put_row(g, p, out);
  }
  fputs("</tbody></table></div></details>\n", out);
}

void report_put_grid(const report_run *run, const char *benchmark, FILE *out) {
  grid g = {.run = run, .benchmark = benchmark};
  find_columns(&g);
  find_axes(&g);
  if (g.column_count > 1 && g.axis_count > 0) put_table(&g, out);
  free(g.columns);
}
