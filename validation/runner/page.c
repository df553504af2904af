/* Why this file exists: writes a run as a page for people, in the style of the pages of xpbd-report. It needs no
 * network, no script and no other file. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "support/html.h"
#include "margins.h"
#include "outputs.h"
#include "provenance.h"
#include "tables.h"
#include "support/scripts.h"

/// Styles that the reports do not have.
static const char more_style[] =
    "details{margin:.6rem 0}summary{cursor:pointer;padding:.25rem 0}summary b{margin-right:.5rem}\n"
    "td.q,td.why{min-width:13rem;overflow-wrap:anywhere;white-space:normal}\n"
    "table.checks tbody td:first-child{white-space:normal;overflow-wrap:anywhere;min-width:7rem}\n"
    ".bad,tr.failed>td{color:var(--bad)}\n"
    "@media print{details>*{display:block}}\n";

static void put_skips(FILE *f, const check_log *log) {
  int at = 0, checks = 0;
  for (const char *reason; (reason = check_log_skip(log, &at, &checks));) {
    fprintf(f, "<p class=source>Skipped: %d check%s: ", checks, checks == 1 ? "" : "s");
    html_put(f, "%s.</p>\n", reason);
  }
}

static void put_head(FILE *f, const check_log *log, const check_tally *all) {
  char text[600];
  const report_script more = {.bytes = (const unsigned char *)more_style, .size = sizeof more_style - 1};
  html_head(f, "Checks of xpbd-suite", report_script_find("page"), &more);
  fputs("\n</header>\n", f);
  if (log->stopped_in) {
    html_put(f, "<p class=banner><b>This run is not complete.</b> It was stopped in %s.</p>\n", log->stopped_in);
  }
  fprintf(f, "<p class=\"answer%s\">", all->checks[CHECK_FAILED] ? " bad" : "");
  html_put(f, "%s.</p>\n", check_log_sentence(log, text, sizeof text));
  put_skips(f, log);
  if (log->tolerance_scale < 1 || log->tolerance_scale > 1)
    fprintf(f, "<p class=warn>All tolerances were multiplied by %g.</p>\n", log->tolerance_scale);
}

/// Value and limit, followed by the unit.
static void put_values(FILE *f, const check_comparison *c) {
  char words[2 * CHECK_WORDS_LIMIT];
  html_text(f, check_comparison_words(c, words));
  if (c->detail[0]) html_put(f, ": %s", c->detail);
}

static void put_share(FILE *f, const check_comparison *c) {
  const double share = check_share(c);
  if (isfinite(share))
    fprintf(f, "<td class=n>%.*f&nbsp;%%</td>", share < 0.01 ? 2 : share < 0.1 ? 1 : 0, 100 * share);
  else
    fputs("<td class=n>\xe2\x80\x93</td>", f);
}

static void put_worst(FILE *f, const check_log *log) {
  fputs("<h2>How close to the limits</h2>\n"
        "<p>For each group, this table shows the comparison that used most of its limit, and why the limit is there. "
        "Groups without a row compare only bits and statements, which are either equal or not.</p>\n",
        f);
  check_write_margins(f, log);
  fputs("<div class=scroll><table>\n"
        "<thead><tr><th>group<th>used<th>quantity<th>value and limit<th>why this limit</tr></thead><tbody>\n",
        f);
  for (int g = 0; g < log->group_count; g++) {
    const check_tally tally = check_log_tally(log, g);
    const check_comparison *c = tally.worst;
    if (!c) continue;
    fprintf(f, "<tr%s><td><a href=\"#g-%s\">%s</a></td>", c->held ? "" : " class=failed", log->groups[g].name,
            log->groups[g].name);
    put_share(f, c);
    html_put(f, "<td class=q>%s: %s</td><td class=q>", strchr(tally.worst_check->entry->name, '/') + 1, c->quantity);
    put_values(f, c);
    html_put(f, "</td><td class=why>%s</td></tr>\n", check_log_why(log, tally.worst_check, c));
  }
  fputs("</tbody></table></div>\n", f);
}

/// One check: a line about it, then its comparisons that have a limit or failed. The rest is counted.
static void put_check(FILE *f, const check_record *record) {
  int64_t other = 0, caught = 0;
  for (int64_t i = 0; i < record->compared.count; i++) {
    const check_comparison *c = &record->compared.items[i];
    caught += c->relation == CHECK_CONTROL && c->held;
    other += c->relation != CHECK_CONTROL && c->held && isnan(check_share(c));
  }
  fprintf(f, "<tr%s><td><b>", record->outcome == CHECK_FAILED ? " class=failed" : "");
  html_text(f, strchr(record->entry->name, '/') + 1);
  fprintf(f, "</b></td><td>%s</td><td class=q colspan=3>", check_outcome_name(record->outcome));
  html_text(f, record->outcome == CHECK_SKIPPED ? record->result.reason : record->entry->about);
  if (record->outcome == CHECK_FAILED && record->result.reason[0]) html_put(f, ": the check %s", record->result.reason);
  if (record->diagnosis) html_put(f, ": %s", record->diagnosis);
  if (other > 0)
    fprintf(f, other == 1 ? "; %" PRId64 " statement or equality" : "; %" PRId64 " statements and equalities", other);
  if (caught > 0) fprintf(f, "; caught %" PRId64 " deliberate error%s", caught, caught == 1 ? "" : "s");
  fputs("</td></tr>\n", f);
  for (int64_t i = 0; i < record->compared.count; i++) {
    const check_comparison *c = &record->compared.items[i];
    if (c->held && !isfinite(check_share(c))) continue;
    fprintf(f, "<tr%s><td></td>", c->held ? "" : " class=failed");
    put_share(f, c);
    html_put(f, "<td class=q>%s</td><td class=q>", c->quantity);
    put_values(f, c);
    fputs("</td><td class=why>", f);
    if (c->why) html_text(f, c->why);
    fputs("</td></tr>\n", f);
  }
}

static void put_group(FILE *f, const check_log *log, int group) {
  const check_tally tally = check_log_tally(log, group);
  const int failed = tally.checks[CHECK_FAILED], skipped = tally.checks[CHECK_SKIPPED];
  if (tally.checks[CHECK_PASSED] + failed + skipped == 0) return;
  fprintf(f, "<details id=\"g-%s\"%s><summary><b>%s</b>", log->groups[group].name, failed ? " open" : "",
          log->groups[group].name);
  html_text(f, log->groups[group].about);
  fprintf(f, ": %d passed", tally.checks[CHECK_PASSED]);
  if (failed > 0) fprintf(f, ", <span class=bad>%d failed</span>", failed);
  if (skipped > 0) fprintf(f, ", %d skipped", skipped);
  html_put(f,
           "</summary>\n<p class=source>Reason for the limits, unless a row gives another: %s.</p>\n<div "
           "class=scroll><table class=checks>\n<thead><tr><th>check<th>used<th>quantity<th>value and limit<th>why this "
           "limit</tr></thead><tbody>\n",
           log->groups[group].why);
  for (int i = 0; i < log->count; i++)
    if (check_log_group(log, log->records[i].entry->name) == group) put_check(f, &log->records[i]);
  fputs("</tbody></table></div>\n</details>\n", f);
}

static void put_provenance(FILE *f, const check_log *log) {
  static check_provenance made;
  check_provenance_read(&made);
  fputs("<h2>Version and machine</h2>\n"
        "<div class=scroll><table class=facts><tbody>\n",
        f);
  for (int i = 0; i < made.count; i++) {
    html_put(f, "<tr><td>%s</td><td>%s</td></tr>\n", made.facts[i].name,
             made.facts[i].text[0] ? made.facts[i].text : "unknown");
  }
  fprintf(f,
          "<tr><td>started</td><td>%s</td></tr>\n"
          "<tr><td>took</td><td>%.1f s</td></tr>\n"
          "</tbody></table></div>\n",
          log->started, log->seconds);
}

void check_write_page(FILE *f, const check_log *log) {
  const check_tally all = check_log_tally(log, -1);
  put_head(f, log, &all);
  put_worst(f, log);
  fputs("<h2>Every group</h2>\n", f);
  for (int g = 0; g < log->group_count; g++) put_group(f, log, g);
  check_table_write_page(f);
  put_provenance(f, log);
  fputs("</body>\n</html>\n", f);
}
