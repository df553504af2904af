/* Why this file exists: writes a verdict for programs. Slips are faults. Remarks have a separate list, so that "right"
 * has no slips. */
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "support/formula_words.h"
#include "support/json.h"
#include "report.h"

static void write_slips(json_writer *json, const verdict *v, bool remarks) {
  static const char *const axes[3] = {"x", "y", "z"};
  json_open(json, remarks ? "remarks" : "slips", '[');
  for (int i = 0; i < v->slip_count; i++) {
    const verdict_slip *s = &v->slip[i];
    if (s->remark != remarks) continue;
    json_open(json, NULL, '{');
    json_text(json, "kind", verdict_kind_name(s->kind));
    json_text(json, "text", s->text);
    if (s->particle >= 0) json_whole(json, "particle", s->particle);
    if (s->component >= 0) json_text(json, "component", axes[s->component % 3]);
    if (isfinite(s->ratio)) json_number(json, "ratio", s->ratio);
    if (s->where[0]) json_text(json, "where", s->where);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_numbers(json_writer *json, const char *key, int count, const double *values) {
  json_open_flat(json, key, '[');
  for (int i = 0; i < count; i++) json_number(json, NULL, values[i]);
  json_close(json, ']');
}

static void write_paths(json_writer *json, const verdict_facts *facts, bool in_float) {
  json_open(json, "paths", '[');
  for (int i = 0; i < facts->path_count; i++) {
    const verdict_path *p = &facts->path[i];
    json_open(json, NULL, '{');
    json_text(json, "name", p->name);
    json_text(json, "s_is", p->axis);
    json_number(json, "rest", p->rest);
    if (in_float) write_numbers(json, "range_float", 2, (double[]){p->low[0], p->high[0]});
    write_numbers(json, "range_double", 2, (double[]){p->low[1], p->high[1]});
    write_numbers(json, "s", p->count, p->s);
    write_numbers(json, "C", p->count, p->c);
    write_numbers(json, "energy", p->count, p->energy);
    write_numbers(json, "force", p->count, p->force);
    if (in_float) write_numbers(json, "force_exact", p->count, p->exact);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_run(json_writer *json, const report_run *run) {
  json_open(json, NULL, '{');
  json_text(json, "formula", run->name);
  if (run->failed[0]) {
    json_text(json, "failed", run->failed);
  } else {
    json_whole(json, "constraints", run->constraints);
    json_number(json, "sag_m", run->sag);
    json_number(json, "elastic_J", run->elastic);
    json_number(json, "compliance", run->compliance);
    if (run->matched[0]) json_text(json, "compliance_gives", run->matched);
    json_number(json, "strain_mean", run->strain);
    json_number(json, "seq_ns_per_projection", run->ns[REPORT_SEQ]);
    json_number(json, "seq_fps", run->fps[REPORT_SEQ]);
    json_number(json, "omp_ns_per_projection", run->ns[REPORT_OMP]);
    json_number(json, "omp_fps", run->fps[REPORT_OMP]);
    json_number(json, "cuda_ns_per_projection", run->ns[REPORT_CUDA]);
    json_number(json, "cuda_fps", run->fps[REPORT_CUDA]);
    write_numbers(json, "residual", REPORT_SWEEPS, run->residual);
  }
  json_close(json, '}');
}

static void write_values(json_writer *json, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  json_open(json, "values", '{');
  json_number(json, "C", facts->at_c);
  json_whole(json, "row", facts->at_row);
  write_numbers(json, "material", r->info->material_count, facts->at_material);
  json_open(json, "particles", '[');
  for (int i = 0; i < r->info->arity; i++) {
    json_open(json, NULL, '{');
    write_numbers(json, "x", 3, facts->at_x[i]);
    write_numbers(json, "coded", 3, facts->at_g[i]);
    write_numbers(json, "exact", 3, facts->at_e[i]);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void write_facts(json_writer *json, const report *r) {
  const verdict_facts *facts = &r->verdict->facts;
  char traits[128];
  json_open(json, "facts", '{');
  json_text(json, "element", formula_element_word(r->info->element));
  json_text(json, "traits", formula_traits_text(r->info->traits, traits, sizeof traits));
  json_text(json, "unit", r->info->unit);
  json_open_flat(json, "fields", '[');
  for (const xpbd_formula_field *field = r->info->fields; field && field->name; field++) {
    char words[160];
    json_text(json, NULL, formula_field_text(field, words, sizeof words));
  }
  json_close(json, ']');
  json_number(json, "root_at_rest", facts->root);
  json_text(json, "root_words", report_root_words(r->verdict));
  json_whole(json, "shapes", facts->shapes);
  json_whole(json, "shapes_far_from_rest", facts->far_shapes);
  json_whole(json, "shapes_over_material_ranges", facts->range_shapes);
  json_text(json, "holds_for", facts->holds);
  json_number(json, "gradient_error", facts->worst_gradient);
  if (facts->second_shapes > 0) {
    json_whole(json, "second_shapes", facts->second_shapes);
    json_whole(json, "second_indefinite_below", facts->indefinite[0]);
    json_whole(json, "second_indefinite_above", facts->indefinite[1]);
    json_number(json, "second_least", facts->least_curvature);
    json_number(json, "second_skew", facts->skew);
  }
  if (r->command)
    json_number(json, "differences_known_to", facts->differences_known);
  else
    json_number(json, "float_error", facts->worst_float);
  write_numbers(json, "difference_steps", VERDICT_STEPS, facts->step);
  write_numbers(json, "difference_errors", VERDICT_STEPS, facts->difference);
  if (!r->command) json_number(json, "complex_step_error", facts->floor);
  write_values(json, r);
  write_paths(json, facts, !r->command);
  if (r->scene) {
    json_open(json, "scene", '{');
    json_text(json, "about", r->scene->about);
    if (r->scene->device[0]) json_text(json, "cuda_not_measured", r->scene->device);
    json_open_flat(json, "iterations", '[');
    for (int k = 0; k < REPORT_SWEEPS; k++) json_whole(json, NULL, r->scene->iterations[k]);
    json_close(json, ']');
    json_open(json, "runs", '[');
    for (int i = 0; i < r->scene->count; i++) write_run(json, &r->scene->run[i]);
    json_close(json, ']');
    json_close(json, '}');
  }
  json_close(json, '}');
}

void report_put_json(const report *r, json_writer *json) {
  json_open(json, NULL, '{');
  json_text(json, "schema", "xpbd-verdict-1");
  json_text(json, "verdict", report_word(r));
  json_text(json, "name", r->verdict->name);
  if (r->file) json_text(json, "file", r->file);
  if (r->line > 0) json_whole(json, "line", r->line);
  if (r->file && r->hash) json_hash(json, "file_hash", r->hash);
  if (r->command) json_text(json, "command", r->command);
  if (r->reason) json_text(json, "reason", r->reason);
  json_number(json, "seconds", r->seconds);
  write_slips(json, r->verdict, false);
  write_slips(json, r->verdict, true);
  if (r->info && r->verdict->facts.shapes > 0) write_facts(json, r);
  json_close(json, '}');
}

xpbd_status report_write_json(const report *r, const char *path) {
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  json_writer json = {.stream = file.stream};
  report_put_json(r, &json);
  fputc('\n', file.stream);
  return xpbd_file_commit(&file);
}
