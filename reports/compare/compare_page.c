/* Why this file exists: writes a comparison as one page that can be mailed: the answer, the compared axes, every pair,
 * the figures, rows left out, differences of the machines, how pairs are judged and how to reproduce it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "compare.h"
#include "figure/figure.h"
#include "support/html.h"
#include "read/memory.h"
#include "read/parts.h"
#include "page/page.h"
#include "read/results.h"
#include "support/scripts.h"

static void put_head(const compare_set *set, const char *title, FILE *out) {
  html_head(out, title, report_script_find("page"), NULL);
  for (int s = 1; s <= set->side_count; s++) {
    char *text = NULL;
    size_t size = 0;
    FILE *words = report_stream(&text, &size);
    if (!words) continue;
    if (s < set->side_count)
      compare_answer(set, s, words);
    else
      compare_advice(set, words);
    fclose(words);
    if (size > 0) html_element(out, s < set->side_count ? "p class=answer" : "p", text);
    free(text);
  }
  for (int i = 0; i < set->note_count; i++) html_element(out, "p class=banner", set->notes[i]);
  fputs(
      "<nav><a href=#runs>Runs</a> <a href=#pairs>Pairs</a> <a href=#figures>Figures</a> <a href=#left>Not "
      "compared</a> <a href=#environment>Environment</a> <a href=#judged>How it is judged</a> <a href=#again>Again</a>"
      "</nav>\n</header>\n<main>\n",
      out);
}

static void put_runs(const compare_set *set, FILE *out) {
  fputs("<section id=runs><h2>What is compared</h2>\n<div class=scroll><table "
        "class=facts>\n<thead><tr><th></th><th>run</th>"
        "<th>host</th><th>started</th><th>commit</th><th>file</th></tr></thead><tbody>\n",
        out);
  for (int s = 0; s < set->side_count; s++) {
    const compare_side *side = &set->sides[s];
    const report_run *run = &side->input->runs[0];
    const char *sha = report_text(run->xb, "tool.git.sha.value");
    fputs("<tr>", out);
    html_element(out, "th scope=row", side->letter);
    html_element(out, "td class=wide", side->label);
    html_element(out, "td", report_env_text(run, "os.host"));
    html_element(out, "td", report_text(run->xb, "started"));
    fprintf(out, "<td><code>%.10s</code></td><td class=wide>",
            sha && strspn(sha, "0123456789abcdef") >= 10 ? sha : "unknown");
    for (int i = 0; i < side->input->count; i++) {
      if (i > 0) fputs(", ", out);
      html_text(out, side->input->paths[i]);
    }
    fputs("</td></tr>\n", out);
  }
  fputs("</tbody></table></div>\n"
        "<p>",
        out);
  fputs(set->best ? "Compared: the machines, each by its fastest backend in each row" : "Compared axes: ", out);
  int count = 0;
  for (int i = 0; i < set->axis_count; i++) {
    const compare_axis *axis = &set->axes[i];
    if (!axis->compared) continue;
    fputs(count++ > 0 || set->best ? "; " : "", out);
    html_element(out, "b", axis->name);
    bool first = true;
    for (int s = 0; s < set->side_count; s++) {
      if (!(axis->sides & 1 << s)) continue;
      fprintf(out, "%s%s ", first ? " " : ", ", set->sides[s].letter);
      first = false;
      html_text(out, axis->values[s][0] ? axis->values[s] : "(no such axis)");
    }
  }
  fputs(count > 0 || set->best ? ".</p>\n" : "none. The runs have the same settings.</p>\n", out);
  fputs("<p class=fixed>The same in all rows:", out);
  char text[3 * COMPARE_TEXT];
  for (int at = 0; compare_fixed(set, &at, text, sizeof text);) {
    fputc(' ', out);
    html_text(out, text);
    fputc(';', out);
  }
  fputs(" everything else agrees within each pair.</p></section>\n", out);
}

/// "1.234 omp (1.2 to 1.3)" with the spread between processes.
static void put_time(const compare_set *set, const compare_row *row, int side, FILE *out) {
  const compare_cell *cell = &row->cells[side];
  char text[HTML_NUMBER], span[COMPARE_TEXT], way[COMPARE_TEXT], error[COMPARE_WORDS];
  if (cell->count == 0 || cell->bad) {
    fputs("<td class=n>-</td>", out);
    return;
  }
  const compare_time time = compare_time_of(cell, &set->rule);
  const double unit = set->unit.per_second;
  fprintf(out, "<td class=n>%s%s", html_digits(unit * time.seconds, text), cell->flagged ? COMPARE_FLAG : "");
  if (compare_way(set, row, side, way, sizeof way)[0]) fputc(' ', out), html_text(out, way);
  if (!isnan(time.low))
    fprintf(out, "<br><span class=source>%s</span>",
            compare_span(unit * time.seconds, unit * time.low, unit * time.high, span));
  if (time.processes > 1)
    fprintf(out, "<br><span class=source>%d processes, &plusmn;%s %%</span>", time.processes,
            html_percent(time.between, text));
  if (compare_error_text(set, cell, error)[0]) fprintf(out, "<br><span class=source>error %s</span>", error);
  if (report_parts(cell->point, way, sizeof way)[0]) html_put(out, "<br><span class=source>%s</span>", way);
  fputs("</td>", out);
}

/// Ratio, interval and verdict of a side.
static void put_ratio(const compare_row *row, int side, FILE *out) {
  static const char *const classes[COMPARE_VERDICTS] = {"", " class=warn", "", " class=source", " class=source"};
  const compare_ratio *ratio = &row->ratios[side];
  char value[HTML_NUMBER], span[COMPARE_TEXT], words[COMPARE_WORDS];
  if (isnan(ratio->value)) {
    const char *absent = compare_absent(row, side);
    fprintf(out, "<td class=n>-</td><td>%s</td>", strcmp(absent, "-") == 0 ? "" : absent);
    return;
  }
  fprintf(out, "<td class=n><b>%s</b><br><span class=source>", html_digits(ratio->value, value));
  if (isnan(ratio->low))
    fputs("no interval", out);
  else
    fprintf(out, "%s%s", compare_span(ratio->value, ratio->low, ratio->high, span),
            ratio->assumed ? COMPARE_ASSUMED : "");
  fprintf(out, "</span></td><td%s>%s</td>", classes[ratio->verdict], compare_verdict_words(ratio, words));
}

/// All sides in one table.
static void put_pairs(const compare_set *set, FILE *out) {
  char name[COMPARE_TEXT];
  fputs("<section id=pairs><h2>Pairs</h2>\n<div class=\"scroll tall\"><table class=pairs>\n<thead><tr><th>row</th>",
        out);
  for (int s = 1; s < set->side_count; s++)
    fprintf(out, "<th>speed of %s / A<br><span class=source>95 %% interval</span></th><th>verdict</th>",
            set->sides[s].letter);
  for (int s = 0; s < set->side_count; s++) fprintf(out, "<th>%s [%s]</th>", set->sides[s].letter, set->unit.name);
  fputs("</tr></thead><tbody>\n", out);
  for (int r = 0; r < set->row_count; r++) {
    const compare_row *row = &set->rows[r];
    if (!compare_in_pair(set, row, 0)) continue;
    html_put(out, "<tr><td class=row>%s</td>", compare_row_name(set, row, NULL, name, sizeof name));
    for (int s = 1; s < set->side_count; s++) put_ratio(row, s, out);
    for (int s = 0; s < set->side_count; s++) put_time(set, row, s, out);
    fputs("</tr>\n", out);
  }
  fputs(
      "</tbody></table></div>\n<p class=source>~: too few episodes for an interval of its own, so a deviation is "
      "assumed. " COMPARE_FLAG
      ": the machine was disturbed or throttled. Errors are shown if those of a pair differ. Shares of a frame's parts "
      "were measured in frames of their own. Beside this page: <a "
      "href=compare.tsv>TSV</a>, <a href=compare.md>Markdown</a>, <a href=compare.tex>LaTeX</a>.</p></section>\n",
      out);
}

static void put_figures(const report_figures *figures, FILE *out) {
  fputs("<section id=figures><h2>Figures</h2>\n", out);
  if (!figures->gnuplot && figures->count > 0)
    fputs("<p class=banner><b>No pictures: gnuplot was not found.</b> Install it (Debian: apt-get install gnuplot-nox) "
          "and run this again. Data and scripts are beside this page.</p>\n",
          out);
  fputs("<p>All figures show the intervals of the table, which include differences between processes.</p>\n", out);
  int number = 0;
  for (int pass = 0; pass < 2; pass++) /* the pairs first */
    for (int i = 0; i < figures->count; i++) {
      const char *name = figures->items[i].name;
      const bool pairs = strlen(name) > 6 && strcmp(name + strlen(name) - 6, "_ratio") == 0;
      if (pairs == (pass == 0)) report_put_figure(&figures->items[i], ++number, out);
    }
  fputs("</section>\n", out);
}

static void put_left(const compare_set *set, FILE *out) {
  char name[COMPARE_TEXT], why[2 * COMPARE_TEXT];
  int count = 0;
  fputs("<section id=left><h2>Not compared</h2>\n", out);
  for (int s = 1; s < set->side_count; s++)
    for (int r = 0; r < set->row_count; r++) {
      const compare_row *row = &set->rows[r];
      if (!isnan(row->ratios[s].value) || !compare_missing(set, row, s, why, sizeof why)[0]) continue;
      if (count++ == 0)
        fputs("<p>Rows with numbers on one side only. They are in no mean.</p>\n"
              "<div class=\"scroll tall\"><table class=facts>\n"
              "<thead><tr><th>row</th><th>why</th></tr></thead><tbody>\n",
              out);
      html_put(out, "<tr><td class=wide>%s</td><td class=why>", compare_row_name(set, row, NULL, name, sizeof name));
      html_put(out, "%s</td></tr>\n", why);
    }
  fputs(count > 0 ? "</tbody></table></div></section>\n"
                  : "<p>Nothing: every row with numbers has a partner.</p></section>\n",
        out);
}

/// Prints what was drawn and what was not. True if a figure is missing, see report_figures_say().
static bool say_figures(const report_figures *figures, char lost[REPORT_LOST]) {
  int drawn = 0;
  for (int i = 0; i < figures->count; i++) drawn += figures->items[i].wide != NULL;
  const bool missing = report_figures_say(figures, lost);
  printf("\n%d of %d figures drawn\n", drawn, figures->count);
  if (figures->no_pdf[0]) printf("figures as PDF left out: %s\n", figures->no_pdf);
  if (!figures->gnuplot && figures->count > 0)
    printf("figures left out: gnuplot was not found; install it (Debian: apt-get install gnuplot-nox) and run this "
           "again\n");
  return missing;
}

static xpbd_status write_page(const compare_set *set, const report_figures *figures, const char *title,
                              const char *folder, int argc, char **argv) {
  char *path = report_join(folder, "index.html");
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_file file;
  const xpbd_status status = xpbd_file_create(path, &file);
  free(path);
  XPBD_TRY(status);
  put_head(set, title, file.stream);
  put_runs(set, file.stream);
  put_pairs(set, file.stream);
  put_figures(figures, file.stream);
  put_left(set, file.stream);
  compare_put_environment(set, file.stream);
  compare_put_judged(set, file.stream);
  compare_put_again(set, argc, argv, file.stream);
  fputs("</main>\n<script>\n", file.stream);
  html_embed(file.stream, report_script_find("tables"));
  fputs("</script>\n</body>\n</html>\n", file.stream);
  return report_commit(&file);
}

xpbd_status compare_write_page(const compare_set *set, const char *title, const char *folder, bool pdf, int argc,
                               char **argv, char lost[REPORT_LOST]) {
  report_figures figures = {.pdf = pdf};
  XPBD_TRY(xpbd_folder_create(folder));
  XPBD_TRY(compare_write_tables(set, folder));
  char *figure_folder = report_join(folder, "figures");
  xpbd_status status = figure_folder ? compare_figures_make(set, figure_folder, &figures) : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = write_page(set, &figures, title, folder, argc, argv);
  if (status == XPBD_OK && !say_figures(&figures, lost)) lost[0] = '\0';
  report_figures_free(&figures);
  free(figure_folder);
  return status;
}
