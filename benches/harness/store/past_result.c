/* Why this file exists: reads the result of a point back: its fields by their list, and the rest (checks, series,
 * telemetry, counters) one by one. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "past_private.h"

typedef struct source {
  bench_past *past;
  const xpbd_json_document *line;
  const xpbd_json_node *json;
} source;

static source inside(const source *from, const char *key) {
  return (source){from->past, from->line, xpbd_json_member(from->line, from->json, key)};
}

static double number(const source *from, const char *key) {
  return xpbd_json_number_at(from->line, from->json, key);
}

/// A text that lives as long as the past, NULL for none.
static const char *keep_text(const source *from, const char *text) {
  if (!text) return NULL;
  for (bench_past_text *known = from->past->texts; known; known = known->next)
    if (strcmp(known->text, text) == 0) return known->text;
  bench_past_text *kept = malloc(sizeof *kept + strlen(text) + 1);
  if (!kept) return NULL;
  strcpy(kept->text, text);
  kept->next = from->past->texts;
  from->past->texts = kept;
  return kept->text;
}

bool bench_past_hash(const char *text, uint64_t *out) {
  char *end;
  if (!text || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
  *out = strtoull(text, &end, 16);
  return true;
}

static bool read_outcome(const source *from, bench_outcome *out) {
  static const bench_outcome final[] = {BENCH_VALID,  BENCH_UNCHECKED, BENCH_INEXACT, BENCH_WRONG,
                                        BENCH_FAILED, BENCH_SKIPPED,   BENCH_STOPPED};
  const size_t count = from->past->handed ? 7 : 5;
  const char *status = xpbd_json_text_at(from->line, from->json, "status");
  for (size_t i = 0; status && i < count; i++) {
    if (strcmp(status, bench_outcome_name(final[i])) != 0) continue;
    *out = final[i];
    return true;
  }
  return false;
}

/// The member that a path names. NULL = none.
static const xpbd_json_node *node_at(const source *from, const char *path) {
  const xpbd_json_node *node = from->json;
  while (node && *path != '\0') {
    char key[48];
    const size_t length = strcspn(path, ".");
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    node = xpbd_json_member(from->line, node, key);
    path += length + (path[length] == '.');
  }
  return node;
}

/// A count. 0 means unknown.
static int64_t counted(double value) {
  return value >= 0.0 && value <= 9e15 ? (int64_t)value : 0;
}

/// Set a field of `out` from the written value.
static void read_field(const source *from, const bench_result_field *field, bench_result *out) {
  const xpbd_json_node *node = node_at(from, field->path);
  const double number = node ? node->number : (double)NAN;
  const char *text = node ? node->text : NULL;
  char *to = (char *)out + field->place;
  switch (field->type) {
  case FIELD_DOUBLE: memcpy(to, &number, sizeof number); return;
  case FIELD_POSITIVE: memcpy(to, isnan(number) ? &(double){0.0} : &number, sizeof number); return;
  case FIELD_INT32:
  case FIELD_COUNTED: memcpy(to, &(int32_t){(int32_t)counted(number)}, sizeof(int32_t)); return;
  case FIELD_INT64: memcpy(to, &(int64_t){counted(number)}, sizeof(int64_t)); return;
  case FIELD_WORDS:
  case FIELD_STOP: memcpy(to, &(const char *){keep_text(from, text)}, sizeof(const char *)); return;
  case FIELD_LETTERS: snprintf(to, field->size, "%s", text ? text : ""); return;
  case FIELD_TRUTH: memcpy(to, &(bool){node && node->kind == XPBD_JSON_TRUE}, sizeof(bool)); return;
  default: return; /* not part of a result, or read by another function */
  }
}

static void read_checks(const source *from, bench_result *out) {
  const xpbd_json_node *item = xpbd_json_first(from->line, xpbd_json_member(from->line, from->json, "checks"));
  for (; item && out->check_count < BENCH_MAX_CHECKS; item = xpbd_json_after(from->line, item)) {
    bench_check *check = &out->checks[out->check_count++];
    const source at = {from->past, from->line, item};
    *check = (bench_check){.pass = xpbd_json_true_at(from->line, item, "pass"),
                           .value = number(&at, "value"),
                           .limit = number(&at, "limit")};
    check->is_hash = bench_past_hash(xpbd_json_text_at(from->line, item, "value"), &check->hash) &&
                     bench_past_hash(xpbd_json_text_at(from->line, item, "limit"), &check->expected);
    const char *name = xpbd_json_text_at(from->line, item, "name"), *why = xpbd_json_text_at(from->line, item, "why");
    snprintf(check->name, sizeof check->name, "%s", name ? name : "");
    snprintf(check->why, sizeof check->why, "%s", why ? why : "");
  }
}

/// Read columns of equal length. False if they differ, or without memory.
static bool read_series(const source *from, bench_series *out) {
  const xpbd_json_node *series = xpbd_json_member(from->line, from->json, "series");
  int columns = 0, rows = 0;
  for (const xpbd_json_node *c = xpbd_json_first(from->line, series); c; c = xpbd_json_after(from->line, c), columns++)
    for (const xpbd_json_node *v = xpbd_json_first(from->line, c); v && columns == 0;
         v = xpbd_json_after(from->line, v))
      ++rows;
  if (columns == 0) return true;
  if (columns > BENCH_MAX_SERIES || rows == 0) return false;
  *out = (bench_series){.column_count = columns, .count = rows, .capacity = rows};
  out->values = malloc((size_t)columns * (size_t)rows * sizeof *out->values);
  if (!out->values) return false;
  int c = 0;
  for (const xpbd_json_node *column = xpbd_json_first(from->line, series); column;
       column = xpbd_json_after(from->line, column), c++) {
    int r = 0;
    if (!column->key) return false; // a list has no names
    snprintf(out->names[c], sizeof out->names[c], "%s", column->key);
    for (const xpbd_json_node *v = xpbd_json_first(from->line, column); v; v = xpbd_json_after(from->line, v), r++)
      if (r < rows) out->values[r * columns + c] = v->number;
    if (r != rows) return false;
  }
  return true;
}

static void read_telemetry(const source *from, bench_telemetry *out) {
  const source telemetry = inside(from, "telemetry");
  const source clock = inside(&telemetry, "sm_mhz");
  const double reasons = number(&telemetry, "reasons");
  *out =
      (bench_telemetry){.wanted = telemetry.json && telemetry.json->kind == XPBD_JSON_OBJECT,
                        .device = isnan(number(&telemetry, "device")) ? -1 : (int)counted(number(&telemetry, "device")),
                        .episodes = (int)counted(number(&telemetry, "episodes")),
                        .sm_limit = number(&clock, "limit"),
                        .sm_low = number(&clock, "min"),
                        .sm_median = number(&clock, "median"),
                        .sm_high = number(&clock, "max"),
                        .temperature = number(&telemetry, "temperature_c"),
                        .power = number(&telemetry, "power_w"),
                        .energy = number(&telemetry, "energy_j"),
                        .energy_seconds = number(&telemetry, "energy_s")};
  if (!(reasons >= 0.0 && reasons < 18446744073709551616.0)) return;
  out->reasons = (unsigned long long)reasons;
  out->reasons_count = out->episodes;
}

static void read_hardware(const source *from, bench_result *out) {
  const source hardware = inside(from, "hardware");
  out->hardware_frames = (double)counted(number(&hardware, "frames"));
  for (int k = 0; k < BENCH_COUNTERS; k++) out->hardware[k] = number(&hardware, bench_hardware_names[k]);
}

/// Row of several processes. Their episodes are in the journal.
static void read_processes(const source *from, bench_result *out) {
  const source processes = inside(from, "processes");
  const xpbd_json_node *low = xpbd_json_first(from->line, xpbd_json_member(from->line, processes.json, "lo95_s"));
  const xpbd_json_node *high = xpbd_json_first(from->line, xpbd_json_member(from->line, processes.json, "hi95_s"));
  const xpbd_json_node *median = xpbd_json_first(from->line, xpbd_json_member(from->line, processes.json, "medians_s"));
  for (; median && low && high && out->processes < BENCH_MAX_PROCESSES; out->processes++) {
    out->process[out->processes] = (bench_process){median->number, low->number, high->number, 0};
    median = xpbd_json_after(from->line, median);
    low = xpbd_json_after(from->line, low);
    high = xpbd_json_after(from->line, high);
  }
  const source frame = inside(from, "frame_s");
  out->interval.tau = number(&frame, "tau");
}

const char *bench_past_result(bench_past *past, const xpbd_json_node *json, bench_result *out) {
  const source from = {past, &past->line, json};
  free(out->series.values);
  *out = (bench_result){.outcome = BENCH_PENDING};
  if (!read_outcome(&from, &out->outcome)) return "its status does not belong to a finished point";
  out->noise = bench_noise_unknown();
  for (int i = 0; i < bench_field_count; i++) read_field(&from, &bench_fields[i], out);
  read_checks(&from, out);
  for (int i = 0; i < out->check_count; i++)
    if ((out->outcome == BENCH_VALID || out->outcome == BENCH_INEXACT) && !out->checks[i].pass)
      return "it is ok, but one of its checks did not pass";
  out->has_hash = bench_past_hash(xpbd_json_text_at(&past->line, json, "state_hash"), &out->hash);
  out->hash_frames = (int32_t)counted(number(&from, "state_frames"));
  read_processes(&from, out);
  read_hardware(&from, out);
  read_telemetry(&from, &out->telemetry);
  const xpbd_json_node *note = xpbd_json_first(&past->line, xpbd_json_member(&past->line, json, "notes"));
  for (; note && note->text; note = xpbd_json_after(&past->line, note)) bench_note(out, "%s", note->text);
  return read_series(&from, &out->series) ? NULL : "its series differ in length";
}
