/* Why this file exists: the figure most readers look at first: frames per second against mesh size or against
 * iterations. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "support/html.h"

enum { MARKS = 8 };

/// A capacity, e.g. "L2 2 MiB", and where on the axis the state of the solver fills it.
typedef struct cache_mark {
  double at;
  char text[48];
} cache_mark;

static int find_marks(const report_run *run, const report_slice *slice, cache_mark out[MARKS]) {
  static const struct { const char *field, *name; } caches[] = {{"cpu.cache_l2", "L2"}, {"cpu.cache_l3", "L3"}};
  int count = 0;
  for (size_t c = 0; c < sizeof caches / sizeof caches[0]; c++) {
    const double bytes = report_env_number(run, caches[c].field);
    double at = NAN;
    for (int s = 0; s < slice->series_count && !(at > 0); s++)
      at = report_axis_at_bytes(&slice->series[s], slice->axis, bytes);
    if (!(at > 0)) continue;
    out[count].at = at;
    const double mib = bytes / 1048576;
    snprintf(out[count].text, sizeof out[count].text, mib >= 1 ? "%s %.4g MiB" : "%s %.0f KiB", caches[c].name,
             mib >= 1 ? mib : bytes / 1024);
    count++;
  }
  return count;
}

static void put_data(const report_slice *slice, FILE *data) {
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    fprintf(
        data,
        "%s# "
        "%s\tfps\tfps_lo95\tfps_hi95\thas_interval\tms_per_frame\tms_lo95\tms_hi95\tparticles\tconstraint\tbackend\n",
        s > 0 ? "\n\n" : "", slice->axis);
    for (int i = 0; i < line->count; i++) {
      const report_point *p = line->points[i];
      const bool interval = p->fps_low > 0 && p->fps_high > 0;
      report_data_number(data, report_axis_number(p, slice->axis), '\t');
      report_data_number(data, p->fps, '\t');
      report_data_number(data, interval ? p->fps_low : (double)NAN, '\t');
      report_data_number(data, interval ? p->fps_high : (double)NAN, '\t');
      report_data_number(data, interval, '\t');
      report_data_number(data, 1e3 * p->median, '\t');
      report_data_number(data, 1e3 * p->low, '\t');
      report_data_number(data, 1e3 * p->high, '\t');
      report_data_number(data, p->particles, '\t');
      report_data_text(data, slice->panels[line->panel], '\t');
      report_data_text(data, line->label, '\n');
    }
  }
}

/// Set the ranges. The caption gets the lines of round rates in range, as fps.gp draws them.
static void put_ranges(const report_slice *slice, report_draft *draft) {
  FILE *script = draft->script;
  double least = DBL_MAX, most = 0;
  for (int s = 0; s < slice->series_count; s++)
    for (int i = 0; i < slice->series[s].count; i++) {
      const report_point *p = slice->series[s].points[i];
      least = fmin(least, fmin(p->fps, p->fps_low)); /* fmin and fmax ignore NaN */
      most = fmax(most, fmax(p->fps, p->fps_high));
    }
  const double x_room = pow(slice->x[slice->x_count - 1] / slice->x[0], 0.06), y_room = pow(most / least, 0.06) * 1.05;
  const double x[2] = {slice->x[0] / x_room, slice->x[slice->x_count - 1] * x_room};
  const double y_low = least / y_room, y_high = most * y_room;
  report_script_number(script, "x_low", x[0]);
  report_script_number(script, "x_high", x[1]);
  report_script_number(script, "y_low", y_low);
  report_script_number(script, "y_high", y_high);
  report_script_log_ticks(script, "y", y_low, y_high);
  report_script_log_ticks(script, "y2", 1e3 / y_high, 1e3 / y_low);
  const char *before = " Dotted horizontal lines: ";
  for (int fps = 30; fps <= 120; fps *= 2) {
    if (!(fps > y_low && fps < y_high)) continue;
    fprintf(draft->caption, "%s%d", before, fps);
    before = ", ";
  }
  if (before[0] == ',') fputs(" FPS.", draft->caption);
}

static void put_marks(const report_run *run, const report_slice *slice, report_draft *draft) {
  cache_mark marks[MARKS];
  const int count = strcmp(slice->axis, "size") == 0 ? find_marks(run, slice, marks) : 0;
  fprintf(draft->script, "mark_count = %d\narray mark_at[%d]\narray mark_text[%d]\n", count, count + 1, count + 1);
  for (int i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "mark_at[%d]", i + 1);
    report_script_number(draft->script, name, marks[i].at);
    fprintf(draft->script, "mark_text[%d] = ", i + 1);
    report_script_string(draft->script, marks[i].text);
    fputc('\n', draft->script);
  }
  if (count > 0)
    fprintf(draft->caption,
            " Dotted vertical lines: where the solver's arrays (particles, constraints, multipliers, %.0f bytes per "
            "particle) outgrow a cache of one core (L2) or of the chip (L3).",
            slice->series[0].points[0]->host_bytes / slice->series[0].points[0]->particles);
}

/// The one thing to see: both ends of the fastest backend's line.
static void put_seen(const report_slice *slice, FILE *caption) {
  const report_series *best = NULL;
  const double end = slice->x[slice->x_count - 1];
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    if (report_is_peer(line) || line->count < 2 || report_axis_number(line->points[line->count - 1], slice->axis) < end)
      continue;
    if (!best || line->points[line->count - 1]->fps > best->points[best->count - 1]->fps) best = line;
  }
  if (!best) return;
  const report_point *from = best->points[0], *to = best->points[best->count - 1];
  char first[64], last[64], slow[HTML_NUMBER], fast[HTML_NUMBER];
  fprintf(caption, " The fastest line at the right end, %s%s%s, goes from %s FPS at %s to %s FPS at %s.",
          slice->panels[best->panel], slice->panels[best->panel][0] ? " on " : "", best->label,
          html_fps(from->fps, fast), report_tick(slice, report_axis_number(from, slice->axis), first),
          html_fps(to->fps, slow), report_tick(slice, end, last));
}

/// The meaning of bars depends on the number of processes that measured the points.
static void put_bars(const report_run *run, const report_slice *slice, FILE *caption) {
  bool single = false, several = false, lost = false; /* exactly one process of a point is left */
  for (int s = 0; s < slice->series_count; s++)
    for (int i = 0; i < slice->series[s].count; i++) {
      const report_point *p = slice->series[s].points[i];
      single = single || (p->launches < 2 && p->processes < 2);
      several = several || p->processes > 1;
      lost = lost || (p->launches > 1 && p->processes < 2);
    }
  fputs(" Bars are 95 % intervals of the median", caption);
  if (several) fputs(", by Student's t over the processes of each point", caption);
  if (several && single) fputs(".", caption);
  if (single)
    fprintf(caption, "%s over episodes%s", several ? " Points of one process have intervals" : "",
            run->compared ? ", widened by the variation between processes" : "");
  fprintf(caption, ". A cross is a point with too few %s for one.",
          !single ? "processes"
          : lost  ? "episodes or processes"
                  : "episodes");
}

bool report_draft_fps(const report_subject *subject, int index, report_draft *draft) {
  const report_run *run = subject->run;
  const report_slice *slice = subject->slice;
  if (index > 0 || slice->x_count < 2) return false;
  const report_series **lines = report_all_lines(slice);
  if (!lines) return false;
  const bool size = strcmp(slice->axis, "size") == 0;
  draft->body = "fps";
  snprintf(draft->name, sizeof draft->name, "%.32s_fps_%.20s", slice->benchmark, slice->axis);
  fprintf(draft->title, "%s: frames per second against %s", slice->benchmark, size ? "mesh size" : slice->axis);
  report_put_fixed(draft->title, ", ", slice);
  fputs("Frames per second (left axis) and milliseconds per frame (right axis, the same lines) on logarithmic scales. "
        "Each constraint has a panel, and each backend has a line.",
        draft->caption);
  if (slice->alone > 0)
    fprintf(draft->caption, " Left out: %d point%s that make%s no line, see Results.", slice->alone,
            slice->alone > 1 ? "s" : "", slice->alone > 1 ? "" : "s");
  put_seen(slice, draft->caption);
  put_bars(run, slice, draft->caption);
  put_data(slice, draft->data);
  const char *about = report_text(report_axis(run, slice->benchmark, slice->axis), "about");
  fputs("x_label = ", draft->script);
  report_script_string(draft->script, slice->square ? "vertices" : size && about ? about : slice->axis);
  fputc('\n', draft->script);
  put_ranges(slice, draft);
  report_script_ticks(draft->script, slice);
  put_marks(run, slice, draft);
  report_script_panels(draft->script, slice, lines, slice->series_count);
  report_script_key(draft->script, lines, slice->series_count);
  fprintf(draft->script, "wide_columns = 2\npanel_width = %d\npanel_height = %d\n", slice->panel_count == 1 ? 760 : 500,
          slice->panel_count == 1 ? 400 : 320);
  free((void *)lines);
  return true;
}
