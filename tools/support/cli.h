/* Why this file exists: all programs read their command lines and fail in the same way. An error is one line that says
 * what is wrong, where, and what to do, with a non-zero exit code. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Kinds of option values and what `target` points to.
typedef enum cli_kind {
  CLI_FLAG, ///< bool; `--name` sets true, `--name=false|true|0|1` is accepted.
  CLI_TEXT, ///< const char *; points into argv.
  CLI_INT,  ///< int64_t within [minimum, maximum].
  CLI_REAL, ///< double within [minimum, maximum]; NaN and infinities are refused.
  CLI_LIST, ///< cli_list; the option may be repeated.
  CLI_TOPIC ///< No option: `help` is a heading for the options after it, and `name` the word for --help.
} cli_kind;

/// Values of a repeatable option, in the order given. Zero it first; free `values` afterwards.
typedef struct cli_list {
  int count;
  const char **values;
} cli_list;

typedef struct cli_option {
  const char *name; ///< Without dashes; accepted as --name VALUE and --name=VALUE.
  char letter;      ///< Short form -x, 0 for none.
  cli_kind kind;
  void *target; ///< Holds the default first, then the user's value.
  double minimum, maximum;
  const char *value; ///< Name of the value in the help, e.g. "N", "DIR". A CLI_REAL called M, KG or S also takes the
                     ///< units of length, mass and time: 10cm, 5g, 2ms.
  const char *help;  ///< One sentence; "" hides the option.
} cli_option;

/// An option with a text.
static inline cli_option cli_text_option(const char *name, const char **target, const char *value, const char *help) {
  return (cli_option){.name = name, .kind = CLI_TEXT, .target = target, .value = value, .help = help};
}

/// A name that people try.
typedef struct cli_alias {
  const char *name;
  const char *option; ///< The option that it means, or NULL.
  const char *hint;   ///< If it means none: what to do instead.
} cli_alias;

typedef struct cli_program {
  const char *name;  ///< e.g. "xpbd-sim".
  const char *usage; ///< Arguments without the program name.
  const char *about; ///< One or two sentences, then examples.
  const cli_option *options;
  int option_count;
  const cli_alias *aliases; ///< Up to the first without a name. NULL = none.
  /// The index-th word that an option takes, for completion; option NULL = words without an option. NULL at the end.
  const char *(*candidate)(const char *option, int index);
} cli_program;

enum {
  CLI_EXIT_OK = 0,
  CLI_EXIT_USAGE = 1 ///< Nothing was run: the command line is wrong, or a file that it names cannot be used.
};

/// Call this first in main(). It opens closed descriptors 0 to 2 on /dev/null, so that no file of results gets one of
/// these numbers and console output with it. Exceeding a limit on file sizes becomes a write error. Exit codes of child
/// processes can be read, whatever the parent process had set.
void cli_begin(void);

/// Print to the standard output. Control characters and direction marks become '?', because a name in a file could drive the terminal. Line
/// feeds become '?' as well, but for those at the start and the end of `format`, so that no name can make a line.
__attribute__((format(printf, 1, 2))) void cli_print(const char *format, ...);

/// Print a path on a line of its own. A terminal gets '?' for control characters; anything else gets the exact bytes,
/// for a program to read.
void cli_print_path(const char *path);

/// Call this last in main(): check that all output arrived. Returns `exit_code`, or `broken` after a message on stderr.
int cli_flush(const cli_program *program, int exit_code, int broken);

/// A file that an option writes.
typedef struct cli_output {
  const char *name; ///< Option without dashes.
  const char *path; ///< Its value, NULL if not given.
  const char *mark; ///< First bytes of such a file, at most 63. NULL = the program checks later what it would replace.
  const char *what; ///< The kind of file, e.g. "PNG picture".
} cli_output;

/// Refuse to replace an ordinary file of another kind. A mistyped name must not cost the user that file. Returns -1 to go
/// on, otherwise CLI_EXIT_USAGE after a message.
int cli_outputs_replace(const cli_program *program, const cli_output *outputs, int count);

/// Check the outputs of a program before it prints anything. Two outputs to one file are refused, because one would
/// replace the other. So is an output that would replace a file of another kind, a file which another option of the
/// program names, or one of words[word_count], the arguments without an option. If a path is "-", it alone gets the
/// standard output, and all messages go to the standard error. Returns -1 to go on, otherwise CLI_EXIT_USAGE after a
/// message.
int cli_outputs(const cli_program *program, const cli_output *outputs, int count, const char *const *words,
                int word_count);

/// Parse a command line. Positional arguments are collected in `rest`; more than rest_capacity are an error. --help and
/// --version are handled here (cli_help.h). Unknown names are errors and suggest the nearest known one. Returns -1 to go on,
/// otherwise the exit code for main() after a message.
int cli_parse(const cli_program *program, int argc, char **argv, const char **rest, int rest_capacity, int *rest_count);

/// Print "NAME: message" as one line on stderr and return `exit_code`.
__attribute__((format(printf, 3, 4))) int cli_fail(const cli_program *program, int exit_code, const char *format, ...);
/// The latest of these messages, without the name. "" = none yet.
const char *cli_last_failure(void);

/// The ending of a noun after a count: "" or "s".
static inline const char *cli_plural(int64_t count) {
  return count == 1 ? "" : "s";
}

enum { CLI_LEFT = 32 };
/// The time left [s] as a progress line shows it, in seconds, or in minutes from an hour on: "59 s", "2 m 05 s", "1 h
/// 00 m". Not negative. Returns `out`.
const char *cli_left_text(double seconds, char out[CLI_LEFT]);
/// A share in per cent with two digits, and whole from 99.5 on: "0.042", "97", "154". Returns `out`.
const char *cli_percent(double share, char out[CLI_LEFT]);

/// The candidate nearest to `word`, for "did you mean"; NULL if none is near. It knows what other programs call things.
const char *cli_nearest(const char *word, const char *const *candidates, int count);

/// Read a whole string as a number. False unless `text` is exactly one finite number in the range of the type. Integers
/// accept the suffixes k, M, G (1000).
bool cli_to_int(const char *text, int64_t *out);
bool cli_to_real(const char *text, double *out);
