/* Why this file exists: what a reader of a comparison needs in order not to believe it blindly: in what else the runs
 * differ, how pairs are judged, and the commands that do it again. */
#include "compare.h"
#include "support/html.h"
#include "xpbd/version.h"

/// Where the differences are written to.
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
          : known < 2 ? "<p>That is not known: fewer than two of the runs have an environment.</p>\n"
                      : "<p>None but what was measured: same machine, same build, same settings.</p>\n",
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
  fputs("<section id=environment><h2>In what else they differ</h2>\n", out);
  if (set->by || set->same) {
    fputs("<p>In nothing: all rows are of one run.</p></section>\n", out);
    return;
  }
  put_differences(set, false, out);
  put_differences(set, true, out);
  fputs("</section>\n", out);
}

void compare_put_judged(const compare_set *set, FILE *out) {
  const compare_rule *rule = &set->rule;
  fprintf(
      out,
      "<section id=judged><h2>How it is judged</h2>\n<p>A ratio is that of the frame rates. Its interval, 95 %%, is "
      "one "
      "of Student's t on logarithms of the medians of processes%s. FASTER and SLOWER: the whole interval is more than "
      "%g %% from 1. SAME: all of it is closer. UNSURE: neither.</p>\n",
      rule->paired
          ? ", process beside process, so that what drifts for both is gone (Welch's where a row has one process)"
          : " (Welch's, for two runs)",
      100 * rule->margin);
  fprintf(
      out,
      "<p>A process says nothing about the next one: memory lies elsewhere, neighbours come and go. Where a run is one "
      "process, its own interval is widened by a standard deviation of %g %% for that, or by three times that of its "
      "own interval where this is more. Processes that did not take turns, and single ones, get 1 %% each for what "
      "changed "
      "in between. These numbers are of equal processes, recorded with the source (reports/tests/equal_runs.tsv, "
      "reports/machines/epyc-2-cores-20261122): with them at most 1 in 20 of their rows is called different.</p>\n",
      100 * rule->floor_process);
  fputs(
      "<p>The geometric mean is that of all pairs, each with the same weight. Its interval is as wide as that of the "
      "means of the processes that have all these rows, because the rows of one process go up and down together; where "
      "no process has all, as wide as those of the rows in the mean. Where a pair has no interval, the mean has none, "
      "and no verdict. A row that failed a check, was skipped or has no partner is in no mean.</p></section>\n",
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
