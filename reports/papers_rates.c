/* Why this file exists: the rates and times that a paper prints, beside those that were measured here; see papers.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "papers.h"

enum { MOST_WAYS = 6 };

/// A backend and an order of the constraints: a column of measured rates.
typedef struct way {
  const char *backend, *order;
} way;

/// The rate of a row of the paper by one way; -1 when it was not measured.
static int rate_row(const report_papers *all, const char *key, const way *w) {
  for (int row = 0; row < all->rates.row_count; row++)
    if (strcmp(report_sheet_text(&all->rates, row, "row"), key) == 0 &&
        strcmp(report_sheet_text(&all->rates, row, "backend"), w->backend) == 0 &&
        strcmp(report_sheet_text(&all->rates, row, "order"), w->order) == 0)
      return row;
  return -1;
}

static bool is_of(const report_paper *paper, int row) {
  return strcmp(report_sheet_text(&paper->all->published, row, "paper"), paper->name) == 0;
}

/// The ways in which some row of the paper was measured, sequential ones first.
static int ways_of(const report_paper *paper, way ways[MOST_WAYS]) {
  const report_sheet *rates = &paper->all->rates;
  int count = 0;
  for (int sequential = 1; sequential >= 0; sequential--)
    for (int row = 0; row < rates->row_count; row++) {
      const way w = {report_sheet_text(rates, row, "backend"), report_sheet_text(rates, row, "order")};
      const int published = report_sheet_find(&paper->all->published, "key", report_sheet_text(rates, row, "row"));
      if ((strcmp(w.order, "mesh") == 0) != sequential || published < 0 || !is_of(paper, published)) continue;
      bool known = false;
      for (int i = 0; i < count; i++)
        known = known || (strcmp(ways[i].backend, w.backend) == 0 && strcmp(ways[i].order, w.order) == 0);
      if (!known && count < MOST_WAYS) ways[count++] = w;
    }
  return count;
}

/// "6 to 7", or "55".
static void put_published(const report_sheet *published, int row, FILE *page) {
  const char *low = report_sheet_text(published, row, "fps_low"), *high = report_sheet_text(published, row, "fps_high");
  fputs("<td class=n>", page);
  html_text(page, low);
  if (strcmp(low, high) != 0) fputs(" to ", page), html_text(page, high);
  fputs("</td>", page);
}

static void put_rate(const report_papers *all, int rate, FILE *page) {
  char number[HTML_NUMBER], ratio[HTML_NUMBER];
  const double fps = report_sheet_number(&all->rates, rate, "fps");
  if (rate >= 0 && !isfinite(fps)) {
    report_put_cell(page, "<td>", report_sheet_text(&all->rates, rate, "status"));
    fputs("<td></td>", page);
    return;
  }
  const double factor = report_sheet_number(&all->rates, rate, "published_ratio");
  fprintf(page, "<td class=n>%s</td><td class=n>%s</td>", rate < 0 ? "" : html_fps(fps, number),
          rate < 0 ? "" : html_ratio(factor, ratio));
}

static void put_rate_head(const way *ways, int count, FILE *page) {
  fputs("<div class=scroll><table "
        "class=rates>\n<thead><tr><th>place<th>model<th>constraint<th>solver<th>iterations<th>our mesh"
        "<th>published FPS<th>on",
        page);
  for (int i = 0; i < count; i++) {
    fputs("<th>", page);
    html_text(page, ways[i].backend);
    fprintf(page, ", %s order [FPS]<th>ratio", ways[i].order);
  }
  fputs("</thead>\n<tbody>\n", page);
}

/// What stands above the table: which machines, and what a ratio says.
static void put_machines(const report_paper *paper, FILE *page) {
  const report_papers *all = paper->all;
  const int source = report_sheet_find(&all->sources, "paper", paper->name);
  fputs("<p>Published on: ", page);
  html_text(page, report_sheet_text(&all->sources, source, "cpu"));
  fprintf(page, " (%s cores, %s GHz); ", report_sheet_text(&all->sources, source, "cores"),
          report_sheet_text(&all->sources, source, "clock_ghz"));
  html_text(page, report_sheet_text(&all->sources, source, "gpu"));
  fputs("; ", page);
  html_text(page, report_sheet_text(&all->sources, source, "software"));
  fputs(". Measured here on: ", page);
  html_text(page, report_sheet_text(&all->machine, 0, "machine"));
  fputs(
      ". A ratio is ours over published; it compares systems, not codes: the published rates contain a plugin and "
      "drawing. Mesh order is the one loop of the papers, group order runs independent groups. Every rate was checked "
      "in the same run. Repeat: <code>build/bin/xpbd-bench papers",
      page);
  fprintf(page, "%s</code></p>\n", all->quick ? " --quick" : "");
}

/// Backends without a rate, with the reason that the benchmark gives once for all rows; and why rates of the paper were
/// skipped, as it says of the first.
static void put_left_out(const report_paper *paper, FILE *page) {
  const report_sheet *rates = &paper->all->rates;
  int skipped = 0;
  const char *why = "";
  for (int row = 0; row < rates->row_count; row++) {
    if (strcmp(report_sheet_text(rates, row, "status"), "skipped") != 0) continue;
    const char *key = report_sheet_text(rates, row, "row"), *reason = report_sheet_text(rates, row, "reason");
    const int published = report_sheet_find(&paper->all->published, "key", key);
    if (key[0] && published >= 0 && is_of(paper, published) && skipped++ == 0) why = reason;
    if (key[0]) continue;
    fputs("<p class=source>No rates of the backend ", page);
    html_text(page, report_sheet_text(rates, row, "backend"));
    fputs(": ", page);
    html_text(page, reason);
    fputs(".</p>\n", page);
  }
  if (skipped == 0) return;
  fprintf(page, "<p class=source>%d rates were skipped; the first because: ", skipped);
  html_text(page, why);
  fputs(".</p>\n", page);
}

void report_put_rates(const report_paper *paper, FILE *page) {
  const report_sheet *published = &paper->all->published;
  way ways[MOST_WAYS];
  int rows = 0;
  for (int row = 0; row < published->row_count; row++) rows += is_of(paper, row);
  fputs("<h2 id=rates>Frame rates</h2>\n", page);
  if (rows == 0) {
    fputs("<p>The paper prints no frame rate, no time and no machine.</p>\n", page);
    return;
  }
  put_machines(paper, page);
  const int count = ways_of(paper, ways);
  if (count == 0) fputs("<p class=warn>The rates were not measured in this run.</p>\n", page);
  if (count > 0 && paper->all->quick)
    fputs(
        "<p class=warn>--quick measures one of several rows with the same work, briefly; empty cells were not measured."
        "</p>\n",
        page);
  put_left_out(paper, page);
  put_rate_head(ways, count, page);
  for (int row = 0; row < published->row_count; row++) {
    if (!is_of(paper, row)) continue;
    static const char *const columns[] = {"place", "model", "constraint", "solver", "iterations", "our_mesh"};
    fputs("<tr>", page);
    for (int c = 0; c < 6; c++)
      report_put_cell(page,
                      c == 4   ? "<td class=n>"
                      : c == 2 ? "<td class=wide>"
                               : "<td>",
                      report_sheet_text(published, row, columns[c]));
    put_published(published, row, page);
    report_put_cell(page, "<td>", report_sheet_text(published, row, "device"));
    for (int i = 0; i < count; i++)
      put_rate(paper->all, rate_row(paper->all, report_sheet_text(published, row, "key"), &ways[i]), page);
    fputs("</tr>\n", page);
  }
  fputs("</tbody></table></div>\n", page);
}

/// Mean published rate, and ours by one way, of the rows of a solver for which both are there; returns how many.
static int mean_of(const report_paper *paper, const char *prefix, const char *solver, const way *w, double mean[2]) {
  const report_sheet *published = &paper->all->published;
  int count = 0;
  mean[0] = mean[1] = 0.0;
  for (int row = 0; row < published->row_count; row++) {
    const char *key = report_sheet_text(published, row, "key");
    if (strncmp(key, prefix, strlen(prefix)) != 0 || strcmp(report_sheet_text(published, row, "solver"), solver) != 0)
      continue;
    const double ours = report_sheet_number(&paper->all->rates, rate_row(paper->all, key, w), "fps");
    if (!isfinite(ours)) continue;
    mean[0] += report_sheet_number(published, row, "fps_low");
    mean[1] += ours;
    count++;
  }
  for (int i = 0; i < 2; i++) mean[i] /= count;
  return count;
}

bool report_put_means(const report_paper *paper, const char *prefix, FILE *page) {
  static const char *const solvers[] = {"xpbd", "energy"};
  way ways[MOST_WAYS];
  const int count = ways_of(paper, ways);
  char published[HTML_NUMBER], ours[HTML_NUMBER];
  fputs("<div class=scroll><table>\n<thead><tr><th>solver<th>backend<th>rows<th>mean published FPS<th>mean FPS here"
        "</thead>\n<tbody>\n",
        page);
  int shown = 0;
  for (int i = 0; i < count; i++)
    for (int s = 0; s < 2; s++) {
      double mean[2];
      const int rows = mean_of(paper, prefix, solvers[s], &ways[i], mean);
      if (rows == 0) continue;
      shown++;
      fprintf(page, "<tr><td>%s</td><td>", solvers[s]);
      html_text(page, ways[i].backend);
      fprintf(page, ", %s order</td><td class=n>%d</td><td class=n>%s</td><td class=n>%s</td></tr>\n", ways[i].order,
              rows, html_fps(mean[0], published), html_fps(mean[1], ours));
    }
  fputs("</tbody></table></div>\n", page);
  if (shown == 0) fputs("<p class=warn>The rates were not measured in this run.</p>\n", page);
  if (shown > 0 && paper->all->quick)
    fputs("<p class=warn>--quick measures the rows of XPBD only; the full run has both.</p>\n", page);
  return shown > 0;
}

bool report_put_times(const char *stem, FILE *page) {
  char path[4096], number[HTML_NUMBER];
  snprintf(path, sizeof path, "%s.tsv", stem);
  report_sheet sheet;
  bool shown = report_sheet_read(path, '\t', &sheet) == XPBD_OK;
  if (shown) {
    fputs("<div class=\"part scroll\"><table>\n<thead><tr><th>constraint<th>backend<th>order<th>threads<th>lanes"
          "<th>ns per projection</thead>\n<tbody>\n",
          page);
    static const char *const columns[] = {"constraint", "backend", "order", "threads_used", "lanes_used"};
    for (int row = 0; row < sheet.row_count; row++) {
      const double ns = report_sheet_number(&sheet, row, "ns_per_projection");
      if (!isfinite(ns)) continue;
      fputs("<tr>", page);
      for (int c = 0; c < 5; c++)
        report_put_cell(page, c > 2 ? "<td class=n>" : "<td>", report_sheet_text(&sheet, row, columns[c]));
      fprintf(page, "<td class=n>%s</td></tr>\n", html_digits(ns, number));
    }
    fputs("</tbody></table></div>\n", page);
  }
  report_sheet_free(&sheet);
  return shown;
}
