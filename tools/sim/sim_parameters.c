/* Why this file exists: the numbers of scenes (xpbd/scenes.h) and methods (xpbd/method.h) become options of xpbd-sim,
 * so a new number needs no edit here. "pull_time" becomes --pull-time. A number that already has an option keeps it. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/scene_words.h"
#include "sim/engine/sim_names.h"
#include "sim_setup.h"

enum { NAME = 40, HELP = SCENE_PARAMETER_TEXT + 64 };

/// The texts and targets of the options that were made.
static struct made {
  char name[NAME], unit[NAME], help[HELP];
  double value;
} made[SIM_TABLE_OPTIONS];

static bool same_name(const char *option, const char *parameter) {
  for (; *option && *parameter; option++, parameter++)
    if (*option != (*parameter == '_' ? '-' : *parameter)) return false;
  return *option == *parameter;
}

static const cli_option *option_of(const cli_option *options, int count, const char *parameter) {
  for (int i = 0; i < count; i++)
    if (same_name(options[i].name, parameter)) return &options[i];
  return NULL;
}

static cli_option option_for(const char *parameter, const scene_parameter_words *words, struct made *to) {
  char standard[32];
  snprintf(to->name, sizeof to->name, "%s", parameter);
  for (char *c = to->name; *c; c++)
    if (*c == '_') *c = '-';
  snprintf(to->unit, sizeof to->unit, "%s", strcmp(words->unit, "1") == 0 ? "X" : words->unit); /* for the value */
  for (char *c = to->unit; *c; c++) *c = (char)toupper((unsigned char)*c);
  snprintf(to->help, sizeof to->help, "%s. [%s]", words->about,
           isnan(words->standard) ? "the scene's" : sim_real(words->standard, standard));
  to->help[0] = (char)toupper((unsigned char)to->help[0]);
  to->value = NAN;
  return (cli_option){to->name, 0, CLI_REAL, &to->value, words->minimum, words->maximum, to->unit, to->help};
}

/// "methods jacobi and jacobi-mean: factor of the corrections".
static void describe_number(const xpbd_method_number *row, scene_parameter_words *out) {
  char owners[256];
  const int count = method_number_owners(row->name, " and ", owners, sizeof owners);
  *out = (scene_parameter_words){row->unit, row->standard, row->minimum, row->maximum, ""};
  snprintf(out->about, sizeof out->about, "method%s %s: %s", count > 1 ? "s" : "", owners, row->about);
}

int sim_parameters_options(cli_option *options, int count, int capacity) {
  const xpbd_method_number *row;
  const char *name;
  scene_parameter_words words;
  if (count + 2 > capacity) return count;
  options[count++] = (cli_option){.name = "methods", .kind = CLI_TOPIC, .help = "Numbers of methods"};
  const int own = count;
  for (int k = 0; (row = xpbd_method_number_at(k)) && count < capacity; k++, count++) {
    describe_number(row, &words);
    options[count] = option_for(row->name, &words, &made[count - own]);
  }
  options[count] = (cli_option){.name = "scenes", .kind = CLI_TOPIC, .help = "Numbers of scenes"};
  count++;
  for (int k = 0; (name = scene_parameter_name(k)) && count < capacity; k++) {
    if (option_of(options, own, name)) continue;
    scene_parameter_describe(name, &words);
    options[count] = option_for(name, &words, &made[count - 1 - own]);
    count++;
  }
  return count;
}

const cli_option *sim_parameter_option(const cli_program *program, const char *name) {
  return option_of(program->options, program->option_count, name);
}

/// The value of a parameter's or number's option, NaN if it was not given.
static double sim_parameter(const cli_program *program, const char *name) {
  const cli_option *option = sim_parameter_option(program, name);
  if (!option) return NAN;
  if (option->kind == CLI_REAL) return *(const double *)option->target;
  const int64_t whole = option->kind == CLI_INT ? *(const int64_t *)option->target : 0;
  return whole > 0 ? (double)whole : NAN;
}

xpbd_status sim_parameters_take(const cli_program *program, xpbd_scene_params *out) {
  const char *name;
  xpbd_status status = XPBD_OK;
  for (int k = 0; (name = scene_parameter_name(k)) && status == XPBD_OK; k++)
    status = xpbd_scene_params_set(out, name, sim_parameter(program, name));
  return status;
}

xpbd_status sim_numbers_take(const cli_program *program, xpbd_solver_def *out) {
  const xpbd_method_number *row;
  xpbd_status status = XPBD_OK;
  for (int k = 0; (row = xpbd_method_number_at(k)) && status == XPBD_OK; k++) {
    const double value = sim_parameter(program, row->name);
    if (!isnan(value)) status = xpbd_solver_def_set(out, row->name, value);
  }
  return status;
}
