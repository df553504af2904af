/* Why this file exists: stores and writes the fields of the environment. system.c and machine.c fill them. */
#include "environment.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "harness/stats/noise.h"

static bench_field *add_field(bench_environment *env, const char *group, const char *key, const char *source) {
  const bool full = env->count == BENCH_MAX_FIELDS;
  bench_field *field = &env->fields[full ? BENCH_MAX_FIELDS - 1 : env->count++];
  *field = (bench_field){.group = group, .key = key, .source = source};
  return field;
}

void bench_env_text(bench_environment *env, const char *group, const char *key, const char *value, const char *source) {
  bench_field *field = add_field(env, group, key, source);
  if (!value || value[0] == '\0') return;
  field->state = BENCH_KNOWN;
  snprintf(field->text, sizeof field->text, "%s", value);
}

void bench_env_number(bench_environment *env, const char *group, const char *key, double value, const char *unit,
                      const char *source) {
  bench_field *field = add_field(env, group, key, source);
  field->unit = unit;
  if (!isfinite(value)) return;
  field->state = BENCH_KNOWN;
  field->is_number = true;
  field->number = value;
}

void bench_env_not_applicable(bench_environment *env, const char *group, const char *key, const char *why) {
  add_field(env, group, key, why)->state = BENCH_NOT_APPLICABLE;
}

void bench_env_warn(bench_environment *env, const char *format, ...) {
  if (env->warning_count == BENCH_MAX_WARNINGS) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(env->warnings[env->warning_count++], sizeof env->warnings[0], format, arguments);
  va_end(arguments);
}

const bench_field *bench_env_find(const bench_environment *env, const char *group, const char *key) {
  for (int i = 0; i < env->count; i++)
    if (strcmp(env->fields[i].group, group) == 0 && strcmp(env->fields[i].key, key) == 0) return &env->fields[i];
  return NULL;
}

double bench_env_number_of(const bench_environment *env, const char *group, const char *key) {
  const bench_field *field = bench_env_find(env, group, key);
  return field != NULL && field->state == BENCH_KNOWN && field->is_number ? field->number : (double)NAN;
}

const char *bench_env_text_of(const bench_environment *env, const char *group, const char *key) {
  const bench_field *field = bench_env_find(env, group, key);
  return field != NULL && field->state == BENCH_KNOWN && !field->is_number ? field->text : NULL;
}

double bench_env_quota(const bench_environment *env) {
  double quota, period;
  const char *text = env ? bench_env_text_of(env, "process", "cgroup_cpu_quota") : NULL;
  return text && sscanf(text, "%lf %lf", &quota, &period) == 2 ? quota / period : (double)NAN;
}

static double involuntary_switches(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_nivcsw : (double)NAN;
}

void bench_env_noise_before(bench_environment *env) {
  const double load = bench_noise_load();
  const double pressure = bench_noise_psi();
  const double processors = bench_env_number_of(env, "cpu", "logical");
  bench_env_number(env, "noise", "load_before", load, NULL, "getloadavg, 1 minute");
  bench_env_number(env, "noise", "psi_cpu_before", pressure, "%", "/proc/pressure/cpu, some avg10");
  if (load > 0.5 * processors)
    bench_env_warn(env, "the load average was %.2f before the start: other programs use this machine", load);
  if (pressure > 10.0)
    bench_env_warn(env, "tasks waited for a processor %.0f %% of the last 10 s before the start", pressure);
}

void bench_env_finish(bench_environment *env) {
  bench_env_number(env, "noise", "load_after", bench_noise_load(), NULL, "getloadavg, 1 minute");
  bench_env_number(env, "noise", "psi_cpu_after", bench_noise_psi(), "%", "/proc/pressure/cpu, some avg10");
  bench_env_number(env, "noise", "involuntary_switches", involuntary_switches(), NULL, "getrusage, whole run");
}

static void write_field(const bench_field *field, json_writer *json) {
  static const char *const states[] = {"unknown", "known", "not applicable"};
  json_open_flat(json, field->key, '{');
  json_text(json, "state", states[field->state]);
  if (field->state != BENCH_KNOWN)
    json_nothing(json, "value");
  else if (field->is_number)
    json_number(json, "value", field->number);
  else
    json_text(json, "value", field->text);
  json_text(json, "unit", field->unit);
  json_text(json, "source", field->source);
  json_close(json, '}');
}

void bench_env_write_group(const bench_environment *env, const char *group, json_writer *json) {
  for (int i = 0; i < env->count; i++)
    if (strcmp(env->fields[i].group, group) == 0) write_field(&env->fields[i], json);
}

void bench_env_write(const bench_environment *env, json_writer *json) {
  static const char *const groups[] = {"cpu", "memory", "os", "process", "noise", "machine", "gpu", "formula", "mesh"};
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
    json_open(json, groups[g], '{');
    bench_env_write_group(env, groups[g], json);
    json_close(json, '}');
  }
}
