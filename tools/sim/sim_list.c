/* Why this file exists: xpbd-sim --list, as text for people and as JSON for scripts. It lists scenes with their source
 * and numbers, backends and how to get them, methods and formulas. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/formula_words.h"
#include "sim/engine/sim_names.h"
#include "sim_list.h"
#include "xpbd/backend.h"
#include "xpbd/version.h"
#include "xpbd/scenes.h"
#include "xpbd/method.h"
#include "xpbd/formula.h"
#include "xpbd/import.h"

enum { DEVICE_LENGTH = 256 };

/// Whether a backend can run here. The detail says on what it runs, why it cannot, or which option builds it.
static const char *backend_state(const xpbd_backend_entry *entry, char detail[DEVICE_LENGTH]) {
  detail[0] = '\0';
  if (!entry->table) {
    snprintf(detail, DEVICE_LENGTH, "build with %s", entry->option);
    return "not built";
  }
  if (entry->table->probe(detail, DEVICE_LENGTH) != XPBD_OK) {
    snprintf(detail, DEVICE_LENGTH, "%s", xpbd_last_error());
    return "unavailable";
  }
  return "ready";
}

/// " = 10 1/m (0 to 1e+09)". A plain number has no unit, because "10 1" would read as two numbers.
static void put_range(const char *standard, const char *unit, const char *low, const char *high) {
  const bool plain = strcmp(unit, "1") == 0;
  printf(" = %s%s%s (%s to %s)", standard, plain ? "" : " ", plain ? "" : unit, low, high);
}

/// A number that only this scene or method has.
static void put_number(const xpbd_scene_parameter *row) {
  char standard[32], low[32], high[32];
  printf("  %-20s %s", "", row->name);
  put_range(isnan(row->standard) ? "the scene's" : sim_real(row->standard, standard), row->unit,
            sim_real(row->minimum, low), sim_real(row->maximum, high));
  printf(": %s\n", row->about);
}

/// A method's number in the form of a scene parameter.
static xpbd_scene_parameter number_of(const xpbd_method_info *method, int32_t k) {
  const xpbd_method_number *row = &method->numbers[k];
  return (xpbd_scene_parameter){row->name, row->unit, row->standard, row->minimum, row->maximum, row->about};
}

static void list_methods_text(void) {
  char device[256];
  printf("\nMethods (--method):\n");
  for (int i = 0; i < XPBD_METHODS; i++) {
    const xpbd_method_info *method = xpbd_method_at(i);
    printf("  %-20s %s\n", method->name, method->about);
    for (int32_t k = 0; k < method->number_count; k++) {
      const xpbd_scene_parameter row = number_of(method, k);
      put_number(&row);
    }
    if (method->engine && method->engine->probe(device, sizeof device) != XPBD_OK)
      printf("  %-20s %s\n", "", xpbd_last_error());
  }
  printf("\nModels: formulas that together make a material (--constraint):\n");
  for (int i = 0; i < xpbd_model_name_count(); i++) {
    const xpbd_model_name *model = xpbd_model_name_at(i);
    printf("  %-20s %s\n  %-20s %s\n", model->name, model->about, "", model->formulas);
  }
}

/// Extension number `place` of those that this build reads: our own readers, then the best known ones of assimp. NULL
/// after the last.
static const char *mesh_kind(int place) {
  static const char *const others[] = {"gltf", "glb", "fbx", "3ds", "dae", "blend", "x3d"};
  const char *own;
  int left = place;
  for (int i = 0; (own = xpbd_mesh_extension(i)) != NULL; i++)
    if (left-- == 0) return own;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (xpbd_mesh_readable(others[i]) && left-- == 0) return others[i];
  return NULL;
}

static void list_mesh_files_text(void) {
  const char *kind;
  printf("\nMesh files (--mesh), by their extension:\n ");
  for (int i = 0; (kind = mesh_kind(i)) != NULL; i++) printf(" %s", kind);
  printf(xpbd_mesh_readable("gltf") ? ", and whatever else assimp reads\n"
                                    : "; a build with -DXPBD_ASSIMP=ON reads more\n");
}

static void list_text(void) {
  printf("Scenes:\n");
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *scene = xpbd_scene_info_at(i);
    printf("  %-20s %s\n  %-20s %s; frame time %.4g s, %d x %d iterations\n", scene->name, scene->about, "",
           scene->source, scene->frame_time, (int)scene->substeps, (int)scene->iterations);
    for (int32_t k = 0; k < scene->parameter_count; k++) put_number(&scene->parameters[k]);
  }
  printf("\nBackends, in order of preference:\n");
  const xpbd_backend_list *backends = xpbd_backends();
  for (int i = 0; i < backends->count; i++) {
    char detail[DEVICE_LENGTH];
    const char *state = backend_state(&backends->entries[i], detail);
    const xpbd_backend *table = backends->entries[i].table;
    printf("  %-20s %s: %s%s%s\n", backends->entries[i].name, state, detail, table ? "; " : "",
           table ? table->about : "");
  }
  list_methods_text();
  list_mesh_files_text();
  printf("\nFormulas:\n");
  printf("With the trait moduli, E and nu are the moduli of the material. A mesh is stiffer than its material.\n"
         "Near nu = 0.5 tetrahedra lock: they are far stiffer. The model stvk_nodal_tet does not lock.\n");
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *formula = xpbd_formula_at(i);
    char traits[128];
    printf("  %-20s %s\n  %-20s %s\n  %-20s %s, on %s, C in %s", formula->name, formula->about, "", formula->source, "",
           formula_traits_text(formula->traits, traits, sizeof traits), formula_element_word(formula->element),
           formula->unit);
    if (formula->rows > 1) printf(", %d rows", formula->rows);
    for (int k = 0; k < formula->material_count; k++) {
      const xpbd_material *m = &formula->material[k];
      char standard[32], low[32], high[32];
      printf("; %s", m->name);
      put_range(formula_number_text(m->standard, standard), m->unit, formula_number_text(m->minimum, low),
                formula_number_text(m->maximum, high));
    }
    for (const xpbd_formula_field *field = formula->fields; field && field->name; field++) {
      char words[160];
      printf("; %s: %s", formula_field_text(field, words, sizeof words), field->about);
    }
    printf("\n");
  }
}

static void put_number_json(int place, const xpbd_scene_parameter *row) {
  sim_json_field(place ? ", {" : "{", "name", row->name);
  sim_json_field(", ", "unit", row->unit);
  sim_json_number(", ", "standard", row->standard);
  sim_json_number(", ", "minimum", row->minimum);
  sim_json_number(", ", "maximum", row->maximum);
  sim_json_field(", ", "about", row->about);
  printf("}");
}

static void list_parameters_json(const xpbd_scene_info *scene) {
  printf(", \"parameters\": [");
  for (int k = 0; k < xpbd_scene_parameter_count(scene); k++) {
    const xpbd_scene_parameter row = xpbd_scene_parameter_at(scene, k);
    put_number_json(k, &row);
  }
  printf("]");
}

static void list_scenes_json(void) {
  printf("  \"scenes\": [");
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *scene = xpbd_scene_info_at(i);
    sim_json_field(i ? ",\n    {" : "\n    {", "name", scene->name);
    sim_json_field(", ", "about", scene->about);
    sim_json_field(", ", "source", scene->source);
    sim_json_field(", ", "method", scene->method ? scene->method : "xpbd");
    sim_json_number(", ", "frame_time", scene->frame_time);
    printf(", \"substeps\": %d, \"iterations\": %d, \"frames\": %d", (int)scene->substeps, (int)scene->iterations,
           (int)scene->frames);
    sim_json_field(", ", "constraint", scene->constraint);
    printf(", \"takes_mesh\": %s", scene->takes_mesh ? "true" : "false");
    list_parameters_json(scene);
    printf("}");
  }
  printf("\n  ],\n");
}

static void list_backends_json(void) {
  printf("  \"backends\": [");
  const xpbd_backend_list *backends = xpbd_backends();
  for (int i = 0; i < backends->count; i++) {
    char detail[DEVICE_LENGTH];
    sim_json_field(i ? ",\n    {" : "\n    {", "name", backends->entries[i].name);
    sim_json_field(", ", "state", backend_state(&backends->entries[i], detail));
    sim_json_field(", ", "detail", detail);
    printf("}");
  }
  printf("\n  ],\n");
}

static void list_traits_json(unsigned traits) {
  unsigned bit;
  const char *word, *about;
  bool any = false;
  for (int t = 0; (word = formula_trait_word(t, &bit, &about)) != NULL; t++) {
    if ((traits & bit) == 0) continue;
    fputs(any ? ", " : "", stdout);
    sim_json_text(word);
    any = true;
  }
}

static void list_methods_json(void) {
  printf("  \"methods\": [");
  for (int i = 0; i < XPBD_METHODS; i++) {
    const xpbd_method_info *method = xpbd_method_at(i);
    sim_json_field(i ? ",\n    {" : "\n    {", "name", method->name);
    sim_json_field(", ", "about", method->about);
    sim_json_field(", ", "source", method->source);
    if (method->needs) sim_json_field(", ", "needs", method->needs);
    printf(", \"numbers\": [");
    for (int32_t k = 0; k < method->number_count; k++) {
      const xpbd_scene_parameter row = number_of(method, k);
      put_number_json(k, &row);
    }
    printf("]}");
  }
  printf("\n  ],\n  \"models\": [");
  for (int i = 0; i < xpbd_model_name_count(); i++) {
    sim_json_field(i ? ",\n    {" : "\n    {", "name", xpbd_model_name_at(i)->name);
    sim_json_field(", ", "formulas", xpbd_model_name_at(i)->formulas);
    sim_json_field(", ", "about", xpbd_model_name_at(i)->about);
    printf("}");
  }
  printf("\n  ],\n");
}

static void list_mesh_files_json(void) {
  const char *kind;
  printf("  \"mesh_files\": [");
  for (int i = 0; (kind = mesh_kind(i)) != NULL; i++) {
    fputs(i > 0 ? ", " : "", stdout);
    sim_json_text(kind);
  }
  printf("],\n");
}

static void list_formulas_json(void) {
  printf("  \"formulas\": [");
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *formula = xpbd_formula_at(i);
    sim_json_field(i ? ",\n    {" : "\n    {", "name", formula->name);
    sim_json_field(", ", "about", formula->about);
    sim_json_field(", ", "source", formula->source);
    sim_json_field(", ", "unit", formula->unit);
    sim_json_field(", ", "element", formula_element_word(formula->element));
    printf(", \"arity\": %d, \"rows\": %d, \"rest\": %d, \"traits\": [", formula->arity, formula->rows,
           formula->rest_count);
    list_traits_json(formula->traits);
    printf("], \"material\": [");
    for (int k = 0; k < formula->material_count; k++) {
      const xpbd_material *m = &formula->material[k];
      sim_json_field(k ? ", {" : "{", "name", m->name);
      sim_json_field(", ", "unit", m->unit);
      sim_json_number(", ", "standard", m->standard);
      sim_json_number(", ", "minimum", m->minimum);
      sim_json_number(", ", "maximum", m->maximum);
      printf("}");
    }
    printf("], \"fields\": [");
    for (const xpbd_formula_field *field = formula->fields; field && field->name; field++) {
      sim_json_field(field == formula->fields ? "{" : ", {", "name", field->name);
      sim_json_field(", ", "unit", field->unit);
      sim_json_field(", ", "about", field->about);
      printf(", \"standard\": [");
      for (int k = 0; k < field->width; k++) {
        char number[32];
        const double value = field->standard[k];
        printf("%s%s", k ? ", " : "", isnan(value) ? "null" : formula_number_text(value, number));
      }
      printf("]");
      sim_json_number(", ", "minimum", field->width == 1 ? field->minimum : NAN);
      sim_json_number(", ", "maximum", field->width == 1 ? field->maximum : NAN);
      printf("}");
    }
    printf("]}");
  }
  printf("\n  ]\n");
}

static int list_json(void) {
  printf("{\n");
  sim_json_field("  ", "version", XPBD_VERSION);
  printf(",\n");
  list_scenes_json();
  list_backends_json();
  list_methods_json();
  list_mesh_files_json();
  list_formulas_json();
  printf("}\n");
  return -1;
}

int sim_list(const cli_program *program, const char *kind) {
  int code = -1;
  if (strcmp(kind, "text") == 0)
    list_text();
  else if (strcmp(kind, "json") == 0)
    code = list_json();
  else if (strcmp(kind, "matrix") == 0)
    code = sim_matrix(false);
  else if (strcmp(kind, "matrix-json") == 0)
    code = sim_matrix(true);
  else
    return cli_fail(program, CLI_EXIT_USAGE, "--list is text, json, matrix or matrix-json, not '%.60s'", kind);
  if (code >= 0) return cli_fail(program, code, "--list: %s", xpbd_last_error());
  return cli_flush(program, CLI_EXIT_OK, CLI_EXIT_USAGE);
}
