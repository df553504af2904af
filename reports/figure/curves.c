/* Why this file exists: writes the data and the gnuplot script of a chart of curves. The figures only hand over
 * their points. */
#include "curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/memory.h"

static bool open_streams(curves *chart) {
  for (int p = 0; p < chart->panel_count; p++) {
    chart->streams[p] = report_stream(&chart->texts[p], &chart->sizes[p]);
    if (!chart->streams[p]) return false;
    const double empty[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    memcpy(chart->range[p], empty, sizeof empty);
  }
  return true;
}

/* A block for each line of a panel. A first row without numbers keeps empty blocks in place. */
bool curves_line(curves *chart, const char *label) {
  if (chart->line_count == CURVES_LINES || (chart->line_count == 0 && !open_streams(chart))) return false;
  snprintf(chart->labels[chart->line_count], CURVES_LABEL, "%s", label);
  for (int p = 0; p < chart->panel_count; p++) {
    fputs("# x\ty\tx_lo95\tx_hi95\tname\n", chart->streams[p]);
    fputs("NaN\tNaN\tNaN\tNaN\t", chart->streams[p]);
    report_data_text(chart->streams[p], label, '\n');
  }
  chart->line_count++;
  return true;
}

void curves_put(curves *chart, int panel, double x, double y, double low, double high) {
  const curves_panel *own = &chart->panels[panel];
  double *range = chart->range[panel];
  if (!isfinite(x) || !isfinite(y) || (own->x_log && !(x > 0)) || (own->y_log && !(y > 0))) return;
  const bool interval = isfinite(low) && isfinite(high) && (!own->x_log || low > 0);
  const double numbers[4] = {x, y, interval ? low : x, interval ? high : x};
  for (int i = 0; i < 4; i++) report_data_number(chart->streams[panel], numbers[i], '\t');
  report_data_text(chart->streams[panel], chart->labels[chart->line_count - 1], '\n');
  range[0] = fmin(range[0], numbers[2]);
  range[1] = fmax(range[1], numbers[3]);
  range[2] = fmin(range[2], y);
  range[3] = fmax(range[3], y);
}

/// Add a margin around the points of one axis. On a linear axis it is at least that share of the largest value, so that
/// nearly constant values look level.
static void widen(double *low, double *high, bool logarithmic, double level) {
  if (logarithmic) {
    const double room = pow(*high / *low, 0.06) * 1.15;
    *low /= room, *high *= room;
  } else {
    const double room = fmax(0.06 * (*high - *low), level * fabs(*high));
    *low -= room, *high += room;
  }
}

/// The command for the ticks of a panel's axis, for each panel another one.
static void put_ticks(const char *axis, int panel, bool logarithmic, const double range[2], FILE *script) {
  char *text = NULL;
  size_t size = 0;
  FILE *command = logarithmic ? report_stream(&text, &size) : NULL;
  if (command) {
    report_script_log_ticks(command, axis, range[0], range[1]);
    fclose(command);
    text[size - 1] = '\0'; /* the end of the line */
  }
  fprintf(script, "%s_ticks[%d] = ", axis, panel + 1);
  report_script_string(script, text ? text : "");
  fputc('\n', script);
  free(text);
}

static void put_panel(const curves *chart, int panel, FILE *script) {
  const curves_panel *own = &chart->panels[panel];
  double range[4];
  memcpy(range, chart->range[panel], sizeof range);
  if (chart->marks || own->x_log) widen(&range[0], &range[1], own->x_log, 0);
  widen(&range[2], &range[3], own->y_log, chart->marks ? 0.1 : 1e-6);
  static const char *const ends[4] = {"x_low", "x_high", "y_low", "y_high"};
  for (int i = 0; i < 4; i++) {
    char name[32];
    snprintf(name, sizeof name, "%s[%d]", ends[i], panel + 1);
    report_script_number(script, name, range[i]);
  }
  fprintf(script, "x_log[%d] = %d\ny_log[%d] = %d\n", panel + 1, own->x_log, panel + 1, own->y_log);
  put_ticks("x", panel, own->x_log, &range[0], script);
  put_ticks("y", panel, own->y_log, &range[2], script);
  const char *const words[3][2] = {{"panel_title", own->title}, {"x_label", own->x_label}, {"y_label", own->y_label}};
  for (int i = 0; i < 3; i++) {
    fprintf(script, "%s[%d] = ", words[i][0], panel + 1);
    report_script_string(script, words[i][1]);
    fputc('\n', script);
  }
}

static void put_script(const curves *chart, FILE *script) {
  size_t letters = 0;
  fprintf(script, "panel_count = %d\nwide_columns = 2\npanel_width = %d\npanel_height = 340\nmarks = %d\nloose = %d\n",
          chart->panel_count, chart->panel_count == 1 ? 860 : 500, chart->marks, chart->loose);
  static const char *const arrays[] = {"x_low",       "x_high",  "y_low",   "y_high",  "x_log",  "y_log",
                                       "panel_title", "x_label", "y_label", "x_ticks", "y_ticks"};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
    fprintf(script, "array %s[%d]\n", arrays[i], chart->panel_count);
  for (int p = 0; p < chart->panel_count; p++) put_panel(chart, p, script);
  fprintf(script, "line_count = %d\narray line_label[%d]\narray line_colour[%d]\n", chart->line_count,
          chart->line_count, chart->line_count);
  for (int i = 0; i < chart->line_count; i++) {
    letters = strlen(chart->labels[i]) > letters ? strlen(chart->labels[i]) : letters;
    fprintf(script, "line_label[%d] = ", i + 1);
    report_script_string(script, chart->labels[i]);
    fprintf(script, "\nline_colour[%d] = 0x%06x\n", i + 1, (unsigned)report_colour(i));
  }
  fprintf(script, "key_lines = %d\nkey_letters = %zu\nkey_step = 1\n", chart->line_count, letters);
}

bool curves_draw(curves *chart, report_draft *draft) {
  bool good = chart->line_count > 0;
  for (int p = 0; p < chart->panel_count; p++) {
    if (chart->streams[p] && fclose(chart->streams[p]) != 0) good = false;
    good = good && chart->range[p][0] <= chart->range[p][1];
  }
  if (good) draft->body = "curves";
  for (int p = 0; p < chart->panel_count && good; p++) {
    /* gnuplot separates blocks by two empty lines */
    for (const char *at = chart->texts[p]; *at; at++) {
      if (*at == '#' && (at > chart->texts[p] || p > 0)) fputs("\n\n", draft->data);
      fputc(*at, draft->data);
    }
  }
  if (good) put_script(chart, draft->script);
  for (int p = 0; p < chart->panel_count; p++) free(chart->texts[p]);
  return good;
}
