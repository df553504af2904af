/* Why this file exists: the table of all points: numbers if they passed, else reasons. Axes that are constant within a
 * benchmark are named above its table. */
#include <string.h>

#include "support/html.h"
#include "read/machine.h"
#include "read/parts.h"
#include "page.h"

enum { NUMBERS = 8 };

/// The points of one benchmark and the axes that vary among them.
typedef struct table {
  const report_run *run;
  const char *benchmark;
  const char *axes[PAGE_AXES];
  int axis_count;
  bool energy, error, parts; ///< Whether a row has this.
} table;

static bool belongs(const table *t, const report_point *p) {
  return report_belongs(p, t->benchmark, NULL);
}

/// Whether this holds for all rows whose particles are known.
static bool all_square(const table *t) {
  int known = 0, squares = 0;
  for (int i = 0; i < t->run->count; i++) {
    const report_point *p = &t->run->points[i];
    if (!belongs(t, p) || !(p->particles > 0)) continue;
    known++, squares += report_is_square(p);
  }
  return known > 0 && squares == known;
}

static void put_axis_value(FILE *out, const report_point *p, const char *axis, bool square) {
  char text[256];
  const double number = report_axis_number(p, axis);
  if (square && strcmp(axis, "size") == 0)
    fprintf(out, "%.0f\xc3\x97%.0f", number, number);
  else
    html_text(out, report_axis_shown(p, axis, text, sizeof text));
}

/// Sort the axes into columns and into the line above the table.
static void put_fixed_axes(table *t, FILE *out) {
  const char *axes[PAGE_AXES];
  const int count = report_axes(t->run, t->benchmark, NULL, axes);
  const char *separator = "<p class=fixed>In all rows: ";
  for (int a = 0; a < count; a++) {
    const report_point *only = report_only_value(t->run, t->benchmark, NULL, axes[a]);
    if (!only) {
      t->axes[t->axis_count++] = axes[a];
      continue;
    }
    fputs(separator, out);
    html_text(out, axes[a]);
    fputc(' ', out);
    put_axis_value(out, only, axes[a], all_square(t));
    if (strcmp(axes[a], "threads") == 0 || strcmp(axes[a], "lanes") == 0)
      if (!(report_axis_number(only, axes[a]) > 0)) fputs(" (as many as there are)", out);
    separator = ", ";
  }
  if (separator[0] == ',') fputs(".</p>\n", out);
}

static void put_head(const table *t, FILE *out) {
  static const struct {
    const char *title, *meaning;
  } columns[] = {{"status", "ok: checked in this run"},
                 {"95 % interval", "of the FPS"},
                 {"\xc2\xb1 % of time", "half the interval of the frame time over its median"},
                 {"ms median", "median frame time"},
                 {"ms p99", "99th percentile of the frame time"},
                 {"ns / projection", "median frame time over the projections of a frame"},
                 {"M projections / s", "million constraint projections per second"},
                 {"episodes", "episodes measured: reset, warm frames, timed frames"},
                 {"stopped by", "why measuring stopped"},
                 {"proof", "how the row was checked"},
                 {"state hash", "64-bit hash of all positions and velocities: equal hashes mean bit-identical states"}};
  fputs("<thead><tr><th title=\"frames per second: 1 / median frame time\">FPS</th>", out);
  for (int a = 0; a < t->axis_count; a++) html_element(out, "th class=axis", t->axes[a]);
  if (t->error)
    fputs("<th title=\"distance of the state from the converged answer over the size of the scene\">error %</th>", out);
  if (t->energy) fputs("<th title=\"energy of all episodes over their frames\">energy / frame</th>", out);
  if (t->parts) fputs("<th title=\"shares of the frame time, in frames of their own\">parts of a frame</th>", out);
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
    fprintf(out, "<th title=\"%s\">%s</th>", columns[i].meaning, columns[i].title);
  fputs("</tr></thead><tbody>\n", out);
}

static void put_number(FILE *out, const char *text) {
  fprintf(out, "<td class=n>%s</td>", text);
}

static void put_numbers(const report_point *p, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  if (p->fps_low > 0 && p->fps_high > 0) {
    fprintf(out, "<td class=n>%s \xe2\x80\xa6 %s</td>", html_fps(p->fps_low, a), html_fps(p->fps_high, b));
    put_number(out, html_percent(p->relative, a));
  } else {
    fprintf(out, "<td colspan=2 class=source>%s</td>", report_too_few(p));
  }
  put_number(out, html_digits(1e3 * p->median, a));
  put_number(out, html_digits(1e3 * p->p99, a));
  put_number(out, html_fps(p->ns_each, a));
  put_number(out, html_fps(1e-6 * p->per_second, a));
  snprintf(a, sizeof a, "%.0f", p->episodes);
  put_number(out, p->episodes >= 0 ? a : "\xe2\x80\x93");
  html_element(out, "td", p->stop);
}

static void put_row(const table *t, const report_point *p, FILE *out) {
  char text[HTML_NUMBER], parts[REPORT_LABEL];
  fprintf(out, "<tr class=%s><td class=n><b>%s</b>%s</td>", report_state_name(p->state),
          p->has_numbers ? html_fps(p->fps, text) : "\xe2\x80\x93",
          p->has_numbers && p->flagged ? " <span title=\"a cause of noise was seen\">\xe2\x89\x88</span>" : "");
  for (int a = 0; a < t->axis_count; a++) {
    fputs("<td>", out);
    put_axis_value(out, p, t->axes[a], report_is_square(p));
    fputs("</td>", out);
  }
  if (t->error) put_number(out, html_percent(report_error(p), text));
  if (t->energy)
    fprintf(out, "<td class=n>%s%s</td>", html_prefixed(report_energy(p), text), report_energy(p) > 0 ? "J" : "");
  if (t->parts) html_element(out, "td", report_parts(p, parts, sizeof parts));
  html_element(out, "td", report_state_name(p->state));
  if (p->has_numbers) {
    put_numbers(p, out);
  } else {
    fprintf(out, "<td colspan=%d class=why>", NUMBERS);
    html_put(out, "%s</td>", p->reason ? p->reason : "not timed");
  }
  html_put(out, "<td class=proof>%s</td><td class=hash>%s</td></tr>\n", p->checked ? p->checked : "not checked",
           p->state == REPORT_INVALID ? "" : p->hash);
}

static void put_table(const report_run *run, const char *benchmark, FILE *out) {
  table t = {.run = run, .benchmark = benchmark};
  const bool peers = report_kind_of(run, benchmark) == REPORT_PEERS; /* they refuse more rows than they compute */
  int skipped = 0;
  char parts[REPORT_LABEL];
  html_element(out, "h3", benchmark);
  const char *about = report_text(report_benchmark(run, benchmark), "about");
  if (about) html_element(out, "p", about);
  put_fixed_axes(&t, out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    t.energy = t.energy || (belongs(&t, p) && report_energy(p) > 0);
    t.error = t.error || (belongs(&t, p) && report_error(p) >= 0);
    t.parts = t.parts || (belongs(&t, p) && report_parts(p, parts, sizeof parts)[0]);
  }
  fputs("<div class=\"scroll tall\"><table class=results>\n", out);
  put_head(&t, out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!belongs(&t, p)) continue;
    const bool left = peers && p->state == REPORT_SKIPPED;
    skipped += left;
    if (!left) put_row(&t, p, out);
  }
  fputs("</tbody></table></div>\n", out);
  if (skipped > 0)
    fprintf(out,
            "<p class=source>%d row%s skipped. The reasons are under &quot;Rows without a time, and why&quot;.</p>\n",
            skipped, skipped == 1 ? " was" : "s were");
}

xpbd_status report_put_results(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  for (int i = 0; i < run->count; i++)
    if (report_is_first(run, i)) put_table(run, run->points[i].benchmark, out);
  return XPBD_OK;
}
