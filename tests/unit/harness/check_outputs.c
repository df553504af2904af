/* Why this file exists: FORMAT.md tells readers which fields a row has. Here it is compared with the list that writes
 * them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/fields.h"
#include "runner/check.h"

/// The text of FORMAT.md between lines with these beginnings; the caller frees it.
static char *section(const char *from, const char *to) {
  FILE *file = fopen(XPBD_SOURCE_DIR "/benches/harness/FORMAT.md", "r");
  char *text = calloc(1, 1 << 17), *out = NULL;
  if (file && text && fread(text, 1, (1 << 17) - 1, file) > 0) {
    char *begin = strstr(text, from), *end = begin ? strstr(begin, to) : NULL;
    if (end) out = strndup(begin, (size_t)(end - begin));
  }
  if (file) fclose(file);
  free(text);
  return out;
}

/// Whether a row of the table of points has the word; it must be about `group`, or have it in its first cell.
static bool has_row(const char *points, const char *group, size_t length, const char *word) {
  char cell[80], quoted[80];
  snprintf(cell, sizeof cell, "`%.*s`", (int)length, group);
  snprintf(quoted, sizeof quoted, "`%.*s`", (int)strcspn(word, "."), word);
  for (const char *line = points; (line = strstr(line, "\n| ")) != NULL; line++) {
    const size_t whole = strcspn(line + 1, "\n"), first = strcspn(line + 3, "|");
    char row[2048];
    snprintf(row, sizeof row, "%.*s", (int)(whole < sizeof row ? whole : sizeof row - 1), line + 1);
    char head[256];
    snprintf(head, sizeof head, "%.*s", (int)(first < sizeof head ? first : sizeof head - 1), line + 3);
    if (strstr(head, cell) && strstr(row, quoted)) return true;
  }
  return false;
}

/// Each field is in the row of its group, or has its own row.
static void documented(check *self, int argument) {
  char *points = section("### 1.5 a point", "### 1.6");
  if (!check_true(self, points != NULL, "a section about points")) return;
  for (int i = 0; i < bench_field_count; i++) {
    const char *path = bench_fields[i].path;
    const size_t length = strcspn(path, ".");
    check_true(self, has_row(points, path, length, path[length] == '.' ? path + length + 1 : path),
               "%s is in FORMAT.md, section 1.5", path);
  }
  check_control(self, !has_row(points, "work", 4, "colour") && !has_row(points, "colour", 6, "work"),
                "a field that there is not");
  free(points);
}

/// The columns are in their order, the axes after the first four.
static void columns(check *self, int argument) {
  char *table = section("\n    benchmark name status", "\n\n`plan_sweeps`");
  if (!check_true(self, table != NULL, "a list of columns")) return;
  char *axes = strstr(table, "\n    size iterations"), *behind = axes ? strchr(axes + 1, '\n') : NULL;
  if (check_true(self, behind != NULL, "a line of axes")) memmove(axes, behind, strlen(behind) + 1);
  const char *word = strtok(table, " \n");
  for (int i = 0; i < bench_field_count; i++) {
    if (bench_fields[i].column[0] == '\0') continue;
    check_true(self, word && strcmp(word, bench_fields[i].column) == 0, "column %s in FORMAT.md, section 2: %s",
               bench_fields[i].column, word ? word : "none");
    word = strtok(NULL, " \n");
  }
  check_control(self, word == NULL, "a column that nobody writes");
  free(table);
}

void check_group_outputs(check_registry *registry) {
  check_add(registry, "documented", "every field of a row is in FORMAT.md", documented, 0);
  check_add(registry, "columns", "so are the columns, in their order", columns, 0);
}
