/* Why this file exists: the option --formula FILE.h of the programs: formulas from files, taken into the list before
 * anything asks for them by name. */
#ifndef XPBD_CLI_FORMULA_H
#define XPBD_CLI_FORMULA_H

#include "cli.h"
#include "xpbd/formula.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"
#include "xpbd/scene.h"

/// Load every file of the list and try its formulas in a process of its own: what crashes, does not end or leaves its arrays
/// is refused; what is warned of, or has a wrong gradient, is said. Returns -1, or the exit code after a message.
int cli_load_formulas(const cli_program *program, const cli_list *files);

/// Say on the error stream, a line each, what is compiled for a GPU from now on: it takes seconds. NULL: no longer.
void cli_tell_compiling(const cli_program *program);

/// Is the formula a part of that constraint, such as "sbd:alpha=1e-5+my_spring:k=2"? Of NULL none is.
bool cli_spec_has(const char *spec, const char *name);

/// The next file, from formula *from on (begin with 0), of whose formulas `used` says that none is; NULL = no other. Who loads a
/// formula and does not name it gets figures of another one.
const xpbd_formula_file *cli_formulas_unused(int *from, bool (*used)(void *of, const char *name), void *of);

/// The list of formulas, as the library has it or another one.
typedef struct cli_formula_list {
  int (*count)(void);
  const xpbd_formula_info *(*at)(int formula);
  const xpbd_formula_file *(*file_of)(int formula);
} cli_formula_list;
/// cli_formulas_unused() of that list.
const xpbd_formula_file *cli_formulas_unused_in(const cli_formula_list *list, int *from,
                                                bool (*used)(void *of, const char *name), void *of);

/// Whether the gradient of a formula is not the one of its C, or not the same in float; `words` [capacity] says so without a
/// full stop. `error` gets that of xpbd_measure_gradient(), infinite where it cannot be measured.
bool cli_gradient_wrong(int formula, double *error, char *words, size_t capacity);
/// The same with the numbers of the material that a set of a scene has; not wrong where it cannot be measured.
bool cli_gradient_wrong_in(const xpbd_scene *scene, int32_t set, double *error, char *words, size_t capacity);

/// Whether such errors of the gradient are no rounding, and *single whether only those in float could be.
bool cli_gradient_errs(const xpbd_formula_info *info, const xpbd_gradient_error *found, bool *single);
/// Where the largest error is: the particle, the number of the material, how far from rest; `whose` is put behind.
void cli_gradient_place(const xpbd_formula_info *info, const xpbd_gradient_error *found, const char *whose, char *out,
                        size_t capacity);

#endif
