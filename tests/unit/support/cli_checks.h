/* Why this file exists: what the parts of the group "cli" share: the command line, and the words that programs have in common. */
#ifndef XPBD_CLI_CHECKS_H
#define XPBD_CLI_CHECKS_H

#include "runner/check.h"

/// Register the checks of words of formulas and of what memory is expected to be needed.
void check_cli_words(check_registry *registry);
/// Register the checks of what memory there is, and of lines, descriptors and outputs.
void check_cli_memory(check_registry *registry);
void check_cli_lines(check_registry *registry);
/// Register the checks of margins and alarms, and of formulas from files.
void check_cli_rules(check_registry *registry);
void check_cli_gradients(check_registry *registry);

#endif
