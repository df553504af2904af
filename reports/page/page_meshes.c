/* Why this file exists: shows the cost of a mesh and its numbering: the time of a projection relative to the grid in
 * its own numbering, and the limit that the project has set itself. */
#include <math.h>
#include <string.h>

#include "support/html.h"
#include "page.h"

/// A projection may take at most this many times the grid's time, on any mesh in any numbering.
#define LIMIT 3.0

enum { WITHIN, BEYOND, NOT_SHOWN, NO_INTERVAL, VERDICTS };
static const char *const words[VERDICTS] = {"within", "beyond", "not shown", "no interval"};

static bool has_value(const report_point *p, const char *axis, const char *value) {
  char text[REPORT_LABEL];
  return strcmp(report_axis_text(p, axis, text, sizeof text), value) == 0;
}

/// The generated cloth. auto is another mesh for formulas that need an inside.
static bool is_grid(const report_point *p) {
  const double side = report_axis_number(p, "size");
  return (has_value(p, "mesh", "auto") || has_value(p, "mesh", "cloth")) && has_value(p, "numbering", "mesh") &&
         p->particles >= side * side && p->particles <= side * side;
}

/// The grid's row that differs from this one only in mesh and numbering. NULL = none, or this row is on the grid.
static const report_point *grid_of(const report_run *run, const report_point *p) {
  if (!p->has_numbers || !(p->projections > 0) || is_grid(p)) return NULL;
  for (int i = 0; i < run->count; i++) {
    const report_point *grid = &run->points[i];
    if (!grid->has_numbers || !(grid->projections > 0) || strcmp(grid->benchmark, p->benchmark) != 0 || !is_grid(grid))
      continue;
    bool same = true;
    const char *key;
    json_t *value;
    json_object_foreach(grid->axes, key, value) {
      if (strcmp(key, "mesh") != 0 && strcmp(key, "numbering") != 0) same = same && report_same_axis(grid, p, key);
    }
    if (same) return grid;
  }
  return NULL;
}

/// Time of a projection relative to the grid.
static report_ratio times_grid(const report_point *p, const report_point *grid) {
  const report_ratio frames = report_speedup(grid, p);
  const double each = grid->projections / p->projections;
  return (report_ratio){each * frames.value, each * frames.low, each * frames.high};
}

static int verdict_of(const report_ratio *ratio) {
  if (isnan(ratio->low)) return NO_INTERVAL;
  return ratio->high <= LIMIT ? WITHIN : ratio->low > LIMIT ? BEYOND : NOT_SHOWN;
}

/// Rows of backends: from the cheapest mesh to the slowest, and how many are within the limit.
static void put_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *least = NULL, *most = NULL;
  report_ratio low = {0}, high = {0};
  int count[VERDICTS] = {0}, rows = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i], *grid = grid_of(run, p);
    if (!grid || strcmp(p->benchmark, benchmark) != 0 || report_is_peer_row(p)) continue;
    const report_ratio ratio = times_grid(p, grid);
    if (!least || ratio.value < low.value) least = p, low = ratio;
    if (!most || ratio.value > high.value) most = p, high = ratio;
    count[verdict_of(&ratio)]++;
    rows++;
  }
  if (rows == 0) return;
  fputs("<p>On meshes and numberings other than the grid's own, a projection takes ", out);
  if (most != least) report_put_ratio(&low, out), fputs(" to ", out);
  report_put_ratio(&high, out);
  fputs(" times the grid's time (", out);
  if (most != least) report_put_row(run, least, out), fputs(" to ", out);
  report_put_row(run, most, out);
  fprintf(out, "). The project's own limit is %.0f: %d of %d row%s within it", LIMIT, count[WITHIN], rows,
          rows == 1 ? " is" : "s are");
  if (count[BEYOND] > 0) fprintf(out, ", <span class=warn>%d beyond it</span>", count[BEYOND]);
  if (count[NOT_SHOWN] > 0) fprintf(out, ", %d not shown to be either", count[NOT_SHOWN]);
  if (count[NO_INTERVAL] > 0) fprintf(out, ", %d without an interval", count[NO_INTERVAL]);
  fputs(".</p>\n", out);
}

static void put_row(const report_run *run, const report_point *p, const report_point *grid, FILE *out) {
  char text[HTML_NUMBER];
  const report_ratio ratio = times_grid(p, grid);
  const int verdict = verdict_of(&ratio);
  fputs("<tr><th scope=row>", out);
  report_put_row(run, p, out);
  fprintf(out, "</th><td class=n>%s</td><td class=n>", html_fps(p->ns_each, text));
  report_put_ratio(&ratio, out);
  if (report_is_peer_row(p)) /* the plain loop has no limit */
    fputs("</td><td>\xe2\x80\x93", out);
  else
    fprintf(out, "</td><td%s>%s", verdict == BEYOND ? " class=warn" : "", words[verdict]);
  fputs("</td></tr>\n", out);
}

void report_put_meshes(const report_run *run, const char *benchmark, FILE *out) {
  bool any = false, star = false;
  put_sentence(run, benchmark, out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i], *grid = grid_of(run, p);
    if (!grid || strcmp(p->benchmark, benchmark) != 0) continue;
    if (!any)
      fprintf(out,
              "<details><summary>Time of a projection on each mesh, relative to the grid</summary>\n"
              "<div class=scroll><table class=meshes>\n"
              "<thead><tr><th>row</th><th>ns / projection</th><th>times the grid</th><th title=\"with the whole 95 %% "
              "interval\">limit %.0f</th></tr></thead><tbody>\n",
              LIMIT);
    any = true;
    star = star || has_value(p, "mesh", "star");
    put_row(run, p, grid, out);
  }
  if (!any) return;
  fputs("</tbody></table></div>\n<p class=source>The grid is the same row with the mesh auto and the numbering mesh.",
        out);
  if (star)
    fputs(" The star's hub is pinned. With a free hub, every spoke would move the same particle and would wait for the "
          "spoke before it, in any order.",
          out);
  fputs("</p></details>\n", out);
}
