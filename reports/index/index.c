/* Why this file exists: makes one page of all runs of an archive, and the page of each. A run that cannot be read gets a
 * row with the reason, and the others are shown. */
#include "index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "support/html.h"
#include "figure/gnuplot.h"
#include "page/page.h"
#include "read/results.h"

enum { EXIT_BROKEN = 2, EXIT_RUNTIME = 3, FOLDERS = 64 };

static const char *target, *title = "XPBD machines";

static const cli_option options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_TEXT,
     .target = &target,
     .value = "OUT",
     .help = "Folder of the pages, created if missing."},
    {.name = "title", .letter = 't', .kind = CLI_TEXT, .target = &title, .value = "TEXT", .help = "Title of the page."},
};

static const cli_program program = {
    .name = "xpbd-report index",
    .usage = "DIR... --out OUT [options]",
    .about =
        "Makes one page of many runs: a table to sort and filter, figures of all machines together, and the page of "
        "each run. DIR is an archive, a folder with a folder for each run; of a folder with a folder machines, that "
        "one is the archive. A run itself can also be given. The last line is the path of the page.\n"
        "  xpbd-report index reports --out all\n"
        "  xpbd-report index reports/machines reports/my-run.local --out all\n"
        "Exit codes: 0 fine, 1 usage or no run, 2 written, but a run cannot be shown, 3 run-time error.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

/// A message in one line, without the path with which it begins.
static void take_reason(index_member *member) {
  const char *why = xpbd_last_error();
  const size_t length = strlen(member->file);
  if (strncmp(why, member->file, length) == 0) why += length;
  snprintf(member->reason, sizeof member->reason, "%s", why + strspn(why, ": 0123456789")); /* also a line */
}

/// Read a run.
static void read_member(index_member *member) {
  report_run run;
  if (member->reason[0]) return;
  if (report_load(member->file, &run) != XPBD_OK) {
    take_reason(member);
    return;
  }
  index_read(member, &run);
  report_free(&run);
}

/// Write the page of a run into a folder of its name.
static void make_member(index_set *set, index_member *member, const char *folder) {
  report_run run;
  report_figures figures = {0};
  bool usable;
  if (member->reason[0]) return;
  char *where = report_join(folder, member->name);
  xpbd_status status = where ? report_load(member->file, &run) : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) {
    status = report_make(&run, member->file, member->name, where, &figures, &usable);
    report_figures_free(&figures);
    report_free(&run);
  }
  free(where);
  if (status == XPBD_OK) return;
  take_reason(member);
  set->broken++;
}

static xpbd_status make(index_set *set, const char *folder) {
  report_figures figures = {.gnuplot = report_gnuplot_is_there()};
  char *figure_folder = report_join(folder, "figures");
  XPBD_REQUIRE(figure_folder, XPBD_ERR_OUT_OF_MEMORY, "no memory for the name of a folder");
  for (int i = 0; i < set->count; i++) make_member(set, &set->items[i], folder);
  const report_subject subject = {.benchmark = "", .compared = set};
  xpbd_status status = xpbd_folder_create(figure_folder);
  if (status == XPBD_OK) status = report_figures_add(&figures, figure_folder, index_draft_sizes, &subject);
  if (status == XPBD_OK) status = index_page_write(set, &figures, title, folder);
  report_figures_free(&figures);
  free(figure_folder);
  return status;
}

/// What was made, and a line for each run that cannot be shown.
static int say(const index_set *set) {
  char *path = report_join(target, "index.html");
  int exit_code = set->broken > 0 ? EXIT_BROKEN : CLI_EXIT_OK;
  for (int i = 0; i < set->count; i++)
    if (set->items[i].reason[0]) cli_fail(&program, exit_code, "%s: %s", set->items[i].name, set->items[i].reason);
  cli_print("%d of %d runs shown\n", set->count - set->broken, set->count);
  if (path) cli_print_path(path);
  free(path);
  return cli_flush(&program, exit_code, EXIT_RUNTIME);
}

int report_index_main(int argc, char **argv) {
  const char *folders[FOLDERS];
  int count = 0;
  index_set set = {0};
  const int parsed = cli_parse(&program, argc, argv, folders, FOLDERS, &count);
  if (parsed >= 0) return parsed;
  if (count == 0) return cli_fail(&program, CLI_EXIT_USAGE, "which archive? xpbd-report index reports --out OUT");
  if (!target) return cli_fail(&program, CLI_EXIT_USAGE, "into which folder? --out OUT");
  xpbd_status status = XPBD_OK;
  for (int i = 0; i < count && status == XPBD_OK; i++) status = index_find(folders[i], &set);
  int exit_code = status == XPBD_OK ? -1 : CLI_EXIT_USAGE;
  for (int i = 0; i < set.count && status == XPBD_OK; i++) read_member(&set.items[i]);
  if (status == XPBD_OK) {
    index_settle(&set);
    status = html_keep(target, HTML_OF_ARCHIVE);
    if (status == XPBD_OK) status = xpbd_folder_create(target);
    if (status != XPBD_OK) exit_code = CLI_EXIT_USAGE;
  }
  if (status == XPBD_OK) status = make(&set, target);
  exit_code = status == XPBD_OK ? say(&set)
                                : cli_fail(&program, exit_code < 0 ? EXIT_RUNTIME : exit_code, "%s", xpbd_last_error());
  index_free(&set);
  return exit_code;
}
