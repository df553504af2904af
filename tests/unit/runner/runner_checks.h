/* Why this file exists: declares the checks of the runner that check_runner.c registers and other files contain. */
#pragma once

#include "runner/runner.h"
#include "unit/parts.h"

/// Runs a check and discards its output.
check_result runner_entry_quietly(const check_entry *entry, bool apart, const check_options *options);
/// Runs `body` as a check "runner/specimen" with argument 1, and discards its output.
check_result runner_quietly(check_body body, bool apart, const check_options *options);
