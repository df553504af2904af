/* Why this file exists: makes one results file from the parts that merge.c has chosen. Shared data (the plan, the
 * glossary) comes from the first part, and every environment is kept. */
#include <stdio.h>
#include <string.h>

#include "merge.h"
#include "read/results.h"

/// Values up to this depth have their own lines.
enum { WIDE_DEPTH = 3 };

/// The rows of a source by the name of their point.
static json_t *rows_of(merge_source *source) {
  if (source->rows) return source->rows;
  source->rows = json_object();
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(source->run.root, "benchmarks"), i, row) {
    const char *name = report_text(row, "run_name");
    if (!name) continue;
    if (!json_object_get(source->rows, name)) json_object_set_new(source->rows, name, json_array());
    json_array_append(json_object_get(source->rows, name), row);
  }
  return source->rows;
}

/// The point as written in the result. If its shard is missing, the point says so.
static json_t *make_point(const merge_source *source, const report_point *point) {
  json_t *out = json_deep_copy(point->json);
  const double own = report_number(source->run.xb, "shard.index"), count = report_number(source->run.xb, "shard.count");
  const double shard = report_number(point->json, "shard");
  if (merge_has(source, point)) json_object_set_new(out, "shard", json_null());
  if (!(shard > own || shard < own)) return out; /* measured by the source, or missing since an earlier merge */
  char reason[64];
  snprintf(reason, sizeof reason, "not measured: shard %.0f/%.0f is missing", shard, count);
  json_object_set_new(out, "reason", json_string(reason));
  return out;
}

static void take_points(const merge *self, json_t *root, bool *complete) {
  json_t *points = json_array(), *rows = json_array();
  const report_run *first = &self->sources[0].run;
  *complete = self->holes == 0;
  for (int i = 0; i < first->count; i++) {
    const char *name = first->points[i].name;
    merge_source *source = (merge_source *)self->from[i];
    const report_point *point = merge_find(source, name, i);
    json_array_append_new(points, make_point(source, point));
    json_array_extend(rows, json_object_get(rows_of(source), name));
    const char *stop = report_text(point->json, "stop");
    if (point->state == REPORT_SKIPPED && stop && strcmp(stop, "total-budget") == 0) *complete = false;
  }
  json_object_set_new(root, "benchmarks", rows);
  json_object_set_new(json_object_get(root, "xb"), "points", points);
}

/// Describes one source, with its environment.
static json_t *describe(const merge_source *source) {
  static const char *const keys[] = {"shard",   "complete", "stop",     "started", "finished",
                                     "seconds", "resumed",  "warnings", "tool",    "env"};
  json_t *out = json_object();
  json_object_set_new(out, "file", json_string(source->path));
  json_object_set_new(out, "points", json_integer(source->taken));
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    json_t *value = json_object_get(source->run.xb, keys[i]);
    json_object_set(out, keys[i], value ? value : json_null());
  }
  return out;
}

/// A warning when the sources differ in a field that affects numbers.
static void warn_of(const merge *self, json_t *warnings, const char *group, const char *field, const char *what) {
  char path[64], text[512];
  snprintf(path, sizeof path, "%s.%s.value", group, field);
  json_t *first = report_at(self->sources[0].run.xb, path);
  for (int s = 1; s < self->count; s++) {
    json_t *other = report_at(self->sources[s].run.xb, path);
    if (json_equal(first, other)) continue;
    snprintf(text, sizeof text, "the parts were measured %s: \"%.120s\" in %.80s, \"%.120s\" in %.80s", what,
             json_string_value(first) ? json_string_value(first) : "?", self->sources[0].path,
             json_string_value(other) ? json_string_value(other) : "?", self->sources[s].path);
    json_array_append_new(warnings, json_string(text));
    return;
  }
}

bool merge_other_file(const merge *self, char out[MERGE_TEXT]) {
  report_other other;
  for (int s = 1; s < self->count; s++)
    for (int k = 0; k < s; k++) {
      const merge_source *a = &self->sources[k], *b = &self->sources[s];
      if (!report_other_file(a->run.xb, b->run.xb, &other)) continue;
      snprintf(out, MERGE_TEXT, "the parts were measured with a different %s %s: \"%s\" in %s, \"%s\" in %s",
               other.kind, other.name, other.own, a->path, other.theirs, b->path);
      return true;
    }
  return false;
}

static json_t *make_warnings(const merge *self) {
  json_t *out = json_array();
  char other[MERGE_TEXT];
  size_t i, k;
  json_t *text, *known;
  warn_of(self, out, "env.cpu", "model", "on different processors");
  warn_of(self, out, "env.gpu", "names", "with different GPUs");
  warn_of(self, out, "tool.git", "sha", "by different builds");
  warn_of(self, out, "tool.build", "flags", "by builds with different flags");
  if (merge_other_file(self, other)) json_array_append_new(out, json_string(other));
  for (int s = 0; s < self->count; s++)
    json_array_foreach(json_object_get(self->sources[s].run.xb, "warnings"), i, text) {
      bool seen = false;
      json_array_foreach(out, k, known) seen = seen || json_equal(known, text);
      if (!seen) json_array_append(out, text);
    }
  return out;
}

/// Why the result is not complete.
static const char *stop_of(const merge *self, bool complete) {
  if (complete) return "finished";
  for (int s = 0; s < self->count; s++) {
    const char *stop = report_text(self->sources[s].run.xb, "stop");
    if (stop && strcmp(stop, "finished") != 0) return stop;
  }
  return "missing-shards";
}

json_t *merge_make(const merge *self) {
  json_t *root = json_copy((json_t *)self->sources[0].run.root);
  json_t *xb = json_copy((json_t *)self->sources[0].run.xb), *merged = json_array();
  bool complete = false;
  if (!root || !xb || !merged || json_object_set_new(root, "xb", xb) != 0) return NULL;
  json_object_del(root, "seal"); /* it was of the first file alone */
  take_points(self, root, &complete);
  const char *started = report_text(xb, "started"), *finished = report_text(xb, "finished");
  double seconds = 0, resumed = 0;
  for (int s = 0; s < self->count; s++) {
    const json_t *other = self->sources[s].run.xb;
    const char *begin = report_text(other, "started"), *end = report_text(other, "finished");
    if (begin && (!started || strcmp(begin, started) < 0)) started = begin; /* ISO 8601 in UTC sorts as text */
    if (end && (!finished || strcmp(end, finished) > 0)) finished = end;
    const double own = report_number(other, "seconds"), again = report_number(other, "resumed");
    seconds += own > 0 ? own : 0;
    resumed += again > 0 ? again : 0;
    json_t *before = json_object_get(other, "merged"); /* merged before: keep the names of earlier sources */
    if (json_array_size(before) > 0)
      json_array_extend(merged, before);
    else
      json_array_append_new(merged, describe(&self->sources[s]));
  }
  json_object_set_new(xb, "complete", json_boolean(complete));
  json_object_set_new(xb, "stop", json_string(stop_of(self, complete)));
  json_object_set_new(xb, "warnings", make_warnings(self));
  json_object_set_new(xb, "started", started ? json_string(started) : json_null());
  json_object_set_new(xb, "finished", finished ? json_string(finished) : json_null());
  json_object_set_new(xb, "seconds", json_real(seconds));
  json_object_set_new(xb, "resumed", json_integer((json_int_t)resumed));
  json_object_set_new(xb, "shard", json_null());
  json_object_set_new(xb, "merged", merged);
  return root;
}

static void write_break(FILE *stream, int depth) {
  if (depth <= WIDE_DEPTH) fprintf(stream, "\n%*s", 2 * depth, "");
}

static void write_value(FILE *stream, const json_t *value, int depth) {
  char text[32];
  if (json_is_real(value)) {
    fputs(report_shortest(json_real_value(value), text), stream);
    return;
  }
  if (!json_is_object(value) && !json_is_array(value)) {
    json_dumpf(value, stream, JSON_ENCODE_ANY);
    return;
  }
  const bool object = json_is_object(value);
  bool any = false;
  const char *key;
  json_t *item;
  size_t i;
  fputc(object ? '{' : '[', stream);
  if (object) {
    json_object_foreach((json_t *)value, key, item) {
      json_t *name = json_string(key);
      if (any) fputs(depth < WIDE_DEPTH ? "," : ", ", stream);
      write_break(stream, depth + 1);
      json_dumpf(name, stream, JSON_ENCODE_ANY);
      json_decref(name);
      fputs(": ", stream);
      write_value(stream, item, depth + 1);
      any = true;
    }
  } else {
    json_array_foreach(value, i, item) {
      if (any) fputs(depth < WIDE_DEPTH ? "," : ", ", stream);
      write_break(stream, depth + 1);
      write_value(stream, item, depth + 1);
      any = true;
    }
  }
  if (any) write_break(stream, depth < WIDE_DEPTH ? depth : WIDE_DEPTH + 1);
  fputc(object ? '}' : ']', stream);
}

void merge_write(FILE *stream, const json_t *value) {
  write_value(stream, value, 0);
  fputc('\n', stream);
}
