/* Why this file exists: lists the ways of computing in a run, and makes their labels distinct. */
#include "ways.h"

#include <stdlib.h>
#include <string.h>

#include "read/memory.h"

bool report_same_axes_but(const char *rows, const report_point *a, const report_point *b) {
  if (json_object_size(a->axes) != json_object_size(b->axes)) return false;
  const char *key;
  json_t *value;
  json_object_foreach(a->axes, key, value) {
    if (strcmp(key, rows) == 0) continue;
    const json_t *other = json_object_get(b->axes, key);
    if (!other || !json_equal(value, other)) return false;
  }
  return true;
}

/// Ways with equal names also get the axes in which they differ.
static void tell_apart(report_way *ways, int count, const char *rows) {
  char(*names)[DOTS_LABEL] = report_memory((size_t)count, sizeof *names);
  for (int k = 0; names && k < count; k++) memcpy(names[k], ways[k].label, sizeof names[k]);
  for (int k = 0; names && k < count; k++) {
    const char *axis;
    json_t *value;
    json_object_foreach(ways[k].first->axes, axis, value) {
      bool differs = false;
      for (int i = 0; i < count && strcmp(axis, rows) != 0 && !differs; i++)
        differs = strcmp(names[i], names[k]) == 0 && !report_same_value(ways[i].first, ways[k].first, axis);
      if (!differs) continue;
      char text[REPORT_LABEL];
      const bool number = !json_is_string(value);
      const size_t length = strlen(ways[k].label);
      report_axis_text(ways[k].first, axis, text, sizeof text);
      snprintf(ways[k].label + length, sizeof ways[k].label - length, ", %s%s%s", number ? axis : "", number ? " " : "",
               text);
    }
  }
  free(names);
}

report_way *report_find_ways(const report_run *run, const report_ways *made, const void *context, int *count) {
  report_way *ways = report_memory((size_t)run->count, sizeof *ways);
  *count = 0;
  for (int i = 0; i < run->count && ways; i++) {
    const report_point *p = &run->points[i];
    if (!made->belongs(p, context)) continue;
    bool seen = false;
    for (int k = 0; k < *count && !seen; k++) seen = made->same(ways[k].first, p);
    if (seen) continue;
    ways[*count].first = p;
    made->name(p, ways[(*count)++].label);
  }
  tell_apart(ways, *count, made->rows);
  return ways;
}
