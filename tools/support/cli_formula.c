/* Why this file exists: all programs load formulas from files, and fail to, in the same way. */
#include "cli_formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "xpbd/formula.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"

/// Print the compiler's warnings about the file, a line each. Most are about a number of another precision.
static void say_warnings(const cli_program *program, const xpbd_formula_file *file) {
  for (const char *at = file->warnings; *at;) {
    const int length = (int)strcspn(at, "\n");
    cli_fail(program, CLI_EXIT_OK, "warning: %s:%.*s", file->path, length, at);
    at += length + (at[length] != '\0');
  }
}

/// The limit is 1e-6: the formulas of the list stay below 1e-12, and a right formula may lose digits. In float it may
/// lose half of them, and all if its traits say so.
bool cli_gradient_errs(const xpbd_formula_info *info, const xpbd_gradient_error *found, bool *single) {
  const bool loses = (info->traits & (XPBD_SINGULAR | XPBD_LITERAL)) != 0;
  *single = !(found->error > 1e-6);
  return !*single || (!loses && found->single_error > 1e-3);
}

void cli_gradient_place(const xpbd_formula_info *info, const xpbd_gradient_error *found, const char *whose, char *out,
                        size_t capacity) {
  char number[96] = "", far[64] = "";
  if (found->number >= 0)
    snprintf(number, sizeof number, " with %s = %g", info->material[found->number].name, found->value);
  if (found->stretch > 0.0)
    snprintf(far, sizeof far, " far from rest, where x0 x1 is %.3g times as long", found->stretch);
  snprintf(out, capacity, " at particle x[%d]%s%s%s", found->particle, number, far, whose);
}

/// The kind of mistake, in the words of `xpbd-validate formula`.
static const char *kind_of(const xpbd_gradient_error *found) {
  if (found->uniform) return found->ratio == 0.0 ? "missing particle" : found->ratio < 0.0 ? "sign" : "factor";
  return found->missing >= 0 ? "missing particle" : "it points elsewhere";
}

/// Adds the command that explains the mistake.
static void add_command(int formula, char *words, size_t capacity) {
  const xpbd_formula_file *file = xpbd_formula_file_of(formula);
  const size_t used = strlen(words);
  snprintf(words + used, capacity - used, "; `xpbd-validate formula %s%s%s` explains it", file ? file->path : "",
           file ? " " : "", xpbd_formula_at(formula)->name);
}

static bool say_wrong(int formula, const xpbd_gradient_error *found, const char *whose, char *words, size_t capacity) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  char place[200], own[120] = "";
  bool single;
  if (found->element >= 0)
    snprintf(own, sizeof own, ", on constraint %d of this scene, whose longest edge is %.3g m", (int)found->element,
             found->size);
  if (found->unusable) {
    snprintf(words, capacity,
             found->element >= 0 ? "'%s': C or its gradient is not finite near rest%s"
                                 : "'%s': C changes with none of the elements of this scene near rest%s",
             info->name, own);
    add_command(formula, words, capacity);
    return true;
  }
  if (!cli_gradient_errs(info, found, &single)) return false;
  if (own[0]) whose = ""; /* the element of the scene implies the numbers */
  cli_gradient_place(info, found, whose, place, sizeof place);
  if (single)
    snprintf(words, capacity, "the gradient of '%s' in float is off by %.2g of that in double%s", info->name,
             found->single_error, whose);
  else if (found->uniform && found->ratio == 0.0)
    snprintf(words, capacity,
             "the gradient of '%s' is 0 (missing particle): it is never set, or its *scale is not above 0%s",
             info->name, own);
  else if (found->uniform) /* with all digits: it may be 1.000002 */
    snprintf(words, capacity, "the gradient of '%s' is %.9g x the exact one (%s)%s%s", info->name, found->ratio,
             kind_of(found), own, whose);
  else
    snprintf(words, capacity, "the gradient of '%s' is off by %.2g of the exact one (%s)%s,%s", info->name,
             found->error, kind_of(found), own, place);
  add_command(formula, words, capacity);
  return true;
}

bool cli_gradient_wrong(int formula, double *error, char *words, size_t capacity) {
  xpbd_gradient_error found;
  const xpbd_status status = xpbd_measure_gradient(formula, &found);
  *error = status == XPBD_OK ? found.error : HUGE_VAL;
  if (status == XPBD_OK) return say_wrong(formula, &found, "", words, capacity);
  snprintf(words, capacity, "the gradient cannot be checked: %s", xpbd_last_error());
  return true;
}

bool cli_gradient_wrong_in(const xpbd_scene *scene, int32_t set, double *error, char *words, size_t capacity) {
  xpbd_gradient_error found;
  const xpbd_status status = xpbd_measure_gradient_of(scene, set, &found);
  *error = status == XPBD_OK ? found.error : 0.0; /* C may be infinite with some numbers: the run will report it */
  return status == XPBD_OK && say_wrong(xpbd_scene_set(scene, set)->formula, &found,
                                        ", with the numbers that it has in this scene", words, capacity);
}

/// Test the formulas before this process runs any of them. Harmless mistakes become warnings at once, because xpbd-sim
/// may still show what xpbd-bench refuses.
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
    const xpbd_formula_file *file = xpbd_formula_file_of(index);
    say_warnings(program, file);
    const int refused = try_formulas(program, file);
    if (refused >= 0) return refused;
  }
  return -1;
}

bool cli_spec_has(const char *spec, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = spec; at && (at = strstr(at, name)) != NULL; at += length)
    if ((at == spec || at[-1] == '+') && strchr("+:", at[length])) return true; /* strchr finds '\0', too */
  return false;
}

const xpbd_formula_file *cli_formulas_unused_in(const cli_formula_list *list, int *from,
                                                bool (*used)(void *of, const char *name), void *of) {
  while (*from < list->count()) {
    const xpbd_formula_file *file = list->file_of(*from);
    if (!file) {
      ++*from;
      continue;
    }
    bool any = false;
    for (int f = file->first; f < file->first + file->count; f++) any = any || used(of, list->at(f)->name);
    *from = file->first + file->count;
    if (!any) return file;
  }
  return NULL;
}

const xpbd_formula_file *cli_formulas_unused(int *from, bool (*used)(void *of, const char *name), void *of) {
  static const cli_formula_list list = {xpbd_formula_count, xpbd_formula_at, xpbd_formula_file_of};
  return cli_formulas_unused_in(&list, from, used, of);
}
