/* Why this file exists: the code of a formula as words and signs, to search it without a compiler. */
#pragma once

#include <stdbool.h>

enum { TOKEN = 64 };

/// A piece of the text: a word, a number, or one sign.
typedef struct token {
  char text[TOKEN];
  int line;
  bool word, number;
} token;

/// Code as tokens, without strings and preprocessor lines. Owned.
typedef struct tokens {
  token *list;
  int count;
} tokens;

/// Splits code as xpbd_file_code() makes it. False without memory; else free out->list.
bool tokens_split(const char *code, tokens *out);
/// Whether token i exists and has this text.
bool token_is(const tokens *t, int i, const char *text);
/// The token after the bracket that closes the one at `open`.
int tokens_behind(const tokens *t, int open);
