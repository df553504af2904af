/* Why this file exists: draws every pair with its interval, and calls the other figures of a comparison in order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "compare_figures.h"

/// Rows of one figure.
enum { MOST_ROWS = 160, NAME_LIMIT = 96 };

/// Pairs of a benchmark. If there are too many, only the most different ones.
static int find_pairs(const compare_set *set, const char *benchmark, const compare_row **out, int *all) {
  double limit = -1;
  int count = 0;
  for (;;) { /* raise the limit until few enough are left */
    double next = INFINITY;
    count = 0;
    for (int r = 0; r < set->row_count; r++) {
      const compare_row *row = &set->rows[r];
      double far = -1;
      for (int s = 1; s < set->side_count && strcmp(row->benchmark, benchmark) == 0; s++)
        if (!isnan(row->ratios[s].value)) far = fmax(far, fabs(log(row->ratios[s].value)));
      if (far < 0 || far <= limit) continue;
      next = fmin(next, far);
      if (count < MOST_ROWS) out[count] = row;
      count++;
    }
    if (limit < 0) *all = count;
    if (count <= MOST_ROWS) return count;
    limit = next;
  }
}

/// The name of a row without its benchmark, which the title has. Names beyond the limit end in dots, unless two would be
/// equal then.
static void put_name(const compare_set *set, const compare_row *row, char out[COMPARE_TEXT]) {
  char whole[COMPARE_TEXT];
  const size_t length = strlen(row->benchmark);
  compare_row_name(set, row, NULL, whole, sizeof whole);
  const bool named = strncmp(whole, row->benchmark, length) == 0 && strncmp(whole + length, ", ", 2) == 0;
  snprintf(out, COMPARE_TEXT, "%s", whole + (named ? length + 2 : 0));
  if (strlen(out) <= NAME_LIMIT) return;
  int end = NAME_LIMIT - 3;
  while (end > 0 && ((unsigned char)out[end] & 0xc0) == 0x80) end--;
  strcpy(out + end, "...");
}

/// The marks of several sides.
static void put_sides(const compare_set *set, FILE *script) {
  size_t letters = 0;
  const int count = set->side_count > 2 ? set->side_count - 1 : 0;
  fprintf(script, "array side_label[%d]\n", count + 1);
  for (int s = 1; s <= count; s++) {
    char label[COMPARE_TEXT + 8];
    snprintf(label, sizeof label, "%s: %s", set->sides[s].letter, set->sides[s].label);
    if (strlen(label) > letters) letters = strlen(label);
    fprintf(script, "side_label[%d] = ", s);
    report_script_string(script, label);
    fputc('\n', script);
  }
  fprintf(script, "side_count = %d\nkey_lines = %d\nkey_letters = %zu\nkey_step = 1\n", set->side_count - 1, count,
          letters);
}

static bool draft_pairs(const report_subject *subject, int index, report_draft *draft) {
  const compare_figure *figure = subject->compared;
  const compare_set *set = figure->set;
  const compare_row *rows[MOST_ROWS];
  char name[COMPARE_TEXT];
  int all = 0;
  size_t letters = 0;
  double low = 1, high = 1;
  if (index > 0) return false;
  const int count = find_pairs(set, figure->benchmark, rows, &all);
  if (count == 0) return false;
  draft->body = "ratio";
  snprintf(draft->name, sizeof draft->name, "%.40s_ratio", figure->benchmark);
  if (set->side_count > 2)
    fprintf(draft->title, "%s: speed relative to A (%s)", figure->benchmark, set->sides[0].label);
  else
    fprintf(draft->title, "%s: speed of B (%s) relative to A (%s)", figure->benchmark, set->sides[1].label,
            set->sides[0].label);
  fputs("shown_at\tside\tratio\tratio_lo95\tratio_hi95\tverdict\trow\tname_at\n", draft->data);
  for (int i = 0; i < count; i++) {
    put_name(set, rows[i], name);
    if (strlen(name) > letters) letters = strlen(name);
    for (int s = 1; s < set->side_count; s++) {
      const compare_ratio *ratio = &rows[i]->ratios[s];
      if (isnan(ratio->value)) continue;
      const double shift = 0.6 * (s - 0.5 * set->side_count) / (set->side_count - 1);
      const bool interval = !isnan(ratio->low);
      report_data_number(draft->data, i + 1 + (set->side_count > 2 ? shift : 0), '\t');
      report_data_number(draft->data, s, '\t');
      report_data_number(draft->data, ratio->value, '\t');
      report_data_number(draft->data, interval ? ratio->low : ratio->value, '\t');
      report_data_number(draft->data, interval ? ratio->high : ratio->value, '\t');
      report_data_number(draft->data, ratio->verdict + 1, '\t');
      report_data_text(draft->data, name, '\t');
      report_data_number(draft->data, i + 1, '\n');
      low = fmin(low, interval ? ratio->low : ratio->value);
      high = fmax(high, interval ? ratio->high : ratio->value);
    }
  }
  low = fmax(low, 1e-3) / 1.05;
  high = fmin(high, 1e3) * 1.05;
  put_sides(set, draft->script);
  fprintf(draft->script, "row_count = %d\nname_letters = %zu\nx_label = ", count, letters);
  report_script_string(draft->script, "frame rate relative to A (to the right: faster)");
  const int row_height = set->side_count > 2 ? 16 + 6 * set->side_count : 20;
  fprintf(draft->script, "\npanel_count = 1\nwide_columns = 1\npanel_width = %d\npanel_height = %d\nrow_height = %d\n",
          500 + (letters > 30 ? 8 * (int)letters : 240), 84 + row_height * count, row_height);
  report_script_number(draft->script, "margin", set->rule.margin);
  report_script_number(draft->script, "x_low", low);
  report_script_number(draft->script, "x_high", high);
  report_script_log_ticks(draft->script, "x", low, high);
  fprintf(
      draft->caption,
      "Frame rate of each row, divided by the frame rate of its partner in A, with the 95 %% interval. In the band, "
      "the margin of %g %%, speeds count as the same.",
      100 * set->rule.margin);
  if (set->side_count > 2) fputs(" Marks tell the runs apart, in their order from above.", draft->caption);
  if (all > count)
    fprintf(draft->caption, " Shown are the %d most different of %d rows. All are in compare.tsv.", count, all);
  return true;
}

static xpbd_status make_for(const compare_set *set, const char *benchmark, const char *folder, report_figures *out) {
  compare_figure figure = {.set = set, .benchmark = benchmark};
  const report_subject subject = {.benchmark = "", .compared = &figure};
  XPBD_TRY(report_figures_add(out, folder, draft_pairs, &subject));
  figure.kind = COMPARE_ALONG;
  for (int i = 0; i < set->axis_count; i++) {
    figure.axis = set->axes[i].name;
    if (!set->axes[i].shown || strcmp(set->axes[i].benchmark, benchmark) != 0) continue;
    XPBD_TRY(report_figures_add(out, folder, compare_draft_lines, &subject));
  }
  figure.axis = "iterations";
  figure.kind = COMPARE_ERROR;
  XPBD_TRY(report_figures_add(out, folder, compare_draft_lines, &subject));
  figure.axis = "*";
  figure.kind = COMPARE_ROOFLINE;
  return report_figures_add(out, folder, compare_draft_lines, &subject);
}

xpbd_status compare_figures_make(const compare_set *set, const char *folder, report_figures *out) {
  report_run joined;
  xpbd_status status = compare_join(set, &joined);
  if (status == XPBD_OK) status = report_figures_make(&joined, folder, out);
  compare_join_free(&joined);
  for (int r = 0; r < set->row_count && status == XPBD_OK; r++) {
    bool first = true;
    for (int k = 0; k < r && first; k++) first = strcmp(set->rows[k].benchmark, set->rows[r].benchmark) != 0;
    if (first) status = make_for(set, set->rows[r].benchmark, folder, out);
  }
  return status;
}
