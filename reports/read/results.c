/* Why this file exists: writes results.json and results.tsv of a report. The table is made from the JSON, because a run
 * need not have written one. */
#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "keep.h"
#include "memory.h"
#include "support/result_fields.h"

enum { MAX_AXES = 64, PATH = 4096 };

typedef struct column {
  const char *name, *path;
  result_kind kind;
} column;

#define COLUMN(name, unit, kind, path, type, place, about) {name, path, kind},
static const column columns[] = {RESULT_FIELDS(COLUMN)};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

const char *report_shortest(double value, char out[32]) {
  if (!isfinite(value)) return strcpy(out, "NaN");
  for (int precision = 15; precision <= 17; precision++) { /* %g drops zeros: the first that reads back is shortest */
    snprintf(out, 32, "%.*g", precision, value);
    const double back = strtod(out, NULL);
    if (back >= value && back <= value) break;
  }
  return out;
}

char *report_join(const char *folder, const char *name) {
  const size_t length = strlen(folder);
  const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
  char *path = malloc(length + strlen(name) + 2);
  if (path)
    sprintf(path, "%s%s%s", folder, slash, name);
  else
    xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for a name", folder);
  return path;
}

char *report_results_of(const char *path) {
  struct stat what;
  return stat(path, &what) == 0 && S_ISDIR(what.st_mode) ? report_join(path, "results.json") : strdup(path);
}

/// A tab or a line break in a cell would break the table.
static void put_text(FILE *stream, const char *text) {
  if (!text || !text[0]) text = "-";
  for (; *text; text++) fputc((unsigned char)*text < 0x20 ? ' ' : *text, stream);
}

static void put_list(FILE *stream, const json_t *list) {
  size_t i;
  json_t *item;
  if (json_array_size(list) == 0) fputc('-', stream);
  json_array_foreach(list, i, item) {
    if (i > 0) fputc(',', stream);
    put_text(stream, json_string_value(item));
  }
}

static void put_cell(FILE *stream, const report_point *p, const column *c) {
  char text[32];
  double value = report_number(p->json, c->path);
  switch (c->kind) {
  case RESULT_TEXT: /* as judged by this report, which may be stricter than the file */
    put_text(stream, strcmp(c->name, "status") == 0   ? report_state_name(p->state)
                     : strcmp(c->name, "reason") == 0 ? p->reason
                                                      : report_text(p->json, c->path));
    return;
  case RESULT_LIST: put_list(stream, report_at(p->json, c->path)); return;
  case RESULT_FLAG: fputc(json_is_true(report_at(p->json, c->path)) ? '1' : '0', stream); return;
  case RESULT_TIME: value = p->has_numbers ? value : (double)NAN; break;
  case RESULT_PLAN: value = p->frames > 0 ? value : (double)NAN; break;
  case RESULT_TIMED: value = p->episodes > 0 ? value : (double)NAN; break;
  case RESULT_NUMBER: break;
  }
  fputs(report_shortest(value, text), stream);
}

/// Axes of all benchmarks of the run, each once, in plan order.
static int find_axes(const report_run *run, const json_t *out[MAX_AXES]) {
  int count = 0;
  size_t i, k;
  json_t *benchmark, *axis;
  json_array_foreach(report_at(run->xb, "plan.benchmarks"), i, benchmark) {
    json_array_foreach(json_object_get(benchmark, "axes"), k, axis) {
      const char *name = report_text(axis, "name");
      bool seen = !name;
      for (int a = 0; a < count && !seen; a++) seen = strcmp(report_text(out[a], "name"), name) == 0;
      if (!seen && count < MAX_AXES) out[count++] = axis;
    }
  }
  return count;
}

/// The name of an axis without a point, else its value there.
static void put_axis(FILE *stream, const report_point *p, const json_t *axis) {
  char text[256];
  const char *kind = report_text(axis, "kind"), *name = report_text(axis, "name");
  if (p) report_axis_text(p, name, text, sizeof text);
  put_text(stream, !p ? name : text[0] ? text : kind && strcmp(kind, "int") == 0 ? "NaN" : "-");
}

/// The column names without a point, else its row.
static void put_row(FILE *stream, const report_point *p, const json_t *const *axes, int axis_count) {
  for (int c = 0; c < COLUMN_COUNT; c++) {
    if (!columns[c].name[0]) continue; /* only in the JSON */
    if (c > 0) fputc('\t', stream);
    if (p)
      put_cell(stream, p, &columns[c]);
    else
      fputs(columns[c].name, stream);
    if (strcmp(columns[c].name, "plan_sweeps") != 0) continue;
    for (int a = 0; a < axis_count; a++) fputc('\t', stream), put_axis(stream, p, axes[a]);
  }
  fputc('\n', stream);
}

static void put_table(FILE *stream, const report_run *run) {
  const json_t *axes[MAX_AXES];
  const int axis_count = find_axes(run, axes);
  put_row(stream, NULL, axes, axis_count);
  for (int i = 0; i < run->count; i++) put_row(stream, &run->points[i], axes, axis_count);
}

static xpbd_status write_json(const report_run *run, const char *source, const char *path) {
  if (report_same_file(source, path)) return XPBD_OK;
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  fwrite(run->bytes, 1, run->size, file.stream);
  return report_commit(&file);
}

/// Take the audit of the run along, because it is found beside the results.
static xpbd_status write_audit(const report_run *run, const char *source, const char *results) {
  char from[PATH], to[PATH];
  if (!run->seal.audit || report_same_file(source, results)) return XPBD_OK;
  if (!report_audit_path(source, from, sizeof from) || !report_audit_path(results, to, sizeof to)) return XPBD_OK;
  FILE *audit = fopen(from, "r");
  xpbd_file file;
  xpbd_status status = audit ? xpbd_file_create(to, &file) : XPBD_OK;
  for (int c; audit && status == XPBD_OK && (c = fgetc(audit)) != EOF;) fputc(c, file.stream);
  if (audit && status == XPBD_OK) status = report_commit(&file);
  if (audit) fclose(audit);
  return status;
}

static xpbd_status write_tsv(const report_run *run, const char *path) {
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  put_table(file.stream, run);
  return report_commit(&file);
}

xpbd_status report_write_results(const report_run *run, const char *source, const char *folder) {
  char *json = report_join(folder, "results.json"), *tsv = report_join(folder, "results.tsv");
  xpbd_status status = json && tsv ? XPBD_OK : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = write_json(run, source, json);
  if (status == XPBD_OK) status = write_audit(run, source, json);
  if (status == XPBD_OK) status = write_tsv(run, tsv);
  free(json);
  free(tsv);
  return status;
}
