/* Why this file exists: what is read off lines: speedups, where they begin to pay, and where a line passes a value. All of
 * it is interpolation between measured points on logarithmic scales, never beyond them. */
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
  ratio.low = ratio.value * exp(-down);
  ratio.high = ratio.value * exp(up);
  return ratio;
}

/// x where the straight line through (x0, y0) and (x1, y1) on logarithmic scales has the height y.
static double interpolate(double x0, double y0, double x1, double y1, double y) {
  const double slope = log(y1 / y0);
  const double part = slope > 0 || slope < 0 ? log(y / y0) / slope : 0.5;
  return x0 * exp(part * log(x1 / x0));
}

bool report_find_crossover(const report_run *run, const report_series *series, const char *axis,
                           report_crossover *out) {
  int partners = 0;
  double last_x = 0, last_ratio = 0;
  *out = (report_crossover){.kind = REPORT_ALWAYS};
  for (int i = 0; i < series->count; i++) {
    const report_point *base = report_baseline(run, series->points[i]);
    if (!base) continue;
    const double x = report_axis_number(series->points[i], axis);
    const double ratio = report_speedup(series->points[i], base).value;
    if (ratio <= 1) {
      *out = (report_crossover){.kind = REPORT_NEVER}; /* unless a later point is faster */
    } else if (out->kind == REPORT_NEVER) {
      *out = (report_crossover){REPORT_BETWEEN, last_x, x, interpolate(last_x, last_ratio, x, ratio, 1)};
    }
    last_x = x;
    last_ratio = ratio;
    partners++;
  }
  return partners >= 2;
}

double report_axis_at_fps(const report_series *series, const char *axis, double fps) {
  if (series->count == 0) return NAN;
  if (series->points[0]->fps < fps) return -INFINITY;
  if (series->points[series->count - 1]->fps > fps) return INFINITY;
  for (int i = 1; i < series->count; i++) {
    const report_point *a = series->points[i - 1], *b = series->points[i];
    if (a->fps < fps || b->fps > fps) continue;
    return interpolate(report_axis_number(a, axis), a->fps, report_axis_number(b, axis), b->fps, fps);
  }
  return report_axis_number(series->points[0], axis);
}

double report_axis_at_bytes(const report_series *series, const char *axis, double bytes) {
  for (int i = 1; i < series->count; i++) {
    const report_point *a = series->points[i - 1], *b = series->points[i];
    if (!(a->host_bytes <= bytes && b->host_bytes >= bytes)) continue;
    return interpolate(report_axis_number(a, axis), a->host_bytes, report_axis_number(b, axis), b->host_bytes, bytes);
  }
  return NAN;
}
