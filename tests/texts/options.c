/* Why this file exists: writes what command lines request of xpbd-bench: the settings in which they differ from the
 * defaults, the values of axes, and why others are refused. The golden cases bench/refused and lists/bench have more
 * refusals, and the range of each number. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/options.h"
#include "harness/plan/plan.h"
#include "texts.h"

enum { WORDS = 48, TOLD = 4096, LINE = 256 };

/// A command line of words separated by blanks, parsed into settings.
typedef struct line {
  char text[2048], *words[WORDS];
  int count, code;
  bench_settings settings;
} line;

static void parse(line *self, const char *text) {
  self->count = 1;
  self->words[0] = (char *)"xpbd-bench";
  snprintf(self->text, sizeof self->text, "%s", text);
  for (char *word = strtok(self->text, " "); word && self->count < WORDS - 1; word = strtok(NULL, " "))
    self->words[self->count++] = word;
  self->words[self->count] = NULL;
  self->code = bench_options_parse(self->count, self->words, &self->settings);
  if (self->code != -1) printf("exit code %d\n", self->code);
}

static void add_list(char *out, const char *name, const cli_list *list) {
  size_t end = strlen(out);
  end += (size_t)snprintf(out + end, TOLD - end, "%s", name);
  for (int i = 0; i < list->count; i++) end += (size_t)snprintf(out + end, TOLD - end, " %s", list->values[i]);
  snprintf(out + end, TOLD - end, "\n");
}

static const char *or_none(const char *text) {
  return text ? text : "-";
}

/// All settings, a few on each line; the command line separately.
static void tell(const bench_settings *s, char out[TOLD]) {
  static const char *const formats[] = {"console", "json", "csv"};
  out[0] = '\0';
  add_list(out, "benchmarks", &s->benchmarks);
  add_list(out, "axes", &s->axes);
  add_list(out, "formulas", &s->formulas);
  add_list(out, "context", &s->context);
  const size_t end = strlen(out);
  snprintf(out + end, TOLD - end,
           "filter %s, exclude %s\n"
           "quick %d, dry run %d, frames %d, warm %d\n"
           "shard %d/%d, resume %s, force %d\n"
           "rel-err %.15g, budget %.15g, total %.15g, given %d\n"
           "episodes %d to %d, processes %d, to %d\n"
           "order %d, seed %lld, validate %d\n"
           "list %d, json %d, tests %d, topic %s, plan %d, columns %d\n"
           "format %s, unit %s, color %d, aggregates %d, tabular %d, quiet %d, progress %d, papers %s\n"
           "json %s, tsv %s, journal %s, out %s as %s, note %s\n",
           or_none(s->filter), or_none(s->exclude), s->quick, s->dry_run, (int)s->frames, (int)s->warm, s->shard,
           s->shards, or_none(s->resume), s->force, s->rel_err, s->budget, s->total_budget, s->total_given,
           (int)s->min_episodes, (int)s->max_episodes, (int)s->processes, (int)s->process_out, (int)s->order,
           (long long)s->seed, (int)s->validate, s->list, s->list_json, s->list_tests, or_none(s->list_topic), s->plan,
           s->help_columns, formats[s->format], or_none(s->time_unit), s->color, s->aggregates_only, s->tabular,
           s->quiet, (int)s->progress, or_none(s->papers), or_none(s->json), or_none(s->tsv), or_none(s->journal),
           or_none(s->out), formats[s->out_format], or_none(s->note));
}

/// The lines of `text` that `standard` lacks.
static void write_difference(const char *text, const char *standard) {
  for (; *text; text += strcspn(text, "\n") + 1, standard += strcspn(standard, "\n") + 1) {
    const size_t length = strcspn(text, "\n");
    if (length == strcspn(standard, "\n") && strncmp(text, standard, length) == 0) continue;
    printf("%.*s\n", (int)length, text);
  }
}

static const char *const known[] = {
    "cloth -b gpu",
    "-a size=21 -a backend=seq,omp --axis=row=3",
    "--threads 0,2 -a size=2 --precision f64",
    "--formula a.h --formula b.h",
    "--benchmark_context=a=b,cc=d=e --benchmark_context last=",
    "--benchmark_context=a=1,ab=2,abc=3",
    "--benchmark_filter -x --exclude y",
    "--quick",
    "--quick --rel-err 2% --budget 1m --total-budget 1.5h",
    "--rel-err 0.25 --budget 90 --total-budget 0.001s",
    "--rel-err 99.9% --budget 1e7h --total-budget 1e7",
    "--frames 1 --warm 0",
    "--frames 1000000 --warm 1000000",
    "--benchmark_dry_run",
    "--benchmark_dry_run --min-episodes 7 --max-episodes 5",
    "--min-episodes 3",
    "--min-episodes 200",
    "--min-episodes 201",
    "--max-episodes 3",
    "--max-episodes 10",
    "--max-episodes 1000000",
    "--min-episodes 12 --max-episodes 12",
    "--min-episodes 1000000",
    "--process-out 1000000",
    "--processes 64",
    "--process-out 5 --processes 4 --total-budget 8s --json a --tsv b --benchmark_out c --benchmark_format json",
    "--process-out 0 --processes 4 --quiet",
    "--order shuffle --seed 0 --validate off",
    "--order sequential --seed 9000000000000000 --validate only",
    "--order blocks --validate on",
    "--shard 1/10000",
    "--shard 00000000000000000000001/2",
    "--shard 10000/10000",
    "--resume x --force",
    "--list",
    "--list=true",
    "--list=1 --list=0",
    "--list=false",
    "--list=json",
    "--list=formulas",
    "--benchmark_list_tests --plan --help-columns",
    "--benchmark_format csv --benchmark_time_unit ns --benchmark_color false --quiet",
    "--benchmark_format json --benchmark_time_unit us --benchmark_color true --progress off",
    "--benchmark_format console --benchmark_time_unit ms --benchmark_color auto --progress line --papers dir",
    "--benchmark_time_unit s --benchmark_display_aggregates_only --benchmark_counters_tabular --progress auto",
    "--json a --tsv b --journal c --benchmark_out d --benchmark_out_format console --note e",
    "--benchmark_out d --benchmark_out_format csv",
    "--processes 1 --journal c"};

static void write_settings(void) {
  char standard[TOLD], told[TOLD];
  line given;
  heading("the defaults");
  parse(&given, "");
  tell(&given.settings, standard);
  fputs(standard, stdout);
  bench_options_free(&given.settings);
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    heading("%s", known[k]);
    parse(&given, known[k]);
    if (given.code != -1) continue;
    tell(&given.settings, told);
    write_difference(told, standard);
    if (given.settings.argc != given.count || given.settings.argv != given.words) puts("other words");
    bench_options_free(&given.settings);
  }
}

/// Context keys that the JSON has anyway are refused, and those that begin like them are not.
static void write_taken(void) {
  static const char *const taken[] = {
      "date",   "host_name", "executable",      "num_cpus",           "mhz_per_cpu",         "cpu_scaling_enabled",
      "caches", "load_avg",  "library_version", "library_build_type", "json_schema_version", "dry_run"};
  heading("the keys of a context that are taken");
  for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
    for (int more = 0; more < 2; more++) {
      line given;
      char words[LINE];
      snprintf(words, sizeof words, "--benchmark_context=%s%s=x", taken[k], more ? "s" : "");
      parse(&given, words);
      if (given.code == -1) bench_options_free(&given.settings);
    }
}

/// The most names, the longest context (4096 characters, with an end for each) and one more.
static void write_most(void) {
  line given;
  char words[2048] = "a";
  for (int i = 1; i < 33; i++) {
    strcat(words, " a");
    if (i < 31) continue;
    heading("%d names", i + 1);
    parse(&given, words);
    if (given.code == -1) bench_options_free(&given.settings);
  }
  static char long_words[3][1500];
  char *argv[] = {(char *)"xpbd-bench", long_words[0], long_words[1], long_words[2], NULL};
  const size_t head = strlen("--benchmark_context=");
  for (int over = 0; over < 2; over++) {
    for (int i = 0; i < 3; i++) {
      const size_t length = head + (i < 2 ? 1365 : 1363 + (size_t)over);
      memset(long_words[i], 'x', length);
      long_words[i][length] = '\0';
      memcpy(long_words[i], "--benchmark_context=", head);
      long_words[i][head] = (char)('a' + i);
      long_words[i][head + 1] = '=';
    }
    heading("a context of %d letters", 4096 + over);
    if (bench_options_parse(4, argv, &given.settings) != -1) continue;
    printf("%d keys, the last %s\n", given.settings.context.count,
           strcmp(given.settings.context.values[2], long_words[2] + head) == 0 ? "whole" : "cut");
    bench_options_free(&given.settings);
  }
}

/// In a separate block, so that a read beyond it is noticed.
static void write_duration(const char *text) {
  char *copy = text ? strdup(text) : NULL;
  double seconds = 77.0;
  const bool good = bench_duration("x", copy, &seconds);
  if (good) printf("%s: %.15g s\n", text ? text : "none, so as before", seconds);
  free(copy);
}

static void write_durations(void) {
  static const char *const texts[] = {"1", "1s", "1.5m", "2h", "1e-3s", "10000000", "10000000h", "10000001",
                                      "0", "-1", "",     "s",  "h",     "1d",       "nan",       NULL};
  char number[80];
  heading("durations");
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) write_duration(texts[k]);
  for (int digits = 63; digits < 65; digits++) {
    snprintf(number, sizeof number, "%0*ds", digits, 7);
    write_duration(number);
  }
}

static bool accepts(const char *value, char *why, size_t capacity) {
  snprintf(why, capacity, "\"%s\" is none", value);
  return strchr(value, ':') != NULL;
}

static const char *names(int index) {
  static const char *const all[] = {"stretching", "morse"};
  return index < 2 ? all[index] : NULL;
}

static const bench_axis number = {.name = "n", .minimum = -2, .maximum = 1000},
                        wide = {.name = "w", .minimum = INT64_MIN, .maximum = INT64_MAX},
                        text = {.name = "t", .text = true, .known = names},
                        any = {.name = "a", .text = true, .known = names, .accepts = accepts};

/// The values of a list, or why it is not one.
static void write_values(const bench_axis *axis, const char *list) {
  static bench_values values;
  char why[BENCH_TEXT] = "", one[BENCH_TEXT];
  char *copy = strdup(list); // in a separate block, so that a read beyond it is noticed
  printf("%s:", list);
  if (bench_axis_parse(axis, copy, &values, why, sizeof why))
    for (int i = 0; i < values.count; i++) printf(" %s", bench_value_text(axis, values.items[i], one, sizeof one));
  else
    printf(" %s", why);
  putchar('\n');
  free(copy);
}

static void write_axes(void) {
  static const char *const numbers[] = {"-2,1k",
                                        "-3",
                                        "1001",
                                        "1,",
                                        "x",
                                        "[0:6:3],[-2:-2:1]",
                                        "[1:2:x1.01]",
                                        "[1:2:x1.009]",
                                        "[0:2:x2]",
                                        "[1:2:0.9]",
                                        "[1:2]",
                                        "[1:2:3",
                                        "[1:2:34",
                                        "[1:3:x1.45]",
                                        "[100:121:x1.1]",
                                        "[2:1:1]",
                                        "5,[1:2:1],9",
                                        "",
                                        ",",
                                        "*",
                                        "1.5",
                                        "nan",
                                        "21 ",
                                        "99999999999999999999",
                                        "[a:b:c]",
                                        "[1:2:x1]",
                                        "[1:2:0]",
                                        "[0:999:1]"};
  static const char *const whole[] = {"[9007199254740990:9007199254740992:1]",
                                      "[1000:1000000000000:x1000]",
                                      "[1000000000000:1000000000001:1.4]",
                                      "[-21:-21:114],[-8:-4:2]",
                                      "[-9007199254740991:-9007199254740990:1]",
                                      "[9007199254740990:9007199254740991:1]",
                                      "[-9007199254740992:0:1]"};
  static const char *const texts[] = {"*", "morse,morse", "mors", "zzzzzzz"};
  static const char *const made_up[] = {
      "mors", "zzzzzzz", "morse:a=1,b=2,cc=3,stretching,x:d=4", "x:a=1,b:c=2", "x:a=1,b+c=2,c", "x:a=1,=2", "*,x:a=1"};
  char longest[129] = "x:";
  heading("values of axes: -2 to 1000, any number, of a list, of a list or with a colon");
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) write_values(&number, numbers[k]);
  for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) write_values(&wide, whole[k]);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) write_values(&text, texts[k]);
  for (size_t k = 0; k < sizeof made_up / sizeof *made_up; k++) write_values(&any, made_up[k]);
  for (size_t letters = 125; letters <= 126; letters++) { // the most, and one more
    memset(longest + 2, 'y', letters);
    write_values(&any, longest);
  }
}

void write_options(void) {
  write_settings();
  write_taken();
  write_most();
  write_durations();
  write_axes();
}
