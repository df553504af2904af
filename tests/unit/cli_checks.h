/* Why this file exists: what the parts of the group "cli" share: the command line, and the words that programs have in common. */
#ifndef XPBD_CLI_CHECKS_H
#define XPBD_CLI_CHECKS_H

#include "runner/check.h"

/// Register the checks of words of formulas and of what memory is expected to be needed.
void check_cli_words(check_registry *registry);

#endif
