/* Why this file exists: the option --formula FILE.h of the programs: formulas from files, taken into the list before
 * anything asks for them by name. */
#ifndef XPBD_CLI_FORMULA_H
#define XPBD_CLI_FORMULA_H

#include "cli.h"

/// Load every file of the list. Returns -1, or the exit code after a message.
int cli_load_formulas(const cli_program *program, const cli_list *files);

/// Say on the error stream, a line each, what is compiled for a GPU from now on: it takes seconds. NULL: no longer.
void cli_tell_compiling(const cli_program *program);

#endif
