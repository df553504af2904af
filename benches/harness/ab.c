/* Why this file exists: implements xpbd-bench ab. It starts the two sides in turns, each time in a new process. xpbd-
 * report compare then pairs process with process. */
#include "ab.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "support/cli.h"
#include "support/compare_rules.h"
#include "support/html.h"
#include "harness/plan/options.h"
#include "harness/run/run.h"
#include "harness/stats/outside.h"

enum { SIDES = 2, PATH_ROOM = 512, DIFFERENT = 4 };
/// Smallest budget of a process [s]. It is passed on with three digits, and 0 would be refused.
#define LEAST_BUDGET 1e-3

static int64_t processes = 5, equal;
static const char *programs[SIDES], *out_folder, *margin, *fail_on, *budget_text = "10m";

static const cli_option ab_options[] = {
    {"processes", 'n', CLI_INT, &processes, 2.0, (double)BENCH_MAX_PROCESSES, "N",
     "Processes of each side, which take turns: A B, B A, A B, ..."},
    {"program-a", 0, CLI_TEXT, &programs[0], 0.0, 0.0, "PATH",
     "The xpbd-bench of A, e.g. from an older build. Default: this one."},
    {"program-b", 0, CLI_TEXT, &programs[1], 0.0, 0.0, "PATH", "The xpbd-bench of B. Default: this one."},
    {"total-budget", 0, CLI_TEXT, &budget_text, 0.0, 0.0, "TIME",
     "Most measuring time for all processes together, shared equally. Checks come on top. A --total-budget in the "
     "options of a side overrides it for "
     "each process of that side."},
    {"out", 'o', CLI_TEXT, &out_folder, 0.0, 0.0, "DIR",
     "Keep the results in DIR/runs and write a page, DIR/index.html."},
    {"equal", 0, CLI_INT, &equal, 1.0, 1000.0, "N",
     "Compare A with itself N times. Fail if more than one comparison in twenty finds a difference."},
    {"margin", 0, CLI_TEXT, &margin, 0.0, 0.0, "X%", "Passed on to xpbd-report compare."},
    {"fail-on", 0, CLI_TEXT, &fail_on, 0.0, 0.0, "WHAT",
     "Passed on to xpbd-report compare, which exits with 4 if WHAT applies."},
};

static const cli_program ab_program = {
    "xpbd-bench ab",
    "[options] -- OPTIONS_A [-- OPTIONS_B]",
    "Measures two settings or two builds in turns, each time in a new process, and compares them. OPTIONS_A and "
    "OPTIONS_B are options of xpbd-bench. Without OPTIONS_B, B uses OPTIONS_A.\n"
    "  xpbd-bench ab -- cloth -a backend=seq -- cloth -a backend=omp\n"
    "  xpbd-bench ab --program-a old/xpbd-bench --out report -- cloth -a size=41\n"
    "Exit codes: those of xpbd-bench, and 4 if --fail-on applies.",
    ab_options,
    sizeof ab_options / sizeof ab_options[0],
    NULL,
    NULL};

/// Words of one side, within argv.
typedef struct words {
  char **first;
  int count;
} words;

typedef struct sitting {
  words sides[SIDES];
  char own[PATH_ROOM], report[PATH_ROOM], folder[PATH_ROOM];
  const bench_launcher *launcher;
  double budget; ///< Budget of one process [s].
  int done;      ///< Complete pairs.
  bool wrong;    ///< A point failed a check.
  bool kept;     ///< The results stay, because they were not compared.
} sitting;

static void name_file(const sitting *self, int side, int process, char out[2 * PATH_ROOM]) {
  snprintf(out, 2 * PATH_ROOM, "%s/%c-%02d.json", self->folder, 'a' + side, process + 1);
}

static bool allowed(const char *path, int how) {
  return bench_outside_asked->access(path, how) == 0;
}

/// Split the command line at "--". Returns the number of words before the first.
static int split(int argc, char **argv, sitting *self) {
  int ours = 1, second;
  while (ours < argc && strcmp(argv[ours], "--") != 0) ours++;
  for (second = ours + 1; second < argc && strcmp(argv[second], "--") != 0;) second++;
  if (ours < argc) self->sides[0] = (words){argv + ours + 1, second - ours - 1};
  self->sides[1] = second < argc ? (words){argv + second + 1, argc - second - 1} : self->sides[0];
  return ours;
}

/// One process of one side. Returns 0, or the exit code after one line.
static int measure(sitting *self, int side, int process) {
  const words *own = &self->sides[side];
  const char *program = programs[side] ? programs[side] : self->own;
  char path[2 * PATH_ROOM], json[2 * PATH_ROOM + 8], budget[48];
  char **argv = calloc((size_t)own->count + 6, sizeof *argv);
  if (!argv) return cli_fail(&ab_program, BENCH_EXIT_ERROR, "out of memory");
  name_file(self, side, process, path);
  snprintf(json, sizeof json, "--json=%s", path);
  snprintf(budget, sizeof budget, "--total-budget=%.3fs", fmax(self->budget, LEAST_BUDGET));
  int count = 0;
  argv[count++] = (char *)program;
  argv[count++] = budget; /* first, so that the side's own option overrides it */
  argv[count++] = (char[]){"--processes=1"};
  for (int i = 0; i < own->count; i++) argv[count++] = own->first[i];
  argv[count++] = json;
  argv[count++] = (char[]){"--quiet"};
  unlink(path); /* so that an old file cannot pass for the results of a process that wrote none */
  const int code = self->launcher->run(program, argv, false);
  free(argv);
  if (self->launcher->interrupted()) return BENCH_EXIT_INTERRUPTED;
  self->wrong = self->wrong || code == BENCH_EXIT_INVALID;
  if ((code == BENCH_EXIT_OK || code == BENCH_EXIT_INVALID) && allowed(path, R_OK)) return 0;
  return cli_fail(&ab_program, code == BENCH_EXIT_OK || code > 5 ? BENCH_EXIT_ERROR : code,
                  "process %d of %c (%s) gave no results: %s %d", process + 1, 'A' + side, program,
                  code > 128 ? "signal" : "exit code", code > 128 ? code - 128 : code);
}

/// All processes, in turns. With A B, B A, a steady drift affects both equally.
static int measure_all(sitting *self) {
  const double start = bench_outside_seconds();
  char left[CLI_LEFT];
  for (int k = 0; k < processes; k++) {
    for (int turn = 0; turn < SIDES; turn++) {
      const int side = k % 2 ? 1 - turn : turn, before = SIDES * k + turn, all = SIDES * (int)processes;
      fprintf(stderr, "[%2d/%d] %c, process %d of %d", before + 1, all, 'A' + side, k + 1, (int)processes);
      if (before > 1)
        fprintf(stderr, ", time left about %s",
                cli_left_text((bench_outside_seconds() - start) / before * (all - before), left));
      fputc('\n', stderr);
      const int code = measure(self, side, k);
      if (code != 0) return code;
    }
    self->done = k + 1;
  }
  return 0;
}

/// The names of all files of a side, joined by commas. The caller frees them.
static char *list_files(const sitting *self, int side) {
  char *list = calloc((size_t)self->done + 1, 2 * PATH_ROOM);
  for (int k = 0; list && k < self->done; k++) {
    char path[2 * PATH_ROOM];
    name_file(self, side, k, path);
    if (k > 0) strcat(list, ",");
    strcat(list, path);
  }
  return list;
}

static int compare(const sitting *self) {
  char *a = list_files(self, 0), *b = list_files(self, 1);
  char name[] = "xpbd-report", verb[] = "compare", paired[] = "--paired", out[] = "--out", rest[] = "--margin",
       on[] = "--fail-on";
  char *argv[16] = {name, verb, a, b, paired};
  int count = 5;
  if (out_folder) argv[count++] = out, argv[count++] = (char *)out_folder;
  if (margin) argv[count++] = rest, argv[count++] = (char *)margin;
  if (fail_on) argv[count++] = on, argv[count++] = (char *)fail_on;
  fflush(stdout);
  const int code =
      a && b ? self->launcher->run(self->report, argv, true) : cli_fail(&ab_program, BENCH_EXIT_ERROR, "out of memory");
  free(a);
  free(b);
  return code;
}

static void remove_folder(const sitting *self) {
  DIR *list = opendir(self->folder);
  if (!list) return;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    char path[2 * PATH_ROOM];
    snprintf(path, sizeof path, "%s/%.255s", self->folder, entry->d_name);
    if (entry->d_name[0] != '.') unlink(path);
  }
  closedir(list);
  rmdir(self->folder);
}

/// Whether an option names a file, which every process would overwrite.
static bool names_file(const char *word) {
  static const char *const options[] = {"--json", "--tsv", "--journal", "--benchmark_out", "--resume"};
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    const size_t length = strlen(options[i]);
    if (strncmp(word, options[i], length) == 0 && (word[length] == '\0' || word[length] == '=')) return true;
  }
  return false;
}

static int refuse_files(const sitting *self) {
  for (int side = 0; side < SIDES; side++)
    for (int i = 0; i < self->sides[side].count; i++)
      if (names_file(self->sides[side].first[i]))
        return cli_fail(
            &ab_program, BENCH_EXIT_USAGE,
            "%s: every process would overwrite this file; --out DIR, before the first --, keeps all results",
            self->sides[side].first[i]);
  return 0;
}

/// A against itself shows nothing, and an empty side would measure the standard benchmark. Both are mistakes, except
/// with --equal.
static int refuse_one_side(const sitting *self) {
  const words *a = &self->sides[0], *b = &self->sides[1];
  const bool one = a->first == b->first;
  if (a->count == 0 || b->count == 0)
    return cli_fail(&ab_program, BENCH_EXIT_USAGE, "nothing follows %s --: name what %c measures, e.g. cloth",
                    a->count == 0 ? "the first" : "the second", a->count == 0 ? 'A' : 'B');
  if (one && equal == 0 && !programs[0] && !programs[1])
    return cli_fail(&ab_program, BENCH_EXIT_USAGE,
                    "A and B are the same: name a second setting after another --, or --program-a; --equal N compares "
                    "one with itself");
  return 0;
}

/// Refuse now what xpbd-report compare would refuse after everything is measured. Returns 0, or the exit code after
/// one line.
static int refuse_rules(void) {
  double part = 0.0;
  compare_alarm alarm;
  if (margin && !compare_part(&ab_program, "margin", margin, &part)) return BENCH_EXIT_USAGE;
  return compare_alarm_read(&ab_program, fail_on, part, &alarm) ? 0 : BENCH_EXIT_USAGE;
}

/// Check everything that can be wrong before the first measurement. Returns 0, or the exit code after one line.
static int prepare(sitting *self) {
  const char *temporary = getenv("TMPDIR");
  const char *place = out_folder ? out_folder : temporary && temporary[0] != '\0' ? temporary : "/tmp";
  double budget = 0.0;
  if (!xpbd_file_beside_program("xpbd-bench", self->own, sizeof self->own) || !allowed(self->own, X_OK))
    snprintf(self->own, sizeof self->own, "/proc/self/exe");
  if (!xpbd_file_beside_program("xpbd-report", self->report, sizeof self->report) || !allowed(self->report, X_OK))
    return cli_fail(
        &ab_program, BENCH_EXIT_ERROR,
        "the comparison needs xpbd-report next to xpbd-bench; building it needs jansson (Debian: libjansson-dev)");
  for (int side = 0; side < SIDES; side++)
    if (programs[side] && !allowed(programs[side], X_OK))
      return cli_fail(&ab_program, BENCH_EXIT_USAGE, "--program-%c %s: no such program", 'a' + side, programs[side]);
  if (!bench_duration("total-budget", budget_text, &budget)) return BENCH_EXIT_USAGE;
  int refused = refuse_rules();
  if (refused == 0) refused = refuse_files(self);
  if (refused != 0) return refused;
  self->budget = budget / (double)(SIDES * processes);
  if (strchr(place, ','))
    return cli_fail(&ab_program, BENCH_EXIT_USAGE, "%s %s: the name must not contain a comma",
                    out_folder ? "--out" : "TMPDIR", place);
  if (strlen(place) > PATH_ROOM - 32)
    return cli_fail(&ab_program, BENCH_EXIT_USAGE, "the name of the folder is too long");
  if (out_folder) {
    snprintf(self->folder, sizeof self->folder, "%s/runs", out_folder);
    if (html_keep(out_folder, HTML_OF_COMPARISON) != XPBD_OK || xpbd_folder_create(out_folder) != XPBD_OK ||
        xpbd_folder_create(self->folder) != XPBD_OK)
      return cli_fail(&ab_program, BENCH_EXIT_USAGE, "%s", xpbd_last_error());
    return 0;
  }
  snprintf(self->folder, sizeof self->folder, "%s/xpbd-ab-XXXXXX", place);
  if (!mkdtemp(self->folder))
    return cli_fail(&ab_program, BENCH_EXIT_ERROR, "%s: cannot create a folder for the results", self->folder);
  bench_clear_on_signal(self->folder);
  return 0;
}

static int sit_once(sitting *self) {
  self->done = 0;
  const int measured = measure_all(self);
  int code = measured;
  if (self->done > 0) {
    const int compared = compare(self);
    // If the comparison failed, the results are all that is left of the time spent.
    self->kept = !out_folder && compared != 0 && compared != DIFFERENT;
    if (self->kept) bench_clear_on_signal(NULL);
    if (self->kept) cli_fail(&ab_program, compared, "not compared; the results are kept in %s", self->folder);
    if (code == 0) code = compared != 0 ? compared : self->wrong ? BENCH_EXIT_INVALID : 0;
  }
  const bool interrupted = measured == BENCH_EXIT_INTERRUPTED;
  if (interrupted || (measured != 0 && self->done > 0))
    cli_fail(&ab_program, measured, "%s: %d of %d processes of each were compared",
             interrupted ? "interrupted" : "not complete", self->kept ? 0 : self->done, (int)processes);
  return code;
}

/// Compare equal runs again and again, and count how often they are found to differ.
static int sit_often(sitting *self) {
  int different = 0;
  fail_on = "different";
  for (int k = 0; k < equal; k++) {
    const int code = sit_once(self);
    different += code == DIFFERENT;
    if (code != 0 && code != DIFFERENT) return code;
  }
  printf("%d comparisons of equal runs, %d of them found a difference\n", (int)equal, different);
  fflush(stdout);
  if (20 * different <= (equal > 20 ? equal : 20)) return 0;
  return cli_fail(&ab_program, DIFFERENT, "more than one in twenty: the intervals are too narrow for this machine");
}

int bench_ab_main(int argc, char **argv, const bench_launcher *launcher) {
  static sitting self;
  self = (sitting){.launcher = launcher};
  int rest_count;
  const char *rest[1];
  cli_begin();
  const int ours = split(argc, argv, &self);
  int code = cli_parse(&ab_program, ours, argv, rest, 1, &rest_count);
  if (code >= 0) return code;
  if (rest_count > 0 || ours == argc)
    return cli_fail(&ab_program, BENCH_EXIT_USAGE,
                    "write -- before the options of A, and again before those of B: %s %s", ab_program.name,
                    ab_program.usage);
  code = refuse_one_side(&self);
  if (code != 0) return code;
  const bool one_program = !programs[0] ? !programs[1] : programs[1] && strcmp(programs[0], programs[1]) == 0;
  if (equal > 0 && (out_folder || fail_on || self.sides[1].first != self.sides[0].first || !one_program))
    return cli_fail(&ab_program, BENCH_EXIT_USAGE,
                    "--equal takes one setting of one program, and neither --out nor --fail-on");
  bench_catch_signals(); /* before there is a folder that a signal may leave */
  code = prepare(&self);
  if (code != 0) return code;
  code = equal > 0 ? sit_often(&self) : sit_once(&self);
  if (!out_folder && !self.kept) remove_folder(&self);
  bench_clear_on_signal(NULL);
  return code;
}
