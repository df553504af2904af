/* Why this file exists: shows frames that stutter, which a median hides. It is left out if hardly any do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

/// If the 99th percentile is below this ratio to the median everywhere, there is nothing to see.
#define WORTH_SHOWING 1.05

static bool worth_showing(const report_slice *slice) {
  for (int s = 0; s < slice->series_count; s++)
    for (int i = 0; i < slice->series[s].count; i++)
      if (slice->series[s].points[i]->p99 > WORTH_SHOWING * slice->series[s].points[i]->median) return true;
  return false;
}

static int position(const report_slice *slice, double x) {
  int at = 0;
  while (at < slice->x_count && slice->x[at] < x) at++;
  return at + 1;
}

/// Write the values of one line, and extend the range of the figure.
static void put_line(const report_slice *slice, const report_series *line, double shift, FILE *data, double range[2]) {
  fprintf(data,
          "# %s\tshown_at\tp05/median\tp05/median\tp95/median\tp99/median\tmax/median\tsamples\tconstraint\tbackend\n",
          slice->axis);
  for (int i = 0; i < line->count; i++) {
    const report_point *p = line->points[i];
    const double x = report_axis_number(p, slice->axis), low = p->p05 / p->median;
    report_data_number(data, x, '\t');
    report_data_number(data, position(slice, x) + shift, '\t');
    report_data_number(data, low, '\t');
    report_data_number(data, low, '\t');
    report_data_number(data, p->p95 / p->median, '\t');
    report_data_number(data, p->p99 / p->median, '\t');
    report_data_number(data, p->most / p->median, '\t');
    report_data_number(data, p->samples, '\t');
    report_data_text(data, slice->panels[line->panel], '\t');
    report_data_text(data, line->label, '\n');
    range[0] = fmin(range[0], low);
    range[1] = fmax(range[1], p->most / p->median);
  }
}

/// Write all lines, those of a constraint side by side in the order of their styles.
static void put_lines(const report_slice *slice, report_draft *draft, double range[2]) {
  const double step = 0.8 / slice->style_count;
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    if (s > 0) fputs("\n\n", draft->data);
    put_line(slice, line, step * (line->style - 0.5 * (slice->style_count - 1)), draft->data, range);
  }
  report_script_number(draft->script, "half", 0.4 * step);
}

bool report_draft_spread(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const report_slice *slice = subject->slice;
  if (index > 0 || slice->x_count < 2 || !worth_showing(slice)) return false;
  const report_series **lines = report_all_lines(slice);
  if (!lines) return false;
  double range[2] = {1, 1};
  char tick[64];
  size_t letters = 0;
  draft->body = "spread";
  snprintf(draft->name, sizeof draft->name, "%.32s_spread", slice->benchmark);
  fprintf(draft->title, "%s: frame times relative to their median", slice->benchmark);
  report_put_fixed(draft->title, ", ", slice);
  put_lines(slice, draft, range);
  fprintf(draft->caption,
          "Single frame times relative to the median of their point, over all timed samples%s. Each constraint has a "
          "panel. Box: 5th to 95th percentile, dash: 99th percentile, circle: the longest frame. The longest frame of "
          "all took %.3g times the median of its point. No sample %swas left out.",
          run->first_alone ? " of one process of each side, the first that has the point" : "", range[1],
          run->first_alone ? "of it " : "");
  fputs("set xtics (", draft->script);
  for (int i = 0; i < slice->x_count; i++) {
    fputs(i > 0 ? ", " : "", draft->script);
    letters += strlen(report_tick(slice, slice->x[i], tick));
    report_script_string(draft->script, tick);
    fprintf(draft->script, " %d", i + 1);
  }
  fprintf(draft->script, ")\nx_crowded = %d\nx_label = ", letters > 34);
  report_script_string(draft->script, slice->square ? "vertices" : slice->axis);
  fprintf(draft->script, "\ntick_count = %d\n", slice->x_count);
  report_script_number(draft->script, "y_low", range[0] / 1.06);
  report_script_number(draft->script, "y_high", range[1] * 1.15);
  report_script_log_ticks(draft->script, "y", range[0] / 1.06, range[1] * 1.15);
  report_script_panels(draft->script, slice, lines, slice->series_count);
  report_script_key(draft->script, lines, slice->series_count);
  fputs("wide_columns = 1\npanel_width = 960\npanel_height = 260\n", draft->script);
  free((void *)lines);
  return true;
}
