/* Why this file exists: puts the claims and the errata of a paper on its page, as xpbd-validate judged them. */
#include <string.h>

#include "support/html.h"
#include "papers.h"

enum { REPRODUCED, IN_PART, REFUTED, UNDECIDED, CONSTRUCTION, NOT_JUDGED, FAILED };

static const char *const report_claim_words[REPORT_CLAIMS] = {
    "reproduced",      "in part or under a condition", "not reproduced", "undecided", "by construction",
    "not judged here", "of checks that failed"};
const char *const report_claim_heads[REPORT_CLAIMS] = {"reproduced",      "in part",    "not reproduced", "undecided",
                                                       "by construction", "not judged", "check failed"};

void report_put_cell(FILE *page, const char *start, const char *text) {
  fputs(start, page);
  html_text(page, text[0] ? text : "\xe2\x80\x93"); /* en dash */
  fputs("</td>", page);
}

static bool begins(const char *text, const char *words) {
  return strncmp(text, words, strlen(words)) == 0;
}

static int class_of(const report_sheet *verdicts, int row) {
  const char *verdict = report_sheet_text(verdicts, row, "verdict");
  if (strcmp(report_sheet_text(verdicts, row, "check_passed"), "yes") != 0) return FAILED;
  return begins(verdict, "reproduced")        ? REPRODUCED
         : begins(verdict, "only ")           ? IN_PART
         : begins(verdict, "not reproduced")  ? REFUTED
         : begins(verdict, "undecided")       ? UNDECIDED
         : begins(verdict, "by construction") ? CONSTRUCTION
                                              : NOT_JUDGED;
}

/// Whether the row has the final verdict on its part of a claim. Verdicts with the printed sizes precede those without,
/// and judged ones precede unjudged ones.
static bool counts(const report_sheet *verdicts, int row) {
  if (class_of(verdicts, row) != NOT_JUDGED) return true;
  const char *key = report_sheet_text(verdicts, row, "key"), *part = report_sheet_text(verdicts, row, "part");
  const bool waits = begins(report_sheet_text(verdicts, row, "verdict"), "by claims_full");
  for (int other = 0; other < verdicts->row_count; other++) {
    if (strcmp(report_sheet_text(verdicts, other, "key"), key) != 0) continue;
    if (waits && begins(report_sheet_text(verdicts, other, "check"), "claims_full/")) return false;
    if (strcmp(report_sheet_text(verdicts, other, "part"), part) == 0 && class_of(verdicts, other) != NOT_JUDGED)
      return false;
  }
  return true;
}

static bool is_verdict(const report_sheet *verdicts, int row, const char *name, const char *kind) {
  return strcmp(report_sheet_text(verdicts, row, "paper"), name) == 0 &&
         strcmp(report_sheet_text(verdicts, row, "kind"), kind) == 0 && (kind[0] != 'c' || counts(verdicts, row));
}

bool report_is_judged(const report_papers *papers, const char *name) {
  return report_sheet_find(&papers->verdicts, "paper", name) >= 0;
}

void report_count_claims(const report_papers *papers, const char *name, int out[REPORT_CLAIMS]) {
  memset(out, 0, REPORT_CLAIMS * sizeof *out);
  for (int row = 0; row < papers->verdicts.row_count; row++)
    if (is_verdict(&papers->verdicts, row, name, "claim")) out[class_of(&papers->verdicts, row)]++;
}

int report_count_errata(const report_papers *papers, const char *name) {
  const report_sheet *verdicts = &papers->verdicts;
  int count = 0;
  for (int row = 0; row < verdicts->row_count; row++)
    count += is_verdict(verdicts, row, name, "erratum") && class_of(verdicts, row) != FAILED;
  return count;
}

enum { MOST_COLUMNS = 8 };

static void put_verdict_rows(const report_paper *paper, const char *kind, FILE *page) {
  static const char *const of_claims[MOST_COLUMNS] = {
      "place", "claimed_or_printed", "published_or_right", "part", "settings", "rule", "verdict", "measured"};
  static const char *const of_errata[MOST_COLUMNS] = {"place", "claimed_or_printed", "published_or_right",
                                                      "error_as_printed", "error_when_right"};
  const report_sheet *verdicts = &paper->all->verdicts;
  const char *const *columns = kind[0] == 'c' ? of_claims : of_errata;
  for (int row = 0; row < verdicts->row_count; row++) {
    if (!is_verdict(verdicts, row, paper->name, kind)) continue;
    fputs("<tr>", page);
    for (int c = 0; c < MOST_COLUMNS && columns[c]; c++)
      report_put_cell(page, c == 0 ? "<td>" : "<td class=wide>", report_sheet_text(verdicts, row, columns[c]));
    html_put(page, "<td><code>%s", report_sheet_text(verdicts, row, "command"));
    fputs(class_of(verdicts, row) == FAILED ? "</code> failed</td></tr>\n" : "</code></td></tr>\n", page);
  }
  fputs("</tbody></table></div>\n", page);
}

/// A table of errors, or of ambiguous texts. False = none.
static bool put_errata(const report_paper *paper, const char *kind, const char *words, const char *heads, FILE *page) {
  const report_sheet *verdicts = &paper->all->verdicts;
  int count = 0;
  for (int row = 0; row < verdicts->row_count; row++) count += is_verdict(verdicts, row, paper->name, kind);
  if (count == 0) return false;
  fprintf(page, "<p>%s</p>\n<div class=\"scroll tall\"><table class=verdicts>\n<thead><tr>%s<th>by</thead>\n<tbody>\n",
          words, heads);
  put_verdict_rows(paper, kind, page);
  return true;
}

void report_put_verdicts(const report_paper *paper, FILE *page) {
  int claims[REPORT_CLAIMS];
  report_count_claims(paper->all, paper->name, claims);
  fputs("<h2 id=claims>Claims</h2>\n", page);
  if (!report_is_judged(paper->all, paper->name)) {
    fputs("<p class=warn id=errata>Claims and errata were not judged in this run.</p>\n", page);
    return;
  }
  fputs("<p>", page);
  for (int i = 0; i < REPORT_CLAIMS; i++) fprintf(page, "%s%d %s", i > 0 ? ", " : "", claims[i], report_claim_words[i]);
  fprintf(
      page,
      ". A claim of two halves has a verdict on each. A verdict follows from the measurement by the rule beside it, "
      "which was written down before. It holds over the settings beside it, under 9.81 m/s^2 and with 1 kg a particle "
      "unless they say otherwise. The command in "
      "<code>build/bin</code> shows that claim alone. <b>Undecided</b>: the difference is not larger than the noise, "
      "which is how far a run moves if its start is disturbed by 1e-9 m. <b>By construction</b>: the definition "
      "makes the claim true, whatever the method does, so no measurement could make it false. An example is that "
      "Green strain has three constraints on a triangle.%s</p>\n"
      "<div class=\"scroll tall\"><table class=verdicts>\n"
      "<thead><tr><th>place<th>claim<th>published<th>part<th>over<th>rule<th>verdict<th>measured<th>by</thead>\n"
      "<tbody>\n",
      paper->all->quick ? " Some need the printed sizes, which the full run has." : "");
  put_verdict_rows(paper, "claim", page);
  fputs("<h2 id=errata>Errata</h2>\n", page);
  if (!put_errata(paper, "erratum", "What is wrong as printed, what is right, and the measured error of both.",
                  "<th>place<th>printed<th>right<th>error as printed<th>error when right", page))
    fputs("<p>None was found.</p>\n", page);
  put_errata(paper, "ambiguity", "What can be read in two ways, and the error of both.",
             "<th>place<th>printed<th>the reading that holds<th>error of the other<th>error of this reading", page);
}
