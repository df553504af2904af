/* Why this file exists: what a table of options says to people and to other programs: the help, a manual page, and
 * completion for shells. Only cli.c and its tests include it. */
#pragma once

#include "cli.h"

/// Answer --help and --version. They win over everything else on the line, even over errors before them. --help TOPIC
/// shows one topic or one option. --help=man, bash, zsh and fish write for other programs. Returns -1 if absent, else
/// the exit code.
int cli_answer(const cli_program *program, int argc, char **argv);

/// The option of that name or alias, without dashes. NULL = none. Topics are no options.
const cli_option *cli_find(const cli_program *program, const char *name, size_t length);
/// The option, and with `topics` the topic, nearest to a misspelt word. NULL if none is near.
const char *cli_suggest(const cli_program *program, const char *word, bool topics);
const cli_option *cli_find_letter(const cli_program *program, char letter);

/// What the help says of repeated options.
#define CLI_TWICE "An option given twice takes its last value, unless its help says that it may be repeated."

enum { CLI_STANDARD = 128 };
/// The default as text, "" if there is none to show. A number outside its own range means "not given".
void cli_describe_standard(const cli_option *option, char out[CLI_STANDARD]);

/// A manual page for man(1), on the standard output.
void cli_write_manual(const cli_program *program);
/// Completion for "bash", "zsh" or "fish", on the standard output. False for another shell.
bool cli_write_completion(const cli_program *program, const char *shell);
