/* Why this file exists: reports the speedup of parallel backends over seq, and of seq over a plain loop, only as far as
 * the intervals show it. A ratio above 1 whose interval contains 1 is no gain. */
#include <math.h>
#include <string.h>

#include "support/html.h"
#include "page.h"

void report_put_ratio(const report_ratio *ratio, FILE *out) {
  char a[HTML_NUMBER], b[HTML_NUMBER];
  fprintf(out, "<b>%s</b> (", html_ratio(ratio->value, a));
  if (ratio->low > 0)
    fprintf(out, "%s to %s)", html_ratio(ratio->low, a), html_ratio(ratio->high, b));
  else
    fputs("no interval)", out);
}

/// The verdict at a point of a line. REPORT_VERDICTS without a sequential partner.
static int verdict_at(const report_run *run, const report_point *point) {
  const report_point *base = report_baseline(run, point);
  if (!base || base == point) return REPORT_VERDICTS;
  return (int)report_judge(point, base);
}

static void put_size(const report_slice *slice, const report_point *point, FILE *out) {
  char text[64];
  fputs(report_tick(slice, report_axis_number(point, slice->axis), text), out);
}

/// " at 21×21, 81×81 to 321×321": the sizes with this verdict. Neighbours are joined.
static void put_places(const report_run *run, const report_slice *slice, const report_series *line, int wanted,
                       FILE *out) {
  const char *before = " at ";
  for (int i = 0; i < line->count; i++) {
    if (verdict_at(run, line->points[i]) != wanted) continue;
    int last = i;
    while (last + 1 < line->count && verdict_at(run, line->points[last + 1]) == wanted) last++;
    fputs(before, out);
    put_size(slice, line->points[i], out);
    if (last > i) fputs(" to ", out), put_size(slice, line->points[last], out);
    before = ", ";
    i = last;
  }
}

static int count_of(const report_run *run, const report_series *line, int wanted) {
  int count = 0;
  for (int i = 0; i < line->count; i++) count += verdict_at(run, line->points[i]) == wanted;
  return count;
}

bool report_has_partner(const report_run *run, const report_series *line) {
  return count_of(run, line, REPORT_VERDICTS) < line->count;
}

void report_put_shown(const report_run *run, const report_slice *slice, const report_series *line, FILE *out) {
  static const char *const words[REPORT_VERDICTS] = {"faster", "slower", "no difference shown", "no interval",
                                                     "the same work, on one thread,"};
  const char *before = "";
  report_crossover crossing;
  char text[64];
  for (int v = 0; v < REPORT_VERDICTS; v++) {
    if (count_of(run, line, v) == 0) continue;
    fprintf(out, "%s%s", before, words[v]);
    put_places(run, slice, line, v, out);
    before = "; ";
  }
  if (!before[0]) fputs("\xe2\x80\x93", out);
  if (!report_find_crossover(run, line, slice->axis, &crossing)) return;
  fprintf(out, "; equal at about %s", report_tick(slice, round(crossing.at), text));
  fprintf(out, " (between %s", report_tick(slice, crossing.below, text));
  fprintf(out, " and %s)", report_tick(slice, crossing.above, text));
}

/// The points with the smallest and largest speedup over seq, or for the plain loop of seq over it. False if
/// none has a sequential partner.
static bool find_extremes(const report_run *run, const report_series *line, const report_point *extreme[2],
                          report_ratio ratio[2]) {
  const bool peer = report_is_peer(line);
  extreme[0] = extreme[1] = NULL;
  for (int i = 0; i < line->count; i++) {
    const report_point *base = report_baseline(run, line->points[i]);
    if (!base || base == line->points[i]) continue;
    const report_ratio r = report_speedup(peer ? base : line->points[i], peer ? line->points[i] : base);
    if (!extreme[0] || r.value < ratio[0].value) extreme[0] = line->points[i], ratio[0] = r;
    if (!extreme[1] || r.value > ratio[1].value) extreme[1] = line->points[i], ratio[1] = r;
  }
  return extreme[0] != NULL;
}

/// "Relative to seq, with the constraint stretching, omp, up to 2 threads, is "
static void put_who(const report_slice *slice, const report_series *line, FILE *out) {
  const bool peer = report_is_peer(line);
  const char *panel = slice->panels[line->panel];
  fputs(peer ? "<p>Relative to a plain loop as a user would write it (loop)" : "<p>Relative to seq", out);
  if (panel[0]) fputs(", with the constraint ", out), html_text(out, panel);
  html_put(out, ", %s", peer ? "seq" : line->label);
  fputs(peer ? " is " : ", is ", out);
}

void report_put_speedups(const report_run *run, const report_slice *slice, FILE *out) {
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    const report_point *extreme[2];
    report_ratio ratio[2];
    if (line->panel != 0 || !find_extremes(run, line, extreme, ratio)) continue;
    put_who(slice, line, out);
    for (int k = 0; k < (extreme[0] == extreme[1] ? 1 : 2); k++) {
      if (k > 0) fputs(" to ", out);
      report_put_ratio(&ratio[k], out);
      fputs(" times as fast (at ", out);
      put_size(slice, extreme[k], out);
      fputc(')', out);
    }
    if (!report_is_peer(line)) fputs(": ", out), report_put_shown(run, slice, line, out);
    fputs(".</p>\n", out);
  }
}
