/* Why this file exists: reads facts off lines: speedups, where they begin to pay, and where a line crosses a value. A
 * difference or limit is reported only if a whole 95 % interval supports it. Values between measured points are
 * interpolated on logarithmic scales, never extrapolated. */
#include <math.h>
#include <string.h>

#include "select.h"

static bool is_baseline(const report_point *point, const report_point *other) {
  char backend[REPORT_LABEL];
  if (!other->has_numbers || strcmp(point->benchmark, other->benchmark) != 0) return false;
  if (strcmp(report_axis_text(other, "backend", backend, sizeof backend), "seq") != 0) return false;
  const char *key;
  json_t *value;
  json_object_foreach(point->axes, key, value) {
    if (strcmp(key, "backend") == 0 || strcmp(key, "threads") == 0) continue;
    const json_t *twin = json_object_get(other->axes, key);
    if (!twin || !json_equal(value, twin)) return false;
  }
  return true;
}

const report_point *report_baseline(const report_run *run, const report_point *point) {
  for (int i = 0; i < run->count; i++)
    if (is_baseline(point, &run->points[i])) return &run->points[i];
  return NULL;
}

report_ratio report_speedup(const report_point *point, const report_point *base) {
  report_ratio ratio = {base->median / point->median, NAN, NAN};
  const double down = hypot(log(point->high / point->median), log(base->median / base->low));
  const double up = hypot(log(point->median / point->low), log(base->high / base->median));
  if (isnan(down) || isnan(up)) return ratio; /* half an interval does not count */
  ratio.low = ratio.value * exp(-down);
  ratio.high = ratio.value * exp(up);
  return ratio;
}

/// x at height y of the straight line through (x0, y0) and (x1, y1), on logarithmic scales.
static double interpolate(double x0, double y0, double x1, double y1, double y) {
  const double slope = log(y1 / y0);
  const double part = slope > 0 || slope < 0 ? log(y / y0) / slope : 0.5;
  return x0 * exp(part * log(x1 / x0));
}

report_verdict report_judge(const report_point *point, const report_point *base) {
  char backend[REPORT_LABEL];
  report_axis_text(point, "backend", backend, sizeof backend);
  if (strcmp(backend, "omp") == 0 && point->threads >= 1 && point->threads <= 1) return REPORT_SAME_WORK;
  const report_ratio ratio = report_speedup(point, base);
  if (isnan(ratio.low)) return REPORT_NO_INTERVAL;
  return ratio.low > 1 ? REPORT_FASTER : ratio.high < 1 ? REPORT_SLOWER : REPORT_NO_DIFFERENCE;
}

bool report_find_crossover(const report_run *run, const report_series *series, const char *axis,
                           report_crossover *out) {
  double sure_x = 0, sure_ratio = NAN; /* the last one that is certainly faster or slower */
  bool found = false;
  for (int i = 0; i < series->count; i++) {
    const report_point *base = report_baseline(run, series->points[i]);
    if (!base) continue;
    const double x = report_axis_number(series->points[i], axis);
    const double ratio = report_speedup(series->points[i], base).value;
    const report_verdict verdict = report_judge(series->points[i], base);
    if (verdict != REPORT_FASTER && verdict != REPORT_SLOWER) continue;
    if (verdict == REPORT_SLOWER) {
      found = false;
    } else if (sure_ratio < 1) {
      *out = (report_crossover){sure_x, x, interpolate(sure_x, sure_ratio, x, ratio, 1)};
      found = true;
    }
    sure_x = x;
    sure_ratio = ratio;
  }
  return found;
}

const report_point *report_largest_above(const report_slice *slice, int panel, double fps) {
  const report_point *best = NULL;
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    for (int i = 0; i < line->count && line->panel == panel && !report_is_peer(line); i++) {
      const report_point *p = line->points[i];
      if (!(p->fps_low > fps)) continue;
      const double size = report_axis_number(p, slice->axis), most = best ? report_axis_number(best, slice->axis) : 0;
      if (size > most || (size >= most && p->fps > best->fps)) best = p;
    }
  }
  return best;
}

double report_axis_at_bytes(const report_series *series, const char *axis, double bytes) {
  for (int i = 1; i < series->count; i++) {
    const report_point *a = series->points[i - 1], *b = series->points[i];
    if (!(a->host_bytes <= bytes && b->host_bytes >= bytes)) continue;
    return interpolate(report_axis_number(a, axis), a->host_bytes, report_axis_number(b, axis), b->host_bytes, bytes);
  }
  return NAN;
}
