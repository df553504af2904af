/* Why this file exists: xpbd-sim lists what it offers, to people and, as JSON, to scripts. */
#pragma once

#include "support/cli.h"

/// Print a list; `kind` is "text", "json", "matrix" or "matrix-json". Returns the exit code.
int sim_list(const cli_program *program, const char *kind);
/// Print which scene runs with which method on which backend, and why others do not. Returns -1, or the exit code if
/// the library failed.
int sim_matrix(bool json);

/// JSON on the standard output: a text in quotes, or `before` followed by `"key": "text"` or `"key": number`.
void sim_json_text(const char *text);
void sim_json_field(const char *before, const char *key, const char *text);
void sim_json_number(const char *before, const char *key, double value); ///< null when it is not finite.
