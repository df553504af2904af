/* Why this file exists: rows of a benchmark are told apart by the axes that vary among them. Tables have a column for
 * each, and sentences name a row by them, in place of its path. */
#include <string.h>

#include "page.h"
#include "support/html.h"

bool report_belongs(const report_point *p, const char *benchmark, const char *scene) {
  const char *own = scene ? report_scene(p) : NULL;
  return strcmp(p->benchmark, benchmark) == 0 && (!scene || (own && strcmp(own, scene) == 0));
}

int report_axes(const report_run *run, const char *benchmark, const char *scene, const char *out[PAGE_AXES]) {
  int count = 0;
  for (int i = 0; i < run->count; i++) {
    const char *key;
    json_t *value;
    if (!report_belongs(&run->points[i], benchmark, scene)) continue;
    json_object_foreach(run->points[i].axes, key, value) {
      bool seen = count == PAGE_AXES;
      for (int a = 0; a < count && !seen; a++) seen = strcmp(out[a], key) == 0;
      if (!seen) out[count++] = key;
    }
  }
  return count;
}

const report_point *report_only_value(const report_run *run, const char *benchmark, const char *scene,
                                      const char *axis) {
  const report_point *first = NULL;
  char one[256], other[256];
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!report_belongs(p, benchmark, scene) || !json_object_get(p->axes, axis)) continue;
    if (first &&
        strcmp(report_axis_shown(p, axis, one, sizeof one), report_axis_shown(first, axis, other, sizeof other)) != 0)
      return NULL;
    if (!first) first = p;
  }
  return first;
}

bool report_varies(const report_run *run, const char *benchmark, const char *axis) {
  const report_point *first = NULL;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!report_belongs(p, benchmark, NULL) || !json_object_get(p->axes, axis)) continue;
    if (first && !report_same_axis(first, p, axis)) return true;
    if (!first) first = p;
  }
  return false;
}

bool report_is_square(const report_point *p) {
  const double number = report_axis_number(p, "size"), square = number * number;
  return p->particles >= square && p->particles <= square;
}

/// Whether readers know the axis by its value.
static bool names_itself(const char *axis) {
  static const char *const names[] = {"backend", "constraint", "method", "precision", "row", "scene", "strategy"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i], axis) == 0) return true;
  return false;
}

/// "20 iterations", "41×41", "stretching", "angle 10".
static void put_value(const report_point *p, const char *axis, FILE *out) {
  static const char *const counted[] = {"iterations", "substeps", "threads"};
  char text[256];
  const double number = report_axis_number(p, axis);
  report_axis_shown(p, axis, text, sizeof text);
  if (strcmp(axis, "size") == 0 && report_is_square(p)) {
    fprintf(out, "%.0f\xc3\x97%.0f", number, number);
    return;
  }
  for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
    if (strcmp(axis, counted[i]) != 0 || text[strspn(text, "0123456789")]) continue;
    html_text(out, text);
    fprintf(out, " %.*s", (int)strlen(axis) - (strcmp(text, "1") == 0), axis);
    return;
  }
  if (!names_itself(axis)) html_put(out, "%s ", axis);
  html_text(out, text);
}

/// Whether the value of an axis tells nothing: all rows have it, or it is the standard one of an axis that is rarely set.
static bool is_idle(const report_run *run, const report_point *p, const char *axis) {
  char text[256];
  const char *standard = report_text(report_axis(run, p->benchmark, axis), "standard");
  if (!json_object_get(p->axes, axis) || !report_varies(run, p->benchmark, axis)) return true;
  return !names_itself(axis) && strcmp(axis, "size") != 0 && strcmp(axis, "iterations") != 0 && standard &&
         strcmp(report_axis_text(p, axis, text, sizeof text), standard) == 0;
}

void report_put_row(const report_run *run, const report_point *p, FILE *out) {
  const char *axes[PAGE_AXES];
  const int count = report_axes(run, p->benchmark, NULL, axes);
  html_text(out, p->benchmark);
  for (int i = 0; i < count; i++) {
    if (is_idle(run, p, axes[i])) continue;
    fputs(", ", out);
    put_value(p, axes[i], out);
  }
}
