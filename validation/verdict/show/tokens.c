/* Why this file exists: splits the code of a formula into words and signs. */
#include "tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/file.h"

/// The end of a directive or of a string, or `at` itself.
static const char *skip(const char *at, const char *begin, int *line) {
  const char *before = at;
  while (*at == '#' && before > begin && (before[-1] == ' ' || before[-1] == '\t')) before--;
  if (*at == '#' && (before == begin || before[-1] == '\n')) {
    for (; *at && *at != '\n'; at++) *line += *at == '\v';
    return at;
  }
  if (*at == '"' || *at == '\'') {
    const char quote = *at++;
    while (*at && *at != quote && *at != '\n') at++;
    return *at == quote ? at + 1 : at;
  }
  return at;
}

bool tokens_split(const char *code, tokens *out) {
  *out = (tokens){.list = calloc(strlen(code) + 1, sizeof *out->list)};
  if (!out->list) return false;
  int line = 1;
  for (const char *at = code; *at;) {
    const char *next = skip(at, code, &line);
    if (next == at && isspace((unsigned char)*at)) {
      line += *at == '\n' || *at == '\v';
      at++;
    } else if (next != at) {
      at = next;
    } else {
      token *t = &out->list[out->count++];
      const size_t length = xpbd_file_word(at), n = length > 0 ? length : 1;
      snprintf(t->text, sizeof t->text, "%.*s", (int)n, at);
      t->line = line;
      t->word = isalpha((unsigned char)*at) || *at == '_';
      t->number = isdigit((unsigned char)*at) || (*at == '.' && n > 1);
      at += n;
    }
  }
  return true;
}

bool token_is(const tokens *t, int i, const char *text) {
  return i >= 0 && i < t->count && strcmp(t->list[i].text, text) == 0;
}

int tokens_behind(const tokens *t, int open) {
  const char begin = t->list[open].text[0];
  const char *end = begin == '(' ? ")" : "}";
  int depth = 0;
  for (int i = open; i < t->count; i++) {
    if (t->list[i].text[0] == begin) depth++;
    if (token_is(t, i, end) && --depth == 0) return i + 1;
  }
  return t->count;
}
