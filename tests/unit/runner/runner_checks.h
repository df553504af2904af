/* Why this file exists: the checks of the instrument that check_runner.c registers and other files hold. */
#ifndef XPBD_RUNNER_CHECKS_H
#define XPBD_RUNNER_CHECKS_H

#include "runner/runner.h"
#include "unit/parts.h"

/// Run a check with its output thrown away.
check_result runner_entry_quietly(const check_entry *entry, bool apart, const check_options *options);
/// Run `body` with its output thrown away, as a check "runner/specimen" with argument 1.
check_result runner_quietly(check_body body, bool apart, const check_options *options);

#endif
