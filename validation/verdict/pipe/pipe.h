/* Why this file exists: a function in any language is judged like a formula of a file. A command reads shapes and
 * answers C and its gradient, as docs/guide/pipe.md says. */
#pragma once

#include "support/cli.h"
#include "verdict/show/report.h"

enum { PIPE_OPTIONS = 5 };

/// What the command line says about the function. Zero it first.
typedef struct pipe_arguments {
  const char *command; ///< NULL = no function is piped.
  const char *element, *unit, *material, *traits;
} pipe_arguments;

/// Fills the options that set `arguments`.
void pipe_options(pipe_arguments *arguments, cli_option options[PIPE_OPTIONS]);
/// Refuses options that need --pipe, and others that exclude it. `other`: --new, --junit or --sarif was given. -1 = go on,
/// otherwise the exit code after a message.
int pipe_refuse(const pipe_arguments *arguments, const cli_program *program, int names, bool other);
/// Judges the function, prints the verdict and writes the files. `name` may be NULL. Returns the exit code, as for a
/// file.
int pipe_run(const pipe_arguments *arguments, const cli_program *program, const char *name,
             const report_files *outputs);
/// What the arguments say, as an entry of a file would. `name` NULL = "pipe". Its names are static. False, with the
/// reason, if they do not describe a formula.
bool pipe_describe(const pipe_arguments *arguments, const char *name, xpbd_formula_info *info, char *reason,
                   size_t capacity);
/// The formula that asks the command; only its double reading is set. Static. NULL, with the reason, if the arguments
/// do not describe one.
const xpbd_formula *pipe_formula(const pipe_arguments *arguments, const char *name, char *reason, size_t capacity);
/// Starts the command, judges it in this process, and ends it. The command has the rights of the user anyway, and this
/// process runs no foreign code, so no child is needed. False, with the reason, if it does not answer as it must.
bool pipe_diagnose(const pipe_arguments *arguments, const xpbd_formula *formula, verdict *v, char *reason,
                   size_t capacity);
