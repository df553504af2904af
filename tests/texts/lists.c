/* Why this file exists: writes lists and plans of two made-up benchmarks, and the table and the JSON of a made-up run
 * of one of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/listing.h"
#include "harness/plan/options.h"
#include "harness/store/report.h"
#include "texts.h"

static const char *kinds(int index) {
  static const char *const names[] = {"left", "right", "broken"};
  return index < 3 ? names[index] : NULL;
}

static bool is_usable(const char *value, char *why, size_t capacity) {
  snprintf(why, capacity, "it is broken");
  return strcmp(value, "broken") != 0;
}

static int64_t work_of(const bench_point *point) {
  return 1000000 * bench_int(point, "size");
}

static int64_t bytes_of(const bench_point *point) {
  return 250000 * bench_int(point, "size");
}

static const bench_axis axes[] = {
    {.name = "size",
     .about = "how large",
     .standard = "10",
     .in_name = true,
     .block = true,
     .minimum = 1,
     .maximum = 90},
    {.name = "kind",
     .about = "which",
     .text = true,
     .standard = "left",
     .in_name = true,
     .known = kinds,
     .usable = is_usable},
    {.name = "more", .about = "any", .text = true, .standard = "left", .listed = "see elsewhere", .known = kinds}};
static const bench_axis one_axis[] = {
    {.name = "size", .about = "how wide", .standard = "7", .in_name = true, .maximum = 9}};
static const bench_sweep sweeps[] = {
    {.name = "sizes", .about = "small and large", .axis = "size", .plan = "size=10,20 kind=left", .quick = "size=10"},
    {.name = "kinds", .about = "all of them", .axis = "kind", .plan = "kind=*", .quick = "kind=right"}};
static const bench_case alpha = {.name = "alpha",
                                 .about = "a made one",
                                 .unit = "units",
                                 .standard = true,
                                 .axes = axes,
                                 .axis_count = 3,
                                 .sweeps = sweeps,
                                 .sweep_count = 2,
                                 .total_budget = 30,
                                 .total_budget_quick = 7,
                                 .work = work_of,
                                 .memory = bytes_of};
static const bench_case beta = {
    .name = "beta", .about = "another", .unit = "things", .axes = one_axis, .axis_count = 1, .work = work_of};
static const bench_case *const both[] = {&alpha, &beta};

static bench_settings settings;
static bench_plan plan;

static void begin(void) {
  bench_plan_destroy(&plan);
  plan = (bench_plan){0};
  settings = (bench_settings){.frames = -1, .warm = -1, .total_budget = 60, .processes = 1};
}

/// Plans the named benchmarks.
static void make_plan(void) {
  bench_plan_destroy(&plan);
  if (bench_plan_make(bench_program(), &settings, both, 2, &plan) != 0) heading("no plan");
}

/* The least cost of a point: setup (1e-9 s per byte), half a reference (5e-9 s per unit and frame), the frames compared
 * with it, six episodes. That is 2.5 ms + 0.1 s + 0.2 s + 1.5 s, twice, and 5 ms + 0.1 s + 0.2 s + 3 s: 6.91 s; without
 * episodes 0.91 s. */
static void write_plans(void) {
  static const struct {
    double total;
    bench_validate validate;
    int processes;
    bool given;
  } times[] = {{60.4, BENCH_VALIDATE_ON, 1, false},  {6.92, BENCH_VALIDATE_ON, 1, false},
               {6.9, BENCH_VALIDATE_ON, 1, false},   {0.92, BENCH_VALIDATE_ONLY, 1, false},
               {0.9, BENCH_VALIDATE_ONLY, 1, false}, {60.4, BENCH_VALIDATE_ON, 5, false},
               {60.4, BENCH_VALIDATE_ON, 5, true}};
  for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
    heading("a plan: %g s%s, %d processes%s", times[k].total, times[k].given ? " given" : "", times[k].processes,
            times[k].validate == BENCH_VALIDATE_ONLY ? ", checks alone" : "");
    settings.total_budget = times[k].total, settings.validate = times[k].validate;
    settings.processes = times[k].processes;
    settings.total_given = times[k].given;
    bench_list_plan(&plan, &settings, stdout);
  }
}

/// Benchmarks with their own budget, and the default for all others: 60 s.
static void write_budgets(void) {
  static const char *names[] = {"alpha", "beta"};
  heading("the budgets of alpha, beta and both, quick or not [s]");
  for (int which = 0; which < 3; which++)
    for (int quick = 0; quick < 2; quick++) {
      begin();
      settings.quick = quick;
      settings.benchmarks = (cli_list){which == 2 ? 2 : 1, names + which % 2};
      make_plan();
      printf("%g%s", bench_plan_budget(&settings, &plan), quick ? "\n" : " ");
    }
}

void write_lists(void) {
  begin();
  make_plan();
  heading("benchmarks for people");
  bench_list_text(&plan, stdout);
  heading("for programs");
  bench_list_json(&plan, stdout);
  static const bench_format formats[] = {BENCH_CONSOLE, BENCH_CSV, BENCH_JSON};
  for (int k = 0; k < 3; k++) {
    heading("names, format %d", k);
    bench_list_tests(&plan, formats[k], stdout);
  }
  write_plans();
  write_budgets();
}

/* ---- a run ---- */

static bench_environment env;
static bench_result results[4];

/// Two episodes of two samples: 1, 2, 3 and 4 ms, of which the first takes 3 frames and the second 1.
static double samples[] = {1e-3, 2e-3, 3e-3, 4e-3}, processor[] = {5e-4, 7.5e-4};
static double heights[] = {0.0, 1.5, 0.25, (double)NAN};

/// A point in which every number is different.
static void fill(bench_result *r) {
  *r = (bench_result){
      .outcome = BENCH_VALID,
      .checked = "hash=seq@4",
      .stop = "target",
      .frames_per_sample = 3,
      .samples_per_episode = 2,
      .episodes = 2,
      .sample_count = 4,
      .samples = samples,
      .processor = processor,
      .hardware = {8e7, 1.6e8, 2.4e8, (double)NAN},
      .hardware_frames = 8,
      .interval = {.median = 2.5e-3, .low = 2e-3, .high = 4e-3, .relative = 0.4, .tau = 1.25},
      .facts = {.particles = 11,
                .constraints = 12,
                .frame_time = 0.025,
                .groups = 13,
                .threads = 14,
                .lanes = 15,
                .substeps = 16,
                .iterations = 17,
                .instructions = "abacus",
                .precision = "f32",
                .strategy = "slow",
                .batch = 18,
                .host_bytes = 19,
                .device_bytes = 20,
                .bytes_per_particle = 21.5,
                .bytes_per_constraint = 22.5,
                .bytes_each = 23,
                .flops_each = 24,
                .memory_roof = 1.84e11,
                .compute_roof = 3.84e11,
                .real_bytes = 4,
                .device_time = 0.125,
                .ieee_over_flushed = 1.25,
                .phases = "projections=1.000",
                .residual = 0.03125,
                .error = 0.0625,
                .error_of_reference = 0.015625,
                .error_frames = 6,
                .error_reason = "far",
                .peer_share = NAN,
                .mesh = "a mesh",
                .published = {.fps_low = 100, .fps_high = 300, .machine = "a machine", .way = "a way"}},
      .check_count = 2,
      .checks = {{.name = "first", .pass = true, .value = 1.5, .limit = 2.5, .why = "it is"},
                 {.name = "second", .is_hash = true, .hash = 0xab, .expected = 0xcd, .why = "\"they\" are"}},
      .has_hash = true,
      .hash = 0x123456789abcdef0,
      .hash_frames = 5,
      .noise = {.load_before = 0.5,
                .load_after = 0.75,
                .psi_before = 1.5,
                .psi_after = 2.5,
                .psi_during = 3.5,
                .involuntary_switches = 26,
                .pace = 0.875,
                .stalled = 27,
                .seconds = 28},
      .flagged = true,
      .series = {.column_count = 2, .count = 2, .capacity = 2, .names = {"time_s", "height"}, .values = heights},
      .note_count = 2,
      .notes = {"one", "two"}};
}

/// A run of four points: one left out, one with all numbers, one that was stopped, one of three processes that is
/// inexact.
static void fill_results(void) {
  fill(&results[1]);
  results[0] = (bench_result){.outcome = BENCH_SKIPPED, .reason = "it is broken", .facts = bench_facts_unknown()};
  results[0].noise = bench_noise_unknown();
  results[0].interval = bench_median_interval(NULL, 0, NULL);
  results[2] = results[0];
  results[2].outcome = BENCH_STOPPED;
  results[2].facts.device_time = 0.5; /* known, but a row without numbers shows no time */
  fill(&results[3]);
  results[3].outcome = BENCH_INEXACT;
  results[3].reason[0] = 'x';
  results[3].processes = 3;
  results[3].between = 0.0625;
  for (int k = 0; k < 3; k++)
    results[3].process[k] = k == 1 ? (bench_process){NAN, NAN, NAN, 0} : (bench_process){k + 2.0, k + 1.0, k + 3.0, 2};
}

static void fill_environment(void) {
  env = (bench_environment){0};
  bench_env_text(&env, "tool", "version", "1.2", "build");
  bench_env_text(&env, "git", "sha", "", "git");
  bench_env_text(&env, "build", "compiler", "cc", "macros");
  bench_env_number(&env, "cpu", "logical", 4, NULL, "sysconf");
  bench_env_number(&env, "memory", "total", 1e9, "bytes", "a file");
  bench_env_number(&env, "noise", "load_before", (double)NAN, NULL, "a call");
  bench_env_not_applicable(&env, "gpu", "name", "no driver");
  bench_env_text(&env, "formula", "f", "0123", "a file");
  bench_env_warn(&env, "%s", "loud");
  bench_env_warn(&env, "%d %%", 9);
}

/// The JSON except the glossary, which has the words of --help-columns, and except `points` if they are not wanted.
static void write_run(const bench_report *report, bool points) {
  char *text = NULL;
  size_t length = 0;
  json_writer json = {.stream = open_memstream(&text, &length), .flat = true};
  json_open(&json, NULL, '{');
  bench_write_xb(&json, report);
  json_close(&json, '}');
  fclose(json.stream);
  char *glossary = strstr(text, "\"glossary\": "), *behind = strstr(text, "\"warnings\": ");
  if (glossary) *glossary = '\0';
  puts(text);
  fputs(points && behind ? behind : "\n", stdout);
  free(text);
}

void write_results(void) {
  static char *words[] = {(char *)"xpbd-bench", (char *)"--note", (char *)"a \\ b"};
  begin();
  settings = (bench_settings){.frames = 4,
                              .warm = -1,
                              .rel_err = 0.02,
                              .budget = 1.5,
                              .total_budget = 60,
                              .min_episodes = 3,
                              .max_episodes = 9,
                              .processes = 1,
                              .seed = 31,
                              .order = BENCH_SHUFFLE,
                              .note = "a \\ b",
                              .argc = 3,
                              .argv = words};
  make_plan();
  fill_environment();
  fill_results();
  bench_run run = {.plan = &plan,
                   .settings = &settings,
                   .env = &env,
                   .results = results,
                   .started = 100,
                   .ended = 112.5,
                   .stop = "finished",
                   .complete = true};
  const bench_report report = {
      .run = &run, .env = &env, .program = "prog", .date = "today", .started = "then", .finished = "now", .resumed = 6};
  heading("the table");
  bench_write_tsv(stdout, &report);
  heading("the JSON");
  write_run(&report, true);
  heading("another run");
  settings.quick = settings.dry_run = true;
  settings.frames = -1, settings.warm = 0;
  settings.order = BENCH_SEQUENTIAL, settings.validate = BENCH_VALIDATE_ONLY;
  settings.note = NULL, settings.shard = 2, settings.shards = 3;
  run.complete = false, run.stop = "total-budget";
  write_run(&report, false);
  bench_plan_destroy(&plan);
}
