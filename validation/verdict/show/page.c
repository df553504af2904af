/* Why this file exists: writes a verdict as one page for the supplement of a paper: the findings, the curves, the
 * comparison. It needs no network, no script and no other file. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/error.h"
#include "support/formula_words.h"
#include "runner/plot.h"
#include "report.h"
#include "support/html.h"

static const char style[] =
    "body{font:16px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 "
    "1rem;color:#222;background:#fff}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}.right{color:#38761d}.wrong,.unusable{color:#b00020}."
    "misdeclared,.limited,.imprecise{color:#b45f06}"
    "figure{display:inline-block;margin:.5rem 1rem .5rem "
    "0;width:34rem;max-width:100%;vertical-align:top}svg{width:100%;height:auto}"
    "svg text{font-size:12px;fill:currentColor}svg "
    ".title{font-size:14px;font-weight:600}.grid{stroke:#8884;stroke-width:.6}"
    ".frame{fill:none;stroke:#888}.mark{stroke:#888;stroke-dasharray:2 2}.key{width:34px;height:12px}"
    "figcaption{font-size:.85rem}figcaption span{margin-right:.8rem;display:inline-block}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.2rem "
    ".7rem;text-align:right;"
    "border-bottom:1px solid #8884}td:first-child,th:first-child{text-align:left}code{overflow-wrap:anywhere}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}}";

static void write_findings(FILE *f, const verdict *v) {
  fputs("<ul>\n", f);
  for (int i = 0; i < v->slip_count; i++) {
    fprintf(f, "<li><b>%s</b>%s: ", verdict_kind_name(v->slip[i].kind), v->slip[i].remark ? " (remark)" : "");
    if (v->slip[i].where[0] && !strstr(v->slip[i].text, v->slip[i].where)) html_put(f, "%s: ", v->slip[i].where);
    html_put(f, "%s</li>\n", v->slip[i].text);
  }
  fputs(v->slip_count ? "</ul>\n" : "<li>no findings</li></ul>\n", f);
}

static void write_steps(FILE *f, const verdict_facts *facts) {
  const double ends[2] = {facts->step[0], facts->step[VERDICT_STEPS - 1]};
  /* if both agree to the last bit, the floor is the rounding of a number */
  const double floor = fmax(facts->floor, 0x1p-53), level[2] = {floor, floor};
  plot p = {.title = "gradient error against step length",
            .x = "step, in edges",
            .y = "relative error",
            .log_x = true,
            .log_y = true,
            .count = 2,
            .mark_x = NAN};
  p.series[0] =
      (plot_series){"central differences against the exact gradient", VERDICT_STEPS, facts->step, facts->difference};
  p.series[1] = (plot_series){"coded gradient against the complex step (at least 2^-53)", 2, ends, level};
  plot_write(f, &p);
}

static void write_paths(FILE *f, const verdict_facts *facts, const char *unit) {
  for (int i = 0; i < facts->path_count; i++) {
    const verdict_path *path = &facts->path[i];
    char title[96], words[96];
    snprintf(title, sizeof title, "C against %s", path->name);
    snprintf(words, sizeof words, "C [%s]", unit);
    plot p = {.title = title, .x = path->axis, .y = words, .count = 1, .mark_x = path->rest};
    p.series[0] = (plot_series){"C", path->count, path->s, path->c};
    plot_write(f, &p);
    snprintf(title, sizeof title, "force and energy against %s", path->name);
    p = (plot){.title = title, .x = path->axis, .y = "at compliance 1", .count = 2, .mark_x = path->rest};
    p.series[0] = (plot_series){"force C dC/ds", path->count, path->s, path->force};
    p.series[1] = (plot_series){"energy C^2/2", path->count, path->s, path->energy};
    plot_write(f, &p);
  }
}

static void write_scene(FILE *f, const report_scene *scene) {
  double iterations[REPORT_SWEEPS];
  for (int k = 0; k < REPORT_SWEEPS; k++) iterations[k] = scene->iterations[k];
  html_put(f, "<h2>At work</h2><p>%s.</p>\n", scene->about);
  for (int i = 0; i < scene->shapes; i++) report_write_picture(f, scene, i);
  plot p = {.title = "residual against iterations",
            .x = "iterations in one step from a disturbed mesh, without compliance",
            .y = "mean |C| / that before",
            .log_x = true,
            .log_y = true,
            .mark_x = NAN};
  for (int i = 0; i < scene->count && p.count < PLOT_SERIES; i++)
    if (!scene->run[i].failed[0])
      p.series[p.count++] = (plot_series){scene->run[i].name, REPORT_SWEEPS, iterations, scene->run[i].residual};
  plot_write(f, &p);
  fputs("<div class=\"wide\"><table><tr><th>formula</th><th>sag [m]</th><th>energy [J]</th><th>mean strain</th><th>seq "
        "[ns/projection]</th>"
        "<th>seq [FPS]</th><th>omp [ns/projection]</th><th>omp [FPS]</th>",
        f);
  const int backends = scene->device[0] ? REPORT_CUDA : REPORT_BACKENDS;
  fputs(scene->device[0] ? "</tr>\n" : "<th>cuda [ns/projection]</th><th>cuda [FPS]</th></tr>\n", f);
  for (int i = 0; i < scene->count; i++) {
    const report_run *r = &scene->run[i];
    html_put(f, "<tr><td>%s", r->name);
    if (r->failed[0]) {
      fprintf(f, "</td><td colspan=\"%d\" style=\"text-align:left\">", 3 + 2 * backends);
      html_put(f, "%s</td></tr>\n", r->failed);
      continue;
    }
    fprintf(f, "</td><td>%.4g</td><td>%.4g</td><td>%.4g</td>", r->sag, r->energy, r->strain);
    for (int k = 0; k < backends; k++)
      if (isfinite(r->ns[k]))
        fprintf(f, "<td>%.3g</td><td>%.4g</td>", r->ns[k], r->fps[k]);
      else
        fputs("<td>&ndash;</td><td>&ndash;</td>", f);
    fputs("</tr>\n", f);
  }
  fputs("</table></div>\n", f);
  if (!scene->device[0]) return;
  html_put(f, "<p>cuda was not measured: %s</p>\n", scene->device);
}

static void write_facts(FILE *f, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  char traits[128];
  fprintf(f, "<h2>Facts</h2><p>On %s, %s; %d particles, %d row%s, C in ", formula_element_word(r->info->element),
          formula_traits_text(r->info->traits, traits, sizeof traits), r->info->arity, r->info->rows,
          r->info->rows == 1 ? "" : "s");
  html_text(f, r->info->unit);
  html_put(f, ". %s (", r->info->about);
  html_text(f, r->info->source);
  fprintf(f, ").</p><p>Gradient in %d shapes near rest: largest error %.2g of the exact one; ", facts->shapes,
          facts->worst_gradient);
  if (r->command)
    fprintf(
        f,
        "the exact one is from differences of sixth order, without a complex step, and known to %.2g. Float, scenes, "
        "speed and devices were left out.</p>",
        facts->differences_known);
  else
    fprintf(f, "float against double %.2g.</p>", facts->worst_float);
  if (facts->range_shapes > 0)
    fprintf(f,
            "<p>It is also right in %d shapes far from rest (sizes of 0.05 to 8, sheared, folded), and in %d with each "
            "number of the material over its range.</p>",
            facts->far_shapes, facts->range_shapes);
  html_put(f, "<p>%s.</p>\n<div class=\"wide\"><table><tr><th>finite along</th>", report_root_words(r->verdict));
  if (!r->command) fputs("<th>float from</th><th>to</th>", f);
  fputs("<th>double from</th><th>to</th></tr>\n", f);
  for (int i = 0; i < facts->path_count; i++) {
    const verdict_path *p = &facts->path[i];
    fprintf(f, "<tr><td>%s</td>", p->axis);
    if (!r->command) fprintf(f, "<td>%.4g</td><td>%.4g</td>", p->low[0], p->high[0]);
    fprintf(f, "<td>%.4g</td><td>%.4g</td></tr>\n", p->low[1], p->high[1]);
  }
  fputs("</table></div>\n", f);
  if (!r->command) write_steps(f, facts); /* one of its curves is the complex step */
  write_paths(f, facts, r->info->unit);
  if (r->scene) write_scene(f, r->scene);
}

xpbd_status report_write_page(const report *r, const char *folder) {
  const verdict *v = r->verdict;
  const char *word = report_word(r);
  char path[4096];
  XPBD_REQUIRE(snprintf(path, sizeof path, "%s/%s.html", folder, v->name) < (int)sizeof path, XPBD_ERR_IO,
               "the path of the page is too long");
  xpbd_file file;
  XPBD_TRY(xpbd_folder_create(folder));
  XPBD_TRY(xpbd_file_create(path, &file));
  FILE *f = file.stream;
  fprintf(f,
          "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\"><title>%s: %s</title><style>%s</style></head><body>\n",
          v->name, word, style);
  fprintf(f, "<h1><span class=\"%s\">%s</span>: %s</h1>\n", word, word, v->name);
  if (r->file) {
    html_put(f, "<p>%s", r->file);
    if (r->hash) fprintf(f, ", hash <code>%016llx</code>", (unsigned long long)r->hash);
    fputs("</p>\n", f);
  }
  if (r->command) html_put(f, "<p>--pipe <code>%s</code></p>\n", r->command);
  if (v->slip_count > 0 || !r->reason) write_findings(f, v);
  if (r->reason) {
    html_put(f, "<p>It cannot be used: %s</p>\n", r->reason);
  }
  if (r->info && v->facts.shapes > 0) write_facts(f, r);
  fputs("</body></html>\n", f);
  return xpbd_file_commit(&file);
}
