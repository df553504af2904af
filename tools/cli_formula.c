/* Why this file exists: the programs load formulas from files in the same way and fail in the same way. */
#include "cli_formula.h"

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

/// A wrong gradient is seen at once; what xpbd-bench refuses, xpbd-sim shows.
static void say_gradients(const cli_program *program, const xpbd_formula_file *file) {
  for (int f = file->first; f < file->first + file->count; f++) {
    const char *name = xpbd_formula_at(f)->name;
    xpbd_gradient_error found;
    if (xpbd_measure_gradient(f, &found) != XPBD_OK)
      fprintf(stderr, "%s: warning: %s\n", program->name, xpbd_last_error());
    else if (found.error > 1e-6 && found.uniform)
      fprintf(stderr, "%s: warning: the gradient of '%s' is %.3g x the exact one\n", program->name, name, found.ratio);
    else if (found.error > 1e-6)
      fprintf(stderr, "%s: warning: the gradient of '%s' is off by %.2g of the exact one, at particle x[%d]\n",
              program->name, name, found.error, found.particle);
  }
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
    say_warnings(program, xpbd_formula_file_of(index));
    say_gradients(program, xpbd_formula_file_of(index));
    const char *model = model_among(index);
    if (model)
      return cli_fail(program, CLI_EXIT_USAGE, "%s: '%s' is a built-in model: another name, please", files->values[i],
                      model);
  }
  return -1;
}
