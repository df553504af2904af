/* Why this file exists: draws lines over two logarithmic axes for three questions. Where does a side become faster?
 * What does accuracy cost in time? How far is a row from the limit of memory? */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_figures.h"
#include "support/html.h"
#include "read/memory.h"

enum { LEGIBLE_LINES = 10 };

typedef struct spot {
  double x, y, low, high;
  int line, row; ///< Index in plot.lines, and the order of the spot, because the first of equal ones stays first.
} spot;

typedef struct plot_line {
  char label[COMPARE_TEXT];
  int side, count;
  const spot *spots; ///< Along x.
  double rank;       ///< Lines with lower values are drawn first when not all are drawn.
  bool drawn;
} plot_line;

typedef struct plot {
  const compare_figure *figure;
  plot_line *lines; ///< Room for one per spot.
  int count, spot_count, marks;
  int all;           ///< Number of lines. `count` of them are drawn.
  spot *spots;       ///< Spots of all lines.
  double *mark;      ///< Where lines cross 1. Room for one per spot.
  const char *error; ///< The kind of error in the figure.
  int others;        ///< Rows with another kind of error.
  double x_low, x_high, y_low, y_high, ceiling;
} plot;

static double last_of(const json_t *array) {
  const json_t *value = json_array_get(array, json_array_size(array) - 1);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/// The error that a row reports for its result. `name` gets its name.
static double error_of(const report_point *point, const char **name) {
  static const char *const series[][2] = {{"series.volume_mean_error", "mean error of the volumes at the end"},
                                          {"series.area_mean_error", "mean error of the areas at the end"}};
  for (size_t k = 0; k < sizeof series / sizeof series[0]; k++) {
    const json_t *values = report_at(point->json, series[k][0]);
    *name = series[k][1];
    if (json_array_size(values) > 0) return last_of(values);
  }
  const json_t *error = report_at(point->json, "error");
  *name = "distance from the converged answer, relative to the size";
  return json_is_number(error) ? json_number_value(error) : (double)NAN;
}

/// Areas and volumes have no axis in common. The first row's kind of error is drawn, the others are counted.
static void choose_error(plot *p) {
  const compare_set *set = p->figure->set;
  for (int r = 0; r < set->row_count; r++) {
    bool other = false;
    for (int s = 0; s < set->side_count && strcmp(set->rows[r].benchmark, p->figure->benchmark) == 0; s++) {
      const compare_cell *cell = &set->rows[r].cells[s];
      const char *name;
      if (!cell->point || cell->bad || !(error_of(cell->point, &name) > 0)) continue;
      if (!p->error) p->error = name;
      other = other || strcmp(name, p->error) != 0;
    }
    p->others += other;
  }
}

static spot spot_of(const plot *p, const compare_row *row, int side) {
  const compare_figure *figure = p->figure;
  const compare_cell *cell = &row->cells[side];
  const compare_ratio *ratio = &row->ratios[side];
  const char *name;
  spot out = {.x = NAN, .y = NAN, .low = NAN, .high = NAN};
  if (!cell->point || cell->bad) return out;
  const compare_time time = compare_time_of(cell, &figure->set->rule);
  if (figure->kind == COMPARE_ALONG && side > 0) {
    const double x = report_axis_number(row->first, figure->axis);
    out = (spot){.x = x, .y = ratio->value, .low = ratio->low, .high = ratio->high};
  } else if (figure->kind == COMPARE_ERROR) {
    const double error = error_of(cell->point, &name);
    if (!p->error || strcmp(name, p->error) != 0) return out;
    out = (spot){.x = 1e3 * time.seconds, .y = error, .low = error, .high = error};
  } else if (figure->kind == COMPARE_ROOFLINE) {
    const double work = cell->point->projections, bytes = cell->point->host_bytes / cell->point->constraints;
    out = (spot){.x = bytes, .y = work / time.seconds, .low = work / time.high, .high = work / time.low};
  }
  if (isnan(out.low) || isnan(out.high)) out.low = out.high = out.y;
  return out;
}

static void add_spot(plot *p, const compare_row *row, int side) {
  const compare_set *set = p->figure->set;
  spot at = spot_of(p, row, side);
  if (!(at.x > 0 && at.y > 0)) return;
  char label[COMPARE_TEXT], name[COMPARE_TEXT] = "";
  if (strcmp(p->figure->axis, "*") != 0) compare_row_name(set, row, p->figure->axis, name, sizeof name);
  const size_t own = strlen(row->benchmark); /* the title has it */
  if (strncmp(name, row->benchmark, own) == 0 && (name[own] == ',' || name[own] == '\0'))
    memmove(name, name + own + (name[own] ? 2 : 0), strlen(name + own + (name[own] ? 2 : 0)) + 1);
  snprintf(label, sizeof label, "%s%s%.120s", set->sides[side].letter, name[0] ? ": " : " ",
           name[0] ? name : set->sides[side].label);
  int k = 0;
  while (k < p->count && strcmp(p->lines[k].label, label) != 0) k++;
  plot_line *line = &p->lines[k];
  if (k == p->count) {
    p->count++;
    line->side = side;
    line->count = 0;
    snprintf(line->label, sizeof line->label, "%s", label);
  }
  line->count++;
  at.line = k, at.row = p->spot_count;
  p->spots[p->spot_count++] = at;
}

static int by_line_and_x(const void *a, const void *b) {
  const spot *p = a, *q = b;
  if (p->line != q->line) return p->line - q->line;
  if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
  return p->row - q->row;
}

/// Collect the spots of each line, along x.
static void sort_spots(plot *p) {
  int first = 0;
  qsort(p->spots, (size_t)p->spot_count, sizeof *p->spots, by_line_and_x);
  for (int k = 0; k < p->count; first += p->lines[k++].count) p->lines[k].spots = &p->spots[first];
}

/// Drop lines of a single spot.
static void drop_points(plot *p) {
  const int least = strcmp(p->figure->axis, "*") == 0 ? 1 : 2;
  int kept = 0;
  for (int k = 0; k < p->count; k++) {
    const plot_line *line = &p->lines[k];
    if (line->count < least || line->spots[0].x >= line->spots[line->count - 1].x * (least == 2 ? 1 : 2)) continue;
    p->lines[kept++] = *line;
  }
  p->count = p->all = kept;
}

/// The part of the label that lines of other sides share.
static const char *name_of(const plot *p, const plot_line *line) {
  return line->label + strlen(p->figure->set->sides[line->side].letter);
}

/// For ratios, lines that go farthest from 1 come first. Otherwise all sides of the first setting come first, then
/// those of the next.
static double rank_of(const plot *p, const plot_line *line) {
  if (p->figure->kind == COMPARE_ALONG) {
    double far = 0;
    for (int i = 0; i < line->count; i++) far = fmax(far, fabs(log(line->spots[i].y)));
    return -far;
  }
  const plot_line *first = p->lines;
  while (strcmp(name_of(p, first), name_of(p, line)) != 0) first++;
  return (double)(first - p->lines);
}

/// Only as many lines are drawn as can be told apart. They keep their order.
static void choose_lines(plot *p) {
  for (int k = 0; k < p->all; k++) p->lines[k].rank = rank_of(p, &p->lines[k]);
  for (int k = 0; k < p->all; k++) {
    const double rank = p->lines[k].rank;
    int before = 0;
    for (int i = 0; i < p->all; i++) before += i < k ? p->lines[i].rank <= rank : p->lines[i].rank < rank;
    p->lines[k].drawn = before < LEGIBLE_LINES;
  }
  p->count = 0;
  for (int k = 0; k < p->all; k++)
    if (p->lines[k].drawn) p->lines[p->count++] = p->lines[k];
}

static void find_range(plot *p) {
  p->x_low = p->y_low = DBL_MAX;
  for (int k = 0; k < p->count; k++) {
    const plot_line *line = &p->lines[k];
    for (int i = 0; i < line->count; i++) {
      p->x_low = fmin(p->x_low, line->spots[i].x);
      p->x_high = fmax(p->x_high, line->spots[i].x);
      p->y_low = fmin(p->y_low, line->spots[i].low);
      p->y_high = fmax(p->y_high, line->spots[i].high);
    }
  }
}

/// Find where a line of ratios crosses 1, on logarithmic scales. Both neighbours must be certainly above or below.
static void find_crossings(plot *p, FILE *caption) {
  for (int k = 0; k < p->count; k++) {
    const plot_line *line = &p->lines[k];
    const spot *a = NULL; /* the last certain one */
    for (int i = 0; i < line->count; i++) {
      const spot *b = &line->spots[i];
      if (!(b->low < b->high) || (b->low <= 1 && b->high >= 1)) continue;
      if (a && (a->y < 1) != (b->y < 1)) {
        const double at = a->x * pow(b->x / a->x, log(a->y) / log(a->y / b->y));
        p->mark[p->marks++] = at;
        fprintf(caption, " %s: %s from about %.3g on (between %g and %g).", line->label, b->y > 1 ? "faster" : "slower",
                at, a->x, b->x);
      }
      a = b;
    }
  }
  if (p->marks == 0) fputs(" No line clearly crosses 1.", caption);
}

static void put_texts(plot *p, report_draft *draft) {
  const compare_figure *figure = p->figure;
  const compare_set *set = figure->set;
  const char *x_label = figure->axis, *y_label = "", *kind = "ratios";
  if (figure->kind == COMPARE_ALONG) {
    y_label = "frame rate relative to A";
    if (set->side_count == 2)
      fprintf(draft->title, "%s: speed of B (%s) relative to A (%s) against %s", figure->benchmark, set->sides[1].label,
              set->sides[0].label, figure->axis);
    else
      fprintf(draft->title, "%s: speed relative to A (%s) against %s", figure->benchmark, set->sides[0].label,
              figure->axis);
    fputs("Frame rate, divided by the frame rate of the partner in A, with 95 % intervals. Lines join rows that differ "
          "in this axis alone. Diamonds mark where a line crosses 1, if the intervals on both sides of it are clear.",
          draft->caption);
    find_crossings(p, draft->caption);
  } else if (figure->kind == COMPARE_ERROR) {
    kind = "error";
    x_label = "milliseconds per frame";
    y_label = p->error;
    fprintf(draft->title, "%s: remaining error against time spent", figure->benchmark);
    fputs("Each point is a number of iterations. Further down is more accurate, further left is faster. Two settings "
          "are worth the same where their lines meet, not where their iterations are equal.",
          draft->caption);
    if (p->others > 0)
      fprintf(draft->caption, " %d row%s another kind of error, which is not drawn.", p->others,
              p->others == 1 ? " has" : "s have");
  } else {
    kind = "roofline";
    x_label = "bytes of the solver's state per constraint";
    y_label = "projections per second";
    p->ceiling = report_env_number(&set->sides[0].input->runs[0], "machine.triad");
    fprintf(draft->title, "%s: work against memory traffic", figure->benchmark);
    fputs("Each point is a row. Dotted: what the memory bandwidth measured in run A (triad) allows if all processors "
          "together read the whole state once per iteration. Points above it run from a cache. Ceilings of one thread, "
          "and of arithmetic, are in the report of each run.",
          draft->caption);
    p->y_high = fmax(p->y_high, p->ceiling / p->x_low);
    p->y_low = fmin(p->y_low, p->ceiling / p->x_high);
  }
  if (p->count < p->all)
    fprintf(draft->caption, " Shown are the %s %d of %d lines. All rows are in compare.tsv.",
            figure->kind == COMPARE_ALONG ? "most different" : "first", p->count, p->all);
  if (figure->kind == COMPARE_ERROR || set->side_count > 2)
    for (int s = 0; s < set->side_count; s++)
      fprintf(draft->caption, " %s: %s.", set->sides[s].letter, set->sides[s].label);
  snprintf(draft->name, sizeof draft->name, "%.24s_%.20s%s%s", figure->benchmark,
           figure->kind == COMPARE_ALONG ? figure->axis : "", figure->kind == COMPARE_ALONG ? "_" : "", kind);
  fputs("x_label = ", draft->script);
  report_script_string(draft->script, x_label);
  fputs("\ny_label = ", draft->script);
  report_script_string(draft->script, y_label);
  fputc('\n', draft->script);
}

static void put_lines(const plot *p, report_draft *draft) {
  FILE *script = draft->script;
  size_t letters = 0;
  fprintf(script, "line_count = %d\nkey_lines = %d\nkey_step = 1\narray key_label[%d]\narray key_colour[%d]\n",
          p->count, p->count, p->count, p->count);
  fprintf(script, "array key_style[%d]\n", p->count);
  for (int k = 0; k < p->count; k++) {
    const plot_line *line = &p->lines[k];
    if (strlen(line->label) > letters) letters = strlen(line->label);
    const bool sides = p->figure->kind != COMPARE_ALONG || p->figure->set->side_count > 2;
    fprintf(script, "key_label[%d] = ", k + 1);
    report_script_string(script, line->label);
    int colour = 0; /* equal settings of several sides have one colour */
    while (strcmp(name_of(p, &p->lines[colour]), name_of(p, line)) != 0) colour++;
    fprintf(script, "\nkey_colour[%d] = 0x%06x\nkey_style[%d] = %d\n", k + 1, (unsigned)report_colour(colour), k + 1,
            1 + (sides ? line->side : colour / REPORT_COLOURS));
    fprintf(draft->data, "%sx\ty\ty_lo95\ty_hi95\tline\n", k > 0 ? "\n\n# " : "# ");
    for (int i = 0; i < line->count; i++) {
      report_data_number(draft->data, line->spots[i].x, '\t');
      report_data_number(draft->data, line->spots[i].y, '\t');
      report_data_number(draft->data, line->spots[i].low, '\t');
      report_data_number(draft->data, line->spots[i].high, '\t');
      report_data_text(draft->data, line->label, '\n');
    }
  }
  fprintf(script, "key_letters = %zu\n", letters);
}

static void put_frame(const plot *p, FILE *script) {
  const bool unit = p->figure->kind == COMPARE_ALONG;
  const double x_room = pow(p->x_high / p->x_low, 0.05) * 1.02, y_room = pow(p->y_high / p->y_low, 0.06) * 1.03;
  report_script_number(script, "x_low", p->x_low / x_room);
  report_script_number(script, "x_high", p->x_high * x_room);
  report_script_number(script, "y_low", (unit ? fmin(p->y_low, 1) : p->y_low) / y_room);
  report_script_number(script, "y_high", (unit ? fmax(p->y_high, 1) : p->y_high) * y_room);
  report_script_log_ticks(script, "x", p->x_low / x_room, p->x_high * x_room);
  report_script_log_ticks(script, "y", (unit ? fmin(p->y_low, 1) : p->y_low) / y_room,
                          (unit ? fmax(p->y_high, 1) : p->y_high) * y_room);
  report_script_number(script, "ceiling", p->ceiling > 0 ? p->ceiling : 0);
  report_script_array(script, "cross_at", p->mark, p->marks);
  fprintf(script, "cross_count = %d\nunit_line = %d\njoined = %d\nceiling_label = 'memory, as measured'\n", p->marks,
          unit, strcmp(p->figure->axis, "*") != 0);
  fputs("panel_count = 1\nwide_columns = 1\npanel_width = 760\npanel_height = 400\n", script);
}

bool compare_draft_lines(const report_subject *subject, int index, report_draft *draft) {
  const compare_figure *figure = subject->compared;
  const compare_set *set = figure->set;
  if (index > 0) return false;
  const size_t most = (size_t)set->side_count * (size_t)set->row_count + 1;
  plot p = {.figure = figure,
            .lines = report_memory(most, sizeof *p.lines),
            .spots = report_memory(most, sizeof *p.spots),
            .mark = report_memory(most, sizeof *p.mark),
            .ceiling = NAN};
  bool any = p.lines && p.spots && p.mark;
  if (any) {
    const bool measured = report_env_number(&set->sides[0].input->runs[0], "machine.triad") > 0;
    if (p.figure->kind == COMPARE_ERROR) choose_error(&p);
    for (int s = 0; s < set->side_count; s++)
      for (int r = 0; r < set->row_count; r++)
        if (strcmp(set->rows[r].benchmark, p.figure->benchmark) == 0) add_spot(&p, &set->rows[r], s);
    sort_spots(&p);
    drop_points(&p);
    choose_lines(&p);
    find_range(&p);
    any = p.count > 0 && (p.figure->kind != COMPARE_ROOFLINE || (measured && p.count > 1));
  }
  if (any) {
    draft->body = "lines";
    put_texts(&p, draft);
    put_lines(&p, draft);
    put_frame(&p, draft->script);
  }
  free(p.lines);
  free(p.spots);
  free(p.mark);
  return any;
}
