/* Why this file exists: looks up misplaced words among the options, axes and axis values of all benchmarks, after
 * the normal reading has failed. */
#include "mistaken.h"

#include <stdio.h>
#include <string.h>

/// The name of "--name" or "--name=value".
static const char *name_of(const char *argument, char out[BENCH_TEXT]) {
  snprintf(out, BENCH_TEXT, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
  return out;
}

static bool is_option(const cli_program *program, const char *name) {
  for (int i = 0; i < program->option_count; i++)
    if (strcmp(program->options[i].name, name) == 0) return true;
  return false;
}

static bool is_axis(const bench_case *const *cases, int count, const char *name) {
  for (int c = 0; c < count; c++)
    if (bench_axis_find(cases[c], name) >= 0) return true;
  return false;
}

int bench_mistaken_options(const cli_program *program, const bench_case *const *cases, int count, int argc,
                           char **argv) {
  char name[BENCH_TEXT];
  int found = 0;
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--version") == 0) return -1;
    if (found > 0 || strncmp(argv[i], "--", 2) != 0) continue;
    name_of(argv[i], name);
    if (!is_option(program, name) && is_axis(cases, count, name)) found = i;
  }
  if (found == 0) return -1;
  name_of(argv[found], name);
  const char *value = strchr(argv[found], '='), *next = found + 1 < argc ? argv[found + 1] : "-";
  value = value ? value + 1 : next[0] != '-' ? next : "VALUES";
  return cli_fail(program, CLI_EXIT_USAGE, "unknown option --%s: it is an axis, write -a %s=%.100s", name, name, value);
}

/// The axis that has the word as a value, and the first benchmark with that axis. NULL if there is none.
static const bench_axis *axis_with(const bench_plan *plan, const char *word, const bench_case **owner) {
  for (int c = 0; c < plan->case_count; c++)
    for (int i = 0; i < plan->cases[c]->axis_count; i++) {
      const bench_axis *axis = &plan->cases[c]->axes[i];
      const char *value;
      for (int k = 0; axis->text && (value = axis->known(k)) != NULL; k++)
        if (strcmp(value, word) == 0) return *owner = plan->cases[c], axis;
    }
  return NULL;
}

int bench_mistaken_benchmark(const cli_program *program, const bench_plan *plan, const char *word) {
  const char *names[64];
  const bench_case *owner = NULL;
  const bench_axis *axis = axis_with(plan, word, &owner);
  if (strcmp(word, "ab") == 0)
    return cli_fail(program, CLI_EXIT_USAGE, "ab comes first: %s ab [options] -- OPTIONS_A -- OPTIONS_B; see ab --help",
                    program->name);
  if (axis)
    return cli_fail(program, CLI_EXIT_USAGE, "no benchmark \"%s\": it is a value of the axis %s, write %s%s-a %s=%s",
                    word, axis->name, owner->standard ? "" : owner->name, owner->standard ? "" : " ", axis->name, word);
  for (int c = 0; c < plan->case_count && c < 64; c++) names[c] = plan->cases[c]->name;
  const char *near = cli_nearest(word, names, plan->case_count);
  return cli_fail(program, CLI_EXIT_USAGE, "no benchmark \"%s\"%s%s%s (see --list)", word,
                  !near ? "" : "; did you mean \"", !near ? "" : near, !near ? "" : "\"?");
}
