/* Why this file exists: the groups "foreign" and "formula_file" are in two files each. */
#ifndef XPBD_FOREIGN_CHECKS_H
#define XPBD_FOREIGN_CHECKS_H

#include "runner/check.h"

/// Register the checks of commands that are run, of compilers of another kind, and of code in a process of its own.
void check_foreign_commands(check_registry *registry);
/// Register the checks of what is known of an entry once it is compiled, for the group "formula_file".
void check_formula_file_entries(check_registry *registry);

#endif
