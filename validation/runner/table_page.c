/* Why this file exists: writes the tables on the page of a run, after its groups. */
#include <math.h>
#include <string.h>

#include "support/html.h"
#include "tables.h"

static void put_cell(FILE *f, const char *class, const char *text) {
  fprintf(f, "<td%s>", class);
  html_text(f, text[0] ? text : "\xe2\x80\x93"); /* en dash */
  fputs("</td>", f);
}

static void put_check(FILE *f, const check_table_row *row) {
  char command[CHECK_COMMAND_LIMIT];
  html_put(f, "<td class=q><code>%s", check_table_command(row, command));
  fputs(row->held ? "</code></td></tr>\n" : "</code> failed</td></tr>\n", f);
}

static void put_error(FILE *f, double error) {
  if (isnan(error))
    fputs("<td class=n>\xe2\x80\x93</td>", f);
  else
    fprintf(f, "<td class=n>%.2g</td>", error);
}

static void put_erratum(FILE *f, const check_table_row *row) {
  const check_erratum_row *e = &row->data.erratum;
  const char *const texts[] = {e->paper, e->place, e->printed, e->right};
  fprintf(f, "<tr%s>", row->held ? "" : " class=failed");
  for (int k = 0; k < 4; k++) put_cell(f, " class=q", texts[k]);
  for (int k = 0; k < 2; k++) put_error(f, e->error[k]);
  put_check(f, row);
}

static void put_claim(FILE *f, const check_table_row *row) {
  const check_claim_row *c = &row->data.claim;
  fprintf(f, "<tr%s><td><b>", row->held ? "" : " class=failed");
  html_text(f, c->text.key);
  html_put(f, "</b><br>%s</td><td class=q>", c->text.place);
  html_text(f, c->text.claim);
  if (strcmp(c->text.published, "-") != 0) html_put(f, " (%s)", c->text.published);
  fputs("</td>", f);
  put_cell(f, " class=q", c->part);
  put_cell(f, " class=q", c->settings);
  put_cell(f, " class=q", c->rule);
  put_cell(f, " class=q", c->verdict);
  put_cell(f, " class=q", row->data.measured);
  put_check(f, row);
}

static void put_finding(FILE *f, const check_table_row *row) {
  fprintf(f, "<tr%s>", row->held ? "" : " class=failed");
  put_cell(f, " class=q", row->data.finding.title);
  put_cell(f, " class=q", row->data.finding.statement);
  put_cell(f, " class=q", row->data.measured);
  put_check(f, row);
}

/// The verdicts on the claims of one paper, and the head of their table.
static void put_paper(FILE *f, const check_table_row *const *rows, int count) {
  const check_claim_counts sums = check_claims_count(rows, count);
  html_put(f, "<h3>%s", rows[0]->data.claim.text.paper);
  fprintf(f, "</h3>\n<p>%d claim%s, %d verdict%s: ", sums.claims, sums.claims == 1 ? "" : "s", sums.verdicts,
          sums.verdicts == 1 ? "" : "s");
  for (int k = 0; k < CHECK_VERDICTS; k++)
    fprintf(f, "%s%d %s", k > 0 ? ", " : "", sums.of[k], check_verdict_name((check_verdict)k));
  if (sums.failed > 0) fprintf(f, ", <span class=bad>%d in failed checks</span>", sums.failed);
  fputs(
      ".</p>\n"
      "<div class=scroll><table>\n"
      "<thead><tr><th>claim<th>claimed<th>part<th>settings<th>rule<th>verdict<th>measured<th>by</tr></thead><tbody>\n",
      f);
  for (int i = 0; i < count; i++) put_claim(f, rows[i]);
  fputs("</tbody></table></div>\n", f);
}

static void put_claims(FILE *f, const check_table_row *const *rows, int count) {
  fputs("<h2>Claims of the papers</h2>\n", f);
  for (int first = 0, end; first < count; first = end) {
    const char *paper = rows[first]->data.claim.text.paper;
    for (end = first + 1; end < count && strcmp(rows[end]->data.claim.text.paper, paper) == 0;) end++;
    put_paper(f, rows + first, end - first);
  }
}

void check_table_write_page(FILE *f) {
  static const char *const heads[CHECK_ROW_KINDS] = {
      "<h2>Errors in the papers</h2>\n"
      "<div class=scroll><table>\n"
      "<thead><tr><th>paper<th>location<th>printed<th>correct<th>error as printed<th>error when "
      "correct<th>by</tr></thead><tbody>\n",
      "<h2>Ambiguous texts in the papers</h2>\n"
      "<div class=scroll><table>\n"
      "<thead><tr><th>paper<th>location<th>printed<th>the reading that holds<th>error of the other reading<th>error of "
      "this reading<th>by</tr></thead><tbody>\n",
      NULL,
      "<h2>Other findings</h2>\n"
      "<div class=scroll><table>\n"
      "<thead><tr><th>finding<th>statement<th>measured<th>by</tr></thead><tbody>\n"};
  static const check_table_row *rows[CHECK_TABLE_LIMIT];
  const int count = check_table_sorted(rows);
  for (int first = 0, end; first < count; first = end) {
    const check_row_kind kind = rows[first]->data.kind;
    for (end = first + 1; end < count && rows[end]->data.kind == kind;) end++;
    if (kind == CHECK_ROW_CLAIM) {
      put_claims(f, rows + first, end - first);
      continue;
    }
    fputs(heads[kind], f);
    for (int i = first; i < end; i++)
      if (kind == CHECK_ROW_FINDING)
        put_finding(f, rows[i]);
      else
        put_erratum(f, rows[i]);
    fputs("</tbody></table></div>\n", f);
  }
}
