/* Why this file exists: a run of xpbd-bench score has one number for its machine. The page shows it with its interval and
 * with all that it was made of, or why it is not valid. */
#include "page.h"
#include "read/score.h"
#include "support/html.h"

bool report_has_score(const report_page *page) {
  report_score score;
  return report_score_at(page->run, 0, &score);
}

static void put_backend(const report_score *score, FILE *out) {
  char value[HTML_NUMBER], low[HTML_NUMBER], high[HTML_NUMBER];
  size_t i;
  json_t *reason;
  html_put(out, "<tr%s><th scope=row>", score->valid ? "" : " class=invalid");
  html_text(out, score->backend);
  fprintf(out, "</th><td class=n><b>%s</b></td><td class=n>", html_ratio(score->value, value));
  if (score->low > 0) fprintf(out, "%s to %s", html_ratio(score->low, low), html_ratio(score->high, high));
  fprintf(out, "</td><td class=wide>%s", score->valid ? "VALID" : "INVALID");
  json_array_foreach(score->reasons, i, reason) html_put(out, "%s%s", i == 0 ? ": " : "; ", json_string_value(reason));
  fputs("</td></tr>\n", out);
}

static void put_workloads(const report_score *score, FILE *out) {
  size_t i;
  json_t *one;
  if (json_array_size(score->workloads) == 0) return;
  html_put(out, "<details><summary>The workloads, on %s</summary>\n", score->backend);
  fputs("<div class=scroll><table><thead><tr><th>workload</th><th title=\"simulated seconds per second\">speed</th>"
        "<th>95 % interval</th><th>reference machine</th><th>ratio</th></tr></thead><tbody>\n",
        out);
  json_array_foreach(score->workloads, i, one) {
    char text[HTML_NUMBER], other[HTML_NUMBER];
    html_put(out, "<tr><th scope=row>%s</th>", report_text(one, "workload"));
    fprintf(out, "<td class=n>%s</td>", html_fps(report_number(one, "speed"), text));
    const double low = report_number(one, "lo95"), high = report_number(one, "hi95");
    fputs("<td class=n>", out);
    if (low > 0 && high > 0)
      fprintf(out, "%s to %s</td>", html_fps(low, text), html_fps(high, other));
    else
      fputs("\xe2\x80\x93</td>", out);
    fprintf(out, "<td class=n>%s</td>", html_fps(report_number(one, "reference"), text));
    fprintf(out, "<td class=n>%s</td></tr>\n", html_ratio(report_number(one, "ratio"), text));
  }
  fputs("</tbody></table></div></details>\n", out);
}

xpbd_status report_put_score(const report_page *page, FILE *out) {
  report_score score;
  const char *machine = report_text(page->run->xb, "score.reference_machine");
  const char *division = report_text(page->run->xb, "score.division");
  html_put(out,
           "<p>Simulated seconds per second at an error of 1 %%, as a geometric mean over all workloads, relative to ");
  html_put(out, "%s, in the %s division.</p>\n", machine ? machine : "a reference machine",
           division ? division : "closed");
  fputs("<div class=scroll><table><thead><tr><th>backend</th><th>score</th><th>95 % interval</th><th>state</th></tr>"
        "</thead><tbody>\n",
        out);
  for (size_t i = 0; report_score_at(page->run, i, &score); i++) put_backend(&score, out);
  fputs("</tbody></table></div>\n", out);
  for (size_t i = 0; report_score_at(page->run, i, &score); i++) put_workloads(&score, out);
  return XPBD_OK;
}
