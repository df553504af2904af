/* Why this file exists: findings belong in the documentation. The checks that measure them write the page, so its
 * numbers cannot go stale. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "outputs.h"
#include "plot.h"
#include "xpbd/status.h"

static const char head[] =
    "# Findings\n"
    "\nResults of the checks that are in no paper.\n"
    "The checks write this page (`./run docs`, or `xpbd-validate --findings FILE`). A test compares it with what they "
    "measure now, so the numbers match the programs beside it.\n"
    "`xpbd-validate claims` prints what the papers claim. `xpbd-validate errata` prints the errors in the papers.\n";

static const check_finding_text *finding_of(const check_result *result) {
  for (int i = 0; i < result->row_count; i++)
    if (result->rows[i].kind == CHECK_ROW_FINDING) return &result->rows[i].finding;
  return NULL;
}

static const char *measured_of(const check_result *result) {
  for (int i = 0; i < result->row_count; i++)
    if (result->rows[i].kind == CHECK_ROW_FINDING) return result->rows[i].measured;
  return "";
}

/// Each sentence gets its own line, as in all documentation.
static void put_sentences(FILE *f, const char *text) {
  for (const char *c = text; *c; c++) {
    const bool ends = c[0] == '.' && c[1] == ' ' && c[2] >= 'A' && c[2] <= 'Z';
    fputc(*c, f);
    if (ends) fputc('\n', f), c++;
  }
}

/// As the page prints it: three digits are the same on every machine. The figure is drawn from these too.
static double shown(double value) {
  char text[32];
  snprintf(text, sizeof text, "%.3g", value);
  return strtod(text, NULL);
}

/// A cell of a table; whole numbers such as counts keep all digits. A dash is what was not measured.
static void put_cell(FILE *f, double value) {
  if (isnan(value)) {
    fputs(" – |", f);
    return;
  }
  const bool whole = fabs(value) < 1e6 && value >= floor(value) && value <= floor(value);
  fprintf(f, whole ? " %.0f |" : " %.3g |", value);
}

static bool same_x(const check_curve_data *a, const check_curve_data *b) {
  return a->count == b->count && memcmp(a->x, b->x, (size_t)a->count * sizeof *a->x) == 0;
}

/// One table of the curves first .. end - 1, which share the same x.
static void put_table(FILE *f, const check_finding_text *finding, const check_curve_data *curves, int first, int end) {
  fprintf(f, "\nIn the table: %s.\n\n| %s |", finding->y, finding->x);
  for (int c = first; c < end; c++) fprintf(f, " %s |", curves[c].label);
  fputs("\n|---|", f);
  for (int c = first; c < end; c++) fputs("---|", f);
  fputs("\n", f);
  for (int i = 0; i < curves[first].count; i++) {
    fputs("|", f);
    put_cell(f, curves[first].x[i]);
    for (int c = first; c < end; c++) put_cell(f, curves[c].y[i]);
    fputs("\n", f);
  }
}

static xpbd_status put_figure(const check_finding_text *finding, const check_result *result, const char *path) {
  double x[CHECK_CURVE_LIMIT][CHECK_POINT_LIMIT], y[CHECK_CURVE_LIMIT][CHECK_POINT_LIMIT];
  plot p = {.title = finding->title,
            .x = finding->x,
            .y = finding->y,
            .log_x = finding->log_x,
            .log_y = finding->log_y,
            .mark_x = (double)NAN};
  for (int c = 0; c < result->curve_count; c++) {
    const check_curve_data *curve = &result->curves[c];
    for (int i = 0; i < curve->count; i++) x[c][i] = shown(curve->x[i]), y[c][i] = shown(curve->y[i]);
    p.series[p.count++] = (plot_series){.name = curve->label, .count = curve->count, .x = x[c], .y = y[c]};
  }
  xpbd_file file;
  const xpbd_status status = xpbd_file_create(path, &file);
  if (status != XPBD_OK) return status;
  plot_write_file(file.stream, &p);
  return xpbd_file_commit(&file);
}

static bool put_finding(FILE *f, const check_record *record, const char *folder, const char *name) {
  const check_result *result = &record->result;
  const check_finding_text *finding = finding_of(result);
  fprintf(f, "\n## %s\n\n", finding->title);
  put_sentences(f, finding->statement);
  fputs("\n\nMeasured: ", f);
  put_sentences(f, measured_of(result));
  fputs(".\n", f);
  for (int first = 0, end; first < result->curve_count; first = end) {
    for (end = first + 1; end < result->curve_count && same_x(&result->curves[first], &result->curves[end]);) end++;
    put_table(f, finding, result->curves, first, end);
  }
  bool good = true;
  if (finding->x && result->curve_count > 0) {
    char path[4096];
    good = snprintf(path, sizeof path, "%s/%s.svg", folder, finding->key) < (int)sizeof path &&
           xpbd_folder_create(folder) == XPBD_OK && put_figure(finding, result, path) == XPBD_OK;
    fprintf(f, "\n![%s](%s/%s.svg)\n", finding->title, name, finding->key);
  }
  fprintf(f, "\nTo reproduce: `xpbd-validate %s`.\n", record->entry->name);
  return good;
}

int check_write_findings(FILE *stream, const check_log *log, const char *folder, const char *name) {
  int count = 0;
  fputs(head, stream);
  for (int i = 0; i < log->count; i++) {
    const check_record *record = &log->records[i];
    if (!finding_of(&record->result)) continue;
    if (!put_finding(stream, record, folder, name)) return -1;
    count++;
  }
  return count;
}
