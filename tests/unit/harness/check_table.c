/* Why this file exists: people and Google Benchmark's tools read results as text. Here results are made by hand, and
 * their texts compared letter for letter. The numbers behind them have their own checks (tests/oracle). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "harness/store/report.h"
#include "unit/parts.h"

enum { ROWS = 10, FRAMES = 120, POINTS = 8 };

static const bench_case owner = {.name = "fake"};

/// A point of `work` units, and its result: 5 episodes of two samples, all 2 ms, with the given median `median` and
/// processor time `processor`.
typedef struct made {
  bench_point point;
  bench_result result;
  double samples[ROWS], processor[ROWS / 2];
} made;

static void make(made *out, const char *name, double median, double processor) {
  *out = (made){.point = {.owner = &owner, .work = 10000, .frames = FRAMES}};
  snprintf(out->point.name, sizeof out->point.name, "%s", name);
  for (int i = 0; i < ROWS; i++) out->samples[i] = 2e-3;
  for (int i = 0; i < ROWS / 2; i++) out->processor[i] = processor;
  out->result = (bench_result){.outcome = BENCH_VALID,
                               .checked = "hash=seq@3",
                               .frames_per_sample = 60,
                               .samples_per_episode = 2,
                               .episodes = ROWS / 2,
                               .sample_count = ROWS,
                               .samples = out->samples,
                               .processor = out->processor,
                               .interval = {.median = median, .low = median, .high = median, .relative = 0.012},
                               .facts = bench_facts_unknown()};
  out->result.facts.frame_time = 0.04;
}

typedef struct sheet {
  const bench_settings *settings;
  made *rows;
  int count;
  bool head, color;
} sheet;

/// The output of `write` for these; the caller frees it.
static char *text_of(const sheet *self, void (*write)(FILE *stream, const sheet *self)) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return NULL;
  write(stream, self);
  fclose(stream);
  return text;
}

static void write_rows(FILE *stream, const sheet *self) {
  bench_point points[POINTS];
  for (int i = 0; i < self->count; i++) points[i] = self->rows[i].point;
  const bench_plan plan = {.points = points, .count = self->count};
  const bench_table table = bench_table_make(stream, &plan, self->settings, self->color);
  if (self->head) bench_table_head(&table);
  for (int i = 0; i < self->count; i++) bench_table_row(&table, &self->rows[i].point, &self->rows[i].result);
}

static bool is(check *self, char *text, const char *wanted, const char *what) {
  const bool equal = check_true(self, text && strcmp(text, wanted) == 0, "%s:\n%s\nand not\n%s", what,
                                !text ? "nothing" : text, wanted);
  if (wanted[0] != '\0') check_control(self, text && strcmp(text, wanted + 1) != 0, "a letter less is noticed");
  free(text);
  return equal;
}

static void rows_of_numbers(check *self, int argument) {
  bench_settings settings = {0};
  made row;
  const sheet one = {&settings, &row, 1, false, false};
  make(&row, "a", 1.5e-3, 2.5e-6);
  bench_facts *facts = &row.result.facts;
  // 10000 units in 1.5 ms are 150 ns each; with 84 bytes 0.56 GB/s, with 15 operations 0.1 G/s. 1 % of the frames take
  // 2 ms.
  facts->bytes_each = 84.0, facts->memory_roof = 1e10, facts->flops_each = 15.0, facts->compute_roof = 1e8;
  facts->residual = 0.005;
  facts->error = 0.032, facts->error_frames = 24;
  is(self, text_of(&one, write_rows),
     "a                1500 us        2.50 us         600 fps=666.667/s +-time=1.2% fps_low1=500/s "
     "ns_per_projection=150 "
     "residual=0.5% err=3.2%@24 memory_share=5.6% compute_share=100% episodes=5 hash=seq@3\n",
     "a row of all numbers");
}

/// The text of a time, and of its frame rate, on both sides of each change of digits or unit.
static void digits(check *self, int argument) {
  static const struct {
    const char *unit;
    double median;
    const char *time, *fps;
  } known[] = {{"ms", 5e-7, "     0.001 ms", "2M"},         {"ms", 9.99e-4, "     0.999 ms", "1.001k"},
               {"ms", 1e-3, "      1.00 ms", "1k"},         {"ms", 9.99e-3, "      9.99 ms", "100.1"},
               {"ms", 1e-2, "      10.0 ms", "100"},        {"ms", 0.0999, "      99.9 ms", "10.01"},
               {"ms", 0.1, "       100 ms", "10"},          {"s", 2.0, "      2.00 s ", "0.5"},
               {"us", 1e-6, "      1.00 us", "1M"},         {"ns", 5e-10, "     0.500 ns", "2G"},
               {"ns", 9.999999999, "9999999999 ns", ""},    {"ns", 10.0, "1.0000e+10 ns", "0.1"},
               {"ns", 1e-12, "     0.001 ns", "1T"},        {"ns", 2.5e-16, "     0.000 ns", "4000T"},
               {NULL, 1.0 / 999.0, "      1001 us", "999"}, {NULL, (double)NAN, "         - us", "nan"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    bench_settings settings = {.time_unit = known[k].unit};
    char wanted[64], rate[32];
    made row;
    const sheet one = {&settings, &row, 1, false, false};
    make(&row, "a", known[k].median, (double)NAN);
    char *text = text_of(&one, write_rows);
    snprintf(wanted, sizeof wanted, "a          %s           - %-4s", known[k].time,
             !known[k].unit ? "us" : known[k].unit);
    snprintf(rate, sizeof rate, " fps=%s/s ", known[k].fps);
    check_true(self, text && strncmp(text, wanted, strlen(wanted)) == 0, "%g s is %s: %s", known[k].median,
               known[k].time, text ? text : "");
    const char *other = known[k == 0 ? 1 : k - 1].time;
    check_control(self, text && !strstr(text, other), "%s is not noticed in %s", other, text ? text : "");
    check_true(self, text && (known[k].fps[0] == '\0' || strstr(text, rate)), "%g s is %s: %s", known[k].median, rate,
               text);
    free(text);
  }
  static const struct {
    double seconds;
    const char *text;
  } times[] = {{1.79e-10, "0.179 ns"}, {9.99e-9, "9.99 ns"}, {10.0e-9, "10.0 ns"},  {99.9e-9, "99.9 ns"},
               {100e-9, "100 ns"},     {999.4e-9, "999 ns"}, {999.6e-9, "1.00 us"}, {1.234e-3, "1.23 ms"},
               {2.0, "2.00 s"},        {5000.0, "5000 s"}};
  for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
    char text[32];
    check_true(self, strcmp(bench_seconds_text(times[k].seconds, text), times[k].text) == 0, "%s is %s", times[k].text,
               text);
  }
}

/// Percentages: two digits, and no "1e+02%".
static void parts(check *self, int argument) {
  static const struct {
    double part;
    const char *text;
  } known[] = {{0.0, "0%"},      {1.23456e-4, "0.012%"}, {0.0994, "9.9%"}, {0.994, "99%"},
               {0.9951, "100%"}, {1.004, "100%"},        {2.5, "250%"},    {(double)NAN, "?"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    bench_settings settings = {0};
    char wanted[64];
    made row;
    const sheet one = {&settings, &row, 1, false, false};
    make(&row, "a", 1e-3, 1e-3);
    row.result.facts.residual = known[k].part;
    char *text = text_of(&one, write_rows);
    snprintf(wanted, sizeof wanted, " residual=%s err=? memory_share=? ", known[k].text);
    check_control(self, text && !strstr(text, " residual=1e+02%"), "a hundred in powers is not noticed");
    check_true(self, text && strstr(text, wanted), "%g is %s: %s", known[k].part, known[k].text, text ? text : "");
    free(text);
  }
}

/// Points that were left out have no row. A published speed has its ratio.
static void endings(check *self, int argument) {
  bench_settings settings = {0};
  made row;
  const sheet one = {&settings, &row, 1, false, false};
  static const bench_outcome absent[] = {BENCH_SKIPPED, BENCH_STOPPED};
  for (int k = 0; k < 2; k++) {
    make(&row, "a", 1e-3, 1e-3);
    row.result.outcome = absent[k];
    is(self, text_of(&one, write_rows), "", "what was left out");
  }
  // 100 frames a second compared with a printed 40 to 60, and with 50.
  make(&row, "a", 1e-2, 1e-3);
  row.result.facts.published = (bench_published){40.0, 60.0, "an i7", "gpu"};
  char *text = text_of(&one, write_rows);
  check_true(self, text && strstr(text, " episodes=5 published=40..60/s ratio=2 (an i7, gpu) hash"), "published: %s",
             text);
  free(text);
  row.result.facts.published.fps_high = 40.0;
  text = text_of(&one, write_rows);
  check_true(self, text && strstr(text, " episodes=5 published=40/s ratio=2.5 (an i7, gpu) hash"), "one number: %s",
             text ? text : "nothing");
  check_control(self, text && !strstr(text, "40..60"), "an upper end that is not printed");
  free(text);
}

/// Heads are above their columns, and the rules have their length.
static void heads(check *self, int argument) {
  bench_settings settings = {0};
  made rows[2];
  const sheet both = {&settings, rows, 2, true, false};
  make(&rows[0], "a", 1e-3, 1e-3);
  make(&rows[1], "name_of_12/b", 1e-3, 1e-3);
  static const char rule[] = "---------------------------------------------------------------------";
  char wanted[2048];
  static const char row[] = "      1000 us        1000 us         600";
  static const char counted[] =
      " fps=1k/s +-time=1.2% fps_low1=500/s ns_per_projection=100 residual=? err=? memory_share=? "
      "compute_share=? episodes=5 hash=seq@3";
  snprintf(wanted, sizeof wanted,
           "%s\nBenchmark             Time            CPU  Iterations UserCounters...\n%s\n"
           "a            %s%s\nname_of_12/b %s%s\n",
           rule, rule, row, counted, row, counted);
  is(self, text_of(&both, write_rows), wanted, "counters behind the row");
  settings.tabular = true;
  snprintf(wanted, sizeof wanted,
           "%s%s%s\nBenchmark             Time            CPU  Iterations        fps     +-time   fps_low1 "
           "ns_per_projection   residual        err memory_share compute_share   episodes\n%s%s%s\n"
           "a            %s       1k/s       1.2%%      500/s               100          ?          ?            ?     "
           "        ?  "
           "        5 hash=seq@3\n"
           "name_of_12/b %s       1k/s       1.2%%      500/s               100          ?          ?            ?     "
           "        ?  "
           "        5 hash=seq@3\n",
           rule, rule, "--------------------------", rule, rule, "--------------------------", row, row);
  is(self, text_of(&both, write_rows), wanted, "counters in columns");
  // Names of aggregates need 7 more characters. All ten rows of one sample each are 2 ms: no deviation.
  settings = (bench_settings){.aggregates_only = true};
  const sheet one = {&settings, rows, 1, false, false};
  is(self, text_of(&one, write_rows),
     "a_mean                  2000 us        1000 us          10 hash=seq@3\n"
     "a_median                2000 us        1000 us          10 hash=seq@3\n"
     "a_stddev               0.000 us       0.000 us          10 hash=seq@3\n"
     "a_cv                   0.000 %        0.000 %           10 hash=seq@3\n",
     "aggregates");
  rows[0].result.outcome = BENCH_UNCHECKED;
  char *unchecked = text_of(&one, write_rows);
  check_true(self, unchecked && strstr(unchecked, " 10 UNCHECKED\n") && !strstr(unchecked, "hash"),
             "aggregates of what nobody checked: %s", unchecked ? unchecked : "");
  free(unchecked);
  rows[0].result.outcome = BENCH_VALID;
  // Ten samples; with fewer, and for inexact results, the row itself.
  rows[0].result.sample_count = 9;
  char *text = text_of(&one, write_rows);
  check_true(self, text && strncmp(text, "a                 ", 18) == 0 && strstr(text, " fps=1k/s "),
             "nine samples: %s", text ? text : "");
  free(text);
  rows[0].result.sample_count = ROWS;
  rows[0].result.outcome = BENCH_INEXACT;
  text = text_of(&one, write_rows);
  check_true(self, text && strstr(text, " fps=1k/s ") && strstr(text, " INEXACT: "), "inexact ones: %s",
             text ? text : "");
  free(text);
}

static void write_left_out(FILE *stream, const sheet *self) {
  bench_point points[POINTS];
  bench_result results[POINTS];
  for (int i = 0; i < self->count; i++) points[i] = self->rows[i].point, results[i] = self->rows[i].result;
  const bench_plan plan = {.points = points, .count = self->count};
  const bench_run run = {.plan = &plan, .settings = self->settings, .results = results};
  const bench_table table = bench_table_make(stream, &plan, self->settings, self->color);
  bench_table_left_out(&table, &run);
}

/// One line per reason, with the number of rows. The total budget is one reason whatever its numbers.
static void left_out(check *self, int argument) {
  static const struct {
    const char *name, *reason, *stop;
    bench_outcome outcome;
    int shard;
  } known[POINTS] = {{"a", "not built", NULL, BENCH_SKIPPED, 1},
                     {"b", "2 s are left", "total-budget", BENCH_SKIPPED, 1},
                     {"c", "not built", NULL, BENCH_SKIPPED, 1},
                     {"d", "not built", NULL, BENCH_STOPPED, 1},
                     {"e", "1 s is left", "total-budget", BENCH_SKIPPED, 1},
                     {"f", "not built", NULL, BENCH_SKIPPED, 1},
                     {"g", "measured by shard 2/2", NULL, BENCH_SKIPPED, 2},
                     {"h", "", NULL, BENCH_VALID, 1}};
  bench_settings settings = {.shard = 1, .shards = 2};
  made rows[POINTS];
  const sheet all = {&settings, rows, POINTS, false, false};
  for (int i = 0; i < POINTS; i++) {
    make(&rows[i], known[i].name, 1e-3, 1e-3);
    rows[i].point.shard = known[i].shard;
    rows[i].result.outcome = known[i].outcome;
    rows[i].result.stop = known[i].stop;
    snprintf(rows[i].result.reason, sizeof rows[i].result.reason, "%s", known[i].reason);
  }
  is(self, text_of(&all, write_left_out),
     "a and 2 more SKIPPED: 'not built'\nb and 1 more SKIPPED: '2 s are left'\nd          INTERRUPTED: 'not built'\n",
     "what was left out");
  rows[4].result.stop = "budget";
  is(self, text_of(&all, write_left_out),
     "a and 2 more SKIPPED: 'not built'\nb          SKIPPED: '2 s are left'\nd          INTERRUPTED: 'not built'\n"
     "e          SKIPPED: '1 s is left'\n",
     "another reason");
}

static void without_colors(const char *text, char *out) {
  while (*text) {
    if (*text == '\033')
      text = strchr(text, 'm') + 1;
    else
      *out++ = *text++;
  }
  *out = '\0';
}

/// The end of a row, and its text without a time. Names are green, times yellow, iterations and unmeasured rows cyan,
/// errors red, reasons white. Each colour ends.
static void colors(check *self, int argument) {
#define GREEN  "\033[0;32m"
#define YELLOW "\033[0;33m"
#define CYAN   "\033[0;36m"
#define RED    "\033[0;31m"
#define WHITE  "\033[0;37m"
#define END    "\033[0m"
#define NAME   GREEN "a          " END
#define TIMED                                                                                                          \
  NAME YELLOW                                                                                                          \
      "      1000 us        1000 us  " END CYAN "       600" END                                                       \
      " fps=1k/s +-time=1.2% fps_low1=500/s ns_per_projection=100 residual=? err=? memory_share=? compute_share=? "    \
      "episodes=5"
  static const struct {
    bench_outcome outcome;
    bool has_times;
    const char *text;
  } known[] = {{BENCH_VALID, true, TIMED " hash=seq@3\n"},
               {BENCH_UNCHECKED, true, TIMED " UNCHECKED\n"},
               {BENCH_INEXACT, true, TIMED RED " INEXACT: why\n" END},
               {BENCH_VALID, false, NAME CYAN "CHECKED, not timed: hash=seq@3\n" END},
               {BENCH_INEXACT, false, NAME RED "INEXACT, not timed: why\n" END},
               {BENCH_UNCHECKED, false, NAME "not timed, not checked\n"},
               {BENCH_WRONG, false, NAME RED "CHECK FAILED: 'why'\n" END},
               {BENCH_FAILED, false, NAME RED "ERROR OCCURRED: 'why'\n" END},
               {BENCH_WRONG, true, NAME RED "CHECK FAILED: 'why'\n" END},
               {BENCH_SKIPPED, false, NAME WHITE "SKIPPED: 'why'\n" END},
               {BENCH_STOPPED, false, NAME WHITE "INTERRUPTED: 'why'\n" END}};
  bench_settings settings = {0};
  made row;
  const sheet one = {&settings, &row, 1, false, true}, plain = {&settings, &row, 1, false, false};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    make(&row, "a", 1e-3, 1e-3);
    row.result.outcome = known[k].outcome;
    snprintf(row.result.reason, sizeof row.result.reason, "why");
    if (!known[k].has_times) row.result.episodes = 0;
    const bool left_out = known[k].outcome == BENCH_SKIPPED || known[k].outcome == BENCH_STOPPED;
    char words[512];
    without_colors(known[k].text, words);
    is(self, text_of(&one, left_out ? write_left_out : write_rows), known[k].text, "in colours");
    is(self, text_of(&plain, left_out ? write_left_out : write_rows), words, "without them");
  }
  make(&row, "a", 1e-3, 1e-3);
  settings.aggregates_only = true;
  static const char aggregate[] = GREEN "a_mean            " END YELLOW "      2000 us        1000 us  " END CYAN
                                        "        10" END " hash=seq@3\n" GREEN;
  char *text = text_of(&one, write_rows);
  check_true(self, text && strncmp(text, aggregate, strlen(aggregate)) == 0, "aggregates in colours: %s",
             text ? text : "");
  free(text);
#undef GREEN
#undef YELLOW
#undef CYAN
#undef RED
#undef WHITE
#undef END
#undef NAME
#undef TIMED
}

static bench_environment env;
static const char *given[] = {"a=b", "key=x=y"};

static void write_context(FILE *stream, const sheet *self) {
  const bench_run run = {.settings = self->settings};
  const bench_report report = {.run = &run, .env = &env, .program = "prog", .date = "today"};
  bench_table_context(stream, &report);
}

static void write_json(FILE *stream, const sheet *self) {
  const bench_plan plan = {0};
  const bench_run run = {.settings = self->settings, .plan = &plan};
  const bench_report report = {.run = &run, .env = &env, .program = "prog", .date = "today"};
  bench_write_json(stream, &report);
}

static void contexts(check *self, int argument) {
  bench_settings settings = {.context = {2, given}};
  const sheet none = {&settings, NULL, 0, false, false};
  env = (bench_environment){0};
  bench_env_number(&env, "cpu", "logical", 4.0, "", "check");
  bench_env_number(&env, "cpu", "mhz_now", 2499.6, "MHz", "check");
  bench_env_text(&env, "cpu", "model", "Abacus", "check");
  bench_env_number(&env, "cpu", "cache_l1d", 49152.0, "B", "check");
  bench_env_number(&env, "cpu", "cache_l2", 1572864.0, "B", "check");
  bench_env_number(&env, "cpu", "cache_l3", 33554432.0, "B", "check");
  bench_env_text(&env, "cpu", "governor", "performance", "check");
  bench_env_not_applicable(&env, "cpu", "hypervisor", "bare");
  bench_env_number(&env, "machine", "ping_pong", 1.25e-7, "s", "check");
  bench_env_number(&env, "machine", "triad", 2.5e10, "B/s", "check");
  bench_env_number(&env, "machine", "peak_f32_vector_one", 5e10, "1/s", "check");
  bench_env_number(&env, "noise", "load_before", 0.5, "", "check");
  bench_env_warn(&env, "loud");
  is(self, text_of(&none, write_context),
     "today\nRunning prog\nRun on (4 X 2500 MHz CPU s)\nCPU: Abacus\nCPU caches L1d: 48 KiB\nCPU caches L2: 1.5 MiB\n"
     "CPU caches L3: 32 MiB\nFrequency governor: performance\nHypervisor: not applicable\nCompiler: unknown\n"
     "Cache line to another core and back: 125 ns\nMemory, triad: 25 GB/s\n"
     "Peak of one core, float, side by side: 50 Gflop/s\nHardware counters: unknown\n"
     "Load Average: 0.5\na: b\nkey: x=y\n***WARNING*** loud\n",
     "the context of the console");
  static const struct {
    const char *governor, *type;
    bool scaled, debug;
  } known[] = {{"performance", "Release", false, false}, {"powersave", "Debug", true, true}};
  for (int k = 0; k < 2; k++) {
    env = (bench_environment){0};
    settings.dry_run = k == 1;
    bench_env_number(&env, "cpu", "logical", 4.0, "", "check");
    bench_env_number(&env, "cpu", "mhz_now", 2499.6, "MHz", "check");
    bench_env_number(&env, "cpu", "cache_l2", 1572864.0, "B", "check");
    bench_env_text(&env, "cpu", "governor", known[k].governor, "check");
    bench_env_text(&env, "build", "type", known[k].type, "check");
    bench_env_number(&env, "noise", "load_before", 0.5, "", "check");
    char wanted[1024];
    snprintf(wanted, sizeof wanted,
             "{\n  \"context\": {\n    \"date\": \"today\",\n    \"host_name\": \"unknown\",\n    \"executable\": "
             "\"prog\",\n"
             "    \"num_cpus\": 4,\n    \"mhz_per_cpu\": 2500,\n    \"cpu_scaling_enabled\": %s,\n    \"caches\": [\n"
             "      {\"type\": \"Unified\", \"level\": 2, \"size\": 1572864, \"num_sharing\": 0}\n    ],\n"
             "    \"load_avg\": [0.5],\n    \"library_version\": null,\n    \"library_build_type\": \"%s\",\n"
             "    \"json_schema_version\": 1,\n%s    \"a\": \"b\",\n    \"key\": \"x=y\"\n  },\n",
             known[k].scaled ? "true" : "false", known[k].debug ? "debug" : "release",
             settings.dry_run ? "    \"dry_run\": \"true\",\n" : "");
    char *text = text_of(&none, write_json);
    if (text && strlen(text) > strlen(wanted)) text[strlen(wanted)] = '\0';
    is(self, text, wanted, "the context of the JSON");
  }
}

static void write_csv(FILE *stream, const sheet *self) {
  bench_point points[POINTS];
  bench_result results[POINTS];
  for (int i = 0; i < self->count; i++) points[i] = self->rows[i].point, results[i] = self->rows[i].result;
  const bench_plan plan = {.points = points, .count = self->count};
  const bench_run run = {.plan = &plan, .settings = self->settings, .results = results};
  const bench_report report = {.run = &run, .env = &env};
  bench_write_csv(stream, &report);
}

/// Ten rows of 60 frames of 2 ms, 10000 units and 0.04 s each: 500 frames/s, 200 ns a unit, 5e6 units/s, 20 times real
/// time.
static void csv(check *self, int argument) {
  bench_settings settings = {0};
  made rows[8];
  const sheet all = {&settings, rows, 8, false, false};
  static const bench_outcome outcomes[] = {BENCH_VALID,   BENCH_UNCHECKED, BENCH_WRONG,     BENCH_FAILED,
                                           BENCH_SKIPPED, BENCH_VALID,     BENCH_UNCHECKED, BENCH_INEXACT};
  for (int i = 0; i < 8; i++) {
    make(&rows[i], (const char *[]){"a", "b", "c", "d", "e", "f", "g", "h"}[i], 1e-3, 1e-3);
    rows[i].result.outcome = outcomes[i];
    if (i > 4) rows[i].result.sample_count = 9; /* too few for ten rows */
    if (i > 1 && i < 5) snprintf(rows[i].result.reason, sizeof rows[i].result.reason, "a \"%d\"\n\x1f\x20", i);
  }
  char wanted[4096];
  size_t end = (size_t)snprintf(wanted, sizeof wanted,
                                "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,"
                                "error_occurred,error_message,\"fps\",\"ns_per_projection\",\"real_time_factor\"\n");
  for (int i = 0; i < 20; i++)
    end += (size_t)snprintf(wanted + end, sizeof wanted - end,
                            "\"%c\",60,2000000,1000000,ns,,5000000,\"%s\",,,500,200,20\n", i < 10 ? 'a' : 'b',
                            i < 10 ? "hash=seq@3" : "UNCHECKED");
  snprintf(wanted + end, sizeof wanted - end,
           "\"c\",,,,,,,\"\",true,\"a \"\"2\"\"   \",,,\n\"d\",,,,,,,\"\",true,\"a \"\"3\"\"   \",,,\n"
           "\"e\",,,,,,,\"\",,\"a \"\"4\"\"   \",,,\n"
           "\"f\",,,,,,,\"hash=seq@3\",,\"\",,,\n\"g\",,,,,,,\"UNCHECKED\",,\"\",,,\n"
           "\"h\",,,,,,,\"\",,\"\",,,\n");
  is(self, text_of(&all, write_csv), wanted, "the CSV");
}

static void write_tsv(FILE *stream, const sheet *self) {
  const bench_plan plan = {.points = &self->rows->point, .count = 1};
  const bench_run run = {.plan = &plan, .settings = self->settings, .results = &self->rows->result};
  const bench_report report = {.run = &run, .env = &env};
  bench_write_tsv(stream, &report);
}

static void write_point(FILE *stream, const sheet *self) {
  json_writer json = {.stream = stream, .flat = true};
  bench_write_point(&json, NULL, &self->rows->point, &self->rows->result);
}

/// Whether the column of a table of one row holds this.
static bool column_is(const char *table, const char *name, const char *wanted) {
  const char *head = table, *row = strchr(table, '\n') + 1;
  for (; *head && *head != '\n'; head += strcspn(head, "\t\n") + 1, row += strcspn(row, "\t\n") + 1) {
    if (strcspn(head, "\t\n") != strlen(name) || strncmp(head, name, strlen(name)) != 0) continue;
    return strcspn(row, "\t\n") == strlen(wanted) && strncmp(row, wanted, strlen(wanted)) == 0;
  }
  return false;
}

/// A row in which every count has this value.
static void make_counted(made *out, int count) {
  make(out, "a", 1.5e-3, 2.5e-6);
  out->point.frames = out->point.warm = count;
  out->point.work = count;
  bench_facts *f = &out->result.facts;
  f->groups = f->threads = f->lanes = f->substeps = f->iterations = f->batch = f->real_bytes = count;
  f->host_bytes = f->device_bytes = count;
  f->bytes_per_particle = f->bytes_per_constraint = count;
}

/// A count of 1 is shown, 0 means unknown. Without an episode there is no number of frames in a sample.
static void counts(check *self, int argument) {
  static const char *const columns[] = {"warm",         "frames",      "projections_per_frame", "groups",
                                        "threads_used", "lanes_used",  "substeps_used",         "iterations_used",
                                        "host_bytes",   "device_bytes"};
  static const char *const members[] = {"projections_per_frame",
                                        "groups",
                                        "threads",
                                        "lanes",
                                        "substeps",
                                        "iterations",
                                        "batch",
                                        "real_bytes",
                                        "host",
                                        "device",
                                        "per_particle",
                                        "per_constraint"};
  bench_settings settings = {0};
  made row;
  const sheet one = {&settings, &row, 1, false, false};
  for (int count = 0; count < 2; count++) {
    make_counted(&row, count);
    char *table = text_of(&one, write_tsv), *json = text_of(&one, write_point);
    for (size_t i = 0; table && i < sizeof columns / sizeof columns[0]; i++) {
      check_true(self, column_is(table, columns[i], count ? "1" : "NaN"), "%d: column %s", count, columns[i]);
      check_control(self, !column_is(table, columns[i], count ? "NaN" : "1"), "%d: another %s", count, columns[i]);
    }
    for (size_t i = 0; json && i < sizeof members / sizeof members[0]; i++) {
      char member[64];
      snprintf(member, sizeof member, "\"%s\": %s", members[i], count ? "1" : "null");
      check_true(self, strstr(json, member) != NULL, "%d: %s", count, member);
    }
    free(table);
    free(json);
  }
  for (int episodes = 0; episodes < 2; episodes++) {
    make(&row, "a", 1.5e-3, 2.5e-6);
    row.result.episodes = episodes;
    row.result.sample_count = (size_t)(2 * episodes);
    char *table = text_of(&one, write_tsv), *json = text_of(&one, write_point);
    check_true(self, table && column_is(table, "frames_per_sample", episodes ? "60" : "NaN"), "of %d episodes",
               episodes);
    check_true(self, json && strstr(json, episodes ? "\"frames_per_sample\": 60" : "\"frames_per_sample\": 1,"),
               "of %d episodes in the JSON", episodes);
    check_true(self, table && column_is(table, "episodes", episodes ? "1" : "0"), "%d episodes", episodes);
    free(table);
    free(json);
  }
}

void check_group_table(check_registry *registry) {
  check_add(registry, "rows", "a row of all numbers, letter for letter", rows_of_numbers, 0);
  check_add(registry, "digits", "times and rates on both sides of each change of digits and unit", digits, 0);
  check_add(registry, "parts", "parts of a hundred", parts, 0);
  check_add(registry, "endings", "what stands in no row, and published speeds", endings, 0);
  check_add(registry, "heads", "columns under their heads, rules, aggregates", heads, 0);
  check_add(registry, "left out", "a line for each reason", left_out, 0);
  check_add(registry, "colors",
            "how a row was checked, what stands where there is no time, which part has which colour", colors, 0);
  check_add(registry, "contexts", "what is told of the machine, on the console and in the JSON", contexts, 0);
  check_add(registry, "counts", "counts of 0 and 1 in the table and the JSON", counts, 0);
  check_add(registry, "CSV", "rows, labels and quotes", csv, 0);
  check_table_gaps(registry);
}
