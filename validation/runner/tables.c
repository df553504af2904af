/* Why this file exists: see tables.h. A claim has too many words for one line of a terminal, so it is printed as a
 * block; who wants columns writes them to a file. */
#include "runner/tables.h"

#include "runner/outputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_LIMIT = 512, ERRATUM_COLUMNS = 6, LINE_WIDTH = 118 };

typedef struct table_row {
  check_row_data data;
  const char *check; ///< "group/name".
  bool held;         ///< The check passed.
} table_row;

static struct {
  int count, lost;
  const char *last; ///< Name of the check that ran last.
  int ran;          ///< Checks of its group that ran one after another, up to it.
  table_row rows[TABLE_LIMIT];
} table;

static size_t group_length(const char *name) {
  return strcspn(name, "/");
}

static bool same_group(const char *a, const char *b) {
  return group_length(a) == group_length(b) && strncmp(a, b, group_length(a)) == 0;
}

void check_table_add(const check_entry *entry, const check_result *result) {
  table.ran = table.last && same_group(table.last, entry->name) ? table.ran + 1 : 1;
  table.last = entry->name;
  for (int i = 0; i < result->row_count; i++) {
    if (table.count < TABLE_LIMIT)
      table.rows[table.count++] =
          (table_row){.data = result->rows[i], .check = entry->name, .held = result->failures == 0};
    else
      table.lost++;
  }
}

int check_table_ran(const char *name) {
  return table.last && same_group(table.last, name) ? table.ran : 0;
}

/// Whether it is a claim; else it is an error of a paper.
static bool is_claim(const table_row *row) {
  return row->data.measured[0] != '\0';
}

bool check_table_has(const char *key) {
  for (int i = 0; i < table.count; i++)
    if (is_claim(&table.rows[i]) && strcmp(table.rows[i].data.text[CHECK_CLAIM_KEY], key) == 0) return true;
  return false;
}

/// The text of one cell of the errors, of the head where `row` is NULL; `buffer` holds numbers.
static const char *erratum_cell(const table_row *row, int column, char buffer[32]) {
  static const char *const heads[ERRATUM_COLUMNS] = {"paper",           "place", "printed", "right", "error as printed",
                                                     "error when right"};
  if (!row) return heads[column];
  if (column < 4) return row->data.text[column];
  const double error = row->data.error[column - 4];
  if (isnan(error)) return "-";
  snprintf(buffer, 32, "%.2g", error);
  return buffer;
}

static void print_errata(void) {
  int width[ERRATUM_COLUMNS] = {0}, count = 0;
  char buffer[32];
  for (int i = -1; i < table.count; i++) {
    const table_row *row = i < 0 ? NULL : &table.rows[i];
    if (row && is_claim(row)) continue;
    count += row != NULL;
    for (int c = 0; c < ERRATUM_COLUMNS; c++) {
      const int length = (int)strlen(erratum_cell(row, c, buffer));
      if (length > width[c]) width[c] = length;
    }
  }
  if (count == 0) return;
  printf("\nwhat is printed, what is right, and the error of both as measured by the checks above\n");
  for (int i = -1; i < table.count; i++) {
    const table_row *row = i < 0 ? NULL : &table.rows[i];
    if (row && is_claim(row)) continue;
    for (int c = 0; c < ERRATUM_COLUMNS; c++) {
      const bool last = c == ERRATUM_COLUMNS - 1;
      printf("%-*s%s", last ? 0 : width[c], erratum_cell(row, c, buffer), last ? "\n" : "  ");
    }
  }
}

static void print_wrapped(const char *text, int indent) {
  printf("%*s", indent, "");
  check_print_wrapped(text, indent, LINE_WIDTH);
}

/* By kind (errors first), paper, key; rows of one key stay in their order, which is that of their places. */
static int by_paper(const void *a, const void *b) {
  const table_row *x = *(const table_row *const *)a, *y = *(const table_row *const *)b;
  int order = (int)is_claim(x) - (int)is_claim(y);
  const int paper = is_claim(x) ? CHECK_CLAIM_PAPER : 0;
  if (order == 0) order = strcmp(x->data.text[paper], y->data.text[paper]);
  if (order == 0)
    order = is_claim(x) ? strcmp(x->data.text[CHECK_CLAIM_KEY], y->data.text[CHECK_CLAIM_KEY])
                        : strcmp(strchr(x->check, '/'), strchr(y->check, '/'));
  return order != 0 ? order : x < y ? -1 : x > y;
}

/// Rows in the order of the file.
static int sorted(const table_row *out[TABLE_LIMIT]) {
  for (int i = 0; i < table.count; i++) out[i] = &table.rows[i];
  if (table.count > 0) qsort(out, (size_t)table.count, sizeof *out, by_paper);
  return table.count;
}

static const char *claim_text(const table_row *row, int which) {
  return row->data.text[which];
}

static void print_claim(const table_row *row, bool again) {
  char line[1024];
  if (!again) {
    const char *published = claim_text(row, CHECK_CLAIM_PUBLISHED);
    const bool printed = strcmp(published, "-") != 0;
    printf("  %s, %s\n", claim_text(row, CHECK_CLAIM_KEY), claim_text(row, CHECK_CLAIM_PLACE));
    snprintf(line, sizeof line, "claimed: %s%s%s%s", claim_text(row, CHECK_CLAIM_TEXT), printed ? " (" : "",
             printed ? published : "", printed ? ")" : "");
    print_wrapped(line, 6);
  }
  snprintf(line, sizeof line, "%s%s", claim_text(row, CHECK_CLAIM_VERDICT), row->held ? "" : " (BUT THE CHECK FAILED)");
  print_wrapped(line, 4);
  print_wrapped(row->data.measured, 6);
}

/// How the claims of one paper came out; the last row on each counts.
static void print_summary(const table_row *const *rows, int count) {
  static const char *const words[CHECK_VERDICTS] = {"reproduced", "in part or under a condition", "not reproduced",
                                                    "not judged here"};
  int claims = 0, each[CHECK_VERDICTS + 1] = {0};
  for (int i = 0; i < count; i++) {
    if (i + 1 < count && strcmp(claim_text(rows[i], CHECK_CLAIM_KEY), claim_text(rows[i + 1], CHECK_CLAIM_KEY)) == 0)
      continue;
    claims++;
    each[check_verdict_of(claim_text(rows[i], CHECK_CLAIM_VERDICT))]++;
  }
  printf("%-26s %3d claims:", claim_text(rows[0], CHECK_CLAIM_PAPER), claims);
  for (int k = 0; k < CHECK_VERDICTS; k++) printf(" %3d %s%s", each[k], words[k], k + 1 < CHECK_VERDICTS ? "," : "\n");
}

/// Rows of the same paper from `first` on.
static int paper_length(const table_row *const *rows, int count, int first) {
  int end = first + 1;
  while (end < count &&
         strcmp(claim_text(rows[end], CHECK_CLAIM_PAPER), claim_text(rows[first], CHECK_CLAIM_PAPER)) == 0)
    end++;
  return end - first;
}

static void print_claims(bool brief) {
  static const table_row *rows[TABLE_LIMIT];
  const int count = sorted(rows);
  int first = 0;
  while (first < count && !is_claim(rows[first])) first++;
  if (first == count) return;
  if (!brief) printf("\nwhat the papers claim, the verdict, and what the checks above measured\n");
  for (int i = first; !brief && i < count;) {
    const int length = paper_length(rows, count, i);
    printf("\n%s\n", claim_text(rows[i], CHECK_CLAIM_PAPER));
    for (int k = i; k < i + length; k++)
      print_claim(rows[k],
                  k > i && strcmp(claim_text(rows[k], CHECK_CLAIM_KEY), claim_text(rows[k - 1], CHECK_CLAIM_KEY)) == 0);
    i += length;
  }
  printf("\n");
  for (int i = first; i < count;) {
    const int length = paper_length(rows, count, i);
    print_summary(&rows[i], length);
    i += length;
  }
}

void check_table_print(bool brief) {
  if (table.count == 0) return;
  if (!brief) print_errata();
  print_claims(brief);
  if (table.lost > 0) printf("and %d rows more, for which there was no place\n", table.lost);
}

static void write_number(FILE *stream, double value) {
  if (isnan(value))
    fputs("\t", stream);
  else
    fprintf(stream, "\t%.3g", value);
}

int check_table_write(FILE *stream, const char *stopped_in) {
  static const table_row *rows[TABLE_LIMIT];
  const int count = sorted(rows);
  fputs("kind\tkey\tpaper\tplace\tclaimed_or_printed\tpublished_or_right\tverdict\tmeasured\terror_as_printed\t"
        "error_when_right\tcheck\tcheck_passed\n",
        stream);
  for (int i = 0; i < count; i++) {
    const table_row *row = rows[i];
    const char *const *text = row->data.text;
    if (is_claim(row)) {
      const bool printed = strcmp(text[CHECK_CLAIM_PUBLISHED], "-") != 0;
      fprintf(stream, "claim\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\t", text[CHECK_CLAIM_KEY], text[CHECK_CLAIM_PAPER],
              text[CHECK_CLAIM_PLACE], text[CHECK_CLAIM_TEXT], printed ? text[CHECK_CLAIM_PUBLISHED] : "",
              text[CHECK_CLAIM_VERDICT], row->data.measured);
    } else {
      fprintf(stream, "erratum\t%s\t%s\t%s\t%s\t%s\twrong as printed\t", strchr(row->check, '/') + 1, text[0], text[1],
              text[2], text[3]);
      for (int k = 0; k < 2; k++) write_number(stream, row->data.error[k]);
    }
    fprintf(stream, "\t%s\t%s\n", row->check, row->held ? "yes" : "no");
  }
  if (stopped_in) fprintf(stream, "incomplete\t\t\t\t\t\t\tthe run was stopped\t\t\t%s\t\n", stopped_in);
  return table.lost > 0 ? -1 : count;
}

static void write_row(json_writer *json, const table_row *row) {
  const char *const *text = row->data.text;
  json_open(json, NULL, '{');
  if (is_claim(row)) {
    const bool published = strcmp(text[CHECK_CLAIM_PUBLISHED], "-") != 0;
    json_text(json, "key", text[CHECK_CLAIM_KEY]);
    json_text(json, "paper", text[CHECK_CLAIM_PAPER]);
    json_text(json, "place", text[CHECK_CLAIM_PLACE]);
    json_text(json, "claimed", text[CHECK_CLAIM_TEXT]);
    json_text(json, "published", published ? text[CHECK_CLAIM_PUBLISHED] : NULL);
    json_text(json, "verdict", text[CHECK_CLAIM_VERDICT]);
    json_text(json, "measured", row->data.measured);
  } else {
    json_text(json, "key", strchr(row->check, '/') + 1);
    json_text(json, "paper", text[0]);
    json_text(json, "place", text[1]);
    json_text(json, "printed", text[2]);
    json_text(json, "right", text[3]);
    json_number(json, "error_as_printed", row->data.error[0]);
    json_number(json, "error_when_right", row->data.error[1]);
  }
  json_text(json, "check", row->check);
  json_bool(json, "check_passed", row->held);
  json_close(json, '}');
}

void check_table_write_json(json_writer *json) {
  static const table_row *rows[TABLE_LIMIT];
  const int count = sorted(rows);
  for (int claims = 0; claims < 2; claims++) {
    json_open(json, claims ? "claims" : "errata", '[');
    for (int i = 0; i < count; i++)
      if (is_claim(rows[i]) == (claims == 1)) write_row(json, rows[i]);
    json_close(json, ']');
  }
}
