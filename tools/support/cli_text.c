/* Why this file exists: what programs print, and words and numbers as people type them. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli.h"
#include "unseen.h"

enum {
  NAME_LIMIT = 64, ///< Longest word compared with the known names.
  MESSAGE_LIMIT = 2048
};

/// Characters that are not seen become '?', because a name in a text may hold any. `end` is a character of the text, or its end.
/// Returns the new end.
static char *clean(char *text, const char *end) {
  char *to = text;
  for (const char *c = text; c < end;) {
    const size_t bytes = unseen_bytes(c);
    *to++ = bytes > 0 ? '?' : *c;
    c += bytes > 0 ? bytes : 1;
  }
  return to;
}

static char last_failure[MESSAGE_LIMIT];

const char *cli_last_failure(void) {
  return last_failure;
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
  memcpy(last_failure, text, sizeof text);
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
    const size_t bytes = terminal ? unseen_bytes(c) : 0;
    putchar(bytes > 0 ? '?' : *c);
    if (bytes > 1) c += bytes - 1;
  }
  putchar('\n');
}

const char *cli_percent(double share, char out[CLI_LEFT]) {
  snprintf(out, CLI_LEFT, 100.0 * share < 99.5 ? "%.2g" : "%.0f", 100.0 * share);
  return out;
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

/// Words of other programs, and what they mean here.
static const char *const other_words[][2] = {{"openmp", "omp"},
                                             {"gpu", "cuda"},
                                             {"cpu", "seq"},
                                             {"ocl", "opencl"},
                                             {"neo-hookean", "neo_hookean_tet"},
                                             {"neohookean", "neo_hookean_tet"},
                                             {"spring", "stretching"},
                                             {"distance", "stretching"},
                                             {"stvk", "stvk_strain_tet"},
                                             {"bend", "dihedral"},
                                             {"volume", "tet_volume"},
                                             {"gauss-seidel", "xpbd"},
                                             {"single", "f32"},
                                             {"fp32", "f32"},
                                             {"fp64", "f64"},
                                             {"double", "f64"}};

/// The candidate of that name, NULL if there is none. '-' and '_' are the same.
static const char *candidate_named(const char *word, const char *const *candidates, int count) {
  for (int i = 0; i < count; i++) {
    const char *a = word, *b = candidates[i];
    while (*a && (lower(*a) == lower(*b) || (strchr("-_", *a) && *b && strchr("-_", *b)))) a++, b++;
    if (*a == *b) return candidates[i];
  }
  return NULL;
}

const char *cli_nearest(const char *word, const char *const *candidates, int count) {
  const size_t length = strlen(word);
  if (length == 0 || length > NAME_LIMIT) return NULL;
  const char *nearest = candidate_named(word, candidates, count);
  for (size_t k = 0; !nearest && k < sizeof other_words / sizeof *other_words; k++)
    if (candidate_named(word, &other_words[k][0], 1)) nearest = candidate_named(other_words[k][1], candidates, count);
  if (nearest) return nearest;
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
