/* Why this file exists: writes the TSV and the glossary from one list, so that every column has a meaning. The axes
 * of all benchmarks come in between. */
#include <string.h>

#include "fields.h"
#include "report.h"

enum { MAX_AXIS_COLUMNS = 64 };

/// A text cell: tabs and line breaks would break the table.
static void put_text(const char *text, FILE *stream) {
  if (!text || text[0] == '\0') text = "-";
  for (const char *c = text; *c != '\0'; c++) fputc((unsigned char)*c < 0x20 ? ' ' : *c, stream);
}

static void put_sweeps(const bench_point *point, FILE *stream) {
  bool any = false;
  for (int i = 0; i < point->owner->sweep_count; i++) {
    if ((point->sweeps & 1u << i) == 0) continue;
    fprintf(stream, "%s%s", any ? "," : "", point->owner->sweeps[i].name);
    any = true;
  }
  if (!any) fputc('-', stream);
}

/// Axes of all benchmarks by name, each once. They are known before anything is selected, so columns never change.
static int axis_columns(const bench_plan *plan, const bench_axis **out) {
  int count = 0;
  for (int c = 0; c < plan->case_count; c++)
    for (int i = 0; i < plan->cases[c]->axis_count; i++) {
      const bench_axis *axis = &plan->cases[c]->axes[i];
      bool seen = false;
      for (int k = 0; k < count; k++) seen = seen || strcmp(out[k]->name, axis->name) == 0;
      if (!seen && count < MAX_AXIS_COLUMNS) out[count++] = axis;
    }
  return count;
}

static void put_cell(const bench_result_field *field, const bench_cell *cell, FILE *stream) {
  char text[32];
  switch (field->kind) {
  case RESULT_LIST: put_sweeps(cell->point, stream); return;
  case RESULT_TEXT: put_text(bench_field_words(field, cell, text), stream); return;
  case RESULT_FLAG: fputc(cell->result->flagged ? '1' : '0', stream); return;
  default: fputs(json_shortest(bench_field_number(field, cell), text), stream);
  }
}

static void put_axis(const bench_axis *axis, const bench_point *point, FILE *stream) {
  const int index = bench_axis_find(point->owner, axis->name);
  char text[32];
  if (index < 0 || (point->present & UINT64_C(1) << index) == 0)
    fputs(axis->text ? "-" : "NaN", stream);
  else
    put_text(bench_value_text(axis, point->values[index], text, sizeof text), stream);
}

/// The head of the table, or a row. The axes come between the first columns and the others.
static void put_row(const bench_axis *const *axes, int axis_count, const bench_cell *cell, FILE *stream) {
  bool first = true;
  for (int i = 0; i < bench_field_count; i++) {
    const bench_result_field *field = &bench_fields[i];
    if (field->column[0] == '\0') continue;
    if (!first) fputc('\t', stream);
    first = false;
    if (cell)
      put_cell(field, cell, stream);
    else
      fputs(field->column, stream);
    for (int k = 0; k < axis_count && field->kind == RESULT_LIST; k++) {
      fputc('\t', stream);
      if (cell)
        put_axis(axes[k], cell->point, stream);
      else
        fputs(axes[k]->name, stream);
    }
  }
  fputc('\n', stream);
}

void bench_write_tsv(FILE *stream, const bench_report *report) {
  const bench_axis *axes[MAX_AXIS_COLUMNS];
  const bench_plan *plan = report->run->plan;
  const int axis_count = axis_columns(plan, axes);
  put_row(axes, axis_count, NULL, stream);
  for (int p = 0; p < plan->count; p++) {
    const bench_cell cell = bench_cell_of(&plan->points[p], &report->run->results[p]);
    put_row(axes, axis_count, &cell, stream);
  }
}

void bench_write_columns(FILE *stream) {
  fprintf(stream, "%-28s %-9s %s\n", "column", "unit", "meaning");
  for (int i = 0; i < bench_field_count; i++) {
    const bench_result_field *field = &bench_fields[i];
    if (field->column[0] != '\0') fprintf(stream, "%-28s %-9s %s\n", field->column, field->unit, field->about);
    if (field->kind == RESULT_LIST)
      fprintf(stream, "%-28s %-9s %s\n", "(axes)", "", "one column for each axis of any benchmark, see --list");
  }
}

void bench_write_glossary(json_writer *json) {
  json_open(json, "glossary", '{');
  for (int i = 0; i < bench_field_count; i++) {
    const bench_result_field *field = &bench_fields[i];
    if (field->column[0] == '\0') continue;
    json_open_flat(json, field->column, '{');
    json_text(json, "unit", field->unit);
    json_text(json, "meaning", field->about);
    json_close(json, '}');
  }
  json_close(json, '}');
}
