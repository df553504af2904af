/* Why this file exists: one reader for all tables behind the pages of the papers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "papers.h"

enum { LARGEST = 256 << 20 };

static xpbd_status read_text(const char *path, char **out) {
  FILE *file = NULL;
  XPBD_TRY(xpbd_file_open_plain(path, "the folder that ./run papers wrote", LARGEST, &file));
  size_t size = 0, capacity = 1 << 16;
  char *text = malloc(capacity + 1);
  while (text) {
    const size_t got = fread(text + size, 1, capacity - size, file);
    if (got == 0) break;
    size += got;
    if (size < capacity) continue;
    char *larger = realloc(text, 2 * capacity + 1);
    if (!larger) free(text);
    text = larger;
    capacity *= 2;
  }
  const xpbd_status status = xpbd_file_check_read(file, path);
  fclose(file);
  if (status != XPBD_OK) free(text);
  XPBD_TRY(status);
  XPBD_REQUIRE(text, XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  text[size] = '\0';
  *out = text;
  return XPBD_OK;
}

/// Cut the cell at `at` out of the text and end it. Returns where the next begins. *end is the separator after it.
static char *take_cell(char *at, char separator, const char **cell, char *end) {
  char *to = at;
  *cell = at;
  if (separator == ',' && *at == '"') {
    for (at++; *at && !(*at == '"' && at[1] != '"'); at++) {
      at += *at == '"';
      *to++ = *at;
    }
    at += *at == '"';
  }
  while (*at && *at != separator && *at != '\n') *to++ = *at++;
  *end = *at;
  if (to > *cell && to[-1] == '\r') to--;
  *to = '\0';
  return *end ? at + 1 : at;
}

xpbd_status report_sheet_read(const char *path, char separator, report_sheet *out) {
  *out = (report_sheet){0};
  XPBD_TRY(read_text(path, &out->text));
  size_t cells = 1;
  for (const char *c = out->text; *c; c++) cells += *c == separator || *c == '\n';
  out->cells = malloc((cells + 1) * sizeof *out->cells);
  XPBD_REQUIRE(out->cells, XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  int count = 0, rows = 0, columns = 0;
  for (char *at = out->text; *at;) {
    char end;
    at = take_cell(at, separator, &out->cells[count++], &end);
    columns++;
    if (end == separator) continue;
    if (rows++ == 0) out->column_count = columns;
    XPBD_REQUIRE(columns == out->column_count, XPBD_ERR_BAD_FILE, "%s:%d: %d cells, the first line has %d", path, rows,
                 columns, out->column_count);
    columns = 0;
  }
  XPBD_REQUIRE(rows > 0, XPBD_ERR_BAD_FILE, "%s: empty", path);
  out->row_count = rows - 1;
  return XPBD_OK;
}

void report_sheet_free(report_sheet *sheet) {
  free(sheet->text);
  free(sheet->cells);
  *sheet = (report_sheet){0};
}

int report_sheet_column(const report_sheet *sheet, const char *name) {
  for (int c = 0; c < sheet->column_count; c++)
    if (strcmp(sheet->cells[c], name) == 0) return c;
  return -1;
}

const char *report_sheet_text(const report_sheet *sheet, int row, const char *column) {
  const int c = report_sheet_column(sheet, column);
  if (c < 0 || row < 0 || row >= sheet->row_count) return "";
  const char *text = sheet->cells[(row + 1) * sheet->column_count + c];
  return strcmp(text, "-") == 0 ? "" : text;
}

double report_sheet_number(const report_sheet *sheet, int row, const char *column) {
  const char *text = report_sheet_text(sheet, row, column);
  char *end;
  const double value = strtod(text, &end);
  return end != text && *end == '\0' ? value : (double)NAN;
}

int report_sheet_find(const report_sheet *sheet, const char *column, const char *value) {
  for (int row = 0; row < sheet->row_count; row++)
    if (strcmp(report_sheet_text(sheet, row, column), value) == 0) return row;
  return -1;
}

char *report_papers_path(const report_paper *paper, const char *figure, const char *part, const char *extension) {
  const size_t size =
      strlen(paper->all->folder) + strlen(paper->key) + strlen(figure) + strlen(part) + strlen(extension) + 4;
  char *path = malloc(size);
  if (path) snprintf(path, size, "%s/%s/%s_%s%s", paper->all->folder, paper->key, figure, part, extension);
  return path;
}
