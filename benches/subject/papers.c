/* Why this file exists: reads CSV strictly. A loaded table is well-formed, so later code can trust its cells. */
#include "papers.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

enum { LARGEST_FILE = 1 << 20, LONGEST_REASON = 512 };

/// Cells are unescaped in place, because the writer never overtakes the reader.
typedef struct reader {
  papers_table *table;
  char *at, *end;
  int line;
  int column;   ///< Column of the cell being read.
  bool row_end; ///< The cell just read was the last of its row.
} reader;

__attribute__((format(printf, 4, 5))) static xpbd_status fail_at(const papers_table *table, int line, int column,
                                                                 const char *format, ...) {
  char reason[LONGEST_REASON];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof reason, format, list);
  va_end(list);
  if (column < 0 || column >= table->schema->column_count)
    return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: %s", table->path, line, reason);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: column '%s': %s", table->path, line, table->schema->columns[column].name,
                   reason);
}

static xpbd_status take_character(reader *r, char c, char **write) {
  const unsigned char byte = (unsigned char)c;
  if (byte < 32 || byte > 126) return fail_at(r->table, r->line, r->column, "byte 0x%02x is not printable ASCII", byte);
  *(*write)++ = c;
  return XPBD_OK;
}

static xpbd_status read_quoted(reader *r, char **write) {
  for (r->at++;; r->at++) {
    if (r->at == r->end) return fail_at(r->table, r->line, r->column, "the quote is never closed");
    if (*r->at == '"') {
      if (r->at + 1 == r->end || r->at[1] != '"') break;
      r->at++;
    }
    XPBD_TRY(take_character(r, *r->at, write)); /* RFC 4180 allows line ends here, but our cells have none */
  }
  r->at++;
  if (r->at < r->end && !strchr(",\r\n", *r->at))
    return fail_at(r->table, r->line, r->column, "'%c' after the closing quote", *r->at);
  return XPBD_OK;
}

static xpbd_status read_cell(reader *r, const char **out) {
  char *const begin = r->at, *write = begin;
  if (r->at < r->end && *r->at == '"') {
    XPBD_TRY(read_quoted(r, &write));
  } else {
    for (; r->at < r->end && *r->at != ',' && *r->at != '\n' && *r->at != '\r'; r->at++) {
      if (*r->at == '"') return fail_at(r->table, r->line, r->column, "a quote inside an unquoted cell");
      XPBD_TRY(take_character(r, *r->at, &write));
    }
  }
  if (r->at == r->end) return fail_at(r->table, r->line, r->column, "the file is cut off within a row");
  r->row_end = *r->at != ',';
  if (*r->at == '\r' && (r->at + 1 == r->end || *++r->at != '\n'))
    return fail_at(r->table, r->line, r->column, "a carriage return without a line feed");
  r->at++;
  *write = '\0';
  if (write > begin && (*begin == ' ' || write[-1] == ' '))
    return fail_at(r->table, r->line, r->column, "'%s' begins or ends with a blank", begin);
  *out = begin;
  return XPBD_OK;
}

static const char *skip_digits(const char *s) {
  while (*s >= '0' && *s <= '9') s++;
  return s;
}

/* The end of the unsigned decimal number that begins `s`. NULL if there is none. */
static const char *skip_decimal(const char *s) {
  const char *end = skip_digits(s);
  if (end == s) return NULL;
  if (*end == '.') {
    const char *fraction = skip_digits(++end);
    if (fraction == end) return NULL;
    end = fraction;
  }
  if (*end == 'e') {
    const char *exponent = end + 1 + (end[1] == '-');
    end = skip_digits(exponent);
    if (end == exponent) return NULL;
  }
  return end;
}

static bool to_integer(const char *cell, double *out) {
  const char *digits = cell + (*cell == '-'), *end = skip_digits(digits);
  *out = strtod(cell, NULL);
  return end > digits && *end == '\0' && end - digits <= 9;
}

static bool to_real(const char *cell, double *out) {
  const char *end = skip_decimal(cell + (*cell == '-'));
  if (!end || (*end != '\0' && *end != '/')) return false;
  char *read;
  *out = strtod(cell, &read);
  if (read != end || !isfinite(*out)) return false;
  if (*end == '\0') return true;
  const char *below = end + 1;
  end = skip_decimal(below);
  if (!end || *end != '\0') return false;
  *out /= strtod(below, &read);
  return read == end && isfinite(*out);
}

static bool is_key(const char *cell) {
  if (*cell < 'a' || *cell > 'z') return false;
  return strspn(cell, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(cell);
}

static bool is_word(const char *cell, const char *words) {
  char word[64];
  while (papers_word_next(&words, " ", word, sizeof word))
    if (strcmp(word, cell) == 0) return true;
  return false;
}

static xpbd_status check_cell(const papers_table *table, int row, int index) {
  const papers_column *column = &table->schema->columns[index];
  const char *cell = table->cells[row * table->schema->column_count + index];
  double number;
  if (cell[0] == '\0') return column->needed ? papers_fail(table, row, column->name, "is empty") : XPBD_OK;
  switch (column->kind) {
  case PAPERS_TEXT: break;
  case PAPERS_KEY:
    if (!is_key(cell)) return papers_fail(table, row, column->name, "'%s' is not a lower-case identifier", cell);
    break;
  case PAPERS_INTEGER:
    if (!to_integer(cell, &number)) return papers_fail(table, row, column->name, "'%s' is not a whole number", cell);
    break;
  case PAPERS_REAL:
    if (!to_real(cell, &number)) return papers_fail(table, row, column->name, "'%s' is not a number", cell);
    break;
  case PAPERS_WORD:
    if (!is_word(cell, column->words))
      return papers_fail(table, row, column->name, "'%s' is not one of: %s", cell, column->words);
    break;
  }
  return XPBD_OK;
}

static xpbd_status read_row(reader *r, const char **cells) {
  const papers_schema *schema = r->table->schema;
  const int line = r->line;
  for (r->column = 0;; r->column++) {
    if (r->column == schema->column_count)
      return fail_at(r->table, line, -1, "more than %d cells", schema->column_count);
    XPBD_TRY(read_cell(r, &cells[r->column]));
    if (r->row_end) break;
  }
  r->line++;
  if (r->column + 1 < schema->column_count)
    return fail_at(r->table, line, -1, "cells: %d; there should be %d", r->column + 1, schema->column_count);
  return XPBD_OK;
}

static xpbd_status read_rows(reader *r) {
  papers_table *table = r->table;
  const int columns = table->schema->column_count;
  XPBD_TRY(read_row(r, table->cells));
  for (int i = 0; i < columns; i++)
    if (strcmp(table->cells[i], table->schema->columns[i].name) != 0)
      return fail_at(table, 1, i, "the header says '%s'", table->cells[i]);
  while (r->at < r->end) {
    const int row = table->row_count++;
    table->lines[row] = r->line;
    XPBD_TRY(read_row(r, table->cells + row * columns)); /* the header's cells are no longer needed */
    for (int i = 0; i < columns; i++) XPBD_TRY(check_cell(table, row, i));
    if (table->schema->columns[0].needed && papers_find(table, table->cells[row * columns]) != row)
      return fail_at(table, table->lines[row], 0, "'%s' is there twice", table->cells[row * columns]);
  }
  if (table->row_count == 0) return fail_at(table, 1, -1, "no row below the header");
  return XPBD_OK;
}

xpbd_status papers_parse(const char *path, const char *text, size_t length, const papers_schema *schema,
                         papers_table *out) {
  *out = (papers_table){0};
  XPBD_REQUIRE(length > 0, XPBD_ERR_BAD_FILE, "%s: the file is empty", path);
  size_t rows = 1; /* upper limit: line ends and the header */
  for (size_t i = 0; i < length; i++) rows += text[i] == '\n';
  papers_table table = {.schema = schema};
  table.path = malloc(strlen(path) + 1);
  table.text = malloc(length);
  table.cells = calloc(rows * (size_t)schema->column_count, sizeof *table.cells);
  table.lines = calloc(rows, sizeof *table.lines);
  if (!table.path || !table.text || !table.cells || !table.lines) {
    papers_destroy(&table);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for %zu bytes", path, length);
  }
  strcpy(table.path, path);
  memcpy(table.text, text, length);
  reader r = {.table = &table, .at = table.text, .end = table.text + length, .line = 1};
  const xpbd_status status = read_rows(&r);
  if (status != XPBD_OK) papers_destroy(&table);
  *out = table;
  return status;
}

xpbd_status papers_read(const char *folder, const papers_schema *schema, papers_table *out) {
  *out = (papers_table){0};
  const size_t length = strlen(folder) + strlen(schema->file) + 2;
  char *path = malloc(length), *text = malloc(LARGEST_FILE + 1);
  xpbd_status status = XPBD_OK;
  if (!path || !text) {
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for %d bytes", schema->file, LARGEST_FILE);
  } else {
    snprintf(path, length, "%s/%s", folder, schema->file);
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    if (!file || ferror(file))
      status = xpbd_fail(XPBD_ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
    else if (size > LARGEST_FILE)
      status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: more than %d bytes", path, LARGEST_FILE);
    else
      status = papers_parse(path, text, size, schema, out);
    if (file) fclose(file);
  }
  free(path);
  free(text);
  return status;
}

void papers_destroy(papers_table *table) {
  free(table->path);
  free(table->text);
  free(table->cells);
  free(table->lines);
  *table = (papers_table){0};
}

/// Index of a column, -1 if the table has none of that name.
static int papers_column_find(const papers_table *table, const char *column) {
  for (int i = 0; i < table->schema->column_count; i++)
    if (strcmp(table->schema->columns[i].name, column) == 0) return i;
  return -1;
}

const char *papers_text(const papers_table *table, int row, const char *column) {
  const int index = papers_column_find(table, column);
  return index < 0 ? "" : table->cells[row * table->schema->column_count + index];
}

double papers_real(const papers_table *table, int row, const char *column) {
  double number;
  return to_real(papers_text(table, row, column), &number) ? number : NAN;
}

int papers_find(const papers_table *table, const char *key) {
  for (int row = 0; row < table->row_count; row++)
    if (strcmp(table->cells[row * table->schema->column_count], key) == 0) return row;
  return -1;
}

xpbd_status papers_fail(const papers_table *table, int row, const char *column, const char *format, ...) {
  char reason[LONGEST_REASON];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof reason, format, list);
  va_end(list);
  return fail_at(table, table->lines[row], papers_column_find(table, column), "%s", reason);
}

bool papers_word_next(const char **cursor, const char *separators, char *word, size_t capacity) {
  const char *begin = *cursor;
  if (!begin) return false;
  const size_t length = strcspn(begin, separators);
  snprintf(word, capacity, "%.*s", (int)length, begin);
  *cursor = begin[length] == '\0' ? NULL : begin + length + 1;
  return true;
}

const char *papers_folder(void) {
  static char path[4096];
  const bool installed = xpbd_file_beside_program(PAPERS_INSTALLED, path, sizeof path) && access(path, R_OK) == 0;
  return installed ? path : PAPERS_SOURCE;
}
