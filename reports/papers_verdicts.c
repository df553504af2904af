/* Why this file exists: the claims and the errata of a paper on its page, as xpbd-validate judged them; see papers.h. */
#include <string.h>

#include "html.h"
#include "papers.h"

const char *const report_claim_words[REPORT_CLAIMS] = {"reproduced", "in part or under a condition", "not reproduced",
                                                       "not judged in this run"};

void report_put_cell(FILE *page, const char *start, const char *text) {
  fputs(start, page);
  html_text(page, text[0] ? text : "\xe2\x80\x93"); /* en dash */
  fputs("</td>", page);
}

static int class_of(const char *verdict) {
  if (strncmp(verdict, "reproduced", 10) == 0) return 0;
  if (strncmp(verdict, "only", 4) == 0) return 1;
  return strncmp(verdict, "not reproduced", 14) == 0 ? 2 : 3;
}

/// The row is the verdict of its key: one that is left to the printed sizes gives way to the one that has them.
static bool counts(const report_sheet *verdicts, int row) {
  if (class_of(report_sheet_text(verdicts, row, "verdict")) != 3) return true;
  const char *key = report_sheet_text(verdicts, row, "key");
  for (int other = 0; other < verdicts->row_count; other++)
    if (strcmp(report_sheet_text(verdicts, other, "key"), key) == 0 &&
        class_of(report_sheet_text(verdicts, other, "verdict")) != 3)
      return false;
  return true;
}

static bool is_verdict(const report_sheet *verdicts, int row, const char *name, const char *kind) {
  return strcmp(report_sheet_text(verdicts, row, "paper"), name) == 0 &&
         strcmp(report_sheet_text(verdicts, row, "kind"), kind) == 0 && (kind[0] == 'e' || counts(verdicts, row));
}

void report_count_claims(const report_papers *papers, const char *name, int out[REPORT_CLAIMS], int *errata) {
  memset(out, 0, REPORT_CLAIMS * sizeof *out);
  *errata = 0;
  for (int row = 0; row < papers->verdicts.row_count; row++) {
    *errata += is_verdict(&papers->verdicts, row, name, "erratum");
    if (is_verdict(&papers->verdicts, row, name, "claim"))
      out[class_of(report_sheet_text(&papers->verdicts, row, "verdict"))]++;
  }
}

static void put_verdict_rows(const report_paper *paper, const char *kind, FILE *page) {
  static const char *const of_claims[] = {"place", "claimed_or_printed", "published_or_right", "verdict", "measured"};
  static const char *const of_errata[] = {"place", "claimed_or_printed", "published_or_right", "error_as_printed",
                                          "error_when_right"};
  const report_sheet *verdicts = &paper->all->verdicts;
  const char *const *columns = kind[0] == 'c' ? of_claims : of_errata;
  for (int row = 0; row < verdicts->row_count; row++) {
    if (!is_verdict(verdicts, row, paper->name, kind)) continue;
    fputs("<tr>", page);
    for (int c = 0; c < 5; c++)
      report_put_cell(page, c == 0 ? "<td>" : "<td class=wide>", report_sheet_text(verdicts, row, columns[c]));
    fputs("<td><code>", page);
    html_text(page, report_sheet_text(verdicts, row, "check"));
    fputs(strcmp(report_sheet_text(verdicts, row, "check_passed"), "yes") == 0 ? "</code></td></tr>\n"
                                                                               : "</code> failed</td></tr>\n",
          page);
  }
  fputs("</tbody></table></div>\n", page);
}

void report_put_verdicts(const report_paper *paper, FILE *page) {
  int claims[REPORT_CLAIMS], errata;
  report_count_claims(paper->all, paper->name, claims, &errata);
  fputs("<h2 id=claims>Claims</h2>\n", page);
  if (paper->all->verdicts.row_count == 0) {
    fputs("<p class=warn>Claims and errata were not judged in this run.</p>\n", page);
    return;
  }
  fputs("<p>", page);
  for (int i = 0; i < REPORT_CLAIMS; i++) fprintf(page, "%s%d %s", i > 0 ? ", " : "", claims[i], report_claim_words[i]);
  fprintf(page,
          ". Each is measured by the check named in its row; repeat one by <code>build/bin/xpbd-validate --filter "
          "NAME</code>.%s</p>\n<div class=\"scroll tall\"><table "
          "class=verdicts>\n<thead><tr><th>place<th>claim<th>published"
          "<th>verdict<th>measured<th>check</thead>\n<tbody>\n",
          paper->all->quick ? " Some take the printed sizes: the full run has them." : "");
  put_verdict_rows(paper, "claim", page);
  fputs("<h2 id=errata>Errata</h2>\n", page);
  if (errata == 0) {
    fputs("<p>None was found.</p>\n", page);
    return;
  }
  fputs("<p>What is wrong as printed, what is right, and the error of both as the check measures it.</p>\n"
        "<div class=\"scroll tall\"><table class=verdicts>\n<thead><tr><th>place<th>printed<th>right<th>error as "
        "printed<th>error when "
        "right<th>check</thead>\n<tbody>\n",
        page);
  put_verdict_rows(paper, "erratum", page);
}
