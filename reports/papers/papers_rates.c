/* Why this file exists: puts the printed rates and times of a paper beside our measured ones. */
#include <math.h>
#include <string.h>

#include "support/html.h"
#include "papers.h"

enum { MOST_WAYS = 6 };

/// A backend and an order of the constraints: a column of measured rates.
typedef struct way {
  const char *backend, *order;
} way;

/// The rate of a row of the paper in one way, -1 if it was not measured.
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
  html_put(page, "<td class=n>%s", low);
  if (strcmp(low, high) != 0) fputs(" to ", page), html_text(page, high);
  fputs("</td>", page);
}

/// A cell with a measured number, its 95 % interval below, and a mark if a cause of noise was seen.
static void put_measured(const char *(*show)(double, char[HTML_NUMBER]), const double value[3], bool noisy,
                         FILE *page) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  fprintf(page, "<td class=n>%s%s<br><span class=source>", show(value[0], a),
          noisy ? " <span title=\"a cause of noise was seen\">\xe2\x89\x88</span>" : "");
  if (isfinite(value[1]) && isfinite(value[2]))
    fprintf(page, "%s to %s</span></td>", show(value[1], a), show(value[2], b));
  else
    fputs("no interval</span></td>", page);
}

/// The number of a row in `column`, and its interval, which the table has either for the rate or for the time.
static void read_measured(const report_sheet *sheet, int row, const char *column, double out[3]) {
  const double fps = report_sheet_number(sheet, row, "fps"), value = report_sheet_number(sheet, row, column);
  const double low = report_sheet_number(sheet, row, "fps_lo95"), high = report_sheet_number(sheet, row, "fps_hi95");
  const bool time = strncmp(column, "ns_", 3) == 0; /* a lower rate is a longer time */
  out[0] = value;
  out[1] = value * (time ? fps / high : low / fps);
  out[2] = value * (time ? fps / low : high / fps);
}

static bool is_noisy(const report_sheet *sheet, int row) {
  return report_sheet_number(sheet, row, "flagged") > 0;
}

static void put_rate(const report_papers *all, int rate, FILE *page) {
  double fps[3], ratio[3];
  read_measured(&all->rates, rate, "fps", fps);
  read_measured(&all->rates, rate, "published_ratio", ratio);
  if (isfinite(fps[0])) {
    put_measured(html_fps, fps, is_noisy(&all->rates, rate), page);
    put_measured(html_ratio, ratio, false, page);
    return;
  }
  html_put(page, "<td>%s</td><td></td>", rate < 0 ? "" : report_sheet_text(&all->rates, rate, "status"));
}

/// Whether a printed row was measured in any way.
static bool is_measured(const report_papers *all, int row, const way *ways, int count) {
  for (int i = 0; i < count; i++)
    if (rate_row(all, report_sheet_text(&all->published, row, "key"), &ways[i]) >= 0) return true;
  return false;
}

static void put_rate_head(const way *ways, int count, FILE *page) {
  fputs(
      "<div class=scroll><table "
      "class=rates>\n<thead><tr><th rowspan=2>place<th rowspan=2>model<th rowspan=2>constraint<th rowspan=2>solver<th "
      "rowspan=2>itera\xc2\xadtions<th rowspan=2>our mesh<th rowspan=2>pub\xc2\xadlished FPS<th rowspan=2>on",
      page);
  for (int i = 0; i < count; i++) {
    html_put(page, "<th colspan=2>%s", ways[i].backend);
    fprintf(page, ", %s order", ways[i].order);
  }
  fputs("<tr>", page);
  for (int i = 0; i < count; i++) fputs("<th>FPS<th>ratio", page);
  fputs("</thead>\n<tbody>\n", page);
}

/// Explains the marks and the second lines of a table of rates.
static void put_legend(const report_paper *paper, FILE *page) {
  const report_sheet *rates = &paper->all->rates;
  int measured = 0, noisy = 0;
  for (int row = 0; row < rates->row_count; row++) {
    const int published = report_sheet_find(&paper->all->published, "key", report_sheet_text(rates, row, "row"));
    if (published < 0 || !is_of(paper, published) || !isfinite(report_sheet_number(rates, row, "fps"))) continue;
    measured++;
    noisy += is_noisy(rates, row);
  }
  if (measured == 0) return;
  fprintf(
      page,
      "<p>Every rate was checked in the same run. Below each rate and ratio is its 95 %% interval, which needs six "
      "episodes. \xe2\x89\x88 marks a rate that was measured while a cause of noise was seen (%d of %d rates).</p>\n",
      noisy, measured);
}

/// The text above the table: the machines, and what a ratio means.
static void put_machines(const report_paper *paper, FILE *page) {
  const report_papers *all = paper->all;
  const int source = report_sheet_find(&all->sources, "paper", paper->name);
  html_put(page, "<p>Published on: %s", report_sheet_text(&all->sources, source, "cpu"));
  fprintf(page, " (%s cores, %s GHz); ", report_sheet_text(&all->sources, source, "cores"),
          report_sheet_text(&all->sources, source, "clock_ghz"));
  html_put(page, "%s; ", report_sheet_text(&all->sources, source, "gpu"));
  html_put(page, "%s. Measured here on: ", report_sheet_text(&all->sources, source, "software"));
  html_text(page, report_sheet_text(&all->machine, 0, "machine"));
  fputs(". A ratio is ours over published. It compares systems, not codes, because the published rates contain a "
        "plugin and drawing. Mesh order is the single loop of the papers. Group order runs independent groups. Repeat: "
        "<code>build/bin/xpbd-bench papers",
        page);
  fprintf(page, "%s</code></p>\n", all->quick ? " --quick" : "");
}

/// Backends without a rate, with the reason that the benchmark gives for all rows. Skipped rates of the paper
/// get the reason of the first one.
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
    html_put(page, "<p class=source>No rates of the backend %s: ", report_sheet_text(rates, row, "backend"));
    html_put(page, "%s.</p>\n", reason);
  }
  if (skipped == 0) return;
  fprintf(page, "<p class=source>%d rate%s skipped%s because: ", skipped, skipped == 1 ? " was" : "s were",
          skipped == 1 ? "" : "; the first");
  html_put(page, "%s.</p>\n", why);
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
    fputs("<p class=warn>--quick measures one of several rows with the same work, briefly. The other rows are left "
          "out.</p>\n",
          page);
  put_left_out(paper, page);
  put_legend(paper, page);
  put_rate_head(ways, count, page);
  for (int row = 0; row < published->row_count; row++) {
    if (!is_of(paper, row) || (count > 0 && paper->all->quick && !is_measured(paper->all, row, ways, count))) continue;
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

/// Mean published rate, and our mean in one way with the means of lower and upper interval ends, over the rows of a
/// solver that have both. Returns their number. Adds to *missing the rows without ours, and to *noisy those measured
/// while a cause of noise was seen.
static int mean_of(const report_paper *paper, const char *prefix, const char *solver, const way *w, double mean[4],
                   int *missing, int *noisy) {
  const report_sheet *published = &paper->all->published;
  int count = 0;
  memset(mean, 0, 4 * sizeof *mean);
  for (int row = 0; row < published->row_count; row++) {
    const char *key = report_sheet_text(published, row, "key");
    if (strncmp(key, prefix, strlen(prefix)) != 0 || strcmp(report_sheet_text(published, row, "solver"), solver) != 0)
      continue;
    double ours[3];
    read_measured(&paper->all->rates, rate_row(paper->all, key, w), "fps", ours);
    *missing += !isfinite(ours[0]);
    if (!isfinite(ours[0])) continue;
    *noisy += is_noisy(&paper->all->rates, rate_row(paper->all, key, w));
    mean[0] += report_sheet_number(published, row, "fps_low");
    for (int i = 0; i < 3; i++) mean[i + 1] += ours[i];
    count++;
  }
  for (int i = 0; i < 4; i++) mean[i] /= count;
  return count;
}

report_made report_put_means(const report_paper *paper, const char *prefix, FILE *page) {
  static const char *const solvers[] = {"xpbd", "energy"};
  way ways[MOST_WAYS];
  const int count = ways_of(paper, ways);
  char published[HTML_NUMBER];
  fputs("<div class=scroll><table>\n<thead><tr><th>solver<th>backend<th>rows<th>mean published FPS<th>mean FPS here"
        "</thead>\n<tbody>\n",
        page);
  int shown = 0, missing = 0;
  for (int i = 0; i < count; i++)
    for (int s = 0; s < 2; s++) {
      double mean[4];
      int noisy = 0;
      const int rows = mean_of(paper, prefix, solvers[s], &ways[i], mean, &missing, &noisy);
      if (rows == 0) continue;
      shown++;
      fprintf(page, "<tr><td>%s</td><td>", solvers[s]);
      html_text(page, ways[i].backend);
      fprintf(page, ", %s order</td><td class=n>%d</td><td class=n>%s</td>", ways[i].order, rows,
              html_fps(mean[0], published));
      put_measured(html_fps, mean + 1, noisy > 0, page);
      fputs("</tr>\n", page);
    }
  fputs("</tbody></table></div>\n", page);
  if (shown == 0) fputs("<p class=warn>The rates were not measured in this run.</p>\n", page);
  if (shown > 0 && paper->all->quick)
    fputs("<p class=warn>--quick measures the rows of XPBD only. The full run has both.</p>\n", page);
  return shown == 0 ? REPORT_ABSENT : missing > 0 ? REPORT_PARTIAL : REPORT_WHOLE;
}

bool report_put_times(const char *stem, FILE *page) {
  char path[4096];
  snprintf(path, sizeof path, "%s.tsv", stem);
  report_sheet sheet;
  bool shown = false;
  if (report_sheet_read(path, '\t', &sheet) == XPBD_OK) {
    fputs("<div class=\"part scroll\"><table>\n<thead><tr><th>constraint<th>backend<th>order<th>threads<th>lanes"
          "<th>ns per projection</thead>\n<tbody>\n",
          page);
    static const char *const columns[] = {"constraint", "backend", "order", "threads_used", "lanes_used"};
    for (int row = 0; row < sheet.row_count; row++) {
      double ns[3];
      read_measured(&sheet, row, "ns_per_projection", ns);
      if (!isfinite(ns[0])) continue;
      shown = true;
      fputs("<tr>", page);
      for (int c = 0; c < 5; c++)
        report_put_cell(page, c > 2 ? "<td class=n>" : "<td>", report_sheet_text(&sheet, row, columns[c]));
      put_measured(html_digits, ns, is_noisy(&sheet, row), page);
      fputs("</tr>\n", page);
    }
    fputs("</tbody></table></div>\n", page);
  }
  report_sheet_free(&sheet);
  return shown;
}
