/* Why this file exists: prints a comparison in a terminal: the answer, what is compared, one table with all pairs, and
 * rows left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cli.h"
#include "compare.h"
#include "support/html.h"

/// 12.3 us: three digits and a fitting unit.
static const char *duration(double seconds, char out[HTML_NUMBER]) {
  static const char *const units[] = {"s", "ms", "us", "ns", "ps"};
  int unit = 0;
  if (!isfinite(seconds)) return strcpy(out, "-");
  for (; unit < 3 && seconds < 0.9995; unit++) seconds *= 1e3;
  if (seconds < 0.09995) seconds *= 1e3, unit++; /* 0.179 ns is a cycle of a processor, and read as such */
  snprintf(out, HTML_NUMBER, "%.3g %s", seconds, units[unit]);
  return out;
}

static void print_side(const compare_set *set, int index) {
  const compare_side *side = &set->sides[index];
  const report_run *run = &side->input->runs[0];
  const char *host = report_env_text(run, "os.host"), *started = report_text(run->xb, "started");
  cli_print("  %s  %s", side->letter, side->label);
  if (strcmp(side->label, side->input->paths[0]) != 0) cli_print(": %s", side->input->paths[0]);
  if (side->input->count > 1) cli_print(" and %d more", side->input->count - 1);
  if (host) cli_print(", %s", host);
  if (started) cli_print(", %s", started);
  cli_print("\n");
}

static void print_fixed(const compare_set *set) {
  char text[3 * COMPARE_TEXT];
  bool first = true;
  for (int at = 0; compare_fixed(set, &at, text, sizeof text); first = false)
    cli_print("%s%s", first ? "  the same in all rows: " : ", ", text);
  if (!first) cli_print("\n");
}

/// Display width of UTF-8.
static int width_of(const char *text) {
  int width = 0;
  for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

/* Two sides have the columns row, A, B, ratio, interval, verdict, and the errors if they differ. More sides have row, A and
 * one column each. */
enum { ROW, BASE, SIDE, RATIO, INTERVAL, VERDICT, ERRORS, PAIR_COLUMNS, MOST_COLUMNS = COMPARE_SIDES + PAIR_COLUMNS };

static int columns_of(const compare_set *set) {
  return set->side_count > 2 ? 1 + set->side_count : set->errors ? PAIR_COLUMNS : ERRORS;
}

/// Among several sides, the error of a row stands in its cell.
static void add_error(const compare_set *set, const compare_cell *cell, char out[COMPARE_TEXT]) {
  char error[COMPARE_WORDS];
  const size_t used = strlen(out);
  if (set->side_count > 2 && compare_error_text(set, cell, error)[0])
    snprintf(out + used, COMPARE_TEXT - used, ", error %s", error);
}

/// "52 us cuda", with a mark if the row is flagged.
static void put_time(const compare_set *set, const compare_row *row, int side, char out[COMPARE_TEXT]) {
  const compare_cell *cell = &row->cells[side];
  char time[HTML_NUMBER], way[COMPARE_TEXT];
  snprintf(out, COMPARE_TEXT, "-");
  if (cell->count == 0 || cell->bad) return;
  compare_way(set, row, side, way, sizeof way);
  snprintf(out, COMPARE_TEXT, "%s%s%s%.200s", duration(compare_time_of(cell, &set->rule).seconds, time),
           cell->flagged ? COMPARE_FLAG : "", way[0] ? " " : "", way);
  add_error(set, cell, out);
}

/// "12.3 FASTER cuda": a side among several.
static void put_beside(const compare_set *set, const compare_row *row, int side, char out[COMPARE_TEXT]) {
  const compare_ratio *ratio = &row->ratios[side];
  char value[HTML_NUMBER], words[COMPARE_WORDS], way[COMPARE_TEXT];
  snprintf(out, COMPARE_TEXT, "%s", compare_absent(row, side));
  if (isnan(ratio->value)) return;
  compare_way(set, row, side, way, sizeof way);
  snprintf(out, COMPARE_TEXT, "%s %s%s%s%s%.150s", html_digits(ratio->value, value),
           compare_verdict_words(ratio, words), ratio->assumed ? COMPARE_ASSUMED : "",
           row->cells[side].flagged ? COMPARE_FLAG : "", way[0] ? " " : "", way);
  add_error(set, &row->cells[side], out);
}

static void put_cell(const compare_set *set, const compare_row *row, int column, char out[COMPARE_TEXT]) {
  const compare_ratio *ratio = &row->ratios[1];
  char value[HTML_NUMBER], span[COMPARE_TEXT], words[COMPARE_WORDS], other[COMPARE_WORDS];
  if (column == ROW) {
    compare_row_name(set, row, NULL, out, COMPARE_TEXT);
  } else if (column == BASE || (column == SIDE && set->side_count == 2)) {
    put_time(set, row, column - BASE, out);
  } else if (set->side_count > 2) {
    put_beside(set, row, column - BASE, out);
  } else if (column == RATIO) {
    snprintf(out, COMPARE_TEXT, "%s", html_digits(ratio->value, value));
  } else if (column == VERDICT) {
    snprintf(out, COMPARE_TEXT, "%s", compare_verdict_words(ratio, words));
  } else if (column == ERRORS) {
    snprintf(out, COMPARE_TEXT, "%s and %s", compare_error_text(set, &row->cells[0], words),
             compare_error_text(set, &row->cells[1], other));
  } else if (isnan(ratio->low)) {
    snprintf(out, COMPARE_TEXT, "-");
  } else {
    snprintf(out, COMPARE_TEXT, "%.200s%s", compare_span(ratio->value, ratio->low, ratio->high, span),
             ratio->assumed ? COMPARE_ASSUMED : "");
  }
}

static void put_heading(const compare_set *set, int column, char out[COMPARE_TEXT]) {
  static const char *const fixed[PAIR_COLUMNS] = {
      "row", "A", "B", "speed of B / A", "95 % interval", "verdict", "errors of A, B"};
  if (column <= BASE || set->side_count == 2)
    snprintf(out, COMPARE_TEXT, "%s", fixed[column]);
  else
    snprintf(out, COMPARE_TEXT, "speed of %s / A", set->sides[column - BASE].letter);
}

static void print_cell(const compare_set *set, int column, int width, const char *text) {
  const bool left = column == ROW || (set->side_count == 2 ? column > RATIO : column > BASE);
  const int room = width - width_of(text), last = column + 1 == columns_of(set);
  cli_print("  %*s%s%*s", left ? 0 : room, "", text, left && !last ? room : 0, "");
}

static void print_rows(const compare_set *set) {
  static const int least[PAIR_COLUMNS] = {4, 9, 9, 14, 15, 0, 0};
  int width[MOST_COLUMNS];
  char text[COMPARE_TEXT];
  for (int c = 0; c < columns_of(set); c++) {
    put_heading(set, c, text);
    width[c] = width_of(text);
    if (c < PAIR_COLUMNS && width[c] < least[c] && (set->side_count == 2 || c <= BASE)) width[c] = least[c];
    for (int r = 0; r < set->row_count; r++) {
      if (!compare_in_pair(set, &set->rows[r], 0)) continue;
      put_cell(set, &set->rows[r], c, text);
      if (width_of(text) > width[c]) width[c] = width_of(text);
    }
  }
  cli_print("\n");
  for (int r = -1; r < set->row_count; r++) {
    if (r >= 0 && !compare_in_pair(set, &set->rows[r], 0)) continue;
    for (int c = 0; c < columns_of(set); c++) {
      if (r < 0)
        put_heading(set, c, text);
      else
        put_cell(set, &set->rows[r], c, text);
      print_cell(set, c, width[c], text);
    }
    cli_print("\n");
  }
}

static void print_missing(const compare_set *set, int side) {
  enum { MOST = 12 };
  char name[COMPARE_TEXT], why[2 * COMPARE_TEXT];
  int count = 0;
  for (int r = 0; r < set->row_count; r++) {
    const compare_row *row = &set->rows[r];
    if (!isnan(row->ratios[side].value) || !compare_missing(set, row, side, why, sizeof why)[0]) continue;
    if (count++ == 0) cli_print("\n  not compared:\n");
    if (count <= MOST) cli_print("  %s: %s\n", compare_row_name(set, row, NULL, name, sizeof name), why);
  }
  if (count > MOST) cli_print("  and %d more (--out DIR lists all)\n", count - MOST);
}

static void count_field(void *self, const char *name, const char *const *texts) {
  (void)texts;
  char *list = self;
  const size_t used = strlen(list);
  snprintf(list + used, COMPARE_TEXT - used, "%s%s", used ? ", " : "", name);
}

static void print_rule(const compare_set *set) {
  cli_print("\n  Times are medians per frame. FASTER and SLOWER: the whole interval is beyond %g %%. SAME: it is "
            "inside. UNSURE: neither.\n",
            100 * set->rule.margin);
  compare_explain(set, "  ", stdout);
  if (compare_fewest(set) < 2)
    cli_print("  A single process is given a deviation of %g %% between processes, or three times its own: as recorded "
              "for equal ones.\n",
              100 * set->rule.floor_process);
}

/// The answer has names of files and values of axes, so it takes the way of all such texts.
static void print_answer(const compare_set *set, int side) {
  char *text = NULL;
  size_t size;
  FILE *memory = open_memstream(&text, &size);
  if (memory) compare_answer(set, side, memory);
  if (memory && fclose(memory) == 0) cli_print("%s\n", text);
  free(text);
}

void compare_print(const compare_set *set) {
  for (int s = 1; s < set->side_count; s++) print_answer(set, s);
  compare_advice(set, stdout);
  cli_print("\n");
  for (int s = 0; s < set->side_count; s++) print_side(set, s);
  print_fixed(set);
  char fields[COMPARE_TEXT] = "";
  const int differences = compare_differences(set, false, count_field, fields);
  if (differences > 0) cli_print("  also differs: %s%s\n", fields, strlen(fields) + 1 == sizeof fields ? "..." : "");
  for (int i = 0; i < set->note_count; i++) cli_print("  note: %s\n", set->notes[i]);
  print_rows(set);
  for (int s = 1; s < set->side_count; s++) print_missing(set, s);
  print_rule(set);
}
