/* Why this file exists: prints a comparison in a terminal: the answer, what is compared, a line for each pair, and rows
 * left out. */
#include <math.h>
#include <string.h>

#include "support/cli.h"
#include "compare.h"
#include "support/html.h"

/// 12.3 us: three digits and a fitting unit.
static const char *duration(double seconds, char out[HTML_NUMBER]) {
  static const struct {
    double size;
    const char *name;
  } units[] = {{1e-6, "us"}, {1e-3, "ms"}, {1, "s"}};
  int unit = seconds >= 1 ? 2 : seconds >= 1e-3 ? 1 : 0;
  if (!isfinite(seconds)) return strcpy(out, "-");
  snprintf(out, HTML_NUMBER, "%.3g %s", seconds / units[unit].size, units[unit].name);
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

static void print_rows(const compare_set *set, int side) {
  char name[COMPARE_TEXT];
  int width = 4;
  for (int r = 0; r < set->row_count; r++) {
    if (isnan(set->rows[r].ratios[side].value)) continue;
    const int own = width_of(compare_row_name(set, &set->rows[r], NULL, name, sizeof name));
    if (own > width) width = own;
  }
  const char *a = set->sides[0].letter, *b = set->sides[side].letter;
  cli_print("\n  %-*s  %9s  %9s  speed of %s / %s  95 %% interval    verdict\n", width, "row", a, b, b, a);
  for (int r = 0; r < set->row_count; r++) {
    const compare_row *row = &set->rows[r];
    const compare_ratio *ratio = &row->ratios[side];
    if (isnan(ratio->value)) continue;
    char one[HTML_NUMBER], two[HTML_NUMBER], interval[2 * HTML_NUMBER] = "-", low[HTML_NUMBER], high[HTML_NUMBER];
    compare_row_name(set, row, NULL, name, sizeof name);
    if (!isnan(ratio->low))
      snprintf(interval, sizeof interval, "%s to %s", html_digits(ratio->low, low), html_digits(ratio->high, high));
    char value[HTML_NUMBER];
    cli_print("  %s%*s  %9s  %9s  %14s  %-15s  %s\n", name, width - width_of(name), "",
              duration(compare_time_of(&row->cells[0], &set->rule).seconds, one),
              duration(compare_time_of(&row->cells[side], &set->rule).seconds, two), html_digits(ratio->value, value),
              interval, compare_verdict_name(ratio->verdict));
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

void compare_print(const compare_set *set) {
  for (int s = 1; s < set->side_count; s++) {
    compare_answer(set, s, stdout);
    cli_print("\n");
  }
  compare_advice(set, stdout);
  cli_print("\n");
  for (int s = 0; s < set->side_count; s++) print_side(set, s);
  print_fixed(set);
  char fields[COMPARE_TEXT] = "";
  const int differences = compare_differences(set, false, count_field, fields);
  if (differences > 0) cli_print("  also differs: %s%s\n", fields, strlen(fields) + 1 == sizeof fields ? "..." : "");
  for (int i = 0; i < set->note_count; i++) cli_print("  note: %s\n", set->notes[i]);
  for (int s = 1; s < set->side_count; s++) {
    print_rows(set, s);
    print_missing(set, s);
  }
  cli_print("\n  Times are medians per frame. FASTER and SLOWER: the whole interval is beyond %g %%. SAME: it is "
            "inside. UNSURE: neither.\n",
            100 * set->rule.margin);
  if (compare_fewest(set) < 2)
    cli_print("  A single process is given a deviation of %g %% between processes, or three times its own: as recorded "
              "for equal ones.\n",
              100 * set->rule.floor_process);
}
