/* Why this file exists: assembles the page: warnings, sections, figures and the commands to reproduce it. It is one
 * file without scripts or network access, so it can be mailed, printed and read in ten years. */
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "support/html.h"
#include "read/memory.h"
#include "read/results.h"
#include "support/scripts.h"
#include "xpbd/version.h"

static void put_head(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *host = report_env_text(run, "os.host"), *started = report_text(run->xb, "started");
  html_head(out, page->title, report_script_find("page"), NULL);
  html_put(out, "<p class=source>%s, %s", host ? host : "unknown host", started ? started : "unknown time");
  fprintf(out, ", %.0f s, xpbd-suite ", report_number(run->xb, "seconds"));
  const char *version = report_text(run->xb, "tool.version.value");
  html_text(out, version ? version : "of unknown version");
  const char *note = report_text(run->xb, "note");
  if (note) fputs(". Note: ", out), html_text(out, note);
  fputs("</p>\n", out);
}

static xpbd_status put_glossary(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *key;
  json_t *entry;
  size_t i, k;
  json_t *benchmark, *axis;
  fputs("<section id=glossary><h2>Glossary</h2>\n"
        "<p>Every column of <a href=results.tsv>results.tsv</a>. The table above shows the most used ones.</p>\n"
        "<div class=scroll><table class=facts>\n"
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
      html_put(out, "<td class=wide>%s (", report_text(axis, "about"));
      html_put(out, "%s)</td></tr>\n", report_text(benchmark, "name"));
    }
  }
  fputs("</tbody></table></div></section>\n", out);
  return XPBD_OK;
}

static xpbd_status put_again(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  size_t i;
  json_t *argument;
  fputs("<section id=again><h2>How to reproduce</h2>\n<p>The exact command line of this run:</p>\n<pre>", out);
  json_array_foreach(report_at(run->xb, "plan.argv"), i, argument) {
    if (i > 0) fputc(' ', out);
    if (json_is_string(argument)) html_argument(out, json_string_value(argument));
  }
  fputs("</pre>\n"
        "<p>The command of this page:</p>\n"
        "<pre>xpbd-report ",
        out);
  html_argument(out, page->source);
  html_put(out, "</pre>\n<p>Plan <code>%s</code> (equal plans have equal hashes), seed ",
           report_text(run->xb, "plan.hash"));
  fprintf(out, "%.0f, order ", report_number(run->xb, "seed"));
  html_text(out, report_text(run->xb, "order"));
  const char *sha = report_text(run->xb, "tool.git.sha.value");
  html_put(out, ", commit %s", sha ? sha : "unknown");
  fputs(". All results: <a href=results.json>results.json</a>, <a href=results.tsv>results.tsv</a>. Page written by "
        "xpbd-report " XPBD_VERSION ".</p></section>\n",
        out);
  return XPBD_OK;
}

/// The page from top to bottom. A section without an id belongs to another one and is not in the list at the
/// top. Empty sections are left out.
static const struct {
  const char *id, *name;
  bool (*has)(const report_page *page); ///< NULL = always.
  xpbd_status (*put)(const report_page *page, FILE *out);
} sections[] = {
    {"answer", "Answer", NULL, report_put_answer},
    {NULL, NULL, NULL, report_put_trust},
    {"preservation", "Preservation", report_has_preservation, report_put_preservation},
    {"validity", "Validity", NULL, report_put_validity},
    {"noise", "Noise", NULL, report_put_noise},
    {"environment", "Environment", NULL, report_put_environment},
    {"results", "Results", NULL, report_put_results},
    {"glossary", "Glossary", NULL, put_glossary},
    {"again", "Again", NULL, put_again},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static xpbd_status put_page(const report_page *page, FILE *out) {
  put_head(page, out);
  fputs("<nav>", out);
  for (int i = 0; i < SECTIONS; i++)
    if (sections[i].id && (!sections[i].has || sections[i].has(page)))
      fprintf(out, "%s<a href=#%s>%s</a>", i > 0 ? " " : "", sections[i].id, sections[i].name);
  fputs("</nav>\n</header>\n<main>\n", out);
  for (int i = 0; i < SECTIONS; i++)
    if (!sections[i].has || sections[i].has(page)) XPBD_TRY(sections[i].put(page, out));
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
