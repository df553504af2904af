/* Why this file exists: turns sim_options.inl into the table of options, and reads the command line into it. */
#include "sim_option_table.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim_setup.h"
#include "xpbd/backend.h"
#include "xpbd/formula.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"

/// One run per process: the table needs targets at fixed addresses.
static sim_options given = {.progress = true};

#define ANY_NUMBER       -INFINITY, INFINITY
#define POSITIVE         DBL_MIN, INFINITY
#define FROM(low, high)  low, high
#define ALWAYS           .rules = 0
#define RULES(which)     .rules = which
#define ON_BACKENDS      .rules = SIM_ON_BACKENDS
#define OF_METHODS(with) .traits = with
#define WITH(options)    .needs = options

#define SIM_FLAG(field, name, letter, help, effect) {{name, letter, CLI_FLAG, &given.field, 0, 0, NULL, help}, effect},
#define SIM_TEXT(field, name, letter, value, help, effect)                                                             \
  {{name, letter, CLI_TEXT, &given.field, 0, 0, value, help}, effect},
#define SIM_LIST(field, name, letter, value, help, effect)                                                             \
  {{name, letter, CLI_LIST, &given.field, 0, 0, value, help}, effect},
#define SIM_INT(field, name, letter, range, value, help, effect)                                                       \
  {{name, letter, CLI_INT, &given.field, range, value, help}, effect},
#define SIM_REAL(field, name, letter, range, value, help, effect)                                                      \
  {{name, letter, CLI_REAL, &given.field, range, value, help}, effect},
#define SIM_TOPIC(name, heading) {{name, 0, CLI_TOPIC, &given, 0, 0, NULL, heading}, ALWAYS},
const sim_option sim_option_table[] = {
#include "sim/engine/sim_options.inl"
    {{NULL}, ALWAYS}};

enum {
  OWN_OPTIONS = (int)(sizeof sim_option_table / sizeof sim_option_table[0]) - 1,
  MOST_OPTIONS = OWN_OPTIONS + SIM_TABLE_OPTIONS
};

const void *sim_option_value(const sim_option *option, const sim_options *of) {
  return (const char *)of + ((const char *)option->line.target - (const char *)&given);
}

bool sim_option_given(const sim_option *option, const sim_options *of) {
  return sim_line_given(&option->line, sim_option_value(option, of));
}

bool sim_line_given(const cli_option *line, const void *value) {
  switch (line->kind) {
  case CLI_FLAG: return *(const bool *)value;
  case CLI_TEXT: return *(const char *const *)value != NULL;
  case CLI_INT: return (double)*(const int64_t *)value >= line->minimum;
  case CLI_REAL: return !isnan(*(const double *)value);
  case CLI_LIST: return ((const cli_list *)value)->count > 0;
  case CLI_TOPIC: break;
  }
  return false;
}

/// --list may come without a value, but only flags may: give it one.
static void spell_out_list(int argc, char **argv) {
  static char spelled[] = "--list=text";
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--list") == 0) argv[i] = spelled;
  }
}

static const cli_alias aliases[] = {{"output", "out", NULL},
                                    {"dt", "time-step", NULL},
                                    {"poisson", NULL, "nu is a number of the material: --constraint NAME:E=1e6,nu=0.3"},
                                    {"young", NULL, "E is a number of the material: --constraint NAME:E=1e6,nu=0.3"},
                                    {NULL, NULL, NULL}};

/// For completion: names from the tables of the library.
static const char *candidate(const char *option, int index) {
  const char *name = option ? option : "scene";
  if (strcmp(name, "scene") == 0) return index < xpbd_scene_info_count() ? xpbd_scene_info_at(index)->name : NULL;
  if (strcmp(name, "method") == 0) return xpbd_method_at(index) ? xpbd_method_name(index) : NULL;
  if (strcmp(name, "backend") == 0) return index < xpbd_backends()->count ? xpbd_backends()->entries[index].name : NULL;
  if (strcmp(name, "constraint") == 0 || strcmp(name, "bending") == 0)
    return index < xpbd_formula_count() ? xpbd_formula_at(index)->name : NULL;
  return NULL;
}

int sim_options_read(cli_program *program, int argc, char **argv, sim_options **out) {
  static cli_option lines[MOST_OPTIONS];
  for (int k = 0; k < OWN_OPTIONS; k++) {
    lines[k] = sim_option_table[k].line;
    if (lines[k].kind == CLI_REAL) *(double *)lines[k].target = NAN;
    if (lines[k].kind == CLI_INT) *(int64_t *)lines[k].target = lines[k].minimum > 0 ? 0 : -1;
  }
  program->options = lines;
  program->aliases = aliases;
  program->candidate = candidate;
  program->option_count = sim_parameters_options(lines, OWN_OPTIONS, MOST_OPTIONS);
  given.argc = argc;
  given.argv = argv;
  *out = &given;
  spell_out_list(argc, argv);
  int words = 0;
  return cli_parse(program, argc, argv, &given.scene, 1, &words);
}
