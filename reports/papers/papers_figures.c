/* Why this file exists: puts the figures of a paper on its page, each with its computed result
 * and its command (see papers.h). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "support/html.h"
#include "papers.h"

enum { LINE = 2048, BROAD = 1000 };

/// A line of a small file, the last non-empty one if `last`. "" if there is none.
static void line_of(const char *path, bool last, char out[LINE]) {
  char line[LINE];
  out[0] = '\0';
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file) return;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0]) memcpy(out, line, sizeof line);
    if (!last) break;
  }
  fclose(file);
}

/// Sides of a PNG, 0 for other files.
static void png_size(const char *path, uint32_t side[2]) {
  unsigned char head[24];
  side[0] = side[1] = 0;
  FILE *file = path ? fopen(path, "rb") : NULL;
  if (!file) return;
  if (fread(head, 1, sizeof head, file) == sizeof head && memcmp(head + 1, "PNG", 3) == 0)
    for (int i = 0; i < 2; i++)
      for (int b = 0; b < 4; b++) side[i] = side[i] << 8 | head[16 + 4 * i + b];
  fclose(file);
}

/// For a quick run: its changes instead of the caption.
static void put_quick(const report_paper *paper, int row, FILE *page) {
  const char *full = report_sheet_text(&paper->all->figures, row, "full");
  const char *quick = report_sheet_text(&paper->all->figures, row, "quick");
  if (!paper->all->quick || strcmp(full, quick) == 0) return;
  html_put(page, "<p class=source>Quick run: <code>%s", quick);
  fputs(full[0] ? "</code> instead of <code>" : "", page);
  html_put(page, "%s</code></p>\n", full);
}

/// The result of a command, or the reason why it is missing. Returns whether there is a
/// picture of a successful command.
static bool put_picture(const report_paper *paper, int row, FILE *page) {
  const report_sheet *figures = &paper->all->figures;
  const char *figure = report_sheet_text(figures, row, "figure"), *part = report_sheet_text(figures, row, "part");
  const char *title = report_sheet_text(figures, row, "text"), *kind = report_sheet_text(figures, row, "kind");
  char *svg = report_papers_path(paper, figure, part, ".svg"), *png = report_papers_path(paper, figure, part, ".png"),
       *done = report_papers_path(paper, figure, part, ".done");
  char *failed = report_papers_path(paper, figure, part, ".failed"),
       *log = report_papers_path(paper, figure, part, ".log");
  char command[LINE], reason[LINE];
  uint32_t side[2];
  png_size(png, side);
  line_of(done, false, command);
  const bool complete = command[0] != '\0', measure = strcmp(kind, "measure") == 0;
  if (!complete) line_of(failed, false, command);
  line_of(log, true, reason);
  const bool drawn = svg && access(svg, R_OK) == 0 && command[0], shown = side[0] > 0 && command[0];
  fprintf(page, "<div class=\"part%s\">\n", side[0] > BROAD ? " broad" : "");
  if (title[0] && !measure) html_element(page, "p class=part-title", title);
  if (shown)
    fprintf(
        page,
        "<div class=picture><a href=\"%s/%s_%s.png\"><img src=\"%s/%s_%s.png\" loading=lazy width=%u height=%u alt=\"",
        paper->key, figure, part, paper->key, figure, part, (unsigned)side[0], (unsigned)side[1]);
  if (drawn) fprintf(page, "<div class=picture><img src=\"%s/%s_%s.svg\" alt=\"", paper->key, figure, part);
  if (shown || drawn) html_text(page, title[0] ? title : figure), fputs(drawn ? "\">" : "\"></a>", page);
  if (shown || drawn) fputs("</div>\n", page);
  if (!command[0]) fputs("<p class=warn>Not made in this run.</p>\n", page);
  if (command[0] && !complete) fputs("<p class=warn>The command failed: ", page), html_text(page, reason);
  if (command[0] && !complete) fputs("</p>\n", page);
  if (command[0]) {
    put_quick(paper, row, page);
    fprintf(page, "<details><summary>%s</summary><pre>", measure ? "Command of a run behind the curves" : "Command");
    html_put(page, "%s</pre></details>\n", command);
  }
  fputs("</div>\n", page);
  free(svg), free(png), free(done), free(failed), free(log);
  return complete && (shown || drawn);
}

/// A table of times. Partial if the command failed.
static report_made put_times(const report_paper *paper, int row, FILE *page) {
  const report_sheet *figures = &paper->all->figures;
  const char *figure = report_sheet_text(figures, row, "figure"), *part = report_sheet_text(figures, row, "part");
  char *stem = report_papers_path(paper, figure, part, ""), *done = report_papers_path(paper, figure, part, ".done");
  const bool shown = stem && report_put_times(stem, page), complete = done && access(done, R_OK) == 0;
  free(stem), free(done);
  put_picture(paper, row, page); /* the command, and why it failed */
  return !shown ? REPORT_ABSENT : complete ? REPORT_WHOLE : REPORT_PARTIAL;
}

/// Counts of the results of parts so far.
typedef struct parts {
  bool open, table, some, all;
} parts;

/// One part, counted.
static xpbd_status put_part(report_paper *paper, int row, const char *kind, parts *own, FILE *page) {
  const report_sheet *figures = &paper->all->figures;
  report_made made = REPORT_ABSENT;
  if (strcmp(kind, "measure") == 0) {
    put_picture(paper, row, page); /* without a picture, the curve names its missing parts */
    return XPBD_OK;
  }
  if (strcmp(kind, "picture") == 0 && put_picture(paper, row, page)) made = REPORT_WHOLE;
  if (strcmp(kind, "times") == 0) made = put_times(paper, row, page);
  if (strcmp(kind, "curve") == 0) XPBD_TRY(report_put_curve(paper, row, &made, page));
  if (strcmp(kind, "means") == 0) made = report_put_means(paper, report_sheet_text(figures, row, "command"), page);
  own->table = own->table || strcmp(kind, "times") == 0 || strcmp(kind, "means") == 0;
  own->some = own->some || made != REPORT_ABSENT;
  own->all = own->all && made == REPORT_WHOLE;
  return XPBD_OK;
}

static void count(report_paper *paper, const parts *own) {
  report_tally *tally = own->table ? &paper->tables : &paper->figures;
  tally->all++;
  tally->whole += own->some && own->all;
  tally->partial += own->some && !own->all;
}

/// The heading "Fig. 1" of "Fig. 1: a cloth hangs", and the rest as caption.
static void put_heading(const char *figure, const char *text, FILE *page) {
  const char *colon = strchr(text, ':');
  char name[64];
  snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - text) : 0, text);
  fprintf(page, "<section class=figure id=\"%s\">\n", figure);
  html_element(page, "h3", colon ? name : text);
  fputs("\n", page);
  if (!colon) return;
  html_element(page, "p", colon + 1 + strspn(colon + 1, " "));
  fputs("\n", page);
}

static void put_absent(const char *figure, const char *text, FILE *page) {
  char name[64];
  snprintf(name, sizeof name, "Fig. %.20s", strncmp(figure, "fig", 3) == 0 ? figure + 3 : figure);
  fprintf(page, "<section class=figure id=\"%s\">\n", figure);
  html_element(page, "h3", name);
  html_element(page, "p class=source", text);
  fputs("</section>\n", page);
}

xpbd_status report_put_figures(report_paper *paper, FILE *page) {
  const report_sheet *figures = &paper->all->figures;
  parts own = {0};
  fputs("<h2 id=figures>Figures</h2>\n", page);
  for (int row = paper->first; row <= paper->last + 1; row++) {
    const char *kind = row <= paper->last ? report_sheet_text(figures, row, "kind") : "figure";
    const bool opens = strcmp(kind, "figure") == 0 || strcmp(kind, "absent") == 0 || strcmp(kind, "means") == 0;
    if (opens && own.open) fputs("</div>\n</section>\n", page), count(paper, &own);
    if (opens) own = (parts){.all = true};
    if (row > paper->last) break;
    const char *figure = report_sheet_text(figures, row, "figure"), *text = report_sheet_text(figures, row, "text");
    if (strcmp(kind, "absent") == 0) put_absent(figure, text, page);
    if (strcmp(kind, "figure") == 0 || strcmp(kind, "means") == 0) {
      put_heading(figure, text, page);
      fputs("<div class=parts>\n", page);
      own.open = true;
    }
    if (strcmp(kind, "figure") != 0) XPBD_TRY(put_part(paper, row, kind, &own, page));
  }
  return XPBD_OK;
}
