/* Why this file exists: a reviewer wants to repeat a verdict and to see its limits. These sections of a page show
 * the formula, the program, the ranges that were tried, and the rest that was not tried. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "page.h"
#include "runner/provenance.h"
#include "support/formula_words.h"
#include "support/html.h"
#include "support/process.h"

/// Today, or the day that SOURCE_DATE_EPOCH gives for builds that can be repeated. UTC.
static void day(char out[32]) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  char *end = NULL;
  const long long given = fixed && *fixed ? strtoll(fixed, &end, 10) : 0;
  const time_t now = end && *end == '\0' ? (time_t)given : time(NULL);
  struct tm parts;
  snprintf(out, 32, "not known");
  if (gmtime_r(&now, &parts)) strftime(out, 32, "%Y-%m-%d", &parts);
}

/// The first line of a compiler's version; "" = not known. `command` may have arguments.
static void compiler_version(const char *command, char *out, size_t capacity) {
  enum { WORDS = 32 };
  char text[1024], version[] = "--version", *argv[WORDS + 2];
  int count = 0;
  snprintf(text, sizeof text, "%s", command);
  for (char *at = strtok(text, " "); at && count < WORDS; at = strtok(NULL, " ")) argv[count++] = at;
  argv[count] = version, argv[count + 1] = NULL;
  const process_job job = {.argv = argv, .output = PROCESS_TAKEN, .errors = PROCESS_NOWHERE, .seconds = 10};
  process_result result = {.output = NULL};
  if (count > 0) process_run(&job, &result);
  const bool said = result.output && process_code(&result) == 0;
  snprintf(out, capacity, "%.*s", said ? (int)strcspn(result.output, "\n") : 0, said ? result.output : "");
  process_free(&result);
}

static void row(FILE *f, const char *name, const char *text) {
  if (text[0]) html_put(f, "<tr><th>%s</th><td>%s</td></tr>\n", name, text);
}

/// A fact by its key; "" if it is not known.
static const char *known(const check_provenance *about, const char *key) {
  for (int i = 0; i < about->count; i++)
    if (strcmp(about->facts[i].key, key) == 0) return about->facts[i].text;
  return "";
}

/// The version of the program, its compiler and the machine, as far as they are known.
static void write_program(FILE *f) {
  check_provenance *about = calloc(1, sizeof *about);
  char text[1024];
  if (!about) return;
  check_provenance_read(about);
  const char *revision = known(about, "git_revision"), *flags = known(about, "flags");
  snprintf(text, sizeof text, "xpbd-suite %s%s%s%s", known(about, "version"), revision[0] ? ", git revision " : "",
           revision, strcmp(known(about, "git_dirty"), "yes") == 0 ? " with uncommitted changes" : "");
  row(f, "program", text);
  snprintf(text, sizeof text, "%s%s%s", known(about, "compiler"), flags[0] ? ", " : "", flags);
  row(f, "built with", text);
  snprintf(text, sizeof text, "%s, %s, instruction set %s", known(about, "cpu"), known(about, "os"),
           known(about, "instructions"));
  row(f, "machine", text);
  free(about);
}

void page_identity(FILE *f, const report *r) {
  char text[1024], date[32], version[256];
  fputs("<h2>What was judged</h2>\n<div class=\"wide\"><table class=\"words\">\n", f);
  if (r->info) {
    snprintf(text, sizeof text, "%s, on %s: %s. Source: %s", r->info->name, formula_element_word(r->info->element),
             r->info->about, r->info->source);
    row(f, "formula", text);
    if (strcmp(r->info->source, REPORT_SOURCE) == 0 || strcmp(r->info->about, REPORT_ABOUT) == 0)
      row(f, "remark", "the source is still the one of the template");
  }
  if (r->command)
    row(f, "command", r->command);
  else
    row(f, "file", r->file ? r->file : "built into the program");
  if (r->hash) {
    snprintf(text, sizeof text, "%016llx (64 bits: h = 0, then h = splitmix64(h XOR byte) for each byte of the file)",
             (unsigned long long)r->hash);
    row(f, "hash", text);
  }
  write_program(f);
  if (r->compiler) {
    compiler_version(r->compiler, version, sizeof version);
    snprintf(text, sizeof text, "%.500s%s%s", r->compiler, version[0] ? ": " : "", version);
    row(f, "compiler of the formula", text);
  }
  day(date);
  row(f, "date", date);
  row(f, "seeds",
      "constants of the program (splitmix64, one for each part of the diagnosis): the same version tries the same "
      "shapes on every machine");
  fputs("</table></div>\n", f);
}

static void write_materials(FILE *f, const xpbd_formula_info *info) {
  for (int i = 0; i < info->material_count; i++) {
    const xpbd_material *m = &info->material[i];
    char low[32], high[32], standard[32];
    html_put(f, "%s%s [%s] from %s to %s, standard %s", i ? "; " : "", m->name, m->unit,
             formula_number_text(m->minimum, low), formula_number_text(m->maximum, high),
             formula_number_text(m->standard, standard));
  }
  if (info->material_count == 0) fputs("the formula has none", f);
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++) {
    char words[160];
    html_put(f, "; field %s", formula_field_text(field, words, sizeof words));
  }
}

void page_tried(FILE *f, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  fputs("<h2>What was tried</h2>\n<div class=\"wide\"><table class=\"words\">\n", f);
  fprintf(f,
          "<tr><th>near rest</th><td>%d shapes with edges of about 0.4 to 2.5 m and particles moved by up to a "
          "quarter of the size. Largest relative error of the gradient %.2g; ",
          facts->shapes, facts->worst_gradient);
  if (r->command)
    fprintf(f, "the exact gradient comes from differences of sixth order, with an error of %.2g.</td></tr>\n",
            facts->differences_known);
  else
    fprintf(f, "float differs from double by at most %.2g.</td></tr>\n", facts->worst_float);
  row(f, "real meshes", facts->holds);
  if (facts->far_shapes > 0)
    fprintf(f,
            "<tr><th>far from rest</th><td>%d shapes of 0.05 to 8 times the rest size, sheared, folded: the gradient "
            "is right in each.</td></tr>\n",
            facts->far_shapes);
  if (facts->range_shapes > 0)
    fprintf(f,
            "<tr><th>material</th><td>%d shapes with each number over its range: the gradient is right in each."
            "</td></tr>\n",
            facts->range_shapes);
  fputs("<tr><th>ranges of the material</th><td>", f);
  write_materials(f, r->info);
  fputs("</td></tr>\n", f);
  for (int i = 0; i < facts->path_count; i++) {
    const verdict_path *p = &facts->path[i];
    html_put(f, "<tr><th>%s</th><td>", p->axis);
    fputs("finite", f);
    if (!r->command) fprintf(f, " from %.4g to %.4g in float,", p->low[0], p->high[0]);
    fprintf(f, " from %.4g to %.4g in double</td></tr>\n", p->low[1], p->high[1]);
  }
  fputs("</table></div>\n", f);
}

void page_untried(FILE *f, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  fputs("<h2>What was not tried</h2>\n<ul>\n"
        "<li>Whether C is the law you meant. The gradient is compared with the exact derivative of C. C itself is "
        "compared with nothing.</li>\n"
        "<li>Shapes and numbers of the material outside these ranges.</li>\n",
        f);
  if (r->command) fputs("<li>Float, scenes and speed, because the function is in another language.</li>\n", f);
  if (facts->far_shapes == 0) fputs("<li>Shapes far from rest, because of the findings.</li>\n", f);
  if (facts->range_shapes == 0 && r->info->material_count > 0)
    fputs("<li>The ranges of the material, because of the findings.</li>\n", f);
  if (!r->scene) fputs("<li>Motion: no simulation was run.</li>\n", f);
  if (!r->scene || r->scene->device[0]) fputs("<li>GPUs.</li>\n", f);
  fputs("</ul>\n", f);
}

static void write_triple(FILE *f, const double *v) {
  fprintf(f, "<td>%.8g<br>%.8g<br>%.8g</td>", v[0], v[1], v[2]);
}

void page_values(FILE *f, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  const bool derived = (r->info->traits & XPBD_DERIVED) != 0;
  fputs("<h2>The gradient at one shape</h2>\n<p>C = ", f);
  fprintf(f, "%.10g ", facts->at_c);
  html_put(f, "%s", r->info->unit);
  for (int i = 0; i < r->info->material_count; i++) {
    html_put(f, "%s%s = ", i ? ", " : ", with ", r->info->material[i].name);
    fprintf(f, "%.6g", facts->at_material[i]);
  }
  if (r->info->rows > 1) fprintf(f, ", row %d", facts->at_row);
  html_put(f, ". %s%s</p>\n", facts->at_wrong ? "The coded gradient is wrong in this shape. " : "",
           derived ? "The file has no gradient, so the coded one is the derivative by the complex step."
                   : "The exact gradient is the derivative of C by the complex step, or by differences if C cannot "
                     "be evaluated with complex numbers.");
  fputs("<div class=\"wide\"><table><tr><th>particle</th><th>x, y, z [m]</th><th>coded</th><th>exact</th>"
        "<th>relative error</th></tr>\n",
        f);
  for (int i = 0; i < r->info->arity; i++) {
    double difference = 0, whole = 0;
    for (int k = 0; k < 3; k++) {
      difference += pow(facts->at_g[i][k] - facts->at_e[i][k], 2);
      whole += pow(facts->at_e[i][k], 2);
    }
    const double error = difference > 0 ? sqrt(difference / whole) : 0;
    fprintf(f, "<tr%s><td>%d</td>", facts->at_wrong && error > 1e-12 ? " class=\"wrong\"" : "", i);
    write_triple(f, facts->at_x[i]);
    write_triple(f, facts->at_g[i]);
    write_triple(f, facts->at_e[i]);
    fprintf(f, "<td>%.2g</td></tr>\n", error);
  }
  fputs("</table></div>\n", f);
}

void page_text(FILE *f, const report *r) {
  if (!r->text) return;
  fputs("<h2>The text</h2>\n<pre>", f);
  int line = 1;
  for (const char *at = r->text; *at; line++) {
    const size_t length = strcspn(at, "\n");
    char *one = strndup(at, length);
    fprintf(f, "<i>%3d</i> ", line);
    html_strict(f, one ? one : "(no memory for this line)");
    fputc('\n', f);
    free(one);
    at += length + (at[length] == '\n');
  }
  fputs("</pre>\n", f);
}
