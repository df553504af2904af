/* Why this file exists: the figure most readers look at first: frames per second against mesh size or against
 * iterations. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "figure.h"
#include "support/html.h"

enum { MARKS = 8 };

/// Approximate sizes in gnuplot's points: axes and titles around a panel, the key's line for a label, one letter of it,
/// and the space beside the letters.
enum { AROUND_WIDTH = 165, AROUND_HEIGHT = 95, KEY_LINE = 20, KEY_LETTER = 9, KEY_SAMPLE = 55 };

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

/// The highest rate of a line or bar at x or to the right of it.
static double highest_from(const report_slice *slice, double x) {
  double most = 0;
  for (int s = 0; s < slice->series_count; s++) {
    double last_x = 0, last_fps = 0;
    for (int i = 0; i < slice->series[s].count; i++) {
      const report_point *p = slice->series[s].points[i];
      const double here = report_axis_number(p, slice->axis);
      if (here >= x) {
        most = fmax(most, fmax(p->fps, p->fps_high)); /* fmax ignores NaN */
        if (last_x > 0 && last_x < x)
          most = fmax(most, last_fps * pow(p->fps / last_fps, log(x / last_x) / log(here / last_x)));
      }
      last_x = here;
      last_fps = p->fps;
    }
  }
  return most;
}

/// The upper end of the rates, from the smallest and the usual one, high enough that the key
/// at the top right covers no line.
static double above_key(const report_slice *slice, const double x[2], const double y[2], int width, int height) {
  int rows = 0, count = 0;
  size_t letters = 0;
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    count = s > 0 && slice->series[s - 1].panel == line->panel ? count + 1 : 1;
    if (count > rows) rows = count;
    const size_t length = strlen(line->label);
    if (length > letters) letters = length;
  }
  const double wide = fmin((KEY_SAMPLE + KEY_LETTER * (double)letters) / (width - AROUND_WIDTH), 1);
  const double tall = fmin(KEY_LINE * (rows + 0.5) / (height - AROUND_HEIGHT), 0.5);
  const double most = highest_from(slice, x[1] * pow(x[0] / x[1], wide));
  return fmax(y[1], y[0] * pow(most / y[0], 1 / (1 - tall)));
}

/// Set the ranges. The caption gets the lines of round rates in range, as fps.gp draws them.
static void put_ranges(const report_slice *slice, report_draft *draft, int width, int height) {
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
  const double y_low = least / y_room / y_room;
  const double y_high = above_key(slice, x, (double[2]){y_low, most * y_room}, width, height);
  report_script_number(script, "x_low", x[0]);
  report_script_number(script, "x_high", x[1]);
  report_script_number(script, "y_low", y_low);
  report_script_number(script, "y_high", y_high);
  const char *before = " Dotted horizontal lines: ";
  for (int fps = 30; fps <= 120; fps *= 2) {
    if (!(fps > y_low && fps < y_high)) continue;
    fprintf(draft->caption, "%s%d", before, fps);
    before = ", ";
  }
  if (before[0] == ',') fputs(" FPS.", draft->caption);
}

static void put_lines(const report_slice *slice, FILE *script) {
  fprintf(script, "array panel_title[%d]\narray first_line[%d]\narray last_line[%d]\n", slice->panel_count,
          slice->panel_count, slice->panel_count);
  fprintf(script, "array line_label[%d]\narray line_style[%d]\narray line_colour[%d]\n", slice->series_count,
          slice->series_count, slice->series_count);
  for (int s = 0; s < slice->series_count; s++) {
    const report_series *line = &slice->series[s];
    if (s == 0 || slice->series[s - 1].panel != line->panel) {
      fprintf(script, "panel_title[%d] = ", line->panel + 1);
      report_script_string(script, slice->panels[line->panel]);
      fprintf(script, "\nfirst_line[%d] = %d\n", line->panel + 1, s + 1);
    }
    fprintf(script, "last_line[%d] = %d\nline_label[%d] = ", line->panel + 1, s + 1, s + 1);
    report_script_string(script, line->label);
    fprintf(script, "\nline_style[%d] = %d\nline_colour[%d] = 0x%06x\n", s + 1, line->style, s + 1,
            (unsigned)report_colour(line->colour));
  }
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
  const int width = slice->panel_count == 1 ? 760 : 500, height = slice->panel_count == 1 ? 420 : 330;
  fprintf(draft->script, "\npanel_count = %d\nwide_columns = 2\npanel_width = %d\npanel_height = %d\n",
          slice->panel_count, width, height);
  put_ranges(slice, draft, width, height);
  report_script_ticks(draft->script, slice);
  put_marks(run, slice, draft);
  put_lines(slice, draft->script);
  return true;
}
