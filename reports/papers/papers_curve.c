/* Why this file exists: draws a curve of a paper with gnuplot, from the tables of measures of its runs (see papers.h).
 * "strain_mean:log fig1_a.1=stretching fig1_a.2=morse" is log10 of that column in fig1_a.1.tsv and fig1_a.2.tsv. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "figure/figure.h"
#include "figure/gnuplot.h"
#include "support/html.h"
#include "read/memory.h"
#include "papers.h"
#include "read/results.h"
#include "support/scripts.h"

enum { MOST_CURVES = 12, WORD = 96 };

typedef struct curve {
  char file[WORD + 8], label[WORD];
  int x, y;     ///< Columns, from 1.
  double first; ///< The first value of y, for ":initial" the first above 0.
} curve;

typedef struct plot {
  curve curves[MOST_CURVES];
  int count;
  bool log, change, initial;
  char missing[2 * WORD]; ///< Missing parts, "" = none.
} plot;

/// The next word up to a blank.
static bool next_word(const char **at, char word[WORD]) {
  *at += strspn(*at, " ");
  const size_t length = strcspn(*at, " ");
  snprintf(word, WORD, "%.*s", (int)length, *at);
  *at += length;
  return length > 0;
}

/// The index, from 1, of the first of the columns "a/b" that the table has, 0 = none.
static int column_of(const report_sheet *sheet, const char *columns) {
  char name[WORD];
  for (const char *at = columns; *at; at += *at == '/') {
    const size_t length = strcspn(at, "/");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    at += length;
    const int place = report_sheet_column(sheet, name);
    if (place >= 0) return place + 1;
  }
  return 0;
}

/// One line of the plot, from "STEM[:COLUMN]=LABEL".
static xpbd_status add_curve(const report_paper *paper, char *word, const char *columns, plot *out) {
  curve *c = &out->curves[out->count];
  char *label = strchr(word, '=');
  if (label) *label++ = '\0';
  for (char *l = label; l && *l; l++)
    if (*l == '_') *l = ' ';
  char *own = strchr(word, ':');
  if (own) *own++ = '\0';
  snprintf(c->file, sizeof c->file, "%s.tsv", word);
  snprintf(c->label, sizeof c->label, "%s", label ? label : word);
  char *folder = report_join(paper->all->folder, paper->key), *path = folder ? report_join(folder, c->file) : NULL;
  report_sheet sheet = {0};
  const xpbd_status status = path ? report_sheet_read(path, '\t', &sheet) : XPBD_ERR_OUT_OF_MEMORY;
  c->x = column_of(&sheet, "time_s");
  c->y = column_of(&sheet, own ? own : columns);
  for (int row = 0; c->y > 0 && row < (out->initial ? sheet.row_count : 1); row++) {
    c->first = report_sheet_number(&sheet, row, sheet.cells[c->y - 1]);
    if (c->first > 0.0) break;
  }
  report_sheet_free(&sheet);
  free(path);
  free(folder);
  if (status == XPBD_ERR_OUT_OF_MEMORY) return status;
  if (status != XPBD_OK || c->x == 0 || c->y == 0) {
    snprintf(out->missing, sizeof out->missing, "%s is missing, or has no column %s", c->file, own ? own : columns);
  } else {
    out->count++;
  }
  return XPBD_OK;
}

static xpbd_status read_plot(const report_paper *paper, const char *text, plot *out) {
  char columns[WORD] = "", word[WORD];
  *out = (plot){0};
  next_word(&text, columns);
  char *mark = strchr(columns, ':');
  out->log = mark && strcmp(mark, ":log") == 0;
  out->change = mark && strcmp(mark, ":change") == 0;
  out->initial = mark && strcmp(mark, ":initial") == 0;
  if (mark) *mark = '\0';
  while (out->count < MOST_CURVES && next_word(&text, word)) XPBD_TRY(add_curve(paper, word, columns, out));
  if (next_word(&text, word))
    snprintf(out->missing, sizeof out->missing, "more than %d curves are not drawn", MOST_CURVES);
  return XPBD_OK;
}

static void put_array(FILE *script, const plot *p, const char *name, int what) {
  fprintf(script, "array %s[%d] = [", name, p->count);
  for (int i = 0; i < p->count; i++) {
    fputs(i > 0 ? ", " : "", script);
    if (what == 0) report_script_string(script, p->curves[i].file);
    if (what == 1) report_script_string(script, p->curves[i].label);
    if (what == 2) fprintf(script, "%d", p->curves[i].x);
    if (what == 3) fprintf(script, "%d", p->curves[i].y);
    if (what == 4) fprintf(script, "%.17g", p->curves[i].first);
    if (what == 5) fprintf(script, "0x%06x", (unsigned)report_colour(i % REPORT_COLOURS));
  }
  fputs("]\n", script);
}

static xpbd_status write_script(const plot *p, const char *y_label, const char *path) {
  static const char *const names[] = {"file", "label", "x_column", "y_column", "first", "line_colour"};
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  fputs("# Written by xpbd-report; draws with gnuplot, in this folder.\n", file.stream);
  for (int i = 0; i < 6; i++) put_array(file.stream, p, names[i], i);
  fprintf(
      file.stream,
      "curve_count = %d\nin_log = %d\nin_change = %d\nin_initial = %d\nkey_below = %d\npanel_count = 1\nwide_columns = "
      "1\npanel_width = 560\n"
      "panel_height = 320\ny_label = ",
      p->count, p->log, p->change, p->initial, p->count > 1);
  report_script_string(file.stream, p->log       ? "log10 of mean |l - l0| / l0"
                                    : p->initial ? "log10 of C / its initial value"
                                                 : y_label);
  fputc('\n', file.stream);
  const report_script *style = report_script_find("style"), *body = report_script_find("papers");
  fwrite(style->bytes, 1, style->size, file.stream);
  fwrite(body->bytes, 1, body->size, file.stream);
  return report_commit(&file);
}

/// Put both forms of the picture into the page. False if gnuplot refuses.
static bool put_forms(const report_paper *paper, const char *script, const char *title, FILE *page) {
  static const char *const forms[] = {"svg", "narrow"}, *const classes[] = {"wide-only", "narrow-only"};
  char *folder = report_join(paper->all->folder, paper->key);
  bool drawn = folder != NULL;
  for (int f = 0; f < 2 && drawn; f++) {
    char *svg = NULL, prefix[2 * WORD];
    size_t size;
    drawn = report_gnuplot_draw(folder, script, forms[f], &svg, &size) == XPBD_OK;
    snprintf(prefix, sizeof prefix, "%.60s_%s_", script, forms[f]);
    for (char *c = prefix; *c; c++)
      if (*c == '.') *c = '_';
    if (!drawn) break;
    fprintf(page, "<div class=%s>", classes[f]);
    html_svg(page, svg, prefix, title);
    fputs("</div>\n", page);
    free(svg);
  }
  free(folder);
  return drawn;
}

xpbd_status report_put_curve(const report_paper *paper, int row, report_made *made, FILE *page) {
  const report_sheet *figures = &paper->all->figures;
  const char *figure = report_sheet_text(figures, row, "figure"), *part = report_sheet_text(figures, row, "part");
  const char *title = report_sheet_text(figures, row, "text");
  plot p;
  bool drawn = false;
  *made = REPORT_ABSENT;
  XPBD_TRY(read_plot(paper, report_sheet_text(figures, row, "command"), &p));
  html_put(page, "<figure class=\"part curve\">\n<p class=part-title>%s</p>\n", title);
  char script[WORD];
  snprintf(script, sizeof script, "%.40s_%.40s.gp", figure, part);
  char *path = report_papers_path(paper, figure, part, ".gp");
  xpbd_status status = path ? XPBD_OK : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK && p.count > 0) status = write_script(&p, title, path);
  if (status == XPBD_OK && p.count > 0 && paper->all->gnuplot) drawn = put_forms(paper, script, title, page);
  free(path);
  if (drawn) *made = p.missing[0] ? REPORT_PARTIAL : REPORT_WHOLE;
  if (p.missing[0]) fputs("<p class=warn>Incomplete: ", page), html_text(page, p.missing), fputs(".</p>\n", page);
  if (p.count > 0 && !paper->all->gnuplot) fputs("<p class=warn>Not drawn: gnuplot was not found.</p>\n", page);
  if (p.count > 0 && paper->all->gnuplot && !drawn)
    fputs("<p class=warn>Not drawn: ", page), html_text(page, xpbd_last_error()), fputs("</p>\n", page);
  if (p.count > 0) {
    fprintf(page, "<p class=source>Data: <code>%s/", paper->key);
    for (int i = 0; i < p.count; i++) {
      if (i > 0 && strcmp(p.curves[i].file, p.curves[i - 1].file) == 0) continue;
      fputs(i > 0 ? ", " : "", page);
      html_text(page, p.curves[i].file);
    }
    html_put(page, "</code>; script: <code>%s</code></p>\n", script);
  }
  fputs("</figure>\n", page);
  return status;
}
