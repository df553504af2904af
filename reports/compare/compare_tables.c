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

static void put_tsv(const compare_set *set, FILE *out) {
  char text[2 * COMPARE_TEXT];
  fputs("benchmark\trow\tside\tlabel\tbase_s\tbase_lo95_s\tbase_hi95_s\tbase_processes\tbase_between\tside_s\tside_"
        "lo95_s\t"
        "side_hi95_s\tside_processes\tside_between\tratio\tratio_lo95\tratio_hi95\tverdict\twhy_not\n",
        out);
  for (int s = 1; s < set->side_count; s++)
    for (int r = 0; r < set->row_count; r++) {
      const compare_row *row = &set->rows[r];
      const compare_ratio *ratio = &row->ratios[s];
      const bool pair = !isnan(ratio->value);
      if (!pair && !compare_missing(set, row, s, text, sizeof text)[0]) continue;
      put_cell_text(out, row->benchmark, '\t');
      put_cell_text(out, compare_row_name(set, row, NULL, text, sizeof text), '\t');
      put_cell_text(out, set->sides[s].letter, '\t');
      put_cell_text(out, set->sides[s].label, '\t');
      const int both[2] = {0, s};
      for (int i = 0; i < 2; i++) {
        const compare_cell *cell = &row->cells[both[i]];
        const bool has = cell->point && !cell->bad;
        const compare_time time = has ? compare_time_of(cell, &set->rule) : (compare_time){NAN, NAN, NAN, NAN, 0};
        put_number(out, time.seconds, '\t');
        put_number(out, time.low, '\t');
        put_number(out, time.high, '\t');
        fprintf(out, "%d\t", time.processes);
        put_number(out, time.between, '\t');
      }
      put_number(out, ratio->value, '\t');
      put_number(out, ratio->low, '\t');
      put_number(out, ratio->high, '\t');
      put_cell_text(out, pair ? compare_verdict_name(ratio->verdict) : "-", '\t');
      if (pair)
        fputs("-\n", out);
      else
        put_cell_text(out, compare_missing(set, row, s, text, sizeof text), '\n');
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

/// One line of the table for a text.
static void put_line(const compare_set *set, const compare_row *row, int side, bool latex, FILE *out) {
  const char *between = latex ? " & " : " | ", *start = latex ? "" : "| ", *end = latex ? " \\\\\n" : " |\n";
  const compare_ratio *ratio = &row->ratios[side];
  char name[COMPARE_TEXT], a[HTML_NUMBER], b[HTML_NUMBER], value[HTML_NUMBER], low[HTML_NUMBER], high[HTML_NUMBER];
  fputs(start, out);
  put_escaped(out, compare_row_name(set, row, NULL, name, sizeof name), latex);
  fprintf(out, "%s%s%s%s%s%s", between, html_digits(1e3 * compare_time_of(&row->cells[0], &set->rule).seconds, a),
          between, html_digits(1e3 * compare_time_of(&row->cells[side], &set->rule).seconds, b), between,
          html_digits(ratio->value, value));
  if (isnan(ratio->low))
    fprintf(out, "%s-", between);
  else
    fprintf(out, "%s%s to %s", between, html_digits(ratio->low, low), html_digits(ratio->high, high));
  fprintf(out, "%s%s%s", between, compare_verdict_name(ratio->verdict), end);
}

static void put_table(const compare_set *set, bool latex, FILE *out) {
  for (int s = 1; s < set->side_count; s++) {
    const char *a = set->sides[0].letter, *b = set->sides[s].letter;
    char *text = NULL;
    size_t size = 0;
    FILE *answer = report_stream(&text, &size);
    if (!answer) continue;
    compare_answer(set, s, answer);
    fclose(answer);
    if (latex)
      fprintf(out, "%% Written by xpbd-report compare; needs the package booktabs.\n\\begin{table}\n\\caption{");
    put_escaped(out, text ? text : "", latex);
    free(text);
    if (latex)
      fprintf(
          out,
          "}\n\\begin{tabular}{lrrrll}\n\\toprule\nrow & %s [ms] & %s [ms] & speed of %s / %s & 95\\,\\%% interval & "
          "verdict \\\\\n\\midrule\n",
          a, b, b, a);
    else
      fprintf(
          out,
          "\n\n| row | %s [ms] | %s [ms] | speed of %s / %s | 95 %% interval | verdict |\n|---|--:|--:|--:|---|---|\n",
          a, b, b, a);
    for (int r = 0; r < set->row_count; r++)
      if (!isnan(set->rows[r].ratios[s].value)) put_line(set, &set->rows[r], s, latex, out);
    fputs(latex ? "\\bottomrule\n\\end{tabular}\n\\end{table}\n" : "\n", out);
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
  else
    put_table(set, strcmp(name, "compare.tex") == 0, file.stream);
  return report_commit(&file);
}

xpbd_status compare_write_tables(const compare_set *set, const char *folder) {
  XPBD_TRY(write_one(set, folder, "compare.tsv"));
  XPBD_TRY(write_one(set, folder, "compare.md"));
  return write_one(set, folder, "compare.tex");
}
