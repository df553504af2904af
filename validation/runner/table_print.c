/* Why this file exists: prints the tables on a terminal. A claim has too many words for one line, so it is printed as a
 * block. --tables writes columns to a file. */
#include <math.h>
#include <string.h>

#include "outputs.h"
#include "tables.h"

enum { ERRATUM_COLUMNS = 6, LINE_WIDTH = 118 };

/// The text of one cell of the errors, or of the head if `row` is NULL; `buffer` holds numbers.
static const char *erratum_cell(const check_table_row *row, check_row_kind kind, int column, char buffer[32]) {
  static const char *const heads[2][ERRATUM_COLUMNS] = {
      {"paper", "place", "printed", "right", "error as printed", "error when right"},
      {"paper", "place", "printed", "the reading that holds", "error of the other", "error of that"}};
  if (!row) return heads[kind == CHECK_ROW_AMBIGUITY][column];
  const check_erratum_row *e = &row->data.erratum;
  const char *const texts[4] = {e->paper, e->place, e->printed, e->right};
  if (column < 4) return texts[column];
  const double error = e->error[column - 4];
  if (isnan(error)) return "-";
  snprintf(buffer, 32, "%.2g", error);
  return buffer;
}

static void print_errata(const check_table_row *const *rows, int row_count, check_row_kind kind) {
  int width[ERRATUM_COLUMNS] = {0}, count = 0;
  char buffer[32];
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1 && count == 0) return;
    if (pass == 1 && kind == CHECK_ROW_ERRATUM)
      printf("\nerrors in the papers: the printed form, the correct form, and the error of both as measured by the "
             "checks above\n");
    if (pass == 1 && kind == CHECK_ROW_AMBIGUITY)
      printf("\nambiguous texts in the papers, and the error of both readings\n");
    for (int i = -1; i < row_count; i++) {
      const check_table_row *row = i < 0 ? NULL : rows[i];
      if (row && row->data.kind != kind) continue;
      if (pass == 0) count += row != NULL;
      for (int c = 0; c < ERRATUM_COLUMNS; c++) {
        const bool last = c == ERRATUM_COLUMNS - 1;
        const char *text = erratum_cell(row, kind, c, buffer);
        if (pass == 0 && (int)strlen(text) > width[c]) width[c] = (int)strlen(text);
        if (pass == 1) printf("%-*s%s", last ? 0 : width[c], text, last ? "\n" : "  ");
      }
    }
  }
}

static void print_wrapped(const char *text, int indent) {
  printf("%*s", indent, "");
  check_print_wrapped(text, indent, LINE_WIDTH);
}

static void print_command(const check_table_row *row) {
  char command[CHECK_COMMAND_LIMIT];
  printf("      by: %s%s\n", check_table_command(row, command), row->held ? "" : " (FAILED: no verdict)");
}

static void print_claim(const check_table_row *row, bool again) {
  char line[1024];
  const check_claim_row *c = &row->data.claim;
  if (!again) {
    const bool printed = strcmp(c->text.published, "-") != 0;
    printf("  %s, %s\n", c->text.key, c->text.place);
    snprintf(line, sizeof line, "claimed: %s%s%s%s", c->text.claim, printed ? " (" : "",
             printed ? c->text.published : "", printed ? ")" : "");
    print_wrapped(line, 6);
  }
  snprintf(line, sizeof line, "%s%s%s", c->part, c->part[0] ? ": " : "", c->verdict);
  print_wrapped(line, 4);
  snprintf(line, sizeof line, "over: %s", c->settings);
  print_wrapped(line, 6);
  if (c->rule[0]) {
    snprintf(line, sizeof line, "rule: %s", c->rule);
    print_wrapped(line, 6);
  }
  print_wrapped(row->data.measured, 6);
  print_command(row);
}

static const char *paper_of(const check_table_row *row) {
  return row->data.claim.text.paper;
}

/// The verdicts on the claims of one paper.
static void print_summary(const check_table_row *const *rows, int count) {
  const check_claim_counts sums = check_claims_count(rows, count);
  printf("%-26s %3d claims, %3d verdicts:", paper_of(rows[0]), sums.claims, sums.verdicts);
  for (int k = 0; k < CHECK_VERDICTS; k++)
    printf("%s %3d %s", k > 0 ? "," : "", sums.of[k], check_verdict_name((check_verdict)k));
  if (sums.failed > 0) printf(", %3d IN FAILED CHECKS", sums.failed);
  printf("\n");
}

/// Rows of the same paper, beginning at `first`.
static int paper_length(const check_table_row *const *rows, int count, int first) {
  int end = first + 1;
  while (end < count && strcmp(paper_of(rows[end]), paper_of(rows[first])) == 0) end++;
  return end - first;
}

/// `rows` are claims.
static void print_claims(const check_table_row *const *rows, int count, bool brief) {
  if (count == 0) return;
  if (!brief) printf("\nclaims of the papers, each with its verdict and what the checks above measured\n");
  for (int i = 0, length; !brief && i < count; i += length) {
    length = paper_length(rows, count, i);
    printf("\n%s\n", paper_of(rows[i]));
    for (int k = i; k < i + length; k++)
      print_claim(rows[k], k > i && strcmp(rows[k]->data.claim.text.key, rows[k - 1]->data.claim.text.key) == 0);
  }
  printf("\n");
  for (int i = 0, length; i < count; i += length) {
    length = paper_length(rows, count, i);
    print_summary(&rows[i], length);
  }
}

static void print_finding(const check_table_row *row) {
  printf("  %s\n", row->data.finding.title);
  print_wrapped(row->data.finding.statement, 6);
  print_wrapped(row->data.measured, 6);
  print_command(row);
}

void check_table_print(bool brief) {
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  const int count = check_table_sorted(rows);
  int first[CHECK_ROW_KINDS + 1] = {0}; /* rows are sorted by kind */
  for (int k = 0; k < CHECK_ROW_KINDS; k++) {
    first[k + 1] = first[k];
    while (first[k + 1] < count && (int)rows[first[k + 1]]->data.kind == k) first[k + 1]++;
  }
  for (int k = 0; !brief && k < 2; k++) print_errata(rows, count, k == 0 ? CHECK_ROW_ERRATUM : CHECK_ROW_AMBIGUITY);
  print_claims(rows + first[CHECK_ROW_CLAIM], first[CHECK_ROW_CLAIM + 1] - first[CHECK_ROW_CLAIM], brief);
  if (!brief && first[CHECK_ROW_FINDING] < count) printf("\nother findings\n");
  for (int i = first[CHECK_ROW_FINDING]; !brief && i < count; i++) print_finding(rows[i]);
  if (check_table_lost() > 0) printf("and %d more rows, for which there was no room\n", check_table_lost());
}
