/* Why this file exists: published frame rates beside ours, in one sentence and one table: published, ours, their ratio. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "page.h"

static bool belongs(const report_point *p, const char *benchmark, const char *way) {
  const char *own = report_text(p->json, "published.way");
  return strcmp(p->benchmark, benchmark) == 0 && own && (!way || strcmp(own, way) == 0);
}

static bool has_ratio(const report_point *p) {
  return p->has_numbers && report_number(p->json, "published.ratio") > 0;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Whether no other of our ways to compute this published row is faster.
static bool is_best(const report_run *run, int index, const char *benchmark) {
  const report_point *p = &run->points[index];
  const json_t *row = json_object_get(p->axes, "row");
  const double ratio = report_number(p->json, "published.ratio");
  if (!row || !belongs(p, benchmark, NULL) || !has_ratio(p)) return false;
  for (int k = 0; k < run->count; k++) {
    const report_point *other = &run->points[k];
    const json_t *own = json_object_get(other->axes, "row");
    if (k == index || !own || !belongs(other, benchmark, NULL) || !has_ratio(other) || !json_equal(row, own)) continue;
    const double more = report_number(other->json, "published.ratio");
    if (more > ratio || (more >= ratio && k < index)) return false;
  }
  return true;
}

/// Ratios of the best of ours for each published row, ascending; returns how many. `out` has room for all points.
static int best_ratios(const report_run *run, const char *benchmark, const char *way, double *out) {
  int count = 0;
  for (int i = 0; i < run->count; i++)
    if (is_best(run, i, benchmark) && belongs(&run->points[i], benchmark, way))
      out[count++] = report_number(run->points[i].json, "published.ratio");
  qsort(out, (size_t)count, sizeof *out, by_value);
  return count;
}

static double median(const double *values, int count) {
  return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

void report_put_papers_sentence(const report_run *run, const char *benchmark, FILE *out) {
  static const char *const ways[2][2] = {{"sequential", "on a processor"}, {"gpu", "on a GPU"}};
  char a[HTML_NUMBER], b[HTML_NUMBER], c[HTML_NUMBER];
  double *ratios = malloc((size_t)run->count * sizeof *ratios);
  const char *before = "Relative to the frame rates that the papers measured ";
  for (int w = 0; ratios && w < 2; w++) {
    const int count = best_ratios(run, benchmark, ways[w][0], ratios);
    if (count == 0) continue;
    if (before[0] != ';') fputs("<p class=answer>", out);
    fprintf(out, "%s%s, ours are <b>%s</b> times as high (%s %d", before, ways[w][1],
            html_ratio(median(ratios, count), a), count > 1 ? "median of" : "of", count);
    if (count > 1) fprintf(out, ", from %s to %s", html_ratio(ratios[0], b), html_ratio(ratios[count - 1], c));
    fputc(')', out);
    before = "; relative to those ";
  }
  if (before[0] == ';') fputs(". Other machines, plugins and drawing: this compares systems, not codes.</p>\n", out);
  free(ratios);
}

/// A key that may break after its underscores.
static void put_key(const char *key, FILE *out) {
  for (; *key; key++) {
    html_text(out, (const char[]){*key, '\0'});
    if (*key == '_') fputs("<wbr>", out);
  }
}

static void put_row(const report_point *p, FILE *out) {
  char text[256], a[HTML_NUMBER], b[HTML_NUMBER];
  const double low = report_number(p->json, "published.fps_low"), high = report_number(p->json, "published.fps_high");
  fprintf(out, "<tr><td class=n>%s", html_fps(low, a));
  if (high > low) fprintf(out, " \xe2\x80\xa6 %s", html_fps(high, b));
  fprintf(out, "</td><td class=n>%s</td><td class=n><b>%s</b></td><th scope=row>", html_fps(p->fps, a),
          html_ratio(report_number(p->json, "published.ratio"), b));
  put_key(report_axis_text(p, "row", text, sizeof text), out);
  fputs("</th><td>", out);
  html_text(out, report_axis_text(p, "backend", text, sizeof text));
  if (p->threads > 1) fprintf(out, " (%.0f threads)", p->threads);
  fputs(", ", out);
  html_text(out, report_axis_text(p, "order", text, sizeof text));
  fputs(" order</td><td>", out);
  html_text(out, report_text(p->json, "published.machine"));
  fputs("</td></tr>\n", out);
}

void report_put_papers_table(const report_run *run, const char *benchmark, FILE *out) {
  fputs("<div class=\"scroll tall\"><table class=summary>\n<thead><tr><th>published FPS</th><th>ours</th><th "
        "title=\"ours over the middle of what is published\">ratio</th><th>row of data/papers/fps.csv</th><th>our "
        "fastest way</th><th>their machine</th></tr></thead><tbody>\n",
        out);
  for (int i = 0; i < run->count; i++)
    if (is_best(run, i, benchmark)) put_row(&run->points[i], out);
  fputs("</tbody></table></div>\n", out);
}
