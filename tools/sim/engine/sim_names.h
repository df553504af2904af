/* Why this file exists: one way to read words that must be on a list, and one way to write numbers as text. */
#pragma once

#include "support/cli.h"

enum { SIM_MOST_NAMES = 256 };

/// Names that an option accepts. Zero it first.
typedef struct sim_names {
  int count;
  const char *name[SIM_MOST_NAMES];
} sim_names;

void sim_names_add(sim_names *list, const char *name);
/// Index of a name, -1 if it is not there.
int sim_names_find(const sim_names *list, const char *word);
/// Print one line with the nearest known name, or with all names if they are few and none is near. Returns
/// CLI_EXIT_USAGE.
int sim_names_fail(const cli_program *program, const char *what, const char *word, const sim_names *known);
/// Index of an option's value among names, from `first` to the last before NULL. -1 after a message that begins with
/// `what`.
int sim_choose(const cli_program *program, const char *what, const char *word, int first, const char *(*name)(int));
/// "X,Y,Z" into `count` finite numbers.
bool sim_read_numbers(const char *text, int count, double *out);
/// Shortest decimal text that reads back as `value`; `out` holds 32 bytes. Returns `out`.
const char *sim_real(double value, char *out);
