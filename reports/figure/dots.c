/* Why this file exists: collects the rows and marks of a chart of dots, sorts them, and writes its data and gnuplot
 * script. */
#include "dots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/memory.h"

enum { ROW_PIXELS = 20, HEAD_PIXELS = 92 };

bool dots_open(dots *chart, int marks) {
  *chart = (dots){.room = marks};
  chart->rows = report_memory((size_t)marks, sizeof *chart->rows);
  chart->kinds = report_memory((size_t)marks, sizeof *chart->kinds);
  chart->values = report_memory((size_t)marks * DOTS_KINDS * 3, sizeof *chart->values);
  for (int i = 0; chart->values && i < marks * DOTS_KINDS * 3; i++) chart->values[i] = NAN;
  const bool good = chart->rows && chart->kinds && chart->values;
  if (!good) dots_close(chart);
  return good;
}

void dots_close(dots *chart) {
  free(chart->rows);
  free(chart->kinds);
  free(chart->values);
  *chart = (dots){0};
}

static int place(char (*labels)[DOTS_LABEL], int *count, int room, const char *label) {
  char own[DOTS_LABEL];
  snprintf(own, sizeof own, "%s", label);
  for (int i = 0; i < *count; i++)
    if (strcmp(labels[i], own) == 0) return i;
  if (*count == room) return -1;
  memcpy(labels[*count], own, sizeof own);
  return (*count)++;
}

int dots_row(dots *chart, const char *label) {
  return place(chart->rows, &chart->row_count, chart->room, label);
}

int dots_kind(dots *chart, const char *label) {
  return place(chart->kinds, &chart->kind_count, chart->room, label);
}

/// Kinds with their own colour and mark.
static int drawn(const dots *chart) {
  return chart->kind_count < DOTS_KINDS ? chart->kind_count : DOTS_KINDS;
}

static double *cell(const dots *chart, int row, int kind) {
  return &chart->values[3 * (row * DOTS_KINDS + kind)];
}

bool dots_has(const dots *chart, int row, int kind) {
  return row >= 0 && kind >= 0 && kind < DOTS_KINDS && cell(chart, row, kind)[0] > 0;
}

void dots_put(dots *chart, int row, int kind, double value, double low, double high) {
  if (row < 0 || kind < 0 || kind >= DOTS_KINDS || !(value > 0)) return;
  const bool interval = low > 0 && high > 0;
  double *own = cell(chart, row, kind);
  own[0] = value;
  own[1] = interval ? low : value;
  own[2] = interval ? high : value;
}

/// The smallest (or largest) value of a row, NaN = none.
static double best(const dots *chart, int row, bool largest) {
  double out = NAN;
  for (int k = 0; k < drawn(chart); k++)
    out = largest ? fmax(out, cell(chart, row, k)[0]) : fmin(out, cell(chart, row, k)[0]);
  return out;
}

static void swap_rows(dots *chart, int a, int b) {
  char label[DOTS_LABEL];
  double values[3 * DOTS_KINDS];
  memcpy(label, chart->rows[a], sizeof label);
  memcpy(chart->rows[a], chart->rows[b], sizeof label);
  memcpy(chart->rows[b], label, sizeof label);
  memcpy(values, cell(chart, a, 0), sizeof values);
  memcpy(cell(chart, a, 0), cell(chart, b, 0), sizeof values);
  memcpy(cell(chart, b, 0), values, sizeof values);
}

void dots_sort(dots *chart, bool largest_first) {
  const int all = chart->row_count;
  chart->row_count = 0;
  for (int i = 0; i < all; i++) {
    if (isnan(best(chart, i, largest_first))) continue;
    if (chart->row_count < i) swap_rows(chart, chart->row_count, i);
    chart->row_count++;
  }
  chart->empty = all - chart->row_count;
  for (int i = 1; i < chart->row_count; i++)
    for (int k = i; k > 0; k--) {
      const double a = best(chart, k - 1, largest_first), b = best(chart, k, largest_first);
      if (largest_first ? !(b > a) : !(b < a)) break;
      swap_rows(chart, k - 1, k);
    }
}

/// Returns the smallest and largest end of all intervals in `range`.
static void put_data(const dots *chart, FILE *data, double range[2]) {
  range[0] = INFINITY, range[1] = 0;
  for (int k = 0; k < drawn(chart); k++) {
    fputs(k > 0 ? "\n\n# " : "# ", data);
    report_data_text(data, chart->kinds[k], '\n');
    fputs("# row\tvalue\tlo95\thi95\tname\n", data);
    for (int r = 0; r < chart->row_count; r++) {
      const double *own = cell(chart, r, k);
      if (!(own[0] > 0)) continue;
      report_data_number(data, r + 1 + 0.13 * (k - 0.5 * (drawn(chart) - 1)), '\t');
      for (int i = 0; i < 3; i++) report_data_number(data, own[i], '\t');
      report_data_text(data, chart->rows[r], '\n');
      range[0] = fmin(range[0], own[1]);
      range[1] = fmax(range[1], own[2]);
    }
  }
}

static void put_labels(const dots *chart, FILE *script) {
  size_t letters = 0;
  fputs("set ytics (", script);
  for (int r = 0; r < chart->row_count; r++) {
    letters = strlen(chart->rows[r]) > letters ? strlen(chart->rows[r]) : letters;
    fputs(r > 0 ? ", " : "", script);
    report_script_label(script, chart->rows[r]);
    fprintf(script, " %d", r + 1);
  }
  fprintf(script,
          ")\nrow_count = %d\nrow_letters = %zu\nkind_count = %d\narray kind_label[%d]\narray kind_colour[%d]\n",
          chart->row_count, letters, drawn(chart), drawn(chart), drawn(chart));
  letters = 0;
  char names[DOTS_KINDS][DOTS_LABEL];
  const char *backends[DOTS_KINDS];
  int colours[DOTS_KINDS];
  for (int k = 0; k < drawn(chart); k++) { /* "omp, mesh order" begins with its backend */
    snprintf(names[k], sizeof names[k], "%.*s", (int)strcspn(chart->kinds[k], ", "), chart->kinds[k]);
    backends[k] = names[k];
  }
  for (int k = 0; k < drawn(chart); k++) {
    colours[k] = report_next_colour(backends, colours, k, drawn(chart));
    letters = strlen(chart->kinds[k]) > letters ? strlen(chart->kinds[k]) : letters;
    fprintf(script, "kind_label[%d] = ", k + 1);
    report_script_string(script, chart->kinds[k]);
    fprintf(script, "\nkind_colour[%d] = 0x%06x\n", k + 1, (unsigned)report_colour(colours[k]));
  }
  fprintf(script, "key_lines = %d\nkey_letters = %zu\nkey_step = 1\n", drawn(chart), letters);
}

void dots_draw(const dots *chart, const char *axis, double equal, report_draft *draft) {
  double range[2];
  const int left_out = chart->kind_count - drawn(chart);
  if (left_out > 0)
    fprintf(draft->caption, " Shown are the first %d kinds of mark. Left out: %d, see Results.", DOTS_KINDS, left_out);
  if (chart->empty > 0) fprintf(draft->caption, " Rows without a mark: %d, see Results.", chart->empty);
  put_data(chart, draft->data, range);
  if (!(range[1] > 0)) return; /* without marks the figure is left out */
  draft->body = "dots";
  fputs("x_label = ", draft->script);
  report_script_string(draft->script, axis);
  fputc('\n', draft->script);
  put_labels(chart, draft->script);
  if (equal > 0) range[0] = fmin(range[0], equal), range[1] = fmax(range[1], equal);
  report_script_number(draft->script, "x_low", range[0] / 1.25);
  report_script_number(draft->script, "x_high", range[1] * 1.25);
  report_script_log_ticks(draft->script, "x", range[0] / 1.25, range[1] * 1.25);
  report_script_number(draft->script, "equal", equal);
  fprintf(draft->script, "panel_count = 1\nwide_columns = 1\npanel_width = 760\npanel_height = %d\n",
          HEAD_PIXELS + ROW_PIXELS * chart->row_count);
}
