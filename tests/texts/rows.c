/* Why this file exists: writes rows of the console, contexts and the CSV, for people and for Google Benchmark's tools. */
#include <math.h>
#include <stdlib.h>

#include "harness/store/report.h"
#include "texts.h"

enum { ROWS = 10, FRAMES = 120, POINTS = 8 };

static const bench_case owner = {.name = "fake"};

/// A point of 10000 units, and its result: 5 episodes of two samples, all 2 ms.
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

static void write_rows(const bench_settings *settings, const made *rows, int count, bool head) {
  bench_point points[POINTS];
  for (int i = 0; i < count; i++) points[i] = rows[i].point;
  const bench_plan plan = {.points = points, .count = count};
  const bench_table table = bench_table_make(stdout, &plan, settings, false);
  if (head) bench_table_head(&table);
  for (int i = 0; i < count; i++) bench_table_row(&table, &rows[i].point, &rows[i].result);
}

static void write_left_out(FILE *stream, const bench_settings *settings, const made *rows, int count, bool color) {
  bench_point points[POINTS];
  bench_result results[POINTS];
  for (int i = 0; i < count; i++) points[i] = rows[i].point, results[i] = rows[i].result;
  const bench_plan plan = {.points = points, .count = count};
  const bench_run run = {.plan = &plan, .settings = settings, .results = results};
  const bench_table table = bench_table_make(stream, &plan, settings, color);
  bench_table_left_out(&table, &run);
}

static void numbers(void) {
  bench_settings settings = {0};
  made row;
  heading("a row of all numbers");
  make(&row, "a", 1.5e-3, 2.5e-6);
  bench_facts *facts = &row.result.facts;
  // 10000 units in 1.5 ms are 150 ns each; with 84 bytes 0.56 GB/s, with 15 operations 0.1 G/s. 1 % of the frames take
  // 2 ms.
  facts->bytes_each = 84.0, facts->memory_roof = 1e10, facts->flops_each = 15.0, facts->compute_roof = 1e8;
  facts->residual = 0.005;
  facts->error = 0.032, facts->error_frames = 24;
  write_rows(&settings, &row, 1, false);

  heading("a time and its frame rate, by unit");
  static const char *const units[] = {"ms", "s", "us", "ns", NULL};
  static const double medians[] = {2.5e-16, 1e-12, 5e-10,  5e-7, 1e-6, 9.99e-4, 1e-3,        1.0 / 999.0,
                                   9.99e-3, 1e-2,  0.0999, 0.1,  2.0,  10.0,    9.999999999, NAN};
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    for (size_t k = 0; k < sizeof medians / sizeof *medians; k++) {
      settings.time_unit = units[u];
      make(&row, "a", medians[k], NAN);
      write_rows(&settings, &row, 1, false);
    }
  heading("seconds in words");
  static const double seconds[] = {1.79e-10, 9.99e-9,  10.0e-9,  99.9e-9, 100e-9,
                                   999.4e-9, 999.6e-9, 1.234e-3, 2.0,     5000.0};
  for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++) {
    char text[32];
    puts(bench_seconds_text(seconds[k], text));
  }
  heading("parts of a hundred: two digits, and no power of ten");
  static const double parts[] = {0.0, 1.23456e-4, 0.0994, 0.994, 0.9951, 1.004, 2.5, NAN};
  settings.time_unit = NULL;
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    make(&row, "a", 1e-3, 1e-3);
    row.result.facts.residual = parts[k];
    write_rows(&settings, &row, 1, false);
  }
}

static void endings(void) {
  bench_settings settings = {0};
  made rows[2];
  heading("what was left out has no row");
  make(&rows[0], "skipped", 1e-3, 1e-3), make(&rows[1], "stopped", 1e-3, 1e-3);
  rows[0].result.outcome = BENCH_SKIPPED, rows[1].result.outcome = BENCH_STOPPED;
  write_rows(&settings, rows, 2, false);
  heading("100 frames a second compared with a printed 40 to 60, and with 40");
  for (int k = 0; k < 2; k++) {
    make(&rows[k], "a", 1e-2, 1e-3);
    rows[k].result.facts.published = (bench_published){40.0, k == 0 ? 60.0 : 40.0, "an i7", "gpu"};
  }
  write_rows(&settings, rows, 2, false);
}

static void heads(void) {
  bench_settings settings = {0};
  made rows[2];
  make(&rows[0], "a", 1e-3, 1e-3);
  make(&rows[1], "name_of_12/b", 1e-3, 1e-3);
  heading("counters behind the row");
  write_rows(&settings, rows, 2, true);
  heading("counters in columns");
  settings.tabular = true;
  write_rows(&settings, rows, 2, true);
  // Names of aggregates need 7 more characters. All ten rows of one sample each are 2 ms: no deviation.
  static const bench_outcome outcomes[] = {BENCH_VALID, BENCH_UNCHECKED, BENCH_INEXACT};
  settings = (bench_settings){.aggregates_only = true};
  for (int samples = ROWS; samples >= ROWS - 1; samples--)
    for (int k = 0; k < 3; k++) {
      heading("aggregates of %d samples, outcome %d", samples, (int)outcomes[k]);
      rows[0].result.outcome = outcomes[k], rows[0].result.sample_count = (size_t)samples;
      write_rows(&settings, rows, 1, false);
    }
}

/// One line per reason, with the number of rows. The total budget is one reason whatever its numbers.
static void left_out(void) {
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
  for (int i = 0; i < POINTS; i++) {
    make(&rows[i], known[i].name, 1e-3, 1e-3);
    rows[i].point.shard = known[i].shard;
    rows[i].result.outcome = known[i].outcome;
    rows[i].result.stop = known[i].stop;
    snprintf(rows[i].result.reason, sizeof rows[i].result.reason, "%s", known[i].reason);
  }
  heading("what was left out, by reason");
  write_left_out(stdout, &settings, rows, POINTS, false);
  heading("e for another reason");
  rows[4].result.stop = "budget";
  write_left_out(stdout, &settings, rows, POINTS, false);
}

/// With colours as words: "[0;32m".
static void write_coloured(const bench_settings *settings, const made *row, bool color) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  const bench_plan plan = {.points = (bench_point *)(size_t)&row->point, .count = 1};
  const bench_table table = bench_table_make(stream, &plan, settings, color);
  bench_table_row(&table, &row->point, &row->result);
  write_left_out(stream, settings, row, 1, color);
  fclose(stream);
  for (const char *c = text; *c; c++)
    if (*c != '\033') putchar(*c);
  free(text);
}

static void colors(void) {
  bench_settings settings = {0};
  made row;
  heading("each outcome with a time and without one, in colours and without them");
  for (int outcome = BENCH_VALID; outcome <= BENCH_STOPPED; outcome++)
    for (int way = 0; way < 4; way++) {
      make(&row, "a", 1e-3, 1e-3);
      row.result.outcome = (bench_outcome)outcome;
      snprintf(row.result.reason, sizeof row.result.reason, "why");
      if (way / 2) row.result.episodes = 0;
      write_coloured(&settings, &row, way % 2 == 0);
    }
  heading("aggregates in colours");
  make(&row, "a", 1e-3, 1e-3);
  settings.aggregates_only = true;
  write_coloured(&settings, &row, true);
}

/// Ten rows of 60 frames of 2 ms, 10000 units and 0.04 s each: 500 frames/s, 200 ns a unit, 5e6 units/s, 20 times real
/// time. With nine samples there are none.
static void csv(void) {
  const bench_settings settings = {0};
  static const bench_environment env;
  static const bench_outcome outcomes[POINTS] = {BENCH_VALID,   BENCH_UNCHECKED, BENCH_WRONG,     BENCH_FAILED,
                                                 BENCH_SKIPPED, BENCH_VALID,     BENCH_UNCHECKED, BENCH_INEXACT};
  bench_point points[POINTS];
  bench_result results[POINTS];
  made rows[POINTS];
  for (int i = 0; i < POINTS; i++) {
    make(&rows[i], (const char *[]){"a", "b", "c", "d", "e", "f", "g", "h"}[i], 1e-3, 1e-3);
    rows[i].result.outcome = outcomes[i];
    if (i > 4) rows[i].result.sample_count = 9;
    if (i > 1 && i < 5) snprintf(rows[i].result.reason, sizeof rows[i].result.reason, "a \"%d\"\n\x1f\x20", i);
    points[i] = rows[i].point, results[i] = rows[i].result;
  }
  const bench_plan plan = {.points = points, .count = POINTS};
  const bench_run run = {.plan = &plan, .settings = &settings, .results = results};
  const bench_report report = {.run = &run, .env = &env};
  heading("the CSV");
  bench_write_csv(stdout, &report);
}

void write_rows_of_all_kinds(void) {
  numbers();
  endings();
  heads();
  left_out();
  colors();
  csv();
}
