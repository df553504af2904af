/* Why this file exists: our methods on workloads, in one sentence and one table of what an equally good answer costs by
 * each of them. */
#include <math.h>
#include <string.h>

#include "page.h"
#include "read/peers.h"
#include "support/html.h"

/// Errors that a table has a column for.
static const double errors[] = {0.1, 0.01, 0.001};
enum { ERRORS = sizeof errors / sizeof errors[0], MOST_METHODS = 32 };

/// The methods of a benchmark, each by its first point.
static int methods_of(const report_run *run, const char *benchmark, const report_point *out[MOST_METHODS]) {
  int count = 0;
  for (int i = 0; i < run->count && count < MOST_METHODS; i++) {
    const report_point *p = &run->points[i];
    bool first = strcmp(p->benchmark, benchmark) == 0;
    for (int k = 0; k < count && first; k++) first = !report_same_axis(p, out[k], "method");
    if (first) out[count++] = p;
  }
  return count;
}

/// The fastest row of any method within an error. NULL = none.
static const report_point *best_of_all(const report_run *run, const report_point *const methods[], int count,
                                       const char *workload, double error) {
  const report_point *best = NULL;
  for (int k = 0; k < count; k++) {
    const report_point *p = report_method_best(run, methods[k], workload, error);
    if (p && (!best || p->median < best->median)) best = p;
  }
  return best;
}

/// How often each method is the fastest within 1 %.
void report_put_methods_sentence(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *methods[MOST_METHODS];
  const int count = methods_of(run, benchmark, methods);
  int wins[MOST_METHODS] = {0}, workloads = 0, none = 0, put = 0;
  const char *workload;
  char text[REPORT_LABEL];
  for (; (workload = report_peer_workload(run, benchmark, workloads)) != NULL; workloads++) {
    const report_point *best = best_of_all(run, methods, count, workload, PEERS_ERROR);
    none += best == NULL;
    for (int k = 0; k < count && best; k++) wins[k] += report_same_axis(methods[k], best, "method");
  }
  fprintf(out, "<p class=answer>Within 1&nbsp;%% of the recorded answer, the fastest method on %d workload%s is ",
          workloads, workloads == 1 ? "" : "s");
  for (int most = workloads; most > 0; most--)
    for (int k = 0; k < count; k++) {
      if (wins[k] != most) continue;
      fprintf(out, "%s<b>", put++ > 0 ? ", " : "");
      html_text(out, report_axis_text(methods[k], "method", text, sizeof text));
      fprintf(out, "</b> on %d", most);
    }
  if (none > 0) fprintf(out, "%snone on %d", put > 0 ? ", " : "", none);
  fputs(".</p>\n", out);
}

static void put_cell(const report_point *row, bool best, FILE *out) {
  char number[HTML_NUMBER];
  if (!row) {
    fputs("<td class=n>\xe2\x80\x93</td>", out);
    return;
  }
  fprintf(out, "<td class=n>%s%s%s, %.0f", best ? "<b>" : "", html_fps(1e3 * row->median, number), best ? "</b>" : "",
          report_number(row->json, "solver.substeps"));
  if (!report_ends_early(row)) fprintf(out, " &times; %.0f", report_number(row->json, "solver.iterations"));
  fputs("</td>", out);
}

void report_put_methods_table(const report_run *run, const char *benchmark, FILE *out) {
  const report_point *methods[MOST_METHODS];
  const int count = methods_of(run, benchmark, methods);
  const char *workload;
  char text[REPORT_LABEL];
  fputs("<p>Milliseconds a frame of the fastest row within an error, and its time steps &times; iterations. Bold: the "
        "fastest method. Methods without such a row on a workload have a dash, and methods without any are left "
        "out there. All rows are under Results.</p>\n"
        "<div class=\"scroll tall\"><table class=summary><thead><tr><th>workload</th><th>method</th><th>10 %</th>"
        "<th>1 %</th><th>0.1 %</th></tr></thead><tbody>\n",
        out);
  for (int w = 0; (workload = report_peer_workload(run, benchmark, w)) != NULL; w++)
    for (int k = 0; k < count; k++) {
      if (!report_method_best(run, methods[k], workload, errors[0])) continue;
      html_put(out, "<tr><th scope=row>%s</th>", workload);
      html_put(out, "<td>%s</td>", report_axis_text(methods[k], "method", text, sizeof text));
      for (int e = 0; e < ERRORS; e++) {
        const report_point *row = report_method_best(run, methods[k], workload, errors[e]);
        put_cell(row, row && row == best_of_all(run, methods, count, workload, errors[e]), out);
      }
      fputs("</tr>\n", out);
    }
  fputs("</tbody></table></div>\n", out);
}
