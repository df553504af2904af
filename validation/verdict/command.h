/* Why this file exists: the commands of xpbd-validate that are not checks, as main() calls them. */
#pragma once

#include "support/cli.h"

/// argv[0] is "formula". Returns the exit code: that of verdict_outcome_of(), or 1 for bad usage.
int verdict_command(int argc, char **argv);
/// argv[0] is "derive". Returns the exit code: 0 derived and proved, 2 derived but not right, 1 it cannot be derived or
/// bad usage.
int derive_command(int argc, char **argv);
/// argv[0] is "backend". Returns the exit code: 0 the same bits as seq, 2 different bits, 1 it cannot run here or bad
/// usage.
int backend_command(int argc, char **argv);
/// argv[0] is "contacts". Returns the exit code: 0 done, 2 a run failed, 3 a file cannot be written, 1 bad usage.
int contacts_command(int argc, char **argv);
/// argv[0] is "solver". Returns the exit code: 0 right, 2 wrong, 3 undecided, 1 it cannot be asked or bad usage.
int solver_command(int argc, char **argv);
