/* Why this file exists: the numbers that scenes say they have (xpbd/scenes.h) are options of xpbd-sim, so that a new scene
 * with a new number needs no edit here. "pull_time" is --pull-time; what has an option of its own keeps it. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim.h"

enum { MOST = 64, HELP = 600, NAME = 40 };

static char names[MOST][NAME], units[MOST][NAME], helps[MOST][HELP];
static double values[MOST];

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

static void append(char *to, size_t capacity, const char *text, const char *more) {
  const size_t used = strlen(to);
  snprintf(to + used, capacity - used, "%s%s", text, more);
}

/// The scenes in which a parameter is the same thing as in `first`: "Length over that at rest (cloth, torus)".
static void describe_as_in(int first, const xpbd_scene_parameter *row, char *out) {
  append(out, HELP, row->about, "");
  for (int i = first, told = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    const int place = xpbd_scene_parameter_find(info, row->name);
    if (place < 0 || strcmp(xpbd_scene_parameter_at(info, place).about, row->about) != 0) continue;
    append(out, HELP, told++ ? ", " : " (", info->name);
  }
  append(out, HELP, ")", "");
}

/// Whether a scene before this one says the same about a parameter.
static bool was_told(int scene, const xpbd_scene_parameter *row) {
  for (int i = 0; i < scene; i++) {
    const int place = xpbd_scene_parameter_find(xpbd_scene_info_at(i), row->name);
    if (place >= 0 && strcmp(xpbd_scene_parameter_at(xpbd_scene_info_at(i), place).about, row->about) == 0) return true;
  }
  return false;
}

/// What all scenes say about a parameter, and its range in any of them.
static void describe(const char *name, char *help, cli_option *option) {
  double standard = NAN;
  bool one = true, in_all = true;
  xpbd_scene_parameter row = {0};
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const int place = xpbd_scene_parameter_find(xpbd_scene_info_at(i), name);
    if (place < 0) in_all = false;
    if (place < 0) continue;
    const bool first = !row.name;
    row = xpbd_scene_parameter_at(xpbd_scene_info_at(i), place);
    one = one && (first || standard == row.standard) && !isnan(row.standard);
    standard = row.standard;
    option->minimum = fmin(first ? row.minimum : option->minimum, row.minimum);
    option->maximum = fmax(first ? row.maximum : option->maximum, row.maximum);
  }
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const int place = xpbd_scene_parameter_find(xpbd_scene_info_at(i), name);
    if (place < 0) continue;
    row = xpbd_scene_parameter_at(xpbd_scene_info_at(i), place);
    if (was_told(i, &row)) continue;
    if (help[0]) append(help, HELP, "; ", "");
    if (in_all)
      append(help, HELP, row.about, "");
    else
      describe_as_in(i, &row, help);
  }
  char text[32];
  help[0] = (char)toupper((unsigned char)help[0]);
  append(help, HELP, ". [", one ? sim_real(standard, text) : "the scene's");
  append(help, HELP, "]", "");
}

int sim_parameters_options(cli_option *options, int count, int capacity) {
  int made = 0;
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    for (int k = 0; k < xpbd_scene_parameter_count(info); k++) {
      const xpbd_scene_parameter row = xpbd_scene_parameter_at(info, k);
      if (option_of(options, count, row.name) || made == MOST || count == capacity) continue;
      snprintf(names[made], NAME, "%s", row.name);
      for (char *c = names[made]; *c; c++)
        if (*c == '_') *c = '-';
      snprintf(units[made], NAME, "%s", strcmp(row.unit, "1") == 0 ? "X" : row.unit); /* stands for the value */
      for (char *c = units[made]; *c; c++) *c = (char)toupper((unsigned char)*c);
      values[made] = NAN;
      options[count] = (cli_option){names[made], 0, CLI_REAL, &values[made], 0, 0, units[made], helps[made]};
      describe(row.name, helps[made++], &options[count++]);
    }
  }
  return count;
}

bool sim_parameter_is_made(const cli_option *option) {
  return (const double *)option->target >= values && (const double *)option->target < values + MOST;
}

double sim_parameter(const cli_program *program, const char *name) {
  const cli_option *option = option_of(program->options, program->option_count, name);
  if (!option) return NAN;
  if (option->kind == CLI_REAL) return *(const double *)option->target;
  const int64_t whole = option->kind == CLI_INT ? *(const int64_t *)option->target : 0;
  return whole > 0 ? (double)whole : NAN;
}

xpbd_status sim_parameters_take(const cli_program *program, xpbd_scene_params *out) {
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    for (int k = 0; k < xpbd_scene_parameter_count(info); k++) {
      const char *name = xpbd_scene_parameter_at(info, k).name;
      const double value = sim_parameter(program, name);
      const xpbd_status status = isnan(value) ? XPBD_OK : xpbd_scene_params_set(out, name, value);
      if (status != XPBD_OK) return status;
    }
  }
  return XPBD_OK;
}
