/* Why this file exists: puts published frame rates beside ours, in one sentence and one table: published, ours, their
 * ratio. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/html.h"
#include "read/memory.h"
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

/// Whether the point was computed on a GPU.
static bool on_gpu(const report_run *run, const report_point *p) {
  char backend[REPORT_LABEL];
  report_axis_text(p, "backend", backend, sizeof backend);
  const char *opencl = report_env_text(run, "gpu.opencl");
  return strcmp(backend, "cuda") == 0 || (strcmp(backend, "opencl") == 0 && opencl && strncmp(opencl, "GPU", 3) == 0);
}

/// Whether the point is one loop over the constraints in mesh order, as the papers compute on a processor.
static bool is_loop(const report_point *p) {
  char backend[REPORT_LABEL], order[REPORT_LABEL];
  return strcmp(report_axis_text(p, "backend", backend, sizeof backend), "seq") == 0 &&
         strcmp(report_axis_text(p, "order", order, sizeof order), "mesh") == 0;
}

/// Our ways of computing that may be compared with a rate.
typedef enum our_ways { ANY_WAY, ONE_LOOP, ON_GPU } our_ways;

/// The fastest of these ways for the published row of `p`, NULL = none.
static const report_point *fastest(const report_run *run, const report_point *p, our_ways ways) {
  const json_t *row = json_object_get(p->axes, "row");
  const report_point *best = NULL;
  for (int i = 0; i < run->count; i++) {
    const report_point *other = &run->points[i];
    const json_t *own = json_object_get(other->axes, "row");
    if (!own || !belongs(other, p->benchmark, NULL) || !has_ratio(other) || !json_equal(row, own)) continue;
    if ((ways == ONE_LOOP && !is_loop(other)) || (ways == ON_GPU && !on_gpu(run, other))) continue;
    if (!best || report_number(other->json, "published.ratio") > report_number(best->json, "published.ratio"))
      best = other;
  }
  return best;
}

/// Whether this is the first point with numbers of its published row.
static bool opens_row(const report_run *run, int index, const char *benchmark) {
  const report_point *p = &run->points[index];
  const json_t *row = json_object_get(p->axes, "row");
  if (!row || !belongs(p, benchmark, NULL) || !has_ratio(p)) return false;
  for (int i = 0; i < index; i++) {
    const report_point *other = &run->points[i];
    if (belongs(other, benchmark, NULL) && has_ratio(other) && json_equal(row, json_object_get(other->axes, "row")))
      return false;
  }
  return true;
}

/// Our way that is most like theirs: the same loop for a processor, a GPU (if measured) for a GPU.
static our_ways like_theirs(const report_run *run, const char *benchmark, const char *way) {
  for (int i = 0; i < run->count; i++)
    if (belongs(&run->points[i], benchmark, way) && has_ratio(&run->points[i]) && strcmp(way, "gpu") == 0 &&
        on_gpu(run, &run->points[i]))
      return ON_GPU;
  return ONE_LOOP;
}

/// Our best result in these ways for each published row, at most `count`. Only rows that `also` has a way for count,
/// because two lists are compared over the same rows. Returns their number.
static int best_of(const report_run *run, const char *benchmark, const char *way, our_ways ways, our_ways also,
                   const report_point **out) {
  int count = 0;
  for (int i = 0; i < run->count; i++) {
    if (!opens_row(run, i, benchmark) || !belongs(&run->points[i], benchmark, way)) continue;
    if (fastest(run, &run->points[i], also)) out[count++] = fastest(run, &run->points[i], ways);
  }
  return count;
}

/// "group order on 2 threads", without axes that the benchmark lacks.
static void name_way(const report_point *p, char out[2 * REPORT_LABEL]) {
  char backend[REPORT_LABEL], order[REPORT_LABEL], threads[48] = "one thread";
  report_axis_text(p, "backend", backend, sizeof backend);
  report_axis_text(p, "order", order, sizeof order);
  if (p->threads > 1) snprintf(threads, sizeof threads, "%.0f threads", p->threads);
  const bool plain = strcmp(backend, "seq") == 0, threaded = strcmp(backend, "omp") == 0;
  snprintf(out, 2 * REPORT_LABEL, "%.60s order on %.60s%s%s", order, plain ? threads : backend,
           threaded ? " with " : "", threaded ? threads : "");
}

/// "(12 by group order on one thread, 3 by mesh order on one thread)".
static void put_ways(const report_point *const *points, int count, FILE *out) {
  char name[2 * REPORT_LABEL], other[2 * REPORT_LABEL];
  const char *before = "(";
  for (int i = 0; i < count; i++) {
    int same = 0, earlier = 0;
    name_way(points[i], name);
    for (int k = 0; k < count; k++) {
      name_way(points[k], other);
      same += strcmp(name, other) == 0;
      earlier += k < i && strcmp(name, other) == 0;
    }
    if (earlier > 0) continue;
    fprintf(out, "%s%d by ", before, same);
    html_text(out, name);
    before = ", ";
  }
  fputc(')', out);
}

static double median(const double *values, int count) {
  return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

/// "<b>8.06</b> times (median of 42, from 1.06 to 72)", or with its interval for a single row.
/// `values` has room for `count`.
static void put_ratios(const report_point *const *points, int count, const char *words, double *values, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  const report_point *p = points[0];
  for (int i = 0; i < count; i++) values[i] = report_number(points[i]->json, "published.ratio");
  qsort(values, (size_t)count, sizeof *values, by_value);
  fprintf(out, "<b>%s</b> times%s (", html_ratio(median(values, count), a), words);
  if (count > 1)
    fprintf(out, "median of %d, from %s to %s)", count, html_ratio(values[0], a), html_ratio(values[count - 1], b));
  else if (p->fps_low > 0)
    fprintf(out, "of 1, 95 %% interval %s to %s)", html_ratio(values[0] * p->fps_low / p->fps, a),
            html_ratio(values[0] * p->fps_high / p->fps, b));
  else
    fprintf(out, "of 1, no interval: %s)", report_too_few(p));
}

/// Compare rates of one of their ways: first with ours in the most similar way, then with
/// our fastest over the same rows.
static bool put_comparison(const report_run *run, const char *benchmark, const char *way, bool begun,
                           const report_point **points, double *values, FILE *out) {
  const bool gpu = strcmp(way, "gpu") == 0;
  const our_ways like = like_theirs(run, benchmark, way);
  const int alike = best_of(run, benchmark, way, like, like, points);
  int count = best_of(run, benchmark, way, ANY_WAY, alike > 0 ? like : ANY_WAY, points);
  if (count == 0) return false;
  fprintf(out, "%sRelative to the frame rates that the papers measured %s, ours ", begun ? " " : "<p class=answer>",
          gpu ? "on a GPU" : "with one loop on a processor");
  if (alike > 0) {
    best_of(run, benchmark, way, like, like, points);
    fputs(like == ON_GPU ? "on a GPU are "
          : gpu          ? "with one loop on a processor (no GPU was measured) are "
                         : "also with one loop are ",
          out);
    put_ratios(points, count, " as high", values, out);
    fputs(", and ", out);
    count = best_of(run, benchmark, way, ANY_WAY, like, points);
  }
  fputs("in the fastest of our ways for each ", out);
  put_ways(points, count, out);
  fputs(alike > 0 ? " " : " are ", out);
  put_ratios(points, count, alike > 0 ? "" : " as high", values, out);
  fputs(alike > 0 ? "." : ". The way of the papers was not measured.", out);
  return true;
}

void report_put_papers_sentence(const report_run *run, const char *benchmark, FILE *out) {
  double *values = report_memory((size_t)run->count, sizeof *values);
  const report_point **points = report_memory((size_t)run->count, sizeof *points);
  bool begun = false;
  if (values && points) {
    begun = put_comparison(run, benchmark, "sequential", false, points, values, out);
    begun = put_comparison(run, benchmark, "gpu", begun, points, values, out) || begun;
  }
  if (begun) fputs(" Machines, plugins and drawing differ, so this compares systems, not codes.</p>\n", out);
  free(values);
  free(points);
}

/// A key with permitted line breaks after underscores.
static void put_key(const char *key, FILE *out) {
  for (; *key; key++) {
    html_text(out, (const char[]){*key, '\0'});
    if (*key == '_') fputs("<wbr>", out);
  }
}

/// Our rate and its ratio, in bold if it is the ratio to compare. Dashes without a point.
static void put_ours(const report_point *p, bool bold, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  html_fps(p ? p->fps : (double)NAN, a);
  html_ratio(p ? report_number(p->json, "published.ratio") : (double)NAN, b);
  fprintf(out, "<td class=n>%s</td><td class=n>%s%s%s</td>", a, bold ? "<b>" : "", b, bold ? "</b>" : "");
}

static void put_row(const report_run *run, const report_point *first, FILE *out) {
  char text[2 * REPORT_LABEL], a[HTML_NUMBER], b[HTML_NUMBER];
  const double low = report_number(first->json, "published.fps_low");
  const double high = report_number(first->json, "published.fps_high");
  const report_point *best = fastest(run, first, ANY_WAY);
  fprintf(out, "<tr><td class=n>%s", html_fps(low, a));
  if (high > low) fprintf(out, " \xe2\x80\xa6 %s", html_fps(high, b));
  fputs("</td>", out);
  put_ours(fastest(run, first, like_theirs(run, first->benchmark, report_text(first->json, "published.way"))), true,
           out);
  put_ours(best, false, out);
  fputs("<th scope=row>", out);
  put_key(report_axis_text(first, "row", text, sizeof text), out);
  fputs("</th><td>", out);
  name_way(best, text);
  html_put(out, "%s</td><td>", text);
  html_put(out, "%s</td></tr>\n", report_text(first->json, "published.machine"));
}

void report_put_papers_table(const report_run *run, const char *benchmark, FILE *out) {
  fputs(
      "<div class=\"scroll tall\"><table class=summary>\n"
      "<thead><tr><th>published FPS</th><th title=\"one loop in mesh order, or a GPU beside a GPU if one was "
      "measured\">ours, like theirs</th><th title=\"ours over the middle of the published range\">ratio</th><th>ours, "
      "fastest</th><th title=\"ours over the middle of the published range\">ratio</th><th>row of "
      "data/papers/fps.csv</th><th>our fastest way</th><th>their machine</th></tr></thead><tbody>\n",
      out);
  for (int i = 0; i < run->count; i++)
    if (opens_row(run, i, benchmark)) put_row(run, &run->points[i], out);
  fputs("</tbody></table></div>\n", out);
}
