/* Why this file exists: one reader of command lines for every program. getopt_long was rejected: it is in neither C11
 * nor POSIX, prints two-line messages of its own, suggests nothing and knows neither ranges nor numbers. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "xpbd/version.h"

enum {
  NAME_LIMIT = 64,  ///< Longest word compared with the known names.
  HELP_COLUMN = 30, ///< Where the help sentences start.
  HELP_WIDTH = 110, ///< Where they are wrapped.
  SHOWN_VALUE = 60, ///< Bytes of a user's value that a message repeats.
  MESSAGE_LIMIT = 2048
};

/// The state of the parser between arguments.
typedef struct parser {
  const cli_program *program;
  int argc;
  char **argv;
  int at; ///< The argument being read.
} parser;

/// The bytes of the control character at `c`, 0 = it is none. UTF-8 has 32 of two bytes, which drive terminals as well.
static size_t control_bytes(const char *c) {
  const unsigned char *byte = (const unsigned char *)c;
  if (iscntrl(byte[0])) return 1;
  return byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0 ? 2 : 0;
}

/// Control characters become '?', because a name in a text may hold any. `end` is a character of the text, or its end.
/// Returns the new end.
static char *clean(char *text, const char *end) {
  char *to = text;
  for (const char *c = text; c < end;) {
    const size_t bytes = control_bytes(c);
    *to++ = bytes > 0 ? '?' : *c;
    c += bytes > 0 ? bytes : 1;
  }
  return to;
}

int cli_fail(const cli_program *program, int exit_code, const char *format, ...) {
  char text[MESSAGE_LIMIT];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) snprintf(text, sizeof text, "%s", format);
  if (length >= (int)sizeof text) memcpy(text + sizeof text - 4, "...", 4);
  *clean(text, text + strlen(text)) = '\0';
  fflush(stdout); /* keep the order if both go to one file */
  fprintf(stderr, "%s: %s\n", program->name, text);
  return exit_code;
}

void cli_begin(void) {
  int opened;
  do {
    opened = open("/dev/null", O_RDWR); /* gets the lowest free number */
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened > STDERR_FILENO) close(opened);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGCHLD, SIG_DFL); /* if ignored, as after `trap '' CHLD`, exit codes are lost */
}

void cli_print(const char *format, ...) {
  char small[MESSAGE_LIMIT], *text = small;
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(small, sizeof small, format, arguments);
  if (length >= (int)sizeof small) {
    char *large = malloc((size_t)length + 1);
    if (large) vsnprintf(text = large, (size_t)length + 1, format, again);
  }
  va_end(arguments);
  va_end(again);
  if (length < 0) return;
  const size_t size = strlen(text), first = strspn(format, "\n");
  size_t last = 0;
  while (last < strlen(format) - first && format[strlen(format) - 1 - last] == '\n') last++;
  if (text == small && length >= (int)sizeof small) last = 0; /* without memory, the text is cut */
  const char *end = text + size - last;
  fwrite(text, 1, (size_t)(clean(text + first, end) - text), stdout);
  fwrite(end, 1, last, stdout);
  if (text != small) free(text);
}

void cli_print_path(const char *path) {
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  for (const char *c = path; *c; c++) {
    const size_t control = terminal ? control_bytes(c) : 0;
    putchar(control > 0 ? '?' : *c);
    if (control > 1) c++;
  }
  putchar('\n');
}

const char *cli_left_text(double seconds, char out[CLI_LEFT]) {
  const double whole = round(seconds); /* round first, so that "60 s" never appears */
  if (whole < 60.0)
    snprintf(out, CLI_LEFT, "%.0f s", whole);
  else if (whole < 3600.0)
    snprintf(out, CLI_LEFT, "%.0f m %02.0f s", floor(whole / 60.0), fmod(whole, 60.0));
  else
    snprintf(out, CLI_LEFT, "%.0f h %02.0f m", floor(whole / 3600.0), floor(fmod(whole, 3600.0) / 60.0));
  return out;
}

int cli_flush(const cli_program *program, int exit_code, int broken) {
  const char *lost = xpbd_file_lost(stdout);
  return lost ? cli_fail(program, broken, "the standard output cannot be written: %s", lost) : exit_code;
}

/// Whether two paths name one ordinary file, existing or not. Several outputs may share a device or pipe.
static bool same_file(const char *a, const char *b) {
  struct stat one, other;
  const bool one_there = stat(a, &one) == 0, other_there = stat(b, &other) == 0;
  if (one_there != other_there) return false;
  if (one_there) return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
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

/// Whether a path names the standard output, e.g. /dev/stdout. Once '-' takes the standard output, such a path would
/// name the standard error.
static bool is_output(const char *path) {
  struct stat one, output;
  return strcmp(path, "/dev/null") != 0 && stat(path, &one) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
         one.st_dev == output.st_dev && one.st_ino == output.st_ino;
}

int cli_distinct(const cli_program *program, int exit_code, const char *const *names, const char *const *paths,
                 int count) {
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count && xpbd_file_is_stdout(paths[i]); j++)
      if (paths[j] && is_output(paths[j]))
        return cli_fail(program, exit_code, "--%s goes to the standard output, '-', and '%.1000s' of --%s is the same",
                        names[i], paths[j], names[j]);
    for (int j = 0; j < i; j++) {
      if (xpbd_file_is_stdout(paths[i]) && xpbd_file_is_stdout(paths[j]))
        return cli_fail(program, exit_code,
                        "--%s and --%s both go to the standard output, '-'; give one of them a file", names[j],
                        names[i]);
      if (paths[i] && paths[j] && same_file(paths[i], paths[j]))
        return cli_fail(program, exit_code, "--%s and --%s name one file, '%.1000s': one would replace the other",
                        names[j], names[i], paths[i]);
    }
    if (xpbd_file_is_stdout(paths[i]) && xpbd_file_take_stdout() != XPBD_OK)
      return cli_fail(program, exit_code, "--%s: %s", names[i], xpbd_last_error());
  }
  return -1;
}

int cli_spare(const cli_program *program, int exit_code, const char *input_name, const char *input,
              const char *const *names, const char *const *paths, int count) {
  for (int i = 0; input && i < count; i++)
    if (paths[i] && same_file(paths[i], input))
      return cli_fail(program, exit_code, "--%s would replace '%.1000s', which --%s reads; give it another name",
                      names[i], input, input_name);
  return -1;
}

static int lower(char c) {
  return tolower((unsigned char)c);
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

/// Number of edits (insert, delete, replace, swap neighbours) that turn `a` into `b`, ignoring case.
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  int row[3][NAME_LIMIT + 1];
  int *before = row[0], *above = row[1], *here = row[2];
  for (size_t j = 0; j <= b_length; j++) above[j] = (int)j;
  for (size_t i = 1; i <= a_length; i++) {
    here[0] = (int)i;
    for (size_t j = 1; j <= b_length; j++) {
      const int same = lower(a[i - 1]) == lower(b[j - 1]);
      here[j] = smaller(above[j - 1] + !same, smaller(above[j], here[j - 1]) + 1);
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        here[j] = smaller(here[j], before[j - 2] + 1);
    }
    int *const free_row = before;
    before = above, above = here, here = free_row;
  }
  return above[b_length];
}

static bool starts_with(const char *text, const char *start, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (lower(text[i]) != lower(start[i])) return false; /* a shorter text differs at its end */
  }
  return true;
}

const char *cli_nearest(const char *word, const char *const *candidates, int count) {
  const size_t length = strlen(word);
  if (length == 0 || length > NAME_LIMIT) return NULL;
  const char *nearest = NULL;
  int nearest_distance = ((int)length + 2) / 3 + 1; /* one wrong letter in three is still "near" */
  for (int i = 0; i < count; i++) {
    const size_t candidate_length = strlen(candidates[i]);
    if (candidate_length > NAME_LIMIT) continue;
    int distance = edit_distance(word, length, candidates[i], candidate_length);
    /* An abbreviated name matches, however much of it is missing. */
    if (length >= 3 && candidate_length > length && starts_with(candidates[i], word, length))
      distance = smaller(distance, 1);
    if (distance < nearest_distance) nearest = candidates[i], nearest_distance = distance;
  }
  return nearest;
}

bool cli_to_int(const char *text, int64_t *out) {
  if (!isdigit((unsigned char)text[0]) && !((text[0] == '-' || text[0] == '+') && isdigit((unsigned char)text[1])))
    return false; /* strtoll would skip spaces */
  char *end;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (errno == ERANGE) return false;
  long long scale = 1;
  switch (*end) {
  case 'k': scale = 1000, end++; break;
  case 'M': scale = 1000000, end++; break;
  case 'G': scale = 1000000000, end++; break;
  default: break;
  }
  if (*end != '\0' || value > LLONG_MAX / scale || value < LLONG_MIN / scale) return false;
  *out = value * scale;
  return true;
}

bool cli_to_real(const char *text, double *out) {
  /* Decimal numbers only: strtod also accepts leading spaces, hexadecimal, "inf" and "nan". */
  if (text[0] == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0') return false;
  char *end;
  errno = 0;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0') return false;
  if (errno == ERANGE && (isinf(value) || value == 0)) return false; /* a denormal number is fine */
  *out = value;
  return true;
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

static int store_number(const parser *p, const cli_option *option, const char *value) {
  int64_t whole = 0;
  double real = 0;
  const bool is_int = option->kind == CLI_INT;
  const bool is_number = is_int ? cli_to_int(value, &whole) : cli_to_real(value, &real);
  if (is_number && is_int) real = (double)whole;
  if (!is_number || !(real >= option->minimum && real <= option->maximum)) {
    char range[128];
    describe_range(option, range, sizeof range);
    return cli_fail(p->program, CLI_EXIT_USAGE, "--%s must be %s, not '%.*s'", option->name, range, SHOWN_VALUE, value);
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

static const cli_option *find_letter(const cli_program *program, char letter) {
  for (int i = 0; letter && i < program->option_count; i++) {
    if (program->options[i].letter == letter) return &program->options[i];
  }
  return NULL;
}

static const cli_option *find_name(const cli_program *program, const char *name, size_t length) {
  for (int i = 0; i < program->option_count; i++) {
    const char *known = program->options[i].name;
    if (strlen(known) == length && strncmp(known, name, length) == 0) return &program->options[i];
  }
  return NULL;
}

/// Whether an argument is an option rather than a value. "-1" and "-" are values.
static bool is_option(const cli_program *program, const char *argument) {
  if (argument[0] != '-' || argument[1] == '\0') return false;
  if (argument[1] == '-') return true;
  return argument[2] == '\0' && (find_letter(program, argument[1]) || argument[1] == 'h');
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
  char word[NAME_LIMIT + 1];
  snprintf(word, sizeof word, "%.*s", length > NAME_LIMIT ? 0 : (int)length, name);
  const char *nearest = NULL;
  int nearest_count = program->option_count + 2;
  const char **const names = malloc((size_t)nearest_count * sizeof *names);
  if (names) {
    for (int i = 0; i < program->option_count; i++) names[i] = program->options[i].name;
    names[program->option_count] = "help";
    names[program->option_count + 1] = "version";
    nearest = cli_nearest(word, names, nearest_count);
    free(names);
  }
  const int shown = length > SHOWN_VALUE ? SHOWN_VALUE : (int)length;
  if (nearest)
    return cli_fail(program, CLI_EXIT_USAGE, "unknown option --%.*s; did you mean --%s?", shown, name, nearest);
  return cli_fail(program, CLI_EXIT_USAGE, "unknown option --%.*s; --help lists the options", shown, name);
}

static int read_option(parser *p, const char *argument) {
  if (argument[1] == '-') {
    const char *name = argument + 2;
    const size_t length = strcspn(name, "=");
    const cli_option *option = find_name(p->program, name, length);
    if (!option) return fail_unknown(p->program, name, length);
    return store(p, option, name[length] == '=' ? name + length + 1 : NULL);
  }
  const cli_option *option = find_letter(p->program, argument[1]);
  if (!option || argument[2] != '\0')
    return cli_fail(p->program, CLI_EXIT_USAGE, "unknown option %.*s; --help lists the options", SHOWN_VALUE, argument);
  return store(p, option, NULL);
}

/// Print `text` wrapped at HELP_WIDTH from `column` on, with following lines indented to HELP_COLUMN.
static void print_wrapped(const char *text, int column) {
  for (; column < HELP_COLUMN; column++) putchar(' ');
  while (*text) {
    const int word = (int)strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + word > HELP_WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    }
    if (column > HELP_COLUMN) column += printf(" ");
    column += printf("%.*s", word, text);
    text += word;
    while (*text == ' ') text++;
  }
  putchar('\n');
}

/// The default as text, "" if there is none to show. A number outside its own range means "not given".
static void describe_standard(const cli_option *option, char *out, size_t capacity) {
  out[0] = '\0';
  if (!option->target) return; /* --help and --version */
  if (option->kind == CLI_INT) {
    const int64_t value = *(const int64_t *)option->target;
    if ((double)value >= option->minimum && (double)value <= option->maximum)
      snprintf(out, capacity, " [%" PRId64 "]", value);
  } else if (option->kind == CLI_REAL) {
    const double value = *(const double *)option->target;
    if (value >= option->minimum && value <= option->maximum) snprintf(out, capacity, " [%.6g]", value);
  } else if (option->kind == CLI_TEXT && *(const char *const *)option->target) {
    snprintf(out, capacity, " [%s]", *(const char *const *)option->target);
  } else if (option->kind == CLI_FLAG && *(const bool *)option->target) {
    snprintf(out, capacity, " [true]");
  }
}

static void print_option(const cli_option *option) {
  if (!option->help || !option->help[0]) return;
  int column =
      option->letter ? printf("  -%c, --%s", option->letter, option->name) : printf("      --%s", option->name);
  if (option->kind != CLI_FLAG) column += printf(" %s", option->value ? option->value : "VALUE");
  if (column >= HELP_COLUMN) {
    putchar('\n');
    column = 0;
  }
  char standard[128], text[MESSAGE_LIMIT];
  describe_standard(option, standard, sizeof standard);
  snprintf(text, sizeof text, "%s%s", option->help, standard);
  print_wrapped(text, column);
}

static int print_help(const cli_program *program) {
  printf("Usage: %s %s\n\n%s\n\nOptions:\n", program->name, program->usage, program->about);
  for (int i = 0; i < program->option_count; i++) print_option(&program->options[i]);
  const char letter = find_letter(program, 'h') ? '\0' : 'h';
  const cli_option help = {.name = "help", .letter = letter, .kind = CLI_FLAG, .help = "Show this text."};
  const cli_option version = {.name = "version", .kind = CLI_FLAG, .help = "Show the version."};
  print_option(&help);
  print_option(&version);
  return CLI_EXIT_OK;
}

/// --help and --version win over everything else on the line, even over errors before them. Returns -1 if absent.
static int answer_questions(const cli_program *program, int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    const bool letter = strcmp(argv[i], "-h") == 0 && !find_letter(program, 'h');
    const bool help = letter || strcmp(argv[i], "--help") == 0;
    if (!help && strcmp(argv[i], "--version") != 0) continue;
    if (help) {
      print_help(program);
    } else {
      printf("%s %s\n", program->name, XPBD_VERSION);
    }
    return cli_flush(program, CLI_EXIT_OK, CLI_EXIT_USAGE);
  }
  return -1;
}

int cli_parse(const cli_program *program, int argc, char **argv, const char **rest, int rest_capacity,
              int *rest_count) {
  *rest_count = 0;
  const int answered = answer_questions(program, argc, argv);
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
