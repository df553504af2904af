/* Why this file exists: stores the table as a file, so that a diff of two versions shows which runs changed. A line has
 * the runs of one scene by one method: a column for each precision with its number of time steps, tabs between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"

enum { CELLS = 7, LINE = 4096 };
static const char heading[] = "scene\twith\tmethod\torder\tnone\tf32 1\tf32 3\tf32x 1\tf32x 3\tf64 1\tf64 3";
/* Precision and time steps of each column. A scene that cannot be built has neither. */
static const char *const cells[CELLS][2] = {{"-", "-"},    {"f32", "1"}, {"f32", "3"}, {"f32x", "1"},
                                            {"f32x", "3"}, {"f64", "1"}, {"f64", "3"}};

bits_row *bits_table_find(const bits_table *table, const char *key) {
  for (int r = 0; r < table->count; r++)
    if (strcmp(table->rows[r].key, key) == 0) return &table->rows[r];
  return NULL;
}

bool bits_row_projective(const bits_row *row) {
  return strstr(row->key, "\tfms\t") || strstr(row->key, "\tpd\t") || strstr(row->key, "\tnewton\t") ||
         strstr(row->key, "\tvbd\t") || strstr(row->key, "\tavbd\t") || strstr(row->key, "\tmultigrid\t");
}

const char *bits_table_other_cholmod(const bits_table *recorded, const bits_table *found) {
  static char text[200];
  if (strcmp(found->cholmod, "none") == 0) return "this build has no CHOLMOD";
  if (strcmp(found->cholmod, recorded->cholmod) == 0) return NULL;
  snprintf(text, sizeof text, "this CHOLMOD computes other bits (%.16s) than the one of the table (%.16s)",
           found->cholmod, recorded->cholmod);
  return text;
}

static bool bad(const char *path, int line, const char *what) {
  fprintf(stderr, "bits: %s:%d: %s\n", path, line, what);
  return false;
}

/* The column at *at, which moves behind it. NULL after the last. */
static char *next_column(char **at) {
  char *column = *at;
  if (!column) return NULL;
  *at = strchr(column, '\t');
  if (*at) *(*at)++ = 0;
  return column;
}

static bool read_heading(char *line, bits_table *out) {
  const size_t length = strlen(heading);
  if (strncmp(line, heading, length) != 0) return false;
  char *at = line[length] == '\t' ? line + length + 1 : NULL, *name;
  while ((name = next_column(&at))) {
    if (out->other_count == BITS_BACKENDS) return false;
    snprintf(out->others[out->other_count++], sizeof *out->others, "%.31s", name);
  }
  return !at;
}

/* Adds the run of a cell. */
static bool read_cell(bits_table *out, char *const run[4], int c, const char *state, char *const others[]) {
  if (strcmp(state, "-") == 0) return true;
  if (out->count == BITS_ROWS || strlen(state) >= BITS_STATE) return false;
  bits_row row = {.state = ""};
  const int length =
      snprintf(row.key, BITS_KEY, "%s\t%s\t%s\t%s\t%s\t%s", run[0], run[1], run[2], cells[c][0], run[3], cells[c][1]);
  if (length >= BITS_KEY || bits_table_find(out, row.key)) return false;
  strcpy(row.state, state);
  for (int k = 0; k < out->other_count; k++) strcpy(row.others[k], others[k]);
  out->rows[out->count++] = row;
  return true;
}

static bool read_line(char *line, bits_table *out) {
  char *at = line, *column[4 + CELLS + BITS_BACKENDS];
  const int count = 4 + CELLS + out->other_count, before = out->count;
  for (int k = 0; k < count; k++)
    if (!(column[k] = next_column(&at)) || (k >= 4 + CELLS && strlen(column[k]) >= BITS_STATE)) return false;
  for (int c = 0; c < CELLS; c++)
    if (!read_cell(out, column, c, column[4 + c], column + 4 + CELLS)) return false;
  return !at && out->count > before;
}

bool bits_table_read(const char *path, bits_table *out) {
  *out = (bits_table){.rows = calloc(BITS_ROWS, sizeof(bits_row))};
  FILE *file = fopen(path, "r");
  if (!file || !out->rows) {
    fprintf(stderr, "bits: %s cannot be read\n", path);
    if (file) fclose(file);
    return false;
  }
  char line[LINE];
  bool good = true, headed = false;
  for (int number = 1; good && fgets(line, sizeof line, file); number++) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "# CHOLMOD ", 10) == 0) snprintf(out->cholmod, BITS_STATE, "%.16s", line + 10);
    if (line[0] == '#') continue;
    good = headed ? read_line(line, out) : (headed = read_heading(line, out));
    if (!good)
      bad(path, number, headed ? "no line of the table, or a run that was there before" : "no heading of a table");
  }
  fclose(file);
  if (good && out->count == 0) good = bad(path, 0, "a table without rows");
  return good;
}

/* Sorts backends by name, so that the columns do not depend on the previous table. */
static void sort_others(const bits_table *table, int order[BITS_BACKENDS]) {
  for (int b = 0; b < table->other_count; b++) {
    int at = b;
    for (; at > 0 && strcmp(table->others[order[at - 1]], table->others[b]) > 0; at--) order[at] = order[at - 1];
    order[at] = b;
  }
}

/* Splits the key of a row: the columns that name its line, and the cell there. -1 if no cell is of its kind. */
static int place_of(const bits_row *row, char line[BITS_KEY]) {
  char copy[BITS_KEY], *at = copy, *part[6];
  strcpy(copy, row->key);
  for (int k = 0; k < 6; k++) part[k] = next_column(&at);
  snprintf(line, BITS_KEY, "%s\t%s\t%s\t%s", part[0], part[1], part[2], part[4]);
  for (int c = 0; c < CELLS; c++)
    if (strcmp(part[3], cells[c][0]) == 0 && strcmp(part[5], cells[c][1]) == 0) return c;
  return -1;
}

static bool same_others(const bits_table *table, const bits_row *a, const bits_row *b) {
  for (int k = 0; k < table->other_count; k++)
    if (strcmp(a->others[k], b->others[k]) != 0) return false;
  return true;
}

/* Writes the line of rows `first` and those behind it that belong there. Returns their number, 0 if a row fits in no
 * line. */
static int write_line(FILE *file, const bits_table *table, int first, const int order[BITS_BACKENDS]) {
  const bits_row *rows = table->rows + first;
  const char *states[CELLS] = {NULL};
  char line[BITS_KEY], next[BITS_KEY];
  int count = 0, cell = place_of(rows, line);
  while (cell >= 0 && !states[cell]) {
    states[cell] = rows[count++].state;
    if (first + count == table->count || !same_others(table, rows, &rows[count])) break;
    cell = place_of(&rows[count], next);
    if (strcmp(next, line) != 0) break;
  }
  fprintf(file, "\n%s", line);
  for (int c = 0; c < CELLS; c++) fprintf(file, "\t%s", states[c] ? states[c] : "-");
  for (int b = 0; b < table->other_count; b++) fprintf(file, "\t%s", rows->others[order[b]]);
  return count;
}

bool bits_table_write(const char *path, const bits_table *table) {
  int order[BITS_BACKENDS];
  sort_others(table, order);
  FILE *file = fopen(path, "w");
  if (!file) {
    fprintf(stderr, "bits: %s cannot be written\n", path);
    return false;
  }
  fprintf(file,
          "# The hash of the state where each run ends, see tests/bits/scenes.c; made by ./run bits.\n"
          "# A column has the runs of one precision with 1 or 3 time steps per frame; - there is no such run.\n"
          "# On the backends beside seq: = the same, ? not asked, or the reason of a refusal.\n"
          "# CHOLMOD %s\n%s",
          table->cholmod, heading);
  for (int b = 0; b < table->other_count; b++) fprintf(file, "\t%s", table->others[order[b]]);
  int written = 1;
  for (int r = 0; r < table->count && written > 0; r += written) written = write_line(file, table, r, order);
  fprintf(file, "\n");
  const bool good = written > 0 && !ferror(file);
  if (fclose(file) == 0 && good) return true;
  fprintf(stderr, "bits: %s cannot be written\n", path);
  return false;
}

static int backend_of(const bits_table *table, const char *name) {
  for (int b = 0; b < table->other_count; b++)
    if (strcmp(table->others[b], name) == 0) return b;
  return -1;
}

bool bits_table_keep(bits_table *table, const bits_table *old) {
  const bool other_cholmod = bits_table_other_cholmod(old, table);
  for (int b = 0; b < old->other_count; b++) {
    if (backend_of(table, old->others[b]) >= 0 || table->other_count == BITS_BACKENDS) continue;
    const int place = table->other_count++;
    memcpy(table->others[place], old->others[b], sizeof *table->others);
    for (int r = 0; r < table->count; r++) {
      const bits_row *row = bits_table_find(old, table->rows[r].key);
      strcpy(table->rows[r].others[place], row ? row->others[b] : "?");
    }
  }
  if (!other_cholmod || strcmp(table->cholmod, "none") != 0) return true;
  for (int r = 0; r < old->count; r++)
    if (bits_row_projective(&old->rows[r]) && table->count < BITS_ROWS) table->rows[table->count++] = old->rows[r];
  memcpy(table->cholmod, old->cholmod, BITS_STATE);
  return true;
}

static void tell(bool say, const char *key, const char *backend, const char *before, const char *now) {
  if (!say) return;
  char shown[BITS_KEY];
  snprintf(shown, sizeof shown, "%s", key);
  for (char *c = shown; *c; c++)
    if (*c == '\t') *c = ' ';
  fprintf(stderr, "bits: %s on %s: recorded %s, found %s\n", shown, backend, before, now);
}

/* Compares a row on the other backends. If either result is unknown, the new one may be the same, unknown or
 * refused. */
static int compare_others(const bits_table *recorded, const bits_row *old, const bits_table *found, const bits_row *row,
                          bool say) {
  int differences = 0;
  for (int b = 0; b < found->other_count; b++) {
    const int place = backend_of(recorded, found->others[b]);
    const char *before = place >= 0 ? old->others[place] : "?", *now = row->others[b];
    const bool open = strcmp(before, "?") == 0 || strcmp(now, "?") == 0;
    const bool good = open ? strcmp(now, "=") == 0 || strcmp(now, "?") == 0 || strncmp(now, "refused: ", 9) == 0
                           : strcmp(before, now) == 0;
    if (good) continue;
    differences++;
    tell(say, row->key, found->others[b], strcmp(before, "=") == 0 ? old->state : before, now);
  }
  return differences;
}

int bits_table_compare(const bits_table *recorded, const bits_table *found, bool say) {
  const bool skip = bits_table_other_cholmod(recorded, found);
  int differences = 0;
  for (int r = 0; r < found->count; r++) {
    const bits_row *row = &found->rows[r], *old = bits_table_find(recorded, row->key);
    if (!old) differences++, tell(say, row->key, "seq", "nothing", row->state);
    if (!old || (skip && bits_row_projective(row))) continue;
    if (strcmp(old->state, row->state) != 0) differences++, tell(say, row->key, "seq", old->state, row->state);
    differences += compare_others(recorded, old, found, row, say);
  }
  for (int r = 0; r < recorded->count; r++) {
    const bits_row *old = &recorded->rows[r];
    if ((skip && bits_row_projective(old)) || bits_table_find(found, old->key)) continue;
    differences++, tell(say, old->key, "seq", old->state, "no such run");
  }
  return differences;
}
