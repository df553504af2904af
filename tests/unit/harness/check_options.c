/* Why this file exists: tests what a command line requests of xpbd-bench, and the defaults: every setting of some
 * command lines, and the message that refuses others, letter for letter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "harness/plan/options.h"
#include "runner/check.h"

enum { WORDS = 48, TOLD = 4096, LINE = 256 };

/// A command line of words separated by blanks, parsed into settings.
typedef struct line {
  char text[2048], *words[WORDS];
  int count, code;
  char said[TOLD]; ///< On both streams.
  bench_settings settings;
} line;

static void split_words(line *self, const char *text) {
  self->count = 1;
  self->words[0] = (char *)"xpbd-bench";
  snprintf(self->text, sizeof self->text, "%s", text);
  for (char *word = strtok(self->text, " "); word && self->count < WORDS - 1; word = strtok(NULL, " "))
    self->words[self->count++] = word;
  self->words[self->count] = NULL;
}

static void parse(line *self, const char *text) {
  char shown[TOLD];
  split_words(self, text);
  capture errors = capture_begin(STDERR_FILENO), output = capture_begin(STDOUT_FILENO);
  self->code = bench_options_parse(self->count, self->words, &self->settings);
  capture_end(&output, shown, sizeof shown);
  capture_end(&errors, self->said, sizeof self->said);
  const size_t end = strlen(self->said);
  snprintf(self->said + end, sizeof self->said - end, "%s", shown);
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

/// Lines of `text` that `standard` lacks, without their ends.
static void difference(const char *text, const char *standard, char out[TOLD]) {
  size_t end = 0;
  out[0] = '\0';
  for (; *text; text += strcspn(text, "\n") + 1, standard += strcspn(standard, "\n") + 1) {
    const size_t length = strcspn(text, "\n");
    if (length == strcspn(standard, "\n") && strncmp(text, standard, length) == 0) continue;
    end += (size_t)snprintf(out + end, TOLD - end, "%s%.*s", end > 0 ? "\n" : "", (int)length, text);
  }
}

static const char standard[] =
    "benchmarks\naxes\nformulas\ncontext\n"
    "filter -, exclude -\n"
    "quick 0, dry run 0, frames -1, warm -1\n"
    "shard 0/0, resume -, force 0\n"
    "rel-err 0.01, budget 5, total 180, given 0\n"
    "episodes 10 to 200, processes 1, to -1\n"
    "order 0, seed 1, validate 0\n"
    "list 0, json 0, tests 0, topic -, plan 0, columns 0\n"
    "format console, unit -, color -1, aggregates 0, tabular 0, quiet 0, progress 0, papers -\n"
    "json -, tsv -, journal -, out - as json, note -\n";

/// Differences from the default settings.
static void settings(check *self, int argument) {
  static const struct {
    const char *words, *told;
  } known[] = {
      {"", ""},
      {"cloth -b gpu", "benchmarks gpu cloth"},
      {"-a size=21 -a backend=seq,omp --axis=row=3", "axes size=21 backend=seq,omp row=3"},
      {"--threads 0,2 -a size=2 --precision f64", "axes size=2 threads=0,2 precision=f64"},
      {"--formula a.h --formula b.h", "formulas a.h b.h"},
      {"--benchmark_context=a=b,cc=d=e --benchmark_context last=", "context a=b cc=d=e last="},
      {"--benchmark_context=a=1,ab=2,abc=3", "context a=1 ab=2 abc=3"},
      {"--benchmark_filter -x --exclude y", "filter -x, exclude y"},
      {"--quick", "quick 1, dry run 0, frames -1, warm -1\nrel-err 0.03, budget 0.5, total 36, given 0"},
      {"--quick --rel-err 2% --budget 1m --total-budget 1.5h",
       "quick 1, dry run 0, frames -1, warm -1\nrel-err 0.02, budget 60, total 5400, given 1"},
      {"--rel-err 0.25 --budget 90 --total-budget 0.001s", "rel-err 0.25, budget 90, total 0.001, given 1"},
      {"--rel-err 99.9% --budget 1e7h --total-budget 1e7",
       "rel-err 0.999, budget 36000000000, total 10000000, given 1"},
      {"--frames 1 --warm 0", "quick 0, dry run 0, frames 1, warm 0"},
      {"--frames 1000000 --warm 1000000", "quick 0, dry run 0, frames 1000000, warm 1000000"},
      {"--benchmark_dry_run", "quick 0, dry run 1, frames -1, warm -1\nepisodes 3 to 3, processes 1, to -1"},
      {"--benchmark_dry_run --min-episodes 7 --max-episodes 5",
       "quick 0, dry run 1, frames -1, warm -1\nepisodes 3 to 3, processes 1, to -1"},
      {"--min-episodes 3", "episodes 3 to 200, processes 1, to -1"},
      {"--min-episodes 200", "episodes 200 to 200, processes 1, to -1"},
      {"--min-episodes 201", "episodes 201 to 201, processes 1, to -1"},
      {"--max-episodes 3", "episodes 3 to 3, processes 1, to -1"},
      {"--max-episodes 10", "episodes 10 to 10, processes 1, to -1"},
      {"--max-episodes 1000000", "episodes 10 to 1000000, processes 1, to -1"},
      {"--min-episodes 12 --max-episodes 12", "episodes 12 to 12, processes 1, to -1"},
      {"--min-episodes 1000000", "episodes 1000000 to 1000000, processes 1, to -1"},
      {"--process-out 1000000",
       "episodes 10 to 200, processes 1, to 1000000\n"
       "format console, unit -, color -1, aggregates 0, tabular 0, quiet 1, progress 0, papers -"},
      {"--processes 64", "episodes 10 to 200, processes 64, to -1"},
      {"--process-out 5 --processes 4 --total-budget 8s --json a --tsv b --benchmark_out c --benchmark_format json",
       "rel-err 0.01, budget 5, total 2, given 1\nepisodes 10 to 200, processes 1, to 5\n"
       "format console, unit -, color -1, aggregates 0, tabular 0, quiet 1, progress 0, papers -"},
      {"--process-out 0 --processes 4 --quiet",
       "episodes 10 to 200, processes 1, to 0\n"
       "format console, unit -, color -1, aggregates 0, tabular 0, quiet 1, progress 2, papers -"},
      {"--order shuffle --seed 0 --validate off", "order 2, seed 0, validate 2"},
      {"--order sequential --seed 9000000000000000 --validate only", "order 1, seed 9000000000000000, validate 1"},
      {"--order blocks --validate on", ""},
      {"--shard 1/10000", "shard 1/10000, resume -, force 0"},
      {"--shard 00000000000000000000001/2", "shard 1/2, resume -, force 0"},
      {"--shard 10000/10000", "shard 10000/10000, resume -, force 0"},
      {"--resume x --force", "shard 0/0, resume x, force 1"},
      {"--list", "list 1, json 0, tests 0, topic -, plan 0, columns 0"},
      {"--list=true", "list 1, json 0, tests 0, topic -, plan 0, columns 0"},
      {"--list=1 --list=0", ""},
      {"--list=false", ""},
      {"--list=json", "list 0, json 1, tests 0, topic -, plan 0, columns 0"},
      {"--list=formulas", "list 0, json 0, tests 0, topic formulas, plan 0, columns 0"},
      {"--benchmark_list_tests --plan --help-columns", "list 0, json 0, tests 1, topic -, plan 1, columns 1"},
      {"--benchmark_format csv --benchmark_time_unit ns --benchmark_color false --quiet",
       "format csv, unit ns, color 0, aggregates 0, tabular 0, quiet 1, progress 0, papers -"},
      {"--benchmark_format json --benchmark_time_unit us --benchmark_color true --progress off",
       "format json, unit us, color 1, aggregates 0, tabular 0, quiet 0, progress 2, papers -"},
      {"--benchmark_format console --benchmark_time_unit ms --benchmark_color auto --progress line --papers dir",
       "format console, unit ms, color -1, aggregates 0, tabular 0, quiet 0, progress 1, papers dir"},
      {"--benchmark_time_unit s --benchmark_display_aggregates_only --benchmark_counters_tabular --progress auto",
       "format console, unit s, color -1, aggregates 1, tabular 1, quiet 0, progress 0, papers -"},
      {"--json a --tsv b --journal c --benchmark_out d --benchmark_out_format console --note e",
       "json a, tsv b, journal c, out d as console, note e"},
      {"--benchmark_out d --benchmark_out_format csv", "json -, tsv -, journal -, out d as csv, note -"},
      {"--processes 1 --journal c", "json -, tsv -, journal c, out - as json, note -"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    line given;
    char told[TOLD], found[TOLD];
    parse(&given, known[k].words);
    if (!check_true(self, given.code == -1 && given.said[0] == '\0', "'%s' is taken: %s", known[k].words, given.said))
      continue;
    tell(&given.settings, told);
    difference(told, standard, found);
    check_true(self, strcmp(found, known[k].told) == 0, "of '%s': %s", known[k].words, found);
    check_true(self, given.settings.argc == given.count && given.settings.argv == given.words, "its words are kept");
    if (k > 0) check_control(self, strcmp(told, standard) != 0 || known[k].told[0] == '\0', "what was given is seen");
    bench_options_free(&given.settings);
  }
}

/// Context keys that the JSON has anyway are refused. tests/golden/bench/refused and tests/golden/lists/bench have other
/// refusals, and the range of each number.
static void refusals(check *self, int argument) {
  static const char *const taken[] = {
      "date",   "host_name", "executable",      "num_cpus",           "mhz_per_cpu",         "cpu_scaling_enabled",
      "caches", "load_avg",  "library_version", "library_build_type", "json_schema_version", "dry_run"};
  for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++) {
    line given;
    char words[LINE], wanted[LINE];
    snprintf(words, sizeof words, "--benchmark_context=%s=x", taken[k]);
    snprintf(wanted, sizeof wanted, "xpbd-bench: --benchmark_context: the key \"%s\" is taken\n", taken[k]);
    parse(&given, words);
    check_true(self, given.code == CLI_EXIT_USAGE && strcmp(given.said, wanted) == 0, "%s: %s", taken[k], given.said);
    snprintf(words, sizeof words, "--benchmark_context=%ss=x", taken[k]);
    parse(&given, words);
    check_control(self, given.code == -1, "a key that begins like %s: %s", taken[k], given.said);
    if (given.code == -1) bench_options_free(&given.settings);
  }
}

/// The longest and most names, contexts and durations that fit, and one more.
static void most(check *self, int argument) {
  line given;
  char words[2048] = "a";
  for (int i = 1; i < 32; i++) strcat(words, " a");
  parse(&given, words);
  check_true(self, given.code == -1 && given.settings.benchmarks.count == 32, "32 names: %s", given.said);
  if (given.code == -1) bench_options_free(&given.settings);
  strcat(words, " a");
  parse(&given, words);
  check_control(self, given.code == CLI_EXIT_USAGE && given.said[0] != '\0', "33 names");

  // Together 4096 characters, with an end for each.
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
    char said[TOLD];
    capture errors = capture_begin(STDERR_FILENO);
    const int code = bench_options_parse(4, argv, &given.settings);
    capture_end(&errors, said, sizeof said);
    if (over)
      check_control(self, code == CLI_EXIT_USAGE && strstr(said, "write key=value,key=value") != NULL,
                    "a letter more than there is room for");
    else
      check_true(self,
                 code == -1 && given.settings.context.count == 3 &&
                     strcmp(given.settings.context.values[2], long_words[2] + head) == 0,
                 "a context of 4096 letters: %s", said);
    if (code == -1) bench_options_free(&given.settings);
  }

  static const struct {
    const char *text;
    double seconds; ///< NaN: refused.
  } durations[] = {{"1", 1.0},
                   {"1s", 1.0},
                   {"1.5m", 90.0},
                   {"2h", 7200.0},
                   {"1e-3s", 1e-3},
                   {"10000000", 1e7},
                   {"10000000h", 3.6e10},
                   {"10000001", NAN},
                   {"0", NAN},
                   {"-1", NAN},
                   {"", NAN},
                   {"s", NAN},
                   {"h", NAN},
                   {"1d", NAN},
                   {"nan", NAN}};
  for (size_t k = 0; k < sizeof durations / sizeof durations[0]; k++) {
    char said[TOLD], *copy = strdup(durations[k].text); // in a separate block, so that a read beyond it is noticed
    double seconds = 77.0;
    capture errors = capture_begin(STDERR_FILENO);
    const bool good = bench_duration("x", copy, &seconds);
    capture_end(&errors, said, sizeof said);
    free(copy);
    if (isnan(durations[k].seconds))
      check_control(self, !good && said[0] != '\0', "'%s' is refused", durations[k].text);
    else
      check_between(self, seconds, durations[k].seconds, durations[k].seconds, "'%s' [s]", durations[k].text);
  }
  // A number of 63 letters, and one of 64.
  char number[80];
  double seconds = 77.0;
  snprintf(number, sizeof number, "%063ds", 7);
  check_true(self, bench_duration("x", number, &seconds) && seconds >= 7.0 && seconds <= 7.0, "63 digits");
  char said[TOLD];
  capture errors = capture_begin(STDERR_FILENO);
  snprintf(number, sizeof number, "%064ds", 7);
  const bool good = bench_duration("x", number, &seconds);
  capture_end(&errors, said, sizeof said);
  check_control(self, !good, "64 digits");
  seconds = 77.0;
  check_true(self, bench_duration("x", NULL, &seconds) && seconds >= 77.0 && seconds <= 77.0, "none: as it was");
}

void check_group_options(check_registry *registry) {
  check_add(registry, "settings", "every setting of some command lines", settings, 0);
  check_add(registry, "refusals", "the keys of a context that are taken", refusals, 0);
  check_add(registry, "most", "as many and as long as there is room for, and one more", most, 0);
}
