/* Why this file exists: reads a recorded series from the JSON, and rejects series that are incomplete or not
 * finite. */
#include "history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { MOMENTS_LIMIT = 100000 };

static const char *const names[2][HISTORY_KEYS] = {
    {"time_s", "area_ratio", "area_mean_error", "area_min", "area_max", "sag"},
    {"time_s", "volume_ratio", "volume_mean_error", "volume_min", "volume_max", "sag"}};

double *report_values(const json_t *series, const char *name, int count) {
  const json_t *list = json_object_get(series, name);
  if (!json_is_array(list) || count < 1 || count > MOMENTS_LIMIT || json_array_size(list) != (size_t)count) return NULL;
  double *values = report_memory((size_t)count, sizeof *values);
  for (int i = 0; values && i < count; i++) {
    const json_t *item = json_array_get(list, (size_t)i);
    values[i] = json_is_number(item) ? json_number_value(item) : (double)NAN;
    if (isfinite(values[i])) continue;
    free(values);
    return NULL;
  }
  return values;
}

bool report_history_read(const report_point *point, report_history *out) {
  *out = (report_history){.point = point};
  const json_t *series = json_object_get(point->json, "series");
  const bool passed = point->state == REPORT_OK || point->state == REPORT_UNCHECKED;
  const size_t count = json_array_size(json_object_get(series, "time_s"));
  if (!passed || !json_is_object(series) || count < 2 || count > MOMENTS_LIMIT) return false;
  report_history history = {.point = point, .count = (int)count};
  history.volume = json_object_get(series, names[1][HISTORY_TOTAL]) != NULL;
  bool good = true;
  for (int key = 0; key < HISTORY_KEYS; key++) {
    history.values[key] = report_values(series, names[history.volume][key], history.count);
    good = good && (history.values[key] || key == HISTORY_SAG);
  }
  if (!good) {
    report_history_free(&history);
    return false;
  }
  *out = history;
  return true;
}

void report_history_free(report_history *history) {
  for (int key = 0; key < HISTORY_KEYS; key++) free(history->values[key]);
  *history = (report_history){0};
}

bool report_has_history(const report_run *run, const char *benchmark) {
  for (int i = 0; i < run->count; i++) {
    report_history history;
    if (strcmp(run->points[i].benchmark, benchmark) != 0 || !report_history_read(&run->points[i], &history)) continue;
    report_history_free(&history);
    return true;
  }
  return false;
}

bool report_has_scenes(const report_run *run, const char *benchmark) {
  const char *first = NULL;
  for (int i = 0; i < run->count; i++) {
    const char *scene = strcmp(run->points[i].benchmark, benchmark) == 0 ? report_scene(&run->points[i]) : NULL;
    if (first && scene && strcmp(first, scene) != 0) return true;
    if (!first) first = scene;
  }
  return false;
}

const char *report_scene(const report_point *point) {
  return json_string_value(json_object_get(point->axes, "scene"));
}

double report_history_low(const report_history *history, int key) {
  double low = history->values[key][0];
  for (int i = 1; i < history->count; i++) low = fmin(low, history->values[key][i]);
  return low;
}

double report_history_high(const report_history *history, int key) {
  double high = history->values[key][0];
  for (int i = 1; i < history->count; i++) high = fmax(high, history->values[key][i]);
  return high;
}

bool report_is_first_of_scene(const report_run *run, int index) {
  const char *benchmark = run->points[index].benchmark, *scene = report_scene(&run->points[index]);
  for (int k = 0; k < index && scene; k++) {
    const char *other = report_scene(&run->points[k]);
    if (other && strcmp(other, scene) == 0 && strcmp(run->points[k].benchmark, benchmark) == 0) return false;
  }
  return scene != NULL;
}
