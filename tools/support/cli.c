/* Why this file exists: one reader of command lines for every program. getopt_long was rejected: it is in neither C11
 * nor POSIX, prints two-line messages of its own, suggests nothing and knows neither ranges nor numbers. */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli.h"
#include "cli_help.h"

enum {
  NAME_LIMIT = 64, ///< Longest word compared with the known names.
  SHOWN_VALUE = 60 ///< Bytes of a user's value that a message repeats.
};

/// The state of the parser between arguments.
typedef struct parser {
  const cli_program *program;
  int argc;
  char **argv;
  int at; ///< The argument being read.
} parser;

/// Whether two paths to no file have one name in one folder.
static bool same_name(const char *a, const char *b) {
  struct stat one, other;
  const char *a_name = strrchr(a, '/'), *b_name = strrchr(b, '/');
  if (strcmp(a_name ? a_name + 1 : a, b_name ? b_name + 1 : b) != 0) return false;
  char folder[2][4096];
  for (int i = 0; i < 2; i++) {
    const char *path = i ? b : a, *name = i ? b_name : a_name;
    snprintf(folder[i], sizeof folder[i], "%.*s", name ? (int)(name - path) + 1 : 1, name ? path : ".");
  }
  return stat(folder[0], &one) == 0 && stat(folder[1], &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

/// Whether two paths name one ordinary file, existing or not. Several outputs may share a device or pipe.
static bool same_file(const char *a, const char *b) {
  struct stat one, other;
  const bool one_there = stat(a, &one) == 0, other_there = stat(b, &other) == 0;
  if (one_there != other_there) return false;
  if (one_there) return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  char *a_final = xpbd_file_final_name(a), *b_final = xpbd_file_final_name(b);
  const bool same = a_final && b_final && same_name(a_final, b_final);
  free(a_final), free(b_final);
  return same;
}

/// Whether a path names the standard output, e.g. /dev/stdout. Once '-' takes the standard output, such a path would
/// name the standard error.
static bool is_output(const char *path) {
  struct stat one, output;
  return strcmp(path, "/dev/null") != 0 && stat(path, &one) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
         one.st_dev == output.st_dev && one.st_ino == output.st_ino;
}

static int distinct(const cli_program *program, const cli_output *outputs, int count) {
  for (const cli_output *one = outputs, *end = outputs + count; one < end; one++) {
    for (const cli_output *other = outputs; other < end && xpbd_file_is_stdout(one->path); other++)
      if (other->path && is_output(other->path))
        return cli_fail(program, CLI_EXIT_USAGE,
                        "--%s goes to the standard output, '-', and '%.1000s' of --%s is the same", one->name,
                        other->path, other->name);
    for (const cli_output *other = outputs; other < one; other++) {
      if (xpbd_file_is_stdout(one->path) && xpbd_file_is_stdout(other->path))
        return cli_fail(program, CLI_EXIT_USAGE,
                        "--%s and --%s both go to the standard output, '-'; give one of them a file", other->name,
                        one->name);
      if (one->path && other->path && same_file(one->path, other->path))
        return cli_fail(program, CLI_EXIT_USAGE, "--%s and --%s name one file, '%.1000s': one would replace the other",
                        other->name, one->name, one->path);
    }
    if (xpbd_file_is_stdout(one->path) && xpbd_file_take_stdout() != XPBD_OK)
      return cli_fail(program, CLI_EXIT_USAGE, "--%s: %s", one->name, xpbd_last_error());
  }
  return -1;
}

/// Whether `path` is the file that text[length] names, or the arrays beside that scene file.
static bool is_input(const char *path, const char *text, size_t length) {
  char name[4096];
  if (length >= sizeof name - sizeof ".bin") return false;
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  if (!strpbrk(name, "./")) return false; /* the name of something built in, not of a file */
  if (access(name, F_OK) == 0 && same_file(path, name)) return true;
  if (length < 5 || strcmp(name + length - 5, ".json") != 0) return false;
  strcpy(name + length - 5, ".bin");
  return access(name, F_OK) == 0 && same_file(path, name);
}

/// Refuse output `name` if it would replace a file in the value of an option, such as "b.obj" in "mesh=b.obj". `reader`
/// is the option without dashes, NULL for a word without an option.
static int spare(const cli_program *program, const char *name, const char *path, const char *reader,
                 const char *value) {
  for (const char *begin = value, *next; begin && path; begin = next) {
    const char *end = begin, *const stop = begin + strlen(begin);
    for (; end <= stop; end++) {
      if ((*end && !strchr("=,:", *end)) || !is_input(path, begin, (size_t)(end - begin))) continue;
      return cli_fail(program, CLI_EXIT_USAGE, "--%s would replace '%.1000s', which %s%s reads; give it another name",
                      name, path, reader ? "--" : "the run", reader ? reader : "");
    }
    next = strpbrk(begin, "=,:");
    if (next) next++;
  }
  return -1;
}

/// Refuse an output that would replace a file of any other option. A resumed run may go on with the file it came from.
static int spare_options(const cli_program *program, const char *name, const char *path) {
  const bool goes_on = strcmp(name, "save") == 0 || strcmp(name, "journal") == 0;
  int code = -1;
  for (int i = 0; code < 0 && i < program->option_count; i++) {
    const cli_option *option = &program->options[i];
    if (strcmp(option->name, name) == 0 || (goes_on && strcmp(option->name, "resume") == 0)) continue;
    if (option->kind == CLI_TEXT) code = spare(program, name, path, option->name, *(const char *const *)option->target);
    const cli_list *list = option->kind == CLI_LIST ? option->target : NULL;
    for (int k = 0; code < 0 && list && k < list->count; k++)
      code = spare(program, name, path, option->name, list->values[k]);
  }
  return code;
}

int cli_outputs_replace(const cli_program *program, const cli_output *outputs, int count) {
  struct stat found;
  for (int i = 0; i < count; i++) {
    const cli_output *one = &outputs[i];
    if (!one->path || !one->mark || xpbd_file_is_stdout(one->path)) continue;
    if (stat(one->path, &found) != 0 || !S_ISREG(found.st_mode)) continue;
    if (xpbd_file_check_replaced(one->path, one->mark, one->what) != XPBD_OK)
      return cli_fail(program, CLI_EXIT_USAGE, "--%s: %s", one->name, xpbd_last_error());
  }
  return -1;
}

int cli_outputs(const cli_program *program, const cli_output *outputs, int count, const char *const *words,
                int word_count) {
  int code = distinct(program, outputs, count);
  for (int i = 0; code < 0 && i < count; i++) {
    const char *name = outputs[i].name, *path = outputs[i].path;
    code = path ? spare_options(program, name, path) : -1;
    for (int k = 0; code < 0 && k < word_count; k++) code = spare(program, name, path, NULL, words[k]);
  }
  return code < 0 ? cli_outputs_replace(program, outputs, count) : code;
}

/// The accepted range in words: "a whole number from 1 to 10". A minimum of DBL_MIN reads as "greater than 0", infinite
/// bounds as no bounds.
static void describe_range(const cli_option *option, char *out, size_t capacity) {
  const char *what = option->kind == CLI_INT ? "a whole number" : "a number";
  const bool positive = option->minimum == DBL_MIN;
  const bool low = option->minimum > -9.2e18, high = option->maximum < 9.2e18;
  if (positive && high) {
    snprintf(out, capacity, "%s greater than 0 and at most %.15g", what, option->maximum);
  } else if (positive) {
    snprintf(out, capacity, "%s greater than 0", what);
  } else if (low && high) {
    snprintf(out, capacity, "%s from %.15g to %.15g", what, option->minimum, option->maximum);
  } else if (low) {
    snprintf(out, capacity, "%s of at least %.15g", what, option->minimum);
  } else if (high) {
    snprintf(out, capacity, "%s of at most %.15g", what, option->maximum);
  } else {
    snprintf(out, capacity, "%s", what);
  }
}

static int store_flag(const parser *p, const cli_option *option, const char *value) {
  if (!value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0) {
    *(bool *)option->target = true;
  } else if (strcmp(value, "false") == 0 || strcmp(value, "0") == 0) {
    *(bool *)option->target = false;
  } else {
    return cli_fail(p->program, CLI_EXIT_USAGE, "--%s is true or false, not '%.*s'", option->name, SHOWN_VALUE, value);
  }
  return -1;
}

/// Units of length [m], mass [kg] and time [s], by the name of the value.
static const struct {
  const char *value, *unit;
  double size;
} units[] = {{"M", "km", 1e3},   {"M", "mm", 1e-3}, {"M", "cm", 1e-2},  {"M", "um", 1e-6},
             {"M", "m", 1.0},    {"KG", "kg", 1.0}, {"KG", "mg", 1e-6}, {"KG", "g", 1e-3},
             {"S", "min", 60.0}, {"S", "ms", 1e-3}, {"S", "us", 1e-6},  {"S", "s", 1.0}};

/// A number, maybe with a unit of this option behind it: "10cm", "5 g".
static bool to_quantity(const cli_option *option, const char *text, double *out) {
  if (cli_to_real(text, out)) return true;
  const size_t length = strlen(text);
  char number[NAME_LIMIT];
  for (size_t k = 0; option->value && k < sizeof units / sizeof *units; k++) {
    const size_t tail = strlen(units[k].unit);
    if (strcmp(units[k].value, option->value) != 0 || length <= tail || length - tail >= sizeof number) continue;
    if (strcmp(text + length - tail, units[k].unit) != 0) continue;
    size_t digits = length - tail;
    while (digits > 0 && text[digits - 1] == ' ') digits--;
    snprintf(number, sizeof number, "%.*s", (int)digits, text);
    if (!cli_to_real(number, out)) continue;                                               /* "m" also ends "mm" */
    *out = units[k].size < 1.0 ? *out / round(1.0 / units[k].size) : *out * units[k].size; /* 10cm is 0.1 exactly */
    return isfinite(*out);
  }
  return false;
}

static int store_number(const parser *p, const cli_option *option, const char *value) {
  int64_t whole = 0;
  double real = 0;
  const bool is_int = option->kind == CLI_INT;
  const bool is_number = is_int ? cli_to_int(value, &whole) : to_quantity(option, value, &real);
  if (is_number && is_int) real = (double)whole;
  if (!is_number || !(real >= option->minimum && real <= option->maximum)) {
    char range[128];
    describe_range(option, range, sizeof range);
    const bool sign = is_number && real < 0 && -real >= option->minimum && strstr(option->help, "downwards");
    return cli_fail(p->program, CLI_EXIT_USAGE, "--%s must be %s, not '%.*s'%s%.*s", option->name, range, SHOWN_VALUE,
                    value, sign ? ": it acts downwards, so give " : "", sign ? SHOWN_VALUE : 0, value + 1);
  }
  if (is_int) {
    *(int64_t *)option->target = whole;
  } else {
    *(double *)option->target = real;
  }
  return -1;
}

static int store_in_list(const parser *p, const cli_option *option, const char *value) {
  cli_list *const list = option->target;
  const char **const values = realloc(list->values, ((size_t)list->count + 1) * sizeof *values);
  if (!values) return cli_fail(p->program, CLI_EXIT_USAGE, "--%s: out of memory", option->name);
  values[list->count++] = value;
  list->values = values;
  return -1;
}

/// Whether an argument is an option rather than a value. "-1" and "-" are values.
static bool is_option(const cli_program *program, const char *argument) {
  if (argument[0] != '-' || argument[1] == '\0') return false;
  if (argument[1] == '-') return true;
  return argument[2] == '\0' && (cli_find_letter(program, argument[1]) || argument[1] == 'h');
}

/// Store a value. If `value` is NULL and the option needs one, take the next argument.
static int store(parser *p, const cli_option *option, const char *value) {
  if (option->kind == CLI_FLAG) return store_flag(p, option, value);
  if (!value) {
    /* "--out --hash" lacks a value. A folder of that name can be given as --out=--hash. */
    if (p->at + 1 >= p->argc || is_option(p->program, p->argv[p->at + 1]))
      return cli_fail(p->program, CLI_EXIT_USAGE, "--%s needs a value: --%s %s", option->name, option->name,
                      option->value ? option->value : "VALUE");
    value = p->argv[++p->at];
  }
  switch (option->kind) {
  case CLI_TEXT: *(const char **)option->target = value; return -1;
  case CLI_LIST: return store_in_list(p, option, value);
  default: return store_number(p, option, value);
  }
}

static int fail_unknown(const cli_program *program, const char *name, size_t length) {
  for (const cli_alias *alias = program->aliases; alias && alias->name; alias++)
    if (alias->hint && strlen(alias->name) == length && strncmp(alias->name, name, length) == 0)
      return cli_fail(program, CLI_EXIT_USAGE, "there is no option --%s: %s", alias->name, alias->hint);
  char word[NAME_LIMIT + 1];
  snprintf(word, sizeof word, "%.*s", length > NAME_LIMIT ? 0 : (int)length, name);
  const char *nearest = cli_suggest(program, word, false);
  const int shown = length > SHOWN_VALUE ? SHOWN_VALUE : (int)length;
  if (nearest)
    return cli_fail(program, CLI_EXIT_USAGE, "unknown option --%.*s; did you mean --%s?", shown, name, nearest);
  return cli_fail(program, CLI_EXIT_USAGE, "unknown option --%.*s; --help lists the options", shown, name);
}

static int read_option(parser *p, const char *argument) {
  if (argument[1] == '-') {
    const char *name = argument + 2;
    const size_t length = strcspn(name, "=");
    const cli_option *option = cli_find(p->program, name, length);
    if (!option) return fail_unknown(p->program, name, length);
    return store(p, option, name[length] == '=' ? name + length + 1 : NULL);
  }
  const cli_option *option = cli_find_letter(p->program, argument[1]);
  if (!option || argument[2] != '\0')
    return cli_fail(p->program, CLI_EXIT_USAGE, "unknown option %.*s; --help lists the options", SHOWN_VALUE, argument);
  return store(p, option, NULL);
}

int cli_parse(const cli_program *program, int argc, char **argv, const char **rest, int rest_capacity,
              int *rest_count) {
  *rest_count = 0;
  const int answered = cli_answer(program, argc, argv);
  if (answered >= 0) return answered;
  parser p = {.program = program, .argc = argc, .argv = argv, .at = 1};
  bool only_words = false; /* after "--" */
  for (; p.at < argc; p.at++) {
    const char *argument = argv[p.at];
    if (!only_words && strcmp(argument, "--") == 0) {
      only_words = true;
    } else if (!only_words && argument[0] == '-' && argument[1] != '\0') {
      const int code = read_option(&p, argument);
      if (code >= 0) return code;
    } else if (*rest_count < rest_capacity) {
      rest[(*rest_count)++] = argument;
    } else {
      return cli_fail(program, CLI_EXIT_USAGE, "unexpected argument '%.*s'; usage: %s %s", SHOWN_VALUE, argument,
                      program->name, program->usage);
    }
  }
  return -1;
}
