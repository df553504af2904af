/* Why this file exists: machines do not report everything, benchmarks may have no work, and clocks are coarse. Other
 * tools must still be able to read the results, and no unknown number may appear. */
#include <stdlib.h>
#include <string.h>

#include "harness/store/report.h"
#include "texts.h"

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

/// The part of the JSON for other tools, up to `end`; the caller frees it.
static char *others_until(const char *end) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  bench_write_json(stream, &made.report);
  fclose(stream);
  char *at = strstr(text, end);
  if (at) *at = '\0';
  return text;
}

static void write_contexts(const char *what) {
  char *text = others_until("  \"benchmarks\"");
  heading("%s, on the console and in the JSON", what);
  bench_table_context(stdout, &made.report);
  fputs(text, stdout);
  free(text);
}

static void contexts(void) {
  static const char *given[] = {"a=b", "key=x=y"};
  make(100, 1e-3);
  env = (bench_environment){0};
  bench_env_number(&env, "cpu", "logical", 4.0, "", "check");
  write_contexts("a machine that reports nothing but processors");
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
  bench_env_text(&env, "os", "host", "box", "check");
  bench_env_text(&env, "tool", "version", "1.2", "check");
  bench_env_warn(&env, "loud");
  made.settings.context = (cli_list){2, given};
  write_contexts("one that reports all");
  env = (bench_environment){0};
  bench_env_number(&env, "cpu", "logical", 8.0, "", "check");
  bench_env_text(&env, "cpu", "governor", "powersave", "check");
  bench_env_text(&env, "build", "type", "Debug", "check");
  made.settings.dry_run = true;
  write_contexts("a debug build in a dry run, at a scaled frequency");
}

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (; (text = strstr(text, part)) != NULL; text++) count++;
  return count;
}

/// Ten rows and four that summarise them. Unknown threads are one. A clock that did not go on has a processor time of 0,
/// and so have the deviation of one that did and its share.
static void others(void) {
  env = (bench_environment){0};
  for (int known = 0; known < 2; known++) {
    heading("rows for other tools: %s", known ? "three threads and a clock" : "neither threads nor a clock");
    make(100, known ? 1e-3 : 0.0);
    if (known) made.result.facts.threads = 3;
    char *text = others_until("\"xb\": {");
    printf("1 thread: %d, 3 threads: %d, processor time 0: %d\n", count_of(text, "\"threads\": 1,"),
           count_of(text, "\"threads\": 3,"), count_of(text, "\"cpu_time\": 0,"));
    free(text);
  }
}

static void write_point(void) {
  json_writer json = {.stream = stdout, .flat = true};
  bench_write_point(&json, NULL, &made.point, &made.result);
  putchar('\n');
  bench_write_tsv(stdout, &made.report);
}

/// Without work there is nothing per unit, counted or timed. One unit is enough.
static void workless(void) {
  for (int work = 0; work < 2; work++) {
    heading("a row of %d units of work", work);
    make(work, 1e-3);
    made.result.hardware_frames = 8.0;
    for (int k = 0; k < BENCH_COUNTERS; k++) made.result.hardware[k] = 1000.0 * (k + 1);
    const bench_table table = bench_table_make(stdout, &made.plan, &made.settings, false);
    bench_table_row(&table, &made.point, &made.result);
    write_point();
  }
}

/// A count of 1 is shown, 0 means unknown. Without an episode there is no number of frames in a sample.
static void counts(void) {
  for (int count = 0; count < 2; count++) {
    heading("a row in which every count is %d, and of that many episodes", count);
    make(count, 1e-3);
    made.point.frames = made.point.warm = count;
    bench_facts *f = &made.result.facts;
    f->groups = f->threads = f->lanes = f->substeps = f->iterations = f->batch = f->real_bytes = count;
    f->host_bytes = f->device_bytes = count;
    f->bytes_per_particle = f->bytes_per_constraint = count;
    made.result.frames_per_sample = 60, made.result.episodes = count, made.result.sample_count = (size_t)(2 * count);
    write_point();
  }
}

void write_gaps(void) {
  contexts();
  others();
  workless();
  counts();
}
