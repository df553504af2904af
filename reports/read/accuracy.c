/* Why this file exists: finds the point with the shortest time steps for each body and measures how far the others
 * are from it. */
#include "accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"

/// The course of a point, [*count]. The caller frees it. NULL if it has no complete one.
static double *course_of(const report_point *p, int *count) {
  const json_t *series = json_object_get(p->json, "series");
  *count = (int)json_array_size(json_object_get(series, "time_s"));
  return p->has_numbers && *count > 1 ? report_values(series, "drop_m", *count) : NULL;
}

static bool has_course(const report_point *p) {
  int count;
  double *course = course_of(p, &count);
  free(course);
  return course != NULL;
}

bool report_has_courses(const report_run *run, const char *benchmark) {
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].benchmark, benchmark) == 0 && has_course(&run->points[i])) return true;
  return false;
}

double report_work(const report_point *point, const char *axis) {
  char path[32];
  snprintf(path, sizeof path, "solver.%.20s", axis);
  const double given = report_axis_number(point, axis);
  return given > 0 ? given : report_number(point->json, path);
}

/// Whether an axis selects how a body is computed, not which body it is.
static bool is_way(const char *axis) {
  static const char *const ways[] = {"method",  "substeps", "iterations", "precision",
                                     "backend", "threads",  "lanes",      "order"};
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    if (strcmp(axis, ways[i]) == 0) return true;
  return false;
}

bool report_tells_bodies(const report_run *run, const report_point *point, const char *axis) {
  return !is_way(axis) && report_axis_varies(run, point, axis);
}

bool report_axis_varies(const report_run *run, const report_point *point, const char *axis) {
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].benchmark, point->benchmark) == 0 && !report_same_axis(&run->points[i], point, axis))
      return true;
  return false;
}

/// Scenes have their own parameters, so all other axes count.
static bool same_body(const report_point *a, const report_point *b) {
  const report_point *const pair[] = {a, b};
  if (strcmp(a->benchmark, b->benchmark) != 0) return false;
  for (int side = 0; side < 2; side++) {
    const char *axis;
    json_t *value;
    json_object_foreach(pair[side]->axes, axis, value) {
      if (!is_way(axis) && !report_same_axis(a, b, axis)) return false;
    }
  }
  return true;
}

static bool in_double(const report_point *p) {
  const char *precision = json_string_value(json_object_get(p->axes, "precision"));
  return precision && strcmp(precision, "f64") == 0;
}

static bool nearer(const report_point *a, const report_point *b) {
  const double steps = report_work(a, "substeps") - report_work(b, "substeps");
  if (steps > 0 || steps < 0) return steps > 0;
  if (in_double(a) != in_double(b)) return in_double(a);
  return report_work(a, "iterations") > report_work(b, "iterations");
}

const report_point *report_finest_course(const report_run *run, const report_point *point) {
  const report_point *best = NULL;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (same_body(p, point) && has_course(p) && (!best || nearer(p, best))) best = p;
  }
  return best;
}

double report_course_error(const report_run *run, const report_point *point) {
  const report_point *by = report_finest_course(run, point);
  int count = 0, moments = 0;
  double *course = course_of(point, &count), *right = by && by != point ? course_of(by, &moments) : NULL;
  double off = 0.0, all = 0.0;
  for (int k = 0; course && right && k < count && count == moments; k++) {
    off += (course[k] - right[k]) * (course[k] - right[k]);
    all += right[k] * right[k];
  }
  free(course);
  free(right);
  return all > 0.0 ? sqrt(off / all) : (double)NAN;
}

/// The first point of the first body that has two courses.
static const report_point *first_compared(const report_run *run, const char *benchmark) {
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].benchmark, benchmark) == 0 && !isnan(report_course_error(run, &run->points[i])))
      return &run->points[i];
  return NULL;
}

const report_point *report_cheapest_within(const report_run *run, const char *benchmark, double error) {
  const report_point *first = first_compared(run, benchmark), *best = NULL;
  for (int i = 0; first && i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (same_body(p, first) && report_course_error(run, p) <= error && (!best || p->median < best->median)) best = p;
  }
  return best;
}

const report_point *report_nearest_course(const report_run *run, const char *benchmark) {
  const report_point *first = first_compared(run, benchmark), *best = NULL;
  double least = INFINITY;
  for (int i = 0; first && i < run->count; i++) {
    const report_point *p = &run->points[i];
    const double error = same_body(p, first) ? report_course_error(run, p) : (double)NAN;
    if (error < least) least = error, best = p;
  }
  return best;
}
