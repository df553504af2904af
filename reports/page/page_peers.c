/* Why this file exists: other people's solvers in one sentence, one table of their best rows, one of what each computes,
 * one of versions, and one of what was left out and why. Each of their authors must find it fair. */
#include <math.h>
#include <string.h>

#include "page.h"
#include "read/machine.h"
#include "read/peers.h"
#include "support/html.h"

/// Names each peer that ran and has no row with numbers. A reader who asked for it must not miss it.
static void put_failed_peers(const report_run *run, const char *benchmark, FILE *out) {
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    char text[REPORT_LABEL];
    bool none = report_is_foreign(p) && strcmp(p->benchmark, benchmark) == 0;
    for (int k = 0; k < run->count && none; k++)
      none = !report_is_foreign(&run->points[k]) || !report_same_axis(&run->points[k], p, "backend") ||
             (k >= i && !run->points[k].has_numbers);
    if (none) html_put(out, " No row of %s passed.", report_axis_text(p, "backend", text, sizeof text));
  }
}

/// The peer that costs least beside ours at its error, over all workloads.
void report_put_peers_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *best = NULL;
  double least = INFINITY;
  int rows = 0, solvers = 0, near = 0;
  char text[REPORT_LABEL], number[HTML_NUMBER];
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (strcmp(p->benchmark, benchmark) != 0 || !report_is_foreign(p) || !(report_peer_error(p) >= 0)) continue;
    bool first = true;
    for (int k = 0; k < i && first; k++)
      first = !report_is_foreign(&run->points[k]) || !run->points[k].has_numbers ||
              !report_same_axis(&run->points[k], p, "backend");
    solvers += first;
    rows++;
    near += report_peer_without(p) != NULL;
    const report_point *ours = report_peer_ours(run, p);
    if (!ours || !(p->median / ours->median < least)) continue;
    least = p->median / ours->median;
    best = p;
  }
  fprintf(out, "<p class=answer>%d solver%s of others passed the checks in %d row%s.", solvers, solvers == 1 ? "" : "s",
          rows, rows == 1 ? "" : "s");
  if (near > 0)
    fprintf(out, " %d of them left out a part of the scene: they are near, and ranked with no row of the whole scene.",
            near);
  if (best) {
    fputs(" The nearest to ours is ", out);
    html_text(out, report_peer_label(best, text, sizeof text));
    html_put(out, " on %s", json_string_value(json_object_get(best->axes, "workload")));
    fprintf(out, ": <b>%s</b> times the time of our fastest row in the same grid with the same error or less.",
            html_ratio(least, number));
  }
  put_failed_peers(run, benchmark, out);
  fputs("</p>\n", out);
}

static void put_best(const report_run *run, const report_point *p, FILE *out) {
  char text[REPORT_LABEL], number[HTML_NUMBER];
  const report_point *ours = report_peer_ours(run, p);
  html_put(out, "<tr><th scope=row>%s</th>", json_string_value(json_object_get(p->axes, "workload")));
  html_put(out, "<td>%s</td>", report_peer_label(p, text, sizeof text));
  fprintf(out, "<td class=n>%.0f &times; %.0f</td>", report_number(p->json, "solver.substeps"),
          report_number(p->json, "solver.iterations"));
  fprintf(out, "<td class=n>%s</td>", html_percent(report_peer_error(p), number));
  fprintf(out, "<td class=n>%s</td><td class=n>", html_fps(1e3 * p->median, number));
  if (p->low > 0)
    fprintf(out, "%s to ", html_fps(1e3 * p->low, number)), fprintf(out, "%s", html_fps(1e3 * p->high, number));
  else
    fputs("\xe2\x80\x93", out);
  fputs("</td><td class=n>", out);
  fprintf(out, "%s</td>", html_ratio(ours && report_is_foreign(p) ? p->median / ours->median : (double)NAN, number));
  html_put(out, "<td>%s", report_state_name(p->state));
  if (report_peer_without(p)) html_put(out, ", near: without %s", report_peer_without(p));
  fputs("</td></tr>\n", out);
}

static void put_best_rows(const report_run *run, const char *benchmark, FILE *out) {
  fputs("<p>The best row of each solver for each workload: the fastest with an error of at most 1 %, else the one with "
        "the smallest error. Rows that are near have a best one of their own. &quot;times ours&quot; compares with our "
        "fastest row of the same grid whose error is not larger, and not with our setting &quot;best&quot;. All rows "
        "are under Results.</p>\n"
        "<div class=\"scroll tall\"><table class=summary><thead><tr><th>workload</th><th>solver, setting</th>"
        "<th title=\"time steps per frame, iterations per time step\">steps &times; iterations</th>"
        "<th title=\"distance from the recorded answer\">error %</th><th>ms / frame</th><th>95 % interval</th>"
        "<th>times ours</th><th>status</th>"
        "</tr></thead><tbody>\n",
        out);
  const char *workload;
  for (int w = 0; (workload = report_peer_workload(run, benchmark, w)) != NULL; w++)
    for (int i = 0; i < run->count; i++)
      if (report_peer_belongs(&run->points[i], benchmark, workload) && report_peer_is_best(run, &run->points[i]))
        put_best(run, &run->points[i], out);
  fputs("</tbody></table></div>\n", out);
}

/// What each solver says of itself.
static void put_versions(const report_run *run, const char *benchmark, FILE *out) {
  fputs("<details><summary>Versions of the solvers</summary><div class=scroll><table><thead><tr><th>solver</th>"
        "<th>program, by its own words</th><th>device</th><th>precision</th><th>threads</th>"
        "<th title=\"time by its own clock over the time of its answers\">own clock %</th></tr></thead><tbody>\n",
        out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    char text[REPORT_LABEL], number[HTML_NUMBER];
    bool first = report_is_foreign(p) && strcmp(p->benchmark, benchmark) == 0;
    for (int k = 0; k < i && first; k++)
      first = !report_is_foreign(&run->points[k]) || !report_same_axis(&run->points[k], p, "backend");
    if (!first) continue;
    const char *device = report_text(p->json, "peer.device"), *precision = report_text(p->json, "solver.precision");
    html_put(out, "<tr><th scope=row>%s</th>", report_axis_text(p, "backend", text, sizeof text));
    html_put(out, "<td class=wide>%s</td><td>%s</td>", report_text(p->json, "peer.program"), device ? device : "");
    html_put(out, "<td>%s</td>", precision ? precision : "");
    fprintf(out, "<td class=n>%s</td>", html_fps(p->threads, number));
    fprintf(out, "<td class=n>%s</td></tr>\n", html_percent(report_number(p->json, "peer.share"), number));
  }
  fputs("</tbody></table></div></details>\n", out);
}

/// The reason of a row without a time. It begins with the solver's name only if that is part of it.
static const char *reason_of(const report_point *p, char *out, size_t capacity) {
  char name[REPORT_LABEL], number[HTML_NUMBER];
  const char *reason = p->reason;
  const size_t length = strlen(report_axis_text(p, "backend", name, sizeof name));
  if (!reason && report_error(p) >= 0) {
    snprintf(out, capacity, "it was checked, but not timed; error %s %%", html_percent(report_error(p), number));
    return out;
  }
  if (!reason) return "it was checked, but not timed";
  return strncmp(reason, name, length) == 0 && strncmp(reason + length, ": ", 2) == 0 ? reason + length + 2 : reason;
}

/// Whether two rows were left out for the same reason. For the total budget, the numbers in the text are ignored.
static bool is_alike(const report_point *a, const report_point *b) {
  char one[REPORT_LABEL], two[REPORT_LABEL];
  const bool budget = a->stop && b->stop && strcmp(a->stop, "total-budget") == 0 && strcmp(a->stop, b->stop) == 0;
  return strcmp(a->benchmark, b->benchmark) == 0 && !a->has_numbers && !b->has_numbers && a->state == b->state &&
         (budget || strcmp(reason_of(a, one, sizeof one), reason_of(b, two, sizeof two)) == 0);
}

/// The solvers of all rows that are alike, and their number.
static int put_alike(const report_run *run, const report_point *p, FILE *out) {
  int rows = 0, solvers = 0;
  for (int k = 0; k < run->count; k++) {
    char text[REPORT_LABEL];
    if (!is_alike(p, &run->points[k])) continue;
    bool first = true;
    for (int i = 0; i < k && first; i++)
      first = !is_alike(p, &run->points[i]) || !report_same_axis(&run->points[i], &run->points[k], "backend");
    if (first && solvers++ > 0) fputs(", ", out);
    if (first) html_text(out, report_axis_text(&run->points[k], "backend", text, sizeof text));
    rows++;
  }
  return rows;
}

static void put_left_out(const report_run *run, const char *benchmark, FILE *out) {
  bool any = false;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    char text[REPORT_LABEL];
    bool first = !p->has_numbers && strcmp(p->benchmark, benchmark) == 0;
    for (int k = 0; k < i && first; k++) first = !is_alike(p, &run->points[k]);
    if (!first) continue;
    if (!any)
      fputs("<details><summary>Rows without a time, and why</summary><div class=scroll><table><thead><tr>"
            "<th>solvers</th><th>rows</th><th>status</th><th>reason</th></tr></thead><tbody>\n",
            out);
    any = true;
    fputs("<tr><th scope=row class=wide>", out);
    const int rows = put_alike(run, p, out);
    fprintf(out, "</th><td class=n>%d</td>", rows);
    html_put(out, "<td>%s</td><td class=wide>%s</td></tr>\n", report_state_name(p->state),
             reason_of(p, text, sizeof text));
  }
  if (any) fputs("</tbody></table></div></details>\n", out);
}

/// What a solver does with a workload.
typedef enum taking { TAKES_WHOLE, TAKES_PART, TAKES_WRONGLY, TAKES_NOT, TAKINGS } taking;

static taking taking_of(const report_point *p) {
  if (p->state <= REPORT_INEXACT) return report_peer_without(p) ? TAKES_PART : TAKES_WHOLE;
  return p->state == REPORT_SKIPPED || p->state == REPORT_INTERRUPTED ? TAKES_NOT : TAKES_WRONGLY;
}

/// Whether two rows are of one solver. Methods of ours are solvers, too.
static bool is_one_solver(const report_point *a, const report_point *b) {
  return strcmp(a->benchmark, b->benchmark) == 0 && report_same_axis(a, b, "backend") &&
         report_same_axis(a, b, "method");
}

/// The row that says what the solver of `p` does with a workload: the best of all its settings. NULL = it has none.
static const report_point *taken(const report_run *run, const report_point *p, const char *workload) {
  const report_point *best = NULL;
  char own[REPORT_LABEL];
  for (int i = 0; i < run->count; i++) {
    const report_point *q = &run->points[i];
    if (!is_one_solver(p, q) || strcmp(report_axis_text(q, "workload", own, sizeof own), workload) != 0) continue;
    if (!best || taking_of(q) < taking_of(best)) best = q;
  }
  return best;
}

/// "mesh: the damping of springs": the workloads that a solver takes in one way.
static void put_taken(const report_run *run, const report_point *p, taking how, FILE *out) {
  const char *workload;
  char text[REPORT_LABEL];
  int count = 0;
  fputs("<td class=wide>", out);
  for (int w = 0; (workload = report_peer_workload(run, p->benchmark, w)) != NULL; w++) {
    const report_point *row = taken(run, p, workload);
    if (!row || taking_of(row) != how) continue;
    fputs(count++ == 0 ? "" : how == TAKES_WHOLE ? ", " : "<br>", out);
    html_text(out, workload);
    if (how == TAKES_PART) html_put(out, ": %s", report_peer_without(row));
    if (how > TAKES_PART) html_put(out, ": %s", reason_of(row, text, sizeof text));
  }
  fputs(count == 0 ? "\xe2\x80\x93</td>" : "</td>", out);
}

/// Which workloads each solver computes, with the reason for all others.
static void put_takings(const report_run *run, const char *benchmark, FILE *out) {
  fputs("<details><summary>Who computes which workload</summary><div class=scroll><table><thead><tr><th>solver</th>"
        "<th>the whole scene</th><th>without a part of it</th><th>with a failed check</th><th>not at all</th></tr>"
        "</thead><tbody>\n",
        out);
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    char text[REPORT_LABEL];
    bool first = strcmp(p->benchmark, benchmark) == 0;
    for (int k = 0; k < i && first; k++) first = !is_one_solver(&run->points[k], p);
    if (!first) continue;
    html_put(out, "<tr><th scope=row>%s", report_axis_text(p, "backend", text, sizeof text));
    if (report_axis_text(p, "method", text, sizeof text)[0]) html_put(out, ", %s", text);
    fputs("</th>", out);
    for (int how = 0; how < TAKINGS; how++) put_taken(run, p, (taking)how, out);
    fputs("</tr>\n", out);
  }
  fputs("</tbody></table></div></details>\n", out);
}

void report_put_peers_table(const report_run *run, const char *benchmark, FILE *out) {
  put_best_rows(run, benchmark, out);
  put_takings(run, benchmark, out);
  put_versions(run, benchmark, out);
  put_left_out(run, benchmark, out);
}
