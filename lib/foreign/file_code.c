/* Why this file exists: finds the parts of a text that are code. An entry, a name or a literal in a comment, a string
 * or between #if 0 and #endif does not count, and this is checked without a compiler. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "foreign/file.h"

enum { DEEPEST = 64 };

/* Replaces comments, string contents and continued line ends by spaces. */
static void blank_comments(char *text) {
  char inside = 0; /* '/': to the end of the line, '*': comment, '"' or '\'': to the same again */
  for (char *c = text; *c; c++) {
    const char here = *c, next = c[1];
    if (here == '\\' && next == '\n') {
      *c = ' ', c[1] = '\v'; /* joined to the next line by the preprocessor; counted as a line, but not its end */
      c++;
    } else if (!inside) {
      if (here == '/' && (next == '/' || next == '*'))
        inside = next, *c = ' ', c[1] = ' ', c++;
      else if (here == '"' || here == '\'')
        inside = here;
    } else if (inside == '*' && here == '*' && next == '/') {
      *c = ' ', c[1] = ' ', c++, inside = 0;
    } else if (here == '\n') {
      if (inside != '*') inside = 0;
    } else if ((inside == '"' || inside == '\'') && here == inside) {
      inside = 0;
    } else {
      if (here == '\\' && next && inside != '*' && inside != '/') c[1] = ' ';
      *c = ' ';
    }
  }
}

static void blank(char *from, const char *to) {
  for (; from < to; from++)
    if (*from != '\v') *from = ' ';
}

char *xpbd_file_directive(char *line) {
  while (*line == ' ' || *line == '\t' || *line == '\v') line++;
  if (*line != '#' && !(line[0] == '%' && line[1] == ':')) return NULL;
  line += *line == '#' ? 1 : 2;
  while (*line == ' ' || *line == '\t' || *line == '\v') line++;
  return line;
}

/* An open #if. */
typedef struct condition {
  int known; /* 1: it is #if 0 or #if 1, so the active branch is known */
  int taken; /* ... and an active branch has been seen */
  int outer; /* 1: it is in an inactive branch */
} condition;

static int is_word(const char *at, const char *word) {
  const size_t n = strlen(word);
  return strncmp(at, word, n) == 0 && !isalnum((unsigned char)at[n]) && at[n] != '_';
}

/* Whether everything from `at` to the end of the line is a number. */
static int is_number(const char *at, long *value) {
  char *end;
  *value = strtol(at, &end, 0);
  if (end == at) return 0;
  while (*end == ' ' || *end == '\t' || *end == '\v') end++;
  return *end == '\n' || *end == 0;
}

/* Updates the conditions for one directive. Returns 1 if the line itself is done and must be removed. */
static int follow(char *word, condition *open, int *depth, int *dead) {
  long value = 0;
  if (is_word(word, "if") || is_word(word, "ifdef") || is_word(word, "ifndef")) {
    if (*depth >= DEEPEST) return *dead;
    condition *c = &open[(*depth)++];
    *c = (condition){.known = is_word(word, "if") && is_number(word + 2, &value), .outer = *dead};
    c->taken = c->known && value != 0;
    *dead = c->outer || (c->known && !c->taken);
    return c->known || c->outer;
  }
  if (*depth == 0) return 0;
  condition *c = &open[*depth - 1];
  if (is_word(word, "endif")) {
    --*depth;
    *dead = c->outer;
    return c->known || c->outer;
  }
  const int other = is_word(word, "else"), again = is_word(word, "elif");
  if ((!other && !again) || !c->known) return *dead;
  if (again && !c->taken && !c->outer && !is_number(word + 4, &value)) {
    c->known = 0; /* from here on an unknown #if */
    *dead = 0;
    word[0] = word[1] = ' ';
    return 0;
  }
  const int counts = !c->taken && (other || value != 0);
  *dead = c->outer || !counts;
  c->taken |= counts;
  return 1;
}

static void blank_branches(char *text) {
  condition open[DEEPEST];
  int depth = 0, dead = 0;
  for (char *line = text; *line;) {
    char *end = line + strcspn(line, "\n"), *word = xpbd_file_directive(line);
    const int gone = word ? follow(word, open, &depth, &dead) : dead;
    if (gone) blank(line, end);
    line = *end ? end + 1 : end;
  }
}

uint64_t xpbd_file_hash(const char *text, size_t size) {
  uint64_t hash = 0;
  for (size_t i = 0; i < size; i++) hash = xpbd_mix(hash, (unsigned char)text[i]);
  return hash;
}

size_t xpbd_file_word(const char *at) {
  const bool number = isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]));
  const char *const exponent = at[0] == '0' && (at[1] == 'x' || at[1] == 'X') ? "pP" : "eEpP";
  size_t n = 0;
  while (isalnum((unsigned char)at[n]) || (number ? at[n] == '.' : at[n] == '_') ||
         (number && n > 0 && (at[n] == '+' || at[n] == '-') && strchr(exponent, at[n - 1])))
    n++;
  return n;
}

char *xpbd_file_uncommented(const char *text) {
  char *code = malloc(strlen(text) + 1);
  if (!code) return NULL;
  strcpy(code, text);
  blank_comments(code);
  return code;
}

char *xpbd_file_code(const char *text) {
  char *code = xpbd_file_uncommented(text);
  if (code) blank_branches(code);
  return code;
}
