/* Why this file exists: reads the points of a scene as lines, and names each line by the settings in which it
 * differs. Several figures draw these lines. */
#include "scene_lines.h"

#include <stdlib.h>
#include <string.h>

#include "read/history.h"

void scene_line_free(scene_line *line) {
  free(line->time);
  free(line->residual);
  free(line->energy);
  free(line->travel);
  *line = (scene_line){0};
}

void scene_lines_free(scene_lines *lines) {
  for (int i = 0; i < lines->count; i++) scene_line_free(&lines->items[i]);
  lines->count = 0;
}

bool scene_lines_belongs(const report_point *p, const char *benchmark, const char *scene) {
  const char *own = report_scene(p);
  return p->has_numbers && own && strcmp(p->benchmark, benchmark) == 0 && (!scene || strcmp(own, scene) == 0);
}

bool scene_line_read(const report_point *p, scene_line *out) {
  const json_t *series = json_object_get(p->json, "series");
  *out = (scene_line){.point = p, .count = (int)json_array_size(json_object_get(series, "time_s"))};
  out->time = report_values(series, "time_s", out->count);
  out->residual = report_values(series, "residual_mean", out->count);
  out->energy = report_values(series, "mechanical_J", out->count);
  out->travel = report_values(series, "travel_m", out->count);
  if (out->count >= 2 && out->time && out->residual && out->energy && out->travel) return true;
  scene_line_free(out);
  return false;
}

/// Whether an axis has several values among the points of the scene, and a non-standard one here.
static bool tells(const report_run *run, const report_point *p, const char *axis) {
  const json_t *value = json_object_get(p->axes, axis);
  const char *standard = report_text(report_axis(run, p->benchmark, axis), "standard");
  char own[REPORT_LABEL];
  report_axis_text(p, axis, own, sizeof own);
  if (!value || (standard && strcmp(own, standard) == 0)) return false;
  for (int i = 0; i < run->count; i++)
    if (scene_lines_belongs(&run->points[i], p->benchmark, report_scene(p)) &&
        !json_equal(value, json_object_get(run->points[i].axes, axis)))
      return true;
  return false;
}

/// Axes that do not change the bits. The fastest point represents those that differ only in such axes.
static bool leaves_bits(const char *axis) {
  static const char *const axes[] = {"backend", "threads", "lanes", "strategy"};
  for (size_t a = 0; a < sizeof axes / sizeof axes[0]; a++)
    if (strcmp(axis, axes[a]) == 0) return true;
  return false;
}

static bool left_aside(const char *axis, const char *beside) {
  return leaves_bits(axis) || (beside && strcmp(axis, beside) == 0);
}

bool scene_lines_alike(const report_point *a, const report_point *b, const char *beside) {
  const report_point *const pair[] = {a, b};
  for (int side = 0; side < 2; side++) {
    const char *axis;
    json_t *value;
    json_object_foreach(pair[side]->axes, axis, value) {
      if (!left_aside(axis, beside) && !json_equal(value, json_object_get(pair[1 - side]->axes, axis))) return false;
    }
  }
  return true;
}

void scene_lines_label(const report_run *run, const report_point *p, const char *beside, char out[CURVES_LABEL]) {
  static const char *const apart[] = {"method", "substeps", "iterations", "scene"}; // shown elsewhere
  char text[REPORT_LABEL], steps[REPORT_LABEL];
  size_t used = (size_t)snprintf(out, CURVES_LABEL, "%s", report_axis_text(p, "method", text, sizeof text));
  if (tells(run, p, "substeps") || tells(run, p, "iterations"))
    used += (size_t)snprintf(out + used, CURVES_LABEL - used, ", %s \xc3\x97 %s",
                             report_axis_shown(p, "substeps", steps, sizeof steps),
                             report_axis_shown(p, "iterations", text, sizeof text));
  const char *axis;
  json_t *value;
  json_object_foreach(p->axes, axis, value) {
    bool left_out = left_aside(axis, beside);
    for (size_t a = 0; a < sizeof apart / sizeof apart[0]; a++) left_out = left_out || strcmp(axis, apart[a]) == 0;
    if (left_out || !tells(run, p, axis) || used >= CURVES_LABEL) continue;
    const bool number = !json_is_string(value);
    used += (size_t)snprintf(out + used, CURVES_LABEL - used, ", %s%s%s", number ? axis : "", number ? " " : "",
                             report_axis_text(p, axis, text, sizeof text));
  }
}

void scene_lines_read(const report_run *run, const char *benchmark, const char *scene, scene_lines *out) {
  out->count = out->left_out = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    scene_line line;
    if (!scene_lines_belongs(p, benchmark, scene) || !scene_line_read(p, &line)) continue;
    scene_lines_label(run, p, NULL, line.label);
    int at = 0;
    while (at < out->count && !scene_lines_alike(out->items[at].point, p, NULL)) at++;
    out->left_out += at == CURVES_LINES;
    if (at == CURVES_LINES || (at < out->count && out->items[at].point->fps >= p->fps)) {
      scene_line_free(&line);
      continue;
    }
    if (at < out->count)
      scene_line_free(&out->items[at]);
    else
      out->count++;
    out->items[at] = line;
  }
}

const char *scene_lines_scene(const report_run *run, const char *benchmark, int index) {
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    bool first = scene_lines_belongs(p, benchmark, NULL);
    for (int k = 0; k < i && first; k++) first = !scene_lines_belongs(&run->points[k], benchmark, report_scene(p));
    if (first && index-- == 0) return report_scene(p);
  }
  return NULL;
}
