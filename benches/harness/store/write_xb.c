/* Why this file exists: writes the section "xb" of the JSON: everything known about a run. The schema is in
 * benches/harness/FORMAT.md. Change both together. */
#include <string.h>

#include "fields.h"
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
    if (point->owner != owner || (point->present & UINT64_C(1) << index) == 0) continue;
    bool seen = false;
    for (int k = 0; k < i && !seen; k++) {
      const bench_point *other = &plan->points[k];
      if (other->owner != owner || (other->present & UINT64_C(1) << index) == 0) continue;
      seen = axis->text ? strcmp(other->values[index].text, point->values[index].text) == 0
                        : other->values[index].number == point->values[index].number;
    }
    if (seen) continue;
    if (axis->text)
      json_text(json, NULL, point->values[index].text);
    else
      json_whole(json, NULL, point->values[index].number);
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
  json_whole(json, "min_episodes", settings->min_episodes);
  json_whole(json, "max_episodes", settings->max_episodes);
  json_number(json, "budget_s", settings->budget);
  json_number(json, "total_budget_s", settings->total_budget);
  if (settings->frames > 0)
    json_whole(json, "frames", settings->frames);
  else
    json_nothing(json, "frames");
  if (settings->warm >= 0)
    json_whole(json, "warm", settings->warm);
  else
    json_nothing(json, "warm");
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
  json_whole(json, "points", plan->count);
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

static void write_times(json_writer *json, const bench_cell *cell) {
  const char *const groups[] = {"frame_s", "device_s", "cpu_s", "fps", "counters"};
  if (!bench_has_numbers(cell->result)) {
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) json_nothing(json, groups[i]);
    return;
  }
  bench_fields_write(json, "frame_s", false, cell);
  bench_field_write(json, "device_s", cell);
  bench_field_write(json, "cpu_s", cell);
  bench_fields_write(json, "fps", true, cell);
  bench_fields_write(json, "counters", false, cell);
}

/// What each of several processes measured. A process without this point has null everywhere.
static void write_processes(json_writer *json, const bench_result *result) {
  static const char *const keys[] = {"medians_s", "lo95_s", "hi95_s"};
  if (!bench_has_numbers(result) || result->processes == 0) {
    json_nothing(json, "processes");
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

/// A count. 0 means unknown.
static void count_or_null(json_writer *json, const char *key, int64_t value) {
  if (value > 0)
    json_whole(json, key, value);
  else
    json_nothing(json, key);
}

static void write_hardware(json_writer *json, const bench_result *result) {
  if (!(result->hardware_frames > 0.0)) {
    json_nothing(json, "hardware");
    return;
  }
  json_open_flat(json, "hardware", '{');
  json_number(json, "frames", result->hardware_frames);
  for (int k = 0; k < BENCH_COUNTERS; k++) json_number(json, bench_hardware_names[k], result->hardware[k]);
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

/// An array for each column, each on its own line.
static void write_series(json_writer *json, const bench_series *series) {
  if (series->count == 0) {
    json_nothing(json, "series");
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
  json_whole(json, "warm", point->warm);
  json_whole(json, "frames", point->frames);
  json_whole(json, "frames_per_sample", timed ? result->frames_per_sample : 1);
  json_whole(json, "episodes", result->episodes);
  json_whole(json, "samples", (int64_t)result->sample_count);
  json_whole(json, "launches", result->processes > 0 ? result->processes : 1);
  json_text(json, "stop", bench_stop_word(result));
  const bench_cell cell = bench_cell_of(point, result);
  write_times(json, &cell);
  write_processes(json, result);
  static const char *const groups[] = {"work", "memory", "solver", "roofline"};
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) bench_fields_write(json, groups[i], true, &cell);
  bench_field_write(json, "ieee_over_flushed", &cell);
  bench_field_write(json, "phases", &cell);
  bench_field_write(json, "error", &cell);
  bench_field_write(json, "error_of_reference", &cell);
  bench_field_write(json, "error_frames", &cell);
  bench_field_write(json, "error_reason", &cell);
  write_hardware(json, result);
  if (result->facts.published.machine)
    bench_fields_write(json, "published", true, &cell);
  else
    json_nothing(json, "published");
  if (result->facts.peer[0] != '\0')
    bench_fields_write(json, "peer", true, &cell);
  else
    json_nothing(json, "peer");
  write_checks(json, result);
  bench_field_write(json, "state_hash", &cell);
  bench_field_write(json, "state_frames", &cell);
  write_series(json, &result->series);
  bench_fields_write(json, "noise", true, &cell);
  bench_telemetry_write(json, &result->telemetry);
  bench_field_write(json, "flagged", &cell);
  write_notes(json, result);
  json_close(json, '}');
}

static void write_shard(json_writer *json, const bench_settings *settings) {
  if (settings->shards == 0) {
    json_nothing(json, "shard");
    return;
  }
  json_open_flat(json, "shard", '{');
  json_whole(json, "index", settings->shard);
  json_whole(json, "count", settings->shards);
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
  json_whole(json, "seed", run->settings->seed);
  json_text(json, "order", orders[run->settings->order]);
  json_text(json, "validate", validations[run->settings->validate]);
  json_text(json, "note", run->settings->note);
  json_whole(json, "resumed", report->resumed);
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
  bench_write_score(json, report);
  json_open(json, "points", '[');
  for (int i = 0; i < run->plan->count; i++) bench_write_point(json, NULL, &run->plan->points[i], &run->results[i]);
  json_close(json, ']');
  json_close(json, '}');
}
