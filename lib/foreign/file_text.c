/* Why this file exists: finds the entries of a formula file before a compiler sees it. A compiler's messages about a
 * missing entry, a repeated name or an included file would be about code that the author did not write. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "foreign/fence.h"
#include "foreign/file.h"
#include "xpbd/formula.h"

enum { LARGEST_FILE = 1 << 20 };

/* Some editors write these, but formulas do not need them. */
void xpbd_file_plain(char *text) {
  const char *from = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text; /* a byte order mark */
  for (; *from; from++)
    if (from[0] != '\r' || from[1] != '\n') *text++ = *from;
  *text = 0;
}

static xpbd_status read_all(const char *path, FILE *stream, xpbd_file_text *out) {
  out->text = malloc(LARGEST_FILE + 1);
  XPBD_REQUIRE(out->text, XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", path);
  out->size = fread(out->text, 1, LARGEST_FILE + 1, stream);
  XPBD_REQUIRE(!ferror(stream), XPBD_ERR_IO, "%s cannot be read: %s", path, strerror(errno));
  XPBD_REQUIRE(out->size <= LARGEST_FILE, XPBD_ERR_BAD_FILE, "%s has more than %d bytes: too long for a formula", path,
               LARGEST_FILE);
  out->text[out->size] = 0;
  XPBD_REQUIRE(strspn(out->text, " \t\r\n") < out->size, XPBD_ERR_BAD_FILE,
               "%s is empty: a file of formulas ends in XPBD_FORMULA_ENTRY(name, ...)", path);
  XPBD_REQUIRE(strlen(out->text) == out->size, XPBD_ERR_BAD_FILE, "%s is not a text file", path);
  out->hash = xpbd_file_hash(out->text, out->size);
  xpbd_file_plain(out->text);
  out->size = strlen(out->text);
  return XPBD_OK;
}

static int is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}
static const char *skip_space(const char *c) {
  while (isspace((unsigned char)*c)) c++;
  return c;
}
static int line_of(const char *begin, const char *at) {
  int line = 1;
  for (const char *c = begin; c < at; c++) line += *c == '\n' || *c == '\v';
  return line;
}

/* The argument at *c, without surrounding space. Leaves *c at the comma or parenthesis after it. Returns 0 if it is too
 * long for a name or a number. */
static int take_argument(const char **c, char *out) {
  const char *begin = skip_space(*c), *end = begin;
  for (int depth = 0; *end && (depth > 0 || (*end != ',' && *end != ')')); end++)
    depth += (*end == '(' || *end == '{') - (*end == ')' || *end == '}');
  *c = end;
  while (end > begin && isspace((unsigned char)end[-1])) end--;
  return snprintf(out, XPBD_FILE_NAME, "%.*s", (int)(end - begin), begin) < XPBD_FILE_NAME;
}

#define ENTRY_ORDER                                                                                                    \
  "name, particles, numbers of the rest shape and of the material, rows, element, traits, unit, source, about, "       \
  "{name, unit, standard, minimum, maximum}..."

/* Checks the numbers after the name, because a compiler would only report a failed assertion. A name may stand for a
 * number, but not the name of an element or a trait. */
static xpbd_status take_numbers(const char *path, const char *at, xpbd_file_entry *entry) {
  static const char *const what[] = {
      "particles (the 2nd argument) must be 1 to 4", "numbers of the rest shape (the 3rd argument) must be 0 to 10",
      "numbers of the material (the 4th argument) must be 0 to 6", "rows (the 5th argument) must be 1 to 6"};
  static const int least[] = {1, 0, 0, 1}, most[] = {XPBD_MAX_ARITY, XPBD_MAX_REST, XPBD_MAX_MATERIAL, XPBD_MAX_ROWS};
  _Static_assert(XPBD_MAX_ARITY == 4 && XPBD_MAX_REST == 11 && XPBD_MAX_MATERIAL == 6 && XPBD_MAX_ROWS == 6,
                 "the words above");
  for (int k = 0; k < 4; k++) {
    char *number = entry->numbers[k];
    XPBD_REQUIRE(*at == ',', XPBD_ERR_BAD_FILE, "%s:%d: the entry of '%s' ends too early: " ENTRY_ORDER, path,
                 entry->line, entry->name);
    at++;
    XPBD_REQUIRE(take_argument(&at, number), XPBD_ERR_BAD_FILE, "%s:%d: not a number: '%s...'", path, entry->line,
                 number);
    const int digits = number[0] && strspn(number, "0123456789") == strlen(number);
    const int wrong = digits ? strlen(number) > 3 || atoi(number) < least[k] || atoi(number) > most[k]
                             : !number[0] || strchr("\"{-", number[0]) || strncmp(number, "XPBD_", 5) == 0;
    XPBD_REQUIRE(!wrong, XPBD_ERR_BAD_FILE, "%s:%d: '%s': %s, not '%s'; the order is " ENTRY_ORDER, path, entry->line,
                 entry->name, what[k], number);
  }
  const char *traits = strchr(at + (*at == ','), ','), *end = traits ? strchr(traits + 1, ',') : NULL;
  const char *alike = end ? strstr(traits, "XPBD_ROWS_ALIKE") : NULL;
  entry->alike = alike && alike < end;
  XPBD_REQUIRE(entry->alike || strcmp(entry->numbers[1], "11") != 0, XPBD_ERR_BAD_FILE,
               "%s:%d: '%s': %s, not '11'; the order is " ENTRY_ORDER, path, entry->line, entry->name, what[1]);
  return XPBD_OK;
}

static xpbd_status take_entry(const char *path, xpbd_file_text *file, const char *copy, const char *at, int summed) {
  const int line = line_of(copy, at);
  XPBD_REQUIRE(file->count < XPBD_FILE_ENTRIES, XPBD_ERR_BAD_FILE, "%s:%d: more than %d entries in one file", path,
               line, XPBD_FILE_ENTRIES);
  xpbd_file_entry *entry = &file->entries[file->count];
  *entry = (xpbd_file_entry){.line = line, .summed = summed};
  at = strchr(at, '(') + 1;
  XPBD_REQUIRE(take_argument(&at, entry->name), XPBD_ERR_BAD_FILE, "%s:%d: a name has at most %d letters: '%s...'",
               path, line, XPBD_FILE_NAME - 1, entry->name);
  XPBD_REQUIRE(entry->name[0] && strspn(entry->name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(entry->name) &&
                   !isdigit((unsigned char)entry->name[0]),
               XPBD_ERR_BAD_FILE, "%s:%d: '%s' is not a name: use lower-case letters, digits and _", path, line,
               entry->name);
  XPBD_TRY(take_numbers(path, at, entry));
  for (int k = 0; k < file->count; k++)
    XPBD_REQUIRE(strcmp(file->entries[k].name, entry->name) != 0, XPBD_ERR_BAD_FILE,
                 "%s:%d: a second entry of '%s'; the first is in line %d", path, line, entry->name,
                 file->entries[k].line);
  file->count++;
  return XPBD_OK;
}

/* The next word of code, with `*at` after it, or NULL. */
static const char *next_word(const char **at) {
  while (**at && !is_word(**at)) (*at)++;
  const char *begin = *at;
  while (is_word(**at)) (*at)++;
  return *at > begin ? begin : NULL;
}

/* Where `WORD(name` is in code, or NULL. word NULL: any macro except those that define nothing in C. */
static const char *mention(const char *copy, const char *word, const char *name) {
  static const char *const others[] = {
      "XPBD_FORMULA_ENTRY", "XPBD_SUMMED_ENTRY", "XPBD_FORMULA_RULE", "XPBD_FORMULA_FIELDS",
      "XPBD_RULE",          "XPBD_REST",         "XPBD_NAME"};
  const char *begin;
  for (const char *c = copy; (begin = next_word(&c));) {
    const size_t length = (size_t)(c - begin);
    const char *argument = skip_space(c);
    if (*argument != '(') continue;
    argument = skip_space(argument + 1);
    if (strncmp(argument, name, strlen(name)) != 0 || is_word(argument[strlen(name)])) continue;
    int fits = !word || (strlen(word) == length && strncmp(word, begin, length) == 0);
    for (size_t k = 0; !word && k < sizeof others / sizeof *others; k++)
      fits &= strlen(others[k]) != length || strncmp(others[k], begin, length) != 0;
    if (fits) return begin;
  }
  return NULL;
}

/* The line of such a mention; 0 = none. */
static int line_of_mention(const char *copy, const char *word, const char *name) {
  const char *at = mention(copy, word, name);
  return at ? line_of(copy, at) : 0;
}

/* The lines in which the formula at `c` sets the gradient of each particle. */
static void find_gradient(xpbd_file_entry *entry, const char *copy, const char *c) {
  int depth = 0;
  for (c = strchr(c, '{'); c && *c && (depth += (*c == '{') - (*c == '}')) > 0; c++) {
    if (*c != 'g' || is_word(c[-1])) continue;
    const char *at = skip_space(c + 1);
    if (*at != '[') continue;
    at = skip_space(at + 1);
    const int particle = *at - '0';
    if (particle < 0 || particle >= XPBD_MAX_ARITY || entry->gradient_line[particle]) continue;
    at = skip_space(at + 1);
    if (*at != ']') continue;
    at = skip_space(at + 1);
    if (at[0] == '=' && at[1] != '=') entry->gradient_line[particle] = line_of(copy, c);
  }
}

/* Fields belong to an entry of the file, which has them once. */
static xpbd_status check_fields(const char *path, const xpbd_file_text *file, const char *copy) {
  int lines[XPBD_FILE_ENTRIES] = {0};
  const char *begin;
  for (const char *c = copy; (begin = next_word(&c));) {
    char name[XPBD_FILE_NAME] = "";
    if (c - begin != 19 || strncmp(begin, "XPBD_FORMULA_FIELDS", 19) != 0 || *skip_space(c) != '(') continue;
    const char *at = skip_space(c) + 1;
    const int line = line_of(copy, begin), whole = take_argument(&at, name);
    int k = 0;
    while (whole && k < file->count && strcmp(file->entries[k].name, name) != 0) k++;
    XPBD_REQUIRE(whole && k < file->count, XPBD_ERR_BAD_FILE, "%s:%d: XPBD_FORMULA_FIELDS(%s), but no entry of '%s'",
                 path, line, name, name);
    XPBD_REQUIRE(lines[k] == 0, XPBD_ERR_BAD_FILE,
                 "%s:%d: a second XPBD_FORMULA_FIELDS(%s); the first is in line %d: write all fields in one", path,
                 line, name, lines[k]);
    lines[k] = line;
  }
  return XPBD_OK;
}

static xpbd_status check_bodies(const char *path, xpbd_file_text *file, const char *copy) {
  for (int k = 0; k < file->count; k++) {
    xpbd_file_entry *entry = &file->entries[k];
    const char *const formula = mention(copy, "XPBD_FORMULA", entry->name);
    const int value = line_of_mention(copy, "XPBD_VALUE", entry->name);
    const int rule = line_of_mention(copy, "XPBD_FORMULA_RULE", entry->name);
    entry->value = value > 0, entry->rule = rule > 0;
    entry->rest_line = line_of_mention(copy, "XPBD_REST", entry->name);
    entry->formula_line = formula ? line_of(copy, formula) : value ? value : rule;
    if (formula) find_gradient(entry, copy, formula);
    XPBD_REQUIRE(!formula || !entry->value, XPBD_ERR_BAD_FILE,
                 "%s:%d: '%s' has XPBD_FORMULA (with a gradient) and XPBD_VALUE (without): use one", path, entry->line,
                 entry->name);
    XPBD_REQUIRE(mention(copy, NULL, entry->name), XPBD_ERR_BAD_FILE,
                 "%s:%d: there is an entry of '%s', but no XPBD_FORMULA(%s)", path, entry->line, entry->name,
                 entry->name);
    XPBD_REQUIRE(!(formula || entry->value) || entry->rest_line > 0, XPBD_ERR_BAD_FILE,
                 "%s:%d: there is an entry of '%s', but no XPBD_REST(%s), its rest shape", path, entry->line,
                 entry->name, entry->name);
  }
  return XPBD_OK;
}

/* Removes directives, so that macros which write entries do not count. Refuses includes, and whatever would make the
 * text count only once or conditionally, because it is read once for each type of the scalar. */
static xpbd_status check_directives(const char *path, char *copy) {
  const char *opened = NULL;
  int depth = 0;
  for (char *line = copy; *line;) {
    char *end = line + strcspn(line, "\n"), *word = xpbd_file_directive(line);
    if (word) {
      XPBD_REQUIRE(strncmp(word, "include", 7) != 0 && strncmp(word, "embed", 5) != 0, XPBD_ERR_BAD_FILE,
                   "%s:%d: it includes another file; a formula is one file and uses only the words of a formula", path,
                   line_of(copy, line));
      XPBD_REQUIRE(strncmp(word, "pragma", 6) != 0 || strncmp(skip_space(word + 6), "once", 4) != 0, XPBD_ERR_BAD_FILE,
                   "%s:%d: #pragma once: remove this line, because the text is read once for each type of the scalar",
                   path, line_of(copy, line));
      if (strncmp(word, "if", 2) == 0 && depth++ == 0) opened = line;
      depth -= strncmp(word, "endif", 5) == 0 && depth > 0;
      for (char *c = line; c < end; c++)
        if (*c != '\v') *c = ' ';
    }
    const char kept = *end;
    *end = 0;
    const int entry = depth > 0 && (strstr(line, "XPBD_FORMULA_ENTRY") || strstr(line, "XPBD_SUMMED_ENTRY"));
    *end = kept;
    XPBD_REQUIRE(
        !entry, XPBD_ERR_BAD_FILE,
        "%s:%d: the entry is inside the #if of line %d: remove the #if. The text is read once for each type of "
        "the scalar and needs no include guard",
        path, line_of(copy, line), line_of(copy, opened));
    line = *end ? end + 1 : end;
  }
  return XPBD_OK;
}

static xpbd_status find_entries(const char *path, xpbd_file_text *file, char *copy) {
  XPBD_TRY(check_directives(path, copy));
  const char *begin;
  for (const char *c = copy; (begin = next_word(&c));) {
    const int plain = c - begin == 18 && strncmp(begin, "XPBD_FORMULA_ENTRY", 18) == 0;
    const int summed = c - begin == 17 && strncmp(begin, "XPBD_SUMMED_ENTRY", 17) == 0;
    if ((plain || summed) && *skip_space(c) == '(') XPBD_TRY(take_entry(path, file, copy, begin, summed));
  }
  XPBD_REQUIRE(file->count > 0, XPBD_ERR_BAD_FILE,
               "%s has no entry: a file of formulas ends in XPBD_FORMULA_ENTRY(name, ...)", path);
  XPBD_TRY(check_fields(path, file, copy));
  return check_bodies(path, file, copy);
}

xpbd_status xpbd_file_text_read(const char *path, xpbd_file_text *out) {
  *out = (xpbd_file_text){.text = NULL};
  struct stat about;
  XPBD_REQUIRE(stat(path, &about) == 0, XPBD_ERR_IO, "%s cannot be read: %s", path, strerror(errno));
  XPBD_REQUIRE(!S_ISDIR(about.st_mode), XPBD_ERR_IO, "%s is a folder; a formula is one file", path);
  XPBD_REQUIRE(S_ISREG(about.st_mode), XPBD_ERR_IO, "%s is not a regular file", path);
  FILE *stream = fopen(path, "r");
  XPBD_REQUIRE(stream, XPBD_ERR_IO, "%s cannot be read: %s", path, strerror(errno));
  xpbd_status status = read_all(path, stream, out);
  fclose(stream);
  char *copy = status == XPBD_OK ? xpbd_file_code(out->text) : NULL;
  if (status == XPBD_OK)
    status = copy ? find_entries(path, out, copy)
                  : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the code of %s (%zu bytes)", path, out->size + 1);
  free(copy);
  if (status == XPBD_OK) status = xpbd_fence_text(path, out->text);
  if (status != XPBD_OK) xpbd_file_text_free(out);
  return status;
}

void xpbd_file_text_free(xpbd_file_text *text) {
  free(text->text);
  *text = (xpbd_file_text){.text = NULL};
}
