/* Why this file exists: the section "xb" of the JSON: everything that is known about a run. The schema is
 * in FORMAT.md beside this file; change both together. */
#include <math.h>
#include <string.h>

#include "report.h"

static void write_plan_axis(json_writer *json, const bench_plan *plan, const bench_case *owner, int index) {
  const bench_axis *axis = &owner->axes[index];
  json_open(json, NULL, '{');
  json_text(json, "name", axis->name);
  json_text(json, "about", axis->about);
  json_text(json, "kind", axis->text ? "text" : "int");
  json_text(json, "standard", axis->standard);
  json_open_flat(json, "values", '[');
  for (int i = 0; i < plan->count; i++) {
    const bench_point *point = &plan->points[i];
    if (point->owner != owner || (point->present & 1u << index) == 0) continue;
    bool seen = false;
    for (int k = 0; k < i && !seen; k++) {
      const bench_point *other = &plan->points[k];
      if (other->owner != owner || (other->present & 1u << index) == 0) continue;
      seen = axis->text ? strcmp(other->values[index].text, point->values[index].text) == 0
                        : other->values[index].number == point->values[index].number;
    }
    if (seen) continue;
    if (axis->text)
      json_text(json, NULL, point->values[index].text);
    else
      json_integer(json, NULL, point->values[index].number);
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void write_plan_case(json_writer *json, const bench_plan *plan, const bench_case *owner) {
  bool used = false;
  for (int i = 0; i < plan->count; i++) used = used || plan->points[i].owner == owner;
  if (!used) return;
  json_open(json, NULL, '{');
  json_text(json, "name", owner->name);
  json_text(json, "about", owner->about);
  json_open(json, "axes", '[');
  for (int i = 0; i < owner->axis_count; i++) write_plan_axis(json, plan, owner, i);
  json_close(json, ']');
  json_open(json, "sweeps", '[');
  for (int i = 0; i < owner->sweep_count; i++) {
    json_open_flat(json, NULL, '{');
    json_text(json, "name", owner->sweeps[i].name);
    json_text(json, "about", owner->sweeps[i].about);
    json_text(json, "axis", owner->sweeps[i].axis);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void write_settings(json_writer *json, const bench_settings *settings) {
  json_open(json, "settings", '{');
  json_bool(json, "quick", settings->quick);
  json_number(json, "rel_err", settings->rel_err);
  json_integer(json, "min_episodes", settings->min_episodes);
  json_integer(json, "max_episodes", settings->max_episodes);
  json_number(json, "budget_s", settings->budget);
  json_number(json, "total_budget_s", settings->total_budget);
  if (settings->frames > 0)
    json_integer(json, "frames", settings->frames);
  else
    json_null(json, "frames");
  if (settings->warm >= 0)
    json_integer(json, "warm", settings->warm);
  else
    json_null(json, "warm");
  json_close(json, '}');
}

static void write_plan(json_writer *json, const bench_report *report) {
  const bench_plan *plan = report->run->plan;
  const bench_settings *settings = report->run->settings;
  json_open(json, "plan", '{');
  json_hash(json, "hash", plan->hash);
  json_open_flat(json, "argv", '[');
  for (int i = 0; i < settings->argc; i++) json_text(json, NULL, settings->argv[i]);
  json_close(json, ']');
  json_integer(json, "points", plan->count);
  write_settings(json, settings);
  json_open(json, "benchmarks", '[');
  for (int c = 0; c < plan->case_count; c++) write_plan_case(json, plan, plan->cases[c]);
  json_close(json, ']');
  json_close(json, '}');
}

static void write_tool(json_writer *json, const bench_environment *env) {
  json_open(json, "tool", '{');
  json_text(json, "name", "xpbd-bench");
  bench_env_write_group(env, "tool", json);
  json_open(json, "git", '{');
  bench_env_write_group(env, "git", json);
  json_close(json, '}');
  json_open(json, "build", '{');
  bench_env_write_group(env, "build", json);
  json_close(json, '}');
  json_close(json, '}');
}

static void write_counter(json_writer *json, const char *name, double value, const char *unit) {
  json_open_flat(json, name, '{');
  json_number(json, "value", value);
  json_text(json, "unit", unit);
  json_close(json, '}');
}

static void write_times(json_writer *json, const bench_point *point, const bench_result *result) {
  if (!bench_has_numbers(result)) {
    static const char *const keys[] = {"frame_s", "device_s", "cpu_s", "fps", "counters"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) json_null(json, keys[i]);
    return;
  }
  const bench_numbers n = bench_numbers_of(point, result);
  const struct {
    const char *key;
    double value;
  } frame[] = {{"median", n.median}, {"lo95", n.low},  {"hi95", n.high},     {"rel_err", n.relative},
               {"tau", n.tau},       {"mean", n.mean}, {"stddev", n.stddev}, {"min", n.least},
               {"p05", n.p05},       {"p95", n.p95},   {"p99", n.p99},       {"max", n.most}};
  json_open(json, "frame_s", '{');
  for (size_t i = 0; i < sizeof frame / sizeof frame[0]; i++) json_number(json, frame[i].key, frame[i].value);
  json_close(json, '}');
  json_number(json, "device_s", result->facts.device_time);
  json_number(json, "cpu_s", n.processor);
  json_open_flat(json, "fps", '{');
  json_number(json, "median", n.fps);
  json_number(json, "lo95", n.fps_low);
  json_number(json, "hi95", n.fps_high);
  json_number(json, "low1", n.fps_low1);
  json_close(json, '}');
  json_open(json, "counters", '{');
  write_counter(json, "ns_per_projection", n.ns_each, "ns");
  write_counter(json, "projections_per_second", n.per_second, "1/s");
  write_counter(json, "real_time_factor", n.real_time_factor, "1");
  for (int k = 0; k < BENCH_COUNTERS; k++) {
    char name[48];
    snprintf(name, sizeof name, "%s_per_projection", bench_hardware_names[k]);
    if (!isnan(n.counted[k])) write_counter(json, name, n.counted[k], "1");
  }
  json_close(json, '}');
}

/// What each of several processes measured; a process without this point has null everywhere.
static void write_processes(json_writer *json, const bench_result *result) {
  static const char *const keys[] = {"medians_s", "lo95_s", "hi95_s"};
  if (!bench_has_numbers(result) || result->processes == 0) {
    json_null(json, "processes");
    return;
  }
  json_open(json, "processes", '{');
  for (int key = 0; key < 3; key++) {
    json_open_flat(json, keys[key], '[');
    for (int k = 0; k < result->processes; k++) {
      const bench_process *process = &result->process[k];
      json_number(json, NULL, key == 0 ? process->median : key == 1 ? process->low : process->high);
    }
    json_close(json, ']');
  }
  json_number(json, "between", result->between);
  json_close(json, '}');
}

/// A count of which 0 means unknown.
static void count_or_null(json_writer *json, const char *key, int64_t value) {
  if (value > 0)
    json_integer(json, key, value);
  else
    json_null(json, key);
}

static void write_facts(json_writer *json, const bench_point *point, const bench_facts *facts) {
  json_open_flat(json, "work", '{');
  json_number(json, "particles", facts->particles);
  json_number(json, "constraints", facts->constraints);
  count_or_null(json, "projections_per_frame", point->work);
  json_number(json, "frame_time_s", facts->frame_time);
  json_text(json, "mesh", facts->mesh[0] == '\0' ? NULL : facts->mesh);
  json_close(json, '}');
  json_open_flat(json, "memory", '{');
  count_or_null(json, "host", facts->host_bytes);
  count_or_null(json, "device", facts->device_bytes);
  json_number(json, "per_particle", facts->bytes_per_particle > 0.0 ? facts->bytes_per_particle : NAN);
  json_number(json, "per_constraint", facts->bytes_per_constraint > 0.0 ? facts->bytes_per_constraint : NAN);
  json_close(json, '}');
  json_open_flat(json, "solver", '{');
  count_or_null(json, "groups", facts->groups);
  count_or_null(json, "threads", facts->threads);
  count_or_null(json, "lanes", facts->lanes);
  count_or_null(json, "substeps", facts->substeps);
  count_or_null(json, "iterations", facts->iterations);
  json_text(json, "precision", facts->precision);
  json_text(json, "instructions", facts->instructions);
  json_text(json, "strategy", facts->strategy);
  count_or_null(json, "batch", facts->batch);
  json_number(json, "residual", facts->residual);
  json_close(json, '}');
}

/// What a projection moves and computes, what the machine could, and which part of that it came to.
static void write_roofline(json_writer *json, const bench_facts *facts, const bench_numbers *n) {
  json_open_flat(json, "roofline", '{');
  json_number(json, "bytes_per_projection", facts->bytes_each);
  json_number(json, "flops_per_projection", facts->flops_each);
  count_or_null(json, "real_bytes", facts->real_bytes);
  json_number(json, "memory_roof", facts->memory_roof);
  json_number(json, "compute_roof", facts->compute_roof);
  json_number(json, "memory_share", n->memory_share);
  json_number(json, "compute_share", n->compute_share);
  json_close(json, '}');
}

static void write_hardware(json_writer *json, const bench_result *result) {
  if (!(result->hardware_frames > 0.0)) {
    json_null(json, "hardware");
    return;
  }
  json_open_flat(json, "hardware", '{');
  json_number(json, "frames", result->hardware_frames);
  for (int k = 0; k < BENCH_COUNTERS; k++) json_number(json, bench_hardware_names[k], result->hardware[k]);
  json_close(json, '}');
}

static void write_published(json_writer *json, const bench_published *published, double ratio) {
  if (!published->machine) {
    json_null(json, "published");
    return;
  }
  json_open_flat(json, "published", '{');
  json_number(json, "fps_low", published->fps_low);
  json_number(json, "fps_high", published->fps_high);
  json_text(json, "machine", published->machine);
  json_text(json, "way", published->way);
  json_number(json, "ratio", ratio);
  json_close(json, '}');
}

static void write_checks(json_writer *json, const bench_result *result) {
  json_open(json, "checks", '[');
  for (int i = 0; i < result->check_count; i++) {
    const bench_check *check = &result->checks[i];
    json_open_flat(json, NULL, '{');
    json_text(json, "name", check->name);
    if (check->is_hash) {
      json_hash(json, "value", check->hash);
      json_hash(json, "limit", check->expected);
    } else {
      json_number(json, "value", check->value);
      json_number(json, "limit", check->limit);
    }
    json_bool(json, "pass", check->pass);
    json_text(json, "why", check->why);
    json_close(json, '}');
  }
  json_close(json, ']');
}

/// An array for each column; each on a line of its own.
static void write_series(json_writer *json, const bench_series *series) {
  if (series->count == 0) {
    json_null(json, "series");
    return;
  }
  json_open(json, "series", '{');
  for (int c = 0; c < series->column_count; c++) {
    json_open_flat(json, series->names[c], '[');
    for (int r = 0; r < series->count; r++) json_number(json, NULL, series->values[r * series->column_count + c]);
    json_close(json, ']');
  }
  json_close(json, '}');
}

static void write_noise(json_writer *json, const bench_result *result) {
  json_open_flat(json, "noise", '{');
  json_number(json, "load_before", result->noise.load_before);
  json_number(json, "load_after", result->noise.load_after);
  json_number(json, "psi_cpu_before", result->noise.psi_before);
  json_number(json, "psi_cpu_after", result->noise.psi_after);
  json_number(json, "psi_cpu_during", result->noise.psi_during);
  json_number(json, "involuntary_switches", result->noise.involuntary_switches);
  json_close(json, '}');
  bench_telemetry_write(json, &result->telemetry);
  json_bool(json, "flagged", result->flagged);
}

static void write_notes(json_writer *json, const bench_result *result) {
  json_open(json, "notes", '[');
  for (int i = 0; i < result->note_count; i++) json_text(json, NULL, result->notes[i]);
  json_close(json, ']');
}

void bench_write_point(json_writer *json, const char *key, const bench_point *point, const bench_result *result) {
  const bool timed = result->episodes > 0;
  json_open(json, key, '{');
  json_text(json, "name", point->name);
  json_text(json, "benchmark", point->owner->name);
  json_open_flat(json, "sweeps", '[');
  for (int i = 0; i < point->owner->sweep_count; i++)
    if ((point->sweeps & 1u << i) != 0) json_text(json, NULL, point->owner->sweeps[i].name);
  json_close(json, ']');
  bench_write_axes(json, point);
  count_or_null(json, "shard", point->shard);
  json_text(json, "status", bench_outcome_name(result->outcome));
  json_text(json, "reason", result->reason[0] == '\0' ? NULL : result->reason);
  json_text(json, "checked", result->checked[0] == '\0' ? NULL : result->checked);
  json_integer(json, "warm", point->warm);
  json_integer(json, "frames", point->frames);
  json_integer(json, "frames_per_sample", timed ? result->frames_per_sample : 1);
  json_integer(json, "episodes", result->episodes);
  json_integer(json, "samples", (int64_t)result->sample_count);
  json_integer(json, "launches", result->processes > 0 ? result->processes : 1);
  json_text(json, "stop", bench_stop_word(result));
  write_times(json, point, result);
  write_processes(json, result);
  const bench_numbers numbers = bench_numbers_of(point, result);
  write_facts(json, point, &result->facts);
  write_roofline(json, &result->facts, &numbers);
  json_number(json, "ieee_over_flushed", bench_has_numbers(result) ? result->facts.ieee_over_flushed : (double)NAN);
  write_hardware(json, result);
  write_published(json, &result->facts.published, numbers.ratio);
  write_checks(json, result);
  if (result->has_hash) {
    json_hash(json, "state_hash", result->hash);
    json_integer(json, "state_frames", result->hash_frames);
  } else {
    json_null(json, "state_hash");
    json_null(json, "state_frames");
  }
  write_series(json, &result->series);
  write_noise(json, result);
  write_notes(json, result);
  json_close(json, '}');
}

static void write_shard(json_writer *json, const bench_settings *settings) {
  if (settings->shards == 0) {
    json_null(json, "shard");
    return;
  }
  json_open_flat(json, "shard", '{');
  json_integer(json, "index", settings->shard);
  json_integer(json, "count", settings->shards);
  json_close(json, '}');
}

void bench_write_xb(json_writer *json, const bench_report *report) {
  static const char *const orders[] = {"blocks", "sequential", "shuffle"};
  static const char *const validations[] = {"on", "only", "off"};
  const bench_run *run = report->run;
  json_open(json, "xb", '{');
  json_text(json, "schema", "xb/1");
  json_bool(json, "complete", run->complete);
  json_text(json, "stop", run->stop);
  json_text(json, "started", report->started);
  json_text(json, "finished", report->finished);
  json_number(json, "seconds", run->ended - run->started);
  json_integer(json, "seed", run->settings->seed);
  json_text(json, "order", orders[run->settings->order]);
  json_text(json, "validate", validations[run->settings->validate]);
  json_text(json, "note", run->settings->note);
  json_integer(json, "resumed", report->resumed);
  write_shard(json, run->settings);
  write_plan(json, report);
  write_tool(json, report->env);
  json_open(json, "env", '{');
  bench_env_write(report->env, json);
  json_close(json, '}');
  bench_write_glossary(json);
  json_open(json, "warnings", '[');
  for (int i = 0; i < report->env->warning_count; i++) json_text(json, NULL, report->env->warnings[i]);
  json_close(json, ']');
  json_open(json, "points", '[');
  for (int i = 0; i < run->plan->count; i++) bench_write_point(json, NULL, &run->plan->points[i], &run->results[i]);
  json_close(json, ']');
  json_close(json, '}');
}
