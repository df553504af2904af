/* Why this file exists: xpbd-report compare: its command line, the order of its work and its exit codes. */
#include "compare.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "support/cli.h"
#include "support/compare_rules.h"
#include "support/html.h"
#include "read/results.h"

enum { EXIT_RUNTIME = 3, EXIT_FAILED_ON = 4 };

static const char *folder, *title = "XPBD comparison", *by, *base, *margin = "2%", *floor_text, *fail_on, *backends,
                           *figures;
static bool paired;
static cli_list chosen[COMPARE_CHOOSERS];

static const cli_option options[] = {
    {.name = "by",
     .kind = CLI_TEXT,
     .target = &by,
     .value = "AXIS",
     .help = "Compare within one run: the values of this axis, e.g. backend."},
    {.name = "base",
     .kind = CLI_TEXT,
     .target = &base,
     .value = "VALUE",
     .help = "With --by: the value to compare the others with; standard: seq for backends, else the first."},
    {.name = "a",
     .kind = CLI_LIST,
     .target = &chosen[0],
     .value = "AXIS=VALUE",
     .help = "Take only rows of A with this value, e.g. backend=omp. Repeat for another axis."},
    {.name = "b",
     .kind = CLI_LIST,
     .target = &chosen[1],
     .value = "AXIS=VALUE",
     .help = "The same for B, e.g. backend=cuda to compare backends. A and B may be one run."},
    {.name = "backends",
     .kind = CLI_TEXT,
     .target = &backends,
     .value = "best|each",
     .help = "best: each run by its fastest backend in each row, as standard for different machines. each: seq with "
             "seq, cuda with cuda, as standard for runs of one machine."},
    {.name = "out",
     .letter = 'o',
     .kind = CLI_TEXT,
     .target = &folder,
     .value = "DIR",
     .help = "Folder for a page with figures (index.html) and the table as TSV, Markdown and LaTeX."},
    {.name = "figures",
     .kind = CLI_TEXT,
     .target = &figures,
     .value = "pdf",
     .help = "pdf: figures also as PDF, for papers."},
    {.name = "title", .letter = 't', .kind = CLI_TEXT, .target = &title, .value = "TEXT", .help = "Title of the page."},
    {.name = "margin",
     .kind = CLI_TEXT,
     .target = &margin,
     .value = "X%",
     .help = "Speeds this close are the same (standard 2%)."},
    {.name = "floor",
     .kind = CLI_TEXT,
     .target = &floor_text,
     .value = "X%",
     .help = "Smallest standard deviation between processes that a run of one process is given (standard 10%, as "
             "recorded)."},
    {.name = "paired",
     .kind = CLI_FLAG,
     .target = &paired,
     .help = "Compare process by process, for runs that took turns (as in xpbd-bench ab) with two processes or more."},
    {.name = "fail-on",
     .kind = CLI_TEXT,
     .target = &fail_on,
     .value = "WHAT",
     .help = "Exit with 4 on 'slower' or 'slower>5%' (a row whose whole interval is beyond it), 'unsure', 'missing' (a "
             "row without a partner) or 'different' (the mean of all rows). Separate several by commas."},
};

static const cli_program program = {
    .name = "xpbd-report compare",
    .usage = "A.json B.json [C.json ...] [options]",
    .about =
        "Compares the first run with each other one. Rows are paired by their axes. Machines are compared by their "
        "fastest backends. Else an axis that is constant within each run but differs between them is what is "
        "compared. If a run has several files, one for each process, join them by commas. The folder of a report "
        "stands for its results.json.\n"
        "  xpbd-report compare reports/machines/ONE reports/machines/OTHER --out report\n"
        "  xpbd-report compare f32.json f64.json\n"
        "  xpbd-report compare run.json --by backend --out report\n"
        "  xpbd-report compare here.json there.json --a backend=omp --b backend=cuda\n"
        "  xpbd-report compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json\n"
        "Exit codes: 0 fine, 1 usage or unusable input, 3 run-time error, 4 what --fail-on names.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

/// Count the rows of an alarm. Returns the exit code, after one line if there are any.
static int ring(const compare_set *set, const compare_alarm *what) {
  int slower = 0, unsure = 0, missing = 0, different = 0;
  char why[2 * COMPARE_TEXT];
  for (int s = 1; s < set->side_count; s++) {
    const compare_verdict mean = set->totals[s].mean.verdict;
    different += what->different && (mean == COMPARE_FASTER || mean == COMPARE_SLOWER);
    for (int r = 0; r < set->row_count; r++) {
      const compare_ratio *ratio = &set->rows[r].ratios[s];
      const bool by_size = ratio->by_size && ratio->verdict == COMPARE_SLOWER;
      slower += what->slower >= 0 && (ratio->high < 1 / (1 + what->slower) || by_size);
      unsure += what->unsure && !isnan(ratio->value) && ratio->verdict == COMPARE_UNSURE;
      missing += what->missing && isnan(ratio->value) && compare_missing(set, &set->rows[r], s, why, sizeof why)[0];
    }
  }
  if (slower + unsure + missing + different == 0) return CLI_EXIT_OK;
  return cli_fail(&program, EXIT_FAILED_ON, "--fail-on %s: %d row%s slower, %d unsure, %d missing; %d run%s different",
                  fail_on, slower, slower == 1 ? "" : "s", unsure, missing, different, different == 1 ? "" : "s");
}

static int write_page(const compare_set *set, int argc, char **argv) {
  char lost[REPORT_LOST] = "";
  char *page = report_join(folder, "index.html");
  const xpbd_status status =
      page ? compare_write_page(set, title, folder, figures != NULL, argc, argv, lost) : XPBD_ERR_OUT_OF_MEMORY;
  if (status != XPBD_OK)
    cli_fail(&program, EXIT_RUNTIME, "%s", xpbd_last_error());
  else
    printf("\n"), cli_print_path(page);
  free(page);
  if (lost[0]) cli_fail(&program, EXIT_RUNTIME, "%s", lost);
  return status != XPBD_OK || lost[0] ? EXIT_RUNTIME : CLI_EXIT_OK;
}

static int run(compare_set *set, const char *const *operands, int count, int argc, char **argv) {
  compare_alarm what;
  if (!compare_part(&program, "margin", margin, &set->rule.margin) ||
      !compare_alarm_read(&program, fail_on, set->rule.margin, &what))
    return CLI_EXIT_USAGE;
  if (floor_text && !compare_part(&program, "floor", floor_text, &set->rule.floor_process)) return CLI_EXIT_USAGE;
  if (base && !by) return cli_fail(&program, CLI_EXIT_USAGE, "--base %s: needs --by AXIS", base);
  if (by && chosen[0].count + chosen[1].count > 0)
    return cli_fail(&program, CLI_EXIT_USAGE,
                    "--by %s: cannot be combined with --a and --b, which select from two runs", by);
  if (backends && strcmp(backends, "best") != 0 && strcmp(backends, "each") != 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--backends %s: best or each", backends);
  if (figures && strcmp(figures, "pdf") != 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--figures %s: pdf, or leave it out", figures);
  if (figures && !folder) return cli_fail(&program, CLI_EXIT_USAGE, "--figures pdf: needs --out DIR for the figures");
  if (folder && html_keep(folder, HTML_OF_COMPARISON) != XPBD_OK)
    return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  if (compare_load(operands, count, set) != XPBD_OK) return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  set->best = !by && !set->same && (backends ? strcmp(backends, "best") == 0 : compare_has_machines(set));
  if (compare_pair(set, by, base) != XPBD_OK) return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  compare_judge(set);
  compare_print(set);
  const int written = folder ? write_page(set, argc, argv) : CLI_EXIT_OK;
  if (cli_flush(&program, CLI_EXIT_OK, EXIT_RUNTIME) != CLI_EXIT_OK) return EXIT_RUNTIME;
  const int rung = ring(set, &what);
  return written != CLI_EXIT_OK ? written : rung;
}

int compare_main(int argc, char **argv) {
  const char *operands[COMPARE_SIDES];
  int count = 0;
  const int parsed = cli_parse(&program, argc, argv, operands, COMPARE_SIDES, &count);
  if (parsed >= 0) return parsed;
  if (count == 0) return cli_fail(&program, CLI_EXIT_USAGE, "which runs? xpbd-report compare A.json B.json");
  signal(SIGPIPE, SIG_IGN); /* a reader that went away (`| head`) must not prevent the page */
  compare_set *set = calloc(1, sizeof *set);
  if (!set) return cli_fail(&program, EXIT_RUNTIME, "no memory for a comparison");
  set->rule =
      (compare_rule){.floor_process = COMPARE_FLOOR_PROCESS, .floor_sitting = COMPARE_FLOOR_SITTING, .paired = paired};
  for (int s = 0; s < COMPARE_CHOOSERS; s++) set->chosen[s] = chosen[s];
  const int code = run(set, operands, count, argc, argv);
  compare_free(set);
  for (int s = 0; s < COMPARE_CHOOSERS; s++) free(chosen[s].values);
  return code;
}
