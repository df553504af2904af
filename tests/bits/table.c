/* Why this file exists: stores the table as a file with one row per line and tabs between columns, so that a diff of
 * two versions shows which runs changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"

enum { KEYS = 6, LINE = 4096 };
static const char heading[] = "scene\twith\tmethod\tprecision\torder\tsubsteps\tstate";

bits_row *bits_table_find(const bits_table *table, const char *key) {
  for (int r = 0; r < table->count; r++)
    if (strcmp(table->rows[r].key, key) == 0) return &table->rows[r];
  return NULL;
}

bool bits_row_projective(const bits_row *row) {
  return strstr(row->key, "\tfms\t") || strstr(row->key, "\tpd\t");
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

static bool read_row(char *line, bits_table *out) {
  if (out->count == BITS_ROWS) return false;
  bits_row *row = &out->rows[out->count];
  char *at = line, *column;
  for (int k = 0; k < KEYS; k++) {
    if (!(column = next_column(&at)) || strlen(row->key) + strlen(column) + 2 > BITS_KEY) return false;
    if (k > 0) strcat(row->key, "\t");
    strcat(row->key, column);
  }
  for (int k = -1; k < out->other_count; k++) {
    if (!(column = next_column(&at)) || strlen(column) >= BITS_STATE) return false;
    strcpy(k < 0 ? row->state : row->others[k], column);
  }
  if (at || bits_table_find(out, row->key)) return false;
  out->count++;
  return true;
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
    good = headed ? read_row(line, out) : (headed = read_heading(line, out));
    if (!good)
      bad(path, number, headed ? "no row of the table, or one that was there before" : "no heading of a table");
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
          "# On the backends beside seq: = the same, ? not asked, or the reason of a refusal.\n"
          "# CHOLMOD %s\n%s",
          table->cholmod, heading);
  for (int b = 0; b < table->other_count; b++) fprintf(file, "\t%s", table->others[order[b]]);
  for (int r = 0; r < table->count; r++) {
    fprintf(file, "\n%s\t%s", table->rows[r].key, table->rows[r].state);
    for (int b = 0; b < table->other_count; b++) fprintf(file, "\t%s", table->rows[r].others[order[b]]);
  }
  fprintf(file, "\n");
  const bool good = !ferror(file);
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
