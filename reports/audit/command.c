/* Why this file exists: a stranger's results are claims. This recomputes what can be recomputed, on any machine, and
 * says for each row what came of it. */
#include "command.h"

#include <stdlib.h>

#include "audit.h"
#include "base/error.h"
#include "read/results.h"
#include "support/cli.h"

enum { EXIT_DIFFERENT = 2, EXIT_RUNTIME = 3, EXIT_NOTHING = 5, PATH = 4096 };
#define SECONDS 60.0

static audit_request asked = {.backend = "seq", .seconds = SECONDS};
static const char *out_path;
static bool all;

static const cli_option options[] = {
    {.name = "seconds",
     .kind = CLI_REAL,
     .target = &asked.seconds,
     .minimum = AUDIT_LEAST_SECONDS,
     .maximum = AUDIT_MOST_SECONDS,
     .value = "S",
     .help = "Most time for recomputing states, cheapest first (default 60)."},
    {.name = "all",
     .kind = CLI_FLAG,
     .target = &all,
     .help = "Recompute the states of all rows, however long it takes."},
    {.name = "backend",
     .kind = CLI_TEXT,
     .target = &asked.backend,
     .value = "NAME",
     .help = "Backend that recomputes the states (default seq)."},
    {.name = "files",
     .kind = CLI_TEXT,
     .target = &asked.files,
     .value = "DIR",
     .help = "Folder of the formula and mesh files of the run. A formula is code: look at it first. Without this "
             "option no file is read, and rows that need one are not audited."},
    {.name = "journal",
     .kind = CLI_TEXT,
     .target = &asked.journal,
     .value = "FILE",
     .help = "Samples of the run; standard: samples.jsonl beside results.json."},
    {.name = "out",
     .letter = 'o',
     .kind = CLI_TEXT,
     .target = &out_path,
     .value = "FILE",
     .help = "Where the audit is kept; standard: audit.json beside results.json, NAME.audit.json beside NAME.json."},
    {.name = "program",
     .kind = CLI_TEXT,
     .target = &asked.program,
     .value = "PATH",
     .help = "The xpbd-bench that recomputes the states; standard: the one beside this program."},
};

static const cli_program program = {
    .name = "xpbd-report audit",
    .usage = "RUN.json [options]",
    .about =
        "Recomputes what a run claims: the state of each row by its bits, its error, the counted work, and numbers "
        "that follow from others. It prints `audited`, `not audited` or `DIFFERENT` for each row. A folder stands for "
        "its results.json.\n"
        "  xpbd-report audit reports/machines/h100-16-cores-20261127 --all\n"
        "Times cannot be proved: who changes all times of a row alike, and the samples with them, is not found. Nor is "
        "the machine's description.\n"
        "Exit codes: 0 nothing is different, 1 usage or unusable input, 2 something is different, 3 run-time "
        "error, 5 no state could be recomputed.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

static void print_line(const char *outcome, const char *what, const char *why) {
  cli_print("%-12s %.400s%s%s\n", outcome, what, why[0] ? ": " : "", why);
}

static void print_rows(audit *self) {
  static const char *const words[AUDIT_OUTCOMES] = {"", "audited", "not audited", "DIFFERENT"};
  for (int i = 0; i < self->run.count; i++) {
    audit_row *row = &self->rows[i];
    if (row->outcome == AUDIT_OPEN) audit_say(row, AUDIT_NOT, "xpbd-bench did not answer for it");
    self->counts[row->outcome]++;
    print_line(words[row->outcome], row->point->name, row->why);
  }
  for (int i = 0; i < self->fault_count; i++) print_line(words[AUDIT_DIFFERENT], "the run", self->faults[i]);
}

/// What was done, what could not be, and where it is kept.
static void print_end(const audit *self) {
  const report_run *run = &self->run;
  const char *sha = report_text(run->xb, "tool.git.sha.value"), *version = report_text(run->xb, "tool.version.value");
  cli_print("%d of %d rows audited, %d not audited, %d DIFFERENT", self->counts[AUDIT_SAME], run->count,
            self->counts[AUDIT_NOT], self->counts[AUDIT_DIFFERENT]);
  if (self->fault_count > 0) cli_print("; the run as a whole is DIFFERENT");
  cli_print("\nrun:  xpbd-suite %s, commit %.12s; recomputed by %s, commit %.12s, on %s\n",
            version ? version : "unknown", sha ? sha : "unknown", self->version[0] ? self->version : "none",
            self->sha[0] ? self->sha : "none", self->request->backend);
  cli_print("seal: %s\n",
            run->seal.state == FILE_SEAL_GOOD ? "yours, and the file is unchanged" : report_seal_doubt(&run->seal));
  cli_print("errors and residuals: %d numbers recomputed, %d only claimed\n", self->found, self->only_claimed);
  cli_print("times: %s; no audit can prove that they were measured\n",
            self->sampled   ? "recomputed from the samples of the journal"
            : self->journal ? "the journal does not fit, see above"
                            : "compared with each other; there is no journal with samples");
}

/// Open the results. Returns 0, or the exit code after a message.
static int open_run(audit *self, const char *path) {
  if (report_load_any(path, false, &self->run) != XPBD_OK)
    return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  self->rows = calloc((size_t)self->run.count, sizeof *self->rows);
  if (!self->rows) return cli_fail(&program, EXIT_RUNTIME, "no memory for %d rows", self->run.count);
  for (int i = 0; i < self->run.count; i++) self->rows[i].point = &self->run.points[i];
  return 0;
}

static bool unnamed; ///< The folder will get another name.

static int finish(audit *self, const char *path) {
  print_rows(self);
  print_end(self);
  if (audit_write(self, path) != XPBD_OK) return cli_fail(&program, EXIT_RUNTIME, "%s", xpbd_last_error());
  if (!unnamed) cli_print_path(path);
  if (self->counts[AUDIT_DIFFERENT] + self->fault_count > 0) return EXIT_DIFFERENT;
  if (self->counts[AUDIT_SAME] == 0)
    return cli_fail(&program, EXIT_NOTHING, "no state was recomputed; the reasons are above");
  return CLI_EXIT_OK;
}

static int run_audit(audit *self) {
  char standard[PATH];
  const char *path = out_path ? out_path : standard;
  int code = open_run(self, self->request->path);
  if (code != 0) return code;
  if (!out_path && !report_audit_path(self->request->path, standard, sizeof standard))
    return cli_fail(&program, CLI_EXIT_USAGE, "%.200s...: too long a path; --out FILE names the audit",
                    self->request->path);
  if (audit_may_write(path) != XPBD_OK) return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  audit_numbers(self);
  audit_plan(self);
  audit_score(self);
  if (!audit_samples(self)) return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  code = audit_states(self);
  return code != 0 ? code : finish(self, path);
}

int audit_main(int argc, char **argv) {
  const char *name = NULL;
  int count = 0;
  const int parsed = cli_parse(&program, argc, argv, &name, 1, &count);
  if (parsed >= 0) return parsed;
  if (count == 0) return cli_fail(&program, CLI_EXIT_USAGE, "which results? xpbd-report audit RUN.json");
  char *path = report_results_of(name);
  audit *self = calloc(1, sizeof *self);
  int code = EXIT_RUNTIME;
  if (path && self) {
    asked.path = path;
    if (all) asked.seconds = 0.0;
    self->request = &asked;
    code = run_audit(self);
    report_free(&self->run);
    free(self->rows);
  } else {
    cli_fail(&program, code, "out of memory");
  }
  free(self);
  free(path);
  return cli_flush(&program, code, EXIT_RUNTIME);
}

int audit_unnamed(int argc, char **argv) {
  unnamed = true;
  return audit_main(argc, argv);
}
