/* Why this file exists: fills the template of the page, template.html, with its parts. A page is one file without network
 * access, so it can be mailed, printed and read in ten years. Its script sorts and filters, but adds no content. */
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

static xpbd_status put_head(const report_page *page, FILE *out) {
  html_head(out, page->title, report_script_find("page"), NULL);
  return XPBD_OK;
}

static xpbd_status put_source(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *host = report_env_text(run, "os.host"), *started = report_text(run->xb, "started");
  html_put(out, "%s, %s", host ? host : "unknown host", started ? started : "unknown time");
  fprintf(out, ", %.0f s, xpbd-suite ", report_number(run->xb, "seconds"));
  const char *version = report_text(run->xb, "tool.version.value");
  html_text(out, version ? version : "of unknown version");
  const char *note = report_text(run->xb, "note");
  if (note) fputs(". Note: ", out), html_text(out, note);
  return XPBD_OK;
}

static xpbd_status put_glossary(const report_page *page, FILE *out) {
  const report_run *run = page->run;
  const char *key;
  json_t *entry;
  size_t i, k;
  json_t *benchmark, *axis;
  json_object_foreach(json_object_get(run->xb, "glossary"), key, entry) {
    html_put(out, "<tr><th scope=row>%s</th><td>%s</td>", key, report_text(entry, "unit"));
    html_put(out, "<td class=wide>%s</td></tr>\n", report_text(entry, "meaning"));
  }
  json_array_foreach(report_at(run->xb, "plan.benchmarks"), i, benchmark) {
    json_array_foreach(json_object_get(benchmark, "axes"), k, axis) {
      html_put(out, "<tr><th scope=row>%s</th><td>axis</td>", report_text(axis, "name"));
      html_put(out, "<td class=wide>%s (%s)</td></tr>\n", report_text(axis, "about"), report_text(benchmark, "name"));
    }
  }
  return XPBD_OK;
}

static xpbd_status put_argv(const report_page *page, FILE *out) {
  size_t i;
  json_t *argument;
  json_array_foreach(report_at(page->run->xb, "plan.argv"), i, argument) {
    if (i > 0) fputc(' ', out);
    if (json_is_string(argument)) html_argument(out, json_string_value(argument));
  }
  return XPBD_OK;
}

static xpbd_status put_file(const report_page *page, FILE *out) {
  html_argument(out, page->source);
  return XPBD_OK;
}

static xpbd_status put_plan(const report_page *page, FILE *out) {
  const json_t *xb = page->run->xb;
  const char *sha = report_text(xb, "tool.git.sha.value");
  html_put(out, "Plan <code>%s</code> (equal plans have equal hashes), seed ", report_text(xb, "plan.hash"));
  fprintf(out, "%.0f", report_number(xb, "seed"));
  html_put(out, ", order %s, commit %s", report_text(xb, "order"), sha ? sha : "unknown");
  return XPBD_OK;
}

static xpbd_status put_version(const report_page *page, FILE *out) {
  (void)page;
  fputs(XPBD_VERSION, out);
  return XPBD_OK;
}

static xpbd_status put_script(const report_page *page, FILE *out) {
  (void)page;
  html_embed(out, report_script_find("tables"));
  return XPBD_OK;
}

/// The names in template.html.
static const struct {
  const char *name;
  xpbd_status (*put)(const report_page *page, FILE *out);
  bool (*has)(const report_page *page); ///< NULL = always.
} parts[] = {
    {"head", put_head, NULL},
    {"source", put_source, NULL},
    {"score", report_put_score, report_has_score},
    {"answer", report_put_answer, NULL},
    {"work", report_put_work, NULL},
    {"trust", report_put_trust, NULL},
    {"preservation", report_put_preservation, report_has_preservation},
    {"validity", report_put_validity, NULL},
    {"noise", report_put_noise, NULL},
    {"environment", report_put_environment, NULL},
    {"results", report_put_results, NULL},
    {"glossary", put_glossary, NULL},
    {"argv", put_argv, NULL},
    {"file", put_file, NULL},
    {"plan", put_plan, NULL},
    {"version", put_version, NULL},
    {"script", put_script, NULL},
};

static int find_part(const char *name) {
  for (int i = 0; i < (int)(sizeof parts / sizeof parts[0]); i++)
    if (strcmp(parts[i].name, name) == 0) return i;
  return -1;
}

static bool has_part(const void *of, const char *name) {
  const int at = find_part(name);
  return at >= 0 && (!parts[at].has || parts[at].has(of));
}

static xpbd_status put_part(const void *of, const char *name, FILE *out) {
  const int at = find_part(name);
  return at < 0 ? xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "template.html has the part {{%s}}, which page.c does not make",
                            name)
                : parts[at].put(of, out);
}

xpbd_status report_write_page(const char *folder, const char *template, const html_parts *made) {
  char *path = report_join(folder, "index.html");
  if (!path) return XPBD_ERR_OUT_OF_MEMORY;
  xpbd_file file;
  xpbd_status status = xpbd_file_create(path, &file);
  free(path);
  XPBD_TRY(status);
  status = html_fill(file.stream, report_script_find(template), made);
  if (status == XPBD_OK) return report_commit(&file);
  xpbd_file_discard(&file);
  return status;
}

xpbd_status report_page_write(const report_page *page, const char *folder) {
  return report_write_page(folder, "template", &(html_parts){page, has_part, put_part});
}
