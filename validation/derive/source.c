/* Why this file exists: splits a formula into words and signs, replaces the author's macros, and finds its functions. */
#include "source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/file.h"

enum { MACROS = 128, PARAMETERS = 8 };

/// #define NAME(parameters) body; the body is token first .. first + count - 1 of `bodies`.
typedef struct macro {
  char name[SOURCE_WORD];
  char parameter[PARAMETERS][SOURCE_WORD];
  int parameters; ///< -1: it has no brackets.
  int first, count;
} macro;

typedef struct reader {
  source *out;
  source raw, bodies; ///< The text without directives, and the bodies of macros.
  macro macros[MACROS];
  int macro_count;
} reader;

__attribute__((format(printf, 2, 3))) static void fail(source *s, const char *format, ...) {
  if (s->reason[0]) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(s->reason, sizeof s->reason, format, arguments);
  va_end(arguments);
}

static void add(source *s, const source_token *token) {
  if (s->count == s->capacity) {
    const int capacity = s->capacity ? 2 * s->capacity : 1024;
    source_token *grown = realloc(s->token, (size_t)capacity * sizeof *grown);
    if (!grown) {
      fail(s, "no memory for the text");
      return;
    }
    s->token = grown, s->capacity = capacity;
  }
  s->token[s->count++] = *token;
}

bool source_is(const source *s, int at, const char *text) {
  return at >= 0 && at < s->count && strcmp(s->token[at].text, text) == 0;
}

int source_close(const source *s, int open) {
  int depth = 0;
  for (int i = open; i < s->count; i++) {
    if (strchr("([{", s->token[i].text[0])) depth++;
    if (strchr(")]}", s->token[i].text[0]) && --depth == 0) return i;
  }
  return s->count;
}

static size_t length_of(const char *at) {
  static const char *const pairs[] = {
      "+=", "-=", "*=", "/=", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "##", "->"};
  size_t n = xpbd_file_word(at);
  for (size_t k = 0; n == 0 && k < sizeof pairs / sizeof *pairs; k++)
    if (strncmp(at, pairs[k], 2) == 0) n = 2;
  return n > 0 ? n : 1;
}

static const char *blanks(const char *at, const char *end, int *line) {
  for (; at < end && isspace((unsigned char)*at); at++) *line += *at == '\v' || *at == '\n';
  return at;
}

/// Splits the code from `from` to `end`. `line` is the number of its first line.
static void split(source *s, const char *code, const char *from, const char *end, int line) {
  for (const char *at = blanks(from, end, &line); at < end && *at; at = blanks(at, end, &line)) {
    source_token t = {.line = line, .at = (size_t)(at - code)};
    const size_t n = *at == '"' ? strcspn(at + 1, "\"\n") + 2 : length_of(at);
    if (n >= sizeof t.text && *at != '"') fail(s, "line %d: the word %.20s... is too long", line, at);
    snprintf(t.text, sizeof t.text, "%.*s", *at == '"' ? 1 : (int)n, at);
    add(s, &t);
    at += n <= (size_t)(end - at) ? n : (size_t)(end - at);
  }
}

static bool is_word(const char *text) {
  return isalpha((unsigned char)text[0]) || text[0] == '_';
}

/// #define: `at` is behind that word.
static void define(reader *r, const char *code, const char *at, const char *end, int line) {
  source *s = &r->bodies;
  const int first = s->count;
  split(s, code, at, end, line);
  if (s->count == first) return;
  if (r->macro_count == MACROS) {
    fail(r->out, "line %d: there are more than %d macros", line, MACROS);
    return;
  }
  macro *m = &r->macros[r->macro_count++];
  *m = (macro){.parameters = -1, .first = first + 1, .count = s->count - first - 1};
  snprintf(m->name, sizeof m->name, "%s", s->token[first].text);
  const bool brackets = source_is(s, first + 1, "(") && s->token[first + 1].at == s->token[first].at + strlen(m->name);
  if (!brackets) return;
  const int close = source_close(s, first + 1);
  m->parameters = 0;
  for (int i = first + 2; i < close; i++) {
    if (source_is(s, i, ",")) continue;
    if (m->parameters == PARAMETERS || !is_word(s->token[i].text)) {
      fail(r->out, "line %d: the parameters of the macro %s are not understood", line, m->name);
      return;
    }
    snprintf(m->parameter[m->parameters++], SOURCE_WORD, "%s", s->token[i].text);
  }
  m->first = close + 1;
  m->count = s->count - close - 1;
}

/// Separates directives from the rest of the code.
static void take_lines(reader *r, char *code, bool macros) {
  int line = 1;
  for (char *at = code; *at;) {
    const char *end = at + strcspn(at, "\n");
    const char *word = xpbd_file_directive(at);
    if (!word || word > end)
      split(&r->raw, code, at, end, line);
    else if (macros && strncmp(word, "define", 6) == 0 && isspace((unsigned char)word[6]))
      define(r, code, word + 6, end, line);
    else if (macros && strncmp(word, "if", 2) == 0)
      fail(r->out, "line %d: #if is not followed: a formula is derived from one text", line);
    for (const char *c = at; c < end; c++) line += *c == '\v';
    line += *end == '\n';
    at += (end - at) + (*end == '\n');
  }
}

/* ---- macros ---- */

static const macro *macro_of(const reader *r, const char *name) {
  for (int k = r->macro_count - 1; k >= 0; k--)
    if (strcmp(r->macros[k].name, name) == 0) return &r->macros[k];
  return NULL;
}

static void expand(reader *r, const source *from, int first, int end, int depth, source *to);

/// The parameter of a macro that a word names; -1: none.
static int parameter_of(const macro *m, const char *word) {
  for (int k = 0; k < m->parameters; k++)
    if (strcmp(m->parameter[k], word) == 0) return k;
  return -1;
}

/// Puts the body into `to`. Argument k is from[range[2 k] .. range[2 k + 1] - 1]. Macros in the result are still there.
static void substitute(reader *r, const macro *m, const source *from, const int *range, const source_token *use,
                       source *to) {
  for (int i = m->first; i < m->first + m->count; i++) {
    source_token t = r->bodies.token[i];
    const bool paste = source_is(&r->bodies, i - 1, "##") && i > m->first + 1;
    if (strcmp(t.text, "##") == 0) continue;
    const int k = parameter_of(m, t.text), low = k >= 0 ? range[2 * k] : 0, high = k >= 0 ? range[2 * k + 1] : 1;
    for (int j = low; j < high; j++) {
      source_token one = k >= 0 ? from->token[j] : t;
      one.line = use->line, one.at = use->at, one.macro = true;
      if (paste && j == low && to->count > 0) {
        source_token *before = &to->token[to->count - 1];
        const size_t used = strlen(before->text);
        snprintf(before->text + used, sizeof before->text - used, "%s", one.text);
      } else
        add(to, &one);
    }
  }
}

/// Finds the arguments of the macro at `open`. Returns the token behind them, or -1 if their number is wrong.
static int arguments_of(const macro *m, const source *from, int open, int range[2 * PARAMETERS]) {
  const int close = source_close(from, open);
  int count = 0, begin = open + 1;
  for (int i = open + 1; i <= close && i < from->count; i++) {
    if (strchr("([{", from->token[i].text[0])) i = source_close(from, i);
    if (i != close && !source_is(from, i, ",")) continue;
    if (count == PARAMETERS) return -1;
    range[2 * count] = begin, range[2 * count + 1] = i;
    begin = i + 1;
    count++;
  }
  return count == m->parameters || (m->parameters == 0 && count == 1) ? close + 1 : -1;
}

static void expand(reader *r, const source *from, int first, int end, int depth, source *to) {
  for (int i = first; i < end && !r->out->reason[0];) {
    const source_token *t = &from->token[i];
    const macro *m = macro_of(r, t->text);
    const bool brackets = source_is(from, i + 1, "(") && i + 1 < end;
    if (!m || (m->parameters >= 0 && !brackets)) {
      add(to, t);
      i++;
      continue;
    }
    int range[2 * PARAMETERS] = {0};
    const int behind = m->parameters < 0 ? i + 1 : arguments_of(m, from, i + 1, range);
    if (behind < 0 || behind > end) {
      fail(r->out, "line %d: the macro %s does not have %d arguments here", t->line, m->name, m->parameters);
      return;
    }
    if (depth == SOURCE_DEEPEST) {
      fail(r->out, "line %d: the macro %s is replaced without end", t->line, m->name);
      return;
    }
    source body = {0};
    substitute(r, m, from, range, t, &body);
    expand(r, &body, 0, body.count, depth + 1, to);
    source_free(&body);
    i = behind;
  }
}

/* ---- functions ---- */

static void find_functions(source *s) {
  for (int i = 0; i + 3 < s->count; i++) {
    if (source_is(s, i, "{")) { /* calls in a body define no functions */
      i = source_close(s, i);
      continue;
    }
    const bool value = source_is(s, i, "XPBD_VALUE");
    if ((!value && !source_is(s, i, "XPBD_NAME")) || !source_is(s, i + 1, "(") || !source_is(s, i + 3, ")")) continue;
    if (s->function_count == (int)(sizeof s->function / sizeof *s->function)) break;
    const int behind = value ? i + 4 : source_is(s, i + 4, "(") ? source_close(s, i + 4) + 1 : -1;
    if (!source_is(s, behind, "{")) continue;
    source_function *f = &s->function[s->function_count++];
    *f = (source_function){.parameters = value ? -1 : i + 5, .body = behind, .opening = value ? i : -1};
    snprintf(f->name, sizeof f->name, "%s", s->token[i + 2].text);
    i = behind - 1;
  }
}

const source_function *source_find(const source *s, const char *name) {
  for (int k = 0; k < s->function_count; k++)
    if (s->function[k].opening < 0 && strcmp(s->function[k].name, name) == 0) return &s->function[k];
  return NULL;
}

bool source_read(source *s, const char *text, const char *shared) {
  *s = (source){.shared = shared};
  reader *r = calloc(1, sizeof *r);
  char *code = xpbd_file_code(text);
  if (r && code) {
    r->out = s;
    take_lines(r, code, !shared);
    fail(s, "%s", r->raw.reason);
    expand(r, &r->raw, 0, r->raw.count, 0, s);
    find_functions(s);
    source_free(&r->raw);
    source_free(&r->bodies);
  } else
    fail(s, "no memory for the text");
  free(code);
  free(r);
  return s->reason[0] == '\0';
}

void source_free(source *s) {
  free(s->token);
  s->token = NULL;
  s->count = s->capacity = 0;
}
