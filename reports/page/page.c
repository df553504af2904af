/* Why this file exists: puts the page together: what must be known first, the sections, the figures, how to do it again. One
 * file without scripts or network, so that it can be mailed, printed and read in ten years. */
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "read/history.h"
#include "support/html.h"
#include "read/memory.h"
#include "read/results.h"
#include "support/scripts.h"
#include "xpbd/version.h"

static void put_banner(FILE *out, const char *title, const char *text) {
  fputs("<p class=banner><b>", out);
  html_text(out, title);
  fputs("</b> ", out);
  html_text(out, text);
  fputs("</p>\n", out);
}

void report_put_banners(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *stop = report_text(run->xb, "stop");
  char text[256];
  if (!run->complete) {
    snprintf(text, sizeof text, "It was ended by: %.60s. Points that were not measured are listed under Validity.",
             stop ? stop : "an unknown cause");
    put_banner(out, "This run is not complete.", text);
  }
  if (run->quick)
    put_banner(out, "Quick run.",
               "Short episodes and wide intervals: good for a first look; to compare, measure several processes "
               "(--processes 5).");
  report_put_noise_banners(run, out);
  if (run->in_state[REPORT_UNCHECKED] > 0)
    put_banner(out, "Unchecked numbers.",
               "Some rows were timed with --validate off: nobody knows whether what was timed is the right result.");
  if (run->in_state[REPORT_INVALID] + run->in_state[REPORT_ERROR] > 0) {
    snprintf(text, sizeof text, "%d failed a check and %d ended in an error; they show no numbers.",
             run->in_state[REPORT_INVALID], run->in_state[REPORT_ERROR]);
    put_banner(out, "Some rows did not pass.", text);
  }
  if (!page->figures->gnuplot && page->figures->count > 0)
    put_banner(out, "No pictures: gnuplot was not found.",
               "Install it (Debian: apt-get install gnuplot-nox) and run ./run report on this folder; data and scripts "
               "are beside "
               "this page.");
}

static void put_head(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const report_script *style = report_script_find("page");
  const char *host = report_env_text(run, "os.host"), *started = report_text(run->xb, "started");
  fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=color-scheme content=\"light dark\">\n",
        out);
  html_element(out, "title", page->title);
  fputs("\n<style>\n", out);
  fwrite(style->bytes, 1, style->size, out);
  fputs("</style>\n</head>\n<body>\n<header>\n", out);
  html_element(out, "h1", page->title);
  fputs("<p class=source>", out);
  html_text(out, host ? host : "unknown host");
  fputs(", ", out);
  html_text(out, started ? started : "unknown time");
  fprintf(out, ", %.0f s, xpbd-suite ", report_number(run->xb, "seconds"));
  const char *version = report_text(run->xb, "tool.version.value");
  html_text(out, version ? version : "of unknown version");
  const char *note = report_text(run->xb, "note");
  if (note) fputs(". Note: ", out), html_text(out, note);
  fputs("</p>\n", out);
  fputs("<nav><a href=#answer>Answer</a> ", out);
  bool histories = false;
  for (int i = 0; i < run->count && !histories; i++)
    histories = report_scene(&run->points[i]) && report_has_history(run, run->points[i].benchmark);
  if (histories) fputs("<a href=#preservation>Preservation</a> ", out);
  fputs("<a href=#validity>Validity</a> <a href=#noise>Noise</a> <a href=#environment>Environment</a> <a "
        "href=#results>Results</a> <a href=#glossary>Glossary</a> <a href=#again>Again</a></nav>\n</header>\n<main>\n",
        out);
}

/// The data of a figure as a link that holds them.
static void put_data_link(const report_figure *figure, FILE *out) {
  fprintf(out, "<a download=\"%s.tsv\" href=\"data:text/tab-separated-values;charset=utf-8,", figure->name);
  for (const unsigned char *c = (const unsigned char *)figure->data; *c; c++) {
    const bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '.' ||
                       *c == '-' || *c == '_';
    if (plain)
      fputc(*c, out);
    else
      fprintf(out, "%%%02X", *c);
  }
  fputs("\">Data</a>", out);
}

void report_put_figure(const report_figure *figure, int number, FILE *out) {
  char prefix[16];
  fprintf(out, "<figure id=figure%d>\n", number);
  if (figure->wide) {
    snprintf(prefix, sizeof prefix, "f%dw-", number);
    fputs("<div class=wide-only>", out);
    html_svg(out, figure->wide, prefix, figure->title);
    fputs("</div>\n", out);
  }
  if (figure->narrow) {
    snprintf(prefix, sizeof prefix, "f%dn-", number);
    fputs("<div class=narrow-only>", out);
    html_svg(out, figure->narrow, prefix, figure->title);
    fputs("</div>\n", out);
  }
  fprintf(out, "<figcaption><b>Figure %d. ", number);
  html_text(out, figure->title);
  fputs(".</b> ", out);
  html_text(out, figure->caption);
  fputs(" <span class=source>", out);
  put_data_link(figure, out);
  fprintf(out, "; beside this page: <a href=\"figures/%s.gp\">script</a>", figure->name);
  if (figure->wide) fprintf(out, ", <a href=\"figures/%s.svg\">SVG</a>", figure->name);
  if (figure->png) fprintf(out, ", <a href=\"figures/%s.png\">PNG</a>", figure->name);
  fputs(".</span>", out);
  if (figure->problem[0]) {
    fputs("<br><span class=warn>", out);
    html_text(out, figure->problem);
    fputs("</span>", out);
  }
  fputs("</figcaption>\n</figure>\n", out);
}

static void put_glossary(const report_run *run, FILE *out) {
  const char *key;
  json_t *entry;
  size_t i, k;
  json_t *benchmark, *axis;
  fputs("<section id=glossary><h2>Glossary</h2>\n<p>Every column of <a href=results.tsv>results.tsv</a>; the table "
        "above shows "
        "the most read ones.</p>\n<div class=scroll><table class=facts>\n"
        "<thead><tr><th>column</th><th>unit</th><th>meaning</th></tr></thead><tbody>\n",
        out);
  json_object_foreach(json_object_get(run->xb, "glossary"), key, entry) {
    fputs("<tr>", out);
    html_element(out, "th scope=row", key);
    html_element(out, "td", report_text(entry, "unit"));
    html_element(out, "td class=wide", report_text(entry, "meaning"));
    fputs("</tr>\n", out);
  }
  json_array_foreach(report_at(run->xb, "plan.benchmarks"), i, benchmark) {
    json_array_foreach(json_object_get(benchmark, "axes"), k, axis) {
      fputs("<tr>", out);
      html_element(out, "th scope=row", report_text(axis, "name"));
      html_element(out, "td", "axis");
      fputs("<td class=wide>", out);
      html_text(out, report_text(axis, "about"));
      fputs(" (", out);
      html_text(out, report_text(benchmark, "name"));
      fputs(")</td></tr>\n", out);
    }
  }
  fputs("</tbody></table></div></section>\n", out);
}

static void put_again(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  size_t i;
  json_t *argument;
  fputs("<section id=again><h2>How to reproduce</h2>\n<p>The exact command line of this run:</p>\n<pre>", out);
  json_array_foreach(report_at(run->xb, "plan.argv"), i, argument) {
    if (i > 0) fputc(' ', out);
    if (json_is_string(argument)) html_argument(out, json_string_value(argument));
  }
  fputs("</pre>\n<p>And of this page:</p>\n<pre>xpbd-report ", out);
  html_argument(out, page->source);
  fputs("</pre>\n<p>Plan <code>", out);
  html_text(out, report_text(run->xb, "plan.hash"));
  fputs("</code> (equal plans have equal hashes), seed ", out);
  fprintf(out, "%.0f, order ", report_number(run->xb, "seed"));
  html_text(out, report_text(run->xb, "order"));
  const char *sha = report_text(run->xb, "tool.git.sha.value");
  fputs(", commit ", out);
  html_text(out, sha ? sha : "unknown");
  fputs(". All results: <a href=results.json>results.json</a>, <a href=results.tsv>results.tsv</a>. Page written by "
        "xpbd-report " XPBD_VERSION ".</p></section>\n",
        out);
}

static xpbd_status put_page(const report_page *page, FILE *out) {
  put_head(page, out);
  XPBD_TRY(report_put_answer(page, out));
  report_put_trust(page, out);
  report_put_preservation(page, out);
  report_put_validity(page, out);
  report_put_noise(page, out);
  report_put_environment(page, out);
  report_put_results(page, out);
  put_glossary(page->run, out);
  put_again(page, out);
  fputs("</main>\n</body>\n</html>\n", out);
  return XPBD_OK;
}

xpbd_status report_page_write(const report_page *page, const char *folder) {
  char *path = report_join(folder, "index.html");
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_file file;
  xpbd_status status = xpbd_file_create(path, &file);
  free(path);
  XPBD_TRY(status);
  status = put_page(page, file.stream);
  if (status == XPBD_OK) return report_commit(&file);
  xpbd_file_discard(&file);
  return status;
}
