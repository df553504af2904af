/* Why this file exists: turns a folder of ./run papers into its pages and an index. */
#include "papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "figure/gnuplot.h"
#include "support/html.h"
#include "read/memory.h"
#include "read/results.h"
#include "support/scripts.h"

enum { MOST_PAPERS = 16, EXIT_RUNTIME = 3 };

static const cli_program program = {.name = "xpbd-report"};

/* ----------------------------------------------------------------------------------------------------------- input */

/// Read a table that may be missing. It is then empty.
static xpbd_status read_optional(const char *folder, const char *name, char separator, report_sheet *out) {
  char *path = report_join(folder, name);
  *out = (report_sheet){0};
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  const xpbd_status status = access(path, R_OK) == 0 ? report_sheet_read(path, separator, out) : XPBD_OK;
  free(path);
  return status;
}

static xpbd_status load(const char *folder, report_papers *out) {
  *out = (report_papers){.folder = folder, .gnuplot = report_gnuplot_is_there()};
  report_sheet mode;
  XPBD_TRY(read_optional(folder, "figures.tsv", '\t', &out->figures));
  XPBD_REQUIRE(out->figures.row_count > 0, XPBD_ERR_IO, "%s has no figures.tsv; ./run papers writes such a folder",
               folder);
  XPBD_TRY(read_optional(folder, "fps.csv", ',', &out->published));
  XPBD_TRY(read_optional(folder, "sources.csv", ',', &out->sources));
  XPBD_TRY(read_optional(folder, "machine.tsv", '\t', &out->machine));
  XPBD_TRY(read_optional(folder, "all/results_bench.tsv", '\t', &out->rates));
  XPBD_TRY(read_optional(folder, "all/results_verdicts.tsv", '\t', &out->verdicts));
  XPBD_TRY(read_optional(folder, "mode", '\t', &mode));
  out->quick = mode.column_count > 0 && strcmp(mode.cells[0], "quick") == 0;
  report_sheet_free(&mode);
  return XPBD_OK;
}

static void release(report_papers *papers) {
  report_sheet *const sheets[] = {&papers->figures, &papers->published, &papers->sources,
                                  &papers->machine, &papers->rates,     &papers->verdicts};
  for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) report_sheet_free(sheets[i]);
}

/// The papers. Each begins with a row in the table of figures. -1 if there are too many.
static int list_papers(const report_papers *all, report_paper *out) {
  int count = 0;
  for (int row = 0; row < all->figures.row_count; row++) {
    const char *kind = report_sheet_text(&all->figures, row, "kind");
    if (strcmp(kind, "paper") == 0 && count == MOST_PAPERS) return -1;
    if (strcmp(kind, "paper") == 0)
      out[count++] = (report_paper){.all = all,
                                    .key = report_sheet_text(&all->figures, row, "paper"),
                                    .name = report_sheet_text(&all->figures, row, "command"),
                                    .title = report_sheet_text(&all->figures, row, "text"),
                                    .first = row + 1};
    if (count > 0) out[count - 1].last = row;
  }
  return count;
}

/* ----------------------------------------------------------------------------------------------------------- pages */

static void put_head(const report_papers *all, const char *title, FILE *page) {
  html_head(page, title, report_script_find("page"), report_script_find("papers_page"));
  fputs("<p class=source>", page);
  static const char *const facts[] = {"date", "machine", "system", "compiler", "source"};
  for (int i = 0; i < 5; i++) {
    if (i > 0) fputs("; ", page);
    if (i == 4) fputs("source ", page);
    html_text(page, report_sheet_text(&all->machine, 0, facts[i]));
  }
  fputs("</p>\n", page);
  if (all->quick)
    fputs(
        "<p class=banner><strong>Quick run.</strong> Smaller meshes, fewer frames and iterations than the papers: good "
        "for a first look. The full run (<code>./run papers</code>) has the printed sizes.</p>\n",
        page);
  if (!all->gnuplot)
    fputs("<p class=banner><strong>No curves.</strong> gnuplot was not found (Debian: gnuplot-nox).</p>\n", page);
}

static xpbd_status write_paper(report_paper *paper) {
  char name[64];
  snprintf(name, sizeof name, "%.50s.html", paper->key);
  char *path = report_join(paper->all->folder, name), *folder = report_join(paper->all->folder, paper->key);
  xpbd_file file = {0};
  xpbd_status status = path && folder ? xpbd_folder_create(folder) : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = xpbd_file_create(path, &file);
  if (status == XPBD_OK) {
    put_head(paper->all, paper->name, file.stream);
    html_put(file.stream, "<p>%s", paper->title);
    fputs("</p>\n<nav><a href=\"index.html\">All papers</a> <a href=\"#rates\">Frame rates</a> "
          "<a href=\"#figures\">Figures</a> <a href=\"#claims\">Claims</a> <a href=\"#errata\">Errata</a></nav>\n"
          "</header>\n",
          file.stream);
    report_put_rates(paper, file.stream);
    status = report_put_figures(paper, file.stream);
    report_put_verdicts(paper, file.stream);
    fputs("</body>\n</html>\n", file.stream);
  }
  if (status == XPBD_OK)
    status = report_commit(&file);
  else if (file.stream)
    xpbd_file_discard(&file);
  free(path), free(folder);
  return status;
}

/// "3 of 7", and below it how many are incomplete. A dash if there is none.
static void put_tally(const report_tally *tally, FILE *page) {
  if (tally->all == 0) {
    report_put_cell(page, "<td class=n>", "");
    return;
  }
  fprintf(page, "<td class=n>%d of %d", tally->whole, tally->all);
  if (tally->partial > 0) fprintf(page, "<br>%d incomplete", tally->partial);
  fputs("</td>", page);
}

/// Whether we measured a rate for this published one.
static bool is_measured(const report_papers *all, const char *key) {
  for (int row = 0; row < all->rates.row_count; row++)
    if (strcmp(report_sheet_text(&all->rates, row, "row"), key) == 0 &&
        isfinite(report_sheet_number(&all->rates, row, "fps")))
      return true;
  return false;
}

static void put_index_row(const report_paper *paper, FILE *page) {
  int claims[REPORT_CLAIMS];
  report_tally rates = {0};
  const bool judged = report_is_judged(paper->all, paper->name);
  const int errata = report_count_errata(paper->all, paper->name);
  report_count_claims(paper->all, paper->name, claims);
  for (int row = 0; row < paper->all->published.row_count; row++) {
    if (strcmp(report_sheet_text(&paper->all->published, row, "paper"), paper->name) != 0) continue;
    rates.all++;
    rates.whole += is_measured(paper->all, report_sheet_text(&paper->all->published, row, "key"));
  }
  fprintf(page, "<tr><td><a href=\"%s.html\">", paper->key);
  html_put(page, "%s</a></td><td class=wide>%s</td>", paper->name, paper->title);
  put_tally(&paper->figures, page);
  put_tally(&paper->tables, page);
  put_tally(&rates, page);
  char number[16];
  for (int i = 0; i <= REPORT_CLAIMS; i++) {
    snprintf(number, sizeof number, "%d", i < REPORT_CLAIMS ? claims[i] : errata);
    report_put_cell(page, "<td class=n>", judged ? number : "");
  }
  fputs("</tr>\n", page);
}

/// The existing tables by name.
static void put_tables(const report_papers *all, FILE *page) {
  static const char *const names[] = {"all/results_bench.tsv", "all/results_verdicts.tsv"};
  fputs("<p>Tables: <code>figures.tsv</code> (every command)", page);
  for (int i = 0; i < 2; i++) {
    char *path = report_join(all->folder, names[i]);
    if (path && access(path, R_OK) == 0) fprintf(page, ", <code>%s</code>", names[i]);
    free(path);
  }
  fputs(". Beside each picture are the log of its command and, where measured, energies, strain, area and volume of "
        "every frame.</p>\n",
        page);
}

static xpbd_status write_index(const report_papers *all, const report_paper *papers, int count, const char *path) {
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  FILE *page = file.stream;
  put_head(all, "Five papers, reproduced", page);
  fprintf(page,
          "</header>\n"
          "<p>One page for each paper, to be read beside it. It has the paper's frame rates and ours, its figures from "
          "our runs with their commands, and measured verdicts on its claims and equations.</p>\n"
          "<div class=scroll>" HTML_OF_PAPERS "\n"
          "<thead><tr><th rowspan=2>paper<th rowspan=2>title<th colspan=3>made here<th colspan=%d>verdicts on "
          "claims<th rowspan=2>errata<tr><th>figures<th>tables<th>rates",
          REPORT_CLAIMS);
  for (int i = 0; i < REPORT_CLAIMS; i++) fprintf(page, "<th>%s", report_claim_heads[i]);
  fputs("</thead>\n<tbody>\n", page);
  for (int i = 0; i < count; i++) put_index_row(&papers[i], page);
  fputs("</tbody></table></div>\n", page);
  put_tables(all, page);
  fputs("</body>\n</html>\n", page);
  return report_commit(&file);
}

/// One line that sums up all papers.
static void say(const report_paper *papers, int count) {
  report_tally figures = {0}, tables = {0};
  for (int i = 0; i < count; i++) {
    figures.all += papers[i].figures.all, figures.whole += papers[i].figures.whole;
    figures.partial += papers[i].figures.partial;
    tables.all += papers[i].tables.all, tables.whole += papers[i].tables.whole;
    tables.partial += papers[i].tables.partial;
  }
  printf("%d paper%s: %d of %d figures made, %d incomplete; %d of %d tables made, %d incomplete\n", count,
         count == 1 ? "" : "s", figures.whole, figures.all, figures.partial, tables.whole, tables.all, tables.partial);
}

/// Refuses to replace pages that are not from here. All are checked before the first is written.
static xpbd_status check_pages(const char *folder, const report_paper *papers, int count) {
  char name[64];
  xpbd_status status = html_keep(folder, HTML_OF_PAPERS);
  for (int i = 0; i < count && status == XPBD_OK; i++) {
    snprintf(name, sizeof name, "%.50s.html", papers[i].key);
    char *path = report_join(folder, name);
    status = path ? xpbd_file_check_replaced(path, HTML_BEGIN, "page of this suite") : XPBD_ERR_OUT_OF_MEMORY;
    free(path);
  }
  return status;
}

int report_papers_make(const char *folder) {
  report_papers all;
  report_paper papers[MOST_PAPERS];
  xpbd_status status = load(folder, &all);
  if (status != XPBD_OK) {
    release(&all);
    return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  }
  const int count = list_papers(&all, papers);
  if (count < 0) {
    release(&all);
    return cli_fail(&program, CLI_EXIT_USAGE, "%s: figures.tsv has more than %d papers", folder, MOST_PAPERS);
  }
  char *index = report_join(folder, "index.html");
  status = index ? check_pages(folder, papers, count) : XPBD_ERR_OUT_OF_MEMORY;
  for (int i = 0; i < count && status == XPBD_OK; i++) status = write_paper(&papers[i]);
  if (status == XPBD_OK) status = write_index(&all, papers, count, index);
  int code = CLI_EXIT_OK;
  if (status != XPBD_OK) code = cli_fail(&program, EXIT_RUNTIME, "%s", xpbd_last_error());
  if (status == XPBD_OK) say(papers, count), cli_print_path(index);
  code = cli_flush(&program, code, EXIT_RUNTIME);
  free(index);
  release(&all);
  return code;
}
