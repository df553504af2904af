/* Why this file exists: reads and checks the command line, so that all other code can trust the settings. Flags of
 * Google Benchmark are supported only if they can have the same meaning. */
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Seconds of the standard plan, and of --quick.
#define TOTAL_BUDGET       180.0
#define TOTAL_BUDGET_QUICK 36.0
#define BUDGET             5.0
#define BUDGET_QUICK       0.5
#define REL_ERR            0.01
#define REL_ERR_QUICK      0.03
#define LEAST_EPISODES     10
/// Seconds of a score, and of one of its points.
#define SCORE_BUDGET  1080.0
#define SCORE_EACH    10.0
#define MOST_EPISODES 200

/// Options that are first read as text.
typedef struct raw_options {
  const char *rel_err, *budget, *total_budget, *order, *validate, *progress;
  const char *format, *out_format, *color, *threads, *precision, *shard, *errors, *division, *peer_limit;
  cli_list contexts;
} raw_options;

// Targets of the option table, which is constant and so needs their addresses before main() starts.
static raw_options raw;
static bench_settings read_settings;

#define TEXT(name, letter, target, value, help)                                                                        \
  { name, letter, CLI_TEXT, &(target), 0.0, 0.0, value, help }
#define FLAG(name, target, help)                                                                                       \
  { name, 0, CLI_FLAG, &(target), 0.0, 0.0, NULL, help }
#define LIST(name, letter, target, value, help)                                                                        \
  { name, letter, CLI_LIST, &(target), 0.0, 0.0, value, help }
#define TOPIC(name, heading)                                                                                           \
  { name, 0, CLI_TOPIC, NULL, 0.0, 0.0, NULL, heading }
#define INT(name, target, low, high, help)                                                                             \
  { name, 0, CLI_INT, &(target), low, high, "N", help }

static const cli_option options[] = {
    TOPIC("choose", "What is measured"),
    LIST("benchmark", 'b', read_settings.benchmarks, "NAME",
         "Run only this benchmark. May be repeated: benchmarks run in the order named."),
    LIST(
        "axis", 'a', read_settings.axes, "AXIS=VALUES",
        "Set an axis, e.g. -a size=21,41 -a 'size=[21:1281:x2]' -a backend=seq,omp. May be repeated; the last one of an axis counts."),
    LIST("formula", 0, read_settings.formulas, "FILE.h",
         "Compile the formula in this file and test it in a separate process. -a constraint=NAME then uses it. May be "
         "repeated."),
    LIST("peer", 0, read_settings.peers, "NAME=COMMAND",
         "With peers: measure this program beside ours, over the pipe of docs/guide/solver-pipe.md. The command is "
         "split at "
         "blanks. May be repeated."),
    TEXT("peer-limit", 0, raw.peer_limit, "TIME",
         "With peers: most time for one answer of a program, e.g. 60s (default 5m). A program beyond it is ended."),
    TEXT("benchmark_filter", 0, read_settings.filter, "REGEX",
         "Run only points whose name matches. A leading '-' inverts the match."),
    TEXT("exclude", 0, read_settings.exclude, "REGEX", "Leave out points whose name matches."),
    TEXT("threads", 0, raw.threads, "LIST", "Short for -a threads=LIST. 0 = all processors."),
    TEXT("precision", 0, raw.precision, "LIST", "Short for -a precision=LIST (f32, f32x, f64, float, auto)."),
    FLAG("quick", read_settings.quick, "Shorter sweeps and episodes, wider intervals: about a minute."),
    TOPIC("time", "How long it is measured"),
    INT("frames", read_settings.frames, 1.0, 1e6,
        "Timed frames per episode. Default: 4 to 120, depending on the work of a frame."),
    INT("warm", read_settings.warm, 0.0, 1e6, "Untimed frames before them. Default: a quarter of the timed frames."),
    TEXT("rel-err", 0, raw.rel_err, "X",
         "Stop a point when half its 95 % interval is below this part of the median, e.g. 1% (default) or 0.01."),
    INT("min-episodes", read_settings.min_episodes, 3.0, 1e6,
        "Fewest episodes per point (default 10), unless a budget ends earlier."),
    INT("max-episodes", read_settings.max_episodes, 3.0, 1e6, "Most episodes per point (default 200)."),
    TEXT("budget", 0, raw.budget, "TIME", "Most time for the episodes of one point, e.g. 5s, 2m (default 5s)."),
    TEXT("total-budget", 0, raw.total_budget, "TIME",
         "Most time for the whole run. The default depends on the benchmark (180s for cloth). --plan shows it."),
    INT("processes", read_settings.processes, 1.0, (double)BENCH_MAX_PROCESSES,
        "Measure everything in N processes, one after the other, and show the spread between them. One process cannot "
        "tell how much the next one differs. Takes N times as long unless --total-budget is given. Default: three for "
        "the headline points of the standard plan, one for all others."),
    {"process-out", 0, CLI_INT, &read_settings.process_out, -1.0, 1e6, "FD", ""},
    TEXT("order", 0, raw.order, "ORDER",
         "Order of the points: blocks (points of one mesh take turns), sequential or shuffle."),
    INT("seed", read_settings.seed, 0.0, 9e15, "Seed of the shuffling."),
    TOPIC("check", "How it is checked"),
    TEXT("validate", 0, raw.validate, "MODE",
         "on: check and time. only: check without timing. off: time, and mark every row as unchecked."),
    TEXT("errors", 0, raw.errors, "TIME",
         "Most time for the converged answer that the errors of a scene's rows are measured against. off: no errors. "
         "Default: 1.5 % of the total budget, and at most 15 % for all together."),
    TEXT("division", 0, raw.division, "DIVISION",
         "With score: closed (default), whose settings come from the search, or open, which takes any with -a."),
    TEXT("record", 0, read_settings.record, "FILE",
         "With score: write the speeds as a reference machine, which has the score 1."),
    TOPIC("output", "What is shown and written"),
    {"list", 0, CLI_FLAG, &read_settings.list, 0.0, 0.0, NULL,
     "List benchmarks and axes. --list=formulas lists all constraints. Programs read --list=json and "
     "--list=formulas-json."},
    {"list-topic", 0, CLI_TEXT, &read_settings.list_topic, 0.0, 0.0, "TOPIC", ""},
    {"list-json", 0, CLI_FLAG, &read_settings.list_json, 0.0, 0.0, NULL, ""},
    FLAG("plan", read_settings.plan, "Show the points that would run, and run nothing."),
    FLAG("benchmark_list_tests", read_settings.list_tests, "Print the names of the points, and run nothing."),
    FLAG("benchmark_dry_run", read_settings.dry_run,
         "Run one frame and the fewest episodes, to see whether everything works."),
    TEXT("json", 0, read_settings.json, "FILE", "Write JSON (see benches/harness/FORMAT.md)."),
    TEXT("tsv", 0, read_settings.tsv, "FILE", "Write one line per point, for gnuplot."),
    TEXT("journal", 0, read_settings.journal, "FILE", "Write every sample, one line per episode, as it is measured."),
    TEXT("resume", 0, read_settings.resume, "RUN",
         "Continue a run that was interrupted or killed. RUN is its folder or its journal. Nothing is measured twice."),
    FLAG("force", read_settings.force,
         "With --resume: continue even if the machine, the build, a formula or a mesh has changed."),
    TEXT("shard", 0, raw.shard, "I/N",
         "Run only part I of N of the plan, e.g. 1/4 to 4/4. xpbd-report merge joins the results."),
    TEXT("states", 0, read_settings.states, "FILE",
         "Recompute the states that FILE asks for, and time nothing. xpbd-report audit uses this (see "
         "benches/harness/FORMAT.md)."),
    TEXT("benchmark_out", 0, read_settings.out, "FILE", "Write results to a file as well."),
    TEXT("benchmark_out_format", 0, raw.out_format, "FORMAT", "Format of that file: json (default), console, csv."),
    TEXT("benchmark_format", 0, raw.format, "FORMAT", "Format of standard output: console (default), json, csv."),
    TEXT("benchmark_color", 0, raw.color, "WHEN", "Color in the table: auto (default), true, false."),
    TEXT("benchmark_time_unit", 0, read_settings.time_unit, "UNIT", "Time unit of the table: ns, us (default), ms, s."),
    FLAG("benchmark_display_aggregates_only", read_settings.aggregates_only,
         "Show only mean, median, stddev and cv in the table."),
    FLAG("benchmark_counters_tabular", read_settings.tabular, "Show counters as columns of the table."),
    FLAG("wide", read_settings.wide, "Show all counters also on a terminal, whose rows are short otherwise."),
    LIST("benchmark_context", 0, raw.contexts, "KEY=VALUE,...", "Add to the context of the JSON. May be repeated."),
    TEXT("note", 0, read_settings.note, "TEXT", "Text to keep with the results."),
    TEXT("progress", 0, raw.progress, "MODE",
         "auto: one live line on a terminal, else one line per point. line: one line per point. off: nothing."),
    TEXT("papers", 0, read_settings.papers, "DIR",
         "Folder of the papers' numbers (fps.csv), for the benchmark papers."),
    FLAG("quiet", read_settings.quiet, "Print no context and no progress."),
    FLAG("help-columns", read_settings.help_columns, "Explain the columns of the TSV."),
};

static const cli_alias aliases[] = {
    {"output", "json", NULL},
    {"gpu", NULL, "'xpbd-bench gpu' compares what a GPU can do, and -a backend=cuda measures other benchmarks there"},
    {NULL, NULL, NULL}};

static const cli_program program = {
    "xpbd-bench",
    "[options] [BENCHMARK...]",
    "Times XPBD solvers. Every row is compared with the sequential reference, bit for bit. A row that fails has no "
    "numbers.\n"
    "Without options, it measures what answers within 1 % cost, then the FPS of a hanging cloth.\n"
    "  xpbd-bench --quick\n"
    "  xpbd-bench -a size=21,41 -a backend=seq,omp -a iterations=1,20 --json out.json\n"
    "  xpbd-bench scenes -a scene=torus_falling -a method=energy -a iterations=10\n"
    "  xpbd-bench --benchmark_filter=projection --benchmark_format=json\n"
    "  xpbd-bench score    one number for this machine: simulated time per second at an error of 1 %\n"
    "  xpbd-bench ab -- cloth -a backend=seq -- cloth -a backend=omp    two settings in turns, see ab --help\n"
    "Exit codes: 0 fine, 1 usage or an unusable file, 2 a check failed or a score is INVALID, 3 run-time error, 5 "
    "nothing selected or "
    "nothing measured, 130 "
    "interrupted.",
    options,
    sizeof options / sizeof options[0],
    aliases,
    NULL};

const cli_program *bench_program(void) {
  return &program;
}

/// Index of `text` among the names. NULL gives the standard, an unknown text -1 with a message.
static int choose(const char *option, const char *text, const char *const *names, int count, int standard) {
  if (!text) return standard;
  for (int i = 0; i < count; i++)
    if (strcmp(names[i], text) == 0) return i;
  const char *near = cli_nearest(text, names, count);
  char known[128] = "";
  for (int i = 0; i < count; i++) {
    const size_t end = strlen(known);
    snprintf(known + end, sizeof known - end, "%s%s", i == 0 ? "" : ", ", names[i]);
  }
  cli_fail(&program, CLI_EXIT_USAGE, "--%s has no value \"%s\"%s%s%s (%s)", option, text,
           !near ? "" : "; did you mean \"", !near ? "" : near, !near ? "" : "\"?", known);
  return -1;
}

/// Read a number from the first `length` characters. False if it is too long.
static bool begins_with_real(const char *text, size_t length, double *out) {
  char number[64];
  if (length >= sizeof number) return false;
  memcpy(number, text, length);
  number[length] = '\0';
  return cli_to_real(number, out);
}

/// "1%" or "0.01". False with a message.
static bool read_fraction(const char *option, const char *text, double *out) {
  if (!text) return true;
  const size_t length = strlen(text);
  const bool percent = length > 0 && text[length - 1] == '%';
  if (begins_with_real(text, length - percent, out) && *out > 0.0 && *out < (percent ? 100.0 : 1.0)) {
    if (percent) *out /= 100.0;
    return true;
  }
  cli_fail(&program, CLI_EXIT_USAGE, "--%s \"%s\": write a number between 0 and 1 or a percentage, e.g. 0.01 or 1%%",
           option, text);
  return false;
}

/// "90", "90s", "2m", "1h". False with a message.
bool bench_duration(const char *option, const char *text, double *out) {
  if (!text) return true;
  const size_t length = strlen(text);
  const char last = length > 0 ? text[length - 1] : '\0';
  const double scale = last == 'h' ? 3600.0 : last == 'm' ? 60.0 : 1.0;
  const bool suffix = last == 'h' || last == 'm' || last == 's';
  if (begins_with_real(text, length - suffix, out) && *out > 0.0 && *out <= 1e7) {
    *out *= scale;
    return true;
  }
  cli_fail(&program, CLI_EXIT_USAGE, "--%s \"%s\": write a time above 0, e.g. 30s, 5m, 2h", option, text);
  return false;
}

/// "2/4". False with a message.
static bool read_shard(const char *text, bench_settings *out) {
  int64_t shard = 0, shards = 0;
  char first[24];
  const size_t length = text ? strcspn(text, "/") : 0;
  if (!text) return true;
  snprintf(first, sizeof first, "%.*s", (int)length, text);
  const bool read = length < sizeof first && text[length] == '/' && cli_to_int(first, &shard) &&
                    cli_to_int(text + length + 1, &shards);
  if (!read || shards < 1 || shards > 10000 || shard < 1 || shard > shards) {
    cli_fail(&program, CLI_EXIT_USAGE, "--shard \"%s\": write I/N with I from 1 to N and N up to 10000, e.g. 2/4",
             text);
    return false;
  }
  out->shard = (int)shard;
  out->shards = (int)shards;
  return true;
}

static bool append(cli_list *list, const char *value) {
  const char **values = realloc(list->values, ((size_t)list->count + 1) * sizeof *values);
  if (!values) return false;
  values[list->count++] = value;
  list->values = values;
  return true;
}

/// --threads and --precision are axes. The text lives as long as the program.
static bool add_axis(const char *name, const char *values) {
  static char texts[2][256];
  static int used = 0;
  if (!values) return true;
  char *text = texts[used++ % 2];
  if (snprintf(text, sizeof texts[0], "%s=%s", name, values) >= (int)sizeof texts[0]) {
    cli_fail(&program, CLI_EXIT_USAGE, "--%s: the list is too long; -a %s=LIST has no limit", name, name);
    return false;
  }
  return append(&read_settings.axes, text);
}

/// Split "k=v,k=v" into pieces, in place of a copy that lives as long as the program.
static bool add_contexts(void) {
  static char copy[4096];
  size_t used = 0;
  static const char *const taken[] = {
      "date",   "host_name", "executable",      "num_cpus",           "mhz_per_cpu",         "cpu_scaling_enabled",
      "caches", "load_avg",  "library_version", "library_build_type", "json_schema_version", "dry_run"};
  for (int i = 0; i < raw.contexts.count; i++) {
    for (const char *at = raw.contexts.values[i]; *at != '\0';) {
      const size_t length = strcspn(at, ",");
      const size_t key = strcspn(at, "=");
      if (key == 0 || key >= length || used + length + 1 > sizeof copy) {
        cli_fail(&program, CLI_EXIT_USAGE, "--benchmark_context \"%s\": write key=value,key=value",
                 raw.contexts.values[i]);
        return false;
      }
      memcpy(copy + used, at, length);
      copy[used + length] = '\0';
      bool twice = false;
      for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
        twice = twice || (strlen(taken[k]) == key && strncmp(at, taken[k], key) == 0);
      for (int k = 0; k < read_settings.context.count; k++)
        twice = twice || strncmp(read_settings.context.values[k], at, key + 1) == 0;
      if (twice) {
        cli_fail(&program, CLI_EXIT_USAGE, "--benchmark_context: the key \"%.*s\" is taken", (int)key, at);
        return false;
      }
      if (!append(&read_settings.context, copy + used)) return false;
      used += length + 1;
      at += length;
      if (*at == ',') ++at;
    }
  }
  return true;
}

/// A child process has the same command line, but writes only its progress. program.c sets the budget of one that
/// measures only the headline.
static void become_process(bench_settings *s) {
  if (s->total_given) s->total_budget /= (double)s->processes;
  if (s->quiet) s->progress = BENCH_PROGRESS_OFF;
  s->quiet = true;
  s->format = BENCH_CONSOLE;
  s->json = s->tsv = s->out = s->journal = NULL;
  s->processes = 1;
}

/// Interpret the options that cli_parse() reads as text.
static bool interpret(void) {
  static const char *const orders[] = {"blocks", "sequential", "shuffle"};
  static const char *const validations[] = {"on", "only", "off"};
  static const char *const progresses[] = {"auto", "line", "off"};
  static const char *const formats[] = {"console", "json", "csv"};
  static const char *const colors[] = {"false", "true", "auto"};
  static const char *const units[] = {"ns", "us", "ms", "s"};
  bench_settings *s = &read_settings;
  const int order = choose("order", raw.order, orders, 3, BENCH_BLOCKS);
  const int validate = choose("validate", raw.validate, validations, 3, BENCH_VALIDATE_ON);
  const int progress = choose("progress", raw.progress, progresses, 3, BENCH_PROGRESS_AUTO);
  const int format = choose("benchmark_format", raw.format, formats, 3, BENCH_CONSOLE);
  const int out_format = choose("benchmark_out_format", raw.out_format, formats, 3, BENCH_JSON);
  const int color = choose("benchmark_color", raw.color, colors, 3, 2);
  if (order < 0 || validate < 0 || progress < 0 || format < 0 || out_format < 0 || color < 0) return false;
  if (choose("benchmark_time_unit", s->time_unit, units, 4, 0) < 0) return false;
  s->order = (bench_order)order;
  s->validate = (bench_validate)validate;
  s->progress = (bench_progress_mode)progress;
  s->format = (bench_format)format;
  s->out_format = (bench_format)out_format;
  s->color = color == 2 ? -1 : color;
  s->rel_err = s->quick ? REL_ERR_QUICK : REL_ERR;
  s->budget = s->quick ? BUDGET_QUICK : BUDGET;
  s->total_budget = s->quick ? TOTAL_BUDGET_QUICK : TOTAL_BUDGET;
  s->total_given = raw.total_budget != NULL;
  s->errors = !raw.errors ? (double)NAN : 0.0;
  if (raw.errors && strcmp(raw.errors, "off") != 0 && !bench_duration("errors", raw.errors, &s->errors)) return false;
  if (!bench_duration("peer-limit", raw.peer_limit, &s->peer_limit)) return false;
  if (!read_fraction("rel-err", raw.rel_err, &s->rel_err) || !bench_duration("budget", raw.budget, &s->budget) ||
      !bench_duration("total-budget", raw.total_budget, &s->total_budget) || !read_shard(raw.shard, s))
    return false;
  if (s->processes > 1 && (s->journal || s->resume)) {
    cli_fail(&program, CLI_EXIT_USAGE, "--%s: a journal holds the samples of one process; leave it or --processes out",
             s->journal ? "journal" : "resume");
    return false;
  }
  s->headline = s->processes == 0 && !s->dry_run && s->validate != BENCH_VALIDATE_ONLY;
  if (s->processes == 0) s->processes = 1;
  if (s->process_out >= 0) become_process(s);
  return add_axis("threads", raw.threads) && add_axis("precision", raw.precision) && add_contexts();
}

/// --list may have a value. The parser has a flag, and separate options for json and for all other topics.
static char *spelled(char *word) {
  static char json[] = "--list-json", topic[64];
  static const char *const flags[] = {"true", "false", "1", "0"};
  if (strncmp(word, "--list=", 7) != 0) return word;
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
    if (strcmp(word + 7, flags[i]) == 0) return word;
  if (strcmp(word + 7, "json") == 0) return json;
  snprintf(topic, sizeof topic, "--list-topic=%s", word + 7);
  return topic;
}

/// Set the numbers of episodes that were not given and are still 0. A given one limits the default of the other.
static bool settle_episodes(void) {
  int64_t *const least = &read_settings.min_episodes, *const most = &read_settings.max_episodes;
  if (read_settings.dry_run) *least = *most = 3;
  if (*least > 0 && *most > 0 && *least > *most) {
    cli_fail(&program, CLI_EXIT_USAGE, "--min-episodes %lld is more than --max-episodes %lld", (long long)*least,
             (long long)*most);
    return false;
  }
  if (*most == 0) *most = *least > MOST_EPISODES ? *least : MOST_EPISODES;
  if (*least == 0) *least = *most < LEAST_EPISODES ? *most : LEAST_EPISODES;
  return true;
}

/// A score of programs of others: only they compete. Returns 0, or the exit code after one line.
static int settle_score_of_peers(void) {
  bench_settings *s = &read_settings;
  static char names[4096];
  size_t used = 0;
  if (s->division == BENCH_CLOSED)
    return cli_fail(&program, CLI_EXIT_USAGE, "--peer: another program competes in the open division: --division open");
  used = (size_t)snprintf(names, sizeof names, "backend=");
  for (int i = 0; i < s->peers.count && used < sizeof names; i++)
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%.*s", i ? "," : "",
                             (int)strcspn(s->peers.values[i], "="), s->peers.values[i]);
  for (int i = 0; i < s->benchmarks.count; i++) s->benchmarks.values[i] = "peers";
  for (int i = 0; i < s->axes.count; i++)
    if (strncmp(s->axes.values[i], "backend=", 8) == 0) return 0;
  return append(&s->axes, names) ? 0 : cli_fail(&program, 3, "out of memory");
}

/// Turn "score" among the benchmarks into the run that it stands for. Returns 0, or the exit code after one line.
static int settle_score(void) {
  static const char *const divisions[] = {"closed", "open"};
  static const char *const allowed[] = {"backend", "workload", "tolerance", "threads", "strategy", "device"};
  bench_settings *s = &read_settings;
  for (int i = 0; i < s->benchmarks.count; i++) {
    if (strcmp(s->benchmarks.values[i], "score") != 0) continue;
    s->score = true;
    s->benchmarks.values[i] = "answers";
  }
  if (!s->score && (raw.division || s->record))
    return cli_fail(&program, CLI_EXIT_USAGE, "--%s goes with score: %s score", raw.division ? "division" : "record",
                    program.name);
  const int division = choose("division", raw.division, divisions, 2, BENCH_CLOSED);
  if (division < 0) return CLI_EXIT_USAGE;
  if (!s->score) return 0;
  s->division = (bench_division)division;
  if (s->benchmarks.count > 1 && s->resume)
    return cli_fail(&program, CLI_EXIT_USAGE, "leave the benchmarks out: %s --resume RUN continues a score",
                    program.name);
  if (s->benchmarks.count > 1)
    return cli_fail(&program, CLI_EXIT_USAGE, "score is a run of its own; leave the other benchmarks out");
  bool every = true;
  for (int i = 0; i < s->axes.count; i++) {
    const char *given = s->axes.values[i];
    bool may = division == BENCH_OPEN;
    for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
      may = may || (strncmp(given, allowed[k], strlen(allowed[k])) == 0 && given[strlen(allowed[k])] == '=');
    if (!may)
      return cli_fail(&program, CLI_EXIT_USAGE,
                      "-a %s: the closed division finds its settings itself; --division open takes yours", given);
    every = every && strncmp(given, "workload=", 9) != 0;
  }
  if (every && !append(&s->axes, "workload=*")) return cli_fail(&program, 3, "out of memory");
  const int refused = s->peers.count > 0 ? settle_score_of_peers() : 0;
  if (refused != 0) return refused;
  if (!raw.budget && !s->quick) s->budget = SCORE_EACH;
  if (!raw.total_budget && !s->quick) s->total_budget = SCORE_BUDGET;
  return 0;
}

/// Refuse what only one benchmark reads if others were named. --resume takes the benchmarks from the run.
static int check_owners(void) {
  const bench_settings *s = &read_settings;
  const struct {
    const char *option, *owner;
    bool given;
  } rows[] = {{"peer", "peers", s->peers.count > 0}, {"papers", "papers", s->papers != NULL}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    bool takes_part = s->benchmarks.count == 0; /* a filter may choose it */
    for (int i = 0; i < s->benchmarks.count; i++)
      takes_part = takes_part || strcmp(s->benchmarks.values[i], rows[r].owner) == 0;
    if (rows[r].given && !takes_part)
      return cli_fail(&program, CLI_EXIT_USAGE, "--%s goes with %s: %s %s", rows[r].option, rows[r].owner, program.name,
                      rows[r].owner);
  }
  return 0;
}

/// Parse into read_settings, as bench_options_parse() does.
static int parse(int argc, char **argv) {
  enum { MAX_NAMES = 32 };
  const char *names[MAX_NAMES];
  int name_count = 0;
  raw = (raw_options){0};
  read_settings =
      (bench_settings){.frames = -1, .warm = -1, .seed = 1, .process_out = -1, .color = -1, .argc = argc, .argv = argv};
  // The parser has no options with an optional value, so --list=VALUE becomes one of two others.
  char **words = malloc(((size_t)argc + 1) * sizeof *words);
  if (!words) return cli_fail(&program, 3, "out of memory");
  for (int i = 0; i <= argc; i++) words[i] = i < argc ? spelled(argv[i]) : NULL;
  const int code = cli_parse(&program, argc, words, names, MAX_NAMES, &name_count);
  free(words);
  if (code >= 0) return code;
  for (int i = 0; i < name_count; i++)
    if (!append(&read_settings.benchmarks, names[i])) return cli_fail(&program, 3, "out of memory");
  if (!interpret()) return CLI_EXIT_USAGE;
  const int refused = settle_score();
  if (refused != 0) return refused;
  const int owned = check_owners();
  if (owned != 0) return owned;
  if (read_settings.force && !read_settings.resume)
    return cli_fail(&program, CLI_EXIT_USAGE, "--force goes with --resume RUN");
  return settle_episodes() ? -1 : CLI_EXIT_USAGE;
}

int bench_options_parse(int argc, char **argv, bench_settings *out) {
  const int code = parse(argc, argv);
  if (code < 0)
    *out = read_settings;
  else
    bench_options_free(&read_settings);
  return code;
}

void bench_options_free(bench_settings *settings) {
  cli_list *const lists[] = {&settings->benchmarks, &settings->axes,    &settings->formulas,
                             &settings->peers,      &settings->context, &raw.contexts};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    free(lists[i]->values);
    *lists[i] = (cli_list){0}; // called again if a resumed run cannot be read
  }
}
