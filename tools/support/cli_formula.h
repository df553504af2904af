/* Why this file exists: the option --formula FILE.h of all programs. It adds formulas from files to the list before
 * anything asks for them by name. */
#pragma once

#include "cli.h"
#include "xpbd/formula.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"
#include "xpbd/scene.h"

/// Load every file of the list and test its formulas in a separate process. Formulas that crash, do not end, or write
/// outside their arrays are refused. Compiler warnings and wrong gradients are printed. Returns -1, or the exit code
/// after a message.
int cli_load_formulas(const cli_program *program, const cli_list *files);

/// From now on, print a line on stderr for each compilation for a GPU, which takes seconds. NULL: stop printing.
void cli_tell_compiling(const cli_program *program);

/// Whether the formula is part of a constraint such as "sbd:alpha=1e-5+my_spring:k=2". False for NULL.
bool cli_spec_has(const char *spec, const char *name);

/// The next file, from formula *from on (begin with 0), none of whose formulas is `used`; NULL = no more. A user who
/// loads a formula but does not name it gets results of another one.
const xpbd_formula_file *cli_formulas_unused(int *from, bool (*used)(void *of, const char *name), void *of);

/// A list of formulas: the library's, or another one.
typedef struct cli_formula_list {
  int (*count)(void);
  const xpbd_formula_info *(*at)(int formula);
  const xpbd_formula_file *(*file_of)(int formula);
} cli_formula_list;
/// cli_formulas_unused() for that list.
const xpbd_formula_file *cli_formulas_unused_in(const cli_formula_list *list, int *from,
                                                bool (*used)(void *of, const char *name), void *of);

/// Whether the gradient of a formula is not the gradient of its C, or is different in float. `words` [capacity] says
/// so, without a full stop. `error` is that of xpbd_measure_gradient(), infinite if it cannot be measured.
bool cli_gradient_wrong(int formula, double *error, char *words, size_t capacity);
/// The same with the material numbers of a set in a scene. False if it cannot be measured.
bool cli_gradient_wrong_in(const xpbd_scene *scene, int32_t set, double *error, char *words, size_t capacity);

/// Whether such errors of the gradient exceed rounding. *single tells whether only those in float do.
bool cli_gradient_errs(const xpbd_formula_info *info, const xpbd_gradient_error *found, bool *single);
/// Where the largest error is: the particle, the material number, how far from rest. Ends with `whose`.
void cli_gradient_place(const xpbd_formula_info *info, const xpbd_gradient_error *found, const char *whose, char *out,
                        size_t capacity);
