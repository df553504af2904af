/* Why this file exists: xpbd-report turns the results of a run into a folder that explains itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accept/accept.h"
#include "audit/command.h"
#include "page/brief.h"
#include "support/cli.h"
#include "compare/compare.h"
#include "figure/figure.h"
#include "index/index.h"
#include "read/memory.h"
#include "merge/merge.h"
#include "page/page.h"
#include "papers/papers.h"
#include "read/results.h"
#include "read/run.h"

enum { EXIT_NOTHING_VALID = 2, EXIT_RUNTIME = 3 };

static const char *folder, *title = "XPBD benchmark report", *papers, *more_figures;

static const cli_option options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_TEXT,
     .target = &folder,
     .value = "DIR",
     .help = "Folder of the report, created if missing; standard: the folder of RUN.json."},
    {.name = "title", .letter = 't', .kind = CLI_TEXT, .target = &title, .value = "TEXT", .help = "Title of the page."},
    {.name = "figures",
     .kind = CLI_TEXT,
     .target = &more_figures,
     .value = "pdf",
     .help = "pdf: figures also as PDF, for papers."},
    {.name = "papers",
     .kind = CLI_TEXT,
     .target = &papers,
     .value = "DIR",
     .help = "Write the pages of the papers instead, from this folder of ./run papers."},
};

static const cli_program program = {
    .name = "xpbd-report",
    .usage = "RUN.json [options]",
    .about = "Writes a report about a run of xpbd-bench --json: results.json, results.tsv, figures/ and index.html, a "
             "page that needs no other file. The last line is the path of the page.\n"
             "  xpbd-report run.json --out report\n"
             "  xpbd-report compare a.json b.json    compares runs; see compare --help\n"
             "  xpbd-report brief run.json           prints four lines about a run\n"
             "  xpbd-report audit run.json           recomputes what a run claims; see audit --help\n"
             "  xpbd-report merge RUN... --out OUT   joins runs of one plan; see merge --help\n"
             "  xpbd-report index DIR --out OUT      one page of all runs of an archive; see index --help\n"
             "  xpbd-report accept FILE --into DIR   checks a run that somebody sent and files it; see accept --help\n"
             "Exit codes: 0 fine, 1 usage or unusable input, 2 no row of the run has valid numbers (the report says "
             "why), 3 run-time error.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

/// Folder part of a path. The caller frees it.
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const size_t length = !slash ? 1 : slash == path ? 1 : (size_t)(slash - path);
  char *out = malloc(length + 1);
  if (!out) return NULL;
  memcpy(out, slash ? path : ".", length);
  out[length] = '\0';
  return out;
}

/// Print what was made and what was left out. The last line is for scripts.
static int say(const report_run *run, const report_figures *figures, const char *where) {
  int drawn = 0, exit_code = run->with_numbers > 0 ? CLI_EXIT_OK : EXIT_NOTHING_VALID;
  for (int i = 0; i < figures->count; i++) drawn += figures->items[i].wide != NULL;
  printf("%d point%s, %d with numbers; %d of %d figures drawn\n", run->count, run->count > 1 ? "s" : "",
         run->with_numbers, drawn, figures->count);
  if (figures->count == 0 && run->with_numbers > 0)
    puts("no figure: no line has two values above 0 on its axis; `xpbd-bench cloth -a size=21,41,81` measures one "
         "along sizes");
  if (!run->complete) printf("the run is not complete; the page says so\n");
  if (figures->no_pdf[0]) printf("figures as PDF left out: %s\n", figures->no_pdf);
  if (!figures->gnuplot && figures->count > 0)
    printf("figures left out: gnuplot was not found; install it (Debian: apt-get install gnuplot-nox) and run this "
           "again\n");
  char lost[REPORT_LOST];
  if (report_figures_say(figures, lost)) exit_code = cli_fail(&program, EXIT_RUNTIME, "%s", lost);
  if (exit_code == EXIT_NOTHING_VALID)
    cli_fail(&program, exit_code, "no row of this run has valid numbers; the reasons are in %s", where);
  cli_print_path(where);
  return cli_flush(&program, exit_code, EXIT_RUNTIME);
}

static int make(const report_run *run, const char *source, const char *where) {
  report_figures figures = {.pdf = more_figures != NULL};
  bool usable = true;
  char *page_path = report_join(where, "index.html");
  const xpbd_status status =
      page_path ? report_make(run, source, title, where, &figures, &usable) : XPBD_ERR_OUT_OF_MEMORY;
  const int exit_code = status == XPBD_OK
                            ? say(run, &figures, page_path)
                            : cli_fail(&program, usable ? EXIT_RUNTIME : CLI_EXIT_USAGE, "%s", xpbd_last_error());
  report_figures_free(&figures);
  free(page_path);
  return exit_code;
}

/// `name` is a results file or its folder.
static int report_of(const char *name) {
  char *path = report_results_of(name);
  report_run run;
  int exit_code = CLI_EXIT_USAGE;
  if (!path) {
    exit_code = cli_fail(&program, EXIT_RUNTIME, "no memory for the name of a file");
  } else if (report_load(path, &run) == XPBD_OK) {
    char *standard = folder ? NULL : folder_of(path);
    const char *where = folder ? folder : standard;
    exit_code =
        where ? make(&run, path, where) : cli_fail(&program, EXIT_RUNTIME, "no memory for the name of a folder");
    free(standard);
    report_free(&run);
  } else {
    cli_fail(&program, exit_code, "%s", xpbd_last_error());
  }
  free(path);
  return exit_code;
}

int main(int argc, char **argv) {
  cli_begin();
  report_begin();
  if (argc > 1 && strcmp(argv[1], "brief") == 0) return report_brief_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "audit") == 0) return audit_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "merge") == 0) return report_merge_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "index") == 0) return report_index_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "accept") == 0) return report_accept_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "compare") == 0) return compare_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "--compare") == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "compare has no dashes: xpbd-report compare A.json B.json");
  const char *paths[2] = {NULL};
  int count = 0;
  const int parsed = cli_parse(&program, argc, argv, paths, 2, &count);
  if (parsed >= 0) return parsed;
  if (papers && (count > 0 || folder))
    return cli_fail(&program, CLI_EXIT_USAGE, "--papers DIR needs no RUN.json and no --out");
  if (more_figures && strcmp(more_figures, "pdf") != 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "--figures %s: pdf, or leave it out", more_figures);
  if (papers) return report_papers_make(papers);
  if (count == 0)
    return cli_fail(&program, CLI_EXIT_USAGE, "which results? xpbd-report RUN.json; xpbd-bench --json writes them");
  if (count > 1)
    return cli_fail(&program, CLI_EXIT_USAGE, "a report is about one run; xpbd-report compare %.60s %.60s compares two",
                    paths[0], paths[1]);
  return report_of(paths[0]);
}
