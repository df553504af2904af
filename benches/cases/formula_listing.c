/* Why this file exists: lists the possible constraints, for people and for programs, and which backends of this build
 * run each of them on this machine. Everything comes from the list of formulas. */
#include "formula_listing.h"

#include <math.h>
#include <string.h>

#include "support/formula_words.h"
#include "support/json.h"
#include "xpbd/backend.h"
#include "xpbd/scenes.h"
#include "xpbd/xpbd.h"

enum { WHY = 256 };

/// A formula on the smallest mesh that fits, to try whether a backend runs it.
static xpbd_status smallest_scene(const xpbd_formula_info *info, xpbd_scene **scene) {
  xpbd_mesh mesh;
  const double weights[4] = {1.0, 1.0, 1.0, 1.0}; /* of 4 vertices: two triangles, or a tetrahedron */
  const bool body = info->element == XPBD_ON_TETS || (info->traits & XPBD_SUMMED) != 0;
  const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int32_t tet[4] = {0, 1, 2, 3};
  xpbd_status status = body ? xpbd_mesh_make_tets(4, corners[0], 1, tet, &mesh) : xpbd_mesh_make_grid(2, 2, 1.0, &mesh);
  if (status != XPBD_OK) return status;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh.vertex_count;
  def.positions = mesh.positions;
  def.inverse_masses = weights;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = info->name;
  status = xpbd_scene_create(&def, scene);
  if (status == XPBD_OK) status = xpbd_scene_add_on_mesh(*scene, &mesh, 0, &set);
  xpbd_mesh_destroy(&mesh);
  return status;
}

/// NULL if the backend runs the formula here, else the reason in `why`.
static const char *unusable(const xpbd_backend_entry *entry, const xpbd_formula_info *info, char why[WHY]) {
  char device[WHY];
  if (!entry->table) {
    snprintf(why, WHY, "not built; %s builds it", entry->option);
    return why;
  }
  xpbd_scene *scene = NULL;
  xpbd_solver *solver = NULL;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = entry->name;
  xpbd_status status = entry->table->probe(device, sizeof device);
  if (status == XPBD_OK) status = smallest_scene(info, &scene);
  if (status == XPBD_OK) status = xpbd_solver_create(scene, &def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, 1);
  if (status == XPBD_OK) status = xpbd_solver_sync(solver);
  if (status != XPBD_OK) snprintf(why, WHY, "%.*s", WHY - 1, xpbd_last_error());
  xpbd_solver_destroy(&solver);
  xpbd_scene_destroy(&scene);
  return status == XPBD_OK ? NULL : why;
}

static void list_text(FILE *stream) {
  const xpbd_backend_list *backends = xpbd_backends();
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *info = xpbd_formula_at(i);
    char traits[128], a[32], b[32], c[32], why[WHY];
    fprintf(stream, "%s: %s\n  source: %s\n", info->name, info->about, info->source);
    fprintf(stream, "  on %s, %d particles, %d row%s, rest shape of %d number%s, %s, C in %s\n",
            formula_element_word(info->element), info->arity, info->rows, info->rows == 1 ? "" : "s", info->rest_count,
            info->rest_count == 1 ? "" : "s", formula_traits_text(info->traits, traits, sizeof traits), info->unit);
    for (int k = 0; k < info->material_count; k++) {
      const xpbd_material *m = &info->material[k];
      const bool bare = strcmp(m->unit, "1") == 0; /* a unit 1 after a number would look like a second number */
      fprintf(stream, "  %s = %s%s%s (%s to %s)\n", m->name, formula_number_text(m->standard, a), bare ? "" : " ",
              bare ? "" : m->unit, formula_number_text(m->minimum, b), formula_number_text(m->maximum, c));
    }
    for (const xpbd_formula_field *field = info->fields; field && field->name; field++) {
      char words[160];
      fprintf(stream, "  %s: %s\n", formula_field_text(field, words, sizeof words), field->about);
    }
    fputs("  backends:", stream);
    for (int k = 0; k < backends->count; k++)
      fprintf(stream, " %s%s", backends->entries[k].name,
              unusable(&backends->entries[k], info, why) == NULL ? "" : " (not here)");
    fputc('\n', stream);
  }
  fputs("\nModels, names for several formulas together:\n", stream);
  const xpbd_model_name *model;
  for (int i = 0; (model = xpbd_model_name_at(i)) != NULL; i++)
    fprintf(stream, "  %-10s %s: %s\n", model->name, model->formulas, model->about);
  fputs("Elements:\n", stream);
  for (int e = 0; e < XPBD_ELEMENTS; e++)
    fprintf(stream, "  %-10s %s\n", formula_element_word((xpbd_element)e), formula_element_about((xpbd_element)e));
  fputs("Traits:\n", stream);
  unsigned bit;
  const char *word, *about;
  for (int t = 0; (word = formula_trait_word(t, &bit, &about)) != NULL; t++)
    fprintf(stream, "  %-10s %s\n", word, about);
}

static void formula_json(json_writer *json, const xpbd_formula_info *info) {
  const xpbd_backend_list *backends = xpbd_backends();
  unsigned bit;
  const char *word, *about;
  char why[WHY];
  json_open(json, NULL, '{');
  json_text(json, "name", info->name);
  json_text(json, "about", info->about);
  json_text(json, "source", info->source);
  json_text(json, "element", formula_element_word(info->element));
  json_whole(json, "particles", info->arity);
  json_whole(json, "rows", info->rows);
  json_whole(json, "rest", info->rest_count);
  json_open_flat(json, "traits", '[');
  for (int t = 0; (word = formula_trait_word(t, &bit, &about)) != NULL; t++)
    if ((info->traits & bit) != 0) json_text(json, NULL, word);
  json_close(json, ']');
  json_text(json, "unit", info->unit);
  json_open(json, "material", '[');
  for (int k = 0; k < info->material_count; k++) {
    const xpbd_material *m = &info->material[k];
    json_open_flat(json, NULL, '{');
    json_text(json, "name", m->name);
    json_text(json, "unit", m->unit);
    json_number(json, "standard", m->standard);
    json_number(json, "minimum", m->minimum);
    json_number(json, "maximum", m->maximum);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "fields", '[');
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++) {
    json_open_flat(json, NULL, '{');
    json_text(json, "name", field->name);
    json_text(json, "unit", field->unit);
    json_text(json, "about", field->about);
    json_open_flat(json, "standard", '[');
    for (int k = 0; k < field->width; k++) json_number(json, NULL, field->standard[k]);
    json_close(json, ']');
    json_number(json, "minimum", field->width == 1 ? field->minimum : NAN);
    json_number(json, "maximum", field->width == 1 ? field->maximum : NAN);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "backends", '[');
  for (int k = 0; k < backends->count; k++) {
    json_open_flat(json, NULL, '{');
    json_text(json, "name", backends->entries[k].name);
    json_text(json, "unusable", unusable(&backends->entries[k], info, why));
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void list_json(FILE *stream) {
  json_writer json = {.stream = stream};
  unsigned bit;
  const char *word, *about;
  json_open(&json, NULL, '{');
  json_open(&json, "formulas", '[');
  for (int i = 0; i < xpbd_formula_count(); i++) formula_json(&json, xpbd_formula_at(i));
  json_close(&json, ']');
  json_open(&json, "elements", '{');
  for (int e = 0; e < XPBD_ELEMENTS; e++)
    json_text(&json, formula_element_word((xpbd_element)e), formula_element_about((xpbd_element)e));
  json_close(&json, '}');
  json_open(&json, "traits", '{');
  for (int t = 0; (word = formula_trait_word(t, &bit, &about)) != NULL; t++) json_text(&json, word, about);
  json_close(&json, '}');
  json_close(&json, '}');
}

bool formula_listing(const char *topic, bool json, FILE *stream) {
  const bool for_programs = strcmp(topic, "formulas-json") == 0;
  if (!for_programs && strcmp(topic, "formulas") != 0) return false;
  if (for_programs || json)
    list_json(stream);
  else
    list_text(stream);
  return true;
}
