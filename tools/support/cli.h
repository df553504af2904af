/* Why this file exists: all programs read their command lines in the same way and fail in the same way: one line that
 * says what is wrong, where and what to do, and a non-zero exit. */
#ifndef XPBD_CLI_H
#define XPBD_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Kinds of option values and what `target` points to.
typedef enum cli_kind {
  CLI_FLAG, ///< bool; `--name` sets true, `--name=false|true|0|1` is accepted.
  CLI_TEXT, ///< const char *; points into argv.
  CLI_INT,  ///< int64_t within [minimum, maximum].
  CLI_REAL, ///< double within [minimum, maximum]; NaN and infinities are refused.
  CLI_LIST  ///< cli_list; the option may be given several times.
} cli_kind;

/// Values of an option that may be repeated, in the order given. Zero it before; free `values` after.
typedef struct cli_list {
  int count;
  const char **values;
} cli_list;

typedef struct cli_option {
  const char *name; ///< Without dashes; accepted as --name VALUE and --name=VALUE.
  char letter;      ///< Short form -x, 0 for none.
  cli_kind kind;
  void *target; ///< Holds the standard value before, the user's after.
  double minimum, maximum;
  const char *value; ///< Name of the value in the help, e.g. "N", "DIR".
  const char *help;  ///< One sentence; "" hides it.
} cli_option;

typedef struct cli_program {
  const char *name;  ///< e.g. "xpbd-sim".
  const char *usage; ///< Synopsis without the name.
  const char *about; ///< One or two sentences, then examples.
  const cli_option *options;
  int option_count;
} cli_program;

enum { CLI_EXIT_OK = 0, CLI_EXIT_USAGE = 1 };

/// First of all in main(): descriptors 0 to 2 that are closed are opened on /dev/null, so that no file of results gets one
/// of their numbers and the console's words with it; a limit on the size of files becomes an error of writing; and the ends of
/// processes are seen, whatever whoever started the program does with those of his own.
void cli_begin(void);

/// Print to the standard output; a control character in a name of the user's, which could drive the terminal, is '?'.
__attribute__((format(printf, 1, 2))) void cli_print(const char *format, ...);

/// Print a path in a line of its own: on a terminal in one line, with '?' for control characters; anywhere else its very bytes,
/// for a program to read.
void cli_print_path(const char *path);

/// Last of all in main(): what was printed must have arrived. Returns `exit_code`, or `broken` after a message on stderr.
int cli_flush(const cli_program *program, int exit_code, int broken);

/// What a program writes, before it prints anything. names[count] are options without dashes, paths[count] their values, NULL
/// where not given. Two of one name would leave the later alone. What killed runs left of them under temporary names goes. Where
/// one is "-", the standard output is its alone and what is printed goes to the standard error. Returns -1 to go on, otherwise
/// exit_code after the message was printed.
int cli_distinct(const cli_program *program, int exit_code, const char *const *names, const char *const *paths,
                 int count);
/// Refuse an output of those that would replace a file which is read; input NULL = none is. Returns as cli_distinct().
int cli_spare(const cli_program *program, int exit_code, const char *input_name, const char *input,
              const char *const *names, const char *const *paths, int count);

/// Parse; positional arguments are collected in `rest` (up to rest_capacity, more is an error). --help and --version are
/// handled here. Returns -1 to go on, otherwise the exit code to return from main() after the message was printed.
/// Unknown names are errors and suggest the nearest known one.
int cli_parse(const cli_program *program, int argc, char **argv, const char **rest, int rest_capacity, int *rest_count);

/// Print "NAME: message" as one line on stderr and return `exit_code`.
__attribute__((format(printf, 3, 4))) int cli_fail(const cli_program *program, int exit_code, const char *format, ...);

enum { CLI_LEFT = 32 };
/// What a progress line says of the time left [s], to the second, beyond an hour to the minute: "59 s", "2 m 05 s",
/// "1 h 00 m". Not negative. Returns `out`.
const char *cli_left_text(double seconds, char out[CLI_LEFT]);

/// The candidate nearest to `word`, NULL when none is near: for "did you mean".
const char *cli_nearest(const char *word, const char *const *candidates, int count);

/// Whole-string numbers; false when `text` is not exactly one finite number in range of the type. Integers accept the
/// suffixes k, M, G (1000).
bool cli_to_int(const char *text, int64_t *out);
bool cli_to_real(const char *text, double *out);

#endif
