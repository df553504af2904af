/* Why this file exists: the programs load formulas from files in the same way and fail in the same way. */
#include "cli_formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "xpbd/formula.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"
#include "xpbd/scenes.h"

/// A model's name, as a formula, would change what a specification means.
static const char *model_among(int first) {
  for (int f = first; f < xpbd_formula_count(); f++)
    for (int m = 0; m < xpbd_model_name_count(); m++)
      if (strcmp(xpbd_formula_at(f)->name, xpbd_model_name_at(m)->name) == 0) return xpbd_model_name_at(m)->name;
  return NULL;
}

/// What the compiler has to say about the file, a line each: mostly a number of another precision.
static void say_warnings(const cli_program *program, const xpbd_formula_file *file) {
  for (const char *at = file->warnings; *at;) {
    const int length = (int)strcspn(at, "\n");
    fprintf(stderr, "%s: warning: %s:%.*s\n", program->name, file->path, length, at);
    at += length + (at[length] != '\0');
  }
}

/// 1e-6: the list is below 1e-12, and a right formula may lose digits. In float half of them may be lost, and all where the
/// entry says so.
static bool is_wrong(const xpbd_formula_info *info, const xpbd_gradient_error *found, bool *single) {
  const bool loses = (info->traits & (XPBD_SINGULAR | XPBD_LITERAL)) != 0;
  *single = !(found->error > 1e-6);
  return !*single || (!loses && found->single_error > 1e-3);
}

bool cli_gradient_wrong(int formula, double *error, char *words, size_t capacity) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  xpbd_gradient_error found;
  bool single;
  const xpbd_status status = xpbd_measure_gradient(formula, &found);
  *error = status == XPBD_OK ? found.error : HUGE_VAL;
  if (status != XPBD_OK)
    return snprintf(words, capacity, "the gradient cannot be checked: %s", xpbd_last_error()), true;
  if (!is_wrong(info, &found, &single)) return false;
  if (single)
    snprintf(words, capacity, "the gradient of '%s' in float is off by %.2g of that in double", info->name,
             found.single_error);
  else if (found.uniform)
    snprintf(words, capacity, "the gradient of '%s' is %.3g x the exact one", info->name, found.ratio);
  else if (found.number < 0)
    snprintf(words, capacity, "the gradient of '%s' is off by %.2g of the exact one, at particle x[%d]", info->name,
             found.error, found.particle);
  else
    snprintf(words, capacity, "the gradient of '%s' is off by %.2g of the exact one, at particle x[%d] with %s = %g",
             info->name, found.error, found.particle, info->material[found.number].name, found.value);
  return true;
}

/// Before this process runs anything of it. What is wrong and harmless is seen at once: what xpbd-bench refuses, xpbd-sim
/// shows.
static int try_formulas(const cli_program *program, const xpbd_formula_file *file) {
  char words[400];
  double error;
  for (int f = file->first; f < file->first + file->count; f++) {
    if (xpbd_measure_trial(f) != XPBD_OK)
      return cli_fail(program, CLI_EXIT_USAGE, "%s: %s; `xpbd-validate formula %s` says more", file->path,
                      xpbd_last_error(), file->path);
    if (cli_gradient_wrong(f, &error, words, sizeof words)) fprintf(stderr, "%s: warning: %s\n", program->name, words);
  }
  return -1;
}

static const char *name_of_program;

static void tell(const char *what) {
  fprintf(stderr, "%s: %s\n", name_of_program, what);
}

void cli_tell_compiling(const cli_program *program) {
  name_of_program = program ? program->name : NULL;
  xpbd_formula_file_notice(program ? tell : NULL);
}

int cli_load_formulas(const cli_program *program, const cli_list *files) {
  cli_tell_compiling(program);
  for (int i = 0; i < files->count; i++) {
    int index = 0;
    if (xpbd_formula_file_load(files->values[i], NULL, &index) != XPBD_OK)
      return cli_fail(program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
    const char *model = model_among(index);
    if (model)
      return cli_fail(program, CLI_EXIT_USAGE, "%s: '%s' is a built-in model: another name, please", files->values[i],
                      model);
    const xpbd_formula_file *file = xpbd_formula_file_of(index);
    say_warnings(program, file);
    const int refused = try_formulas(program, file);
    if (refused >= 0) return refused;
  }
  return -1;
}
