/* Why this file exists: facts that let a reader judge a comparison: what else differs between the runs, how pairs are
 * judged, and the commands that reproduce it. */
#include "compare.h"
#include "support/html.h"
#include "xpbd/version.h"

/// The destination of the differences.
typedef struct listing {
  FILE *out;
  int columns;
} listing;

static void put_difference(void *self, const char *name, const char *const *texts) {
  const listing *list = self;
  fputs("<tr>", list->out);
  html_element(list->out, "th scope=row", name);
  for (int i = 0; i < list->columns; i++) html_element(list->out, "td class=wide", texts[i]);
  fputs("</tr>\n", list->out);
}

static void put_differences(const compare_set *set, bool measured, FILE *out) {
  listing list = {out, set->input_count};
  int known = 0;
  for (int i = 0; i < set->input_count; i++) known += compare_has_environment(set, i);
  if (compare_differences(set, measured, NULL, NULL) == 0) {
    fputs(measured    ? ""
          : known < 2 ? "<p>Unknown: fewer than two of the runs have an environment.</p>\n"
                      : "<p>Only what was measured: same machine, same build, same settings.</p>\n",
          out);
    return;
  }
  fputs(measured ? "<h3>Measured at the time</h3>\n" : "<h3>Machine, build, settings</h3>\n", out);
  fputs("<div class=scroll><table class=facts>\n<thead><tr><th>field</th>", out);
  for (int i = 0; i < set->input_count; i++) html_element(out, "th", set->sides[i].letter);
  fputs("</tr></thead><tbody>\n", out);
  compare_differences(set, measured, put_difference, &list);
  fputs("</tbody></table></div>\n", out);
}

void compare_put_environment(const compare_set *set, FILE *out) {
  fputs("<section id=environment><h2>What else differs</h2>\n", out);
  if (set->by || set->same) {
    fputs("<p>Nothing: all rows come from one run.</p></section>\n", out);
    return;
  }
  put_differences(set, false, out);
  put_differences(set, true, out);
  fputs("</section>\n", out);
}

void compare_put_judged(const compare_set *set, FILE *out) {
  const compare_rule *rule = &set->rule;
  fprintf(out,
          "<section id=judged><h2>How it is judged</h2>\n"
          "<p>A ratio compares frame rates. Its 95 %% interval is Student's t on the logarithms of the medians of "
          "processes%s. FASTER and SLOWER: the whole interval is more than %g %% from 1. SAME: all of it is closer. "
          "UNSURE: neither.</p>\n",
          rule->paired ? ", process by process, so that a drift of both cancels (Welch's where a row has one process)"
                       : " (Welch's, for two runs)",
          100 * rule->margin);
  fprintf(
      out,
      "<p>Processes differ: their memory lies elsewhere, and neighbours come and go. The interval of a single process "
      "is therefore widened by a standard deviation of %g %%, or by three times its own standard deviation if that is "
      "larger. Processes that did not take turns, and single ones, get 1 %% each for what changed in between. A row "
      "with too few episodes for an interval is given %g %%, a little more than the largest deviation of a recorded "
      "row, "
      "and is marked ~. These numbers come from equal processes, recorded with the source "
      "(reports/tests/equal_runs.tsv, reports/machines/epyc-2-cores-20261122). With them, at most 1 in 20 of their "
      "rows "
      "is called different. By size: the interval decides nothing, but the ratio is beyond %g, and equal rows never "
      "differed by more than 2.5 times.</p>\n",
      100 * rule->floor_process, 100 * COMPARE_FLOOR_FEW, COMPARE_BY_SIZE);
  if (set->best)
    fputs("<p>Machines are compared by what each can do: in each row, by its fastest backend. Taking the fastest of "
          "several measurements favours a machine with more backends a little, by less than the intervals.</p>\n",
          out);
  fputs("<p>The geometric mean weighs all pairs equally. Its interval is computed from the means of the "
        "processes that have all these rows, because the rows of one process rise and fall together. If no process has "
        "all rows, it is computed from the intervals of the rows. A row that failed a check, was skipped or has no "
        "partner is in no mean.</p></section>\n",
        out);
}

void compare_put_again(const compare_set *set, int argc, char **argv, FILE *out) {
  size_t i;
  json_t *argument;
  fputs("<section id=again><h2>How to reproduce</h2>\n", out);
  for (int s = 0; s < set->input_count; s++) {
    const json_t *words = report_at(set->inputs[s].runs[0].xb, "plan.argv");
    if (json_array_size(words) == 0) continue;
    fprintf(out, "<p>%s%s:</p>\n<pre>", set->by ? "The run" : set->sides[s].letter,
            set->inputs[s].count > 1 ? ", the first of its processes" : "");
    json_array_foreach(words, i, argument) {
      if (i > 0) fputc(' ', out);
      if (json_is_string(argument)) html_argument(out, json_string_value(argument));
    }
    fputs("</pre>\n", out);
  }
  fputs("<p>This page:</p>\n<pre>xpbd-report compare", out);
  for (int k = 1; k < argc; k++) fputc(' ', out), html_argument(out, argv[k]);
  fputs("</pre>\n<p class=source>Written by xpbd-report " XPBD_VERSION ".</p></section>\n", out);
}
