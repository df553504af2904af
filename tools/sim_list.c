/* Why this file exists: xpbd-sim --list, for people and, as JSON, for scripts: which scenes there are and from which
 * figure, which backends can run here or how to get them, which formulas a scene can be given. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

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

static const char *element_name(xpbd_element element) {
  return element == XPBD_ON_EDGES ? "edges (--constraint)" : "triangle pairs (--bending)";
}

static void list_text(void) {
  printf("Scenes:\n");
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *scene = xpbd_scene_info_at(i);
    printf("  %-20s %s\n  %-20s %s; frame time %.4g s, %d x %d iterations\n", scene->name, scene->about, "",
           scene->source, scene->frame_time, (int)scene->substeps, (int)scene->iterations);
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
  printf("\nFormulas:\n");
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *formula = xpbd_formula_at(i);
    printf("  %-20s %s\n  %-20s %s; on %s", formula->name, formula->about, "", formula->source,
           element_name(formula->element));
    for (int k = 0; k < formula->material_count; k++)
      printf("; %s = %.6g %s", formula->material[k].name, formula->material[k].standard, formula->material[k].unit);
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

static void list_formulas_json(void) {
  printf("  \"formulas\": [");
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *formula = xpbd_formula_at(i);
    print_json_field(i ? ",\n    {" : "\n    {", "name", formula->name);
    print_json_field(", ", "about", formula->about);
    print_json_field(", ", "source", formula->source);
    print_json_field(", ", "unit", formula->unit);
    print_json_field(", ", "element", formula->element == XPBD_ON_EDGES ? "edges" : "triangle pairs");
    printf(", \"arity\": %d, \"material\": [", formula->arity);
    for (int k = 0; k < formula->material_count; k++) {
      char standard[32];
      print_json_field(k ? ", {" : "{", "name", formula->material[k].name);
      print_json_field(", ", "unit", formula->material[k].unit);
      printf(", \"standard\": %s}", sim_real(formula->material[k].standard, standard));
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
    list_backends_json();
    list_formulas_json();
    printf("}\n");
  } else {
    list_text();
  }
  if (fflush(stdout) != 0 || ferror(stdout))
    return cli_fail(program, CLI_EXIT_USAGE, "cannot write to the standard output: %s", strerror(errno));
  return CLI_EXIT_OK;
}
