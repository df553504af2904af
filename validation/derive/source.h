/* Why this file exists: the text of a formula as words and signs with macros replaced, and the functions in it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SOURCE_WORD = 48, SOURCE_REASON = 400, SOURCE_DEEPEST = 16 };

/// A word, a number or a sign.
typedef struct source_token {
  char text[SOURCE_WORD];
  int line;
  size_t at;  ///< Where it begins in the text.
  bool macro; ///< It is not in the text: it comes from a macro there.
} source_token;

/// XPBD_NAME(name)(...) {...}, or a function that opens with XPBD_VALUE(name).
typedef struct source_function {
  char name[SOURCE_WORD];
  int parameters; ///< Token behind the bracket that opens them; -1 for XPBD_VALUE.
  int body;       ///< Token of the brace that opens the body.
  int opening;    ///< The token XPBD_VALUE; -1 for XPBD_NAME.
} source_function;

typedef struct source {
  const char *shared; ///< The header of lib/formula that it is, such as "fold"; NULL = the formula's own file.
  source_token *token;
  int count, capacity;
  source_function function[256];
  int function_count;
  char reason[SOURCE_REASON]; ///< Why it cannot be read; "" if it can.
} source;

/// Reads a text. `shared` as in the result. Directives are followed in the formula's own file only. On failure `reason` is
/// set. Free with source_free() in both cases.
bool source_read(source *s, const char *text, const char *shared);
void source_free(source *s);
bool source_is(const source *s, int at, const char *text);
/// The token that closes the bracket at `open`.
int source_close(const source *s, int open);
/// A function by name; NULL: there is none.
const source_function *source_find(const source *s, const char *name);
