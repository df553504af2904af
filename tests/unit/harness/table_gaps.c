/* Why this file exists: machines do not report everything, benchmarks may have no work, and clocks are coarse. Other
 * tools must still be able to read the results, and no unknown number may appear. Part of the group table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/report.h"
#include "unit/parts.h"

enum { ROWS = 10 };

static bench_environment env;

/// A run of one row of ten samples of 1.5 ms.
static struct {
  bench_settings settings;
  bench_point point;
  bench_result result;
  bench_plan plan;
  bench_run run;
  bench_report report;
  double samples[ROWS], processor[ROWS];
} made;

static void make(int64_t work, double processor) {
  static const bench_case owner = {.name = "fake"};
  memset(&made, 0, sizeof made);
  made.point = (bench_point){.owner = &owner, .name = "a", .work = work, .frames = 1};
  for (int i = 0; i < ROWS; i++) made.samples[i] = 1.5e-3, made.processor[i] = processor;
  made.result = (bench_result){.outcome = BENCH_VALID,
                               .checked = "hash=seq@3",
                               .frames_per_sample = 1,
                               .samples_per_episode = 1,
                               .episodes = ROWS,
                               .sample_count = ROWS,
                               .samples = made.samples,
                               .processor = made.processor,
                               .interval = {.median = 1.5e-3, .low = 1.5e-3, .high = 1.5e-3, .tau = 1.0},
                               .facts = bench_facts_unknown()};
  made.plan = (bench_plan){.points = &made.point, .count = 1};
  made.run = (bench_run){.plan = &made.plan, .settings = &made.settings, .results = &made.result};
  made.report = (bench_report){.run = &made.run, .env = &env, .program = "prog", .date = "today"};
}

/// The output for it; the caller frees it.
static char *text_of(void (*write)(FILE *stream)) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return NULL;
  write(stream);
  fclose(stream);
  return text;
}

static void write_json(FILE *stream) {
  bench_write_json(stream, &made.report);
}

static void write_point(FILE *stream) {
  json_writer json = {.stream = stream, .flat = true};
  bench_write_point(&json, NULL, &made.point, &made.result);
}

static void write_row(FILE *stream) {
  const bench_table table = bench_table_make(stream, &made.plan, &made.settings, false);
  bench_table_row(&table, &made.point, &made.result);
}

static bool says(const char *text, const char *part) {
  return text && strstr(text, part) != NULL;
}

/// A machine that reports nothing, and one that reports everything.
static void machines(check *self, int argument) {
  static const char none[] = "    \"host_name\": \"unknown\",\n    \"executable\": \"prog\",\n    \"num_cpus\": 4,\n"
                             "    \"mhz_per_cpu\": 0,\n    \"caches\": [],\n    \"load_avg\": [],\n"
                             "    \"library_version\": null,\n    \"library_build_type\": \"release\",\n"
                             "    \"json_schema_version\": 1\n  },\n";
  static const char all[] =
      "    \"host_name\": \"box\",\n    \"executable\": \"prog\",\n    \"num_cpus\": 4,\n    \"mhz_per_cpu\": 2500,\n"
      "    \"cpu_scaling_enabled\": true,\n    \"caches\": [\n"
      "      {\"type\": \"Data\", \"level\": 1, \"size\": 49152, \"num_sharing\": 0},\n"
      "      {\"type\": \"Unified\", \"level\": 2, \"size\": 1572864, \"num_sharing\": 0},\n"
      "      {\"type\": \"Unified\", \"level\": 3, \"size\": 33554432, \"num_sharing\": 0}\n    ],\n"
      "    \"load_avg\": [0.5],\n    \"library_version\": \"1.2\",\n";
  make(100, 1e-3);
  env = (bench_environment){0};
  bench_env_number(&env, "cpu", "logical", 4.0, NULL, "check");
  char *text = text_of(write_json);
  check_true(self, says(text, none), "nothing but processors:\n%s", text ? text : "");
  check_control(self, !says(text, all), "what another machine tells");
  free(text);
  bench_env_number(&env, "cpu", "mhz_now", 2499.6, "MHz", "check");
  bench_env_number(&env, "cpu", "cache_l1d", 49152.0, "bytes", "check");
  bench_env_number(&env, "cpu", "cache_l2", 1572864.0, "bytes", "check");
  bench_env_number(&env, "cpu", "cache_l3", 33554432.0, "bytes", "check");
  bench_env_text(&env, "cpu", "governor", "powersave", "check");
  bench_env_text(&env, "os", "host", "box", "check");
  bench_env_text(&env, "tool", "version", "1.2", "check");
  bench_env_number(&env, "noise", "load_before", 0.5, NULL, "check");
  text = text_of(write_json);
  check_true(self, says(text, all), "all of it:\n%s", text ? text : "");
  free(text);
}

/// How often a part occurs in what other tools read, which is before our own part.
static int count_of(const char *text, const char *part) {
  const char *end = text ? strstr(text, "\"xb\": {") : NULL;
  int count = 0;
  for (const char *at = text; end && (at = strstr(at, part)) != NULL && at < end; at++) ++count;
  return count;
}

/// Ten rows and four that summarise them. Each has a number of threads, and a processor time that is a number.
static void others(check *self, int argument) {
  env = (bench_environment){0};
  bench_env_number(&env, "cpu", "logical", 4.0, NULL, "check");
  make(100, 0.0);
  char *text = text_of(write_json);
  check_true(self, count_of(text, "\"threads\": 1,") == 14, "%d rows of an unknown number of threads",
             count_of(text, "\"threads\": 1,"));
  check_true(self, count_of(text, "\"cpu_time\": 0,") == 14, "%d rows of a clock that did not go on",
             count_of(text, "\"cpu_time\": 0,"));
  free(text);
  make(100, 1e-3);
  made.result.facts.threads = 3;
  text = text_of(write_json);
  check_true(self, count_of(text, "\"threads\": 3,") == 14, "%d rows of three threads",
             count_of(text, "\"threads\": 3,"));
  check_control(self, count_of(text, "\"cpu_time\": 0,") == 2, "a clock that went on: no deviation, and its share");
  free(text);
}

/// Without work there is nothing per unit, counted or timed. One unit is enough.
static void workless(check *self, int argument) {
  static const char *const each[] = {"\"ns_per_projection\": {\"value\": null,",
                                     "\"ns_per_projection\": {\"value\": 1500000,"};
  static const char *const shown[] = {" ns_per_projection=? ", " ns_per_projection=1.5e+06 "};
  env = (bench_environment){0};
  for (int work = 0; work < 2; work++) {
    make(work, 1e-3);
    made.result.hardware_frames = 8.0;
    for (int k = 0; k < BENCH_COUNTERS; k++) made.result.hardware[k] = 1000.0 * (k + 1);
    char *json = text_of(write_point), *row = text_of(write_row);
    check_true(self, json && row, "it is written");
    if (!json || !row) return;
    check_true(self, says(json, each[work]), "work %d: %s", work, json);
    check_true(self, says(row, shown[work]), "work %d: %s", work, row);
    check_true(self, says(json, "\"hardware\": {\"frames\": 8, \"cycles\": 1000,"), "work %d: %s", work, json);
    if (work)
      check_control(self, says(json, "\"cycles_per_projection\": {\"value\": 125,"), "cycles of a unit: %s", json);
    else
      check_true(self, !says(json, "cycles_per_projection"), "no cycles of no unit: %s", json);
    free(json);
    free(row);
  }
}

void check_table_gaps(check_registry *registry) {
  check_add(registry, "machines", "what other tools read of a machine that tells nothing, and all", machines, 0);
  check_add(registry, "others", "threads and processor times that other tools can read", others, 0);
  check_add(registry, "workless", "rows without work", workless, 0);
}
