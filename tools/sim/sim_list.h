/* Why this file exists: xpbd-sim says what it has, to people and, as JSON, to scripts. */
#ifndef XPBD_SIM_LIST_H
#define XPBD_SIM_LIST_H

#include "support/cli.h"

/// Print what there is: `kind` "text", "json", "matrix" or "matrix-json". Returns the exit code.
int sim_list(const cli_program *program, const char *kind);
/// Print which scene runs by which method on which backend, or why not. Returns -1, or the exit code: the library says why.
int sim_matrix(bool json);

/// JSON on the standard output: a text in quotes; `"key": "text"` and `"key": number` with what stands before them.
void sim_json_text(const char *text);
void sim_json_field(const char *before, const char *key, const char *text);
void sim_json_number(const char *before, const char *key, double value); ///< null when it is not finite.

#endif
