/* Why this file exists: the result of a point is read back from what write_xb.c writes, member by member; what is added
 * there is added here, and the test of a resumed run compares the two. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "past_private.h"
#include "report.h"

typedef struct source {
  bench_past *past;
  const json_document *line;
  const json_node *json;
} source;

static source inside(const source *from, const char *key) {
  return (source){from->past, from->line, json_member(from->line, from->json, key)};
}

static double number(const source *from, const char *key) {
  return json_number_at(from->line, from->json, key);
}

/// A count of which 0 means unknown.
static int64_t count(const source *from, const char *key) {
  const double value = number(from, key);
  return value >= 0.0 && value <= 9e15 ? (int64_t)value : 0;
}

static void copy_text(const source *from, const char *key, char *out, size_t capacity) {
  const char *text = json_text_at(from->line, from->json, key);
  snprintf(out, capacity, "%s", !text ? "" : text);
}

/// A text that lives as long as the past, NULL for none.
static const char *keep_text(const source *from, const char *key) {
  const char *text = json_text_at(from->line, from->json, key);
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
  static const bench_outcome final[] = {BENCH_VALID, BENCH_UNCHECKED, BENCH_INEXACT, BENCH_WRONG, BENCH_FAILED};
  const char *status = json_text_at(from->line, from->json, "status");
  for (size_t i = 0; status && i < sizeof final / sizeof final[0]; i++) {
    if (strcmp(status, bench_outcome_name(final[i])) != 0) continue;
    *out = final[i];
    return true;
  }
  return false;
}

static void read_facts(const source *from, bench_facts *out) {
  const source work = inside(from, "work"), memory = inside(from, "memory"), solver = inside(from, "solver");
  const source published = inside(from, "published"), roofline = inside(from, "roofline");
  *out = (bench_facts){.particles = number(&work, "particles"),
                       .constraints = number(&work, "constraints"),
                       .frame_time = number(&work, "frame_time_s"),
                       .groups = (int32_t)count(&solver, "groups"),
                       .threads = (int32_t)count(&solver, "threads"),
                       .lanes = (int32_t)count(&solver, "lanes"),
                       .substeps = (int32_t)count(&solver, "substeps"),
                       .iterations = (int32_t)count(&solver, "iterations"),
                       .instructions = keep_text(&solver, "instructions"),
                       .strategy = keep_text(&solver, "strategy"),
                       .precision = keep_text(&solver, "precision"),
                       .batch = (int32_t)count(&solver, "batch"),
                       .device_time = number(from, "device_s"),
                       .ieee_over_flushed = number(from, "ieee_over_flushed"),
                       .residual = number(&solver, "residual"),
                       .host_bytes = count(&memory, "host"),
                       .device_bytes = count(&memory, "device"),
                       .bytes_each = number(&roofline, "bytes_per_projection"),
                       .flops_each = number(&roofline, "flops_per_projection"),
                       .memory_roof = number(&roofline, "memory_roof"),
                       .compute_roof = number(&roofline, "compute_roof"),
                       .real_bytes = (int32_t)count(&roofline, "real_bytes")};
  const double per_particle = number(&memory, "per_particle"), per_constraint = number(&memory, "per_constraint");
  out->bytes_per_particle = isnan(per_particle) ? 0.0 : per_particle;
  out->bytes_per_constraint = isnan(per_constraint) ? 0.0 : per_constraint;
  copy_text(&work, "mesh", out->mesh, sizeof out->mesh);
  out->published = (bench_published){.fps_low = number(&published, "fps_low"),
                                     .fps_high = number(&published, "fps_high"),
                                     .machine = keep_text(&published, "machine"),
                                     .way = keep_text(&published, "way")};
}

static void read_checks(const source *from, bench_result *out) {
  const json_node *item = json_first(from->line, json_member(from->line, from->json, "checks"));
  for (; item && out->check_count < BENCH_MAX_CHECKS; item = json_after(from->line, item)) {
    bench_check *check = &out->checks[out->check_count++];
    const source at = {from->past, from->line, item};
    *check = (bench_check){
        .pass = json_true_at(from->line, item, "pass"), .value = number(&at, "value"), .limit = number(&at, "limit")};
    check->is_hash = bench_past_hash(json_text_at(from->line, item, "value"), &check->hash) &&
                     bench_past_hash(json_text_at(from->line, item, "limit"), &check->expected);
    copy_text(&at, "name", check->name, sizeof check->name);
    copy_text(&at, "why", check->why, sizeof check->why);
  }
}

/// Columns of equal length. False when they are not, or memory is short.
static bool read_series(const source *from, bench_series *out) {
  const json_node *series = json_member(from->line, from->json, "series");
  int columns = 0, rows = 0;
  for (const json_node *c = json_first(from->line, series); c; c = json_after(from->line, c), columns++)
    for (const json_node *v = json_first(from->line, c); v && columns == 0; v = json_after(from->line, v)) ++rows;
  if (columns == 0) return true;
  if (columns > BENCH_MAX_SERIES || rows == 0) return false;
  *out = (bench_series){.column_count = columns, .count = rows, .capacity = rows};
  out->values = malloc((size_t)columns * (size_t)rows * sizeof *out->values);
  if (!out->values) return false;
  int c = 0;
  for (const json_node *column = json_first(from->line, series); column; column = json_after(from->line, column), c++) {
    int r = 0;
    if (!column->key) return false; // a list has no names
    snprintf(out->names[c], sizeof out->names[c], "%s", column->key);
    for (const json_node *v = json_first(from->line, column); v; v = json_after(from->line, v), r++)
      if (r < rows) out->values[r * columns + c] = v->number;
    if (r != rows) return false;
  }
  return true;
}

static void read_telemetry(const source *from, bench_telemetry *out) {
  const source telemetry = inside(from, "telemetry");
  const source clock = inside(&telemetry, "sm_mhz");
  const double reasons = number(&telemetry, "reasons");
  *out = (bench_telemetry){.wanted = telemetry.json && telemetry.json->kind == JSON_OBJECT,
                           .device = (int)count(&telemetry, "device"),
                           .episodes = (int)count(&telemetry, "episodes"),
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
  out->hardware_frames = (double)count(&hardware, "frames");
  for (int k = 0; k < BENCH_COUNTERS; k++) out->hardware[k] = number(&hardware, bench_hardware_names[k]);
}

static void read_noise(const source *from, bench_noise *out) {
  const source noise = inside(from, "noise");
  *out = bench_noise_unknown();
  out->load_before = number(&noise, "load_before");
  out->load_after = number(&noise, "load_after");
  out->psi_before = number(&noise, "psi_cpu_before");
  out->psi_after = number(&noise, "psi_cpu_after");
  out->psi_during = number(&noise, "psi_cpu_during");
  out->involuntary_switches = number(&noise, "involuntary_switches");
}

const char *bench_past_result(bench_past *past, const json_node *json, bench_result *out) {
  const source from = {past, &past->line, json};
  free(out->series.values);
  *out = (bench_result){.outcome = BENCH_PENDING};
  if (!read_outcome(&from, &out->outcome)) return "its status is none of a point that has ended";
  copy_text(&from, "reason", out->reason, sizeof out->reason);
  copy_text(&from, "checked", out->checked, sizeof out->checked);
  out->stop = keep_text(&from, "stop");
  out->episodes = (int)count(&from, "episodes");
  out->frames_per_sample = (int32_t)count(&from, "frames_per_sample");
  read_facts(&from, &out->facts);
  read_checks(&from, out);
  for (int i = 0; i < out->check_count; i++)
    if ((out->outcome == BENCH_VALID || out->outcome == BENCH_INEXACT) && !out->checks[i].pass)
      return "it is ok, but one of its checks did not pass";
  out->has_hash = bench_past_hash(json_text_at(&past->line, json, "state_hash"), &out->hash);
  out->hash_frames = (int32_t)count(&from, "state_frames");
  read_noise(&from, &out->noise);
  read_hardware(&from, out);
  read_telemetry(&from, &out->telemetry);
  out->flagged = json_true_at(&past->line, json, "flagged");
  const json_node *note = json_first(&past->line, json_member(&past->line, json, "notes"));
  for (; note && note->text; note = json_after(&past->line, note)) bench_note(out, "%s", note->text);
  return read_series(&from, &out->series) ? NULL : "its series are not of one length";
}
