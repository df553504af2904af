/* Why this file exists: the numbers of a comparison for other programs (TSV), for a text (Markdown) and for a paper
 * (LaTeX), so that nobody copies them from a page. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "compare.h"
#include "support/html.h"
#include "read/memory.h"
#include "read/results.h"

static void put_cell_text(FILE *out, const char *text, char end) {
  for (; *text; text++) fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
  fputc(end, out);
}

static void put_number(FILE *out, double value, char end) {
  char text[32];
  fprintf(out, "%s%c", report_shortest(value, text), end);
}

/// Whether this is the first axis of its name, over all benchmarks.
static bool is_first(const compare_set *set, int index) {
  for (int k = 0; k < index; k++)
    if (strcmp(set->axes[k].name, set->axes[index].name) == 0) return false;
  return true;
}

/// Whether a benchmark has different values of an axis on the sides of a pair.
static bool is_of_sides(const compare_set *set, const char *name) {
  for (int i = 0; i < set->axis_count; i++)
    if (strcmp(set->axes[i].name, name) == 0 && (set->axes[i].free || set->axes[i].compared)) return true;
  return false;
}

/// Whether a column that is no axis has this name.
static bool is_ours(const char *name) {
  static const char *const ours[] = {"benchmark", "row", "side", "label", "ratio", "verdict"};
  for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
    if (strcmp(ours[i], name) == 0) return true;
  return false;
}

/// The columns of axes. Without a row, their names. Axes that may differ within a pair have a column for each side.
static void put_axes(const compare_set *set, const compare_row *row, int side, FILE *out) {
  char value[COMPARE_TEXT];
  const int both[2] = {0, side};
  for (int i = 0; i < set->axis_count; i++) {
    const char *name = set->axes[i].name;
    const bool sides = is_of_sides(set, name);
    if (!is_first(set, i)) continue;
    for (int k = 0; k < (sides ? 2 : 1); k++) {
      const report_point *point = !row ? NULL : sides ? row->cells[both[k]].point : row->first;
      if (!row) fputs(!sides ? (is_ours(name) ? "axis_" : "") : k == 0 ? "base_" : "side_", out);
      put_cell_text(out, !row ? name : point ? report_axis_text(point, name, value, sizeof value) : "", '\t');
    }
  }
}

static void put_times(const compare_set *set, const compare_cell *cell, FILE *out) {
  const bool has = cell->point && !cell->bad;
  const compare_time time = has ? compare_time_of(cell, &set->rule) : (compare_time){NAN, NAN, NAN, NAN, 0};
  put_number(out, time.seconds, '\t');
  put_number(out, time.low, '\t');
  put_number(out, time.high, '\t');
  fprintf(out, "%d\t", time.processes);
  put_number(out, time.between, '\t');
  fprintf(out, "%d\t", has && cell->flagged);
}

static void put_phases(const compare_cell *cell, FILE *out) {
  const char *phases = cell->point && !cell->bad ? report_text(cell->point->json, "phases") : NULL;
  put_cell_text(out, phases ? phases : "-", '\t');
}

static void put_tsv(const compare_set *set, FILE *out) {
  char text[2 * COMPARE_TEXT];
  fputs("benchmark\trow\t", out);
  put_axes(set, NULL, 0, out);
  fputs(
      "side\tlabel\tbase_s\tbase_lo95_s\tbase_hi95_s\tbase_processes\tbase_between\tbase_flagged\tside_s\tside_lo95_s\t"
      "side_hi95_s\tside_processes\tside_between\tside_flagged\tratio\tratio_lo95\tratio_hi95\tverdict\tjudged_by\t"
      "base_error\tside_error\tbase_phases\tside_phases\twhy_not\n",
      out);
  for (int s = 1; s < set->side_count; s++)
    for (int r = 0; r < set->row_count; r++) {
      const compare_row *row = &set->rows[r];
      const compare_ratio *ratio = &row->ratios[s];
      const bool pair = !isnan(ratio->value);
      if (!pair && !compare_missing(set, row, s, text, sizeof text)[0]) continue;
      put_cell_text(out, row->benchmark, '\t');
      put_cell_text(out, compare_row_name(set, row, NULL, text, sizeof text), '\t');
      put_axes(set, row, s, out);
      put_cell_text(out, set->sides[s].letter, '\t');
      put_cell_text(out, set->sides[s].label, '\t');
      put_times(set, &row->cells[0], out);
      put_times(set, &row->cells[s], out);
      put_number(out, ratio->value, '\t');
      put_number(out, ratio->low, '\t');
      put_number(out, ratio->high, '\t');
      put_cell_text(out, pair ? compare_verdict_name(ratio->verdict) : "-", '\t');
      put_cell_text(out,
                    !pair            ? "-"
                    : ratio->by_size ? "size"
                    : ratio->assumed ? "assumed interval"
                                     : "interval",
                    '\t');
      put_number(out, compare_error(&row->cells[0]), '\t');
      put_number(out, compare_error(&row->cells[s]), '\t');
      put_phases(&row->cells[0], out);
      put_phases(&row->cells[s], out);
      put_cell_text(out, pair ? "-" : compare_missing(set, row, s, text, sizeof text), '\n');
    }
}

/// Escaped text: no character has a meaning in Markdown or LaTeX.
static void put_escaped(FILE *out, const char *text, bool latex) {
  for (; *text; text++) {
    const char c = *text;
    if ((unsigned char)c < 0x20) {
      fputc(' ', out);
    } else if (latex && strchr("\\^~", c)) {
      fputs(c == '\\' ? "\\textbackslash{}" : c == '^' ? "\\textasciicircum{}" : "\\textasciitilde{}", out);
    } else {
      if (strchr(latex ? "&%$#_{}" : "\\`*_{}[]<>#|", c)) fputc('\\', out);
      fputc(c, out);
    }
  }
}

/// Marks of a pair, as in the terminal.
static void put_marks(bool assumed, bool flagged, bool latex, FILE *out) {
  if (assumed) fputs(latex ? "$^{*}$" : COMPARE_ASSUMED, out);
  if (flagged) fputs(latex ? "$^{\\dagger}$" : COMPARE_FLAG, out);
}

/// "1.234 omp": the time in the unit of the table, and the way.
static void put_time(const compare_set *set, const compare_row *row, int side, bool latex, FILE *out) {
  char text[COMPARE_TEXT];
  fputs(html_digits(set->unit.per_second * compare_time_of(&row->cells[side], &set->rule).seconds, text), out);
  put_marks(false, row->cells[side].flagged, latex, out);
  if (!compare_way(set, row, side, text, sizeof text)[0]) return;
  fputc(' ', out);
  put_escaped(out, text, latex);
}

/// The error of a row, after `before`, if the table has errors.
static void put_error(const compare_set *set, const compare_row *row, int side, const char *before, bool latex,
                      FILE *out) {
  char text[COMPARE_WORDS];
  if (!compare_error_text(set, &row->cells[side], text)[0]) return;
  fputs(before, out);
  put_escaped(out, text, latex);
}

/// One line of the table for a text: of two sides with the interval, of more only the ratios.
static void put_line(const compare_set *set, const compare_row *row, bool latex, FILE *out) {
  const char *between = latex ? " & " : " | ";
  const bool two = set->side_count == 2;
  char name[COMPARE_TEXT], span[COMPARE_TEXT], value[HTML_NUMBER], words[COMPARE_WORDS];
  fputs(latex ? "" : "| ", out);
  put_escaped(out, compare_row_name(set, row, NULL, name, sizeof name), latex);
  fputs(between, out);
  put_time(set, row, 0, latex, out);
  if (!two) put_error(set, row, 0, ", error ", latex, out);
  for (int s = 1; s < set->side_count; s++) {
    const compare_ratio *ratio = &row->ratios[s];
    fputs(between, out);
    if (two) put_time(set, row, s, latex, out), fputs(between, out);
    if (isnan(ratio->value)) {
      fputs(compare_absent(row, s), out);
      continue;
    }
    fputs(html_digits(ratio->value, value), out);
    if (two && isnan(ratio->low))
      fprintf(out, "%s-", between);
    else if (two)
      fprintf(out, "%s%s", between, compare_span(ratio->value, ratio->low, ratio->high, span));
    if (two) put_marks(ratio->assumed, false, latex, out);
    fprintf(out, "%s%s", two ? between : " ", compare_verdict_words(ratio, words));
    if (!two) put_marks(ratio->assumed, row->cells[s].flagged, latex, out);
    if (!two) put_error(set, row, s, ", error ", latex, out);
  }
  if (two) put_error(set, row, 0, between, latex, out);
  if (two) put_error(set, row, 1, between, latex, out);
  fputs(latex ? " \\\\\n" : " |\n", out);
}

static void put_heads(const compare_set *set, bool latex, FILE *out) {
  const char *between = latex ? " & " : " | ";
  const bool two = set->side_count == 2;
  const char *unit = set->unit.name;
  fprintf(out, "%srow%sA [%s]", latex ? "" : "| ", between, unit);
  if (two) fprintf(out, "%sB [%s]", between, unit);
  for (int s = 1; s < set->side_count; s++) fprintf(out, "%sspeed of %s / A", between, set->sides[s].letter);
  const bool errors = two && set->errors;
  if (two) fprintf(out, "%s95%s interval%sverdict", between, latex ? "\\,\\%" : " %", between);
  if (errors) fprintf(out, "%serror of A%serror of B", between, between);
  fputs(latex ? " \\\\\n\\hline\n" : " |\n", out);
  if (latex) return;
  fputs(two ? "|---|--:|--:|--:|---|---|" : "|---|--:|", out);
  if (errors) fputs("--:|--:|", out);
  for (int s = 1; s < set->side_count && !two; s++) fputs("---|", out);
  fputc('\n', out);
}

static void put_answers(const compare_set *set, bool latex, FILE *out) {
  for (int s = 1; s < set->side_count; s++) {
    char *text = NULL;
    size_t size = 0;
    FILE *answer = report_stream(&text, &size);
    if (!answer) continue;
    compare_answer(set, s, answer);
    fclose(answer);
    if (s > 1) fputs(latex ? " " : "\n\n", out);
    put_escaped(out, text ? text : "", latex);
    free(text);
  }
}

static void put_markdown(const compare_set *set, FILE *out) {
  put_answers(set, false, out);
  fputs("\n\n", out);
  put_heads(set, false, out);
  for (int r = 0; r < set->row_count; r++)
    if (compare_in_pair(set, &set->rows[r], 0)) put_line(set, &set->rows[r], false, out);
  compare_explain(set, "\n", out);
}

/// Tables of a page each. Only the first one has the answer as its caption. They need no package.
static void put_latex(const compare_set *set, FILE *out) {
  enum { ROWS = 40 };
  int pairs = 0, done = 0;
  for (int r = 0; r < set->row_count; r++) pairs += compare_in_pair(set, &set->rows[r], 0);
  const int tables = (pairs + ROWS - 1) / ROWS;
  fputs("% Written by xpbd-report compare. \\input it into a document of any class. It needs no package.\n", out);
  for (int r = 0; r < set->row_count; r++) {
    if (!compare_in_pair(set, &set->rows[r], 0)) continue;
    if (done % ROWS == 0) {
      fputs("\\begin{table}\n\\caption{", out);
      if (done == 0) put_answers(set, true, out);
      if (tables > 1) fprintf(out, "%sPart %d of %d.", done == 0 ? " " : "", done / ROWS + 1, tables);
      fputs(" Stars: the deviation is assumed. Daggers: the machine was disturbed.}\n\\scriptsize\n\\begin{tabular}{",
            out);
      fputs(set->side_count > 2 ? "lr" : set->errors ? "lrrrllrr" : "lrrrll", out);
      for (int s = 1; s < set->side_count && set->side_count > 2; s++) fputc('l', out);
      fputs("}\n\\hline\n", out);
      put_heads(set, true, out);
    }
    put_line(set, &set->rows[r], true, out);
    if (++done % ROWS == 0 || done == pairs) fputs("\\hline\n\\end{tabular}\n\\end{table}\n", out);
  }
}

static xpbd_status write_one(const compare_set *set, const char *folder, const char *name) {
  char *path = report_join(folder, name);
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_file file;
  const xpbd_status status = xpbd_file_create(path, &file);
  free(path);
  XPBD_TRY(status);
  if (strcmp(name, "compare.tsv") == 0)
    put_tsv(set, file.stream);
  else if (strcmp(name, "compare.tex") == 0)
    put_latex(set, file.stream);
  else
    put_markdown(set, file.stream);
  return report_commit(&file);
}

xpbd_status compare_write_tables(const compare_set *set, const char *folder) {
  XPBD_TRY(write_one(set, folder, "compare.tsv"));
  XPBD_TRY(write_one(set, folder, "compare.md"));
  return write_one(set, folder, "compare.tex");
}
