/* Why this file exists: the group "foreign" is in two files. */
#ifndef XPBD_FOREIGN_CHECKS_H
#define XPBD_FOREIGN_CHECKS_H

#include "runner/check.h"

/// Register the checks of commands that are run, of compilers of another kind, and of code in a process of its own.
void check_foreign_commands(check_registry *registry);

#endif
