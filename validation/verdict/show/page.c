/* Why this file exists: writes a verdict as one page for the supplement of a paper: the findings, the curves, the
 * comparison. It needs no network, no script and no other file. */
#include "page.h"

#include <string.h>

#include "base/file.h"
#include "base/error.h"
#include "support/formula_words.h"
#include "runner/plot.h"
#include "support/html.h"

/* Letters of curves are 10 pixels high or more on a screen that is 390 wide: 12 of 400 units. */
static const char style[] =
    "body{font:16px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 "
    "1rem;color:#222;background:#fff}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}.right{color:#38761d}.wrong,.unusable{color:#b00020}"
    ".misdeclared,.limited,.imprecise{color:#b45f06}"
    "figure{display:inline-block;margin:.5rem 1rem .5rem "
    "0;width:27rem;max-width:100%;vertical-align:top}svg{width:100%;height:auto}"
    "svg text{font-size:12px;fill:currentColor}svg "
    ".title{font-size:14px;font-weight:600}svg .wrong{fill:#d0021b;font-weight:600}"
    ".grid{stroke:#8884;stroke-width:.6}"
    ".frame{fill:none;stroke:#888}.mark{stroke:#888;stroke-dasharray:2 2}.key{width:34px;height:12px}"
    "figcaption{font-size:.85rem}figcaption span{margin-right:.8rem;display:inline-block}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.2rem "
    ".7rem;text-align:right;border-bottom:1px solid #8884}td:first-child,th:first-child,.words td{text-align:left}"
    ".words th{font-weight:600;vertical-align:top}.words td,code{overflow-wrap:anywhere}"
    "pre{overflow-x:auto;font-size:.8rem;line-height:1.35}pre i{font-style:normal;opacity:.6}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}}"
    ".pair{display:flex;flex-wrap:wrap;gap:0 2rem}.pair>section{flex:1 1 24rem;min-width:0}"
    "@page{size:A4;margin:10mm}@media "
    "print{body{font-size:7pt;line-height:1.25;max-width:none;margin:0;padding:0;color:#000;background:#fff;columns:2;"
    "column-gap:5mm}header{column-span:all}h1{font-size:13pt;margin:0}h2{font-size:9pt;margin:1.5mm 0 .5mm;"
    "break-after:avoid}p,ul{margin:.5mm 0}td,th{padding:0 1mm}.pair{display:block}"
    "figure{width:48%;margin:1mm 1% 0 0}figcaption{font-size:5.5pt}svg text{font-size:15px}svg .title{font-size:17px}"
    ".key{width:5mm;height:2mm}figure,tr{break-inside:avoid}.wide,pre{overflow:visible}"
    "pre{font-size:5pt;line-height:1.15;white-space:pre-wrap;margin:0}}";

static void write_findings(FILE *f, const verdict *v) {
  fputs("<ul>\n", f);
  for (int i = 0; i < v->slip_count; i++) {
    fprintf(f, "<li><b>%s</b>%s: ", verdict_kind_name(v->slip[i].kind), v->slip[i].remark ? " (remark)" : "");
    if (v->slip[i].where[0] && !strstr(v->slip[i].text, v->slip[i].where)) html_put(f, "%s: ", v->slip[i].where);
    html_put(f, "%s</li>\n", v->slip[i].text);
  }
  fputs(v->slip_count ? "</ul>\n" : "<li>no findings</li></ul>\n", f);
}

static bool is_wrong(const report *r) {
  return strcmp(report_word(r), "wrong") == 0;
}

/// The unit of a compliance, with C^2 / (2 compliance) in J. Returns `out`.
static const char *compliance_unit(const char *unit, char out[64]) {
  const bool bare = strcmp(unit, "1") == 0, simple = strspn(unit, "abcdefghijklmnopqrstuvwxyz") == strlen(unit);
  snprintf(out, 64, "%s%.40s%s/J", bare || simple ? "" : "(", unit, bare ? "" : simple ? "^2" : ")^2");
  return out;
}

static void write_steps(FILE *f, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  const double ends[2] = {facts->step[0], facts->step[VERDICT_STEPS - 1]};
  /* if both gradients are equal, the floor is the rounding of a number */
  const double floor = fmax(facts->floor, 0x1p-53), level[2] = {floor, floor};
  plot p = {.title = "gradient error against step length",
            .x = "step, in edges",
            .y = "relative error",
            .log_x = true,
            .log_y = true,
            .count = 2,
            .mark_x = NAN,
            .wrong = is_wrong(r)};
  p.series[0] =
      (plot_series){"central differences against the exact gradient", VERDICT_STEPS, facts->step, facts->difference};
  p.series[1] = (plot_series){"error of your gradient against the complex step (at least 2^-53)", 2, ends, level};
  plot_write(f, &p);
}

/// `with_energy`: also force and energy.
static void write_paths(FILE *f, const report *r, bool with_energy) {
  const verdict_facts *facts = &r->verdict->facts;
  char title[96], words[96], compliance[64], at[96];
  compliance_unit(r->info->unit, compliance);
  snprintf(at, sizeof at, "at alpha = 1 %s", compliance);
  for (int i = 0; i < facts->path_count; i++) {
    const verdict_path *path = &facts->path[i];
    snprintf(title, sizeof title, "C against %s", path->name);
    snprintf(words, sizeof words, "C [%s]", r->info->unit);
    plot p = {.title = title, .x = path->axis, .y = words, .count = 1, .mark_x = path->rest, .wrong = is_wrong(r)};
    p.series[0] = (plot_series){"C", path->count, path->s, path->c};
    plot_write(f, &p);
    if (!with_energy) continue;
    snprintf(title, sizeof title, "force and energy against %s", path->name);
    p.y = at, p.count = 2;
    p.series[0] = (plot_series){"force by the coded gradient", path->count, path->s, path->force};
    p.series[1] = (plot_series){"energy C^2 / (2 alpha) [J]", path->count, path->s, path->energy};
    if (is_wrong(r) && !r->command)
      p.series[p.count++] = (plot_series){"force by the exact gradient", path->count, path->s, path->exact};
    plot_write(f, &p);
  }
}

static void write_curves(FILE *f, const report *r, bool all) {
  char compliance[64];
  fputs("<h2>Curves</h2>\n", f);
  if (is_wrong(r))
    fputs("<p class=\"wrong\">The formula is wrong. The hatched curves show it as it is written.</p>\n", f);
  if (all)
    html_put(
        f,
        "<p>The energy of a constraint is C^2 / (2 alpha), with the compliance alpha in %s. The curves have alpha = "
        "1.</p>\n",
        compliance_unit(r->info->unit, compliance));
  write_paths(f, r, all);
  if (!r->command) write_steps(f, r); /* one of its curves is the complex step */
}

/// A number with `digits`, or a dash where there is none.
static void cell(FILE *f, int digits, double value) {
  if (isfinite(value))
    fprintf(f, "<td>%.*g</td>", digits, value);
  else
    fputs("<td>&ndash;</td>", f);
}

/// How the others were made as stiff as the formula.
static void write_matches(FILE *f, const report_scene *scene) {
  fputs("<p>If possible, each built-in formula gets the compliance that makes it as stiff as yours. Otherwise the list "
        "says what was matched, or that nothing was.</p>\n<ul>\n",
        f);
  for (int i = 1; i < scene->count; i++)
    if (scene->run[i].matched[0]) html_put(f, "<li>%s: %s</li>\n", scene->run[i].name, scene->run[i].matched);
  fputs("</ul>\n", f);
}

static void write_scene(FILE *f, const report *about) {
  const report_scene *scene = about->scene;
  double iterations[REPORT_SWEEPS];
  for (int k = 0; k < REPORT_SWEEPS; k++) iterations[k] = scene->iterations[k];
  html_put(f,
           "<h2>At work</h2><p>%s. The elastic energy is the sum of C^2 / (2 alpha) over the constraints of the "
           "formula, with alpha in (unit of C)^2 / J.</p>\n",
           scene->about);
  for (int i = 0; i < scene->shapes; i++) report_write_picture(f, scene, i);
  plot p = {.title = "residual against iterations",
            .x = "iterations in one step, alpha = 0",
            .y = "mean |C|, relative to the start",
            .log_x = true,
            .log_y = true,
            .mark_x = NAN,
            .wrong = is_wrong(about)};
  for (int i = 0; i < scene->count && p.count < PLOT_SERIES; i++)
    if (!scene->run[i].failed[0])
      p.series[p.count++] = (plot_series){scene->run[i].name, REPORT_SWEEPS, iterations, scene->run[i].residual};
  plot_write(f, &p);
  fputs("<div class=\"wide\"><table><tr><th>formula</th><th>alpha</th><th>sag [m]</th><th>elastic energy "
        "[J]</th><th>mean "
        "strain</th><th>seq [ns/projection]</th>"
        "<th>seq [FPS]</th><th>omp [ns/projection]</th><th>omp [FPS]</th>",
        f);
  const int backends = scene->device[0] ? REPORT_CUDA : REPORT_BACKENDS;
  fputs(scene->device[0] ? "</tr>\n" : "<th>cuda [ns/projection]</th><th>cuda [FPS]</th></tr>\n", f);
  for (int i = 0; i < scene->count; i++) {
    const report_run *r = &scene->run[i];
    html_put(f, "<tr><td>%s", r->name);
    if (r->failed[0]) {
      fprintf(f, "</td><td colspan=\"%d\" style=\"text-align:left\">", 4 + 2 * backends);
      html_put(f, "%s</td></tr>\n", r->failed);
      continue;
    }
    fputs("</td>", f);
    cell(f, 4, r->compliance), cell(f, 4, r->sag), cell(f, 4, r->elastic), cell(f, 4, r->strain);
    for (int k = 0; k < backends; k++) cell(f, 3, r->ns[k]), cell(f, 4, r->fps[k]);
    fputs("</tr>\n", f);
  }
  fputs("</table></div>\n", f);
  if (scene->count > 1) write_matches(f, scene);
  if (scene->device[0]) html_put(f, "<p>cuda was not measured: %s</p>\n", scene->device);
}

static void write_facts(FILE *f, const report *r) {
  char traits[128];
  fprintf(f, "<h2>Facts</h2><p>On %s, %s; %d particles, %d row%s, C in ", formula_element_word(r->info->element),
          formula_traits_text(r->info->traits, traits, sizeof traits), r->info->arity, r->info->rows,
          r->info->rows == 1 ? "" : "s");
  html_put(f, "%s. %s</p>\n", r->info->unit, report_root_words(r->verdict));
}

/// `scenes`: with the measurements in scenes. Otherwise the page has only the parts for a reviewer.
static xpbd_status write_page(const report *r, const char *path, bool scenes) {
  const verdict *v = r->verdict;
  const char *word = report_word(r);
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  FILE *f = file.stream;
  html_put(f,
           HTML_BEGIN "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>%s: %s</title>\n"
                      "<style>\n",
           v->name, word);
  fprintf(f, "%s\n</style>\n</head><body>\n", style);
  html_put(f, "<header><h1><span class=\"%s\">%s</span>: %s</h1>\n", word, word, v->name);
  if (v->facts.holds[0] && !verdict_has(v, VERDICT_KINDS) && !r->reason)
    html_put(f, "<p>Compared in these shapes: %s.</p>\n", v->facts.holds);
  if (v->slip_count > 0 || !r->reason) write_findings(f, v);
  if (r->reason) html_put(f, "<p>It cannot be used: %s</p>\n", r->reason);
  fputs("</header>\n", f);
  const bool judged = r->info && v->facts.shapes > 0;
  fputs("<div class=\"pair\"><section>", f);
  page_identity(f, r);
  if (judged) {
    fputs("</section>\n<section>", f);
    page_tried(f, r);
    fputs("</section>\n<section>", f);
    page_untried(f, r);
    fputs("</section>\n<section>", f);
    page_values(f, r);
  }
  fputs("</section></div>\n", f);
  page_text(f, r);
  if (judged) {
    write_facts(f, r);
    write_curves(f, r, scenes);
    if (scenes && r->scene) write_scene(f, r);
  }
  fputs("</body></html>\n", f);
  return xpbd_file_commit(&file);
}

xpbd_status report_write_page(const report *r, const char *folder, const char *name) {
  char path[4096];
  XPBD_REQUIRE(snprintf(path, sizeof path, "%s/%s.html", folder, name) < (int)sizeof path, XPBD_ERR_IO,
               "the path of the page is too long");
  XPBD_TRY(xpbd_file_check_replaced(path, HTML_BEGIN, "page of this suite"));
  XPBD_TRY(xpbd_folder_create(folder));
  return write_page(r, path, true);
}

xpbd_status report_write_certificate(const report *r, const char *path) {
  return write_page(r, path, false);
}

void report_stem(const char *path, char out[REPORT_STEM]) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  snprintf(out, REPORT_STEM, "%.*s", (int)strcspn(name, "."), name);
}

bool report_is_name(const char *name) {
  return name[0] && strlen(name) < XPBD_FILE_NAME && !(name[0] >= '0' && name[0] <= '9') &&
         name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

void report_page_name(const char *stem, const char *formula, char out[REPORT_PAGE]) {
  const bool same = strcmp(stem, formula) == 0;
  snprintf(out, REPORT_PAGE, "%s%s%s", stem, same ? "" : ".", same ? "" : formula);
}

int report_write_files(const report *r, const report_files *files, const cli_program *program) {
  char stem[REPORT_STEM], page[REPORT_PAGE];
  snprintf(stem, sizeof stem, "%s", r->verdict->name);
  if (r->file) report_stem(r->file, stem);
  report_page_name(stem, r->verdict->name, page);
  if (files->json && report_write_json(r, files->json) != XPBD_OK)
    return cli_fail(program, 1, "--json: %s", xpbd_last_error());
  if (files->html && report_write_page(r, files->html, page) != XPBD_OK)
    return cli_fail(program, 1, "--html: %s", xpbd_last_error());
  if (files->certificate && report_write_certificate(r, files->certificate) != XPBD_OK)
    return cli_fail(program, 1, "--certificate: %s", xpbd_last_error());
  return 0;
}
