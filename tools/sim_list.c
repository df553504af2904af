/* Why this file exists: xpbd-sim --list, for people and, as JSON, for scripts: which scenes there are and from which
 * figure, which backends can run here or how to get them, which methods and formulas a scene can be given. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formula_words.h"
#include "sim.h"
#include "xpbd/backend.h"

enum { DEVICE_LENGTH = 256 };

/// Whether a backend can run here, and on what it runs, why it cannot, or what builds it.
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

/// What is there beside scenes of constraints and formulas.
static void list_lattices_text(void) {
  printf("\nLattice scenes (mass-springs, position Verlet with collisions and friction):\n");
  for (int i = 0; i < xpbd_verlet_scenario_count(); i++) {
    const xpbd_verlet_scenario *scene = xpbd_verlet_scenario_at(i);
    printf("  %-20s %s\n  %-20s %s; %.4g s, frame time %.4g s\n", scene->name, scene->about, "", scene->source,
           scene->duration, scene->frame_time);
  }
}

static void list_methods_text(void) {
  char device[256];
  printf("\nMethods (--method):\n");
  for (int i = 0; i < XPBD_METHODS; i++) {
    const xpbd_method_info *method = xpbd_method_at(i);
    printf("  %-20s %s\n", method->name, method->about);
    if (method->engine && method->engine->probe(device, sizeof device) != XPBD_OK)
      printf("  %-20s %s\n", "", xpbd_last_error());
  }
  printf("\nModels, formulas that make a material together (--constraint):\n");
  for (int i = 0; i < xpbd_model_name_count(); i++) {
    const xpbd_model_name *model = xpbd_model_name_at(i);
    printf("  %-20s %s\n  %-20s %s\n", model->name, model->about, "", model->formulas);
  }
}

static void list_text(void) {
  printf("Scenes:\n");
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *scene = xpbd_scene_info_at(i);
    printf("  %-20s %s\n  %-20s %s; frame time %.4g s, %d x %d iterations\n", scene->name, scene->about, "",
           scene->source, scene->frame_time, (int)scene->substeps, (int)scene->iterations);
  }
  list_lattices_text();
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
  printf("\nFormulas:\n");
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
      printf("; %s = %s %s (%s to %s)", m->name, formula_number_text(m->standard, standard), m->unit,
             formula_number_text(m->minimum, low), formula_number_text(m->maximum, high));
    }
    printf("\n");
  }
}

static void print_json_text(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c == '"' || *c == '\\') {
      printf("\\%c", *c);
    } else if (*c < 0x20) {
      printf("\\u%04x", *c);
    } else {
      putchar(*c);
    }
  }
  putchar('"');
}

/// `"key": "text"`, with what stands before it.
static void print_json_field(const char *before, const char *key, const char *text) {
  printf("%s\"%s\": ", before, key);
  print_json_text(text);
}

static void list_scenes_json(void) {
  printf("  \"scenes\": [");
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *scene = xpbd_scene_info_at(i);
    char frame_time[32];
    print_json_field(i ? ",\n    {" : "\n    {", "name", scene->name);
    print_json_field(", ", "about", scene->about);
    print_json_field(", ", "source", scene->source);
    printf(", \"frame_time\": %s, \"substeps\": %d, \"iterations\": %d}", sim_real(scene->frame_time, frame_time),
           (int)scene->substeps, (int)scene->iterations);
  }
  printf("\n  ],\n");
}

static void list_backends_json(void) {
  printf("  \"backends\": [");
  const xpbd_backend_list *backends = xpbd_backends();
  for (int i = 0; i < backends->count; i++) {
    char detail[DEVICE_LENGTH];
    print_json_field(i ? ",\n    {" : "\n    {", "name", backends->entries[i].name);
    print_json_field(", ", "state", backend_state(&backends->entries[i], detail));
    print_json_field(", ", "detail", detail);
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
    print_json_text(word);
    any = true;
  }
}

static void list_lattices_json(void) {
  printf("  \"lattice_scenes\": [");
  for (int i = 0; i < xpbd_verlet_scenario_count(); i++) {
    const xpbd_verlet_scenario *scene = xpbd_verlet_scenario_at(i);
    char duration[32], frame_time[32];
    print_json_field(i ? ",\n    {" : "\n    {", "name", scene->name);
    print_json_field(", ", "about", scene->about);
    print_json_field(", ", "source", scene->source);
    printf(", \"duration\": %s, \"frame_time\": %s}", sim_real(scene->duration, duration),
           sim_real(scene->frame_time, frame_time));
  }
  printf("\n  ],\n");
}

static void list_methods_json(void) {
  printf("  \"methods\": [");
  for (int i = 0; i < XPBD_METHODS; i++) {
    const xpbd_method_info *method = xpbd_method_at(i);
    print_json_field(i ? ",\n    {" : "\n    {", "name", method->name);
    print_json_field(", ", "about", method->about);
    print_json_field(", ", "source", method->source);
    if (method->needs) print_json_field(", ", "needs", method->needs);
    printf("}");
  }
  printf("\n  ],\n  \"models\": [");
  for (int i = 0; i < xpbd_model_name_count(); i++) {
    print_json_field(i ? ",\n    {" : "\n    {", "name", xpbd_model_name_at(i)->name);
    print_json_field(", ", "formulas", xpbd_model_name_at(i)->formulas);
    print_json_field(", ", "about", xpbd_model_name_at(i)->about);
    printf("}");
  }
  printf("\n  ],\n");
}

static void list_formulas_json(void) {
  printf("  \"formulas\": [");
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *formula = xpbd_formula_at(i);
    print_json_field(i ? ",\n    {" : "\n    {", "name", formula->name);
    print_json_field(", ", "about", formula->about);
    print_json_field(", ", "source", formula->source);
    print_json_field(", ", "unit", formula->unit);
    print_json_field(", ", "element", formula_element_word(formula->element));
    printf(", \"arity\": %d, \"rows\": %d, \"rest\": %d, \"traits\": [", formula->arity, formula->rows,
           formula->rest_count);
    list_traits_json(formula->traits);
    printf("], \"material\": [");
    for (int k = 0; k < formula->material_count; k++) {
      const xpbd_material *m = &formula->material[k];
      char standard[32], low[32], high[32];
      print_json_field(k ? ", {" : "{", "name", m->name);
      print_json_field(", ", "unit", m->unit);
      printf(", \"standard\": %s, \"minimum\": %s, \"maximum\": %s}", sim_real(m->standard, standard),
             sim_real(m->minimum, low), sim_real(m->maximum, high));
    }
    printf("]}");
  }
  printf("\n  ]\n");
}

int sim_list(const cli_program *program, bool json) {
  if (json) {
    printf("{\n");
    print_json_field("  ", "version", XPBD_VERSION);
    printf(",\n");
    list_scenes_json();
    list_lattices_json();
    list_backends_json();
    list_methods_json();
    list_formulas_json();
    printf("}\n");
  } else {
    list_text();
  }
  if (fflush(stdout) != 0 || ferror(stdout))
    return cli_fail(program, CLI_EXIT_USAGE, "cannot write to the standard output: %s", strerror(errno));
  return CLI_EXIT_OK;
}
